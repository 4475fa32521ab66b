#include "level_path_heuristic.h"

#include <math.h>

/* What a cell costs that is open already, so that of equal paths the shortest is taken.
 * Chosen by hand, not measured. */
static const double STEP = 0.01;
/* A cell holds a target if its value is at least this. */
static const double HELD = 0.5;

struct paths {
    struct level_cell_model *model;
    const double *x;
    const struct level_reach *rule;
    tile_set passing;
    tile_set *allowed; /* of each cell */
    double *distance;
    size_t *via; /* of each cell: the one before it on its path; n: a source */
    bool *settled;
};

static tile_set may_hold(const struct paths *paths, size_t cell)
{
    return paths->model->open[cell] & paths->allowed[cell];
}

/* Places a tile that occurs once where the solution has most of it. */
static bool place(struct paths *paths, uint8_t tile)
{
    struct level_cell_model *model = paths->model;
    size_t best = model->n;
    double most = 0;
    for (size_t v = 0; v < model->n; v++) {
        double value = level_cell_model_value(model, paths->x, v, TILE(tile));
        if (value > most && tile_in(may_hold(paths, v), tile)) {
            most = value;
            best = v;
        }
    }
    for (size_t v = 0; v < model->n; v++)
        paths->allowed[v] &= v == best ? TILE(tile) : ~TILE(tile);
    return best < model->n;
}

static bool place_all(struct paths *paths)
{
    const struct level_game *game = paths->model->game;
    tile_set once = level_demands_once(game) & ~paths->model->interchangeable, ends = 0;
    bool placed = true;
    for (size_t i = 0; i < game->n_reach; i++)
        ends |= game->reach[i].from | game->reach[i].to;
    for (tile_set left = ends & once; left && placed; left &= left - 1)
        placed = place(paths, (uint8_t)__builtin_ctz(left));
    return placed;
}

/* What it costs to begin a path at a cell; INFINITY: it cannot hold a source. */
static double cost_of_source(const struct paths *paths, size_t cell)
{
    tile_set sources = paths->rule->from & paths->passing;
    return may_hold(paths, cell) & sources
               ? 1 - level_cell_model_value(paths->model, paths->x, cell, sources)
               : INFINITY;
}

static double cost_of_cell(const struct paths *paths, size_t cell)
{
    tile_set allowed = may_hold(paths, cell);
    if (!(allowed & paths->passing))
        return INFINITY;
    return STEP + (allowed & ~paths->passing
                       ? 1 - level_cell_model_value(paths->model, paths->x, cell,
                                                    paths->passing)
                       : 0);
}

static size_t nearest(const struct paths *paths)
{
    size_t best = paths->model->n;
    double least = INFINITY;
    for (size_t v = 0; v < paths->model->n; v++)
        if (!paths->settled[v] && paths->distance[v] < least) {
            least = paths->distance[v];
            best = v;
        }
    return best;
}

/* Opens the cells of a cheapest path to a target; false if there is none. */
static bool open_path(struct paths *paths, size_t target)
{
    struct level_cell_model *model = paths->model;
    for (size_t v = 0; v < model->n; v++) {
        paths->distance[v] = v == target ? INFINITY : cost_of_source(paths, v);
        paths->via[v] = model->n;
        paths->settled[v] = false;
    }
    for (size_t u = nearest(paths); u < model->n && u != target; u = nearest(paths)) {
        size_t near[4], k = level_cell_model_neighbours(model, u, near);
        paths->settled[u] = true;
        while (k-- > 0) {
            double next = paths->distance[u] +
                          (near[k] == target ? 0 : cost_of_cell(paths, near[k]));
            if (next < paths->distance[near[k]]) {
                paths->distance[near[k]] = next;
                paths->via[near[k]] = u;
            }
        }
    }
    if (isinf(paths->distance[target]))
        return false;
    size_t v = paths->via[target];
    for (; paths->via[v] < model->n; v = paths->via[v])
        paths->allowed[v] &= paths->passing;
    paths->allowed[v] &= paths->rule->from & paths->passing;
    return true;
}

/* Opens paths to all targets of a rule. */
static bool open_paths(struct paths *paths)
{
    struct level_cell_model *model = paths->model;
    tile_set to = paths->rule->to & ~paths->rule->from;
    bool opened = true;
    for (size_t v = 0; v < model->n && opened; v++) {
        tile_set held = may_hold(paths, v);
        bool certain = held && !(held & ~to);
        if (certain ||
            ((held & to) && level_cell_model_value(model, paths->x, v, to) > HELD))
            opened = open_path(paths, v);
    }
    return opened;
}

bool level_path_heuristic(struct level_cell_model *model, const double *x,
                          tile_set *allowed, struct arena *arena)
{
    struct paths paths = {.model = model, .x = x, .allowed = allowed};
    paths.distance = ARENA_NEW(arena, double, model->n);
    paths.via = ARENA_NEW(arena, size_t, model->n);
    paths.settled = ARENA_NEW(arena, bool, model->n);
    if (!paths.distance || !paths.via || !paths.settled) {
        model->failed = true;
        return false;
    }
    for (size_t v = 0; v < model->n; v++)
        allowed[v] = UINT32_MAX;
    bool found = place_all(&paths);
    for (size_t i = 0; i < model->game->n_reach && found; i++) {
        paths.rule = &model->game->reach[i];
        paths.passing = level_all_tiles(model->game) & ~paths.rule->blocking;
        found = open_paths(&paths);
    }
    return found;
}
