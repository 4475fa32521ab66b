/* The multipliers of the Lagrangian relaxation as prices of the flow, and the first ones.
 *
 * Source: our own. Cost: linear in multipliers for the prices; for the first ones a change of the flow for each cell
 * that blocks. */
#ifndef SKERRY_LEVEL_MULTIPLIERS_H
#define SKERRY_LEVEL_MULTIPLIERS_H

#include "level_lagrangian.h"

/* 2^22: twice that is within LEVEL_FLOW_MAX_COST, and 64 times it is forbidden. */
enum { LEVEL_MAX_MULTIPLIER = LEVEL_NODE_STEINER_FORBIDDEN / 64 };

/* Turns multipliers, and the prices of crossings, into place_cost, the costs of placing tiles, which may not be
 * negative; returns the constant that this omits. */
int64_t level_multipliers_price(struct level_lagrangian *dual);

/* Estimates the first multipliers by the costs of single changes of the flow; when time is short the rest stay 0.
 *
 * multipliers  0 before
 * Returns false if the node is infeasible or a flow fails. */
bool level_multipliers_estimate(struct level_lagrangian *dual);

#endif
