/* Which tiles fit a cell beside those that are there already. */
#ifndef SKERRY_ETERNITY_FIT_H
#define SKERRY_ETERNITY_FIT_H

#include "eternity_instance.h"

/* What a tile has to show: its four sides, as one word, under the mask. */
struct eternity_demand {
    uint32_t mask, sides;
    unsigned greys; /* of the piece */
};

/* Sides alike with those of placed neighbours, grey on the rim and nowhere else.
 * board  empty cells hold ETERNITY_NONE */
struct eternity_demand eternity_demand_of(const struct eternity_instance *instance,
                                          const int16_t *board, unsigned cell);

/* The piece in its first turn that fits, from `turn` on, or ETERNITY_NONE. */
int16_t eternity_fitting(const struct eternity *puzzle, unsigned piece, unsigned turn,
                         struct eternity_demand demand);

#endif
