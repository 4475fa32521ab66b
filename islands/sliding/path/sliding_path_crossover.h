/* The shortest way through all the positions of two paths. */
#ifndef SKERRY_SLIDING_PATH_CROSSOVER_H
#define SKERRY_SLIDING_PATH_CROSSOVER_H

#include "rng.h"
#include "sliding_path.h"

enum { SLIDING_PATH_CROSSOVER_POSITIONS = 1024 }; /* of two paths together, at most */

/* Joins two solutions: every position of either is a node, and every legal move from
 * one to another an edge, also where neither path makes it. genes becomes a way of
 * fewest moves from the start to the target, of several a random one; room for a->moves
 * of them. Returns their number: no more than either path has. Where the paths have too
 * many positions it is `a` itself.
 *
 * Takes at most sliding_path_crossover_bytes from scratch. Source: after the partition
 * crossover of D. Whitley et al., Tunneling between optima, GECCO 2009: where parents
 * part and meet again, the child has the better of both ways each time. */
size_t sliding_path_crossover_apply(const struct sliding_instance *instance,
                                    const struct sliding_path *a,
                                    const struct sliding_path *b, struct rng *rng,
                                    struct arena scratch, int16_t *genes);
size_t sliding_path_crossover_bytes(void);

#endif
