"""Rastrigin's function, which has 10^n minima in this range; the least is 0, at 0.

Source: Muehlenbein, Schomisch, Born, The parallel genetic algorithm as function optimizer, Parallel Computing
17, 1991.
"""

import numpy as np

import skerry


class Rastrigin:
    gene = skerry.reals(-5.12, 5.12, 10)

    def evaluate(self, x):
        return 10 * self.gene.n + (x**2 - 10 * np.cos(2 * np.pi * x)).sum(axis=1)
