/* Minimum-cost flow by successive shortest paths, one unit at a time, with undo.
 *
 * The network has integer capacities and costs. The caller supplies a flow that is
 * optimal for its value (without any flow and with costs >= 0, any is), then sends
 * units along cheapest residual paths, which keep it optimal. Changes after a mark can
 * be undone, as a branch and bound needs.
 *
 * Source: R. Ahuja, T. Magnanti, J. Orlin, Network Flows, 1993: section 9.7 (successive
 * shortest paths with node potentials) and 4.8 (radix heap). A search ends at its
 * target, so that potentials change only for the nodes that it settled.
 *
 * Cost: one Dijkstra search for each unit, O(m + n log C) for m arcs, n nodes and
 * distances up to C. Memory: 16 bytes for each of 2 m residual arcs, and 32 bytes per
 * node. */
#ifndef SKERRY_LEVEL_MIN_COST_FLOW_H
#define SKERRY_LEVEL_MIN_COST_FLOW_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

#define LEVEL_FLOW_NONE UINT32_MAX
#define LEVEL_FLOW_INFINITY INT64_MAX /* cost of what is infeasible */

/* The ranges of arc costs and potentials: reduced costs fit into 32 bits with a sign,
 * and distances into 32 bits without one. A flow that would leave them fails. */
enum {
    LEVEL_FLOW_MAX_COST = 1 << 28,
    LEVEL_FLOW_MAX_POTENTIAL = 1 << 29,
    LEVEL_FLOW_MAX_DISTANCE = 1 << 30
};

/* A residual arc: `left` of its capacity remains; `twin` is the reverse arc, whose
 * `left` is the flow on this one. */
struct level_flow_arc {
    uint32_t head, twin;
    int32_t cost, left;
};

/* An arc to be built. */
struct level_flow_draft {
    uint32_t tail, head;
    int32_t cost, capacity;
};

struct level_flow_change {
    int32_t *where, old;
};

/* A node in the shortest path search. */
struct level_flow_label {
    uint32_t seen; /* search in which it was last reached */
    uint32_t distance;
    uint32_t via;          /* last arc of its path */
    uint32_t next, before; /* in its bucket */
};

enum { LEVEL_FLOW_DIRECT = 3 };

enum { LEVEL_FLOW_BUCKETS = 33 /* one for each bit of a distance, and one for 0 */ };

struct level_flow {
    uint32_t n_nodes, n_arcs; /* residual arcs: both directions */
    uint32_t *first;          /* n_nodes + 1: arcs by tail */
    struct level_flow_arc *arc;
    /* Of each of the first nodes, for those with very many arcs: one arc that is tried
     * before the others, as it may lead to the target at no reduced cost;
     * LEVEL_FLOW_NONE, as at first: none. */
    uint32_t direct[LEVEL_FLOW_DIRECT];
    int32_t *potential; /* cost + potential[tail] - potential[head] >= 0 where left */

    struct arena *arena;              /* takes the log */
    struct level_flow_change *change; /* since the first mark */
    size_t n_changes, max_changes;
    bool logging;
    bool failed; /* out of memory, or out of range: the state is invalid */

    /* State of the shortest path search. */
    uint32_t round;
    struct level_flow_label *label;
    uint32_t *settled, n_settled;
    uint32_t bucket[LEVEL_FLOW_BUCKETS], last;
};

/* Builds a network without flow.
 *
 * place   n_drafts, out: index of each draft's arc
 * arena   takes all arrays and later the log; borrowed
 * Returns false when memory runs out. */
bool level_flow_init(struct level_flow *flow, uint32_t n_nodes,
                     const struct level_flow_draft *draft, uint32_t n_drafts,
                     uint32_t *place, struct arena *arena);

/* Units on an arc. */
static inline int32_t level_flow_on_arc(const struct level_flow *flow, uint32_t arc)
{
    return flow->arc[flow->arc[arc].twin].left;
}

/* Adds a unit to an arc, without a search: for an initial flow that is optimal. */
void level_flow_add_unit(struct level_flow *flow, uint32_t arc);

/* Sends one unit along a cheapest residual path.
 *
 * limit  >= 0; on the path's cost
 * cost   out: of the path, which may be negative; if none is within the limit, a lower
 *        bound above it; LEVEL_FLOW_INFINITY if there is no path
 * Returns whether the unit was sent; if not, the flow is unchanged. */
bool level_flow_augment(struct level_flow *flow, uint32_t from, uint32_t to,
                        int64_t limit, int64_t *cost);

/* Finds the cheapest residual paths from all nodes to one, until the next search. */
void level_flow_search_back(struct level_flow *flow, uint32_t to);

/* The cost of the path from a node by level_flow_search_back; LEVEL_FLOW_INFINITY if
 * there is none. */
int64_t level_flow_cost_back(const struct level_flow *flow, uint32_t from, uint32_t to);

/* Sends the excess of nodes to deficits, each unit to the nearest one, or first to the hub, and
 * from there to what is still missing. Cheapest paths between distant nodes mostly lead through
 * the sink, from which a search goes to nearly all others, unless it ends there.
 *
 * hub     a node, or LEVEL_FLOW_NONE
 * excess  in/out, of each node; < 0: deficit; the sum is 0
 * cost    in/out: increased by the cost of the paths
 * Returns false if a unit cannot be sent; it remains. */
bool level_flow_balance(struct level_flow *flow, uint32_t hub, int32_t *excess,
                        int64_t *cost);

/* Closes an arc. Returns true if it carried a unit (it may carry one at most), which is
 * then to be sent from the arc's tail to its head. */
bool level_flow_close_arc(struct level_flow *flow, uint32_t arc);

/* Sets a number outside of the flow so that level_flow_undo restores its old value. */
void level_flow_set(struct level_flow *flow, int32_t *where, int32_t value);

/* From the first mark on, changes are logged. Marks are undone in reverse order; the
 * mark itself remains valid. */
size_t level_flow_mark(struct level_flow *flow);
void level_flow_undo(struct level_flow *flow, size_t mark);

/* Clears the log; logging is off until the next mark. */
void level_flow_forget(struct level_flow *flow);

#endif
