/* The deflected subgradient method on the Lagrangian dual of one node.
 *
 * A round solves flow and tree for the current multipliers, keeps the bound if it is
 * the best, and moves the multipliers along the deflected subgradient (the cells and
 * places in which the two disagree) by Polyak's step. Every few rounds a Lagrangian
 * heuristic opens the cells of the tree, puts the terminals where the tree has them,
 * and lets a flow fill in the rest, which gives a level.
 *
 * Source: M. Held, P. Wolfe, H. Crowder, Validation of subgradient optimization,
 * Mathematical Programming 6, 1974; P. Camerini, L. Fratta, F. Maffioli, On improving
 * relaxation methods by modified gradient techniques, Mathematical Programming Study 3,
 * 1975 (the deflection); B. Polyak, Minimization of unsmooth functionals, 1969 (the
 * step). Differs: multipliers are whole numbers >= 0, so that bounds are exact; the
 * first ones are the costs of single changes to the flow.
 *
 * Cost of a round: one reoptimised flow and one Dreyfus-Wagner run. Local. */
#ifndef SKERRY_LEVEL_SUBGRADIENT_H
#define SKERRY_LEVEL_SUBGRADIENT_H

#include "level_lagrangian.h"

/* Starts on a node, which becomes the current one.
 *
 * allowed, off_tree  borrowed; fixing changes them
 * multiplier         to begin with; NULL: the costs of single changes
 * bound              scaled; known so far
 * Returns false when the node holds no level. */
bool level_subgradient_start(struct level_lagrangian *dual, int32_t *allowed,
                             bool *off_tree, const int32_t *multiplier, int64_t bound);

/* One round. Returns false when the node is closed: it holds no level, or none that is
 * cheaper than the best. */
bool level_subgradient_round(struct level_lagrangian *dual);

#endif
