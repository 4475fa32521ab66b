#include "level_cut_loop.h"

#include "clock.h"
#include "level_cell_paths.h"
#include "level_cell_presolve.h"
#include "level_connect.h"
#include "level_first.h"
#include "level_reachability_cuts.h"
#include "level_repair_process.h"
#include "level_window_turns.h"

#include <math.h>

/* Of the time, for a first level of a large one: if a program is solved afterwards, and if none is.
 * Chosen by hand. */
static const double FIRST_SHARE = 0.3, ONLY_SHARE = 0.9;

/* Whether rounding errors are far below differences of costs: these are whole and small. */
static bool has_small_costs(const struct level_relaxation *r)
{
    return r->least_gain == 1 &&
           level_game_largest_cost(r->model->game) <= LEVEL_RELAXATION_LARGEST_COST;
}

/* Adds partition cuts of the last integral solution; not of the first one, which
 * ignores reachability altogether: there, cuts of fractional solutions come first. */
static void cut_solution(struct level_relaxation *r)
{
    struct arena work;
    arena_init(&work);
    if (isfinite(r->out->cost))
        level_relaxation_cut_partitions(r, NULL, &work);
    r->model->kept = r->model->program.rows;
    arena_free(&work);
}

static enum status find_paths_by_relaxation(struct level_relaxation *r,
                                            struct error *err)
{
    const double *x = NULL;
    double left = r->deadline - clock_thread_s();
    if (left > 0 && r->lp.model)
        level_lp_solve(&r->lp, &r->model->program, left, &x);
    return x ? level_connect_by_paths(r, x, err) : STATUS_OK;
}

/* Evaluates a solution of the integer program; false if the loop ends. */
static bool take_solution(struct level_relaxation *r, const struct level_cbc *cbc)
{
    struct level_repair *out = r->out;
    level_relaxation_raise(r, cbc->infeasible ? INFINITY : cbc->bound);
    out->infeasible = cbc->infeasible && isinf(out->cost);
    out->optimal = cbc->infeasible && isfinite(out->cost);
    if (!cbc->found)
        return false;
    if (level_reachability_cuts(r->model, r->cell) > 0)
        return cbc->optimal && !r->model->failed;
    if (r->model->failed)
        return false;
    level_relaxation_keep(r);
    out->optimal = cbc->optimal;
    return false;
}

/* Partition cuts, heuristic, more partition cuts, Steiner arc cuts, until the gap is
 * closed or no cut is violated. False when memory runs out. */
static bool strengthen(struct level_relaxation *r, enum status *status,
                       struct error *err)
{
    const struct level_repair *out = r->out;
    const int rounds = r->tuning->rounds;
    if (!r->has_regions && has_small_costs(r)) {
        r->has_regions = true;
        *status = level_connect_regions(r, err);
        if (*status || out->bound >= out->cost)
            return !r->model->failed;
    }
    cut_solution(r);
    if (!level_relaxation_tighten(r, level_relaxation_cut_partitions,
                                  r->tuning->first_rounds))
        return false;
    *status = level_connect(r, err);
    return *status != STATUS_OK ||
           (level_relaxation_tighten(r, level_relaxation_cut_targets, rounds) &&
            level_relaxation_tighten(r, level_relaxation_cut_partitions, rounds) &&
            (out->bound >= out->cost ||
             level_relaxation_tighten(r, level_relaxation_cut_arcs, rounds)));
}

/* Refuses programs that are too large: beyond the limit, chosen by hand, the first
 * relaxation alone takes too long. */
static enum status check_size(const struct level_cell_model *model, struct error *err)
{
    enum { MOST_COEFFICIENTS = 2000000, BYTES_EACH = 100 };
    const struct level_program *p = &model->program;
    if (p->entries <= MOST_COEFFICIENTS)
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "a level of %zu x %zu tiles takes a program of %zu variables, %zu "
                     "constraints and %zu coefficients, some %.1f GB of memory "
                     "(expected: at most %d coefficients)",
                     model->broken->rows, model->broken->cols, p->cols, p->rows,
                     p->entries, BYTES_EACH * (double)p->entries / 1e9,
                     MOST_COEFFICIENTS);
}

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the program of the repair");
}

/* Whether minimum cuts are for some targets. */
static bool has_targets(const struct level_cell_model *model)
{
    tile_set targets = 0;
    for (size_t i = 0; i < model->game->n_reach; i++)
        targets |= level_relaxation_targets(model, i) & ~model->game->reach[i].from;
    return targets != 0;
}

/* Before the first integer program, if minimum cuts are for some targets: these cuts, the
 * heuristic, and more cuts with the variables that its level fixes. Integral
 * solutions alone would yield two cuts each. */
static enum status prepare(struct level_relaxation *r, struct error *err)
{
    enum status status = STATUS_OK;
    if (!has_targets(r->model))
        return status;
    const int rounds = r->tuning->minimum_rounds;
    bool made = level_relaxation_tighten(r, level_relaxation_cut_targets, rounds);
    if (made && level_window_turns_suit(r))
        level_window_turns(r);
    if (made && isinf(r->out->cost))
        status = find_paths_by_relaxation(r, err);
    if (status)
        return status;
    if (!made || !level_relaxation_tighten(r, level_relaxation_cut_targets, rounds))
        return no_memory(err);
    level_relaxation_drop_slack(r);
    return status;
}

/* Adds the flows to tiles that occur once, the first time, or cuts. False when memory
 * runs out. */
static bool restrict_further(struct level_relaxation *r, enum status *status,
                             struct error *err)
{
    if (r->tuning->flows && !r->has_flows) {
        r->has_flows = true;
        if (level_cell_paths_add_flows(r->model) > 0) {
            r->model->kept = r->model->program.rows;
            return !r->model->failed;
        }
    }
    if (!strengthen(r, status, err))
        return false;
    if (r->out->bound < r->out->cost && has_targets(r->model))
        *status = level_connect_by_paths(r, r->x, err);
    if (r->out->bound < r->out->cost)
        level_relaxation_drop_slack(r);
    return true;
}

/* ---- branch and cut ---- */

/* Whether branch and cut comes before integer programs: for rules on paths, of which the
 * relaxation says little and CBC does not know which variables matter. */
static bool suits_branching(const struct level_relaxation *r)
{
    const struct level_game *game = r->model->game;
    return (r->tuning->branches || game->n_apart + game->n_paths > 0) &&
           has_small_costs(r);
}

/* Branch and cut; false if it did not come to an end. */
static bool branch(struct level_relaxation *r)
{
    struct arena work;
    struct level_cell_model *model = r->model;
    struct level_branch_and_cut search = level_relaxation_search(r);
    arena_init(&work);
    level_lp_close(&r->lp); /* it may contain constraints that were dropped */
    r->fixed = 0;
    model->failed = model->failed || !level_lp_open(&r->lp, &model->program, &work);
    bool ended = !model->failed && level_branch_and_cut(&search, &work);
    level_lp_close(&r->lp);
    arena_free(&work);
    if (ended) {
        r->out->infeasible = isinf(r->out->cost);
        r->out->optimal = !r->out->infeasible;
        r->out->bound = r->out->cost;
    }
    return ended;
}

/* A level without a program, improved by windows where these suit. */
static void find_late(struct level_relaxation *r)
{
    struct arena work;
    arena_init(&work);
    level_first_find_late(r, &work);
    if (r->first && r->model->flowing) {
        level_first_keep(r);
        level_lp_close(&r->lp); /* it may contain constraints that were dropped */
        r->fixed = 0;
        level_window_turns_improve(r);
    }
    level_first_keep(r);
    arena_free(&work);
}

/* Integer programs and cuts in turns. */
static enum status solve_programs(struct level_relaxation *r, struct error *err)
{
    struct level_repair *out = r->out;
    struct level_cbc cbc = {.optimal = true};
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !r->model->failed && out->bound < out->cost &&
           r->deadline > clock_thread_s()) {
        if (out->grid.rows)
            r->deadline = r->end;
        if (!has_small_costs(r) || !level_relaxation_is_integral(r, &cbc))
            status = level_relaxation_solve_integer(r, r->deadline, &cbc, err);
        if (status || !take_solution(r, &cbc) || !restrict_further(r, &status, err))
            break;
    }
    return status;
}

static enum status run_loop(struct level_relaxation *r, struct error *err)
{
    struct level_repair *out = r->out;
    r->model->kept = r->model->program.rows; /* the rules of the game */
    bool branching = suits_branching(r), ended = false;
    bool dives = level_window_turns_suit(r); /* for a level of its own */
    if (branching)
        level_cell_presolve(r->model);
    if (r->first && r->model->flowing && !dives) {
        level_first_keep(r);
        level_window_turns_improve(r);
    }
    if (!branching && !dives &&
        isfinite(r->end)) /* the other half is for a level without a program */
        r->deadline = (clock_thread_s() + r->end) / 2;
    enum status status = prepare(r, err);
    if (branching && status == STATUS_OK && out->bound < out->cost)
        ended = branch(r);
    if (status == STATUS_OK && !ended)
        status = solve_programs(r, err);
    if (status == STATUS_OK && !ended && !out->infeasible && !out->optimal) {
        r->deadline = r->end;
        if (!out->grid.rows && isfinite(r->end))
            find_late(r);
        status = solve_programs(r, err);
    }
    if (r->model->failed)
        return no_memory(err);
    out->optimal = out->optimal || (out->grid.rows && out->bound >= out->cost);
    return status;
}

enum status level_cut_loop(const struct level_game *game,
                           const struct level_grid *broken,
                           const struct level_demands *demands,
                           const struct level_cell_tuning *tuning, double deadline,
                           struct arena *arena, struct level_repair *out,
                           struct error *err)
{
    struct arena work;
    struct level_cell_model model = {0};
    size_t n = level_cells(broken);
    struct level_relaxation r = {.model = &model,
                                 .tuning = tuning,
                                 .deadline = deadline,
                                 .end = deadline,
                                 .out = out};
    *out = (struct level_repair){.cost = INFINITY, .by = LEVEL_BY_CELL_MODEL};
    level_repair_process_by(LEVEL_BY_CELL_MODEL);
    out->grid.cell = ARENA_NEW(arena, uint8_t, n);
    arena_init(&work);
    r.open = ARENA_NEW(&work, double, n);
    r.opened = ARENA_NEW(&work, bool, n);
    r.cell = ARENA_NEW(&work, uint8_t, n);
    enum status status = STATUS_MEMORY;
    if (!out->grid.cell || !r.open || !r.opened || !r.cell ||
        !level_cell_model_init(&model, game, broken, demands, &work))
        error_set(err, status, "no memory for the program of the repair");
    else
        status = check_size(&model, err);
    r.least_gain = level_game_costs_are_whole(game, model.moving != 0) ? 1 : 1e-6;
    r.x = status ? NULL : ARENA_NEW(&work, double, model.max_cols);
    if (status == STATUS_OK && !r.x)
        status = no_memory(err);
    if (status == STATUS_OK || status == STATUS_INPUT)
        level_first_find(&r, status ? ONLY_SHARE : FIRST_SHARE, &work);
    if (status == STATUS_OK)
        status = run_loop(&r, err);
    else if (r.first) /* a level, if no bound */
        status = STATUS_OK;
    level_first_keep(&r);
    if (out->optimal)
        out->bound = out->cost;
    if (!out->infeasible)
        out->bound = fmax(out->bound - level_cbc_uncertainty(game), 0);
    out->optimal = out->grid.rows > 0 && out->bound >= out->cost;
    level_lp_close(&r.lp);
    arena_free(&work);
    return status;
}
