#include "level_mip.h"

#include "clock.h"
#include "level_cbc.h"
#include "level_edit_cost.h"
#include "level_infeasible_subset.h"
#include "level_repair_process.h"

#include <math.h>
#include <string.h>

static enum status check_size(const struct level_game *game,
                              const struct level_grid *broken, struct arena *arena,
                              struct error *err)
{
    struct level_program program;
    enum status status =
        level_program_size(game, broken->rows, broken->cols, arena, &program, err);
    if (status || program.entries <= LEVEL_CBC_MAX_ENTRIES)
        return status;
    return error_set(
        err, STATUS_INPUT,
        "a level of %zu x %zu tiles takes a program of %zu variables, %zu "
        "constraints and %zu coefficients, some %.0f GB (expected: at most "
        "%d coefficients; method fast needs no program)",
        broken->rows, broken->cols, program.cols, program.rows, program.entries,
        1e-7 * (double)program.entries, LEVEL_CBC_MAX_ENTRIES);
}

/* Reads the tile of each cell. */
static void read_level(const struct level_game *game, const double *x,
                       struct level_grid *grid)
{
    size_t cells = level_cells(grid);
    for (size_t v = 0; v < cells; v++)
        for (size_t t = 0; t < game->n_tiles; t++)
            if (x[t * cells + v] > 0.5)
                grid->cell[v] = (uint8_t)t;
}

static enum status take_solution(const struct level_game *game,
                                 const struct level_grid *broken,
                                 const struct level_cbc *cbc, struct arena *arena,
                                 struct level_repair *out, struct error *err)
{
    size_t bytes = level_edit_cost_bytes(level_cells(broken));
    out->bound = cbc->bound > 0 ? cbc->bound : 0;
    out->infeasible = cbc->infeasible;
    if (level_game_costs_are_whole(game, true) && isfinite(out->bound))
        out->bound = ceil(out->bound - 1e-6) + 0.0; /* + 0.0 turns -0 into 0 */
    if (!cbc->found)
        return STATUS_OK;
    out->grid = level_grid_new(broken->rows, broken->cols, arena);
    struct arena scratch = arena_scratch(arena, bytes);
    if (!out->grid.cell || !scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory for the repaired level");
    read_level(game, cbc->x, &out->grid);
    /* The solver's own cost has rounding errors. */
    out->cost = level_edit_cost(game, broken, &out->grid, scratch);
    double error = level_cbc_uncertainty(game);
    out->bound =
        fmax((cbc->optimal ? out->cost : fmin(out->bound, out->cost)) - error, 0);
    out->optimal = out->bound >= out->cost;
    return STATUS_OK;
}

enum status level_repair_mip(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_demands *demands, double time_limit_s,
                             struct arena *arena, struct level_repair *out,
                             struct error *err)
{
    double began = clock_thread_s();
    struct level_program program;
    struct level_cbc cbc;
    *out = (struct level_repair){.cost = INFINITY, .by = LEVEL_BY_PROGRAM};
    level_repair_process_by(LEVEL_BY_PROGRAM);
    enum status status = check_size(game, broken, arena, err);
    if (!status)
        status = level_program_build(game, broken, demands, arena, &program, err);
    if (!status)
        status = level_cbc_solve(&program, time_limit_s - (clock_thread_s() - began),
                                 INFINITY, arena, &cbc, err);
    if (!status)
        status = take_solution(game, broken, &cbc, arena, out, err);
    if (!status && out->infeasible && level_demands_ask_reason(demands))
        status = level_infeasible_subset_explain(
            game, broken->rows, broken->cols, demands,
            time_limit_s - (clock_thread_s() - began), out, err);
    out->seconds = clock_thread_s() - began;
    return status;
}
