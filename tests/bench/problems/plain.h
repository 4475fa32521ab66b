/* Three plain problems of 256 genes, on which the bare engine is measured and general
 * algorithms are tested. Each has one cost, 0 at the optimum, and no infeasible genome.
 *
 * onemax       bits packed 8 to a gene (uint8_t); cost: bits that are 0. Uniform
 *              crossover, bit flips. Descriptors: share of ones in either half.
 * match        whole numbers 0..255 (int32_t); cost: places that differ from a hidden
 *              target. Two-point crossover, genes drawn anew.
 * permutation  the numbers 0..size-1, each once (uint8_t); cost: places that differ
 * from a hidden target. Order crossover, swaps. Local search puts some places right. */
#ifndef SKERRY_BENCH_PLAIN_H
#define SKERRY_BENCH_PLAIN_H

#include "problem.h"

/* The section's keys, alike for all three. */
struct plain_keys {
    int64_t size; /* onemax: bits, a multiple of 64; permutation: at most 256 */
};

/* A loaded instance. */
struct plain {
    size_t size;
    int32_t *number; /* match: the target */
    uint8_t *item;   /* permutation: the target */
};

extern const struct problem onemax_problem, match_problem, permutation_problem;

#endif
