/* Repair by flow and branching, for the games that level_flow_rules_init takes. */
#ifndef SKERRY_LEVEL_FLOW_REPAIR_H
#define SKERRY_LEVEL_FLOW_REPAIR_H

#include "level_flow_model.h"
#include "level_repair.h"

enum { LEVEL_FLOW_REPAIR_NODES = 300 };

/* Borrows rules, which level_flow_rules_init filled.
 *
 * max_nodes  of the tree before prices take over: LEVEL_FLOW_REPAIR_NODES, or 0 for
 * prices alone deadline    of level_cpu_seconds() arena       takes out->grid only out
 * all but `seconds` */
enum status level_flow_repair(const struct level_flow_rules *rules,
                              const struct level_grid *broken, uint64_t max_nodes,
                              double deadline, struct arena *arena,
                              struct level_repair *out, struct error *err);

#endif
