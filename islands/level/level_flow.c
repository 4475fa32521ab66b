#include "level_flow.h"

#include <assert.h>
#include <string.h>

enum { FIRST_CHANGES = 1024 };

static bool take_arrays(struct flow *flow, uint32_t n_nodes, uint32_t n_arcs)
{
    struct arena *arena = flow->arena;
    flow->first = ARENA_NEW(arena, uint32_t, (size_t)n_nodes + 1);
    flow->arc = ARENA_NEW(arena, struct flow_arc, (size_t)n_arcs + 1);
    flow->potential = ARENA_NEW(arena, int32_t, n_nodes);
    flow->seen = ARENA_NEW(arena, uint32_t, n_nodes);
    flow->via = ARENA_NEW(arena, uint32_t, n_nodes);
    flow->distance = ARENA_NEW(arena, uint32_t, n_nodes);
    flow->next = ARENA_NEW(arena, uint32_t, n_nodes);
    flow->before = ARENA_NEW(arena, uint32_t, n_nodes);
    flow->settled = ARENA_NEW(arena, uint32_t, n_nodes);
    if (!flow->first || !flow->arc || !flow->potential || !flow->seen || !flow->via ||
        !flow->distance || !flow->next || !flow->before || !flow->settled)
        return false;
    memset(flow->first, 0, ((size_t)n_nodes + 1) * sizeof *flow->first);
    memset(flow->potential, 0, n_nodes * sizeof *flow->potential);
    memset(flow->seen, 0, n_nodes * sizeof *flow->seen);
    return true;
}

bool flow_init(struct flow *flow, uint32_t n_nodes, const struct flow_draft *draft,
               uint32_t n_drafts, uint32_t *place, struct arena *arena)
{
    *flow = (struct flow){.n_nodes = n_nodes, .n_arcs = 2 * n_drafts, .arena = arena};
    if (!take_arrays(flow, n_nodes, 2 * n_drafts))
        return false;
    uint32_t *first = flow->first, *at = flow->next;
    for (uint32_t i = 0; i < n_drafts; i++) {
        first[draft[i].tail + 1]++;
        first[draft[i].head + 1]++;
    }
    for (uint32_t v = 0; v < n_nodes; v++) {
        at[v] = first[v];
        first[v + 1] += first[v];
    }
    for (uint32_t i = 0; i < n_drafts; i++) {
        const struct flow_draft *d = &draft[i];
        uint32_t there = at[d->tail]++, back = at[d->head]++;
        flow->arc[there] = (struct flow_arc){d->head, back, d->cost, d->capacity};
        flow->arc[back] = (struct flow_arc){d->tail, there, -d->cost, 0};
        place[i] = there;
    }
    return true;
}

static bool grow_log(struct flow *flow)
{
    size_t max = flow->max_changes ? 2 * flow->max_changes : FIRST_CHANGES;
    struct flow_change *change = ARENA_NEW(flow->arena, struct flow_change, max);
    if (!change) {
        flow->lost = true;
        return false;
    }
    if (flow->n_changes)
        memcpy(change, flow->change, flow->n_changes * sizeof *change);
    flow->change = change;
    flow->max_changes = max;
    return true;
}

void flow_set(struct flow *flow, int32_t *where, int32_t value)
{
    if (flow->logging && (flow->n_changes < flow->max_changes || grow_log(flow)))
        flow->change[flow->n_changes++] = (struct flow_change){where, *where};
    *where = value;
}

size_t flow_mark(struct flow *flow)
{
    flow->logging = true;
    return flow->n_changes;
}

void flow_undo(struct flow *flow, size_t mark)
{
    while (flow->n_changes > mark) {
        const struct flow_change *change = &flow->change[--flow->n_changes];
        *change->where = change->old;
    }
}

void flow_put(struct flow *flow, uint32_t arc)
{
    struct flow_arc *there = &flow->arc[arc], *back = &flow->arc[there->twin];
    assert(there->left > 0);
    flow_set(flow, &there->left, there->left - 1);
    flow_set(flow, &back->left, back->left + 1);
}

bool flow_close(struct flow *flow, uint32_t arc)
{
    struct flow_arc *there = &flow->arc[arc], *back = &flow->arc[there->twin];
    bool carried = back->left > 0;
    assert(back->left <= 1);
    if (there->left)
        flow_set(flow, &there->left, 0);
    if (carried)
        flow_set(flow, &back->left, 0);
    return carried;
}

/* The heap. Bucket k > 0 holds distances whose highest bit that differs from `last` is
 * k - 1; bucket 0 those equal to last. */

static uint32_t bucket_of(const struct flow *flow, uint32_t distance)
{
    uint32_t differs = distance ^ flow->last;
    return differs ? 32 - (uint32_t)__builtin_clz(differs) : 0;
}

static void push(struct flow *flow, uint32_t node)
{
    uint32_t *head = &flow->bucket[bucket_of(flow, flow->distance[node])];
    flow->next[node] = *head;
    flow->before[node] = FLOW_NONE;
    if (*head != FLOW_NONE)
        flow->before[*head] = node;
    *head = node;
}

/* Takes a node out of the bucket where its distance has it. */
static void pull(struct flow *flow, uint32_t node)
{
    uint32_t next = flow->next[node], before = flow->before[node];
    if (next != FLOW_NONE)
        flow->before[next] = before;
    if (before != FLOW_NONE)
        flow->next[before] = next;
    else
        flow->bucket[bucket_of(flow, flow->distance[node])] = next;
}

/* Moves the nearest nodes to bucket 0; false when none is left. */
static bool refill(struct flow *flow)
{
    uint32_t k = 1;
    while (k < FLOW_BUCKETS && flow->bucket[k] == FLOW_NONE)
        k++;
    if (k == FLOW_BUCKETS)
        return false;
    uint32_t node = flow->bucket[k], least = UINT32_MAX;
    for (uint32_t v = node; v != FLOW_NONE; v = flow->next[v])
        if (flow->distance[v] < least)
            least = flow->distance[v];
    flow->bucket[k] = FLOW_NONE;
    flow->last = least;
    while (node != FLOW_NONE) {
        uint32_t next = flow->next[node];
        push(flow, node);
        node = next;
    }
    return true;
}

static uint32_t pop(struct flow *flow)
{
    if (flow->bucket[0] == FLOW_NONE && !refill(flow))
        return FLOW_NONE;
    uint32_t node = flow->bucket[0];
    pull(flow, node);
    return node;
}

static void reach(struct flow *flow, uint32_t node, uint32_t distance, uint32_t via)
{
    if (flow->seen[node] == flow->round) {
        if (flow->distance[node] <= distance)
            return;
        pull(flow, node);
    }
    flow->seen[node] = flow->round;
    flow->distance[node] = distance;
    flow->via[node] = via;
    push(flow, node);
}

static void start(struct flow *flow, uint32_t from)
{
    flow->round++;
    flow->last = 0;
    flow->n_settled = 0;
    for (uint32_t k = 0; k < FLOW_BUCKETS; k++)
        flow->bucket[k] = FLOW_NONE;
    reach(flow, from, 0, FLOW_NONE);
}

/* Distances in reduced costs up to `most`. Returns that of `to`; else a number above
 * most: the next distance there is, or INT64_MAX when there is none. */
static int64_t measure(struct flow *flow, uint32_t from, uint32_t to, int64_t most)
{
    start(flow, from);
    for (;;) {
        uint32_t node = pop(flow);
        if (node == FLOW_NONE)
            return INT64_MAX;
        uint32_t distance = flow->distance[node];
        if (node == to || distance > most)
            return distance;
        flow->settled[flow->n_settled++] = node;
        int32_t potential = flow->potential[node];
        for (uint32_t a = flow->first[node]; a < flow->first[node + 1]; a++) {
            const struct flow_arc *arc = &flow->arc[a];
            if (arc->left > 0)
                reach(flow, arc->head,
                      distance + (uint32_t)(arc->cost + potential -
                                            flow->potential[arc->head]),
                      a);
        }
    }
}

/* Keeps reduced costs >= 0 when the path to a node at `reach` is used. */
static void lift(struct flow *flow, int64_t reach_at)
{
    for (uint32_t i = 0; i < flow->n_settled; i++) {
        uint32_t node = flow->settled[i];
        int64_t less = reach_at - (int64_t)flow->distance[node];
        if (less > 0)
            flow_set(flow, &flow->potential[node],
                     flow->potential[node] - (int32_t)less);
    }
}

bool flow_route(struct flow *flow, uint32_t from, uint32_t to, int32_t limit,
                int32_t *cost)
{
    int64_t shift = (int64_t)flow->potential[to] - flow->potential[from];
    int64_t most = limit - shift;
    int64_t distance = most < 0 ? 0 : measure(flow, from, to, most);
    if (distance == INT64_MAX) {
        *cost = INT32_MAX;
        return false;
    }
    *cost = (int32_t)(distance + shift);
    if (distance > most || most < 0) {
        return false;
    }
    lift(flow, distance);
    for (uint32_t v = to; v != from; v = flow->arc[flow->arc[flow->via[v]].twin].head)
        flow_put(flow, flow->via[v]);
    return true;
}
