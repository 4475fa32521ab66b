/* One sweep between two placements, from an end that is drawn. */
#ifndef SKERRY_SLIDING_LINK_H
#define SKERRY_SLIDING_LINK_H

#include "rng.h"
#include "sliding_sweep.h"

enum { SLIDING_NO_LINK = -1, SLIDING_LINK_WIDEST = 16384 };

struct sliding_link {
    const uint8_t *from, *to; /* placements that differ, borrowed */
    size_t width;             /* placements a level, at most SLIDING_LINK_WIDEST */
    size_t limit;             /* ways must have fewer moves */
    /* What comes out. */
    size_t left;  /* placements left behind; added to */
    bool dropped; /* there may be a way all the same */
};

/* A width of `least` times a power of 4, up to SLIDING_LINK_WIDEST: each is drawn a
 * quarter as often as the one before, so that all together take equal time. */
size_t sliding_link_width(size_t least, struct rng *rng);

/* The moves of the way from `from` to `to` that was found, into genes with room for
 * `limit` of them, and their number; SLIDING_NO_LINK where none was. Takes at most
 * sliding_link_bytes from scratch. */
int sliding_link_find(const struct sliding_instance *instance,
                      struct sliding_link *link, struct rng *rng, struct arena scratch,
                      int16_t *genes);
size_t sliding_link_bytes(const struct sliding_instance *instance);

#endif
