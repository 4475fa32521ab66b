/* Crossovers and mutations of permutations: n >= 1 different numbers 0..n-1.
 *
 * A child of permutations is a permutation; equal parents give that parent (edge
 * recombination: the same ring of neighbours).
 *
 * a, b     parents
 * scratch  of at least skerry_permutation_scratch(n) bytes
 * child    out: neither parent */
#ifndef SKERRY_OPERATORS_PERMUTATION_H
#define SKERRY_OPERATORS_PERMUTATION_H

#include "arena.h"
#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a crossover of n genes takes from scratch, at most. */
size_t skerry_permutation_scratch(size_t n);

/* A uniform random permutation (Fisher and Yates). */
void skerry_permutation_sample(int32_t *genes, size_t n, struct rng *rng);

/* Order crossover: the segment between two cuts from a, in its place; the other places
 * behind it, and round the end, take the other genes in the order in which b has them from
 * the second cut on. Keeps relative order. O(n).
 * Source: Davis, Applying Adaptive Algorithms to Epistatic Domains, IJCAI 1985. */
void skerry_permutation_ox(const int32_t *a, const int32_t *b, size_t n,
                           struct rng *rng, struct arena scratch, int32_t *child);

/* Partially mapped crossover: the segment between two cuts from a, the rest from b, where
 * genes of the segment are replaced by what stands in their place in b, until there is no
 * conflict. Keeps absolute places. O(n).
 * Source: Goldberg and Lingle, Alleles, Loci, and the Traveling Salesman Problem, ICGA
 * 1985. */
void skerry_permutation_pmx(const int32_t *a, const int32_t *b, size_t n,
                            struct rng *rng, struct arena scratch, int32_t *child);

/* Cycle crossover: the cycle of places through a random one from a, the rest from b, so
 * that each gene keeps the place that one of the parents has it in. O(n).
 * Source: Oliver, Smith and Holland, A Study of Permutation Crossover Operators on the
 * Traveling Salesman Problem, ICGA 1987. Differs: there the cycle begins at the first
 * place. */
void skerry_permutation_cycle(const int32_t *a, const int32_t *b, size_t n,
                              struct rng *rng, struct arena scratch, int32_t *child);

/* Edge recombination: a ring made of edges of the parents' rings. From the first gene of
 * one of them on, the next is the neighbour in either parent that has the fewest
 * neighbours left, of equals a random one; where none is left, a random gene. O(n).
 * Source: Whitley, Starkweather and Fuquay, Scheduling Problems and Traveling Salesmen: The
 * Genetic Edge Recombination Operator, ICGA 1989. */
void skerry_permutation_edge(const int32_t *a, const int32_t *b, size_t n,
                             struct rng *rng, struct arena scratch, int32_t *child);

/* Two different places change their genes (n = 1: nothing). O(1).
 * Source, of all three: Eiben and Smith, Introduction to Evolutionary Computing, second
 * edition, 2015, 4.5.1; inversion: Holland 1975. */
void skerry_permutation_swap(int32_t *genes, size_t n, struct rng *rng);

/* One gene goes to another place, those between move up by one. O(n). */
void skerry_permutation_insert(int32_t *genes, size_t n, struct rng *rng);

/* A segment of at least two genes, uniform among all, is reversed. O(n). */
void skerry_permutation_invert(int32_t *genes, size_t n, struct rng *rng);

/* Reverses the genes from place first to place last, inclusive: the move of 2-opt; three of
 * them move a segment (Or-opt). Nothing where first >= last. O(last - first). */
void skerry_permutation_reverse(int32_t *genes, size_t first, size_t last);

/* How far two permutations are apart as rings: the share of neighbours in a that are none
 * in b. In [0, 1], symmetric, 0 when they are one ring, whatever its begin and direction.
 * O(n). */
double skerry_permutation_ring_distance(const int32_t *a, const int32_t *b, size_t n,
                                        struct arena scratch);

#ifdef __cplusplus
}
#endif

#endif
