/* A way from one placement to another by a bounded best-first search from both ends, or
 * to the target's perimeter. */
#ifndef SKERRY_SLIDING_BRIDGE_H
#define SKERRY_SLIDING_BRIDGE_H

#include "arena.h"
#include "rng.h"
#include "sliding_instance.h"

enum { SLIDING_NO_BRIDGE = -1, SLIDING_BRIDGE_NODES = 65536 };

struct sliding_bridge {
    const uint8_t *from, *to; /* placements, borrowed */
    size_t most;              /* moves at most */
    size_t nodes;             /* positions kept at most */
    unsigned greed;           /* twice what a move still to do (the lower bound) weighs
                                 against one that is done: 2 is A*, 0 breadth first */
    unsigned breadth;         /* about so many moves of a ring in a position are tried
                                 beside those that take it nearer; 0: all */
    bool both_ends;           /* from the target too, in place of its perimeter */
    /* What comes out. */
    size_t met;     /* positions kept; added to */
    bool exhausted; /* there is no way of at most `most` moves */
    unsigned least; /* greed 2, breadth 0, one end: any way needs so many moves */
    int closed; /* exhausted: the end (0: from, 1: to) from which all positions ... */
    size_t enclosed; /* ... were met, so many */
};

/* Looks for a way of at most `most` moves and takes the first that it finds; ties are
 * broken at random. genes: room for `most` moves. Returns their number, or
 * SLIDING_NO_BRIDGE. Takes at most sliding_bridge_bytes(instance, nodes) from scratch.
 */
int sliding_bridge_find(const struct sliding_instance *instance,
                        struct sliding_bridge *bridge, struct rng *rng,
                        struct arena scratch, int16_t *genes);
size_t sliding_bridge_bytes(const struct sliding_instance *instance, size_t nodes);

#endif
