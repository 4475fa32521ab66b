/* Sampling of solutions, and repair of genomes that are none. Signatures are those of
 * problem.h; self is a struct sliding_instance.
 *
 * Source: our own; repair by removing illegal moves and cycles, then completing the
 * prefix by heuristic search. Cost: beam searches of up to 1,024 placements a level
 * for a sample; up to five best-first searches of 2,048 to 65,536 placements for a
 * repair. */
#ifndef SKERRY_SLIDING_HEAL_H
#define SKERRY_SLIDING_HEAL_H

#include "rng.h"
#include "sliding_path.h"

/* Samples a solution by beam search from a random end, wider where that fails, and at
 * last by a random walk that is repaired. */
bool sliding_sample(const void *self, struct rng *rng, struct arena scratch,
                    void *genome);

/* Repairs a genome: removes illegal moves and cycles, and appends a path to the target
 * from the end; where none is found, from shorter and shorter prefixes. */
bool sliding_heal(const void *self, struct rng *rng, struct arena scratch,
                  void *genome);

/* The same for a path; true when it ends at the target, without cycles. */
bool sliding_heal_path(const struct sliding_instance *instance, struct rng *rng,
                       struct arena scratch, struct sliding_path *path);

/* Random walk of n moves, each uniform among the legal ones; shorter where no ring can
 * move. at: in/out, the placement. Returns its moves. */
size_t sliding_random_walk(const struct sliding_instance *instance, size_t n,
                           struct rng *rng, uint8_t *at, int16_t *genes);

/* Scratch memory of sliding_sample and sliding_heal, and of sliding_heal_path. */
size_t sliding_heal_bytes(const struct sliding_instance *instance);
size_t sliding_heal_path_bytes(const struct sliding_instance *instance);

#endif
