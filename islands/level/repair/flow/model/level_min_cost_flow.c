#include "level_min_cost_flow.h"

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

/* The radix heap. Bucket k > 0 holds the distances whose highest bit that differs from
 * `last` is k - 1; bucket 0 those equal to `last`. */

static uint32_t bucket_of(const struct level_flow *flow, uint32_t distance)
{
    uint32_t differs = distance ^ flow->last;
    return differs ? 32 - (uint32_t)__builtin_clz(differs) : 0;
}

static void push(struct level_flow *flow, uint32_t node)
{
    assert(node < flow->n_nodes && flow->label[node].distance >= flow->last);
    struct level_flow_label *label = &flow->label[node];
    uint32_t *head = &flow->bucket[bucket_of(flow, label->distance)];
    label->next = *head;
    label->before = LEVEL_FLOW_NONE;
    if (*head != LEVEL_FLOW_NONE)
        flow->label[*head].before = node;
    *head = node;
}

/* Removes a node from its bucket. */
static void unlink(struct level_flow *flow, uint32_t node)
{
    const struct level_flow_label *label = &flow->label[node];
    if (label->next != LEVEL_FLOW_NONE)
        flow->label[label->next].before = label->before;
    if (label->before != LEVEL_FLOW_NONE)
        flow->label[label->before].next = label->next;
    else
        flow->bucket[bucket_of(flow, label->distance)] = label->next;
}

/* Moves the nearest nodes to bucket 0; false if the heap is empty. */
static bool refill(struct level_flow *flow)
{
    uint32_t k = 1;
    while (k < LEVEL_FLOW_BUCKETS && flow->bucket[k] == LEVEL_FLOW_NONE)
        k++;
    if (k == LEVEL_FLOW_BUCKETS)
        return false;
    uint32_t node = flow->bucket[k], least = UINT32_MAX;
    for (uint32_t v = node; v != LEVEL_FLOW_NONE; v = flow->label[v].next)
        if (flow->label[v].distance < least)
            least = flow->label[v].distance;
    flow->bucket[k] = LEVEL_FLOW_NONE;
    flow->last = least;
    assert(flow->bucket[0] == LEVEL_FLOW_NONE && least < UINT32_MAX);
    while (node != LEVEL_FLOW_NONE) {
        uint32_t next = flow->label[node].next;
        push(flow, node);
        node = next;
    }
    return true;
}

static uint32_t pop(struct level_flow *flow)
{
    if (flow->bucket[0] == LEVEL_FLOW_NONE && !refill(flow))
        return LEVEL_FLOW_NONE;
    uint32_t node = flow->bucket[0];
    unlink(flow, node);
    return node;
}

static void relax(struct level_flow *flow, uint32_t node, uint32_t distance,
                  uint32_t via)
{
    struct level_flow_label *label = &flow->label[node];
    if (label->seen == flow->round) {
        if (label->distance <= distance)
            return;
        unlink(flow, node);
    }
    label->seen = flow->round;
    label->distance = distance;
    label->via = via;
    push(flow, node);
}

static void start_search(struct level_flow *flow, uint32_t from)
{
    flow->round++;
    flow->last = 0;
    flow->n_settled = 0;
    for (uint32_t k = 0; k < LEVEL_FLOW_BUCKETS; k++)
        flow->bucket[k] = LEVEL_FLOW_NONE;
    relax(flow, from, 0, LEVEL_FLOW_NONE);
}

/* The target of a search: a node, or, with LEVEL_FLOW_NONE, any node with a deficit. */
struct goal {
    uint32_t node;
    const int32_t *excess;
};

static bool is_goal(const struct goal *goal, uint32_t node)
{
    return goal->excess ? goal->excess[node] < 0 : node == goal->node;
}

/* Whether the direct arc of a settled node leads to a target at no reduced cost, which no
 * other arc can beat; the target is then reached, and settled next. */
static bool ends_at_once(struct level_flow *flow, const struct goal *goal,
                         uint32_t node, uint32_t distance)
{
    if (node >= LEVEL_FLOW_DIRECT || flow->direct[node] == LEVEL_FLOW_NONE)
        return false;
    const struct level_flow_arc *arc = &flow->arc[flow->direct[node]];
    if (arc->left <= 0 || !is_goal(goal, arc->head) ||
        arc->cost + flow->potential[node] != flow->potential[arc->head])
        return false;
    relax(flow, arc->head, distance, flow->direct[node]);
    return true;
}

/* Dijkstra's algorithm on reduced costs up to `most`. Returns the distance of the
 * target, and its node; else a number above `most`: the next distance, or INT64_MAX if
 * there is none. */
static int64_t dijkstra(struct level_flow *flow, uint32_t from, struct goal *goal,
                        int64_t most)
{
    uint32_t nearest = UINT32_MAX; /* target that was reached: prunes the search */
    start_search(flow, from);
    for (;;) {
        uint32_t node = pop(flow);
        if (node == LEVEL_FLOW_NONE)
            return INT64_MAX;
        uint32_t distance = flow->label[node].distance;
        assert(distance == flow->last); /* nodes are settled in order of distance */
        if (is_goal(goal, node))
            goal->node = node;
        if (node == goal->node || distance > most)
            return distance;
        if (distance > LEVEL_FLOW_MAX_DISTANCE) {
            flow->failed = true;
            return INT64_MAX;
        }
        flow->settled[flow->n_settled++] = node;
        assert(flow->n_settled <= flow->n_nodes);
        int32_t potential = flow->potential[node];
        if (ends_at_once(flow, goal, node, distance)) {
            nearest = distance;
            continue;
        }
        for (uint32_t a = flow->first[node]; a < flow->first[node + 1]; a++) {
            const struct level_flow_arc *arc = &flow->arc[a];
            if (arc->left <= 0)
                continue;
            int32_t reduced = arc->cost + potential - flow->potential[arc->head];
            assert(reduced >= 0 || flow->failed);
            uint32_t next = distance + (uint32_t)reduced;
            if (next >= nearest)
                continue;
            relax(flow, arc->head, next, a);
            if (is_goal(goal, arc->head))
                nearest = next;
        }
    }
}

void level_flow_search_back(struct level_flow *flow, uint32_t to)
{
    start_search(flow, to);
    for (uint32_t node; (node = pop(flow)) != LEVEL_FLOW_NONE;) {
        uint32_t distance = flow->label[node].distance;
        if (distance > LEVEL_FLOW_MAX_DISTANCE) {
            flow->failed = true;
            return;
        }
        for (uint32_t a = flow->first[node]; a < flow->first[node + 1]; a++) {
            uint32_t tail = flow->arc[a].head;
            const struct level_flow_arc *arc = &flow->arc[flow->arc[a].twin];
            int32_t reduced = arc->cost + flow->potential[tail] - flow->potential[node];
            if (arc->left > 0)
                relax(flow, tail, distance + (uint32_t)reduced, a);
        }
    }
}

int64_t level_flow_cost_back(const struct level_flow *flow, uint32_t from, uint32_t to)
{
    if (flow->label[from].seen != flow->round)
        return LEVEL_FLOW_INFINITY;
    return (int64_t)flow->label[from].distance + flow->potential[to] -
           flow->potential[from];
}

/* Lowers the potentials of settled nodes so that reduced costs stay >= 0 when the path
 * of this length is used. */
static void lower_potentials(struct level_flow *flow, int64_t target_distance)
{
    for (uint32_t i = 0; i < flow->n_settled; i++) {
        uint32_t node = flow->settled[i];
        int64_t less = target_distance - (int64_t)flow->label[node].distance;
        if (less <= 0)
            continue;
        int64_t lower = flow->potential[node] - less;
        flow->failed = flow->failed || lower < -LEVEL_FLOW_MAX_POTENTIAL;
        level_flow_set(flow, &flow->potential[node], (int32_t)lower);
    }
}

/* Sends a unit along the path of the last search. */
static void push_along_path(struct level_flow *flow, uint32_t from, uint32_t to)
{
    for (uint32_t v = to; v != from;
         v = flow->arc[flow->arc[flow->label[v].via].twin].head)
        level_flow_add_unit(flow, flow->label[v].via);
}

bool level_flow_augment(struct level_flow *flow, uint32_t from, uint32_t to,
                        int64_t limit, int64_t *cost)
{
    assert(from < flow->n_nodes && to < flow->n_nodes && from != to);
    int64_t shift = (int64_t)flow->potential[to] - flow->potential[from];
    int64_t most =
        limit == LEVEL_FLOW_INFINITY ? LEVEL_FLOW_INFINITY - 1 : limit - shift;
    struct goal goal = {.node = to};
    int64_t distance = most < 0 ? 0 : dijkstra(flow, from, &goal, most);
    if (distance == INT64_MAX) {
        *cost = LEVEL_FLOW_INFINITY;
        return false;
    }
    *cost = distance + shift;
    if (distance > most || most < 0) {
        return false;
    }
    lower_potentials(flow, distance);
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

bool level_flow_balance(struct level_flow *flow, int32_t *excess, int64_t *cost)
{
    assert(excess_holds(flow, excess));
    bool all = true;
    for (uint32_t from = 0; from < flow->n_nodes; from++)
        while (excess[from] > 0) {
            struct goal goal = {.node = LEVEL_FLOW_NONE, .excess = excess};
            int64_t distance = dijkstra(flow, from, &goal, INT64_MAX - 1);
            if (distance == INT64_MAX) {
                all = false;
                break;
            }
            *cost += distance + flow->potential[goal.node] - flow->potential[from];
            lower_potentials(flow, distance);
            push_along_path(flow, from, goal.node);
            excess[from]--;
            excess[goal.node]++;
        }
    return all;
}
