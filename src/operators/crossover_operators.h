/* Crossovers that copy genes from two parents, place by place.
 *
 * a, b        parents: n >= 1 genes of gene_bytes each
 * child       out: the same; neither parent
 *
 * Each gene of the child stands in the same place in one parent, so equal parents give
 * that parent. O(n). */
#ifndef SKERRY_OPERATORS_CROSSOVER_H
#define SKERRY_OPERATORS_CROSSOVER_H

#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Genes before a cut from a, those behind it from b; the cut is uniform in 1..n-1, so that
 * both parents give at least one gene (n = 1: a).
 * Source: Holland, Adaptation in Natural and Artificial Systems, 1975. */
void skerry_crossover_one_point(const void *a, const void *b, size_t n,
                                size_t gene_bytes, struct rng *rng, void *child);

/* An arc of the genome, taken as a ring, from b, the rest from a. The arc begins at a
 * uniform place and has a uniform length in 1..n-1 (n = 1: a).
 * Source: De Jong, An Analysis of the Behavior of a Class of Genetic Adaptive Systems,
 * 1975. */
void skerry_crossover_two_point(const void *a, const void *b, size_t n,
                                size_t gene_bytes, struct rng *rng, void *child);

/* Each gene from b with chance `share` in [0, 1], else from a, independently.
 * Source: Syswerda, Uniform Crossover in Genetic Algorithms, ICGA 1989; there 1/2. */
void skerry_crossover_uniform(const void *a, const void *b, size_t n, size_t gene_bytes,
                              double share, struct rng *rng, void *child);

#ifdef __cplusplus
}
#endif

#endif
