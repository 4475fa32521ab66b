#include "level_min_cost_flow.h"

#include "level_flow_search.h"

#include <assert.h>
#include <string.h>

enum { FIRST_CHANGES = 1024 };

static bool take_arrays(struct level_flow *flow, uint32_t n_nodes, uint32_t n_arcs)
{
    struct arena *arena = flow->arena;
    flow->first = ARENA_NEW(arena, uint32_t, (size_t)n_nodes + 1);
    flow->arc = ARENA_NEW(arena, struct level_flow_arc, (size_t)n_arcs + 1);
    flow->potential = ARENA_NEW(arena, int32_t, n_nodes);
    flow->label = ARENA_NEW(arena, struct level_flow_label, n_nodes);
    flow->settled = ARENA_NEW(arena, uint32_t, n_nodes);
    if (!flow->first || !flow->arc || !flow->potential || !flow->label ||
        !flow->settled)
        return false;
    memset(flow->first, 0, ((size_t)n_nodes + 1) * sizeof *flow->first);
    memset(flow->potential, 0, n_nodes * sizeof *flow->potential);
    memset(flow->label, 0, n_nodes * sizeof *flow->label);
    return true;
}

bool level_flow_init(struct level_flow *flow, uint32_t n_nodes,
                     const struct level_flow_draft *draft, uint32_t n_drafts,
                     uint32_t *place, struct arena *arena)
{
    *flow =
        (struct level_flow){.n_nodes = n_nodes, .n_arcs = 2 * n_drafts, .arena = arena};
    if (!take_arrays(flow, n_nodes, 2 * n_drafts))
        return false;
    for (uint32_t v = 0; v < LEVEL_FLOW_DIRECT; v++)
        flow->direct[v] = LEVEL_FLOW_NONE;
    uint32_t *first = flow->first, *at = flow->settled;
    for (uint32_t i = 0; i < n_drafts; i++) {
        first[draft[i].tail + 1]++;
        first[draft[i].head + 1]++;
    }
    for (uint32_t v = 0; v < n_nodes; v++) {
        at[v] = first[v];
        first[v + 1] += first[v];
    }
    for (uint32_t i = 0; i < n_drafts; i++) {
        const struct level_flow_draft *d = &draft[i];
        assert(d->cost >= -LEVEL_FLOW_MAX_COST && d->cost <= LEVEL_FLOW_MAX_COST);
        assert(d->capacity >= 0 && d->tail < n_nodes && d->head < n_nodes);
        uint32_t there = at[d->tail]++, back = at[d->head]++;
        flow->arc[there] = (struct level_flow_arc){d->head, back, d->cost, d->capacity};
        flow->arc[back] = (struct level_flow_arc){d->tail, there, -d->cost, 0};
        place[i] = there;
    }
    return true;
}

static bool grow_log(struct level_flow *flow)
{
    size_t max = flow->max_changes ? 2 * flow->max_changes : FIRST_CHANGES;
    struct level_flow_change *change =
        ARENA_NEW(flow->arena, struct level_flow_change, max);
    if (!change) {
        flow->failed = true;
        return false;
    }
    if (flow->n_changes)
        memcpy(change, flow->change, flow->n_changes * sizeof *change);
    flow->change = change;
    flow->max_changes = max;
    return true;
}

void level_flow_set(struct level_flow *flow, int32_t *where, int32_t value)
{
    if (flow->logging && (flow->n_changes < flow->max_changes || grow_log(flow)))
        flow->change[flow->n_changes++] = (struct level_flow_change){where, *where};
    *where = value;
}

size_t level_flow_mark(struct level_flow *flow)
{
    flow->logging = true;
    return flow->n_changes;
}

void level_flow_undo(struct level_flow *flow, size_t mark)
{
    assert(mark <= flow->n_changes || flow->failed);
    while (flow->n_changes > mark) {
        const struct level_flow_change *change = &flow->change[--flow->n_changes];
        *change->where = change->old;
    }
}

void level_flow_forget(struct level_flow *flow)
{
    flow->n_changes = 0;
    flow->logging = false;
}

void level_flow_add_unit(struct level_flow *flow, uint32_t arc)
{
    struct level_flow_arc *there = &flow->arc[arc], *back = &flow->arc[there->twin];
    assert(there->left > 0);
    level_flow_set(flow, &there->left, there->left - 1);
    level_flow_set(flow, &back->left, back->left + 1);
}

bool level_flow_close_arc(struct level_flow *flow, uint32_t arc)
{
    struct level_flow_arc *there = &flow->arc[arc], *back = &flow->arc[there->twin];
    bool carried = back->left > 0;
    assert(back->left <= 1);
    if (there->left)
        level_flow_set(flow, &there->left, 0);
    if (carried)
        level_flow_set(flow, &back->left, 0);
    return carried;
}

void level_flow_search_back(struct level_flow *flow, uint32_t to)
{
    struct level_flow_goal none = {.node = LEVEL_FLOW_NONE, .hub = LEVEL_FLOW_NONE};
    level_flow_search_against(flow, to, &none);
}

int64_t level_flow_cost_back(const struct level_flow *flow, uint32_t from, uint32_t to)
{
    if (flow->label[from].seen != flow->round)
        return LEVEL_FLOW_INFINITY;
    return (int64_t)flow->label[from].distance + flow->potential[to] -
           flow->potential[from];
}

/* Lowers the potentials of settled nodes, or raises them after a search back, so that reduced
 * costs stay >= 0 when the path of this length is used. */
static void move_potentials(struct level_flow *flow, int64_t target_distance, bool back)
{
    for (uint32_t i = 0; i < flow->n_settled; i++) {
        uint32_t node = flow->settled[i];
        int64_t by = target_distance - (int64_t)flow->label[node].distance;
        if (by <= 0)
            continue;
        int64_t next = flow->potential[node] + (back ? by : -by);
        flow->failed = flow->failed || next < -LEVEL_FLOW_MAX_POTENTIAL ||
                       next > LEVEL_FLOW_MAX_POTENTIAL;
        level_flow_set(flow, &flow->potential[node], (int32_t)next);
    }
}

/* Sends a unit along the path of the last search. */
static void push_along_path(struct level_flow *flow, uint32_t from, uint32_t to)
{
    for (uint32_t v = to; v != from;
         v = flow->arc[flow->arc[flow->label[v].via].twin].head)
        level_flow_add_unit(flow, flow->label[v].via);
}

static void push_along_path_back(struct level_flow *flow, uint32_t from, uint32_t to)
{
    for (uint32_t v = from; v != to;) {
        const uint32_t arc = flow->arc[flow->label[v].via].twin;
        level_flow_add_unit(flow, arc);
        v = flow->arc[arc].head;
    }
}

bool level_flow_augment(struct level_flow *flow, uint32_t from, uint32_t to,
                        int64_t limit, int64_t *cost)
{
    assert(from < flow->n_nodes && to < flow->n_nodes && from != to);
    int64_t shift = (int64_t)flow->potential[to] - flow->potential[from];
    int64_t most =
        limit == LEVEL_FLOW_INFINITY ? LEVEL_FLOW_INFINITY - 1 : limit - shift;
    struct level_flow_goal goal = {.node = to, .hub = LEVEL_FLOW_NONE};
    int64_t distance = most < 0 ? 0 : level_flow_search(flow, from, &goal, most);
    if (distance == INT64_MAX) {
        *cost = LEVEL_FLOW_INFINITY;
        return false;
    }
    *cost = distance + shift;
    if (distance > most || most < 0) {
        return false;
    }
    move_potentials(flow, distance, false);
    push_along_path(flow, from, to);
    return true;
}

/* Whether excess and deficit are equal; for asserts. */
static inline bool excess_holds(const struct level_flow *flow, const int32_t *excess)
{
    int64_t sum = 0;
    for (uint32_t v = 0; v < flow->n_nodes; v++)
        sum += excess[v];
    return sum == 0;
}

/* Sends a unit from a node to the nearest goal, or, back, from the nearest goal to it. */
static bool send_unit(struct level_flow *flow, uint32_t node, uint32_t hub, bool back,
                      int32_t *excess, int64_t *cost)
{
    struct level_flow_goal goal = {
        .node = LEVEL_FLOW_NONE, .hub = hub, .excess = excess};
    int64_t distance = back ? level_flow_search_against(flow, node, &goal)
                            : level_flow_search(flow, node, &goal, INT64_MAX - 1);
    if (distance == INT64_MAX)
        return false;
    const int64_t shift = flow->potential[goal.node] - flow->potential[node];
    *cost += distance + (back ? -shift : shift);
    move_potentials(flow, distance, back);
    if (back)
        push_along_path_back(flow, goal.node, node);
    else
        push_along_path(flow, node, goal.node);
    excess[node] -= back ? -1 : 1;
    excess[goal.node] += back ? -1 : 1;
    return true;
}

bool level_flow_balance(struct level_flow *flow, uint32_t hub, int32_t *excess,
                        int64_t *cost)
{
    assert(excess_holds(flow, excess));
    bool all = true, sent;
    for (uint32_t from = 0; from < flow->n_nodes; from++)
        for (sent = true; sent && from != hub && excess[from] > 0; all = all && sent)
            sent = send_unit(flow, from, hub, false, excess, cost);
    for (uint32_t to = 0; hub != LEVEL_FLOW_NONE && to < flow->n_nodes; to++)
        for (sent = true; sent && to != hub && excess[to] < 0; all = all && sent)
            sent = send_unit(flow, to, hub, true, excess, cost);
    return all;
}
