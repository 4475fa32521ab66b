#include "level_lean.h"

#include "level_net.h"

#include <math.h>
#include <string.h>

enum { PICKS = 2 /* cells of a part that stand for it */ };

/* A level that is searched for what is not reached. */
struct sight {
    struct lean *lean;
    const uint8_t *cell;
    tile_set blocking, from;
    uint32_t *part;  /* of each cell; 0: blocks, else by number */
    uint32_t *steps; /* of a walk; UINT32_MAX: not reached */
    uint32_t *queue;
    size_t *layer;
    size_t added;
};

static bool sight_init(struct sight *sight, struct lean *lean, const uint8_t *cell)
{
    *sight = (struct sight){.lean = lean, .cell = cell};
    sight->part = ARENA_NEW(lean->arena, uint32_t, lean->n);
    sight->steps = ARENA_NEW(lean->arena, uint32_t, lean->n);
    sight->queue = ARENA_NEW(lean->arena, uint32_t, lean->n);
    sight->layer = ARENA_NEW(lean->arena, size_t, lean->n);
    lean->lost =
        lean->lost || !sight->part || !sight->steps || !sight->queue || !sight->layer;
    return !lean->lost;
}

static bool blocks(const struct sight *sight, size_t cell)
{
    return tile_in(sight->blocking, sight->cell[cell]);
}

static tile_set passing(const struct sight *sight)
{
    return level_all_tiles(sight->lean->game) & ~sight->blocking;
}

static bool may_open(const struct sight *sight, size_t cell)
{
    const struct level_grid *grid = sight->lean->broken;
    return net_open(sight->lean->game, grid->rows, grid->cols, cell) & passing(sight);
}

/* Walks on from the cells in the queue; `through` says which cells are left again.
 * Returns how many the queue holds then. */
static uint32_t walk(struct sight *sight, uint32_t end,
                     bool (*through)(const struct sight *, size_t))
{
    for (uint32_t at = 0; at < end; at++) {
        size_t u = sight->queue[at], next[4], k = lean_near(sight->lean, u, next);
        if (sight->steps[u] > 0 && !through(sight, u))
            continue;
        while (k-- > 0)
            if (sight->steps[next[k]] == UINT32_MAX) {
                sight->steps[next[k]] = sight->steps[u] + 1;
                sight->queue[end++] = (uint32_t)next[k];
            }
    }
    return end;
}

static void forget(struct sight *sight)
{
    memset(sight->steps, 0xff, sight->lean->n * sizeof *sight->steps);
}

static bool passes(const struct sight *sight, size_t cell)
{
    return !blocks(sight, cell);
}

static bool always(const struct sight *sight, size_t cell)
{
    return sight->lean != NULL && cell < sight->lean->n;
}

static uint32_t walk_from(struct sight *sight, size_t cell,
                          bool (*through)(const struct sight *, size_t))
{
    forget(sight);
    sight->steps[cell] = 0;
    sight->queue[0] = (uint32_t)cell;
    return walk(sight, 1, through);
}

/* ---- everything that does not block hangs together ---- */

/* Numbers the parts that hang together from 1 on; returns the number of the one that
 * holds the source, and how many there are. */
static uint32_t number_parts(struct sight *sight, uint32_t *n_parts)
{
    uint32_t main = 0;
    *n_parts = 0;
    memset(sight->part, 0, sight->lean->n * sizeof *sight->part);
    for (size_t v = 0; v < sight->lean->n; v++) {
        if (blocks(sight, v) || sight->part[v])
            continue;
        uint32_t end = walk_from(sight, v, passes);
        ++*n_parts;
        for (uint32_t i = 0; i < end; i++) {
            size_t u = sight->queue[i];
            if (!blocks(sight, u))
                sight->part[u] = *n_parts;
            if (tile_in(sight->from, sight->cell[u]))
                main = *n_parts;
        }
    }
    return main;
}

/* The cell of a part that costs most to close, then some spread over it; at most PICKS.
 * The part is not empty. */
static size_t pick(const struct sight *sight, uint32_t part, size_t out[PICKS])
{
    const struct lean *lean = sight->lean;
    size_t size = 0, at = 0, n = 1;
    double dearest = -1;
    out[0] = 0;
    for (size_t v = 0; v < lean->n; v++) {
        if (sight->part[v] != part)
            continue;
        uint8_t own = lean->broken->cell[v];
        double cost = own == sight->cell[v] ? lean->game->tile[own].delete : 0;
        if (cost > dearest) {
            dearest = cost;
            out[0] = v;
        }
        size++;
    }
    for (size_t v = 0; v < lean->n && n < PICKS; v++)
        if (sight->part[v] == part && at++ % (size / PICKS + 1) == 0 && v != out[0])
            out[n++] = v;
    return n;
}

/* For some cells v of a part: the openings of a ring, and the source if it stands
 * inside, are at least (v passes). */
static void cut_layer(struct sight *sight, size_t n_layer, uint32_t ring, uint32_t part)
{
    struct lean *lean = sight->lean;
    size_t v[PICKS], n = pick(sight, part, v);
    for (size_t i = 0; i < n; i++) {
        lean_begin(lean);
        for (size_t j = 0; j < n_layer; j++)
            lean_add_cell(lean, sight->layer[j], passing(sight), 1);
        for (size_t u = 0; u < lean->n; u++)
            if (sight->steps[u] < ring)
                lean_add_cell(lean, u, sight->from, 1);
        lean_add_cell(lean, v[i], passing(sight), -1);
        lean_end(lean, 0, INFINITY);
        sight->added++;
    }
}

/* Everyone who leaves a union of parts crosses each ring of cells around it. Returns
 * the next part that is met, 0: none. */
static uint32_t cut_rings(struct sight *sight, const bool *in_union, uint32_t part)
{
    uint32_t end = 0;
    forget(sight);
    for (size_t v = 0; v < sight->lean->n; v++)
        if (in_union[sight->part[v]]) {
            sight->steps[v] = 0;
            sight->queue[end++] = (uint32_t)v;
        }
    uint32_t at = end;
    end = walk(sight, end, always);
    for (uint32_t ring = 1; at < end; ring++) {
        size_t n = 0;
        for (; at < end && sight->steps[sight->queue[at]] == ring; at++) {
            size_t u = sight->queue[at];
            if (!blocks(sight, u))
                return sight->part[u];
            if (may_open(sight, u))
                sight->layer[n++] = u;
        }
        cut_layer(sight, n, ring, part);
    }
    return 0;
}

/* Rings around a part, around it and the next part, and so on to the source's. */
static void cut_unions(struct sight *sight, uint32_t part, uint32_t n_parts,
                       uint32_t main)
{
    bool *in_union = ARENA_NEW(sight->lean->arena, bool, n_parts + 1);
    sight->lean->lost = sight->lean->lost || !in_union;
    for (uint32_t met = part; met && met != main && !sight->lean->lost;) {
        in_union[met] = true;
        met = cut_rings(sight, in_union, part);
    }
}

/* The ring around the source's part as seen from another one: the walk from there ends
 * beside that part. */
static void cut_outer(struct sight *sight, uint32_t part, uint32_t main)
{
    size_t n = 0, start = 0, next[4];
    while (sight->part[start] != part)
        start++;
    forget(sight);
    sight->steps[start] = 0;
    sight->queue[0] = (uint32_t)start;
    uint32_t end = 1;
    for (uint32_t at = 0; at < end; at++) {
        size_t u = sight->queue[at], k = lean_near(sight->lean, u, next);
        bool beside = false;
        for (size_t i = 0; i < k; i++)
            beside = beside || sight->part[next[i]] == main;
        if (beside && may_open(sight, u))
            sight->layer[n++] = u;
        for (size_t i = 0; i < k && !beside; i++)
            if (sight->steps[next[i]] == UINT32_MAX) {
                sight->steps[next[i]] = 0;
                sight->queue[end++] = (uint32_t)next[i];
            }
    }
    cut_layer(sight, n, 1, part);
}

static void cut_parts(struct sight *sight)
{
    uint32_t n_parts, main = number_parts(sight, &n_parts);
    for (uint32_t part = 1; part <= n_parts && !sight->lean->lost; part++) {
        if (part == main)
            continue;
        cut_unions(sight, part, n_parts, main);
        cut_outer(sight, part, main);
    }
}

/* ---- from one tile to others ---- */

/* sum of the openings + (the source stands in an area) >= (cell holds a target) */
static void cut_target(struct sight *sight, const struct level_reach *reach,
                       uint32_t walked, bool area_reached, size_t target)
{
    struct lean *lean = sight->lean;
    lean_begin(lean);
    for (uint32_t i = 0; i < walked; i++) {
        size_t u = sight->queue[i];
        if (i > 0 && blocks(sight, u) && may_open(sight, u))
            lean_add_cell(lean, u, passing(sight), 1);
    }
    for (size_t v = 0; v < lean->n; v++) {
        bool inside = sight->steps[v] != UINT32_MAX &&
                      (sight->steps[v] == 0 || !blocks(sight, v));
        if (inside == area_reached)
            lean_add_cell(lean, v, reach->from, 1);
    }
    lean_add_cell(lean, target, reach->to, -1);
    lean_end(lean, 0, INFINITY);
    sight->added++;
}

static void cut_reach(struct sight *sight, const struct level_reach *reach)
{
    size_t n = sight->lean->n, source = 0, n_missed = 0;
    while (source < n && !tile_in(reach->from, sight->cell[source]))
        source++;
    if (source == n)
        return;
    walk_from(sight, source, passes);
    size_t *missed = ARENA_NEW(sight->lean->arena, size_t, n);
    if (!missed) {
        sight->lean->lost = true;
        return;
    }
    for (size_t v = 0; v < n; v++)
        if (tile_in(reach->to, sight->cell[v]) && sight->steps[v] == UINT32_MAX)
            missed[n_missed++] = v;
    memset(sight->part, 0, n * sizeof *sight->part);
    for (size_t i = 0; i < n_missed && !sight->lean->lost; i++) {
        if (sight->part[missed[i]] >= PICKS)
            continue;
        uint32_t walked = walk_from(sight, missed[i], passes);
        cut_target(sight, reach, walked, true, missed[i]);
        for (uint32_t k = 0; k < walked; k++)
            sight->part[sight->queue[k]]++;
        walked = walk_from(sight, source, passes);
        cut_target(sight, reach, walked, false, missed[i]);
    }
}

size_t lean_cut(struct lean *lean, const uint8_t *cell)
{
    struct sight sight;
    if (!sight_init(&sight, lean, cell))
        return 0;
    for (size_t i = 0; i < lean->game->n_reach; i++) {
        sight.blocking = lean->game->reach[i].blocking;
        sight.from = lean->game->reach[i].from;
        if (lean->connected[i])
            cut_parts(&sight);
        else
            cut_reach(&sight, &lean->game->reach[i]);
    }
    return sight.added;
}
