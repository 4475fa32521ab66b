/* Reduced cost fixing in the Lagrangian dual: removes values from domains that no level
 * cheaper than the best one has.
 *
 * A cell is fixed as passable or as blocked, excluded from the tree, or closed to a
 * terminal if the current bound with the opposite enforced is not below the cost of the
 * best level. The change of the flow's cost is bounded from below by its node
 * potentials; the change of the tree's cost is exact (level_node_steiner_restricted).
 *
 * Source: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale
 * traveling-salesman problem, Operations Research 2, 1954, for the linear relaxation.
 * Differs: with Lagrangian bounds, of two subproblems at once.
 *
 * Cost: one run of level_node_steiner_restricted, and O(t + k) for each cell with t
 * tiles and k terminals. Memory: none of its own. */
#ifndef SKERRY_LEVEL_REDUCED_COST_FIXING_H
#define SKERRY_LEVEL_REDUCED_COST_FIXING_H

#include "level_lagrangian.h"

/* To be called in a round whose bound is the best so far, with a level known and at
 * least two terminals; changes dual->allowed and dual->off_tree.
 *
 * tree_cost  of the cheapest tree of this round */
void level_reduced_cost_fixing(struct level_lagrangian *dual, int64_t tree_cost);

#endif
