#include "level_fast_lean.h"

#include "level_cbc.h"
#include "level_child.h"
#include "level_lean.h"
#include "level_lean_arcs.h"
#include "level_lp.h"
#include "level_tree.h"

#include <math.h>
#include <string.h>

/* CPU seconds for a level that is not proven to be the cheapest. */
static const double CARVE_S = 5;
/* Of the least gain: one, but for rounding. */
static const double CUTOFF = 0.99;
/* Rounds of cuts before a level is carved, and after; walls are given up when so many
 * rounds gain less than this. */
enum { FIRST_CUTS = 5, MOST_CUTS = 60, SLOW_ROUNDS = 5 };
static const double SLOW = 0.2;
/* Reduced costs are fractions in binary. */
static const double FIX_MARGIN = 1e-4;
/* Fixed since it was loaded, of all variables, before the linear program is loaded anew
 * without what says nothing any more. */
static const double MANY_FIXED = 0.05;

struct lean_repair {
    struct lean *lean;
    double deadline;
    double least_gain;  /* what a cheaper level saves at least */
    struct level_lp lp; /* model NULL: not needed yet, or to be loaded anew */
    size_t fixed;       /* variables since it was loaded */
    struct lean_arcs arcs;
    double *open; /* of each cell: how far it is passable */
    bool *carved;
    uint8_t *cell; /* the last solution */
    struct level_repair *out;
};

/* Whether costs are whole numbers. */
static bool is_whole(const struct level_game *game)
{
    for (size_t t = 0; t < game->n_tiles; t++)
        if (game->tile[t].delete != floor(game->tile[t].delete))
            return false;
    return true;
}

static void raise_bound(struct lean_repair *repair, double bound)
{
    struct level_repair *out = repair->out;
    if (repair->least_gain == 1 && isfinite(bound))
        bound = ceil(bound - 1e-6) + 0.0; /* which makes 0 of -0 */
    out->bound = fmin(fmax(out->bound, bound), out->cost);
    if (isfinite(out->bound))
        level_child_bound(out->bound);
}

/* What the last solution costs: every cell that changes loses its tile. */
static double cost_of_level(const struct lean_repair *repair)
{
    const struct level_grid *broken = repair->lean->broken;
    double cost = 0;
    for (size_t v = 0; v < repair->lean->n; v++)
        if (repair->cell[v] != broken->cell[v])
            cost += repair->lean->game->tile[broken->cell[v]].delete;
    return cost;
}

/* Takes the last solution as the best if it is. */
static void keep_level(struct lean_repair *repair)
{
    const struct level_grid *broken = repair->lean->broken;
    double cost = cost_of_level(repair);
    if (cost >= repair->out->cost)
        return;
    memcpy(repair->out->grid.cell, repair->cell, repair->lean->n);
    repair->out->grid.rows = broken->rows;
    repair->out->grid.cols = broken->cols;
    repair->out->cost = cost;
    level_child_found(repair->cell, cost);
}

/* Solves the program as it is, for what is cheaper than the best level: nothing is
 * between that and the best less the least gain, so that is where branches end. */
static enum status solve(struct lean_repair *repair, double deadline,
                         struct level_cbc *cbc, struct error *err)
{
    struct arena work;
    arena_init(&work);
    enum status status = level_cbc_solve(
        &repair->lean->program, deadline - cpu_seconds(),
        repair->out->cost - CUTOFF * repair->least_gain, &work, cbc, err);
    if (status == STATUS_OK && cbc->found)
        lean_read(repair->lean, cbc->x, repair->cell);
    cbc->x = NULL;
    arena_free(&work);
    return status;
}

/* ---- regions that do not hang together ---- */

static tile_set passing_of(const struct lean *lean, size_t rule)
{
    return level_all_tiles(lean->game) & ~lean->game->reach[rule].blocking;
}

static void measure_open(struct lean_repair *repair, const double *x, tile_set passing)
{
    const struct lean *lean = repair->lean;
    for (size_t v = 0; v < lean->n; v++)
        repair->open[v] =
            x ? lean_share(lean, x, v, passing) : tile_in(passing, repair->cell[v]);
}

/* How fractions are cut: how many cuts it added. */
typedef size_t cutter(struct lean_repair *repair, const double *x, struct arena *work);

/* Cuts walls between the parts of a solution: x, or, when that is NULL, the last one
 * in whole numbers. */
static size_t cut_parts(struct lean_repair *repair, const double *x, struct arena *work)
{
    struct lean *lean = repair->lean;
    size_t cuts = 0;
    for (size_t i = 0; i < lean->game->n_reach; i++) {
        if (!lean->connected[i])
            continue;
        measure_open(repair, x, passing_of(lean, i));
        cuts += lean_cut_parts(lean, passing_of(lean, i), repair->open, work);
    }
    return cuts;
}

/* Cuts sets of cells that too few arcs enter, for the first rule that can have arcs;
 * the first time, it makes them. */
static size_t cut_arcs(struct lean_repair *repair, const double *x, struct arena *work)
{
    struct lean *lean = repair->lean;
    for (size_t i = 0; i < lean->game->n_reach && !repair->arcs.lean; i++)
        if (lean->connected[i] &&
            lean_arcs_open(&repair->arcs, lean, passing_of(lean, i)))
            return 1;
    if (!repair->arcs.lean)
        return 0;
    measure_open(repair, x, repair->arcs.passing);
    return lean_arcs_cut(&repair->arcs, x, repair->open, work);
}

/* Fixes what no cheaper level has. */
static void fix(struct lean_repair *repair, double bound)
{
    struct level_program *program = &repair->lean->program;
    double slack = repair->out->cost - repair->least_gain - bound;
    if (isinf(slack))
        return;
    repair->fixed += level_lp_fix(&repair->lp, program, fmax(slack, 0) + FIX_MARGIN);
    if ((double)repair->fixed > MANY_FIXED * (double)program->cols) {
        lean_drop_idle(repair->lean);
        level_lp_close(&repair->lp);
    }
}

/* One round of the linear program: bound, what no cheaper level has, cuts. Returns how
 * many cuts; 0: it can do no more. */
static size_t tighten_once(struct lean_repair *repair, cutter *cut, double *bound,
                           struct arena *work)
{
    const double *x = NULL;
    struct level_program *program = &repair->lean->program;
    double left = repair->deadline - cpu_seconds();
    if (left > 0)
        *bound = level_lp_solve(&repair->lp, program, left, &x);
    if (!x)
        return 0;
    raise_bound(repair, *bound);
    if (repair->out->bound >= repair->out->cost)
        return 0;
    size_t cuts = cut(repair, x, work);
    fix(repair, *bound);
    return cuts;
}

/* Cuts fractions as long as that helps, at most so many rounds: what the linear program
 * says, then, is close to the whole. False when memory ran out. */
static bool tighten(struct lean_repair *repair, cutter *cut, int rounds)
{
    struct arena work;
    struct lean *lean = repair->lean;
    double bound[SLOW_ROUNDS] = {0};
    arena_init(&work);
    for (int i = 0; i < rounds && !lean->lost; i++) {
        if (!repair->lp.model) {
            repair->fixed = 0;
            lean->lost = !level_lp_open(&repair->lp, &lean->program, &work);
        }
        double before = bound[i % SLOW_ROUNDS], *now = &bound[i % SLOW_ROUNDS];
        if (lean->lost || tighten_once(repair, cut, now, &work) == 0 ||
            (cut == cut_parts && i >= SLOW_ROUNDS && *now < before + SLOW))
            break;
    }
    arena_free(&work);
    return !lean->lost;
}

/* Leaves the program, of the cuts of fractions, those that bind; the linear program
 * keeps the others, too. */
static void drop_slack(struct lean_repair *repair)
{
    const double *x;
    double left = repair->deadline - cpu_seconds();
    if (!repair->lp.model || left <= 0)
        return;
    level_lp_solve(&repair->lp, &repair->lean->program, left, &x);
    if (!x)
        return;
    lean_drop_slack(repair->lean, x);
    repair->lp.rows = repair->lean->program.rows;
}

/* Cuts the last solution; the first, which knows nothing of reachability yet, is left
 * to the cuts of fractions. */
static void cut_solution(struct lean_repair *repair)
{
    struct arena work;
    arena_init(&work);
    if (isfinite(repair->out->cost))
        cut_parts(repair, NULL, &work);
    repair->lean->kept = repair->lean->program.rows;
    arena_free(&work);
}

/* Forbids the choices of carved cells that block. */
static void hold_open(struct lean_repair *repair, tile_set passing)
{
    struct lean *lean = repair->lean;
    for (size_t v = 0; v < lean->n; v++)
        for (uint32_t c = lean->first[v]; c < lean->first[v + 1]; c++)
            if (repair->carved[v] && lean->choice[c].col != LEAN_IMPLIED &&
                lean->choice[c].tile < lean->game->n_tiles &&
                !tile_in(passing, lean->choice[c].tile))
                lean->program.col_high[lean->choice[c].col] = 0;
}

/* The cheapest level in which the carved cells are open, if there is a cheaper one. */
static enum status solve_carved(struct lean_repair *repair, tile_set passing,
                                struct arena *work, struct error *err)
{
    struct level_cbc cbc = {0};
    struct lean *lean = repair->lean;
    size_t bytes = lean->program.cols * sizeof(double);
    double until = fmin(cpu_seconds() + CARVE_S, repair->deadline);
    double *high = ARENA_NEW(work, double, lean->program.cols);
    if (!high) {
        lean->lost = true;
        return STATUS_OK;
    }
    memcpy(high, lean->program.col_high, bytes);
    hold_open(repair, passing);
    enum status status = solve(repair, until, &cbc, err);
    memcpy(lean->program.col_high, high, bytes);
    if (status == STATUS_OK && cbc.found && lean_cut(lean, repair->cell) == 0)
        keep_level(repair);
    return status;
}

/* Carves ways between regions and has the program do the rest: a level, maybe. */
static enum status carve(struct lean_repair *repair, struct error *err)
{
    struct arena work;
    struct lean *lean = repair->lean;
    enum status status = STATUS_OK;
    arena_init(&work);
    for (size_t i = 0; i < lean->game->n_reach && status == STATUS_OK; i++)
        if (lean->connected[i] &&
            lean_carve(lean, passing_of(lean, i), repair->open, repair->carved, &work))
            status = solve_carved(repair, passing_of(lean, i), &work, err);
    arena_free(&work);
    return status;
}

/* ---- the whole ---- */

/* What a solution of the program says; false when there is no more to do. */
static bool judge(struct lean_repair *repair, const struct level_cbc *cbc)
{
    struct level_repair *out = repair->out;
    raise_bound(repair, cbc->infeasible ? INFINITY : cbc->bound);
    out->infeasible = cbc->infeasible && isinf(out->cost);
    out->optimal = cbc->infeasible && isfinite(out->cost);
    if (!cbc->found)
        return false;
    if (lean_cut(repair->lean, repair->cell) > 0)
        return cbc->optimal && !repair->lean->lost;
    keep_level(repair);
    out->optimal = cbc->optimal;
    return false;
}

/* Walls, a level, more walls, arcs: until the bound is proven, or the linear program
 * can do no more. False when memory ran out. */
static bool improve(struct lean_repair *repair, enum status *status, struct error *err)
{
    const struct level_repair *out = repair->out;
    cut_solution(repair);
    if (!tighten(repair, cut_parts, FIRST_CUTS))
        return false;
    *status = carve(repair, err);
    return *status != STATUS_OK ||
           (tighten(repair, cut_parts, MOST_CUTS) &&
            (out->bound >= out->cost || tighten(repair, cut_arcs, MOST_CUTS)));
}

/* Beyond, the first linear program alone takes longer than anyone waits. */
static enum status check_size(const struct lean *lean, struct error *err)
{
    enum { MOST_COEFFICIENTS = 2000000 };
    const struct level_program *p = &lean->program;
    if (p->entries <= MOST_COEFFICIENTS)
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "a level of %zu x %zu tiles takes a program of %zu variables, %zu "
                     "constraints and %zu coefficients (expected: at most %d)",
                     lean->broken->rows, lean->broken->cols, p->cols, p->rows,
                     p->entries, MOST_COEFFICIENTS);
}

static enum status repeat(struct lean_repair *repair, struct error *err)
{
    struct level_repair *out = repair->out;
    struct level_cbc cbc;
    enum status status = solve(repair, repair->deadline, &cbc, err);
    while (status == STATUS_OK && judge(repair, &cbc)) {
        if (!improve(repair, &status, err) || status != STATUS_OK)
            break;
        out->optimal = out->bound >= out->cost;
        if (out->optimal)
            return status;
        drop_slack(repair);
        status = solve(repair, repair->deadline, &cbc, err);
    }
    if (repair->lean->lost)
        return error_set(err, STATUS_MEMORY, "no memory for the repair program");
    return status;
}

enum status fast_by_program(const struct level_game *game,
                            const struct level_grid *broken, double deadline,
                            struct arena *arena, struct level_repair *out,
                            struct error *err)
{
    struct arena work;
    struct lean lean;
    size_t n = level_cells(broken);
    struct lean_repair repair = {.lean = &lean,
                                 .deadline = deadline,
                                 .least_gain = is_whole(game) ? 1 : 1e-6,
                                 .out = out};
    *out = (struct level_repair){.cost = INFINITY};
    out->grid.cell = ARENA_NEW(arena, uint8_t, n);
    arena_init(&work);
    repair.open = ARENA_NEW(&work, double, n);
    repair.carved = ARENA_NEW(&work, bool, n);
    repair.cell = ARENA_NEW(&work, uint8_t, n);
    enum status status = STATUS_MEMORY;
    if (!out->grid.cell || !repair.open || !repair.carved || !repair.cell ||
        !lean_init(&lean, game, broken, &work))
        error_set(err, status, "no memory for the repair program");
    else
        status = check_size(&lean, err);
    if (status == STATUS_OK)
        status = repeat(&repair, err);
    if (out->optimal)
        out->bound = out->cost;
    level_lp_close(&repair.lp);
    arena_free(&work);
    return status;
}
