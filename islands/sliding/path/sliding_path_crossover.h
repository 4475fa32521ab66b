/* Crossover by a shortest path through the union of both parents' positions.
 *
 * Every position of either parent is a node, and every legal move from one node to
 * another an edge, also where neither parent makes it. The child is a path of fewest
 * moves from start to target, drawn at random among those that breadth-first search
 * finds.
 *
 * Source: our own; nearest is the partition crossover of D. Whitley, D. Hains, A. Howe,
 * Tunneling between optima: partition crossover for the traveling salesman problem,
 * GECCO 2009, which also takes the better parent between any two points that both
 * visit. Differs: edges of neither parent are allowed. Cost: O(n^2 rings) time, O(n)
 * memory, in the positions n of both. */
#ifndef SKERRY_SLIDING_PATH_CROSSOVER_H
#define SKERRY_SLIDING_PATH_CROSSOVER_H

#include "rng.h"
#include "sliding_path.h"

/* Positions of both parents; larger pairs are not crossed. A limit of the quadratic time,
 * chosen by hand. */
enum { SLIDING_PATH_CROSSOVER_POSITIONS = 1024 };

/* Writes the child of two solutions to genes, room for a->moves of them, and returns
 * its moves: no more than either parent has. Where the parents have too many positions
 * it is `a` itself. Takes at most sliding_path_crossover_bytes from scratch. */
size_t sliding_path_crossover_apply(const struct sliding_instance *instance,
                                    const struct sliding_path *a,
                                    const struct sliding_path *b, struct rng *rng,
                                    struct arena scratch, int16_t *genes);
size_t sliding_path_crossover_bytes(void);

#endif
