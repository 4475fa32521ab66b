/* Repair by the flow model, for the games that level_flow_rules_init takes.
 *
 * 1. Branching on separators (level_separator_branching.h), which is quick where few
 *    must be opened.
 * 2. Beyond its node limit, Lagrangian branching (level_lagrangian_branching.h).
 * 3. Where the share binds, Lagrangian branching for each number of limited tiles: the
 *    cost of the flow alone is convex in that number, which bounds the range.
 *
 * See src/notes/0013-level-flow-model.md. */
#ifndef SKERRY_LEVEL_FLOW_REPAIR_H
#define SKERRY_LEVEL_FLOW_REPAIR_H

#include "level_flow_model.h"
#include "level_repair.h"

/* Nodes of branching on separators before Lagrangian branching takes over. */
enum { LEVEL_FLOW_REPAIR_NODES = 300 };

/* Borrows rules, which level_flow_rules_init filled in.
 *
 * max_nodes  of branching on separators: LEVEL_FLOW_REPAIR_NODES, or 0 for Lagrangian
 *            branching alone
 * deadline   of clock_thread_s()
 * arena      takes out->grid only
 * out        all but `seconds` */
enum status level_flow_repair(const struct level_flow_rules *rules,
                              const struct level_grid *broken, uint64_t max_nodes,
                              double deadline, struct arena *arena,
                              struct level_repair *out, struct error *err);

#endif
