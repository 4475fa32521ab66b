/* What the edits between two levels cost, by an assignment of its own: shares nothing
 * with the methods that repair. */
#ifndef SKERRY_LEVEL_EDIT_COST_H
#define SKERRY_LEVEL_EDIT_COST_H

#include "level_grid.h"

/* Bytes taken from scratch by level_edit_cost for levels of so many cells. */
size_t level_edit_cost_bytes(size_t cells);

/* The cheapest edits from one level to another of the same size: for each kind of tile,
 * its cells in `broken` are assigned to cells that hold it in `repaired` (steps of the
 * shortest way, times `move`) or deleted; or, with LEVEL_HAMMING, the number of cells
 * that differ.
 * Source: the paper, equations 8 to 11; H. W. Kuhn, The Hungarian method for the
 * assignment problem, 1955. Cells that hold the same tile in both levels are assigned
 * to themselves, which costs least since way lengths obey the triangle inequality. */
double level_edit_cost(const struct level_game *game, const struct level_grid *broken,
                       const struct level_grid *repaired, struct arena scratch);

/* The same; NAN when it is not known by then.
 *
 * deadline  CPU time of this thread, in seconds */
double level_edit_cost_until(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *repaired, double deadline,
                             struct arena scratch);

#endif
