#include "sliding_perimeter_table.h"

#include "sliding_reaches.h"
#include "sliding_zobrist.h"

#include <assert.h>
#include <string.h>

enum { NODES = SLIDING_PERIMETER_NODES, SLOTS = 2 * NODES, MAX_DISTANCE = 250 };

/* The placements found so far, in breadth-first order. */
struct frontier {
    struct sliding_perimeter_table *perimeter;
    const struct sliding *puzzle;
    const uint64_t *zobrist;
    uint8_t *at;
    uint64_t *key;
    uint32_t *place; /* by slot: index of its placement in that order */
};

/* Inserts a placement unless it is present. Placements with equal keys have slots of
 * their own, in the order of their distances, so a lookup by key finds the nearest. */
static void insert(struct frontier *frontier, const uint8_t *at, uint64_t key,
                   unsigned distance)
{
    struct sliding_perimeter_table *perimeter = frontier->perimeter;
    size_t rings = frontier->puzzle->rings, i = perimeter->count;
    size_t slot = key & perimeter->mask;
    if (i == NODES)
        return;
    for (; perimeter->distance[slot] != UINT8_MAX;
         slot = (slot + 1) & perimeter->mask) {
        assert(perimeter->distance[slot] <= distance);
        if (perimeter->key[slot] == key &&
            !memcmp(frontier->at + frontier->place[slot] * rings, at, rings))
            return;
    }
    perimeter->key[slot] = key;
    perimeter->distance[slot] = (uint8_t)distance;
    perimeter->count++;
    memcpy(frontier->at + i * rings, at, rings);
    frontier->key[i] = key;
    frontier->place[slot] = (uint32_t)i;
}

static void expand(struct frontier *frontier, size_t i, unsigned distance)
{
    const struct sliding *puzzle = frontier->puzzle;
    vertex_set reach[SLIDING_MAX_RINGS];
    uint8_t at[SLIDING_MAX_RINGS];
    memcpy(at, frontier->at + i * puzzle->rings, puzzle->rings);
    sliding_reaches(puzzle, at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned from = at[r];
        for (vertex_set set = reach[r]; set; set &= set - 1) {
            unsigned v = sliding_first(set);
            at[r] = (uint8_t)v;
            insert(frontier, at,
                   sliding_zobrist_after(puzzle, frontier->zobrist, frontier->key[i], r,
                                         from, v),
                   distance);
        }
        at[r] = (uint8_t)from;
    }
}

static void fill(struct frontier *frontier)
{
    struct sliding_perimeter_table *perimeter = frontier->perimeter;
    const uint8_t *target = frontier->puzzle->target;
    size_t first = 0, end;
    insert(frontier, target,
           sliding_zobrist_key(frontier->puzzle, frontier->zobrist, target), 0);
    while (first < perimeter->count && perimeter->radius < MAX_DISTANCE) {
        for (end = perimeter->count; first < end && perimeter->count < NODES; first++)
            expand(frontier, first, perimeter->radius + 1);
        if (perimeter->count == NODES)
            return;
        perimeter->radius++;
    }
    perimeter->complete = first == perimeter->count;
}

enum status sliding_perimeter_init(struct sliding_perimeter_table *perimeter,
                                   const struct sliding *puzzle,
                                   const uint64_t *zobrist, struct arena *perm,
                                   struct error *err)
{
    struct arena own;
    arena_init(&own);
    *perimeter =
        (struct sliding_perimeter_table){.key = ARENA_NEW(perm, uint64_t, SLOTS),
                                         .distance = ARENA_NEW(perm, uint8_t, SLOTS),
                                         .mask = SLOTS - 1};
    struct frontier frontier = {perimeter,
                                puzzle,
                                zobrist,
                                ARENA_NEW(&own, uint8_t, NODES * puzzle->rings),
                                ARENA_NEW(&own, uint64_t, NODES),
                                ARENA_NEW(&own, uint32_t, SLOTS)};
    bool got = perimeter->key && perimeter->distance && frontier.at && frontier.key &&
               frontier.place;
    if (got) {
        memset(perimeter->distance, UINT8_MAX, SLOTS);
        fill(&frontier);
    }
    arena_free(&own);
    return got ? STATUS_OK : error_set(err, STATUS_MEMORY, "sliding: out of memory");
}

/* A move from a placement at this distance to one at distance - 1. */
static int16_t nearer(const struct sliding_perimeter_table *perimeter,
                      const struct sliding *puzzle, const uint64_t *zobrist,
                      const uint8_t *at, uint64_t key, int distance)
{
    vertex_set reach[SLIDING_MAX_RINGS];
    sliding_reaches(puzzle, at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++)
        for (vertex_set set = reach[r]; set; set &= set - 1) {
            unsigned v = sliding_first(set);
            uint64_t after = sliding_zobrist_after(puzzle, zobrist, key, r, at[r], v);
            if (sliding_perimeter_distance(perimeter, after) == distance - 1)
                return sliding_gene(puzzle, r, v);
        }
    return SLIDING_END;
}

int sliding_perimeter_descend(const struct sliding_perimeter_table *perimeter,
                              const struct sliding *puzzle, const uint64_t *zobrist,
                              const uint8_t *from, int16_t *genes)
{
    uint8_t at[SLIDING_MAX_RINGS];
    uint64_t key = sliding_zobrist_key(puzzle, zobrist, from);
    int n = 0;
    memcpy(at, from, puzzle->rings);
    for (int distance = sliding_perimeter_distance(perimeter, key); distance > 0;
         distance--) {
        int16_t gene = nearer(perimeter, puzzle, zobrist, at, key, distance);
        if (gene == SLIDING_END)
            return -1;
        unsigned ring = sliding_ring_of(puzzle, gene);
        unsigned to = sliding_vertex_of(puzzle, gene);
        key = sliding_zobrist_after(puzzle, zobrist, key, ring, at[ring], to);
        at[ring] = (uint8_t)to;
        genes[n++] = gene;
    }
    return memcmp(at, puzzle->target, puzzle->rings) ? -1 : n;
}
