#include "level_cell_paths.h"

#include <math.h>

size_t level_cell_paths_variables(const struct level_cell_model *model)
{
    return model->n * (model->game->n_apart + 8 * model->game->n_paths +
                       4 * LEVEL_CELL_PATHS_FLOWS);
}

/* Adds variables in [0, high], so many for each cell; returns the number of the first
 * one. */
static int add_for_cells(struct level_cell_model *model, size_t each, double high)
{
    int first = level_cell_model_add_continuous(model, high, 0);
    for (size_t i = 1; i < each * model->n; i++)
        level_cell_model_add_continuous(model, high, 0);
    return first;
}

static void add_apart(struct level_cell_model *model, const struct level_reach *rule)
{
    int side = add_for_cells(model, 1, 1);
    for (size_t v = 0; v < model->n; v++) {
        size_t near[4], k = level_cell_model_neighbours(model, v, near);
        level_cell_model_begin_row(model);
        level_cell_model_add_term(model, side + (int)v, 1);
        level_cell_model_add_cell(model, v, rule->from, -1);
        level_cell_model_end_row(model, 0, INFINITY);
        level_cell_model_begin_row(model);
        level_cell_model_add_term(model, side + (int)v, 1);
        level_cell_model_add_cell(model, v, rule->to, 1);
        level_cell_model_end_row(model, -INFINITY, 1);
        while (k-- > 0) {
            level_cell_model_begin_row(model);
            level_cell_model_add_term(model, side + (int)v, 1);
            level_cell_model_add_term(model, side + (int)near[k], -1);
            level_cell_model_add_cell(model, v, rule->blocking, -1);
            level_cell_model_end_row(model, -INFINITY, 0);
        }
    }
}

/* The variables of a path: arcs from each cell, and their costs; its ends. */
struct path {
    int flow, toll, supply, demand;
};

/* Adds the arcs into a cell. */
static void add_arcs_into(struct level_cell_model *model, int flow, size_t v,
                          double factor)
{
    size_t near[4], back[4], k = level_cell_model_neighbours(model, v, near);
    for (size_t i = 0; i < k; i++) {
        size_t n_back = level_cell_model_neighbours(model, near[i], back), j = 0;
        while (j < n_back && back[j] != v)
            j++;
        level_cell_model_add_term(model, flow + (int)(4 * near[i] + j), factor);
    }
}

static void add_arcs_out(struct level_cell_model *model, int flow, size_t v,
                         double factor)
{
    size_t near[4], k = level_cell_model_neighbours(model, v, near);
    for (size_t i = 0; i < k; i++)
        level_cell_model_add_term(model, flow + (int)(4 * v + i), factor);
}

/* The flow along a path passes through a cell, which it leaves only if that does not
 * block, and which it pays for where it enters. */
static void add_path_cell(struct level_cell_model *model, const struct level_path *rule,
                          const struct path *path, size_t v)
{
    level_cell_model_begin_row(model);
    level_cell_model_add_term(model, path->supply + (int)v, 1);
    level_cell_model_add_cell(model, v, rule->from, -1);
    level_cell_model_end_row(model, -INFINITY, 0);
    level_cell_model_begin_row(model);
    level_cell_model_add_term(model, path->demand + (int)v, 1);
    level_cell_model_add_cell(model, v, rule->to, -1);
    level_cell_model_end_row(model, -INFINITY, 0);
    level_cell_model_begin_row(model);
    add_arcs_out(model, path->flow, v, 1);
    level_cell_model_add_cell(model, v, rule->blocking, 1);
    level_cell_model_end_row(model, -INFINITY, 1);
    level_cell_model_begin_row(model);
    level_cell_model_add_term(model, path->supply + (int)v, 1);
    level_cell_model_add_term(model, path->demand + (int)v, -1);
    add_arcs_out(model, path->flow, v, -1);
    add_arcs_into(model, path->flow, v, 1);
    level_cell_model_end_row(model, 0, 0);
    level_cell_model_begin_row(model);
    add_arcs_into(model, path->flow, v, 1);
    level_cell_model_add_cell(model, v, rule->cost, 1);
    level_cell_model_add_term(model, path->toll + (int)v, -1);
    level_cell_model_end_row(model, -INFINITY, 1);
}

/* A path enters each cell at most once, so that one toll and one passage for each cell
 * suffice. */
static void add_at_most(struct level_cell_model *model, const struct level_path *rule)
{
    struct path path = {.flow = add_for_cells(model, 4, 1)};
    path.toll = add_for_cells(model, 1, 1);
    path.supply = add_for_cells(model, 1, 1);
    path.demand = add_for_cells(model, 1, 1);
    for (size_t v = 0; v < model->n; v++)
        add_path_cell(model, rule, &path, v);
    level_cell_model_begin_row(model);
    for (size_t v = 0; v < model->n; v++)
        level_cell_model_add_term(model, path.supply + (int)v, 1);
    level_cell_model_end_row(model, 1, 1);
    level_cell_model_begin_row(model);
    for (size_t v = 0; v < model->n; v++)
        level_cell_model_add_term(model, path.toll + (int)v, 1);
    level_cell_model_end_row(model, -INFINITY, (double)rule->most);
}

static void add_at_least(struct level_cell_model *model, const struct level_path *rule)
{
    /* No path enters as many cells as there are. */
    double least = fmin((double)rule->least, (double)model->n);
    int height = add_for_cells(model, 1, least);
    for (size_t v = 0; v < model->n; v++) {
        size_t near[4], k = level_cell_model_neighbours(model, v, near);
        level_cell_model_begin_row(model);
        level_cell_model_add_term(model, height + (int)v, 1);
        level_cell_model_add_cell(model, v, rule->from, least);
        level_cell_model_end_row(model, -INFINITY, least);
        level_cell_model_begin_row(model);
        level_cell_model_add_term(model, height + (int)v, 1);
        level_cell_model_add_cell(model, v, rule->to, -least);
        level_cell_model_end_row(model, 0, INFINITY);
        while (k-- > 0) {
            level_cell_model_begin_row(model);
            level_cell_model_add_term(model, height + (int)near[k], 1);
            level_cell_model_add_term(model, height + (int)v, -1);
            level_cell_model_add_cell(model, near[k], rule->cost, -1);
            level_cell_model_add_cell(model, v, rule->blocking, -least);
            level_cell_model_end_row(model, -INFINITY, 0);
        }
    }
}

void level_cell_paths_add(struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    for (size_t i = 0; i < game->n_apart && !model->failed; i++)
        add_apart(model, &game->apart[i]);
    for (size_t i = 0; i < game->n_paths && !model->failed; i++)
        if (game->paths[i].least)
            add_at_least(model, &game->paths[i]);
}

/* ---- the largest cost of a path ---- */

/* Lowers the costs of the ways to a cell's neighbours; returns whether any was. */
static bool relax_cell(const struct level_cell_model *model,
                       const struct level_path *rule, const uint8_t *cell, size_t v,
                       size_t *cost)
{
    size_t near[4], k = level_cell_model_neighbours(model, v, near);
    bool lowered = false;
    if (cost[v] == SIZE_MAX || tile_in(rule->blocking, cell[v]))
        return false;
    while (k-- > 0) {
        size_t next = cost[v] + tile_in(rule->cost, cell[near[k]]);
        if (next < cost[near[k]]) {
            cost[near[k]] = next;
            lowered = true;
        }
    }
    return lowered;
}

/* Whether every path costs more than the most, or there is none. */
static bool exceeds(const struct level_cell_model *model, const struct level_path *rule,
                    const uint8_t *cell, size_t *cost)
{
    bool more = true, exceeded = true;
    for (size_t v = 0; v < model->n; v++)
        cost[v] = tile_in(rule->from, cell[v]) ? 0 : SIZE_MAX;
    while (more) {
        more = false;
        for (size_t v = 0; v < model->n; v++)
            more = relax_cell(model, rule, cell, v, cost) || more;
    }
    for (size_t v = 0; v < model->n; v++)
        exceeded = exceeded && (!tile_in(rule->to, cell[v]) || cost[v] > rule->most);
    return exceeded;
}

size_t level_cell_paths_restrict(struct level_cell_model *model, const uint8_t *cell)
{
    const struct level_game *game = model->game;
    size_t added = 0;
    for (size_t i = 0; i < game->n_paths && !model->failed; i++) {
        if (game->paths[i].most == SIZE_MAX || model->at_most[i])
            continue;
        size_t *cost = ARENA_NEW(model->arena, size_t, model->n);
        model->failed = !cost;
        if (!cost || !exceeds(model, &game->paths[i], cell, cost))
            continue;
        add_at_most(model, &game->paths[i]);
        model->at_most[i] = true;
        model->kept = model->program.rows; /* none of these is a cut */
        added++;
    }
    return added;
}

/* ---- reachability of tiles that occur once ---- */

static void add_flow(struct level_cell_model *model, const struct level_reach *rule,
                     tile_set to)
{
    int flow = add_for_cells(model, 4, 1);
    for (size_t v = 0; v < model->n; v++) {
        level_cell_model_begin_row(model);
        level_cell_model_add_cell(model, v, rule->from, 1);
        level_cell_model_add_cell(model, v, to, -1);
        add_arcs_into(model, flow, v, 1);
        add_arcs_out(model, flow, v, -1);
        level_cell_model_end_row(model, 0, 0);
        level_cell_model_begin_row(model);
        add_arcs_out(model, flow, v, 1);
        level_cell_model_add_cell(model, v, rule->blocking, 1);
        level_cell_model_end_row(model, -INFINITY, 1);
    }
}

size_t level_cell_paths_add_flows(struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    tile_set once = level_demands_once(game) & ~model->interchangeable;
    size_t added = 0;
    for (size_t i = 0; i < game->n_reach; i++)
        if (game->reach[i].to & ~once & ~game->reach[i].from)
            return 0;
    for (size_t i = 0; i < game->n_reach; i++) {
        const struct level_reach *rule = &game->reach[i];
        tile_set targets = rule->to & once & ~rule->from;
        if (__builtin_popcount(rule->from) != 1 || (rule->from & ~once) ||
            (rule->from & rule->blocking) || model->connected[i])
            continue;
        for (; targets && added < LEVEL_CELL_PATHS_FLOWS && !model->failed;
             targets &= targets - 1) {
            add_flow(model, rule, targets & -targets);
            added++;
        }
    }
    return added;
}
