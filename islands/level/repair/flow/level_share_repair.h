/* A greedy heuristic that turns a level which violates only the share into one that
 * satisfies it; the result is not the cheapest in general.
 *
 * Source: our own. Cost: one minimum-cost flow and O(n) for each limited tile. Memory:
 * one flow model (level_flow_model.h). */
#ifndef SKERRY_LEVEL_SHARE_REPAIR_H
#define SKERRY_LEVEL_SHARE_REPAIR_H

#include "level_flow_model.h"

/* Replaces limited tiles, those with the cheapest deletion first, by tiles that block
 * no more than they do, until the share is satisfied.
 *
 * cell  in/out: a level that satisfies all rules but the share
 * cost  out: of the cheapest edits to the level, in units; LEVEL_FLOW_INFINITY: the
 *       share could not be satisfied
 * Returns false when memory runs out or costs exceed their range. */
bool level_share_repair(const struct level_flow_rules *rules,
                        const struct level_grid *broken, uint8_t *cell, int64_t *cost);

#endif
