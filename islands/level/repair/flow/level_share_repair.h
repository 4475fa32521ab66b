/* A greedy heuristic for a level that keeps the share, from one that breaks it alone:
 * not the cheapest, but at once. Cost: one flow. */
#ifndef SKERRY_LEVEL_SHARE_REPAIR_H
#define SKERRY_LEVEL_SHARE_REPAIR_H

#include "level_flow_model.h"

/* Replaces limited tiles, those that cost least to delete first, by tiles that block no
 * more than they do, until the share holds.
 *
 * cell  in/out: a level that keeps all rules but the share
 * cost  out: of the cheapest edits to the level, in units; LEVEL_FLOW_INFINITY: the
 *       share could not be kept
 * Returns false when memory ran out, or costs left their range. */
bool level_share_repair(const struct level_flow_rules *rules,
                        const struct level_grid *broken, uint8_t *cell, int64_t *cost);

#endif
