/* Shortest paths in a residual network: Dijkstra's algorithm on reduced costs, with a radix heap.
 *
 * Source and cost: level_min_cost_flow.h. */
#ifndef SKERRY_LEVEL_FLOW_SEARCH_H
#define SKERRY_LEVEL_FLOW_SEARCH_H

#include "level_min_cost_flow.h"

/* The target of a search: a node, or, with `excess`, the hub or any node with a deficit, of a
 * search against the arcs any with an excess. */
struct level_flow_goal {
    uint32_t node; /* out, with `excess`: the one that was reached */
    uint32_t hub;  /* LEVEL_FLOW_NONE: none */
    const int32_t *excess;
};

/* Searches from a node up to a distance. Returns that of the target; else a number above `most`:
 * the next distance, or INT64_MAX if there is none. `settled` then has the nodes that are nearer,
 * and labels their distances and the last arcs of their paths. */
int64_t level_flow_search(struct level_flow *flow, uint32_t from,
                          struct level_flow_goal *goal, int64_t most);

/* The same to a node, against the direction of arcs, without a limit. The labels' arcs are the
 * twins of those of the paths. */
int64_t level_flow_search_against(struct level_flow *flow, uint32_t to,
                                  struct level_flow_goal *goal);

#endif
