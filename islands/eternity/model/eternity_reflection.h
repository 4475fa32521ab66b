/* The mirror image of a puzzle, east and west exchanged: a board of the one, reflected,
 * is a board of the other with the same score. Lets a search fill rows from the east
 * with the code that fills them from the west. Source: our own. */
#ifndef SKERRY_ETERNITY_REFLECTION_H
#define SKERRY_ETERNITY_REFLECTION_H

#include "eternity.h"

/* Pieces keep their numbers; clues move to the reflected cells. O(cells). */
void eternity_reflect(const struct eternity *puzzle, struct eternity *reflection);

/* The reflection of a tile and of a cell. Applied twice, both give back what they
 * took. */
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
