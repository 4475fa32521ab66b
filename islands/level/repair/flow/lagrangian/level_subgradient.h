/* The deflected subgradient method on the Lagrangian dual of one node.
 *
 * A round solves flow and tree for the current multipliers, keeps the bound if it is
 * the best, and moves the multipliers along the deflected subgradient (the cells and
 * places in which the two disagree) by Polyak's step. Every few rounds, in large levels in each, a Lagrangian
 * heuristic opens the cells of the tree, places the terminals as in the tree, and
 * completes the level by a flow.
 *
 * Source: M. Held, P. Wolfe, H. Crowder, Validation of subgradient optimization,
 * Mathematical Programming 6, 1974; P. Camerini, L. Fratta, F. Maffioli, On improving
 * relaxation methods by modified gradient techniques, Mathematical Programming Study 3,
 * 1975 (the deflection); B. Polyak, Minimization of unsmooth functionals, USSR
 * Computational Mathematics and Mathematical Physics 9, 1969 (the step). Differs: the
 * weight of the last direction is fixed; multipliers are integers >= 0, so that bounds
 * are exact; the first multipliers are the costs of single changes of the flow.
 *
 * Cost of a round: one reoptimized flow and one Dreyfus-Wagner run, and with the
 * heuristic a second flow. Memory: see level_lagrangian.h. */
#ifndef SKERRY_LEVEL_SUBGRADIENT_H
#define SKERRY_LEVEL_SUBGRADIENT_H

#include "level_lagrangian.h"

/* Makes a node the current one.
 *
 * allowed, off_tree  borrowed; fixing changes them
 * multiplier         initial ones; NULL: the costs of single changes
 * bound              scaled; known so far
 * Returns false if the node is infeasible. */
bool level_subgradient_start(struct level_lagrangian *dual, int32_t *allowed,
                             bool *off_tree, const int32_t *multiplier, int64_t bound);

/* Performs one round. Returns false if the node is fathomed: infeasible, or with a
 * bound that is not below the best level. */
bool level_subgradient_round(struct level_lagrangian *dual);

/* Keeps the cheapest level of a node all of whose cells are decided: whether they are passable, and where tiles that
 * occur once are. With prices of crossings that of the last round may be another one. */
void level_subgradient_solve_decided(struct level_lagrangian *dual);

#endif
