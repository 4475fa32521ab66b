/* A puzzle in the mirror: east is west. What fits there fits, mirrored back, here. */
#ifndef SKERRY_ETERNITY_REFLECTION_H
#define SKERRY_ETERNITY_REFLECTION_H

#include "eternity.h"

/* The same pieces by number, clues in their mirrored cells. */
void eternity_reflect(const struct eternity *puzzle, struct eternity *mirrored);

/* There and back: the tile that a tile is, and the cell that a cell is. */
static inline int16_t eternity_reflect_tile(int16_t tile)
{
    return eternity_turned(tile, 4 - 2 * eternity_turn(tile));
}

static inline unsigned eternity_reflect_cell(const struct eternity *puzzle,
                                             unsigned cell)
{
    return cell + puzzle->cols - 1 - 2 * (cell % puzzle->cols);
}

#endif
