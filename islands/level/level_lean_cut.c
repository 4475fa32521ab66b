#include "level_lean.h"

#include "level_net.h"

#include <math.h>
#include <string.h>

enum { PICKS = 4 /* cells of a part that stand for it */ };

/* A level that is searched for what is not reached. */
struct sight {
    struct lean *lean;
    const uint8_t *cell;
    tile_set blocking;
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

static size_t near(const struct sight *sight, size_t cell, size_t out[4])
{
    const struct level_grid *grid = sight->lean->broken;
    return level_neighbours(sight->lean->game->wrap, grid->rows, grid->cols, cell, out);
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
        size_t u = sight->queue[at], next[4], k = near(sight, u, next);
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

/* Numbers the parts that hang together from 1 on; returns the largest one's number, and
 * how many there are. */
static uint32_t number_parts(struct sight *sight, uint32_t *n_parts)
{
    uint32_t best = 0, best_size = 0;
    *n_parts = 0;
    memset(sight->part, 0, sight->lean->n * sizeof *sight->part);
    for (size_t v = 0; v < sight->lean->n; v++) {
        if (blocks(sight, v) || sight->part[v])
            continue;
        uint32_t end = walk_from(sight, v, passes), size = 0;
        ++*n_parts;
        for (uint32_t i = 0; i < end; i++)
            if (!blocks(sight, sight->queue[i])) {
                sight->part[sight->queue[i]] = *n_parts;
                size++;
            }
        if (size > best_size) {
            best_size = size;
            best = *n_parts;
        }
    }
    return best;
}

/* Cells of a part that would cost most to close, at most `most`, then some spread over
 * it. */
static size_t pick(const struct sight *sight, uint32_t part, size_t *out, size_t most)
{
    const struct lean *lean = sight->lean;
    size_t size = 0, at = 0, n = 1;
    double dearest = -1;
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
    for (size_t v = 0; v < lean->n && n < most; v++)
        if (sight->part[v] == part && at++ % (size / most + 1) == 0 && v != out[0])
            out[n++] = v;
    return n;
}

/* sum of the openings >= (v passes) + (u passes) - 1 */
static void cut_between(struct sight *sight, const size_t *opening, size_t n, size_t v,
                        size_t u)
{
    struct lean *lean = sight->lean;
    lean_begin(lean);
    for (size_t i = 0; i < n; i++)
        lean_add_cell(lean, opening[i], passing(sight), 1);
    lean_add_cell(lean, v, passing(sight), -1);
    lean_add_cell(lean, u, passing(sight), -1);
    lean_end(lean, -1, INFINITY);
    sight->added++;
}

static void cut_pairs(struct sight *sight, size_t n_layer, uint32_t part, uint32_t main)
{
    size_t v[PICKS], u[1], n = pick(sight, part, v, PICKS);
    pick(sight, main, u, 1);
    for (size_t i = 0; i < n; i++)
        cut_between(sight, sight->layer, n_layer, v[i], u[0]);
}

/* Everyone who leaves a part crosses each ring of cells around it. */
static void cut_rings(struct sight *sight, uint32_t part, uint32_t main)
{
    uint32_t end = 0;
    forget(sight);
    for (size_t v = 0; v < sight->lean->n; v++)
        if (sight->part[v] == part) {
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
                return;
            if (may_open(sight, u))
                sight->layer[n++] = u;
        }
        cut_pairs(sight, n, part, main);
    }
}

/* The ring around the largest part as seen from another one. */
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
        size_t u = sight->queue[at], k = near(sight, u, next);
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
    cut_pairs(sight, n, part, main);
}

static void cut_parts(struct sight *sight)
{
    uint32_t n_parts, main = number_parts(sight, &n_parts);
    for (uint32_t part = 1; part <= n_parts && !sight->lean->lost; part++) {
        if (part == main)
            continue;
        cut_rings(sight, part, main);
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
        if (lean->connected[i])
            cut_parts(&sight);
        else
            cut_reach(&sight, &lean->game->reach[i]);
    }
    return sight.added;
}
