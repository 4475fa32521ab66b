#include "level_flow_search.h"

#include <assert.h>

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

static bool is_goal(const struct level_flow_goal *goal, uint32_t node)
{
    return goal->excess ? goal->excess[node] < 0 || node == goal->hub
                        : node == goal->node;
}

/* The same for a search against the arcs. */
static bool is_origin(const struct level_flow_goal *goal, uint32_t node)
{
    return goal->excess && (goal->excess[node] > 0 || node == goal->hub);
}

/* Whether the direct arc of a settled node leads to a target at no reduced cost, which no
 * other arc can beat; the target is then reached, and settled next. */
static bool ends_at_once(struct level_flow *flow, const struct level_flow_goal *goal,
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

int64_t level_flow_search(struct level_flow *flow, uint32_t from,
                          struct level_flow_goal *goal, int64_t most)
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
            if (!is_goal(goal, arc->head))
                continue;
            nearest = next;
            if (goal->hub != LEVEL_FLOW_NONE && next == distance) {
                goal->node = arc->head; /* none is nearer, but many nodes are as near */
                return next;
            }
        }
    }
}

int64_t level_flow_search_against(struct level_flow *flow, uint32_t to,
                                  struct level_flow_goal *goal)
{
    start_search(flow, to);
    for (uint32_t node; (node = pop(flow)) != LEVEL_FLOW_NONE;) {
        uint32_t distance = flow->label[node].distance;
        if (is_origin(goal, node)) {
            goal->node = node;
            return distance;
        }
        if (distance > LEVEL_FLOW_MAX_DISTANCE) {
            flow->failed = true;
            break;
        }
        flow->settled[flow->n_settled++] = node;
        for (uint32_t a = flow->first[node]; a < flow->first[node + 1]; a++) {
            uint32_t tail = flow->arc[a].head;
            const struct level_flow_arc *arc = &flow->arc[flow->arc[a].twin];
            int32_t reduced = arc->cost + flow->potential[tail] - flow->potential[node];
            if (arc->left <= 0)
                continue;
            relax(flow, tail, distance + (uint32_t)reduced, a);
            if (reduced == 0 && is_origin(goal, tail)) {
                goal->node = tail;
                return distance;
            }
        }
    }
    return INT64_MAX;
}
