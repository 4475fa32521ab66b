/* Repair by flow and branching, for the games that net_suits takes. */
#ifndef SKERRY_LEVEL_FAST_FLOW_H
#define SKERRY_LEVEL_FAST_FLOW_H

#include "level_net.h"
#include "level_repair.h"

/* Borrows rules, which net_suits filled.
 *
 * deadline  of cpu_seconds()
 * arena     takes out->grid only
 * out       all but `seconds` */
enum status fast_by_flow(const struct net_rules *rules, const struct level_grid *broken,
                         double deadline, struct arena *arena, struct level_repair *out,
                         struct error *err);

#endif
