#include "level_relaxation.h"

#include "clock.h"
#include "level_cell_presolve.h"
#include "level_edit_cost.h"
#include "level_minimum_cuts.h"
#include "level_partition_cuts.h"
#include "level_reachability_cuts.h"
#include "level_repair_process.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Measured on the 8 levels of pacman-regions, of which 2.55 to 2.75 s are the mean with these
 * values (results/level/experiments.md).
 *
 * CUTOFF      the cutoff of CBC is the best cost less this share of the least gain: nearly all
 *             of it, with room for CBC's tolerances (1e-6); 2.61 s with 0.5
 * SLOW_GAIN   partition cuts end when SLOW_ROUNDS rounds raise the bound by less: 2.67 s with
 *             0.05, 3.44 with 0.8
 *
 * SLOW_ROUNDS is chosen by hand, not measured. */
static const double CUTOFF = 0.99, SLOW_GAIN = 0.2;
enum { SLOW_ROUNDS = 5 };

/* Added to the slack of reduced cost fixing, far above CLP's tolerance (1e-7), so that no
 * rounding error fixes a variable wrongly. Measured in the same way: 2.99 s with 1e-2, 2.69
 * with 1e-6. */
static const double FIX_MARGIN = 1e-4;

void level_relaxation_raise(struct level_relaxation *r, double bound)
{
    struct level_repair *out = r->out;
    if (r->least_gain == 1 && isfinite(bound))
        bound = ceil(bound - 1e-6) + 0.0; /* 1e-6: CBC's tolerance; + 0.0: -0 is 0 */
    out->bound = fmin(fmax(out->bound, bound), out->cost);
    if (isfinite(out->bound))
        level_repair_process_bound(
            fmax(out->bound - level_cbc_uncertainty(r->model->game), 0));
}

double level_relaxation_cost(struct level_relaxation *r, uint8_t *cell)
{
    const struct level_grid *broken = r->model->broken;
    double cost = 0;
    if (r->model->moving) {
        struct level_grid level = {broken->rows, broken->cols, cell};
        struct arena work;
        arena_init(&work);
        struct arena scratch = arena_scratch(&work, level_edit_cost_bytes(r->model->n));
        r->model->failed = r->model->failed || !scratch.at;
        cost = scratch.at ? level_edit_cost(r->model->game, broken, &level, scratch)
                          : INFINITY;
        arena_free(&work);
        return cost;
    }
    for (size_t v = 0; v < r->model->n; v++)
        if (cell[v] != broken->cell[v])
            cost += r->model->game->tile[broken->cell[v]].delete;
    return cost;
}

void level_relaxation_keep(struct level_relaxation *r)
{
    const struct level_grid *broken = r->model->broken;
    double cost = level_relaxation_cost(r, r->cell);
    if (cost >= r->out->cost)
        return;
    memcpy(r->out->grid.cell, r->cell, r->model->n);
    r->out->grid.rows = broken->rows;
    r->out->grid.cols = broken->cols;
    r->out->cost = cost;
    level_repair_process_found(r->cell, cost);
}

/* CBC's tolerance for integers. */
static const double INTEGRAL = 1e-6;

/* Reads a solution, if it is integral. */
static bool read_integral(struct level_relaxation *r, const double *x)
{
    const struct level_program *p = &r->model->program;
    for (size_t j = 0; j < p->cols; j++)
        if (p->integer[j] && fabs(x[j] - round(x[j])) > INTEGRAL)
            return false;
    level_cell_model_read(r->model, x, r->cell);
    memcpy(r->x, x, p->cols * sizeof *x);
    return true;
}

bool level_relaxation_is_integral(struct level_relaxation *r, struct level_cbc *cbc)
{
    struct arena work;
    arena_init(&work);
    const double *x = level_relaxation_solve(r, &work);
    arena_free(&work);
    if (!x || !read_integral(r, x))
        return false;
    *cbc = (struct level_cbc){.found = true, .optimal = true};
    cbc->cost = cbc->bound = level_lp_cost(&r->lp, &r->model->program);
    return true;
}

/* The bounds of the model are those of the program, as some of them may be changed there. */
static void copy_bounds(struct level_relaxation *r)
{
    const struct level_program *p = &r->model->program;
    for (size_t j = 0; j < p->cols; j++)
        level_lp_set_bounds(&r->lp, j, p->col_low[j], p->col_high[j]);
}

bool level_relaxation_is_integral_below(struct level_relaxation *r, const double *high)
{
    struct level_program *p = &r->model->program;
    double left = r->deadline - clock_thread_s(), cost;
    if (!r->lp.model || left <= 0)
        return false;
    copy_bounds(r);
    bool found = level_lp_solve_below(&r->lp, p, r->out->cost - CUTOFF * r->least_gain,
                                      LEVEL_LP_NO_LIMIT, left, &cost) &&
                 isfinite(cost) && read_integral(r, level_lp_values(&r->lp));
    memcpy(p->col_high, high, p->cols * sizeof *high);
    copy_bounds(r);
    return found;
}

enum status level_relaxation_solve_integer(struct level_relaxation *r, double deadline,
                                           struct level_cbc *cbc, struct error *err)
{
    struct arena work;
    assert(r->x);
    arena_init(&work);
    enum status status =
        level_cbc_solve(&r->model->program, deadline - clock_thread_s(),
                        r->out->cost - CUTOFF * r->least_gain, &work, cbc, err);
    if (status == STATUS_OK && cbc->found) {
        level_cell_model_read(r->model, cbc->x, r->cell);
        memcpy(r->x, cbc->x, r->model->program.cols * sizeof *cbc->x);
    }
    cbc->x = NULL;
    arena_free(&work);
    return status;
}

/* ---- tightening the relaxation ---- */

tile_set level_relaxation_passing(const struct level_cell_model *model, size_t rule)
{
    return level_all_tiles(model->game) & ~model->game->reach[rule].blocking;
}

static void measure_open(struct level_relaxation *r, const double *x, tile_set passing)
{
    const struct level_cell_model *model = r->model;
    for (size_t v = 0; v < model->n; v++)
        r->open[v] = x ? level_cell_model_value(model, x, v, passing)
                       : tile_in(passing, r->cell[v]);
}

size_t level_relaxation_cut_partitions(struct level_relaxation *r, const double *x,
                                       struct arena *work)
{
    struct level_cell_model *model = r->model;
    size_t cuts = 0;
    for (size_t i = 0; i < model->game->n_reach; i++) {
        if (!model->connected[i])
            continue;
        measure_open(r, x, level_relaxation_passing(model, i));
        cuts += level_partition_cuts(model, level_relaxation_passing(model, i), r->open,
                                     work);
    }
    return cuts;
}

/* Where no tiles move, partition cuts
 * alone are faster if the targets are all passable cells. */
tile_set level_relaxation_targets(const struct level_cell_model *model, size_t rule)
{
    const struct level_reach *reach = &model->game->reach[rule];
    return model->connected[rule] && !model->moving ? reach->to & reach->blocking
                                                    : reach->to;
}

size_t level_relaxation_cut_targets(struct level_relaxation *r, const double *x,
                                    struct arena *work)
{
    struct level_cell_model *model = r->model;
    size_t cuts = 0;
    for (size_t i = 0; i < model->game->n_reach && !model->failed; i++) {
        const struct level_reach *rule = &model->game->reach[i];
        cuts += level_minimum_cuts(model, rule, level_relaxation_targets(model, i), x,
                                   work);
    }
    return cuts;
}

/* For the first rule that admits arcs. */
size_t level_relaxation_cut_arcs(struct level_relaxation *r, const double *x,
                                 struct arena *work)
{
    struct level_cell_model *model = r->model;
    for (size_t i = 0; i < model->game->n_reach && !r->arcs.model; i++)
        if (model->connected[i] &&
            level_steiner_arcs_init(&r->arcs, model,
                                    level_relaxation_passing(model, i)))
            return 1;
    if (!r->arcs.model)
        return 0;
    measure_open(r, x, r->arcs.passing);
    return level_steiner_arcs_cut(&r->arcs, x, r->open, work);
}

/* Reduced cost fixing; unloads the relaxation when many variables are fixed. */
static void fix_by_reduced_costs(struct level_relaxation *r, double bound)
{
    struct level_program *program = &r->model->program;
    double slack = r->out->cost - r->least_gain - bound;
    if (isinf(slack))
        return;
    r->fixed += level_lp_fix(&r->lp, program, fmax(slack, 0) + FIX_MARGIN);
    if ((double)r->fixed > r->tuning->many_fixed * (double)program->cols) {
        level_cell_presolve_drop_redundant(r->model);
        level_lp_close(&r->lp);
    }
}

/* One round: relaxation, bound, cuts, fixing. Returns the number of cuts; 0: nothing is
 * left to do. */
static size_t tighten_once(struct level_relaxation *r, level_cutter *cut, double *bound,
                           struct arena *work)
{
    const double *x = NULL;
    struct level_program *program = &r->model->program;
    double left = r->deadline - clock_thread_s();
    if (left > 0)
        *bound = level_lp_solve(&r->lp, program, left, &x);
    if (!x)
        return 0;
    level_relaxation_raise(r, *bound);
    if (r->out->bound >= r->out->cost)
        return 0;
    size_t cuts = cut(r, x, work);
    fix_by_reduced_costs(r, *bound);
    return cuts;
}

bool level_relaxation_tighten(struct level_relaxation *r, level_cutter *cut, int rounds)
{
    struct arena work;
    struct level_cell_model *model = r->model;
    double bound[SLOW_ROUNDS] = {0};
    arena_init(&work);
    for (int i = 0; i < rounds && !model->failed; i++) {
        if (!r->lp.model) {
            r->fixed = 0;
            model->failed = !level_lp_open(&r->lp, &model->program, &work);
        }
        double before = bound[i % SLOW_ROUNDS], *now = &bound[i % SLOW_ROUNDS];
        if (model->failed || tighten_once(r, cut, now, &work) == 0 ||
            (cut == level_relaxation_cut_partitions && i >= SLOW_ROUNDS &&
             *now < before + SLOW_GAIN))
            break;
    }
    arena_free(&work);
    return !model->failed;
}

void level_relaxation_drop_slack(struct level_relaxation *r)
{
    const double *x;
    double left = r->deadline - clock_thread_s();
    if (!r->lp.model || left <= 0)
        return;
    level_lp_solve(&r->lp, &r->model->program, left, &x);
    if (!x)
        return;
    level_cell_presolve_drop_slack(r->model, x);
    r->lp.rows = r->model->program.rows;
}

/* ---- for searches ---- */

/* For the searches of a relaxation: cuts, levels, bounds. */
static size_t cut_node(void *context, const double *x)
{
    struct arena work;
    arena_init(&work);
    size_t cuts = level_relaxation_cut_targets(context, x, &work);
    arena_free(&work);
    return cuts;
}

static size_t take_integral(void *context, const double *x)
{
    struct level_relaxation *r = context;
    level_cell_model_read(r->model, x, r->cell);
    size_t cuts = level_reachability_cuts(r->model, r->cell);
    if (cuts == 0 && !r->model->failed)
        level_relaxation_keep(r);
    return cuts;
}

static void raise_tree_bound(void *context, double bound)
{
    struct level_relaxation *r = context;
    if (isfinite(bound))
        level_relaxation_raise(r, bound);
}

struct level_branch_and_cut level_relaxation_search(struct level_relaxation *r)
{
    return (struct level_branch_and_cut){.model = r->model,
                                         .lp = &r->lp,
                                         .deadline = r->deadline,
                                         .least_gain = r->least_gain,
                                         .far_share = r->tuning->far_share,
                                         .far_until_found = r->tuning->far_until_found,
                                         .best = &r->out->cost,
                                         .context = r,
                                         .cut = cut_node,
                                         .take = take_integral,
                                         .raise = raise_tree_bound};
}

const double *level_relaxation_solve(struct level_relaxation *r, struct arena *work)
{
    struct level_cell_model *model = r->model;
    const double *x = NULL;
    double left = r->deadline - clock_thread_s();
    if (!r->lp.model) {
        r->fixed = 0;
        model->failed = !level_lp_open(&r->lp, &model->program, work);
    }
    if (model->failed || left <= 0)
        return NULL;
    double bound = level_lp_solve(&r->lp, &model->program, left, &x);
    if (x)
        level_relaxation_raise(r, bound);
    return x;
}
