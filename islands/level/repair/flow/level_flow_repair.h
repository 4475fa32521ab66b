/* Repair by the flow model, for the games that level_flow_rules_init accepts.
 *
 * 1. Branching on separators (level_separator_branching.h), which is fast where few
 *    cells must be opened.
 * 2. Beyond its node limit, Lagrangian branching (level_lagrangian_branching.h).
 * 3. Where the share is binding, Lagrangian branching for each number of limited tiles.
 *    The cost of the flow is convex in that number up to a slack of one cell, which
 *    bounds the range.
 *
 * Source: our own; the three parts name theirs. src/notes/0013-level-flow-model.md
 * explains the method, results/level/experiments.md has measurements.
 *
 * Cost: exponential in the worst case. Memory: that of the flow models
 * (level_flow_model.h); nodes until both together take 2 GB. */
#ifndef SKERRY_LEVEL_FLOW_REPAIR_H
#define SKERRY_LEVEL_FLOW_REPAIR_H

#include "level_flow_model.h"
#include "level_repair.h"

/* Borrows the rules, which level_flow_rules_init has filled in.
 *
 * deadline   in clock_thread_s()
 * arena      takes out->grid only
 * out        all but `seconds`; infeasible without a reason */
enum status level_flow_repair(const struct level_flow_rules *rules,
                              const struct level_grid *broken, double deadline,
                              struct arena *arena, struct level_repair *out,
                              struct error *err);

#endif
