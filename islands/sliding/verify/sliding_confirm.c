#include "sliding_confirm.h"

#include "audit.h"
#include "plural.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MOST_RINGS = 127, MOST_FACES = 35 };

__extension__ typedef unsigned __int128 vertices;

/* The puzzle, read here without the code of loading. */
struct cube {
    int d, rings, faces;
    int axes[MOST_FACES]; /* sets of k axes, a bit an axis */
    uint8_t end[2][MOST_RINGS];
};

/* One side of the search: placements in breadth-first order. */
struct side {
    uint8_t *at;    /* most x rings */
    uint32_t *slot; /* slots: number + 1; 0 where free */
    size_t count;   /* placements */
    size_t level;   /* index of the first placement of the last level */
    size_t depth;   /* moves of that level */
    bool met_other; /* a placement of the last level is on the other side, too */
};

struct search {
    struct cube cube;
    struct side side[2];
    size_t most, slots; /* room of each side; slots is a power of 2 */
    bool full;
};

/* Outcome of the search. */
enum outcome { PATH_FOUND, NO_PATH, TOO_LARGE };

static uint8_t vertex_of(const struct option_list *list, size_t ring)
{
    return (uint8_t)((const struct sliding_vertex *)list->items)[ring].value;
}

static bool read_end(const struct option_list *list, int d, uint8_t *at)
{
    vertices taken = 0;
    for (size_t r = 0; r < list->count; r++) {
        int64_t v = ((const struct sliding_vertex *)list->items)[r].value;
        if (v < 0 || v >= (int64_t)1 << d || (taken >> v & 1))
            return false;
        taken |= (vertices)1 << v;
        at[r] = vertex_of(list, r);
    }
    return true;
}

static bool read_cube(const struct sliding_keys *keys, struct cube *cube)
{
    *cube = (struct cube){.d = (int)keys->d, .rings = (int)keys->start.count};
    if (keys->d < 1 || keys->d > 7 || keys->start.count > MOST_RINGS ||
        keys->start.count != keys->target.count)
        return false;
    for (int axes = 0; axes < 1 << cube->d; axes++)
        if (__builtin_popcount((unsigned)axes) == keys->k) {
            assert(cube->faces < MOST_FACES);
            cube->axes[cube->faces++] = axes;
        }
    return read_end(&keys->start, cube->d, cube->end[0]) &&
           read_end(&keys->target, cube->d, cube->end[1]);
}

/* Definition 1 of the paper: the vertices that a ring may move to. A vertex is on the
 * face of some axes through another one when they differ on those axes only. */
static vertices moves_of(const struct cube *cube, const uint8_t *at, int ring)
{
    vertices moves = 0;
    for (int f = 0; f < cube->faces; f++) {
        int others = ~cube->axes[f];
        bool free = true;
        for (int r = 0; r < cube->rings && free; r++)
            free = r == ring || ((at[r] ^ at[ring]) & others);
        for (int v = 0; v < 1 << cube->d && free; v++)
            if (v != at[ring] && !((v ^ at[ring]) & others))
                moves |= (vertices)1 << v;
    }
    return moves;
}

/* The slot of a placement, or the free one for it. */
static uint32_t *slot_of(const struct search *search, const struct side *side,
                         const uint8_t *at)
{
    size_t rings = (size_t)search->cube.rings;
    uint64_t hash = 0;
    for (size_t r = 0; r < rings; r++) {
        hash = (hash ^ at[r]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    size_t slot = hash & (search->slots - 1);
    while (side->slot[slot] &&
           memcmp(side->at + (side->slot[slot] - 1) * rings, at, rings) != 0)
        slot = (slot + 1) & (search->slots - 1);
    return &side->slot[slot];
}

static void add_placement(struct search *search, int own, const uint8_t *at)
{
    struct side *side = &search->side[own];
    uint32_t *slot = slot_of(search, side, at);
    if (*slot)
        return;
    if (side->count == search->most) {
        search->full = true;
        return;
    }
    memcpy(side->at + side->count * (size_t)search->cube.rings, at,
           (size_t)search->cube.rings);
    *slot = (uint32_t)++side->count;
    side->met_other = side->met_other || *slot_of(search, &search->side[!own], at);
}

/* Generates the next level of one side. */
static void grow(struct search *search, int own)
{
    const struct cube *cube = &search->cube;
    struct side *side = &search->side[own];
    size_t end = side->count;
    for (size_t i = side->level; i < end && !search->full; i++)
        for (int r = 0; r < cube->rings; r++) {
            uint8_t at[MOST_RINGS];
            memcpy(at, side->at + i * (size_t)cube->rings, (size_t)cube->rings);
            vertices moves = moves_of(cube, at, r);
            for (int v = 0; v < 1 << cube->d; v++)
                if (moves >> v & 1) {
                    at[r] = (uint8_t)v;
                    add_placement(search, own, at);
                }
        }
    side->level = end;
    side->depth++;
}

/* Both sides consist of complete levels: as long as they are disjoint every path is
 * longer than the sum of their depths, and the level that makes them meet gives the
 * length of a shortest path. */
static enum outcome search_both_ends(struct search *search)
{
    struct side *side = search->side;
    add_placement(search, 0, search->cube.end[0]);
    add_placement(search, 1, search->cube.end[1]);
    while (!side[0].met_other && !side[1].met_other) {
        size_t last[2] = {side[0].count - side[0].level, side[1].count - side[1].level};
        if (!last[0] || !last[1])
            return NO_PATH;
        grow(search, last[1] < last[0]);
        if (search->full)
            return TOO_LARGE;
    }
    return PATH_FOUND;
}

/* Memory for all placements, or for as many as fit. */
static bool take_room(struct search *search, struct arena *arena)
{
    size_t rings = (size_t)search->cube.rings, free = (size_t)1 << search->cube.d;
    size_t bytes = ((size_t)SLIDING_CONFIRM_MB << 20) / 2, all = 1;
    search->slots = 64;
    while (search->slots * 2 * sizeof(uint32_t) <= bytes / 2)
        search->slots *= 2;
    search->most = (bytes - search->slots * sizeof(uint32_t)) / rings;
    if (search->most > search->slots * 3 / 4)
        search->most = search->slots * 3 / 4;
    for (size_t r = 0; r < rings && all <= search->most; r++)
        all *= free - r;
    while (search->slots / 4 > all)
        search->slots /= 2;
    if (all < search->most)
        search->most = all;
    bool got = true;
    for (int i = 0; i < 2; i++) {
        search->side[i].at = ARENA_NEW(arena, uint8_t, search->most * rings);
        search->side[i].slot = ARENA_NEW(arena, uint32_t, search->slots);
        got = got && search->side[i].at && search->side[i].slot;
    }
    return got;
}

static void compare_path(const struct sliding_keys *keys, const struct claim *claim,
                         const struct search *search, struct audit *audit)
{
    size_t fewest = search->side[0].depth + search->side[1].depth;
    size_t seen = search->side[0].count + search->side[1].count;
    if (claim->optimal)
        audit_say(audit, claim->best == (double)fewest,
                  "claimed: the fewest moves are %.15g; breadth-first search from both "
                  "ends, %zu placements: %zu",
                  claim->best, seen, fewest);
    if (claim->infeasible)
        audit_say(audit, fewest > (size_t)keys->length,
                  "claimed: no path has at most %lld moves; breadth-first search from "
                  "both ends, %zu placements: the shortest has %zu",
                  (long long)keys->length, seen, fewest);
    if (!claim->optimal && isfinite(claim->bound))
        audit_say(audit, claim->bound <= (double)fewest,
                  "claimed: the fewest moves are at least %.15g; breadth-first search "
                  "from both ends, %zu placements: %zu",
                  claim->bound, seen, fewest);
}

static void compare_no_path(const struct claim *claim, const struct search *search,
                            struct audit *audit)
{
    const struct side *side = search->side;
    bool of_start = side[0].count == side[0].level;
    if (claim->optimal)
        audit_say(audit, false, "claimed: the fewest moves are %.15g; no path exists",
                  claim->best);
    if (claim->infeasible || isfinite(claim->bound))
        audit_say(audit, true,
                  "no path exists: breadth-first search from the %s, %zu placement%s, "
                  "and the %s is not among them",
                  of_start ? "start" : "target", side[!of_start].count,
                  plural_s(side[!of_start].count), of_start ? "target" : "start");
}

static void compare(const struct sliding_keys *keys, const struct claim *claim,
                    struct search *search, struct audit *audit)
{
    switch (search_both_ends(search)) {
    case PATH_FOUND:
        compare_path(keys, claim, search, audit);
        break;
    case NO_PATH:
        compare_no_path(claim, search, audit);
        break;
    case TOO_LARGE:
        fprintf(audit->report,
                "not checked: too large, more than %zu placements within %zu and %zu "
                "moves of start and target (%d MB)\n",
                search->most, search->side[0].depth, search->side[1].depth,
                SLIDING_CONFIRM_MB);
        break;
    }
}

enum status sliding_confirm(const void *keys, const struct claim *claim, FILE *report,
                            struct error *err)
{
    struct search search = {.full = false};
    struct audit audit = {.report = report};
    struct arena arena;
    if (!claim->optimal && !claim->infeasible && !isfinite(claim->bound))
        return STATUS_OK;
    if (!read_cube(keys, &search.cube)) {
        audit_say(&audit, false,
                  "start and target are no placements of the same rings");
        return STATUS_FAILED;
    }
    arena_init(&arena);
    if (take_room(&search, &arena))
        compare(keys, claim, &search, &audit);
    else
        error_set(err, STATUS_MEMORY, "no memory to check the fewest moves");
    arena_free(&arena);
    return audit.wrong ? STATUS_FAILED : err->status;
}
