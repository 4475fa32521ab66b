/* Cuts for fractional solutions of the cell model whose open (passable) cells are not
 * connected: partition inequalities.
 *
 * Components of open cells are grown into regions that are never adjacent to one
 * another. The cells that remain between them form a wall, in which openings must join
 * the regions: at least one less than there are regions, where an opening counts once
 * for each further region that it joins. Regions are then merged two by two for coarser
 * partitions, and grown again in other orders.
 *
 * Source: S. Chopra, M. Rao, The Steiner tree problem I: formulations, compositions and
 * extension of facets, Mathematical Programming 64, 1994, for partition inequalities of
 * edges. Differs: of nodes; how regions are grown is our own. The heuristic is that of
 * H. Takahashi, A. Matsuyama, An approximate solution for the Steiner problem in
 * graphs, Mathematica Japonica 24, 1980.
 *
 * Cost: O(n^2) for each partition of n cells, and as many partitions as components in
 * each of three orders. Memory: O(n), and 8 bytes for each of 301^2 pairs of
 * components. */
#ifndef SKERRY_LEVEL_PARTITION_CUTS_H
#define SKERRY_LEVEL_PARTITION_CUTS_H

#include "level_cell_model.h"

/* Adds constraints that a solution violates; returns how many.
 *
 * passing  tiles that do not block
 * open     of each cell: its value of being passable in the solution, in [0, 1]
 * arena    for working memory */
size_t level_partition_cuts(struct level_cell_model *model, tile_set passing,
                            const double *open, struct arena *arena);

/* A primal heuristic: selects cells which connect all components of open cells, by
 * cheapest paths from what is connected so far; more open cells are cheaper. False if
 * there is nothing to connect, or no path.
 *
 * opened  out: of each cell */
bool level_partition_connect(struct level_cell_model *model, tile_set passing,
                             const double *open, bool *opened, struct arena *arena);

#endif
