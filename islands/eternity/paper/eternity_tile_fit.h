/* Which tiles fit a cell beside those that are there already. */
#ifndef SKERRY_ETERNITY_TILE_FIT_H
#define SKERRY_ETERNITY_TILE_FIT_H

#include "eternity_instance.h"

/* What a tile has to show: its four sides, as one word, under the mask. */
struct eternity_fit_constraint {
    uint32_t mask, sides;
    unsigned greys; /* of the piece */
};

/* Sides alike with those of placed neighbours, grey on the rim and nowhere else.
 * board  empty cells hold ETERNITY_NONE */
struct eternity_fit_constraint
eternity_fit_constraint_of(const struct eternity_instance *instance,
                           const int16_t *board, unsigned cell);

/* The piece in its first turn that fits, from `turn` on, or ETERNITY_NONE. */
int16_t eternity_fit_tile(const struct eternity *puzzle, unsigned piece, unsigned turn,
                          struct eternity_fit_constraint constraint);

#endif
