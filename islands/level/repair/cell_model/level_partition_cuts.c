#include "level_partition_cuts.h"

#include "rng.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* TRIALS          orders in which regions are grown; measured as in level_cut_loop.c, 2.55 to
 *                 2.75 s: 4.67 with 1 (one level unproven after 20 s), 3.25 with 6
 * MAX_COMPONENTS  no cuts beyond it; chosen by hand, not measured
 * SEED            any */
enum { TRIALS = 3, MAX_COMPONENTS = 300, SEED = 1 };
/* Values of the relaxation above 1 less this count as 1. Chosen by hand, far above CLP's
 * tolerance (1e-7). */
static const double NEARLY = 1e-3;
/* The least violation of a cut that is added. Measured in the same way: 2.82 s with 0.1. */
static const double VIOLATION = 0.02;
/* Random part of the order of equally open cells. Chosen by hand, not measured. */
static const double NOISE = 1e-3;

/* Components of open cells, and the regions that grow from them. */
struct components {
    struct level_cell_model *model;
    tile_set passing;
    const double *open;
    uint32_t *component; /* of each cell: number of its component, from 1; 0: none */
    uint32_t *representative; /* of each component: one of its open cells */
    uint32_t n_components;
    uint32_t *group; /* of each component: the first one of its group */
    uint32_t n_groups;
    /* [group * (n_components + 1) + group]: sum of `open` over the wall between them. */
    double *between;
    uint32_t *region; /* of each cell: the group whose region it is in; 0: none */
    uint32_t *frontier, n_frontier;
    bool *in_wall, *queued;
    double *priority; /* of each cell: those with the largest are added first */
};

enum { NO_REGION = 0 };

static bool components_init(struct components *components,
                            struct level_cell_model *model, tile_set passing,
                            const double *open, struct arena *arena)
{
    size_t n = model->n;
    *components = (struct components){.model = model, .passing = passing, .open = open};
    components->component = ARENA_NEW(arena, uint32_t, n);
    components->group = ARENA_NEW(arena, uint32_t, n + 1);
    components->between =
        ARENA_NEW(arena, double, (MAX_COMPONENTS + 1) * (MAX_COMPONENTS + 1));
    components->region = ARENA_NEW(arena, uint32_t, n);
    components->representative = ARENA_NEW(arena, uint32_t, n + 1);
    components->frontier = ARENA_NEW(arena, uint32_t, n);
    components->in_wall = ARENA_NEW(arena, bool, n);
    components->queued = ARENA_NEW(arena, bool, n);
    components->priority = ARENA_NEW(arena, double, n);
    return components->component && components->group && components->between &&
           components->region && components->representative && components->frontier &&
           components->in_wall && components->queued && components->priority;
}

static bool may_open(const struct components *components, size_t cell)
{
    return components->model->open[cell] & components->passing;
}

/* The cost of closing a cell. */
static double cost_to_close(const struct components *components, size_t cell)
{
    uint8_t own = components->model->broken->cell[cell];
    return tile_in(components->passing, own) ? components->model->game->tile[own].delete
                                             : 0;
}

/* Numbers the components of open cells; the representative of each is the cell that is
 * most expensive to close. */
static void number_components(struct components *components)
{
    size_t n = components->model->n;
    memset(components->component, 0, n * sizeof *components->component);
    components->n_components = 0;
    for (size_t v = 0; v < n; v++) {
        if (components->component[v] || components->open[v] < 1 - NEARLY)
            continue;
        uint32_t end = 0, number = ++components->n_components;
        components->component[v] = number;
        components->representative[number] = (uint32_t)v;
        components->frontier[end++] = (uint32_t)v;
        for (uint32_t at = 0; at < end; at++) {
            size_t u = components->frontier[at], next[4],
                   k = level_cell_model_neighbours(components->model, u, next);
            if (cost_to_close(components, u) >
                cost_to_close(components, components->representative[number]))
                components->representative[number] = (uint32_t)u;
            while (k-- > 0)
                if (!components->component[next[k]] &&
                    components->open[next[k]] >= 1 - NEARLY) {
                    components->component[next[k]] = number;
                    components->frontier[end++] = (uint32_t)next[k];
                }
        }
    }
}

/* Lists the distinct regions adjacent to a cell. */
static size_t adjacent_regions(const struct components *components, size_t cell,
                               uint32_t out[4])
{
    size_t next[4], k = level_cell_model_neighbours(components->model, cell, next),
                    n = 0;
    while (k-- > 0) {
        uint32_t region = components->region[next[k]];
        bool known = region == NO_REGION;
        for (size_t i = 0; i < n; i++)
            known = known || out[i] == region;
        if (!known)
            out[n++] = region;
    }
    return n;
}

static void push_neighbours(struct components *components, size_t cell)
{
    size_t next[4], k = level_cell_model_neighbours(components->model, cell, next);
    while (k-- > 0) {
        size_t u = next[k];
        if (!components->region[u] && !components->queued[u] &&
            may_open(components, u)) {
            components->queued[u] = true;
            components->frontier[components->n_frontier++] = (uint32_t)u;
        }
    }
}

static uint32_t pop_frontier(struct components *components)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < components->n_frontier; i++)
        if (components->priority[components->frontier[i]] >
            components->priority[components->frontier[best]])
            best = i;
    uint32_t cell = components->frontier[best];
    components->frontier[best] = components->frontier[--components->n_frontier];
    return cell;
}

/* Grows the regions cell by cell, more open cells first, so that no two become
 * adjacent; the cells that remain between them form a wall. */
static void grow_regions(struct components *components)
{
    size_t n = components->model->n;
    uint32_t adjacent[4];
    for (size_t v = 0; v < n; v++)
        components->region[v] = components->component[v]
                                    ? components->group[components->component[v]]
                                    : NO_REGION;
    memset(components->queued, 0, n * sizeof *components->queued);
    components->n_frontier = 0;
    for (size_t v = 0; v < n; v++)
        if (components->region[v])
            push_neighbours(components, v);
    while (components->n_frontier > 0) {
        uint32_t cell = pop_frontier(components);
        if (adjacent_regions(components, cell, adjacent) == 1) {
            components->region[cell] = adjacent[0];
            push_neighbours(components, cell);
        }
    }
    for (size_t v = 0; v < n; v++) /* including cells that no region is adjacent to */
        components->in_wall[v] = !components->region[v] && may_open(components, v);
}

/* The order in which the cells of the wall are assumed to open: those adjacent to
 * regions first. */
static bool opens_before(const struct components *components, size_t a, size_t b)
{
    uint32_t adjacent[4];
    bool a_far = adjacent_regions(components, a, adjacent) == 0;
    bool b_far = adjacent_regions(components, b, adjacent) == 0;
    return a_far != b_far ? b_far : a < b;
}

/* Regions beside a cell. */
struct beside {
    uint32_t region[4];
    size_t n;
};

static struct beside regions_beside(const struct components *components, size_t cell)
{
    struct beside beside;
    beside.n = adjacent_regions(components, cell, beside.region);
    return beside;
}

static bool share_region(const struct beside *a, const struct beside *b)
{
    bool shared = false;
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            shared = shared || a->region[i] == b->region[j];
    return shared;
}

/* The most of up to four cells of which no two are beside the same region. */
static size_t most_disjoint(const struct beside *beside, size_t n)
{
    size_t most = 0;
    for (unsigned chosen = 0; chosen < 1u << n; chosen++) {
        bool disjoint = true;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++)
                if (chosen >> i & chosen >> j & 1)
                    disjoint = disjoint && !share_region(&beside[i], &beside[j]);
        const size_t size = (size_t)__builtin_popcount(chosen);
        most = disjoint && size > most ? size : most;
    }
    return most;
}

/* The most by which the number of components decreases when a cell of the wall opens
 * after those before it in the order, whichever of these have opened: it joins the regions
 * adjacent to it, and the opened cells adjacent to it with the regions adjacent to these. */
static size_t max_joined(const struct components *components, size_t cell)
{
    const struct beside own = regions_beside(components, cell);
    struct beside opened[4];
    size_t next[4], k = level_cell_model_neighbours(components->model, cell, next),
                    n = 0;
    while (k-- > 0) {
        if (!components->in_wall[next[k]] || !opens_before(components, next[k], cell))
            continue;
        opened[n] = regions_beside(components, next[k]);
        n += !share_region(&own, &opened[n]);
    }
    n = own.n + most_disjoint(opened, n);
    return n > 0 ? n - 1 : 0;
}

/* The partition inequality: to connect the regions, openings in the wall must join
 * them, one less than there are regions, and one less for each region whose
 * representative is closed. */
static void cut_wall(struct components *components)
{
    struct level_cell_model *model = components->model;
    double sum = 0;
    for (size_t v = 0; v < model->n; v++)
        if (components->in_wall[v])
            sum += (double)max_joined(components, v) * components->open[v];
    if (sum > components->n_groups - 1 - VIOLATION)
        return;
    level_cell_model_begin_row(model);
    for (size_t v = 0; v < model->n; v++)
        if (components->in_wall[v] && max_joined(components, v))
            level_cell_model_add_cell(model, v, components->passing,
                                      (double)max_joined(components, v));
    for (uint32_t p = 1; p <= components->n_components; p++)
        if (components->group[p] == p)
            level_cell_model_add_cell(model, components->representative[p],
                                      components->passing, -1);
    level_cell_model_end_row(model, -1, INFINITY);
}

/* Merges the two groups with the largest sum of `open` in the wall between them; false
 * if there is none. */
static bool merge_groups(struct components *components)
{
    size_t side = components->n_components + 1;
    uint32_t adjacent[4], one = 0, other = 0;
    double most = -1;
    memset(components->between, 0, side * side * sizeof *components->between);
    for (size_t v = 0; v < components->model->n; v++) {
        size_t k =
            components->in_wall[v] ? adjacent_regions(components, v, adjacent) : 0;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++) {
                double *sum = &components->between[adjacent[i] * side + adjacent[j]];
                *sum += components->open[v];
                if (adjacent[i] < adjacent[j] && *sum > most) {
                    most = *sum;
                    one = adjacent[i];
                    other = adjacent[j];
                }
            }
    }
    for (uint32_t p = 1; p <= components->n_components; p++)
        if (components->group[p] == other && one)
            components->group[p] = one;
    components->n_groups -= one > 0;
    return one > 0;
}

/* Adds cuts for the partition into components, then for coarser and coarser ones. */
static void cut_coarser(struct components *components)
{
    components->n_groups = components->n_components;
    for (uint32_t p = 1; p <= components->n_components; p++)
        components->group[p] = p;
    do {
        grow_regions(components);
        cut_wall(components);
    } while (components->n_groups > 2 && !components->model->failed &&
             merge_groups(components));
}

size_t level_partition_cuts(struct level_cell_model *model, tile_set passing,
                            const double *open, struct arena *arena)
{
    struct components components;
    struct rng rng;
    size_t before = model->program.rows;
    if (!components_init(&components, model, passing, open, arena)) {
        model->failed = true;
        return 0;
    }
    rng_seed(&rng, SEED, model->program.rows);
    number_components(&components);
    if (components.n_components < 2 || components.n_components > MAX_COMPONENTS)
        return 0;
    for (int i = 0; i < TRIALS && !model->failed; i++) {
        for (size_t v = 0; v < model->n; v++)
            components.priority[v] = open[v] + NOISE * rng_unit(&rng);
        cut_coarser(&components);
    }
    return model->program.rows - before;
}

/* ---- heuristic ---- */

/* Length of a step over a cell that is open already. Chosen by hand, not measured. */
static const double STEP = 0.01;

/* Shortest paths from component 1 over cells that may open (Bellman-Ford algorithm);
 * before: the predecessor of each cell. */
static void shortest_paths(const struct components *components, double *length,
                           uint32_t *before)
{
    size_t n = components->model->n, next[4];
    bool more = true;
    for (size_t v = 0; v < n; v++)
        length[v] = components->component[v] == 1 ? 0 : INFINITY;
    while (more) {
        more = false;
        for (size_t v = 0; v < n; v++) {
            double step = components->component[v] ? 0 : 1 + STEP - components->open[v];
            size_t k = may_open(components, v)
                           ? level_cell_model_neighbours(components->model, v, next)
                           : 0;
            while (k-- > 0)
                if (length[next[k]] + step < length[v] - 1e-9) {
                    length[v] = length[next[k]] + step;
                    before[v] = (uint32_t)next[k];
                    more = true;
                }
        }
    }
}

/* Connects the nearest component to component 1. */
static bool connect_nearest(struct components *components, bool *opened, double *length,
                            uint32_t *before)
{
    size_t n = components->model->n, best = n;
    shortest_paths(components, length, before);
    for (size_t v = 0; v < n; v++)
        if (components->component[v] > 1 && (best == n || length[v] < length[best]))
            best = v;
    if (best == n || isinf(length[best]))
        return false;
    assert(best < n && components->component[best] > 1);
    uint32_t joined = components->component[best];
    for (size_t v = before[best]; components->component[v] != 1; v = before[v]) {
        opened[v] = opened[v] || components->component[v] == 0;
        components->component[v] = 1;
    }
    for (size_t v = 0; v < n; v++)
        if (components->component[v] == joined)
            components->component[v] = 1;
    return true;
}

bool level_partition_connect(struct level_cell_model *model, tile_set passing,
                             const double *open, bool *opened, struct arena *arena)
{
    struct components components;
    double *length = ARENA_NEW(arena, double, model->n);
    uint32_t *before = ARENA_NEW(arena, uint32_t, model->n);
    if (!length || !before ||
        !components_init(&components, model, passing, open, arena)) {
        model->failed = true;
        return false;
    }
    memset(opened, 0, model->n * sizeof *opened);
    number_components(&components);
    for (uint32_t i = 1; i < components.n_components; i++)
        if (!connect_nearest(&components, opened, length, before))
            return false;
    return components.n_components > 1;
}
