/* Bounded best-first search from both ends, or from one end to the perimeter of the
 * target, for a path of at most so many moves: weighted A* with node limit.
 *
 * Source: I. Pohl, Heuristic search viewed as path finding in a graph, Artificial
 * Intelligence 1, 1970, for the weighting of h; I. Pohl, Bi-directional search,
 * Machine Intelligence 6, 1971; the bucket queue as in R. B. Dial, Algorithm 360:
 * shortest-path forest with topological ordering, Communications of the ACM 12,
 * 1969. Differs: it takes the first path within the limit, not a shortest one, and
 * may generate a random part of the moves only. Cost: O(nodes * moves of a
 * placement) time, O(nodes) memory. */
#ifndef SKERRY_SLIDING_BOUNDED_BIDIRECTIONAL_H
#define SKERRY_SLIDING_BOUNDED_BIDIRECTIONAL_H

#include "arena.h"
#include "rng.h"
#include "sliding_instance.h"

/* Nodes of the bound and of the last attempt of a repair; chosen by hand, not measured.
 */
enum {
    SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH = -1,
    SLIDING_BOUNDED_BIDIRECTIONAL_NODES = 65536
};

struct sliding_bounded_bidirectional {
    const uint8_t *from, *to; /* placements, borrowed */
    size_t most;              /* most moves of the path */
    size_t nodes;             /* most placements stored */
    unsigned weight;          /* twice the weight of h against g: 2 is A*, 0 breadth-
                                 first search */
    unsigned branching;       /* of the moves of a ring that do not decrease h about
                                 so many are generated, at random; 0: all */
    bool both_ends;           /* search from `to` as well, instead of using the
                                 perimeter */
    /* Output: */
    size_t met;        /* placements stored; added to */
    bool exhausted;    /* proven: no path has at most `most` moves */
    unsigned least;    /* weight 2, branching 0, one end: lower bound of any path */
    int exhausted_end; /* exhausted: the end (0: from, 1: to) whose component ... */
    size_t component;  /* ... was enumerated, and its size */
};

/* Searches for a path of at most `most` moves and takes the first one; ties are broken
 * at random. genes: room for `most` moves. Returns their number, or
 * SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH. Takes at most
 * sliding_bounded_bidirectional_bytes(instance, nodes) from scratch. */
int sliding_bounded_bidirectional_find(const struct sliding_instance *instance,
                                       struct sliding_bounded_bidirectional *task,
                                       struct rng *rng, struct arena scratch,
                                       int16_t *genes);
size_t sliding_bounded_bidirectional_bytes(const struct sliding_instance *instance,
                                           size_t nodes);

#endif
