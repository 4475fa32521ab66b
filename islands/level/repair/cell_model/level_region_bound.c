#include "level_region_bound.h"

#include "level_node_steiner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sets of terminals times joints: 270 MB. */
static const double MOST_ENTRIES = 1 << 25;

struct region {
    uint32_t number; /* from 1 */
    int32_t closing; /* the cost of closing all its cells, capped: a lower bound */
};

struct regions {
    struct level_cell_model *model;
    tile_set passing;
    uint32_t *region_of; /* of each cell: number of its region; 0: none */
    uint32_t *queue;
    struct region *region;
    uint32_t n;
    uint32_t *joint;
    uint32_t n_joints;
};

/* The least cost of a level in which a cell changes. */
static int32_t cost_of_change(const struct regions *regions, size_t cell)
{
    const struct level_cell_model *model = regions->model;
    const struct level_tile *own = &model->game->tile[model->broken->cell[cell]];
    double cost = fmin(own->move, own->delete);
    assert(cost >= 0 && cost == floor(cost));
    return (int32_t)cost;
}

static bool may_pass(const struct regions *regions, size_t cell)
{
    return (regions->model->open[cell] & regions->passing) != 0;
}

/* Whether a cell passes in the given level, and may. */
static bool passes(const struct regions *regions, size_t cell)
{
    return may_pass(regions, cell) &&
           tile_in(regions->passing, regions->model->broken->cell[cell]);
}

/* Numbers the region of a cell. */
static void fill_region(struct regions *regions, size_t cell)
{
    const int32_t most = LEVEL_NODE_STEINER_FORBIDDEN / 2;
    struct region *region = &regions->region[regions->n++];
    uint32_t end = 0;
    *region = (struct region){.number = regions->n};
    regions->region_of[cell] = regions->n;
    regions->joint[regions->n_joints++] = (uint32_t)cell;
    regions->queue[end++] = (uint32_t)cell;
    for (uint32_t at = 0; at < end; at++) {
        size_t u = regions->queue[at], near[4],
               k = level_cell_model_neighbours(regions->model, u, near);
        region->closing += cost_of_change(regions, u);
        region->closing = region->closing < most ? region->closing : most;
        while (k-- > 0)
            if (passes(regions, near[k]) && !regions->region_of[near[k]]) {
                regions->region_of[near[k]] = regions->n;
                regions->queue[end++] = (uint32_t)near[k];
            }
    }
}

/* Those first that cost most. */
static int compare(const void *a, const void *b)
{
    const struct region *x = a, *y = b;
    return x->closing != y->closing
               ? (x->closing < y->closing) - (x->closing > y->closing)
               : (x->number > y->number) - (x->number < y->number);
}

static bool find_regions(struct regions *regions, struct arena *arena)
{
    size_t n = regions->model->n;
    regions->region_of = ARENA_NEW(arena, uint32_t, n);
    regions->queue = ARENA_NEW(arena, uint32_t, n);
    regions->region = ARENA_NEW(arena, struct region, n);
    regions->joint = ARENA_NEW(arena, uint32_t, n);
    if (!regions->region_of || !regions->queue || !regions->region || !regions->joint)
        return false;
    for (size_t v = 0; v < n; v++)
        if (passes(regions, v) && !regions->region_of[v])
            fill_region(regions, v);
    qsort(regions->region, regions->n, sizeof *regions->region, compare);
    return true;
}

/* The prices of the cells and of the terminals' places. */
static bool set_prices(const struct regions *regions,
                       struct level_node_steiner *steiner, int32_t *price,
                       struct arena *arena)
{
    size_t n = regions->model->n;
    for (size_t v = 0; v < n; v++)
        price[v] = !may_pass(regions, v) ? LEVEL_NODE_STEINER_FORBIDDEN
                   : passes(regions, v)  ? 0
                                         : cost_of_change(regions, v);
    for (uint32_t k = 0; k < steiner->n_terminals; k++) {
        const struct region *region = &regions->region[k];
        int32_t *place = ARENA_NEW(arena, int32_t, n);
        if (!place)
            return false;
        for (size_t v = 0; v < n; v++)
            place[v] = regions->region_of[v] == region->number ? 0 : region->closing;
        steiner->terminal[k] = (struct level_node_steiner_terminal){.price = place};
    }
    return true;
}

static bool take_neighbours(struct level_cell_model *model, uint8_t *n_neighbours,
                            uint32_t *neighbour)
{
    for (size_t v = 0; n_neighbours && neighbour && v < model->n; v++) {
        size_t near[4], k = level_cell_model_neighbours(model, v, near);
        n_neighbours[v] = (uint8_t)k;
        while (k-- > 0)
            neighbour[4 * v + k] = (uint32_t)near[k];
    }
    return n_neighbours && neighbour;
}

/* Three regions around a component of other cells. */
struct around {
    uint32_t region[3], n;
};

static void see_region(struct around *around, uint32_t region)
{
    bool seen = !region || around->n == 3;
    for (uint32_t i = 0; i < around->n; i++)
        seen = seen || around->region[i] == region;
    if (!seen)
        around->region[around->n++] = region;
}

/* Appends to the joints the component of a cell among those outside of regions, unless it has
 * at most two regions around it: of a tree that enters it, a path from one region to the other
 * is enough, since the cells of a region are connected at no cost, and no trees are merged on
 * that path.
 *
 * seen  of each cell: its component has been found */
static void add_component(struct regions *regions, size_t cell, bool *seen)
{
    struct around around = {.n = 0};
    uint32_t end = 0;
    seen[cell] = true;
    regions->queue[end++] = (uint32_t)cell;
    for (uint32_t at = 0; at < end; at++) {
        size_t near[4],
            k = level_cell_model_neighbours(regions->model, regions->queue[at], near);
        while (k-- > 0) {
            see_region(&around, regions->region_of[near[k]]);
            if (regions->region_of[near[k]] || seen[near[k]] ||
                !may_pass(regions, near[k]))
                continue;
            seen[near[k]] = true;
            regions->queue[end++] = (uint32_t)near[k];
        }
    }
    for (uint32_t i = 0; i < end && around.n == 3; i++)
        regions->joint[regions->n_joints++] = regions->queue[i];
}

/* Finds the cells at which trees are merged: one of each region, and those among three regions or
 * more. */
static bool find_joints(struct regions *regions, struct arena *arena)
{
    bool *seen = ARENA_NEW(arena, bool, regions->model->n);
    if (!seen)
        return false;
    for (size_t v = 0; v < regions->model->n; v++)
        if (may_pass(regions, v) && !regions->region_of[v] && !seen[v])
            add_component(regions, v, seen);
    return true;
}

/* As many terminals as memory and merges allow. */
static uint32_t affordable(const struct regions *regions, uint32_t most, double merges)
{
    while (most > 0 && ((double)regions->n_joints * pow(3, most - 1.0) > merges ||
                        (double)regions->n_joints * exp2(most - 1.0) > MOST_ENTRIES))
        most--;
    return most;
}

bool level_region_bound(struct level_cell_model *model, tile_set passing, uint32_t most,
                        double merges, double *bound, bool *opened, struct arena *arena)
{
    struct regions regions = {.model = model, .passing = passing};
    struct level_node_steiner steiner;
    uint8_t *n_neighbours = ARENA_NEW(arena, uint8_t, model->n);
    uint32_t *neighbour = ARENA_NEW(arena, uint32_t, 4 * model->n);
    int32_t *price = ARENA_NEW(arena, int32_t, model->n);
    if (!price || !take_neighbours(model, n_neighbours, neighbour) ||
        !find_regions(&regions, arena) || !find_joints(&regions, arena)) {
        model->failed = true;
        return false;
    }
    most = affordable(&regions, most, merges);
    const uint32_t fewer = most > 4 ? most - 2 : most;
    const uint32_t terminals = regions.n <= most ? regions.n : fewer;
    if (terminals < 2)
        return false;
    if (!level_node_steiner_init_joints(&steiner, (uint32_t)model->n, n_neighbours,
                                        neighbour, terminals, regions.joint,
                                        regions.n_joints, arena) ||
        !set_prices(&regions, &steiner, price, arena)) {
        model->failed = true;
        return false;
    }
    int64_t cost = level_node_steiner_solve(&steiner, price);
    for (size_t v = 0; v < model->n; v++)
        opened[v] = cost < LEVEL_NODE_STEINER_NONE && steiner.in_tree[v] &&
                    !regions.region_of[v];
    *bound = (double)cost;
    return cost < LEVEL_NODE_STEINER_NONE;
}
