/* Making genomes that lead to the target. Signatures are those of problem.h; self is a
 * struct sliding_instance. */
#ifndef SKERRY_SLIDING_HEAL_H
#define SKERRY_SLIDING_HEAL_H

#include "rng.h"
#include "sliding_path.h"

/* A narrow search from the start or from the target, a wider one where it finds nothing,
 * and at last a random walk from the start, healed. */
bool sliding_sample(const void *self, struct rng *rng, struct arena scratch,
                    void *genome);

/* Leaves out moves that are not legal and stretches that come back to an earlier
 * position, and adds a way to the target: from the end of what is left, and when none
 * is found there, from further and further back. */
bool sliding_heal(const void *self, struct rng *rng, struct arena scratch,
                  void *genome);

/* The same for a path; true when it ends at the target, with no position twice. */
bool sliding_heal_path(const struct sliding_instance *instance, struct rng *rng,
                       struct arena scratch, struct sliding_path *path);

/* Makes n random moves, each of all legal ones alike, or fewer where no ring can move;
 * at: in/out, the placement; returns how many. */
size_t sliding_random_walk(const struct sliding_instance *instance, size_t n,
                           struct rng *rng, uint8_t *at, int16_t *genes);

/* What sliding_sample and sliding_heal take from scratch, and sliding_heal_path. */
size_t sliding_heal_bytes(const struct sliding_instance *instance);
size_t sliding_heal_path_bytes(const struct sliding_instance *instance);

#endif
