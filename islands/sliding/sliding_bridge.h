/* A way from one placement to another by a bounded best-first search. */
#ifndef SKERRY_SLIDING_BRIDGE_H
#define SKERRY_SLIDING_BRIDGE_H

#include "arena.h"
#include "rng.h"
#include "sliding_instance.h"

enum { SLIDING_NO_BRIDGE = -1, SLIDING_BRIDGE_NODES = 16384 };

struct sliding_bridge {
    const uint8_t *from, *to; /* placements, borrowed */
    size_t most;              /* moves at most */
    size_t nodes;             /* positions kept at most, <= SLIDING_BRIDGE_NODES */
    unsigned greed; /* >= 2: twice how much a move still to do weighs against one that
                       is done; 2 finds a shortest way if it finds one */
    size_t met;     /* out: positions kept; added to */
    bool exhausted; /* out: there is no way of at most `most` moves */
};

/* Looks for a way; ties are broken at random. genes: room for `most` moves. Returns
 * their number, or SLIDING_NO_BRIDGE. Takes at most sliding_bridge_bytes from scratch.
 */
int sliding_bridge_find(const struct sliding_instance *instance,
                        struct sliding_bridge *bridge, struct rng *rng,
                        struct arena scratch, int16_t *genes);
size_t sliding_bridge_bytes(const struct sliding_instance *instance);

#endif
