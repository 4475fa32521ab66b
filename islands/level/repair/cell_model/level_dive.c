#include "level_dive.h"

#include "clock.h"

#include <math.h>
#include <string.h>

/* MOST_ROUNDS  of fixing cells
 * APART        steps between two cells that are fixed in one round, by rows and columns
 * Chosen by hand. */
enum { MOST_ROUNDS = 60, APART = 6 };
/* A cell is settled if a tile has this much of it: CBC's tolerance for integers. */
static const double SETTLED = 1 - 1e-6;

struct dive {
    struct level_branch_and_cut *search;
    struct level_cell_model *model;
    uint32_t *cell_of; /* of each variable; UINT32_MAX: none */
    bool *fixed;       /* of each cell */
    double *x;
    double *most;       /* of each cell: the largest share of a choice */
    uint32_t *choice;   /* that one */
    size_t *set, n_set; /* the cells of this round */
};

static void bound_cell(struct dive *dive, size_t v, bool fix)
{
    const struct level_cell_model *model = dive->model;
    const struct level_program *p = &model->program;
    dive->fixed[v] = fix;
    for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++) {
        int col = model->choice[c].col;
        if (col == LEVEL_CELL_MODEL_IMPLIED)
            continue;
        bool chosen = c == dive->choice[v];
        level_lp_set_bounds(dive->search->lp, (size_t)col,
                            fix && chosen ? 1 : p->col_low[col],
                            fix && !chosen ? p->col_low[col] : p->col_high[col]);
    }
}

/* The largest share of each cell; returns how many cells are not settled. */
static size_t find_shares(struct dive *dive)
{
    const struct level_cell_model *model = dive->model;
    size_t unsettled = 0;
    memcpy(dive->x, level_lp_values(dive->search->lp),
           model->program.cols * sizeof *dive->x);
    for (size_t v = 0; v < model->n; v++) {
        double implied = 1, most = 0;
        uint32_t which = UINT32_MAX;
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++) {
            int col = model->choice[c].col;
            if (col == LEVEL_CELL_MODEL_IMPLIED) {
                which = c;
                continue;
            }
            implied -= dive->x[col];
            if (dive->x[col] > most) {
                most = dive->x[col];
                dive->choice[v] = c;
            }
        }
        if (which != UINT32_MAX && implied > most) {
            most = implied;
            dive->choice[v] = which;
        }
        dive->most[v] = most;
        unsettled += most < SETTLED;
    }
    return unsettled;
}

/* Whether a cell is far from all that are fixed in this round. */
static bool is_far(const struct dive *dive, size_t v)
{
    size_t cols = dive->model->broken->cols, nearest = APART;
    for (size_t i = 0; i < dive->n_set; i++) {
        size_t u = dive->set[i], a = u / cols, b = v / cols, c = u % cols, d = v % cols;
        size_t steps = (a > b ? a - b : b - a) + (c > d ? c - d : d - c);
        nearest = steps < nearest ? steps : nearest;
    }
    return nearest >= APART;
}

/* Fixes cells, those first of which a tile has most. */
static void fix_some(struct dive *dive)
{
    size_t n = dive->model->n;
    for (size_t best = 0; best < n;) {
        best = n;
        for (size_t v = 0; v < n; v++)
            if (!dive->fixed[v] && dive->most[v] < SETTLED &&
                (best == n || dive->most[v] > dive->most[best]) && is_far(dive, v))
                best = v;
        if (best < n) {
            bound_cell(dive, best, true);
            dive->set[dive->n_set++] = best;
        }
    }
}

/* Frees the cells of constraints from a first one on. */
static void free_cells(struct dive *dive, size_t first)
{
    const struct level_program *p = &dive->model->program;
    for (size_t k = p->start[first]; k < p->start[p->rows]; k++) {
        uint32_t v = dive->cell_of[p->index[k]];
        if (v != UINT32_MAX && dive->fixed[v])
            bound_cell(dive, v, false);
    }
}

static bool dive_init(struct dive *dive, struct arena *arena)
{
    const struct level_cell_model *model = dive->model;
    dive->cell_of = ARENA_NEW(arena, uint32_t, model->max_cols);
    dive->fixed = ARENA_NEW(arena, bool, model->n);
    dive->x = ARENA_NEW(arena, double, model->max_cols);
    dive->most = ARENA_NEW(arena, double, model->n);
    dive->choice = ARENA_NEW(arena, uint32_t, model->n);
    dive->set = ARENA_NEW(arena, size_t, model->n);
    if (!dive->cell_of || !dive->fixed || !dive->x || !dive->most || !dive->choice ||
        !dive->set)
        return false;
    level_cell_model_cells_of(model, dive->cell_of);
    return true;
}

/* Solves the relaxation. False if no better level is left. */
static bool relax(struct dive *dive)
{
    struct level_branch_and_cut *search = dive->search;
    double cost, limit = *search->best - 0.99 * search->least_gain;
    double left = search->deadline - clock_thread_s();
    return left > 0 &&
           level_lp_solve_below(search->lp, &dive->model->program, limit,
                                LEVEL_LP_NO_LIMIT, left, &cost) &&
           isfinite(cost) && cost <= limit;
}

/* After a round that leaves nothing: all but its first cell are freed, and what the
 * others had comes later. False if there is but one. */
static bool step_back(struct dive *dive)
{
    if (dive->n_set < 2)
        return false;
    while (dive->n_set > 1)
        bound_cell(dive, dive->set[--dive->n_set], false);
    return true;
}

/* Takes a level; true if it is playable. If not, cells of the cuts are freed. */
static bool take(struct dive *dive)
{
    struct level_branch_and_cut *search = dive->search;
    size_t rows = dive->model->program.rows;
    if (search->take(search->context, dive->x) == 0)
        return true;
    free_cells(dive, rows);
    return false;
}

bool level_dive(struct level_branch_and_cut *search, struct arena *arena)
{
    struct dive dive = {.search = search, .model = search->model};
    bool found = false;
    if (!dive_init(&dive, arena)) {
        search->model->failed = true;
        return false;
    }
    for (int round = 0; round < MOST_ROUNDS && !found && !search->model->failed;
         round++) {
        if (!relax(&dive)) {
            if (!step_back(&dive))
                break;
            continue;
        }
        dive.n_set = 0;
        if (find_shares(&dive) == 0)
            found = take(&dive);
        else {
            search->cut(search->context, dive.x);
            fix_some(&dive);
        }
    }
    for (size_t v = 0; v < dive.model->n; v++)
        if (dive.fixed[v])
            bound_cell(&dive, v, false);
    return found;
}
