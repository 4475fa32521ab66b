/* Reduced cost fixing in the Lagrangian dual: closes what no level cheaper than the
 * best has.
 *
 * A cell is fixed as passable or as blocked, taken off the tree, or closed to a
 * terminal when the current bound, with that choice forced, is no lower than the best
 * level. What a choice costs the flow is bounded by its node potentials; what it costs
 * the tree is exact (level_node_steiner_restricted).
 *
 * Source: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale
 * traveling-salesman problem, Operations Research 2, 1954. Local. */
#ifndef SKERRY_LEVEL_REDUCED_COST_FIXING_H
#define SKERRY_LEVEL_REDUCED_COST_FIXING_H

#include "level_lagrangian.h"

/* To be called in a round whose bound is the best so far, with a level known and at
 * least two terminals; changes dual->allowed and dual->off_tree.
 *
 * tree_cost  of the cheapest tree of this round */
void level_reduced_cost_fixing(struct level_lagrangian *dual, int64_t tree_cost);

#endif
