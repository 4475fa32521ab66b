#include "level_cut_loop.h"

#include "clock.h"
#include "level_branch_and_cut.h"
#include "level_cbc.h"
#include "level_cell_model.h"
#include "level_cell_paths.h"
#include "level_cell_presolve.h"
#include "level_dive.h"
#include "level_edit_cost.h"
#include "level_local_cuts.h"
#include "level_lp.h"
#include "level_minimum_cuts.h"
#include "level_partition_cuts.h"
#include "level_path_heuristic.h"
#include "level_reachability_cuts.h"
#include "level_repair_process.h"
#include "level_steiner_arc_cuts.h"
#include "level_window_search.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The constants of the loop. Measured on the 8 levels of pacman-regions, of which 2.55 to
 * 2.75 s are the mean with these values (results/level/experiments.md).
 *
 * INCUMBENT_S   CPU seconds for the integer program of the heuristic, which proves nothing:
 *               2.57 s with 1
 * CUTOFF        the cutoff of CBC is the best cost less this share of the least gain: nearly
 *               all of it, with room for CBC's tolerances (1e-6); 2.61 s with 0.5
 * SLOW_GAIN     partition cuts end when SLOW_ROUNDS rounds raise the bound by less: 2.67 s
 *               with 0.05, 3.44 with 0.8
 * MANY_FIXED    share of the variables that are fixed before the relaxation is loaded again
 *               without redundant constraints: 2.90 s with 0.02, 2.65 with 0.2
 * FIRST_ROUNDS  of cuts before the heuristic: 2.77 s with 2, 2.88 with 10
 *
 * MAX_ROUNDS, SLOW_ROUNDS and HEURISTIC_ROUNDS are chosen by hand, not measured. */
static const double INCUMBENT_S = 5, CUTOFF = 0.99, SLOW_GAIN = 0.2, MANY_FIXED = 0.05;
enum { HEURISTIC_ROUNDS = 3, FIRST_ROUNDS = 5, MAX_ROUNDS = 60, SLOW_ROUNDS = 5 };

/* Of windows; measured on a few levels of pacman-paper alone.
 *
 * FIRST_RADIUS, LAST_RADIUS  of local cuts: 5 takes ten times as long as 3, and raises the
 *                            bound by 1 where 3 raises it by 10
 * SEARCH_RADIUS              of the windows in which a level is improved
 * FEW_CUTS                   with fewer cuts in a round the next windows are larger
 * LEAST_CELLS                of the level: smaller ones take one integer program less time */
enum {
    FIRST_RADIUS = 3,
    LAST_RADIUS = 5,
    SEARCH_RADIUS = 4,
    FEW_CUTS = 8,
    LEAST_CELLS = 200
};
/* Rounding errors of larger costs come near the differences of costs. Chosen by hand. */
static const double LARGEST_COST = 1000;

/* Added to the slack of reduced cost fixing, far above CLP's tolerance (1e-7), so that no
 * rounding error fixes a variable wrongly. Measured in the same way: 2.99 s with 1e-2, 2.69
 * with 1e-6. */
static const double FIX_MARGIN = 1e-4;

struct cut_loop {
    struct level_cell_model *model;
    double deadline;
    double least_gain;  /* the least difference of two costs */
    struct level_lp lp; /* model NULL: not loaded */
    size_t fixed;       /* variables fixed since it was loaded */
    bool has_flows;     /* flows to tiles that occur once were added */
    struct level_steiner_arcs arcs;
    double *open; /* of each cell: its value of being open (passable) */
    bool *opened;
    uint8_t *cell; /* of the last solution */
    double *x;     /* the solution itself */
    struct level_repair *out;
};

static void raise_bound(struct cut_loop *loop, double bound)
{
    struct level_repair *out = loop->out;
    if (loop->least_gain == 1 && isfinite(bound))
        bound = ceil(bound - 1e-6) + 0.0; /* 1e-6: CBC's tolerance; + 0.0: -0 is 0 */
    out->bound = fmin(fmax(out->bound, bound), out->cost);
    if (isfinite(out->bound))
        level_repair_process_bound(
            fmax(out->bound - level_cbc_uncertainty(loop->model->game), 0));
}

/* The cost of the last solution: without moves, every cell that changes pays for its
 * tile. INFINITY when memory runs out. */
static double cost_of_level(struct cut_loop *loop)
{
    const struct level_grid *broken = loop->model->broken;
    double cost = 0;
    if (loop->model->moving) {
        struct level_grid level = {broken->rows, broken->cols, loop->cell};
        struct arena work;
        arena_init(&work);
        struct arena scratch =
            arena_scratch(&work, level_edit_cost_bytes(loop->model->n));
        loop->model->failed = loop->model->failed || !scratch.at;
        cost = scratch.at ? level_edit_cost(loop->model->game, broken, &level, scratch)
                          : INFINITY;
        arena_free(&work);
        return cost;
    }
    for (size_t v = 0; v < loop->model->n; v++)
        if (loop->cell[v] != broken->cell[v])
            cost += loop->model->game->tile[broken->cell[v]].delete;
    return cost;
}

/* Keeps the last solution if it is the best. */
static void keep_level(struct cut_loop *loop)
{
    const struct level_grid *broken = loop->model->broken;
    double cost = cost_of_level(loop);
    if (cost >= loop->out->cost)
        return;
    memcpy(loop->out->grid.cell, loop->cell, loop->model->n);
    loop->out->grid.rows = broken->rows;
    loop->out->grid.cols = broken->cols;
    loop->out->cost = cost;
    level_repair_process_found(loop->cell, cost);
}

/* Solves the current integer program for levels cheaper than the best one. No cost lies
 * between the best cost and that less the least gain, which gives the cutoff. */
static enum status solve(struct cut_loop *loop, double deadline, struct level_cbc *cbc,
                         struct error *err)
{
    struct arena work;
    assert(loop->x);
    arena_init(&work);
    enum status status =
        level_cbc_solve(&loop->model->program, deadline - clock_thread_s(),
                        loop->out->cost - CUTOFF * loop->least_gain, &work, cbc, err);
    if (status == STATUS_OK && cbc->found) {
        level_cell_model_read(loop->model, cbc->x, loop->cell);
        memcpy(loop->x, cbc->x, loop->model->program.cols * sizeof *cbc->x);
    }
    cbc->x = NULL;
    arena_free(&work);
    return status;
}

/* ---- tightening the relaxation ---- */

static tile_set passing_of(const struct level_cell_model *model, size_t rule)
{
    return level_all_tiles(model->game) & ~model->game->reach[rule].blocking;
}

static void measure_open(struct cut_loop *loop, const double *x, tile_set passing)
{
    const struct level_cell_model *model = loop->model;
    for (size_t v = 0; v < model->n; v++)
        loop->open[v] = x ? level_cell_model_value(model, x, v, passing)
                          : tile_in(passing, loop->cell[v]);
}

/* Adds cuts of one kind; returns how many. */
typedef size_t cutter(struct cut_loop *loop, const double *x, struct arena *work);

/* Partition cuts of a solution: x, or, if that is NULL, the last integral one. */
static size_t cut_partitions(struct cut_loop *loop, const double *x, struct arena *work)
{
    struct level_cell_model *model = loop->model;
    size_t cuts = 0;
    for (size_t i = 0; i < model->game->n_reach; i++) {
        if (!model->connected[i])
            continue;
        measure_open(loop, x, passing_of(model, i));
        cuts += level_partition_cuts(model, passing_of(model, i), loop->open, work);
    }
    return cuts;
}

/* The targets of a rule that minimum cuts are for. Where no tiles move, partition cuts
 * alone are faster if the targets are all passable cells. */
static tile_set targets_of(const struct level_cell_model *model, size_t rule)
{
    const struct level_reach *reach = &model->game->reach[rule];
    return model->connected[rule] && !model->moving ? reach->to & reach->blocking
                                                    : reach->to;
}

/* Minimum cuts. */
static size_t cut_targets(struct cut_loop *loop, const double *x, struct arena *work)
{
    struct level_cell_model *model = loop->model;
    size_t cuts = 0;
    for (size_t i = 0; i < model->game->n_reach && !model->failed; i++) {
        const struct level_reach *rule = &model->game->reach[i];
        cuts += level_minimum_cuts(model, rule, targets_of(model, i), x, work);
    }
    return cuts;
}

/* Steiner arc cuts, for the first rule that admits arcs; the first call adds the
 * arcs. */
static size_t cut_steiner_arcs(struct cut_loop *loop, const double *x,
                               struct arena *work)
{
    struct level_cell_model *model = loop->model;
    for (size_t i = 0; i < model->game->n_reach && !loop->arcs.model; i++)
        if (model->connected[i] &&
            level_steiner_arcs_init(&loop->arcs, model, passing_of(model, i)))
            return 1;
    if (!loop->arcs.model)
        return 0;
    measure_open(loop, x, loop->arcs.passing);
    return level_steiner_arcs_cut(&loop->arcs, x, loop->open, work);
}

/* Reduced cost fixing; unloads the relaxation when many variables are fixed. */
static void fix_by_reduced_costs(struct cut_loop *loop, double bound)
{
    struct level_program *program = &loop->model->program;
    double slack = loop->out->cost - loop->least_gain - bound;
    if (isinf(slack))
        return;
    loop->fixed += level_lp_fix(&loop->lp, program, fmax(slack, 0) + FIX_MARGIN);
    if ((double)loop->fixed > MANY_FIXED * (double)program->cols) {
        level_cell_presolve_drop_redundant(loop->model);
        level_lp_close(&loop->lp);
    }
}

/* One round: relaxation, bound, cuts, fixing. Returns the number of cuts; 0: nothing is
 * left to do. */
static size_t tighten_once(struct cut_loop *loop, cutter *cut, double *bound,
                           struct arena *work)
{
    const double *x = NULL;
    struct level_program *program = &loop->model->program;
    double left = loop->deadline - clock_thread_s();
    if (left > 0)
        *bound = level_lp_solve(&loop->lp, program, left, &x);
    if (!x)
        return 0;
    raise_bound(loop, *bound);
    if (loop->out->bound >= loop->out->cost)
        return 0;
    size_t cuts = cut(loop, x, work);
    fix_by_reduced_costs(loop, *bound);
    return cuts;
}

/* Cuts off fractional solutions while that helps, for at most so many rounds. False
 * when memory runs out. */
static bool tighten(struct cut_loop *loop, cutter *cut, int rounds)
{
    struct arena work;
    struct level_cell_model *model = loop->model;
    double bound[SLOW_ROUNDS] = {0};
    arena_init(&work);
    for (int i = 0; i < rounds && !model->failed; i++) {
        if (!loop->lp.model) {
            loop->fixed = 0;
            model->failed = !level_lp_open(&loop->lp, &model->program, &work);
        }
        double before = bound[i % SLOW_ROUNDS], *now = &bound[i % SLOW_ROUNDS];
        if (model->failed || tighten_once(loop, cut, now, &work) == 0 ||
            (cut == cut_partitions && i >= SLOW_ROUNDS && *now < before + SLOW_GAIN))
            break;
    }
    arena_free(&work);
    return !model->failed;
}

/* Removes slack cuts from the integer program; the relaxation keeps them. */
static void drop_slack(struct cut_loop *loop)
{
    const double *x;
    double left = loop->deadline - clock_thread_s();
    if (!loop->lp.model || left <= 0)
        return;
    level_lp_solve(&loop->lp, &loop->model->program, left, &x);
    if (!x)
        return;
    level_cell_presolve_drop_slack(loop->model, x);
    loop->lp.rows = loop->model->program.rows;
}

/* Adds partition cuts of the last integral solution; not of the first one, which
 * ignores reachability altogether: there, cuts of fractional solutions come first. */
static void cut_solution(struct cut_loop *loop)
{
    struct arena work;
    arena_init(&work);
    if (isfinite(loop->out->cost))
        cut_partitions(loop, NULL, &work);
    loop->model->kept = loop->model->program.rows;
    arena_free(&work);
}

/* Fixes the opened cells as passable. */
static void fix_open(struct cut_loop *loop, tile_set passing)
{
    struct level_cell_model *model = loop->model;
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
            if (loop->opened[v] && model->choice[c].col != LEVEL_CELL_MODEL_IMPLIED &&
                model->choice[c].tile < model->game->n_tiles &&
                !tile_in(passing, model->choice[c].tile))
                model->program.col_high[model->choice[c].col] = 0;
}

/* Solves for the cheapest level in which the opened cells are passable; keeps the
 * best. */
static enum status solve_connected(struct cut_loop *loop, tile_set passing,
                                   struct arena *work, struct error *err)
{
    struct level_cbc cbc = {0};
    struct level_cell_model *model = loop->model;
    size_t bytes = model->program.cols * sizeof(double);
    double until = fmin(clock_thread_s() + INCUMBENT_S, loop->deadline);
    double *high = ARENA_NEW(work, double, model->program.cols);
    if (!high) {
        model->failed = true;
        return STATUS_OK;
    }
    memcpy(high, model->program.col_high, bytes);
    fix_open(loop, passing);
    enum status status = solve(loop, until, &cbc, err);
    memcpy(model->program.col_high, high, bytes);
    if (status == STATUS_OK && cbc.found &&
        level_reachability_cuts(model, loop->cell) == 0)
        keep_level(loop);
    return status;
}

/* The primal heuristic: opens cells that connect all components, and solves for the
 * others. */
static enum status find_incumbent(struct cut_loop *loop, struct error *err)
{
    struct arena work;
    struct level_cell_model *model = loop->model;
    enum status status = STATUS_OK;
    arena_init(&work);
    for (size_t i = 0; i < model->game->n_reach && status == STATUS_OK; i++)
        if (model->connected[i] &&
            level_partition_connect(model, passing_of(model, i), loop->open,
                                    loop->opened, &work))
            status = solve_connected(loop, passing_of(model, i), &work, err);
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
static enum status solve_allowed(struct cut_loop *loop, const tile_set *allowed,
                                 struct arena *work, struct error *err)
{
    struct level_cell_model *model = loop->model;
    struct level_program *p = &model->program;
    size_t bytes = p->cols * sizeof(double);
    double until = fmin(clock_thread_s() + INCUMBENT_S, loop->deadline);
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
        status = solve(loop, until, &cbc, err);
        if (!status && cbc.found && level_reachability_cuts(model, loop->cell) == 0) {
            keep_level(loop);
            cbc.found = false;
        }
    }
    memcpy(p->col_low, low, bytes);
    memcpy(p->col_high, high, bytes);
    return status;
}

/* The primal heuristic for other rules: opens paths by a solution. */
static enum status find_paths(struct cut_loop *loop, const double *x, struct error *err)
{
    struct arena work;
    struct level_cell_model *model = loop->model;
    enum status status = STATUS_OK;
    arena_init(&work);
    tile_set *allowed = ARENA_NEW(&work, tile_set, model->n);
    model->failed = model->failed || !allowed;
    if (allowed && level_path_heuristic(model, x, allowed, &work))
        status = solve_allowed(loop, allowed, &work, err);
    arena_free(&work);
    return status;
}

/* ---- windows ---- */

/* For the searches of a relaxation: cuts, levels, bounds. */
static size_t cut_node(void *context, const double *x)
{
    struct arena work;
    arena_init(&work);
    size_t cuts = cut_targets(context, x, &work);
    arena_free(&work);
    return cuts;
}

static size_t take_integral(void *context, const double *x)
{
    struct cut_loop *loop = context;
    level_cell_model_read(loop->model, x, loop->cell);
    size_t cuts = level_reachability_cuts(loop->model, loop->cell);
    if (cuts == 0 && !loop->model->failed)
        keep_level(loop);
    return cuts;
}

static void raise_tree_bound(void *context, double bound)
{
    struct cut_loop *loop = context;
    if (isfinite(bound))
        raise_bound(loop, bound);
}

/* What the searches of a relaxation ask for. */
static struct level_branch_and_cut search_of(struct cut_loop *loop)
{
    return (struct level_branch_and_cut){.model = loop->model,
                                         .lp = &loop->lp,
                                         .deadline = loop->deadline,
                                         .least_gain = loop->least_gain,
                                         .best = &loop->out->cost,
                                         .context = loop,
                                         .cut = cut_node,
                                         .take = take_integral,
                                         .raise = raise_tree_bound};
}

/* Solves the relaxation as it is; NULL if that does not end, or when memory runs out. */
static const double *relax(struct cut_loop *loop, struct arena *work)
{
    struct level_cell_model *model = loop->model;
    const double *x = NULL;
    double left = loop->deadline - clock_thread_s();
    if (!loop->lp.model) {
        loop->fixed = 0;
        model->failed = !level_lp_open(&loop->lp, &model->program, work);
    }
    if (model->failed || left <= 0)
        return NULL;
    double bound = level_lp_solve(&loop->lp, &model->program, left, &x);
    if (x)
        raise_bound(loop, bound);
    return x;
}

/* Dives from the relaxation to a level. */
static void dive(struct cut_loop *loop)
{
    struct level_branch_and_cut search = search_of(loop);
    struct arena work;
    arena_init(&work);
    if (relax(loop, &work))
        level_dive(&search, &work);
    arena_free(&work);
}

/* Improves the best level window by window. */
static void search_windows(struct cut_loop *loop, size_t radius)
{
    struct level_branch_and_cut search = search_of(loop);
    struct arena work;
    arena_init(&work);
    const double *x = relax(loop, &work);
    double *kept = ARENA_NEW(&work, double, loop->model->program.cols);
    loop->model->failed = loop->model->failed || !kept;
    if (x && kept && loop->out->grid.rows && loop->out->bound < loop->out->cost) {
        memcpy(kept, x, loop->model->program.cols * sizeof *x);
        level_window_search(&search, loop->out->grid.cell, kept, radius, &work);
    }
    arena_free(&work);
}

/* Adds local cuts; returns how many. */
static size_t cut_windows(struct cut_loop *loop, size_t radius)
{
    struct arena work;
    size_t cuts = 0;
    arena_init(&work);
    if (relax(loop, &work) && loop->out->bound < loop->out->cost)
        cuts = level_local_cuts(loop->model, &loop->lp, radius, loop->deadline, &work);
    relax(loop, &work);
    arena_free(&work);
    return cuts;
}

/* Levels and bounds by windows, in turns, with larger windows where few cuts of smaller
 * ones are violated. */
static void approach(struct cut_loop *loop)
{
    const struct level_repair *out = loop->out;
    bool goes_on = true;
    dive(loop);
    for (size_t radius = FIRST_RADIUS; radius <= LAST_RADIUS && goes_on;) {
        search_windows(loop, SEARCH_RADIUS);
        size_t cuts = cut_windows(loop, radius);
        goes_on = tighten(loop, cut_targets, MAX_ROUNDS) && out->bound < out->cost &&
                  clock_thread_s() < loop->deadline;
        radius += cuts < FEW_CUTS;
        if (goes_on && !out->grid.rows)
            dive(loop);
    }
}

/* ---- the loop ---- */

static enum status find_paths_by_relaxation(struct cut_loop *loop, struct error *err)
{
    const double *x = NULL;
    double left = loop->deadline - clock_thread_s();
    if (left > 0 && loop->lp.model)
        level_lp_solve(&loop->lp, &loop->model->program, left, &x);
    return x ? find_paths(loop, x, err) : STATUS_OK;
}

/* Evaluates a solution of the integer program; false if the loop ends. */
static bool take_solution(struct cut_loop *loop, const struct level_cbc *cbc)
{
    struct level_repair *out = loop->out;
    raise_bound(loop, cbc->infeasible ? INFINITY : cbc->bound);
    out->infeasible = cbc->infeasible && isinf(out->cost);
    out->optimal = cbc->infeasible && isfinite(out->cost);
    if (!cbc->found)
        return false;
    if (level_reachability_cuts(loop->model, loop->cell) > 0)
        return cbc->optimal && !loop->model->failed;
    keep_level(loop);
    out->optimal = cbc->optimal;
    return false;
}

/* Partition cuts, heuristic, more partition cuts, Steiner arc cuts, until the gap is
 * closed or no cut is violated. False when memory runs out. */
static bool strengthen(struct cut_loop *loop, enum status *status, struct error *err)
{
    const struct level_repair *out = loop->out;
    cut_solution(loop);
    if (!tighten(loop, cut_partitions, FIRST_ROUNDS))
        return false;
    *status = find_incumbent(loop, err);
    return *status != STATUS_OK ||
           (tighten(loop, cut_targets, MAX_ROUNDS) &&
            tighten(loop, cut_partitions, MAX_ROUNDS) &&
            (out->bound >= out->cost || tighten(loop, cut_steiner_arcs, MAX_ROUNDS)));
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
        targets |= targets_of(model, i) & ~model->game->reach[i].from;
    return targets != 0;
}

/* Whether windows help: where tiles move, so that costs are local, whole and small. */
static bool suits_windows(const struct cut_loop *loop)
{
    const struct level_game *game = loop->model->game;
    return loop->model->n >= LEAST_CELLS && loop->model->flowing &&
           loop->least_gain == 1 && level_game_largest_cost(game) <= LARGEST_COST &&
           !(game->n_apart + game->n_paths);
}

/* Before the first integer program, if minimum cuts are for some targets: these cuts, the
 * heuristic, and more cuts with the variables that its level fixes. Integral
 * solutions alone would yield two cuts each. */
static enum status prepare(struct cut_loop *loop, struct error *err)
{
    enum status status = STATUS_OK;
    if (!has_targets(loop->model))
        return status;
    bool made = tighten(loop, cut_targets, MAX_ROUNDS);
    if (made && suits_windows(loop))
        approach(loop);
    if (made && isinf(loop->out->cost))
        status = find_paths_by_relaxation(loop, err);
    if (status)
        return status;
    if (!made || !tighten(loop, cut_targets, MAX_ROUNDS))
        return no_memory(err);
    drop_slack(loop);
    return status;
}

/* Adds the flows to tiles that occur once, the first time, or cuts. False when memory
 * runs out. */
static bool restrict_further(struct cut_loop *loop, enum status *status,
                             struct error *err)
{
    if (!loop->has_flows) {
        loop->has_flows = true;
        if (level_cell_paths_add_flows(loop->model) > 0) {
            loop->model->kept = loop->model->program.rows;
            return !loop->model->failed;
        }
    }
    if (!strengthen(loop, status, err))
        return false;
    if (loop->out->bound < loop->out->cost && has_targets(loop->model))
        *status = find_paths(loop, loop->x, err);
    if (loop->out->bound < loop->out->cost)
        drop_slack(loop);
    return true;
}

/* ---- branch and cut ---- */

/* Whether branch and cut comes before integer programs: for rules on paths, of which the
 * relaxation says little and CBC does not know which variables matter. Costs must be whole
 * and small, so that rounding errors are far below their differences. */
static bool suits_branching(const struct cut_loop *loop)
{
    const struct level_game *game = loop->model->game;
    return game->n_apart + game->n_paths > 0 && loop->least_gain == 1 &&
           level_game_largest_cost(game) <= LARGEST_COST;
}

/* Branch and cut; false if it did not come to an end. */
static bool branch(struct cut_loop *loop)
{
    struct arena work;
    struct level_cell_model *model = loop->model;
    struct level_branch_and_cut search = search_of(loop);
    arena_init(&work);
    level_lp_close(&loop->lp); /* it may contain constraints that were dropped */
    loop->fixed = 0;
    model->failed = model->failed || !level_lp_open(&loop->lp, &model->program, &work);
    bool ended = !model->failed && level_branch_and_cut(&search, &work);
    level_lp_close(&loop->lp);
    arena_free(&work);
    if (ended) {
        loop->out->infeasible = isinf(loop->out->cost);
        loop->out->optimal = !loop->out->infeasible;
        loop->out->bound = loop->out->cost;
    }
    return ended;
}

static enum status run_loop(struct cut_loop *loop, struct error *err)
{
    struct level_repair *out = loop->out;
    struct level_cbc cbc = {.optimal = true};
    loop->model->kept = loop->model->program.rows; /* the rules of the game */
    bool branching = suits_branching(loop), ended = false;
    if (branching)
        level_cell_presolve(loop->model);
    enum status status = prepare(loop, err);
    if (branching && status == STATUS_OK && out->bound < out->cost)
        ended = branch(loop);
    while (status == STATUS_OK && !ended && !loop->model->failed &&
           out->bound < out->cost && loop->deadline > clock_thread_s()) {
        status = solve(loop, loop->deadline, &cbc, err);
        if (status || !take_solution(loop, &cbc) ||
            !restrict_further(loop, &status, err))
            break;
    }
    if (loop->model->failed)
        return no_memory(err);
    out->optimal = out->optimal || (out->grid.rows && out->bound >= out->cost);
    return status;
}

enum status level_cut_loop(const struct level_game *game,
                           const struct level_grid *broken,
                           const struct level_demands *demands, double deadline,
                           struct arena *arena, struct level_repair *out,
                           struct error *err)
{
    struct arena work;
    struct level_cell_model model = {0};
    size_t n = level_cells(broken);
    struct cut_loop loop = {.model = &model, .deadline = deadline, .out = out};
    *out = (struct level_repair){.cost = INFINITY, .by = LEVEL_BY_CELL_MODEL};
    level_repair_process_by(LEVEL_BY_CELL_MODEL);
    out->grid.cell = ARENA_NEW(arena, uint8_t, n);
    arena_init(&work);
    loop.open = ARENA_NEW(&work, double, n);
    loop.opened = ARENA_NEW(&work, bool, n);
    loop.cell = ARENA_NEW(&work, uint8_t, n);
    enum status status = STATUS_MEMORY;
    if (!out->grid.cell || !loop.open || !loop.opened || !loop.cell ||
        !level_cell_model_init(&model, game, broken, demands, &work))
        error_set(err, status, "no memory for the program of the repair");
    else
        status = check_size(&model, err);
    loop.least_gain = level_game_costs_are_whole(game, model.moving != 0) ? 1 : 1e-6;
    loop.x = status ? NULL : ARENA_NEW(&work, double, model.max_cols);
    if (status == STATUS_OK && !loop.x)
        status = no_memory(err);
    if (status == STATUS_OK)
        status = run_loop(&loop, err);
    if (out->optimal)
        out->bound = out->cost;
    if (!out->infeasible)
        out->bound = fmax(out->bound - level_cbc_uncertainty(game), 0);
    out->optimal = out->grid.rows > 0 && out->bound >= out->cost;
    level_lp_close(&loop.lp);
    arena_free(&work);
    return status;
}
