/* A lower bound on the cost of levels all of whose passable cells are connected: the cheapest
 * node-weighted Steiner tree of the given level's regions, which are the components of its
 * passable cells.
 *
 * The passable cells of a playable level are connected, and so are these together with all
 * cells of the regions that have one of them: a tree that contains every region but those all
 * of whose cells the level closes. A cell that changes costs at least the cheaper of a move
 * and the deletion of its tile. So the level costs at least what opening the cells of this
 * tree outside of regions costs, and closing all cells of the regions without one in it: each
 * region is a terminal whose place costs nothing in the region, and elsewhere as much as
 * closing it. What other rules ask for is ignored. Of more regions than there are terminals,
 * those that are the cheapest to close are none, and there are two terminals less, as the
 * bound is worth less then.
 *
 * Source: our own, with the tree of level_node_steiner.h; prizes for terminals are those of
 * D. Bienstock, M. Goemans, D. Simchi-Levi, D. Williamson, A note on the prize collecting
 * traveling salesman problem, Mathematical Programming 59, 1993.
 *
 * Cost and memory: those of the tree, whose joints are one cell of each region and the cells
 * that are not passable but may be, less those whose component has at most two regions around
 * it. */
#ifndef SKERRY_LEVEL_REGION_BOUND_H
#define SKERRY_LEVEL_REGION_BOUND_H

#include "level_cell_model.h"

/* For games whose costs are whole and at most LEVEL_RELAXATION_LARGEST_COST.
 *
 * passing  tiles that do not block, of a rule that connects all passable cells
 * most     terminals, at most LEVEL_NODE_STEINER_MAX_TERMINALS
 * merges   of two trees at a cell, about so many at most: fewer terminals else
 * bound    out
 * opened   out, of each cell: in the tree, and not passable in the given level
 * Returns false if there are fewer than two regions, or no tree. */
bool level_region_bound(struct level_cell_model *model, tile_set passing, uint32_t most,
                        double merges, double *bound, bool *opened,
                        struct arena *arena);

#endif
