/* Crossovers and mutations of permutations of 0..n-1, n >= 1.
 *
 * Children are permutations; equal parents give a copy of that parent (edge recombination:
 * the same tour).
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

/* An upper bound of the scratch memory that a crossover of n genes takes. */
size_t skerry_permutation_scratch(size_t n);

/* A uniform random permutation. O(n). Source: Fisher and Yates; see rng_shuffle. */
void skerry_permutation_sample(int32_t *genes, size_t n, struct rng *rng);

/* Order crossover (OX): the segment between two cuts from a, in the same positions; the
 * positions after it, cyclically, get the other genes in the order in which they occur in b
 * from the second cut on. Preserves relative order. O(n).
 * Source: Davis, Applying Adaptive Algorithms to Epistatic Domains, IJCAI 1985. */
void skerry_permutation_ox(const int32_t *a, const int32_t *b, size_t n,
                           struct rng *rng, struct arena scratch, int32_t *child);

/* Partially mapped crossover (PMX): the segment between two cuts from a, the rest from b; a
 * gene of b that the segment already has is replaced by the gene of b at that position of
 * the segment, repeatedly until there is no conflict. Preserves absolute positions. O(n).
 * Source: Goldberg and Lingle, Alleles, Loci, and the Traveling Salesman Problem, ICGA
 * 1985. */
void skerry_permutation_pmx(const int32_t *a, const int32_t *b, size_t n,
                            struct rng *rng, struct arena scratch, int32_t *child);

/* Cycle crossover (CX): the cycle of positions through a random one from a, the rest from
 * b, so that each gene has the position that it has in one of the parents. O(n).
 * Source: Oliver, Smith and Holland, A Study of Permutation Crossover Operators on the
 * Traveling Salesman Problem, ICGA 1987. Differs: there the cycle begins at the first
 * position. */
void skerry_permutation_cycle(const int32_t *a, const int32_t *b, size_t n,
                              struct rng *rng, struct arena scratch, int32_t *child);

/* Edge recombination (ERX): a tour made of edges of the parents' tours. Beginning with the
 * first gene of one parent, the next gene is the unvisited neighbour in either parent that
 * has the fewest unvisited neighbours, ties at random; if there is none, a random unvisited
 * gene. O(n).
 * Source: Whitley, Starkweather and Fuquay, Scheduling Problems and Traveling Salesmen: The
 * Genetic Edge Recombination Operator, ICGA 1989. */
void skerry_permutation_edge(const int32_t *a, const int32_t *b, size_t n,
                             struct rng *rng, struct arena scratch, int32_t *child);

/* Swap mutation: exchanges the genes of two positions (n = 1: nothing). O(1).
 * Source of this and the next two: Eiben and Smith, Introduction to Evolutionary Computing,
 * second edition, 2015, 4.5.1; inversion: Holland, Adaptation in Natural and Artificial
 * Systems, 1975. */
void skerry_permutation_swap(int32_t *genes, size_t n, struct rng *rng);

/* Insert mutation: moves one gene to another position; those in between shift by one.
 * O(n). */
void skerry_permutation_insert(int32_t *genes, size_t n, struct rng *rng);

/* Inversion mutation: reverses a segment of at least two genes, uniform among all such
 * segments. O(n). */
void skerry_permutation_invert(int32_t *genes, size_t n, struct rng *rng);

/* Reverses the genes from position first to position last, inclusive: a 2-opt move; three
 * of them move a segment (Or-opt). Does nothing if first >= last. O(last - first).
 * Source: Croes, A Method for Solving Traveling-Salesman Problems, Operations Research 6,
 * 1958 (2-opt). */
void skerry_permutation_reverse(int32_t *genes, size_t first, size_t last);

/* Distance of two permutations as tours (bond distance): the share of the edges of a that b
 * does not have. In [0, 1], symmetric, 0 if both are the same tour, whatever its start and
 * direction. O(n).
 * Source: Boese, Kahng, Muddu, A new adaptive multi-start technique for combinatorial
 * global optimizations, Operations Research Letters 16, 1994, divided by n. */
double skerry_permutation_ring_distance(const int32_t *a, const int32_t *b, size_t n,
                                        struct arena scratch);

#ifdef __cplusplus
}
#endif

#endif
