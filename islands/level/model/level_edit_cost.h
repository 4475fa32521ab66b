/* The cost of the edits between two levels, as an assignment problem for each tile;
 * shares nothing with the methods that repair.
 *
 * The cells that lost a tile are assigned to cells that gained one, at the steps
 * between them times `move`, or to its deletion. Cells that hold the tile in both
 * levels are assigned to themselves, which costs least since distances obey the
 * triangle inequality. With LEVEL_HAMMING: the number of cells that differ.
 *
 * Source: the paper, Eq. (8)-(11), solved as in assignment.h.
 *
 * Cost: O(m^2 (m + g)) for m cells that lost the tile and g that gained it; memory O(m
 * + g), distances are computed as needed. */
#ifndef SKERRY_LEVEL_EDIT_COST_H
#define SKERRY_LEVEL_EDIT_COST_H

#include "level_grid.h"

/* Bytes taken from scratch for levels of so many cells. */
size_t level_edit_cost_bytes(size_t cells);

/* The cheapest edits from one level to another of the same size. */
double level_edit_cost(const struct level_game *game, const struct level_grid *broken,
                       const struct level_grid *repaired, struct arena scratch);

/* The same; NAN when it is not known by the deadline.
 *
 * deadline  of clock_thread_s() */
double level_edit_cost_until(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *repaired, double deadline,
                             struct arena scratch);

#endif
