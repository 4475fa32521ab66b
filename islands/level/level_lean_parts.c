#include "level_lean.h"

#include "level_net.h"
#include "rng.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 3, MOST_PARTS = 300, SEED = 1 };
static const double NEARLY = 1e-3; /* of one */

/* Cells that hang together or may, told by how far each is open. */
struct parts {
    struct lean *lean;
    tile_set passing;
    const double *open;
    uint32_t *part;   /* of each cell, from 1 on: what hangs together; 0: of none */
    uint32_t *anchor; /* by part: a cell of it that is open */
    uint32_t n_parts;
    uint32_t *group; /* by part: the least part that it is taken together with */
    uint32_t n_groups;
    double *between;  /* [group * (n_parts + 1) + group]: what opens in the wall */
    uint32_t *region; /* of each cell: the group that has it; 0: of none */
    uint32_t *waiting, n_waiting;
    bool *in_wall, *queued;
    double *taste; /* of each cell: the larger the sooner a region takes it */
};

enum { NO_REGION = 0 };

static bool parts_init(struct parts *parts, struct lean *lean, tile_set passing,
                       const double *open, struct arena *arena)
{
    size_t n = lean->n;
    *parts = (struct parts){.lean = lean, .passing = passing, .open = open};
    parts->part = ARENA_NEW(arena, uint32_t, n);
    parts->group = ARENA_NEW(arena, uint32_t, n + 1);
    parts->between = ARENA_NEW(arena, double, (MOST_PARTS + 1) * (MOST_PARTS + 1));
    parts->region = ARENA_NEW(arena, uint32_t, n);
    parts->anchor = ARENA_NEW(arena, uint32_t, n + 1);
    parts->waiting = ARENA_NEW(arena, uint32_t, n);
    parts->in_wall = ARENA_NEW(arena, bool, n);
    parts->queued = ARENA_NEW(arena, bool, n);
    parts->taste = ARENA_NEW(arena, double, n);
    return parts->part && parts->group && parts->between && parts->region &&
           parts->anchor && parts->waiting && parts->in_wall && parts->queued &&
           parts->taste;
}

static bool may_open(const struct parts *parts, size_t cell)
{
    const struct level_grid *grid = parts->lean->broken;
    return net_open(parts->lean->game, grid->rows, grid->cols, cell) & parts->passing;
}

/* What it costs to close a cell as it is. */
static double cost_to_close(const struct parts *parts, size_t cell)
{
    uint8_t own = parts->lean->broken->cell[cell];
    return tile_in(parts->passing, own) ? parts->lean->game->tile[own].delete : 0;
}

/* Numbers what hangs together over open cells; the anchor of each is dear to close. */
static void number_parts(struct parts *parts)
{
    size_t n = parts->lean->n;
    memset(parts->part, 0, n * sizeof *parts->part);
    parts->n_parts = 0;
    for (size_t v = 0; v < n; v++) {
        if (parts->part[v] || parts->open[v] < 1 - NEARLY)
            continue;
        uint32_t end = 0, number = ++parts->n_parts;
        parts->part[v] = number;
        parts->anchor[number] = (uint32_t)v;
        parts->waiting[end++] = (uint32_t)v;
        for (uint32_t at = 0; at < end; at++) {
            size_t u = parts->waiting[at], next[4], k = lean_near(parts->lean, u, next);
            if (cost_to_close(parts, u) > cost_to_close(parts, parts->anchor[number]))
                parts->anchor[number] = (uint32_t)u;
            while (k-- > 0)
                if (!parts->part[next[k]] && parts->open[next[k]] >= 1 - NEARLY) {
                    parts->part[next[k]] = number;
                    parts->waiting[end++] = (uint32_t)next[k];
                }
        }
    }
}

/* Different regions beside a cell, into out. */
static size_t regions_beside(const struct parts *parts, size_t cell, uint32_t out[4])
{
    size_t next[4], k = lean_near(parts->lean, cell, next), n = 0;
    while (k-- > 0) {
        uint32_t region = parts->region[next[k]];
        bool known = region == NO_REGION;
        for (size_t i = 0; i < n; i++)
            known = known || out[i] == region;
        if (!known)
            out[n++] = region;
    }
    return n;
}

static void wait_beside(struct parts *parts, size_t cell)
{
    size_t next[4], k = lean_near(parts->lean, cell, next);
    while (k-- > 0) {
        size_t u = next[k];
        if (!parts->region[u] && !parts->queued[u] && may_open(parts, u)) {
            parts->queued[u] = true;
            parts->waiting[parts->n_waiting++] = (uint32_t)u;
        }
    }
}

static uint32_t take_waiting(struct parts *parts)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < parts->n_waiting; i++)
        if (parts->taste[parts->waiting[i]] > parts->taste[parts->waiting[best]])
            best = i;
    uint32_t cell = parts->waiting[best];
    parts->waiting[best] = parts->waiting[--parts->n_waiting];
    return cell;
}

/* Lets regions take the cells beside them, the more open ones first, but never touch
 * one another: what is left between them is a wall. */
static void grow_regions(struct parts *parts)
{
    size_t n = parts->lean->n;
    uint32_t beside[4];
    for (size_t v = 0; v < n; v++)
        parts->region[v] = parts->part[v] ? parts->group[parts->part[v]] : NO_REGION;
    memset(parts->queued, 0, n * sizeof *parts->queued);
    parts->n_waiting = 0;
    for (size_t v = 0; v < n; v++)
        if (parts->region[v])
            wait_beside(parts, v);
    while (parts->n_waiting > 0) {
        uint32_t cell = take_waiting(parts);
        if (regions_beside(parts, cell, beside) == 1) {
            parts->region[cell] = beside[0];
            wait_beside(parts, cell);
        }
    }
    for (size_t v = 0; v < n; v++) /* and what no region is beside */
        parts->in_wall[v] = !parts->region[v] && may_open(parts, v);
}

/* Walls open in this order: cells beside regions first. */
static bool opens_before(const struct parts *parts, size_t a, size_t b)
{
    uint32_t beside[4];
    bool a_far = regions_beside(parts, a, beside) == 0;
    bool b_far = regions_beside(parts, b, beside) == 0;
    return a_far != b_far ? b_far : a < b;
}

/* Adds regions to a list; true when it had one of them. */
static bool mingle(uint32_t *seen, size_t *n_seen, const uint32_t *regions, size_t n)
{
    bool known = false;
    size_t before = *n_seen;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < before; j++)
            known = known || seen[j] == regions[i];
        seen[(*n_seen)++] = regions[i];
    }
    return known;
}

/* How many regions more hang together, at most, when a cell of the wall opens after
 * those before it: it joins regions and open cells beside it, and such a cell hangs
 * together with the regions beside that. */
static size_t joins(const struct parts *parts, size_t cell)
{
    uint32_t seen[20], other[4];
    size_t n_seen = regions_beside(parts, cell, seen), n = n_seen, next[4],
           k = lean_near(parts->lean, cell, next);
    while (k-- > 0)
        if (parts->in_wall[next[k]] && opens_before(parts, next[k], cell))
            n += !mingle(seen, &n_seen, other, regions_beside(parts, next[k], other));
    return n > 0 ? n - 1 : 0;
}

/* To hang together, regions need openings in the wall between them: one less than there
 * are regions, and one less again for each whose anchor is closed. */
static void cut_wall(struct parts *parts)
{
    struct lean *lean = parts->lean;
    double sum = 0;
    for (size_t v = 0; v < lean->n; v++)
        if (parts->in_wall[v])
            sum += (double)joins(parts, v) * parts->open[v];
    if (sum > parts->n_groups - 1 - 0.02)
        return;
    lean_begin(lean);
    for (size_t v = 0; v < lean->n; v++)
        if (parts->in_wall[v] && joins(parts, v))
            lean_add_cell(lean, v, parts->passing, (double)joins(parts, v));
    for (uint32_t p = 1; p <= parts->n_parts; p++)
        if (parts->group[p] == p)
            lean_add_cell(lean, parts->anchor[p], parts->passing, -1);
    lean_end(lean, -1, INFINITY);
}

/* Takes the two groups together between which most opens; false without a wall. */
static bool merge_groups(struct parts *parts)
{
    size_t side = parts->n_parts + 1;
    uint32_t beside[4], one = 0, other = 0;
    double most = -1;
    memset(parts->between, 0, side * side * sizeof *parts->between);
    for (size_t v = 0; v < parts->lean->n; v++) {
        size_t k = parts->in_wall[v] ? regions_beside(parts, v, beside) : 0;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++) {
                double *sum = &parts->between[beside[i] * side + beside[j]];
                *sum += parts->open[v];
                if (beside[i] < beside[j] && *sum > most) {
                    most = *sum;
                    one = beside[i];
                    other = beside[j];
                }
            }
    }
    for (uint32_t p = 1; p <= parts->n_parts; p++)
        if (parts->group[p] == other && one)
            parts->group[p] = one;
    parts->n_groups -= one > 0;
    return one > 0;
}

/* One way to grow regions, and coarser and coarser ones. */
static void cut_coarser(struct parts *parts)
{
    parts->n_groups = parts->n_parts;
    for (uint32_t p = 1; p <= parts->n_parts; p++)
        parts->group[p] = p;
    do {
        grow_regions(parts);
        cut_wall(parts);
    } while (parts->n_groups > 2 && !parts->lean->lost && merge_groups(parts));
}

size_t lean_cut_parts(struct lean *lean, tile_set passing, const double *open,
                      struct arena *arena)
{
    struct parts parts;
    struct rng rng;
    size_t before = lean->program.rows;
    if (!parts_init(&parts, lean, passing, open, arena)) {
        lean->lost = true;
        return 0;
    }
    rng_seed(&rng, SEED, lean->program.rows);
    number_parts(&parts);
    if (parts.n_parts < 2 || parts.n_parts > MOST_PARTS)
        return 0;
    for (int i = 0; i < TRIALS && !lean->lost; i++) {
        for (size_t v = 0; v < lean->n; v++)
            parts.taste[v] = open[v] + 1e-3 * rng_unit(&rng);
        cut_coarser(&parts);
    }
    return lean->program.rows - before;
}

/* ---- carving ---- */

static const double STEP = 0.01; /* of a way over cells that are open anyway */

/* Lengths of the ways from part 1 over cells that may open; before: the cell before. */
static void measure_ways(const struct parts *parts, double *length, uint32_t *before)
{
    size_t n = parts->lean->n, next[4];
    bool more = true;
    for (size_t v = 0; v < n; v++)
        length[v] = parts->part[v] == 1 ? 0 : INFINITY;
    while (more) {
        more = false;
        for (size_t v = 0; v < n; v++) {
            double step = parts->part[v] ? 0 : 1 + STEP - parts->open[v];
            size_t k = may_open(parts, v) ? lean_near(parts->lean, v, next) : 0;
            while (k-- > 0)
                if (length[next[k]] + step < length[v] - 1e-9) {
                    length[v] = length[next[k]] + step;
                    before[v] = (uint32_t)next[k];
                    more = true;
                }
        }
    }
}

/* Joins the part that is nearest to part 1 with it. */
static bool join_nearest(struct parts *parts, bool *carved, double *length,
                         uint32_t *before)
{
    size_t n = parts->lean->n, best = n;
    measure_ways(parts, length, before);
    for (size_t v = 0; v < n; v++)
        if (parts->part[v] > 1 && (best == n || length[v] < length[best]))
            best = v;
    if (best == n || isinf(length[best]))
        return false;
    assert(best < n && parts->part[best] > 1);
    uint32_t joined = parts->part[best];
    for (size_t v = before[best]; parts->part[v] != 1; v = before[v]) {
        carved[v] = carved[v] || parts->part[v] == 0;
        parts->part[v] = 1;
    }
    for (size_t v = 0; v < n; v++)
        if (parts->part[v] == joined)
            parts->part[v] = 1;
    return true;
}

bool lean_carve(struct lean *lean, tile_set passing, const double *open, bool *carved,
                struct arena *arena)
{
    struct parts parts;
    double *length = ARENA_NEW(arena, double, lean->n);
    uint32_t *before = ARENA_NEW(arena, uint32_t, lean->n);
    if (!length || !before || !parts_init(&parts, lean, passing, open, arena)) {
        lean->lost = true;
        return false;
    }
    memset(carved, 0, lean->n * sizeof *carved);
    number_parts(&parts);
    for (uint32_t i = 1; i < parts.n_parts; i++)
        if (!join_nearest(&parts, carved, length, before))
            return false;
    return parts.n_parts > 1;
}
