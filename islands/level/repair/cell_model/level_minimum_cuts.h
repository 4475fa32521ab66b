/* Cuts for fractional solutions of the cell model that violate a reachability rule which
 * does not ask for all passable cells: minimum cuts between sources and targets.
 *
 * As much flow as a target asks for must get from the sources to it, through passable
 * cells. A tile that occurs exactly once asks for one unit wherever it is; of other
 * targets, each cell asks for its own value. Where the maximum flow is less, the minimum
 * cut is a violated constraint; the one nearest to the sources and the one nearest to
 * the target are added.
 *
 * Source: the separation of node separators by maximum flows: A. Fügenschuh, M.
 * Fügenschuh, Integer linear programming models for topology optimization in sheet metal
 * design, Mathematical Methods of Operations Research 68, 2008; back cuts and creep flow
 * of T. Koch, A. Martin (level_steiner_arc_cuts.h). Maximum flow: E. Dinic, Algorithm for
 * solution of a problem of maximum flow in networks with power estimation, Soviet
 * Mathematics Doklady 11, 1970.
 *
 * Cost: one maximum flow for each tile that occurs once, and for each cell of another
 * target. Memory: O(n). */
#ifndef SKERRY_LEVEL_MINIMUM_CUTS_H
#define SKERRY_LEVEL_MINIMUM_CUTS_H

#include "level_cell_model.h"

/* Adds constraints that a solution violates; returns how many.
 *
 * rule   of reachability
 * to     the targets among its own that count
 * x      the value of each variable
 * arena  for working memory */
size_t level_minimum_cuts(struct level_cell_model *model,
                          const struct level_reach *rule, tile_set to, const double *x,
                          struct arena *arena);

#endif
