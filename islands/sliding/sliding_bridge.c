#include "sliding_bridge.h"

#include "sliding_reaches.h"

#include <string.h>

enum { NODES = SLIDING_BRIDGE_NODES, SLOTS = 2 * NODES, ENTRIES = 2 * NODES };
enum { BUCKETS = 4096 };
#define NONE UINT32_MAX

/* Positions met, and the queue of those to look at, in buckets by rank; in a bucket the
 * last comes first. A position that is met again on a shorter way is queued again. */
struct search {
    const struct sliding_instance *instance;
    struct sliding_bridge *bridge;
    struct rng *rng;
    size_t nodes, entries, mask; /* mask: slots - 1, twice the nodes at least */
    uint8_t *at;                 /* of each node */
    uint64_t *key;
    uint32_t *parent;
    int16_t *gene;           /* that led to it */
    uint16_t *done, *to_do;  /* moves from the start, least moves to the end */
    uint32_t *slot;          /* node + 1; 0 where free */
    uint32_t *entry, *below; /* ENTRIES: a node, and the entry below in its bucket */
    uint16_t *entry_done;    /* stale when the node's is less by now */
    uint32_t *top;           /* BUCKETS */
    unsigned bucket, end;    /* all before `bucket` are empty, from `end` on unset */
    uint32_t goal;
};

static struct search search_init(const struct sliding_instance *instance,
                                 struct sliding_bridge *bridge, struct rng *rng,
                                 struct arena *scratch)
{
    struct search s = {.instance = instance, .bridge = bridge, .rng = rng};
    s.at = ARENA_NEW(scratch, uint8_t, NODES * instance->puzzle.rings);
    s.key = ARENA_NEW(scratch, uint64_t, NODES);
    s.parent = ARENA_NEW(scratch, uint32_t, NODES);
    s.gene = ARENA_NEW(scratch, int16_t, NODES);
    s.done = ARENA_NEW(scratch, uint16_t, NODES);
    s.to_do = ARENA_NEW(scratch, uint16_t, NODES);
    s.slot = ARENA_NEW(scratch, uint32_t, SLOTS);
    s.entry = ARENA_NEW(scratch, uint32_t, ENTRIES);
    s.below = ARENA_NEW(scratch, uint32_t, ENTRIES);
    s.entry_done = ARENA_NEW(scratch, uint16_t, ENTRIES);
    s.top = ARENA_NEW(scratch, uint32_t, BUCKETS);
    s.mask = 63;
    while (s.mask + 1 < 2 * bridge->nodes)
        s.mask += s.mask + 1;
    memset(s.slot, 0, (s.mask + 1) * sizeof *s.slot);
    s.goal = NONE;
    s.bucket = BUCKETS;
    return s;
}

size_t sliding_bridge_bytes(const struct sliding_instance *instance)
{
    size_t node = instance->puzzle.rings + sizeof(uint64_t) + sizeof(uint32_t) +
                  3 * sizeof(uint16_t);
    size_t entry = 2 * sizeof(uint32_t) + sizeof(uint16_t);
    return NODES * node + SLOTS * sizeof(uint32_t) + ENTRIES * entry +
           BUCKETS * sizeof(uint32_t) + (size_t)12 * ARENA_ALIGN;
}

/* Lower is looked at first; the last bit is a coin that breaks ties. */
static unsigned rank_of(const struct search *s, uint32_t node)
{
    unsigned rank = 2 * s->done[node] + s->bridge->greed * s->to_do[node];
    rank += (unsigned)(rng_next(s->rng) >> 63);
    return rank < BUCKETS ? rank : BUCKETS - 1;
}

static void queue(struct search *s, uint32_t node)
{
    if (s->entries == ENTRIES)
        return;
    unsigned bucket = rank_of(s, node);
    uint32_t e = (uint32_t)s->entries++;
    for (; s->end <= bucket; s->end++)
        s->top[s->end] = NONE;
    s->entry[e] = node;
    s->entry_done[e] = s->done[node];
    s->below[e] = s->top[bucket];
    s->top[bucket] = e;
    if (bucket < s->bucket)
        s->bucket = bucket;
}

/* The next node to look at, NONE when there is none. */
static uint32_t next(struct search *s)
{
    while (s->bucket < s->end) {
        uint32_t e = s->top[s->bucket];
        if (e == NONE) {
            s->bucket++;
            continue;
        }
        s->top[s->bucket] = s->below[e];
        if (s->entry_done[e] == s->done[s->entry[e]])
            return s->entry[e];
    }
    return NONE;
}

/* A position that is not in the table yet. */
static void keep(struct search *s, size_t slot, uint32_t parent, int16_t gene,
                 uint64_t key, unsigned done, unsigned to_do)
{
    const struct sliding *puzzle = &s->instance->puzzle;
    uint32_t node = (uint32_t)s->nodes++;
    uint8_t *at = s->at + (size_t)node * puzzle->rings;
    if (parent != NONE) {
        memcpy(at, s->at + (size_t)parent * puzzle->rings, puzzle->rings);
        at[sliding_ring_of(puzzle, gene)] = (uint8_t)sliding_vertex_of(puzzle, gene);
    } else {
        memcpy(at, s->bridge->from, puzzle->rings);
    }
    s->slot[slot] = node + 1;
    s->key[node] = key;
    s->parent[node] = parent;
    s->gene[node] = gene;
    s->done[node] = (uint16_t)done;
    s->to_do[node] = (uint16_t)to_do;
    if (to_do == 0)
        s->goal = node;
    queue(s, node);
}

/* A position reached from `parent`. */
static void reach(struct search *s, uint32_t parent, int16_t gene, uint64_t key,
                  unsigned done, unsigned to_do)
{
    size_t slot = key & s->mask;
    while (s->slot[slot] && s->key[s->slot[slot] - 1] != key)
        slot = (slot + 1) & s->mask;
    if (!s->slot[slot]) {
        if (s->nodes < s->bridge->nodes)
            keep(s, slot, parent, gene, key, done, to_do);
        return;
    }
    uint32_t node = s->slot[slot] - 1;
    if (s->done[node] <= done)
        return;
    s->parent[node] = parent;
    s->gene[node] = gene;
    s->done[node] = (uint16_t)done;
    queue(s, node);
}

/* Every position one move further that is within the moves allowed. */
static void expand(struct search *s, uint32_t node)
{
    const struct sliding_instance *instance = s->instance;
    const struct sliding *puzzle = &instance->puzzle;
    const uint8_t *at = s->at + (size_t)node * puzzle->rings, *to = s->bridge->to;
    vertex_set reaches[SLIDING_MAX_RINGS];
    unsigned done = s->done[node] + 1u, first;
    sliding_reaches(puzzle, at, reaches);
    first = (unsigned)rng_below(s->rng, puzzle->rings);
    for (unsigned i = 0; i < puzzle->rings && s->goal == NONE; i++) {
        unsigned r = first + i < puzzle->rings ? first + i : first + i - puzzle->rings;
        unsigned others = s->to_do[node] - instance->steps[at[r] ^ to[r]];
        for (vertex_set set = reaches[r]; set; set &= set - 1) {
            unsigned v = sliding_first(set);
            unsigned to_do = others + instance->steps[v ^ to[r]];
            if (done + to_do <= s->bridge->most)
                reach(s, node, sliding_gene(puzzle, r, v),
                      sliding_key_after(instance, s->key[node], r, at[r], v), done,
                      to_do);
        }
    }
}

static int trace(const struct search *s, int16_t *genes)
{
    int moves = 0;
    for (uint32_t node = s->goal; s->parent[node] != NONE; node = s->parent[node])
        moves++;
    int i = moves;
    for (uint32_t node = s->goal; s->parent[node] != NONE; node = s->parent[node])
        genes[--i] = s->gene[node];
    return moves;
}

int sliding_bridge_find(const struct sliding_instance *instance,
                        struct sliding_bridge *bridge, struct rng *rng,
                        struct arena scratch, int16_t *genes)
{
    struct search s = search_init(instance, bridge, rng, &scratch);
    unsigned to_do = sliding_bound(&instance->puzzle, bridge->from, bridge->to);
    bridge->exhausted = to_do > bridge->most;
    if (bridge->exhausted)
        return SLIDING_NO_BRIDGE;
    uint64_t key = sliding_key(instance, bridge->from);
    keep(&s, key & s.mask, NONE, SLIDING_END, key, 0, to_do);
    uint32_t node = 0;
    while (s.goal == NONE && (node = next(&s)) != NONE)
        expand(&s, node);
    bridge->met += s.nodes;
    bridge->exhausted = node == NONE && s.nodes < bridge->nodes && s.entries < ENTRIES;
    return s.goal == NONE ? SLIDING_NO_BRIDGE : trace(&s, genes);
}
