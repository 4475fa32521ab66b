/* Evaluation, one-point crossover, random-reset mutation and distance of move
 * sequences. Signatures are those of problem.h; self is a struct sliding_instance.
 *
 * Source: our own; the crossover is the one-point crossover of J. H. Holland,
 * Adaptation in Natural and Artificial Systems, 1975, at a position that both paths
 * visit. Cost: O(length) each, of d choose k faces a move. */
#ifndef SKERRY_SLIDING_OPERATORS_H
#define SKERRY_SLIDING_OPERATORS_H

#include "rng.h"
#include "sliding_path.h"

/* Whether the genome is a legal path from the start to the target, followed by
 * SLIDING_END only. */
bool sliding_is_solution(const struct sliding_instance *instance,
                         const int16_t *genome);

/* Two costs: the number of moves, +INFINITY unless the genome is a solution; and the
 * lower bound of the moves left after its legal prefix. */
void sliding_evaluate(const void *self, const void *genomes, size_t n,
                      struct arena scratch, double *cost);

/* The prefix of `a` up to a position that b visits too, a random one other than the
 * start, and the suffix of b from there. Without one, the prefix of `a` up to a random
 * position and the suffix of b from the same relative length; repair removes what is
 * illegal. */
void sliding_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                       struct arena scratch, void *child);

/* Replaces each move, with probability rate, by a random move of a random ring that is
 * legal there; later moves may become illegal. */
void sliding_mutate(const void *self, double rate, struct rng *rng,
                    struct arena scratch, void *genome);

/* Share of the transitions (a position with a move) that are not in both paths, each as often
 * as its path has it. */
double sliding_distance(const void *self, const void *a, const void *b,
                        struct arena scratch);

/* Scratch memory of the most demanding of these. */
size_t sliding_operators_bytes(const struct sliding_instance *instance);

#endif
