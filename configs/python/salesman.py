"""The shortest round trip through random cities."""

import numpy as np

import skerry


class Salesman:
    objectives = "length"

    def __init__(self, cities=30, seed=1):
        at = np.random.default_rng(seed).random((cities, 2))
        self.distances = np.hypot(*(at[:, None] - at).transpose(2, 0, 1))
        self.gene = skerry.permutation(cities)

    def evaluate(self, tours):
        return self.distances[tours, np.roll(tours, -1, axis=1)].sum(axis=1)

    def verify(self, tour):
        stops = [*tour, tour[0]]
        length = sum(self.distances[a, b] for a, b in zip(stops, stops[1:]))
        return len(set(tour)) == len(tour), f"a round trip of length {length:.4f}"
