#include "level_connect.h"

#include "clock.h"
#include "level_partition_cuts.h"
#include "level_path_heuristic.h"
#include "level_reachability_cuts.h"
#include "level_region_bound.h"

#include <math.h>
#include <string.h>

/* INCUMBENT_S       CPU seconds for the integer program of a heuristic, which proves nothing:
 *                   2.57 s with 1, of 2.55 to 2.75 s (results/level/experiments.md)
 * HEURISTIC_ROUNDS  of programs and cuts; chosen by hand, not measured */
static const double INCUMBENT_S = 5;
/* CPU seconds for the tree of the regions, chosen by hand, and how much of it they are enough
 * for: of 868 cells, 15 terminals and 335 joints take 0.3 s. */
static const double REGIONS_S = 1, MERGES_A_SECOND = 3e9;
enum { HEURISTIC_ROUNDS = 3 };

/* Fixes the opened cells as passable. */
static void fix_open(struct level_relaxation *r, tile_set passing)
{
    struct level_cell_model *model = r->model;
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
            if (r->opened[v] && model->choice[c].col != LEVEL_CELL_MODEL_IMPLIED &&
                model->choice[c].tile < model->game->n_tiles &&
                !tile_in(passing, model->choice[c].tile))
                model->program.col_high[model->choice[c].col] = 0;
}

/* Solves for the cheapest level in which the opened cells are passable; keeps the best. The
 * relaxation is mostly integral then. */
static enum status solve_connected(struct level_relaxation *r, tile_set passing,
                                   struct arena *work, struct error *err)
{
    struct level_cbc cbc = {0};
    struct level_cell_model *model = r->model;
    size_t bytes = model->program.cols * sizeof(double);
    double until = fmin(clock_thread_s() + INCUMBENT_S, r->deadline);
    double *high = ARENA_NEW(work, double, model->program.cols);
    if (!high) {
        model->failed = true;
        return STATUS_OK;
    }
    memcpy(high, model->program.col_high, bytes);
    fix_open(r, passing);
    enum status status = STATUS_OK;
    cbc.found = level_relaxation_is_integral_below(r, high);
    if (!cbc.found) {
        fix_open(r, passing);
        status = level_relaxation_solve_integer(r, until, &cbc, err);
        memcpy(model->program.col_high, high, bytes);
    }
    if (status == STATUS_OK && cbc.found &&
        level_reachability_cuts(model, r->cell) == 0 && !model->failed)
        level_relaxation_keep(r);
    return status;
}

enum status level_connect_regions(struct level_relaxation *r, struct error *err)
{
    struct arena work;
    const uint32_t most = r->tuning->regions;
    const double seconds = fmin(REGIONS_S, (r->deadline - clock_thread_s()) / 2);
    struct level_cell_model *model = r->model;
    enum status status = STATUS_OK;
    double bound;
    arena_init(&work);
    for (size_t i = 0; i < model->game->n_reach && status == STATUS_OK; i++) {
        tile_set passing = level_relaxation_passing(model, i);
        if (!model->connected[i] ||
            !level_region_bound(model, passing, most, MERGES_A_SECOND * seconds, &bound,
                                r->opened, &work))
            continue;
        level_relaxation_raise(r, bound);
        if (r->out->bound < r->out->cost)
            status = solve_connected(r, passing, &work, err);
    }
    arena_free(&work);
    return status;
}

enum status level_connect(struct level_relaxation *r, struct error *err)
{
    struct arena work;
    struct level_cell_model *model = r->model;
    enum status status = STATUS_OK;
    arena_init(&work);
    for (size_t i = 0; i < model->game->n_reach && status == STATUS_OK; i++)
        if (model->connected[i] &&
            level_partition_connect(model, level_relaxation_passing(model, i), r->open,
                                    r->opened, &work))
            status = solve_connected(r, level_relaxation_passing(model, i), &work, err);
    arena_free(&work);
    return status;
}

/* Fixes the tiles of cells, as far as single variables do that. */
static void fix_allowed(struct level_cell_model *model, const tile_set *allowed)
{
    struct level_program *p = &model->program;
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++) {
            int col = model->choice[c].col;
            uint8_t tile = model->choice[c].tile;
            if (col == LEVEL_CELL_MODEL_IMPLIED || tile == model->game->n_tiles)
                continue;
            if (!tile_in(allowed[v], tile))
                p->col_high[col] = p->col_low[col];
            else if (allowed[v] == TILE(tile))
                p->col_low[col] = p->col_high[col];
        }
}

/* Solves for the cheapest level whose cells hold allowed tiles, and cuts off those that
 * violate reachability, some times; keeps the first that does not. */
static enum status solve_allowed(struct level_relaxation *r, const tile_set *allowed,
                                 struct arena *work, struct error *err)
{
    struct level_cell_model *model = r->model;
    struct level_program *p = &model->program;
    size_t bytes = p->cols * sizeof(double);
    double until = fmin(clock_thread_s() + INCUMBENT_S, r->deadline);
    double *low = ARENA_NEW(work, double, p->cols);
    double *high = ARENA_NEW(work, double, p->cols);
    enum status status = STATUS_OK;
    if (!low || !high) {
        model->failed = true;
        return status;
    }
    memcpy(low, p->col_low, bytes);
    memcpy(high, p->col_high, bytes);
    fix_allowed(model, allowed);
    struct level_cbc cbc = {.found = true};
    for (int i = 0; i < HEURISTIC_ROUNDS && cbc.found && !status && !model->failed;
         i++) {
        status = level_relaxation_solve_integer(r, until, &cbc, err);
        if (!status && cbc.found && level_reachability_cuts(model, r->cell) == 0 &&
            !model->failed) {
            level_relaxation_keep(r);
            cbc.found = false;
        }
    }
    memcpy(p->col_low, low, bytes);
    memcpy(p->col_high, high, bytes);
    return status;
}

enum status level_connect_by_paths(struct level_relaxation *r, const double *x,
                                   struct error *err)
{
    struct arena work;
    struct level_cell_model *model = r->model;
    enum status status = STATUS_OK;
    arena_init(&work);
    tile_set *allowed = ARENA_NEW(&work, tile_set, model->n);
    model->failed = model->failed || !allowed;
    if (allowed && level_path_heuristic(model, x, allowed, &work))
        status = solve_allowed(r, allowed, &work, err);
    arena_free(&work);
    return status;
}
