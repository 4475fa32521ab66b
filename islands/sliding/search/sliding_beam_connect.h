/* Connects two placements by one beam search (sliding_beam_search.h), from a random end
 * and of random width: the building block of sampling, crossover and local search.
 *
 * Source: our own. Widths w, 4w, 16w.. are drawn with probabilities that fall by a
 * factor of 4, so that each takes an equal share of the time, as in the universal
 * restart strategy of M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas
 * algorithms, Information Processing Letters 47, 1993. Cost: at most width * limit
 * expansions. */
#ifndef SKERRY_SLIDING_BEAM_CONNECT_H
#define SKERRY_SLIDING_BEAM_CONNECT_H

#include "rng.h"
#include "sliding_beam_search.h"

enum { SLIDING_BEAM_NO_PATH = -1, SLIDING_BEAM_CONNECT_MAX_WIDTH = 16384 };

struct sliding_beam_connect {
    const uint8_t *from, *to; /* placements that differ, borrowed */
    size_t width; /* placements a level, <= SLIDING_BEAM_CONNECT_MAX_WIDTH */
    size_t limit; /* paths must have fewer moves */
    /* Output: */
    size_t expanded; /* placements expanded; added to */
    bool pruned;     /* a path may exist all the same */
};

/* Draws a width: `least` times a power of 4, up to SLIDING_BEAM_CONNECT_MAX_WIDTH. */
size_t sliding_beam_connect_width(size_t least, struct rng *rng);

/* Writes the moves of the path found to genes, room for `limit` of them, and returns
 * their number; SLIDING_BEAM_NO_PATH where none was. Takes at most
 * sliding_beam_connect_bytes from scratch. */
int sliding_beam_connect_find(const struct sliding_instance *instance,
                              struct sliding_beam_connect *connect, struct rng *rng,
                              struct arena scratch, int16_t *genes);
size_t sliding_beam_connect_bytes(const struct sliding_instance *instance);

#endif
