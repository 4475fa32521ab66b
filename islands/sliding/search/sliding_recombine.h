/* Children that stay solutions. */
#ifndef SKERRY_SLIDING_RECOMBINE_H
#define SKERRY_SLIDING_RECOMBINE_H

#include "rng.h"
#include "sliding_path.h"

/* As problem.recombine; self is a struct sliding_instance.
 *
 * Crossover: the shortest way through all positions of both parents
 * (sliding_path_crossover.h). Where that is no shorter than the shorter parent, its
 * first moves and the last ones of b are joined, where two positions are near, by a
 * search between them. Then, each with chance rate, detours: a stretch of moves gives
 * way to a random one and a search back to its end. Where a search finds nothing the
 * child stays as it was. A parent that is no solution leaves the child to the other
 * one; of two such, `a` is healed. */
bool sliding_recombine(const void *self, const void *a, const void *b, double rate,
                       struct rng *rng, struct arena scratch, void *child);

size_t sliding_recombine_bytes(const struct sliding_instance *instance);

#endif
