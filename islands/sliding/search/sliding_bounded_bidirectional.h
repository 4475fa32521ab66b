/* A way from one placement to another by a bounded best-first search from both ends, or
 * to the target's perimeter. */
#ifndef SKERRY_SLIDING_BOUNDED_BIDIRECTIONAL_H
#define SKERRY_SLIDING_BOUNDED_BIDIRECTIONAL_H

#include "arena.h"
#include "rng.h"
#include "sliding_instance.h"

enum {
    SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH = -1,
    SLIDING_BOUNDED_BIDIRECTIONAL_NODES = 65536
};

struct sliding_bounded_bidirectional {
    const uint8_t *from, *to; /* placements, borrowed */
    size_t most;              /* moves at most */
    size_t nodes;             /* positions kept at most */
    unsigned weight;          /* twice what a move still to do (the lower bound) weighs
                                 against one that is done: 2 is A*, 0 breadth first */
    unsigned branching;       /* about so many moves of a ring in a position are tried
                                 beside those that take it nearer; 0: all */
    bool both_ends;           /* from the target too, in place of its perimeter */
    /* What comes out. */
    size_t met;     /* positions kept; added to */
    bool exhausted; /* there is no way of at most `most` moves */
    unsigned least; /* weight 2, breadth 0, one end: any way needs so many moves */
    int exhausted_end; /* exhausted: the end (0: from, 1: to) from which all positions ... */
    size_t component; /* ... were met, so many */
};

/* Looks for a way of at most `most` moves and takes the first that it finds; ties are
 * broken at random. genes: room for `most` moves. Returns their number, or
 * SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH. Takes at most sliding_bounded_bidirectional_bytes(instance,
 * nodes) from scratch.
 */
int sliding_bounded_bidirectional_find(const struct sliding_instance *instance,
                                       struct sliding_bounded_bidirectional *task,
                                       struct rng *rng, struct arena scratch,
                                       int16_t *genes);
size_t sliding_bounded_bidirectional_bytes(const struct sliding_instance *instance,
                                           size_t nodes);

#endif
