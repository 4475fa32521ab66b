#include "sliding_bounded_bidirectional.h"

#include "hash_index.h"
#include "interrupt.h"
#include "sliding_reaches.h"

#include <assert.h>
#include <string.h>

/* Priorities above share the last bucket: with weight 2 that is f > 1023. Chosen by hand. */
enum { BUCKETS = 2048 };

#define NONE UINT32_MAX

/* Distinguishes the keys of the two ends in one hash table. */
static const uint64_t other_end = 0x9e3779b97f4a7c15;

/* One end of the search: its open list as buckets by priority, last in first out within a
 * bucket. */
struct end {
    const uint8_t *goal; /* root of the other end */
    uint64_t mark;       /* exclusive or into its keys */
    size_t nodes;
    uint32_t *top;        /* BUCKETS entries: the top of each bucket */
    unsigned bucket, set; /* buckets below `bucket` are empty, those from `set` on
                             not initialized */
};

/* Placements generated from both ends, or from the near one only where the perimeter of
 * the target replaces the far one. A placement that is reached by a shorter path is
 * queued again. */
struct search {
    const struct sliding_instance *instance;
    struct sliding_bounded_bidirectional *task;
    struct rng *rng;
    struct end end[2];
    size_t nodes, entries;
    struct hash_index index; /* of nodes, by key */
    uint8_t *at;             /* of each node */
    uint64_t *key;           /* with the mark of its end */
    uint32_t *parent;
    int16_t *gene;           /* that led to it */
    uint16_t *g, *h;         /* moves from its own root, lower bound to the other one */
    uint32_t *entry, *below; /* 2 * nodes entries: a node, and the next entry of its
                                bucket */
    uint16_t *entry_g;       /* g when queued: stale if it has decreased since */
    bool to_target;  /* `to` is the target: its perimeter replaces the far end */
    bool incomplete; /* `branching` has pruned a move */
    bool overflowed; /* the queue has overflowed ... */
    unsigned overflow_bucket;
    uint32_t met[2]; /* node where the ends meet, on each side; NONE: not yet */
};

static void end_init(struct end *end, const uint8_t *goal, uint64_t mark,
                     struct arena *scratch)
{
    *end = (struct end){.goal = goal, .mark = mark, .bucket = BUCKETS};
    end->top = ARENA_NEW(scratch, uint32_t, BUCKETS);
}

static struct search search_init(const struct sliding_instance *instance,
                                 struct sliding_bounded_bidirectional *task,
                                 struct rng *rng, struct arena *scratch)
{
    size_t n = task->nodes;
    struct search s = {.instance = instance, .task = task, .rng = rng};
    s.index = hash_index_take(n, scratch);
    end_init(&s.end[0], task->to, 0, scratch);
    end_init(&s.end[1], task->from, other_end, scratch);
    s.at = ARENA_NEW(scratch, uint8_t, n * instance->puzzle.rings);
    s.key = ARENA_NEW(scratch, uint64_t, n);
    s.parent = ARENA_NEW(scratch, uint32_t, n);
    s.gene = ARENA_NEW(scratch, int16_t, n);
    s.g = ARENA_NEW(scratch, uint16_t, n);
    s.h = ARENA_NEW(scratch, uint16_t, n);
    s.entry = ARENA_NEW(scratch, uint32_t, 2 * n);
    s.below = ARENA_NEW(scratch, uint32_t, 2 * n);
    s.entry_g = ARENA_NEW(scratch, uint16_t, 2 * n);
    s.met[0] = s.met[1] = NONE;
    s.to_target = !task->both_ends &&
                  !memcmp(task->to, instance->puzzle.target, instance->puzzle.rings);
    return s;
}

size_t sliding_bounded_bidirectional_bytes(const struct sliding_instance *instance,
                                           size_t nodes)
{
    size_t node = instance->puzzle.rings + sizeof(uint64_t) + sizeof(uint32_t) +
                  3 * sizeof(uint16_t);
    size_t entries = 2 * (2 * sizeof(uint32_t) + sizeof(uint16_t));
    return nodes * (node + entries) + hash_index_bytes(nodes) +
           2 * BUCKETS * sizeof(uint32_t) + (size_t)14 * ARENA_ALIGN;
}

/* Priority, low first: twice the weighted f, plus a random bit for ties. Placements on
 * the way to the target are outside its perimeter. */
static unsigned rank_of(const struct search *s, uint32_t node)
{
    unsigned h = s->h[node], radius = s->instance->perimeter.radius;
    if (s->to_target && h <= radius)
        h = radius + 1;
    unsigned priority = 2u * s->g[node] + s->task->weight * h;
    priority += (unsigned)(rng_next(s->rng) >> 63);
    return priority < BUCKETS ? priority : BUCKETS - 1;
}

static void push(struct search *s, struct end *end, uint32_t node)
{
    if (s->entries == 2 * s->task->nodes) {
        s->overflow_bucket = s->overflowed ? s->overflow_bucket : end->bucket;
        s->overflowed = true;
        return;
    }
    unsigned bucket = rank_of(s, node);
    uint32_t e = (uint32_t)s->entries++;
    for (; end->set <= bucket; end->set++)
        end->top[end->set] = NONE;
    s->entry[e] = node;
    s->entry_g[e] = s->g[node];
    s->below[e] = end->top[bucket];
    end->top[bucket] = e;
    if (bucket < end->bucket)
        end->bucket = bucket;
}

/* The open node of least priority, or NONE. */
static uint32_t pop(const struct search *s, struct end *end)
{
    for (; end->bucket < end->set; end->bucket++)
        while (end->top[end->bucket] != NONE) {
            uint32_t e = end->top[end->bucket];
            end->top[end->bucket] = s->below[e];
            if (s->entry_g[e] == s->g[s->entry[e]])
                return s->entry[e];
        }
    return NONE;
}

static bool is_at(const struct search *s, uint32_t node, const uint8_t *at)
{
    size_t rings = s->instance->puzzle.rings;
    return !memcmp(s->at + node * rings, at, rings);
}

/* The slot of a placement, or the free slot for it. Placements are compared, not only
 * keys: a collision would invalidate a proof. */
static uint32_t *slot_of(const struct search *s, uint64_t key, const uint8_t *at)
{
    uint32_t *slot = hash_index_first(&s->index, key);
    while (*slot && (s->key[*slot - 1] != key || !is_at(s, *slot - 1, at)))
        slot = hash_index_next(&s->index, slot);
    return slot;
}

/* A move from node `parent` (NONE: the root itself) and the placement it leads to. */
struct step {
    uint32_t parent;
    int16_t gene;
    const uint8_t *at; /* the placement */
    uint64_t key;      /* with the mark of the end */
    unsigned g, h;
};

/* Adds a placement that is not in the table; `slot` is free. */
static void add_node(struct search *s, struct end *end, uint32_t *slot,
                     const struct step *to)
{
    size_t rings = s->instance->puzzle.rings;
    uint32_t node = (uint32_t)s->nodes++;
    assert(s->nodes <= s->task->nodes && !*slot);
    assert(to->g <= UINT16_MAX && to->h <= UINT16_MAX);
    memcpy(s->at + node * rings, to->at, rings);
    end->nodes++;
    *slot = node + 1;
    s->key[node] = to->key;
    s->parent[node] = to->parent;
    s->gene[node] = to->gene;
    s->g[node] = (uint16_t)to->g;
    s->h[node] = (uint16_t)to->h;
    push(s, end, node);
}

/* Records a placement that both ends have reached if the path through it is short
 * enough. */
static void check_meeting(struct search *s, const struct end *end, uint32_t node)
{
    size_t rings = s->instance->puzzle.rings;
    uint32_t *slot = slot_of(s, s->key[node] ^ other_end, s->at + node * rings);
    if (!*slot)
        return;
    uint32_t other = *slot - 1;
    if ((size_t)s->g[node] + s->g[other] > s->task->most)
        return;
    s->met[end != s->end] = node;
    s->met[end == s->end] = other;
}

/* Whether a new placement can be on a path to the target that is short enough; records
 * it when it is inside the perimeter. */
static bool within_perimeter_bound(struct search *s, const struct step *to)
{
    const struct sliding_perimeter_table *perimeter = &s->instance->perimeter;
    int left = sliding_perimeter_distance(perimeter, to->key);
    if (left < 0)
        return !perimeter->complete && to->g + perimeter->radius < s->task->most;
    if (to->g + (unsigned)left > s->task->most)
        return false;
    s->met[0] = (uint32_t)s->nodes;
    return true;
}

static void generate(struct search *s, struct end *end, const struct step *to)
{
    uint32_t *slot = slot_of(s, to->key, to->at);
    uint32_t node = *slot - 1;
    if (!*slot) {
        if (s->nodes == s->task->nodes ||
            (s->to_target && !within_perimeter_bound(s, to)))
            return;
        node = (uint32_t)s->nodes;
        add_node(s, end, slot, to);
    } else if (s->g[node] > to->g) {
        s->parent[node] = to->parent;
        s->gene[node] = to->gene;
        s->g[node] = (uint16_t)to->g;
        push(s, end, node);
    } else {
        return;
    }
    if (!s->to_target)
        check_meeting(s, end, node);
}

/* A random mask for 64 moves that do not decrease h: those whose bit is set are
 * generated, between half of `branching` and `branching` of them on average. */
static uint64_t draw_mask(struct search *s, vertex_set set)
{
    unsigned moves = sliding_count(set), branching = s->task->branching;
    uint64_t coins = UINT64_MAX;
    if (branching)
        for (; moves > branching; moves /= 2)
            coins &= rng_next(s->rng);
    s->incomplete |= coins != UINT64_MAX;
    return coins;
}

/* Expands a node within the limit of moves. */
static void expand(struct search *s, struct end *end, uint32_t node)
{
    const struct sliding_instance *instance = s->instance;
    const struct sliding *puzzle = &instance->puzzle;
    const uint8_t *goal = end->goal;
    uint8_t at[SLIDING_MAX_RINGS];
    vertex_set reaches[SLIDING_MAX_RINGS];
    struct step to = {.parent = node, .at = at, .g = s->g[node] + 1u};
    unsigned first = (unsigned)rng_below(s->rng, puzzle->rings);
    memcpy(at, s->at + (size_t)node * puzzle->rings, puzzle->rings);
    sliding_reaches(puzzle, at, reaches);
    for (unsigned i = 0; i < puzzle->rings && s->met[0] == NONE; i++) {
        unsigned r = first + i < puzzle->rings ? first + i : first + i - puzzle->rings;
        unsigned from = at[r], own = instance->steps[from ^ goal[r]];
        unsigned others = s->h[node] - own;
        assert(own <= s->h[node]);
        uint64_t coins = draw_mask(s, reaches[r]);
        for (vertex_set set = reaches[r]; set; set &= set - 1) {
            unsigned v = sliding_first(set);
            to.h = others + instance->steps[v ^ goal[r]];
            coins = coins >> 1 | coins << 63;
            if (to.g + to.h > s->task->most || (to.h >= s->h[node] && !(coins & 1)))
                continue;
            to.gene = sliding_gene(puzzle, r, v);
            to.key = sliding_key_after(instance, s->key[node], r, from, v);
            at[r] = (uint8_t)v;
            generate(s, end, &to);
        }
        at[r] = (uint8_t)from;
    }
}

static size_t depth_of(const struct search *s, uint32_t node)
{
    size_t depth = 0;
    for (; s->parent[node] != NONE; node = s->parent[node])
        depth++;
    return depth;
}

/* Extracts the path: the moves to the meeting placement, then those of the far end
 * reversed, or those through the perimeter. SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH when
 * a key collision made up the perimeter's distance. */
static int trace(const struct search *s, int16_t *genes)
{
    const struct sliding *puzzle = &s->instance->puzzle;
    size_t moves = depth_of(s, s->met[0]), i = moves;
    for (uint32_t node = s->met[0]; s->parent[node] != NONE; node = s->parent[node])
        genes[--i] = s->gene[node];
    if (s->to_target) {
        int rest = sliding_perimeter_descend(
            &s->instance->perimeter, puzzle, s->instance->key,
            s->at + (size_t)s->met[0] * puzzle->rings, genes + moves);
        return rest < 0 ? SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH : (int)moves + rest;
    }
    for (uint32_t node = s->met[1]; s->parent[node] != NONE; node = s->parent[node]) {
        unsigned ring = sliding_ring_of(puzzle, s->gene[node]);
        const uint8_t *before = s->at + (size_t)s->parent[node] * puzzle->rings;
        genes[moves++] = sliding_gene(puzzle, ring, before[ring]);
    }
    return (int)moves;
}

static void add_roots(struct search *s, unsigned h)
{
    struct step from = {.parent = NONE,
                        .gene = SLIDING_END,
                        .at = s->task->from,
                        .key = sliding_key(s->instance, s->task->from),
                        .h = h};
    struct step to = {.parent = NONE,
                      .gene = SLIDING_END,
                      .at = s->task->to,
                      .key = sliding_key(s->instance, s->task->to) ^ other_end,
                      .h = h};
    generate(s, &s->end[0], &from);
    if (!s->to_target)
        generate(s, &s->end[1], &to);
}

/* Expansions between two checks for an interrupt; chosen by hand. */
enum { ASK_EVERY = 256 };

/* Expands until the ends meet or the nodes are used up; false when an open list is
 * empty. */
static bool run(struct search *s)
{
    uint32_t asked = 0;
    while (s->met[0] == NONE && s->nodes < s->task->nodes) {
        if (asked++ % ASK_EVERY == 0)
            (void)interrupt_pending();
        bool far = !s->to_target && s->end[1].nodes < s->end[0].nodes;
        uint32_t node = pop(s, &s->end[far]);
        if (node == NONE) {
            s->task->exhausted_end = far;
            s->task->component = s->end[far].nodes;
            return false;
        }
        expand(s, &s->end[far], node);
    }
    return true;
}

int sliding_bounded_bidirectional_find(const struct sliding_instance *instance,
                                       struct sliding_bounded_bidirectional *task,
                                       struct rng *rng, struct arena scratch,
                                       int16_t *genes)
{
    unsigned h = sliding_bound(&instance->puzzle, task->from, task->to);
    task->least = h;
    task->exhausted = h > task->most;
    if (task->exhausted)
        return SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH;
    struct search s = search_init(instance, task, rng, &scratch);
    add_roots(&s, h);
    task->exhausted = !run(&s) && !s.incomplete && !s.overflowed;
    task->met += s.nodes;
    unsigned bucket = s.end[0].bucket;
    if (s.overflowed && s.overflow_bucket < bucket)
        bucket = s.overflow_bucket;
    if (bucket < BUCKETS - 1)
        task->least = bucket / 2;
    return s.met[0] == NONE ? SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH : trace(&s, genes);
}
