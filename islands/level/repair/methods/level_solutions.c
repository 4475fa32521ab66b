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

/* One call of level_solutions_find. */
struct search {
    const struct level_solutions *wanted;
    const struct level_game *game;
    const struct level_grid *broken;
    const bool *keep;             /* NULL: no cell is kept */
    struct level_demands demands; /* `other`: the solutions so far */
    struct arena *arena;
    struct level_repair *out; /* wanted->count */
};

/* Checks solution i independently of the method that found it. */
static enum status check_level(const struct search *search, size_t i, struct error *err)
{
    const struct level_grid *broken = search->broken, *found = &search->out[i].grid;
    size_t n = level_cells(broken);
    struct arena scratch = arena_scratch(search->arena, level_checker_bytes(n));
    if (!scratch.at)
        return no_memory(err);
    for (size_t v = 0; search->keep && v < n; v++)
        if (search->keep[v] && found->cell[v] != broken->cell[v])
            return error_set(err, STATUS_FAILED,
                             "the repair changes row %zu, column %zu, which is kept; "
                             "this is a bug",
                             v / broken->cols + 1, v % broken->cols + 1);
    if (!level_demands_hold(&search->demands, found->cell, n))
        return error_set(err, STATUS_FAILED,
                         "the repair does not differ from the others; this is a bug");
    if (level_checker_report(search->game, found, scratch, NULL))
        return error_set(err, STATUS_FAILED,
                         "the repaired level is not playable; this is a bug");
    return STATUS_OK;
}

/* Solutions after this one differ from it. */
static void add_demand(struct search *search, size_t i)
{
    search->demands.other[search->demands.n_others++] = search->out[i].grid.cell;
}

/* Whether the list goes on after a repair. */
static bool goes_on(const struct level_repair *repair)
{
    return repair->grid.rows > 0 && repair->optimal;
}

/* Makes a failure of the method the end of the list: CBC may abort at an assertion of its
 * own, and the solutions before are proven all the same. */
static enum status end_by_failure(struct level_repair *out, struct error *err)
{
    if (err->status != STATUS_FAILED)
        return err->status;
    *out = (struct level_repair){
        .cost = INFINITY, .bound = out->bound, .failed = true, .seconds = out->seconds};
    snprintf(out->reason, sizeof out->reason, "%.*s", (int)sizeof out->reason - 1,
             err->text);
    *err = (struct error){0};
    return STATUS_OK;
}

static bool by_partition(const struct search *search)
{
    const struct level_solutions *wanted = search->wanted;
    return wanted->apart == 1 && wanted->method == level_repair_fast &&
           level_solution_partition_suits(search->game, search->broken,
                                          search->demands.open);
}

/* Finds the solutions after the first by partition, and checks them. */
static enum status divide_all(struct search *search, struct error *err)
{
    const struct level_solutions *wanted = search->wanted;
    enum status status = level_solution_partition(
        wanted, search->game, search->broken, search->demands.open,
        wanted->time_limit_s - search->out[0].seconds, search->arena, search->out, err);
    size_t n = 1;
    while (n < wanted->count && search->out[n].grid.rows)
        n++;
    if (status && n < wanted->count)
        status = end_by_failure(&search->out[n], err);
    search->demands.n_others = 0;
    for (size_t i = 1; i < n && !status; i++) {
        add_demand(search, i - 1);
        status = check_level(search, i, err);
    }
    return status;
}

/* Finds solution i, given those before it. */
static enum status find_one(struct search *search, size_t i, double left_s,
                            struct error *err)
{
    const struct level_solutions *wanted = search->wanted;
    struct level_repair *out = &search->out[i];
    if (wanted->run(wanted->method, search->game, search->broken, &search->demands,
                    left_s, search->arena, out, err) &&
        end_by_failure(out, err))
        return err->status;
    if (i && !out->infeasible && !out->optimal)
        out->bound = fmin(fmax(out->bound, search->out[i - 1].cost), out->cost);
    if (!out->grid.rows)
        return STATUS_OK;
    if (check_level(search, i, err))
        return err->status;
    add_demand(search, i);
    return STATUS_OK;
}

static enum status find_all(struct search *search, struct error *err)
{
    const struct level_solutions *wanted = search->wanted;
    const struct level_repair *out = search->out;
    double left_s = wanted->time_limit_s;
    enum status status = find_one(search, 0, left_s, err);
    if (!status && wanted->count > 1 && goes_on(&out[0]) && by_partition(search))
        return divide_all(search, err);
    for (size_t i = 1; i < wanted->count && goes_on(&out[i - 1]) && !status; i++) {
        left_s -= out[i - 1].seconds;
        if (left_s <= 0)
            return STATUS_OK;
        status = find_one(search, i, left_s, err);
    }
    return status;
}

enum status level_solutions_find(const struct level_solutions *wanted,
                                 const struct level_game *game,
                                 const struct level_grid *broken, const bool *keep,
                                 struct arena *arena, struct level_repair *out,
                                 struct error *err)
{
    tile_set *open = keep ? ARENA_NEW(arena, tile_set, level_cells(broken)) : NULL;
    tile_set *given = keep ? ARENA_NEW(arena, tile_set, level_cells(broken)) : NULL;
    struct search search = {
        .wanted = wanted,
        .game = game,
        .broken = broken,
        .keep = keep,
        .demands = {.open = open, .given = given, .apart = wanted->apart},
        .arena = arena,
        .out = out};
    search.demands.other = ARENA_NEW(arena, uint8_t *, wanted->count);
    if (!search.demands.other || (keep && !(open && given)))
        return no_memory(err);
    for (size_t i = 0; i < wanted->count; i++)
        out[i] = (struct level_repair){.cost = INFINITY};
    if (keep)
        level_demands_keep(game, broken, keep, open, given);
    enum status status = find_all(&search, err);
    if (!status && keep && out[0].infeasible)
        blame_kept_cells(&out[0]);
    return status;
}
