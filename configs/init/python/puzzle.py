"""Which items to take, so that they weigh at most half of all and are worth the most.

A genome is a row of an array, and methods get many at once. Nothing but its arguments may have an effect on
what a method returns: no random numbers but those of `rng`, nothing remembered from one call to the next.
"""

import numpy as np

import skerry


class Knapsack:
    objectives = "worth"
    goal = "maximise"

    def __init__(self, items, seed):
        rng = np.random.default_rng(seed)
        self.weights, self.worths = rng.integers(1, 100, (2, items))
        self.most = self.weights.sum() // 2
        self.gene = skerry.bits(items)  # or permutation(n), integers(low, high, n), reals(low, high, n)

    def evaluate(self, genomes):
        """Worths (n,) of genomes (n, items); -inf is never as good as anything feasible."""
        return np.where(genomes @ self.weights <= self.most, genomes @ self.worths, -np.inf)

    # The rest is optional.

    def heal(self, genomes, rng):
        """After crossover and mutation: leaves out random items until the others weigh at most that."""
        for genome in genomes:
            for item in rng.permutation(np.flatnonzero(genome)):
                if genome @ self.weights <= self.most:
                    break
                genome[item] = 0
        return genomes

    def sample(self, n, rng):
        """n random genomes to begin with."""
        return self.heal(rng.integers(0, 2, (n, self.gene.n)), rng)

    def describe(self, genome):
        return f"items {np.flatnonzero(genome).tolist()}, weight {genome @ self.weights} of {self.most}"

    def verify(self, genome):
        """For `skerry verify FILE --run-python`; best without the code of evaluate."""
        weight = sum(int(weight) for weight, bit in zip(self.weights, genome) if bit)
        return weight <= self.most, f"weight {weight} of at most {self.most}"
