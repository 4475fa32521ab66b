#include "level_solutions.h"

#include "level_checker.h"
#include "level_choose_method.h"
#include "level_solution_partition.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the repaired levels");
}

/* Says that the reason holds for levels with the kept cells. */
static void blame_kept_cells(struct level_repair *repair)
{
    char reason[sizeof repair->reason];
    memcpy(reason, repair->reason, sizeof reason);
    snprintf(repair->reason, sizeof repair->reason,
             "with the cells that are kept, %.470s", reason);
}

/* Checks a level independently of the method that found it. */
static enum status check_level(const struct level_game *game,
                               const struct level_grid *broken, const bool *keep,
                               const struct level_demands *demands,
                               const struct level_repair *repair, struct arena *arena,
                               struct error *err)
{
    size_t n = level_cells(broken);
    struct arena scratch = arena_scratch(arena, level_checker_bytes(n));
    if (!scratch.at)
        return no_memory(err);
    for (size_t v = 0; keep && v < n; v++)
        if (keep[v] && repair->grid.cell[v] != broken->cell[v])
            return error_set(err, STATUS_FAILED,
                             "the repair changes row %zu, column %zu, which is kept; "
                             "this is a bug",
                             v / broken->cols + 1, v % broken->cols + 1);
    if (!level_demands_hold(demands, repair->grid.cell, n))
        return error_set(err, STATUS_FAILED,
                         "the repair does not differ from the others; this is a bug");
    if (level_checker_report(game, &repair->grid, scratch, NULL))
        return error_set(err, STATUS_FAILED,
                         "the repaired level is not playable; this is a bug");
    return STATUS_OK;
}

/* Whether the list goes on after a repair. */
static bool goes_on(const struct level_repair *repair)
{
    return repair->grid.rows > 0 && repair->optimal;
}

static bool by_partition(const struct level_solutions *wanted,
                         const struct level_game *game, const struct level_grid *broken,
                         const struct level_demands *demands)
{
    return wanted->apart == 1 && wanted->method == level_repair_fast &&
           level_solution_partition_suits(game, broken, demands->open);
}

/* Finds the solutions after the first by partition, and checks them. */
static enum status divide_all(const struct level_solutions *wanted,
                              const struct level_game *game,
                              const struct level_grid *broken, const bool *keep,
                              struct level_demands *demands, struct arena *arena,
                              struct level_repair *out, struct error *err)
{
    enum status status = level_solution_partition(wanted, game, broken, demands->open,
                                                  wanted->time_limit_s - out[0].seconds,
                                                  arena, out, err);
    for (size_t i = 1; i < wanted->count && out[i].grid.rows && !status; i++) {
        demands->other[demands->n_others++] = out[i - 1].grid.cell;
        status = check_level(game, broken, keep, demands, &out[i], arena, err);
    }
    return status;
}

/* Finds solution i, given those before it. */
static enum status find_one(const struct level_solutions *wanted,
                            const struct level_game *game,
                            const struct level_grid *broken, const bool *keep,
                            struct level_demands *demands, double left_s, size_t i,
                            struct arena *arena, struct level_repair *out,
                            struct error *err)
{
    if (wanted->run(wanted->method, game, broken, demands, left_s, arena, &out[i], err))
        return err->status;
    if (i && !out[i].infeasible && !out[i].optimal)
        out[i].bound = fmin(fmax(out[i].bound, out[i - 1].cost), out[i].cost);
    if (!out[i].grid.rows)
        return STATUS_OK;
    if ((keep || i) && check_level(game, broken, keep, demands, &out[i], arena, err))
        return err->status;
    demands->other[demands->n_others++] = out[i].grid.cell;
    return STATUS_OK;
}

static enum status find_all(const struct level_solutions *wanted,
                            const struct level_game *game,
                            const struct level_grid *broken, const bool *keep,
                            struct level_demands *demands, struct arena *arena,
                            struct level_repair *out, struct error *err)
{
    double left_s = wanted->time_limit_s;
    enum status status =
        find_one(wanted, game, broken, keep, demands, left_s, 0, arena, out, err);
    if (!status && wanted->count > 1 && goes_on(&out[0]) &&
        by_partition(wanted, game, broken, demands)) {
        demands->n_others = 0;
        return divide_all(wanted, game, broken, keep, demands, arena, out, err);
    }
    for (size_t i = 1; i < wanted->count && goes_on(&out[i - 1]) && !status; i++) {
        left_s -= out[i - 1].seconds;
        if (left_s <= 0)
            return STATUS_OK;
        status =
            find_one(wanted, game, broken, keep, demands, left_s, i, arena, out, err);
    }
    return status;
}

enum status level_solutions_find(const struct level_solutions *wanted,
                                 const struct level_game *game,
                                 const struct level_grid *broken, const bool *keep,
                                 struct arena *arena, struct level_repair *out,
                                 struct error *err)
{
    size_t n = level_cells(broken);
    tile_set *open = keep ? ARENA_NEW(arena, tile_set, n) : NULL;
    struct level_demands demands = {.open = open, .apart = wanted->apart};
    demands.other = ARENA_NEW(arena, uint8_t *, wanted->count);
    if (!demands.other || (keep && !open))
        return no_memory(err);
    for (size_t i = 0; i < wanted->count; i++)
        out[i] = (struct level_repair){.cost = INFINITY};
    if (keep)
        level_demands_keep(game, broken, keep, open);
    enum status status =
        find_all(wanted, game, broken, keep, &demands, arena, out, err);
    if (!status && keep && out[0].infeasible)
        blame_kept_cells(&out[0]);
    return status;
}
