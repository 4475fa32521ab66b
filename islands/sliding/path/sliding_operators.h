/* Evaluation and the plain operators on move sequences. Signatures are those of
 * problem.h; self is a struct sliding_instance. */
#ifndef SKERRY_SLIDING_OPERATORS_H
#define SKERRY_SLIDING_OPERATORS_H

#include "rng.h"
#include "sliding_path.h"

/* True when the genome is a legal sequence from the start to the target with nothing
 * but SLIDING_END behind it. */
bool sliding_is_solution(const struct sliding_instance *instance,
                         const int16_t *genome);

/* Two costs: the number of moves, +INFINITY unless it is a solution; and the lower
 * bound of the moves from where its legal part ends to the target. */
void sliding_evaluate(const void *self, const void *genomes, size_t n,
                      struct arena scratch, double *cost);

/* The first moves of `a` as far as a position that `b` passes too, and b's from there:
 * of all such positions but the start one at random. Where the two never search, the
 * moves of `a` to a random one, and those of b behind its share: healing leaves out
 * what is not legal. */
void sliding_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                       struct arena scratch, void *child);

/* Replaces each move, with chance rate, by another one that is legal where it is taken;
 * later moves may become illegal. */
void sliding_mutate(const void *self, double rate, struct rng *rng,
                    struct arena scratch, void *genome);

/* The share of moves, as pairs of a position and a move, that are not in both. */
double sliding_distance(const void *self, const void *a, const void *b,
                        struct arena scratch);

/* What the most demanding of these takes from scratch. */
size_t sliding_operators_bytes(const struct sliding_instance *instance);

#endif
