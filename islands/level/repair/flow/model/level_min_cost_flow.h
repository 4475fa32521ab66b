/* Minimum-cost flow by successive shortest paths, one unit at a time, with undo.
 *
 * A network of nodes and arcs with whole capacities and costs. Its owner fills it with
 * a flow that is optimal for what it carries (without any flow and with costs >= 0,
 * every one is), then sends one unit after another along cheapest residual paths; the
 * flow stays optimal for what it carries. Changes after a mark can be undone, which is
 * what a branch and bound needs.
 *
 * Source: R. Ahuja, T. Magnanti, J. Orlin, Network Flows, 1993: section 9.7 (successive
 * shortest paths with node potentials) and 4.8 (radix heap).
 *
 * Cost: a Dijkstra search for each unit, which ends at its target: O(m + n log C) for m
 * arcs, n nodes and distances up to C. Memory: 16 bytes for each of 2 m residual arcs
 * and 32 for each node. Local. */
#ifndef SKERRY_LEVEL_MIN_COST_FLOW_H
#define SKERRY_LEVEL_MIN_COST_FLOW_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

#define LEVEL_FLOW_NONE UINT32_MAX
#define LEVEL_FLOW_INFINITY INT64_MAX /* cost of what is infeasible */

/* Costs of arcs and potentials are within these, so that reduced costs fit into 32 bits
 * with a sign and distances without one. Where one would leave them, the flow has
 * failed. */
enum {
    LEVEL_FLOW_MAX_COST = 1 << 28,
    LEVEL_FLOW_MAX_POTENTIAL = 1 << 29,
    LEVEL_FLOW_MAX_DISTANCE = 1 << 30
};

/* A residual arc: `left` of its capacity remains; `twin` leads back, and what it has
 * left is the flow on this one. */
struct level_flow_arc {
    uint32_t head, twin;
    int32_t cost, left;
};

/* An arc to be made. */
struct level_flow_draft {
    uint32_t tail, head;
    int32_t cost, capacity;
};

struct level_flow_change {
    int32_t *where, old;
};

/* A node in the search for a path. */
struct level_flow_label {
    uint32_t seen; /* round in which it was last reached */
    uint32_t distance;
    uint32_t via;          /* arc that reached it */
    uint32_t next, before; /* in its bucket */
};

enum { LEVEL_FLOW_BUCKETS = 33 /* one for each bit of a distance, and one for 0 */ };

struct level_flow {
    uint32_t n_nodes, n_arcs; /* residual arcs: both directions */
    uint32_t *first;          /* n_nodes + 1: arcs by tail */
    struct level_flow_arc *arc;
    int32_t *potential; /* cost + potential[tail] - potential[head] >= 0 where left */

    struct arena *arena;              /* grows when the log does */
    struct level_flow_change *change; /* since the first mark */
    size_t n_changes, max_changes;
    bool logging;
    bool failed; /* memory ran out, or a range was left: nothing is right any more */

    /* Of the search for a path. */
    uint32_t round;
    struct level_flow_label *label;
    uint32_t *settled, n_settled;
    uint32_t bucket[LEVEL_FLOW_BUCKETS], last;
};

/* Builds a network without any flow.
 *
 * place   n_drafts, out: index of each draft's arc
 * arena   takes all arrays and later the log; borrowed
 * Returns false when memory ran out. */
bool level_flow_init(struct level_flow *flow, uint32_t n_nodes,
                     const struct level_flow_draft *draft, uint32_t n_drafts,
                     uint32_t *place, struct arena *arena);

/* Units on an arc. */
static inline int32_t level_flow_on_arc(const struct level_flow *flow, uint32_t arc)
{
    return flow->arc[flow->arc[arc].twin].left;
}

/* Adds a unit to an arc without looking for a path: for the first, optimal flow. */
void level_flow_add_unit(struct level_flow *flow, uint32_t arc);

/* Sends one unit along a cheapest residual path.
 *
 * limit  >= 0; on the path's cost
 * cost   out: of the path, which may be negative; when there is none within the limit,
 *        a number above it that bounds the cost from below; LEVEL_FLOW_INFINITY when
 *        there is no path
 * Returns whether it was sent; else the flow is unchanged. */
bool level_flow_augment(struct level_flow *flow, uint32_t from, uint32_t to,
                        int64_t limit, int64_t *cost);

/* Sends units from where they wait to where they are missing, each to the nearest.
 *
 * excess  in/out, by node: units that wait; < 0: that are missing; they sum to 0
 * cost    in/out: added to
 * Returns false when a unit can go nowhere; it is left. */
bool level_flow_balance(struct level_flow *flow, int32_t *excess, int64_t *cost);

/* Closes an arc for good. Returns true when it carried a unit (it may carry one at
 * most): that unit is then to be sent from the arc's tail to its head. */
bool level_flow_close_arc(struct level_flow *flow, uint32_t arc);

/* Sets a number of the owner's so that level_flow_undo restores its old value. */
void level_flow_set(struct level_flow *flow, int32_t *where, int32_t value);

/* From the first mark on, changes are logged. Marks are undone in reverse order; undo
 * keeps the mark itself. */
size_t level_flow_mark(struct level_flow *flow);
void level_flow_undo(struct level_flow *flow, size_t mark);

/* Clears the log, and logs nothing until the next mark. */
void level_flow_forget(struct level_flow *flow);

#endif
