#include "level_reachability_cuts.h"

#include "level_cell_paths.h"

#include <math.h>
#include <string.h>

/* Cells of a component for each of which a cut is added. Chosen by hand, not measured. */
enum { REPRESENTATIVES = 2 };

/* The search for unreachable cells of a level. */
struct reach_search {
    struct level_cell_model *model;
    const uint8_t *cell;
    tile_set blocking, from;
    uint32_t *component; /* of each cell: number of its component; 0: it blocks */
    /* Of each cell: distance from the start of the last search; UINT32_MAX: not reached. */
    uint32_t *steps;
    uint32_t *queue;
    size_t *layer;
    size_t added;
};

static bool reach_search_init(struct reach_search *search,
                              struct level_cell_model *model, const uint8_t *cell)
{
    *search = (struct reach_search){.model = model, .cell = cell};
    search->component = ARENA_NEW(model->arena, uint32_t, model->n);
    search->steps = ARENA_NEW(model->arena, uint32_t, model->n);
    search->queue = ARENA_NEW(model->arena, uint32_t, model->n);
    search->layer = ARENA_NEW(model->arena, size_t, model->n);
    model->failed = model->failed || !search->component || !search->steps ||
                    !search->queue || !search->layer;
    return !model->failed;
}

static bool blocks(const struct reach_search *search, size_t cell)
{
    return tile_in(search->blocking, search->cell[cell]);
}

static tile_set passing(const struct reach_search *search)
{
    return level_all_tiles(search->model->game) & ~search->blocking;
}

static bool may_open(const struct reach_search *search, size_t cell)
{
    return search->model->open[cell] & passing(search);
}

/* Breadth-first search from the cells in the queue; `through` tells which cells may be
 * left. Returns the number of cells in the queue. */
static uint32_t search_queue(struct reach_search *search, uint32_t end,
                             bool (*through)(const struct reach_search *, size_t))
{
    for (uint32_t at = 0; at < end; at++) {
        size_t u = search->queue[at], next[4],
               k = level_cell_model_neighbours(search->model, u, next);
        if (search->steps[u] > 0 && !through(search, u))
            continue;
        while (k-- > 0)
            if (search->steps[next[k]] == UINT32_MAX) {
                search->steps[next[k]] = search->steps[u] + 1;
                search->queue[end++] = (uint32_t)next[k];
            }
    }
    return end;
}

static void clear_steps(struct reach_search *search)
{
    memset(search->steps, 0xff, search->model->n * sizeof *search->steps);
}

static bool passes(const struct reach_search *search, size_t cell)
{
    return !blocks(search, cell);
}

static bool always(const struct reach_search *search, size_t cell)
{
    return search->model != NULL && cell < search->model->n;
}

static uint32_t search_from(struct reach_search *search, size_t cell,
                            bool (*through)(const struct reach_search *, size_t))
{
    clear_steps(search);
    search->steps[cell] = 0;
    search->queue[0] = (uint32_t)cell;
    return search_queue(search, 1, through);
}

/* ---- all passable cells must be connected ---- */

/* Numbers the components from 1; returns the number of the source's component. */
static uint32_t number_components(struct reach_search *search, uint32_t *n_components)
{
    uint32_t source_component = 0;
    *n_components = 0;
    memset(search->component, 0, search->model->n * sizeof *search->component);
    for (size_t v = 0; v < search->model->n; v++) {
        if (blocks(search, v) || search->component[v])
            continue;
        uint32_t end = search_from(search, v, passes);
        ++*n_components;
        for (uint32_t i = 0; i < end; i++) {
            size_t u = search->queue[i];
            if (!blocks(search, u))
                search->component[u] = *n_components;
            if (tile_in(search->from, search->cell[u]))
                source_component = *n_components;
        }
    }
    return source_component;
}

/* The cell of a component that is most expensive to close, then others spread over it;
 * at most REPRESENTATIVES. The component is not empty. */
static size_t pick_representatives(const struct reach_search *search,
                                   uint32_t component, size_t out[REPRESENTATIVES])
{
    const struct level_cell_model *model = search->model;
    size_t size = 0, at = 0, n = 1;
    double highest = -1;
    out[0] = 0;
    for (size_t v = 0; v < model->n; v++) {
        if (search->component[v] != component)
            continue;
        uint8_t own = model->broken->cell[v];
        double cost = own == search->cell[v] ? model->game->tile[own].delete : 0;
        if (cost > highest) {
            highest = cost;
            out[0] = v;
        }
        size++;
    }
    for (size_t v = 0; v < model->n && n < REPRESENTATIVES; v++)
        if (search->component[v] == component &&
            at++ % (size / REPRESENTATIVES + 1) == 0 && v != out[0])
            out[n++] = v;
    return n;
}

/* For each representative v of a component: the number of openings of a ring, plus 1 if
 * the source is inside of it, is at least (v is passable). */
static void cut_layer(struct reach_search *search, size_t n_layer, uint32_t ring,
                      uint32_t component)
{
    struct level_cell_model *model = search->model;
    size_t v[REPRESENTATIVES], n = pick_representatives(search, component, v);
    for (size_t i = 0; i < n; i++) {
        level_cell_model_begin_row(model);
        for (size_t j = 0; j < n_layer; j++)
            level_cell_model_add_cell(model, search->layer[j], passing(search), 1);
        for (size_t u = 0; u < model->n; u++)
            if (search->steps[u] < ring)
                level_cell_model_add_cell(model, u, search->from, 1);
        level_cell_model_add_cell(model, v[i], passing(search), -1);
        level_cell_model_end_row(model, 0, INFINITY);
        search->added++;
    }
}

/* Every path out of a union of components crosses each ring of cells around it. Returns
 * the next component that a ring meets; 0: none. */
static uint32_t cut_rings(struct reach_search *search, const bool *in_union,
                          uint32_t component)
{
    uint32_t end = 0;
    clear_steps(search);
    for (size_t v = 0; v < search->model->n; v++)
        if (in_union[search->component[v]]) {
            search->steps[v] = 0;
            search->queue[end++] = (uint32_t)v;
        }
    uint32_t at = end;
    end = search_queue(search, end, always);
    for (uint32_t ring = 1; at < end; ring++) {
        size_t n = 0;
        for (; at < end && search->steps[search->queue[at]] == ring; at++) {
            size_t u = search->queue[at];
            if (!blocks(search, u))
                return search->component[u];
            if (may_open(search, u))
                search->layer[n++] = u;
        }
        cut_layer(search, n, ring, component);
    }
    return 0;
}

/* Adds the rings around growing unions of components, up to that of the source. */
static void cut_unions(struct reach_search *search, uint32_t component,
                       uint32_t n_components, uint32_t source_component)
{
    bool *in_union = ARENA_NEW(search->model->arena, bool, n_components + 1);
    search->model->failed = search->model->failed || !in_union;
    for (uint32_t joined = component;
         joined && joined != source_component && !search->model->failed;) {
        in_union[joined] = true;
        joined = cut_rings(search, in_union, component);
    }
}

/* Adds the ring around the component of the source, seen from another one: the search
 * from there ends at its neighbours. */
static void cut_outer(struct reach_search *search, uint32_t component,
                      uint32_t source_component)
{
    size_t n = 0, start = 0, next[4];
    while (search->component[start] != component)
        start++;
    clear_steps(search);
    search->steps[start] = 0;
    search->queue[0] = (uint32_t)start;
    uint32_t end = 1;
    for (uint32_t at = 0; at < end; at++) {
        size_t u = search->queue[at],
               k = level_cell_model_neighbours(search->model, u, next);
        bool is_adjacent = false;
        for (size_t i = 0; i < k; i++)
            is_adjacent = is_adjacent || search->component[next[i]] == source_component;
        if (is_adjacent && may_open(search, u))
            search->layer[n++] = u;
        for (size_t i = 0; i < k && !is_adjacent; i++)
            if (search->steps[next[i]] == UINT32_MAX) {
                search->steps[next[i]] = 0;
                search->queue[end++] = (uint32_t)next[i];
            }
    }
    cut_layer(search, n, 1, component);
}

static void cut_components(struct reach_search *search)
{
    uint32_t n_components, source_component = number_components(search, &n_components);
    for (uint32_t component = 1; component <= n_components && !search->model->failed;
         component++) {
        if (component == source_component)
            continue;
        cut_unions(search, component, n_components, source_component);
        cut_outer(search, component, source_component);
    }
}

/* ---- from one tile to others ---- */

/* The number of openings, plus the sources on the target's side other than the target
 * itself, is at least (the cell holds a target that is no source). */
static void cut_target(struct reach_search *search, tile_set to, bool area_reached,
                       size_t target)
{
    struct level_cell_model *model = search->model;
    level_cell_model_begin_row(model);
    for (size_t v = 0; v < model->n; v++) {
        bool seen = search->steps[v] != UINT32_MAX, closed = seen && blocks(search, v);
        if (v == target)
            continue;
        if (closed && may_open(search, v))
            level_cell_model_add_cell(model, v, passing(search), 1);
        else if (!closed && seen == area_reached)
            level_cell_model_add_cell(model, v, search->from & passing(search), 1);
    }
    level_cell_model_add_cell(model, target, to & ~search->from, -1);
    level_cell_model_end_row(model, 0, INFINITY);
    search->added++;
}

/* Breadth-first search from all sources, which are not left if they block. Returns the
 * number of cells in the queue. */
static uint32_t search_from_sources(struct reach_search *search)
{
    uint32_t end = 0;
    clear_steps(search);
    for (size_t v = 0; v < search->model->n; v++)
        if (tile_in(search->from, search->cell[v]) && !blocks(search, v)) {
            search->steps[v] = 0;
            search->queue[end++] = (uint32_t)v;
        }
    return search_queue(search, end, passes);
}

static void cut_reach(struct reach_search *search, tile_set to)
{
    size_t n = search->model->n, n_missed = 0;
    size_t *missed = ARENA_NEW(search->model->arena, size_t, n);
    if (!missed) {
        search->model->failed = true;
        return;
    }
    search_from_sources(search);
    for (size_t v = 0; v < n; v++)
        if (tile_in(to & ~search->from, search->cell[v]) &&
            search->steps[v] == UINT32_MAX)
            missed[n_missed++] = v;
    memset(search->component, 0, n * sizeof *search->component);
    for (size_t i = 0; i < n_missed && !search->model->failed; i++) {
        if (search->component[missed[i]] >= REPRESENTATIVES)
            continue;
        uint32_t reached = search_from(search, missed[i], passes);
        cut_target(search, to, true, missed[i]);
        for (uint32_t k = 0; k < reached; k++)
            search->component[search->queue[k]]++;
        search_from_sources(search);
        cut_target(search, to, false, missed[i]);
    }
}

size_t level_reachability_cuts(struct level_cell_model *model, const uint8_t *cell)
{
    struct reach_search search;
    if (!reach_search_init(&search, model, cell))
        return 0;
    for (size_t i = 0; i < model->game->n_reach; i++) {
        search.blocking = model->game->reach[i].blocking;
        search.from = model->game->reach[i].from;
        if (model->connected[i])
            cut_components(&search);
        tile_set to = model->game->reach[i].to;
        cut_reach(&search, model->connected[i] ? to & search.blocking : to);
    }
    return search.added ? search.added : level_cell_paths_restrict(model, cell);
}
