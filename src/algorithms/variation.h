/* Variation: making children by crossover, mutation, repair and local search, and random
 * individuals; shared by the evolutionary algorithms.
 *
 * A child comes from problem->recombine where there is one, otherwise from crossover,
 * mutation and, where there is one, repair (problem->heal). A child that either says to be
 * infeasible is replaced by a random individual. Local search is then applied with a given probability.
 *
 * Source: Levonyan, Harder, De Mesentier Silva, Automated Graph Genetic Algorithm based
 * Puzzle Validation for Faster Game Design, arXiv:2302.09040, V.A.3 for repair and
 * rejection. Differs: the local search is our own addition.
 * Cost: one call of each operator per child, or of `breed` for all; local search reports its
 * evaluations. */
#ifndef SKERRY_ALGORITHMS_VARIATION_H
#define SKERRY_ALGORITHMS_VARIATION_H

#include "algorithm.h"
#include "breeding.h"

struct variation {
    double crossover;    /* probability of a second parent */
    double mutation;     /* mutation rate of each gene, in [0, 1] */
    double local_search; /* probability of local search, where the problem has one */
    double effort;       /* of each local search, in (0, 1] */
};

/* Makes a child; does not evaluate it.
 *
 * a, b    parents; b is not used with probability 1 - crossover
 * child   out; neither parent
 * Returns the number of evaluations spent by local search. */
uint64_t variation_child(const struct puzzle *puzzle, const struct variation *variation,
                         const void *a, const void *b, struct rng *rng,
                         struct arena scratch, void *child);

/* Makes children of selected parents, and counts the evaluations spent by local search; does not
 * evaluate the children. By problem->breed where it applies, which makes the same ones.
 *
 * breeding  its rates are those of `variation` instead */
void variation_children(const struct puzzle *puzzle, const struct variation *variation,
                        struct breeding breeding, struct island *island,
                        struct arena scratch);

/* Fills `genome` with a random individual, with local search as for a child; returns the
 * number of evaluations that local search spent. */
uint64_t variation_sample(const struct puzzle *puzzle,
                          const struct variation *variation, struct rng *rng,
                          struct arena scratch, void *genome);

/* Evaluates rows first..first+n-1, in one batch where genomes are contiguous in memory. */
void variation_evaluate(const struct puzzle *puzzle, const struct population *pop,
                        size_t first, size_t n, struct arena scratch);

/* The first population: fills rows 0..n-1 with random individuals, evaluates them and
 * counts the evaluations. */
void variation_start(const struct puzzle *puzzle, const struct variation *variation,
                     struct island *island, size_t n);

#endif
