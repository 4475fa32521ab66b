/* Which tiles fit a cell, given the tiles around it: the test of the paper's
 * constructive methods. One masked comparison of 32 bits a tile. Source: the paper,
 * section III.A and Algorithm 3. */
#ifndef SKERRY_ETERNITY_TILE_FIT_H
#define SKERRY_ETERNITY_TILE_FIT_H

#include "eternity_instance.h"

/* What a cell requires of a tile: the colours of its four sides, one word, under the
 * mask. */
struct eternity_fit_constraint {
    uint32_t mask, sides;
    unsigned greys; /* of the piece */
};

/* The cell's requirement: the colours of placed neighbours, grey on the rim and
 * nowhere else.
 * board  empty cells hold ETERNITY_NONE */
struct eternity_fit_constraint
eternity_fit_constraint_of(const struct eternity_instance *instance,
                           const int16_t *board, unsigned cell);

/* The piece in the first rotation that fits, from `turn` on, or ETERNITY_NONE. */
int16_t eternity_fit_tile(const struct eternity *puzzle, unsigned piece, unsigned turn,
                          struct eternity_fit_constraint constraint);

#endif
