/* The operators that a class has which brings none of its own: those of src/operators for its
 * kind of genes. `genes` is their number.
 *
 *     permutations   uniform; order crossover; one inversion with probability `rate`
 *     bits           uniform; uniform crossover; flips
 *     integers       uniform; uniform crossover; random resetting
 *     reals          uniform; simulated binary crossover; polynomial mutation */
#ifndef SKERRY_PYTHON_OPERATORS_H
#define SKERRY_PYTHON_OPERATORS_H

#include "python_puzzle.h"

void python_operators_sample(const struct python_puzzle *puzzle, size_t genes,
                             struct rng *rng, void *genome);
void python_operators_crossover(const struct python_puzzle *puzzle, size_t genes,
                                const void *a, const void *b, struct rng *rng,
                                struct arena scratch, void *child);
void python_operators_mutate(const struct python_puzzle *puzzle, size_t genes,
                             double rate, struct rng *rng, void *genome);

/* Of permutations and bits the share of genes that differ; of numbers the mean difference, in
 * units of the widths of their bounds. As problem.distance. */
double python_operators_distance(const struct python_puzzle *puzzle, size_t genes,
                                 const void *a, const void *b);

#endif
