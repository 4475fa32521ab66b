/* One search between two placements, from an end that is drawn. */
#ifndef SKERRY_SLIDING_BEAM_CONNECT_H
#define SKERRY_SLIDING_BEAM_CONNECT_H

#include "rng.h"
#include "sliding_beam_search.h"

enum { SLIDING_BEAM_NO_PATH = -1, SLIDING_BEAM_CONNECT_MAX_WIDTH = 16384 };

struct sliding_beam_connect {
    const uint8_t *from, *to; /* placements that differ, borrowed */
    size_t width; /* placements a level, at most SLIDING_BEAM_CONNECT_MAX_WIDTH */
    size_t limit; /* ways must have fewer moves */
    /* What comes out. */
    size_t expanded; /* placements left behind; added to */
    bool pruned;     /* there may be a way all the same */
};

/* A width of `least` times a power of 4, up to SLIDING_BEAM_CONNECT_MAX_WIDTH: each is
 * drawn a quarter as often as the one before, so that all together take equal time. */
size_t sliding_beam_connect_width(size_t least, struct rng *rng);

/* The moves of the way from `from` to `to` that was found, into genes with room for
 * `limit` of them, and their number; SLIDING_BEAM_NO_PATH where none was. Takes at most
 * sliding_beam_connect_bytes from scratch. */
int sliding_beam_connect_find(const struct sliding_instance *instance,
                              struct sliding_beam_connect *connect, struct rng *rng,
                              struct arena scratch, int16_t *genes);
size_t sliding_beam_connect_bytes(const struct sliding_instance *instance);

#endif
