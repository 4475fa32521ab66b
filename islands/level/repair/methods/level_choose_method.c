#include "level_choose_method.h"

#include "clock.h"
#include "level_cell_model.h"
#include "level_checker.h"
#include "level_cut_loop.h"
#include "level_flow_repair.h"
#include "level_infeasible_subset.h"
#include "level_repair_process.h"
#include "level_trivial_infeasibility.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Checks a level of the cell model independently of it: the solver works in floating
 * point, and its rules are stated anew there. */
static enum status check_playable(const struct level_game *game,
                                  const struct level_repair *repair,
                                  struct arena *arena, struct error *err)
{
    size_t cells = level_cells(&repair->grid);
    struct arena scratch = arena_scratch(arena, level_checker_bytes(cells));
    if (!scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory to check the repaired level");
    if (level_checker_report(game, &repair->grid, scratch, NULL))
        return error_set(err, STATUS_FAILED,
                         "the repaired level is not playable; this is a bug");
    return STATUS_OK;
}

static enum status repair_by_rules(const struct level_game *game,
                                   const struct level_grid *broken,
                                   const struct level_demands *demands, double deadline,
                                   struct arena *arena, struct level_repair *out,
                                   struct error *err)
{
    struct level_flow_rules rules;
    char why[512];
    if (!level_demands_others(demands) &&
        level_flow_rules_init(game, broken->rows, broken->cols, &rules, why) &&
        level_flow_rules_restrict(&rules, broken->rows, broken->cols,
                                  level_demands_open(demands)))
        return level_flow_repair(&rules, broken, deadline, arena, out, err);
    enum status status = level_cut_loop(game, broken, demands, &LEVEL_CELL_TUNING,
                                        deadline, arena, out, err);
    return status || !out->grid.rows ? status : check_playable(game, out, arena, err);
}

const char *level_choose_method(const struct level_game *game, size_t rows, size_t cols,
                                char why[512])
{
    struct level_flow_rules rules;
    char flow[512];
    why[0] = '\0';
    if (level_flow_rules_init(game, rows, cols, &rules, flow))
        return "flow";
    snprintf(why, 512, "not flow: the game has %.400s", flow);
    return "cell model";
}

enum status level_repair_unexplained(const struct level_game *game,
                                     const struct level_grid *broken,
                                     const struct level_demands *demands,
                                     double time_limit_s, struct arena *arena,
                                     struct level_repair *out, struct error *err)
{
    double start = clock_thread_s();
    char why[512];
    enum status status = STATUS_OK;
    *out = (struct level_repair){.cost = INFINITY, .bound = INFINITY};
    if (level_trivial_infeasibility(game, broken->rows, broken->cols,
                                    level_demands_open(demands), why)) {
        out->infeasible = true;
        memcpy(out->reason, why, sizeof why);
    } else {
        status = repair_by_rules(game, broken, demands, start + time_limit_s, arena,
                                 out, err);
    }
    out->seconds = clock_thread_s() - start;
    return status;
}

enum status level_repair_fast(const struct level_game *game,
                              const struct level_grid *broken,
                              const struct level_demands *demands, double time_limit_s,
                              struct arena *arena, struct level_repair *out,
                              struct error *err)
{
    double start = clock_thread_s();
    enum status status =
        level_repair_unexplained(game, broken, demands, time_limit_s, arena, out, err);
    if (status == STATUS_OK && out->infeasible && !out->reason[0] &&
        level_demands_ask_reason(demands))
        status = level_infeasible_subset_explain(
            game, broken->rows, broken->cols, demands,
            time_limit_s - (clock_thread_s() - start), out, err);
    out->seconds = clock_thread_s() - start;
    return status;
}
