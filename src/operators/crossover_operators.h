/* Positional crossovers of two parents: one-point, two-point, uniform.
 *
 * a, b        parents: n >= 1 genes of gene_bytes each
 * child       out: the same; neither parent
 *
 * Each gene of the child comes from the same position of one parent, so equal parents give
 * a copy of that parent. O(n) time, no memory. */
#ifndef SKERRY_OPERATORS_CROSSOVER_H
#define SKERRY_OPERATORS_CROSSOVER_H

#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One-point crossover: genes before the cut from a, the rest from b. The cut is uniform in
 * 1..n-1, so that each parent contributes at least one gene (n = 1: a).
 * Source: Holland, Adaptation in Natural and Artificial Systems, 1975. */
void skerry_crossover_one_point(const void *a, const void *b, size_t n,
                                size_t gene_bytes, struct rng *rng, void *child);

/* Two-point crossover: a segment of the genome, taken as a ring, from b, the rest from a.
 * The segment has a uniform start and a uniform length in 1..n-1 (n = 1: a).
 * Source: De Jong, An Analysis of the Behavior of a Class of Genetic Adaptive Systems,
 * 1975. */
void skerry_crossover_two_point(const void *a, const void *b, size_t n,
                                size_t gene_bytes, struct rng *rng, void *child);

/* Uniform crossover: each gene from b with probability `share`, otherwise from a,
 * independently.
 * Source: Syswerda, Uniform Crossover in Genetic Algorithms, ICGA 1989, with share 1/2. */
void skerry_crossover_uniform(const void *a, const void *b, size_t n, size_t gene_bytes,
                              double share, struct rng *rng, void *child);

#ifdef __cplusplus
}
#endif

#endif
