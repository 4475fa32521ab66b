/* A lower bound on the cost of all levels that satisfy a binding share, by its Lagrangian relaxation: every limited
 * tile costs a price, every tile outside of the whole a part of it, and what the share allows is refunded.
 *
 * The dual function is concave in the price and has kinks where the price is that of a deletion, so that only the
 * deletion costs of limited tiles are tried, from the least on, until one gains nothing.
 *
 * Source: A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical Programming Study 2, 1974.
 * Differs: reachability is left out as well; prices are rounded so that the bound is exact.
 *
 * Cost: one flow, and one change of its prices for each deletion cost. Memory: one flow model
 * (level_flow_model.h) and 4 bytes per tile and cell. */
#ifndef SKERRY_LEVEL_SHARE_BOUND_H
#define SKERRY_LEVEL_SHARE_BOUND_H

#include "level_flow_model.h"

/* rules     with a share
 * deadline  in clock_thread_s(); after it no further price is tried
 * bound     out, in units of cost: 0 or more
 * Returns false when memory runs out. */
bool level_share_bound(const struct level_flow_rules *rules,
                       const struct level_grid *broken, double deadline,
                       int64_t *bound);

#endif
