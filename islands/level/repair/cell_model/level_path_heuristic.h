/* A primal heuristic for reachability rules: from a fractional solution, cells for the
 * tiles that occur once, and passable cells on cheapest paths from sources to targets.
 *
 * Paths are added one by one; a cell that is open already, in the solution or by an
 * earlier path, costs little.
 *
 * Source: H. Takahashi, A. Matsuyama, An approximate solution for the Steiner problem in
 * graphs, Mathematica Japonica 24, 1980. Differs: cells cost what the solution lacks to
 * be open. Cost: O(n^2) for each target on n cells. Memory: O(n). */
#ifndef SKERRY_LEVEL_PATH_HEURISTIC_H
#define SKERRY_LEVEL_PATH_HEURISTIC_H

#include "level_cell_model.h"

/* Finds the tiles that each cell is to hold; false if some target has no path, or when
 * memory runs out.
 *
 * x        the value of each variable
 * allowed  out: of each cell, at least one tile
 * arena    for working memory */
bool level_path_heuristic(struct level_cell_model *model, const double *x,
                          tile_set *allowed, struct arena *arena);

#endif
