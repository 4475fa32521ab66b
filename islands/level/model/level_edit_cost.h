/* The cost of the edits between two levels, as an assignment problem for each tile. The
 * flow has its own; the paper's program and, where tiles move, the cell model take this
 * one for the cost of the level that they have found.
 *
 * Cells that lost a tile are assigned to cells that gained it, at `move` times the
 * distance between them, or to deletion. Cells that hold the tile in both levels are
 * assigned to themselves, which is optimal since distances obey the triangle
 * inequality. With LEVEL_HAMMING the cost is the number of cells that differ.
 *
 * Source: the paper (level_game.h), Eq. (8)-(11); the assignment is solved as in
 * assignment.h. Differs: the paper's network flow moves tiles over an empty grid, so
 * that distances in the grid take its place.
 *
 * Cost: O(f^2 (f + o)) where f cells lost the tile and o gained it, or the other way, f <= o. Memory:
 * O(f + o), as distances are computed on demand. */
#ifndef SKERRY_LEVEL_EDIT_COST_H
#define SKERRY_LEVEL_EDIT_COST_H

#include "level_grid.h"

/* Scratch memory, in bytes, for levels of so many cells. */
size_t level_edit_cost_bytes(size_t cells);

/* The cost of the cheapest edits that turn one level into another of the same size. */
double level_edit_cost(const struct level_game *game, const struct level_grid *broken,
                       const struct level_grid *repaired, struct arena scratch);

/* The same; NAN if the deadline passes first.
 *
 * deadline  in clock_thread_s() */
double level_edit_cost_until(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *repaired, double deadline,
                             struct arena scratch);

#endif
