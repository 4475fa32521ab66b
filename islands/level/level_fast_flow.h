/* Repair by flow and branching, for the games that net_suits takes. */
#ifndef SKERRY_LEVEL_FAST_FLOW_H
#define SKERRY_LEVEL_FAST_FLOW_H

#include "level_net.h"
#include "level_repair.h"

enum { FAST_TREE_NODES = 300 };

/* Borrows rules, which net_suits filled.
 *
 * tree_nodes  of the tree before prices take over: FAST_TREE_NODES, or 0 for prices
 *             alone
 * deadline    of cpu_seconds()
 * arena       takes out->grid only
 * out         all but `seconds` */
enum status fast_by_flow(const struct net_rules *rules, const struct level_grid *broken,
                         uint64_t tree_nodes, double deadline, struct arena *arena,
                         struct level_repair *out, struct error *err);

#endif
