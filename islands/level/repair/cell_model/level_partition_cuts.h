/* Cuts for fractional solutions of the cell model in which open (passable) cells are
 * not connected: partition inequalities.
 *
 * Components of open cells are grown towards one another as regions that never touch;
 * what is left between them is a wall, in which at least one opening less is needed
 * than there are regions, counting an opening for all regions that it joins. Regions
 * are then merged two by two for coarser partitions, and grown again in other orders.
 *
 * Source: S. Chopra, M. Rao, The Steiner tree problem I: formulations, compositions and
 * extension of facets, Mathematical Programming 64, 1994 (partition inequalities, of
 * edges). Differs: of nodes; how regions grow is ours.
 *
 * Cost: O(n^2) for each partition, and as many partitions as components. Local. */
#ifndef SKERRY_LEVEL_PARTITION_CUTS_H
#define SKERRY_LEVEL_PARTITION_CUTS_H

#include "level_cell_model.h"

/* Adds constraints that a solution breaks; returns how many.
 *
 * passing  tiles that do not block
 * open     how far each cell is passable in the solution, in [0, 1]
 * arena    for the work */
size_t level_partition_cuts(struct level_cell_model *model, tile_set passing,
                            const double *open, struct arena *arena);

/* A primal heuristic: chooses cells that connect all components of open cells when they
 * open, by cheapest paths from the first component, over more open cells first. False
 * when there is nothing to connect or no path.
 *
 * opened  out: of each cell */
bool level_partition_connect(struct level_cell_model *model, tile_set passing,
                             const double *open, bool *opened, struct arena *arena);

#endif
