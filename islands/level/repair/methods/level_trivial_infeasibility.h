/* A quick test for rules that no level of a given size satisfies: whether borders and
 * counts leave a tile for every cell, and enough cells for the tiles that are counted.
 *
 * Source: our own; nearest are the bound tests of presolving (E. Andersen, K. Andersen,
 * Presolving in linear programming, Mathematical Programming 71, 1995).
 *
 * Cost: O(n) for each count on n cells. Memory: none. */
#ifndef SKERRY_LEVEL_TRIVIAL_INFEASIBILITY_H
#define SKERRY_LEVEL_TRIVIAL_INFEASIBILITY_H

#include "level_game.h"

/* open  of each cell: the tiles that it may hold; NULL: any
 *
 * Returns true, with a one-line reason, if some rule cannot be satisfied. */
bool level_trivial_infeasibility(const struct level_game *game, size_t rows,
                                 size_t cols, const tile_set *open, char reason[512]);

#endif
