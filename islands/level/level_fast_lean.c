#include "level_fast_lean.h"

#include "level_cbc.h"
#include "level_lean.h"
#include "level_lp.h"
#include "level_tree.h"

#include <math.h>
#include <string.h>

/* CPU seconds for a level that is not proven to be the cheapest. */
static const double CARVE_S = 5;
/* Of the least gain: one, but for rounding. */
static const double CUTOFF = 0.99;
/* Rounds of cuts before a level is carved, and after. */
enum { FIRST_CUTS = 5, MOST_CUTS = 60 };
/* Reduced costs are fractions in binary. */
static const double FIX_MARGIN = 1e-4;

struct lean_repair {
    struct lean *lean;
    double deadline;
    double least_gain;  /* what a cheaper level saves at least */
    struct level_lp lp; /* model NULL: not needed yet */
    double *open;       /* of each cell: how far it is passable */
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
        bound = ceil(bound - 1e-6);
    out->bound = fmin(fmax(out->bound, bound), out->cost);
}

/* Takes the last solution as the best. */
static void keep_level(struct lean_repair *repair, double cost)
{
    const struct level_grid *broken = repair->lean->broken;
    memcpy(repair->out->grid.cell, repair->cell, repair->lean->n);
    repair->out->grid.rows = broken->rows;
    repair->out->grid.cols = broken->cols;
    repair->out->cost = cost;
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

/* Cuts walls between the parts of a solution: x, or, when that is NULL, the last one
 * in whole numbers. */
static size_t cut_parts(struct lean_repair *repair, const double *x, struct arena *work)
{
    struct lean *lean = repair->lean;
    size_t cuts = 0;
    for (size_t i = 0; i < lean->game->n_reach; i++) {
        tile_set passing = passing_of(lean, i);
        if (!lean->connected[i])
            continue;
        for (size_t v = 0; v < lean->n; v++)
            repair->open[v] =
                x ? lean_share(lean, x, v, passing) : tile_in(passing, repair->cell[v]);
        cuts += lean_cut_parts(lean, passing, repair->open, work);
    }
    return cuts;
}

/* One round of the linear program: bound, what no cheaper level has, cuts. Returns how
 * many cuts; 0: it can do no more. */
static size_t tighten_once(struct lean_repair *repair, struct arena *work)
{
    const double *x = NULL;
    struct level_program *program = &repair->lean->program;
    double left = repair->deadline - cpu_seconds();
    double bound = left > 0 ? level_lp_solve(&repair->lp, program, left, &x) : NAN;
    if (!x)
        return 0;
    raise_bound(repair, bound);
    if (repair->out->bound >= repair->out->cost)
        return 0;
    if (isfinite(repair->out->cost))
        level_lp_fix(&repair->lp, program,
                     fmax(repair->out->cost - repair->least_gain - bound, 0) +
                         FIX_MARGIN);
    return cut_parts(repair, x, work);
}

/* Leaves the program, of the constraints from the first-th on, those that bind; the
 * linear program keeps the others, too. */
static void drop_slack(struct lean_repair *repair, size_t first)
{
    const double *x;
    double left = repair->deadline - cpu_seconds();
    if (!repair->lp.model || left <= 0)
        return;
    level_lp_solve(&repair->lp, &repair->lean->program, left, &x);
    if (!x)
        return;
    lean_drop_slack(repair->lean, first, x);
    repair->lp.rows = repair->lean->program.rows;
}

/* Cuts fractions as long as that helps, at most so many rounds: what the linear program
 * says, then, is close to the whole. False when memory ran out. */
static bool tighten(struct lean_repair *repair, int rounds)
{
    struct arena work;
    struct lean *lean = repair->lean;
    arena_init(&work);
    bool opened = repair->lp.model || level_lp_open(&repair->lp, &lean->program, &work);
    while (opened && !lean->lost && rounds-- > 0)
        if (tighten_once(repair, &work) == 0)
            break;
    arena_free(&work);
    return opened && !lean->lost;
}

/* Cuts the last solution; the first, which knows nothing of reachability yet, is left
 * to the cuts of fractions. */
static void cut_solution(struct lean_repair *repair)
{
    struct arena work;
    arena_init(&work);
    if (isfinite(repair->out->cost))
        cut_parts(repair, NULL, &work);
    arena_free(&work);
}

/* The choices of carved cells that block are forbidden, or allowed again. */
static void hold_open(struct lean_repair *repair, tile_set passing, double most)
{
    struct lean *lean = repair->lean;
    for (size_t v = 0; v < lean->n; v++)
        for (uint32_t c = lean->first[v]; c < lean->first[v + 1]; c++)
            if (repair->carved[v] && lean->choice[c].col != LEAN_IMPLIED &&
                lean->choice[c].tile < lean->game->n_tiles &&
                !tile_in(passing, lean->choice[c].tile))
                lean->program.col_high[lean->choice[c].col] = most;
}

/* Carves ways between regions and has the program do the rest: a level, maybe. */
static enum status carve(struct lean_repair *repair, struct error *err)
{
    struct arena work;
    struct level_cbc cbc = {0};
    struct lean *lean = repair->lean;
    enum status status = STATUS_OK;
    double until = fmin(cpu_seconds() + CARVE_S, repair->deadline);
    arena_init(&work);
    for (size_t i = 0; i < lean->game->n_reach && status == STATUS_OK; i++) {
        tile_set passing = passing_of(lean, i);
        if (!lean->connected[i] ||
            !lean_carve(lean, passing, repair->open, repair->carved, &work))
            continue;
        hold_open(repair, passing, 0);
        status = solve(repair, until, &cbc, err);
        hold_open(repair, passing, 1);
        if (status == STATUS_OK && cbc.found && lean_cut(lean, repair->cell) == 0)
            keep_level(repair, cbc.cost);
    }
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
    keep_level(repair, cbc->cost);
    out->optimal = cbc->optimal;
    return false;
}

static enum status repeat(struct lean_repair *repair, struct error *err)
{
    struct level_repair *out = repair->out;
    struct level_cbc cbc;
    enum status status = solve(repair, repair->deadline, &cbc, err);
    while (status == STATUS_OK && judge(repair, &cbc)) {
        cut_solution(repair);
        size_t first = repair->lean->program.rows; /* cuts of fractions */
        if (!tighten(repair, FIRST_CUTS))
            break;
        status = carve(repair, err);
        if (status != STATUS_OK || !tighten(repair, MOST_CUTS))
            break;
        out->optimal = out->bound >= out->cost;
        if (out->optimal)
            return status;
        drop_slack(repair, first);
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
        status = repeat(&repair, err);
    if (out->optimal)
        out->bound = out->cost;
    level_lp_close(&repair.lp);
    arena_free(&work);
    return status;
}
