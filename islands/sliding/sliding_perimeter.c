#include "sliding_perimeter.h"

#include "sliding_instance.h"
#include "sliding_reaches.h"

#include <assert.h>
#include <string.h>

enum { NODES = SLIDING_PERIMETER_NODES, SLOTS = 2 * NODES, FARTHEST = 250 };

/* The placements met, in the order in which they were. */
struct flood {
    struct sliding_perimeter *perimeter;
    const struct sliding_instance *instance;
    uint8_t *at;
    uint64_t *key;
    uint32_t *place; /* of each slot of the perimeter: its place in that order */
};

/* Adds a placement unless it is there. One that shares its key with another has a slot
 * of its own, behind that of the other, which is no farther away. */
static void keep(struct flood *flood, const uint8_t *at, uint64_t key, unsigned left)
{
    struct sliding_perimeter *perimeter = flood->perimeter;
    size_t rings = flood->instance->puzzle.rings, i = perimeter->count;
    size_t slot = key & perimeter->mask;
    if (i == NODES)
        return;
    for (; perimeter->left[slot] != UINT8_MAX; slot = (slot + 1) & perimeter->mask) {
        assert(perimeter->left[slot] <= left);
        if (perimeter->key[slot] == key &&
            !memcmp(flood->at + flood->place[slot] * rings, at, rings))
            return;
    }
    perimeter->key[slot] = key;
    perimeter->left[slot] = (uint8_t)left;
    perimeter->count++;
    memcpy(flood->at + i * rings, at, rings);
    flood->key[i] = key;
    flood->place[slot] = (uint32_t)i;
}

static void spread(struct flood *flood, size_t i, unsigned left)
{
    const struct sliding *puzzle = &flood->instance->puzzle;
    vertex_set reach[SLIDING_MAX_RINGS];
    uint8_t at[SLIDING_MAX_RINGS];
    memcpy(at, flood->at + i * puzzle->rings, puzzle->rings);
    sliding_reaches(puzzle, at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned from = at[r];
        for (vertex_set set = reach[r]; set; set &= set - 1) {
            unsigned v = sliding_first(set);
            at[r] = (uint8_t)v;
            keep(flood, at,
                 sliding_key_after(flood->instance, flood->key[i], r, from, v), left);
        }
        at[r] = (uint8_t)from;
    }
}

static void fill(struct flood *flood)
{
    struct sliding_perimeter *perimeter = flood->perimeter;
    const uint8_t *target = flood->instance->puzzle.target;
    size_t first = 0, end;
    keep(flood, target, sliding_key(flood->instance, target), 0);
    while (first < perimeter->count && perimeter->radius < FARTHEST) {
        for (end = perimeter->count; first < end && perimeter->count < NODES; first++)
            spread(flood, first, perimeter->radius + 1);
        if (perimeter->count == NODES)
            return;
        perimeter->radius++;
    }
    perimeter->closed = first == perimeter->count;
}

enum status sliding_perimeter_init(struct sliding_perimeter *perimeter,
                                   const struct sliding_instance *instance,
                                   struct arena *perm, struct error *err)
{
    struct arena own;
    arena_init(&own);
    *perimeter = (struct sliding_perimeter){.key = ARENA_NEW(perm, uint64_t, SLOTS),
                                            .left = ARENA_NEW(perm, uint8_t, SLOTS),
                                            .mask = SLOTS - 1};
    struct flood flood = {
        perimeter, instance, ARENA_NEW(&own, uint8_t, NODES * instance->puzzle.rings),
        ARENA_NEW(&own, uint64_t, NODES), ARENA_NEW(&own, uint32_t, SLOTS)};
    bool got =
        perimeter->key && perimeter->left && flood.at && flood.key && flood.place;
    if (got) {
        memset(perimeter->left, UINT8_MAX, SLOTS);
        fill(&flood);
    }
    arena_free(&own);
    return got ? STATUS_OK : error_set(err, STATUS_MEMORY, "sliding: out of memory");
}

/* A move from a placement that is `left` moves away to one that is one less. */
static int16_t nearer(const struct sliding_perimeter *perimeter,
                      const struct sliding_instance *instance, const uint8_t *at,
                      uint64_t key, int left)
{
    const struct sliding *puzzle = &instance->puzzle;
    vertex_set reach[SLIDING_MAX_RINGS];
    sliding_reaches(puzzle, at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++)
        for (vertex_set set = reach[r]; set; set &= set - 1) {
            unsigned v = sliding_first(set);
            uint64_t after = sliding_key_after(instance, key, r, at[r], v);
            if (sliding_perimeter_left(perimeter, after) == left - 1)
                return sliding_gene(puzzle, r, v);
        }
    return SLIDING_END;
}

int sliding_perimeter_descend(const struct sliding_perimeter *perimeter,
                              const struct sliding_instance *instance,
                              const uint8_t *from, int16_t *genes)
{
    const struct sliding *puzzle = &instance->puzzle;
    uint8_t at[SLIDING_MAX_RINGS];
    uint64_t key = sliding_key(instance, from);
    int n = 0;
    memcpy(at, from, puzzle->rings);
    for (int left = sliding_perimeter_left(perimeter, key); left > 0; left--) {
        int16_t gene = nearer(perimeter, instance, at, key, left);
        if (gene == SLIDING_END)
            return -1;
        unsigned ring = sliding_ring_of(puzzle, gene);
        unsigned to = sliding_vertex_of(puzzle, gene);
        key = sliding_key_after(instance, key, ring, at[ring], to);
        at[ring] = (uint8_t)to;
        genes[n++] = gene;
    }
    return memcmp(at, puzzle->target, puzzle->rings) ? -1 : n;
}
