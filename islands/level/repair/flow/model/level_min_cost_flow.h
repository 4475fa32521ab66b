/* Minimum-cost flow, a unit at a time, with a way back.
 *
 * A network of nodes and arcs with whole capacities and costs. Its owner fills it with
 * a flow that is optimal for what it carries (for nothing carried and costs >= 0 any
 * is), then asks for one unit after another along cheapest residual paths; each leaves
 * the flow optimal for what it carries then. Changes after a mark can be undone, which
 * is what a search tree needs.
 *
 * Source: Ahuja, Magnanti, Orlin, Network Flows, 1993, section 9.7 (successive shortest
 * paths with node potentials) and 4.8 (radix heap). Local. */
#ifndef SKERRY_LEVEL_MIN_COST_FLOW_H
#define SKERRY_LEVEL_MIN_COST_FLOW_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

#define LEVEL_FLOW_NONE UINT32_MAX
#define LEVEL_FLOW_INFINITY INT64_MAX /* cost of what cannot be */

/* Costs of arcs and potentials are within these, so that reduced costs fit 32 bits and
 * distances 32 without a sign. Where one would leave them, the flow is lost. */
enum {
    LEVEL_FLOW_MAX_COST = 1 << 28,
    LEVEL_FLOW_MAX_POTENTIAL = 1 << 29,
    LEVEL_FLOW_MAX_DISTANCE = 1 << 30
};

/* What is left of an arc's capacity; `twin` leads back and holds what is carried. */
struct level_flow_arc {
    uint32_t head, twin;
    int32_t cost, left;
};

/* An arc to be. */
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

enum { LEVEL_FLOW_BUCKETS = 33 };

struct level_flow {
    uint32_t n_nodes, n_arcs; /* arcs with their twins */
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

/* Lays out a network without any flow.
 *
 * place   n_drafts, filled: index of each draft's arc
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

/* Carries one more unit on an arc without looking for a path: for the first, optimal
 * flow. */
void level_flow_add_unit(struct level_flow *flow, uint32_t arc);

/* Sends one unit along a cheapest residual path.
 *
 * limit  >= 0; of the path's cost
 * cost   out: of the path, which may be negative; when there is none within the limit a
 *        number above limit that bounds it from below, LEVEL_FLOW_INFINITY when there
 * is none Returns whether it was sent. Without a path the flow is as it was. */
bool level_flow_augment(struct level_flow *flow, uint32_t from, uint32_t to,
                        int64_t limit, int64_t *cost);

/* Sends units from where they wait to where they are missing, each to the nearest.
 *
 * excess  in/out, by node: units that wait; < 0: that are missing; they sum to 0
 * cost    in/out: added to
 * Returns false when a unit can go nowhere; it waits on. */
bool level_flow_balance(struct level_flow *flow, int32_t *excess, int64_t *cost);

/* Closes an arc for good. Returns true when it carried a unit (it carried at most one):
 * that unit now stands at the arc's tail and is missing at its head, to be routed from
 * tail to head. */
bool level_flow_close_arc(struct level_flow *flow, uint32_t arc);

/* Sets a number of the owner's so that level_flow_undo gives it back its old value. */
void level_flow_set(struct level_flow *flow, int32_t *where, int32_t value);

/* From the first mark on, changes are logged. Marks are undone in reverse order; undo
 * keeps the mark itself. */
size_t level_flow_mark(struct level_flow *flow);
void level_flow_undo(struct level_flow *flow, size_t mark);

/* Forgets what was logged, and logs nothing until the next mark. */
void level_flow_forget(struct level_flow *flow);

#endif
