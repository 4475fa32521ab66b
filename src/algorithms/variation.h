/* How the evolutionary methods make individuals: from two parents, or from nothing.
 *
 * A child comes from problem->recombine where there is one, else from crossover,
 * mutation and healing. One that stays infeasible is rejected in favour of a new random
 * individual. Then, by chance, local search improves it. */
#ifndef SKERRY_ALGORITHMS_VARIATION_H
#define SKERRY_ALGORITHMS_VARIATION_H

#include "algorithm.h"

struct variation {
    double crossover; /* chance in [0, 1] of a second parent */
    double mutation;  /* rate of each gene, in [0, 1] */
    double
        local_search; /* chance in [0, 1] of local search, where the problem has one */
    double effort;    /* of each local search, in (0, 1] */
};

/* Can children be made of this problem's genomes? STATUS_INPUT that names the
 * algorithm and what the problem lacks. */
enum status variation_check(const struct puzzle *puzzle, const char *algorithm,
                            struct error *err);

/* Fills `child`, which is neither parent, without its cost.
 *
 * a, b        parents; b is left out with chance 1 - crossover
 * Returns what local search spent in evaluations, 0 without it. */
uint64_t variation_child(const struct puzzle *puzzle, const struct variation *variation,
                         const void *a, const void *b, struct rng *rng,
                         struct arena scratch, void *child);

/* Fills `genome` with a new random individual, improved by chance; returns what local
 * search spent in evaluations. */
uint64_t variation_sample(const struct puzzle *puzzle,
                          const struct variation *variation, struct rng *rng,
                          struct arena scratch, void *genome);

/* Costs of rows first..first+n-1, in one batch where rows lie without gaps. */
void variation_evaluate(const struct puzzle *puzzle, const struct population *pop,
                        size_t first, size_t n, struct arena scratch);

/* Rows 0..n-1 of the island's population become new random individuals with costs;
 * counts the evaluations. */
void variation_start(const struct puzzle *puzzle, const struct variation *variation,
                     struct island *island, size_t n);

#endif
