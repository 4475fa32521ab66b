#include "level_window_search.h"

#include "clock.h"
#include "level_cbc.h"
#include "level_window.h"

#include <math.h>
#include <string.h>

/* MARGIN    steps beyond a window in which flows may change
 * COVERED   steps from the centre of a window, less its radius, within which no other
 *           window has its centre
 * ATTEMPTS  with cuts in between, if the new level violates reachability
 * WINDOW_S  CPU seconds for the program of one window
 * CUTOFF    see level_cut_loop.c
 * Chosen by hand, not measured. */
enum { MARGIN = 2, COVERED = 2, ATTEMPTS = 3 };
static const double WINDOW_S = 0.5, CUTOFF = 0.99;
/* CBC's tolerance for integers. */
static const double INTEGRAL = 1e-6;

struct window_search {
    struct level_branch_and_cut *search;
    struct level_window window;
    double *now; /* of each variable: its value in the best level */
    double *next;
    bool *differs; /* of each cell: level and relaxation */
    size_t
        cols; /* for which there is room; a cut may add variables (level_cell_paths.h) */
};

/* The choice for a tile; a tile that is interchangeable may have one of its own. */
static uint32_t choice_of(const struct level_cell_model *model, size_t v, uint8_t tile)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
        if (model->choice[c].tile == tile ||
            (found == UINT32_MAX &&
             tile_in(level_cell_choice_tiles(model, &model->choice[c]), tile)))
            found = c;
    return found;
}

/* Fixes the choices of all cells, and solves for the flows. */
static bool find_values(struct window_search *s, const uint8_t *level)
{
    struct level_branch_and_cut *search = s->search;
    struct level_cell_model *model = search->model;
    const struct level_program *p = &model->program;
    double cost = 0;
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++) {
            int col = model->choice[c].col;
            double value = c == choice_of(model, v, level[v]);
            if (col != LEVEL_CELL_MODEL_IMPLIED)
                level_lp_set_bounds(search->lp, (size_t)col, value, value);
        }
    double left = search->deadline - clock_thread_s();
    bool solved =
        left > 0 &&
        level_lp_solve_below(search->lp, p, INFINITY, LEVEL_LP_NO_LIMIT, left, &cost) &&
        isfinite(cost);
    if (solved)
        memcpy(s->now, level_lp_values(search->lp), p->cols * sizeof *s->now);
    for (size_t j = 0; j < p->cols; j++)
        if (p->integer[j])
            level_lp_set_bounds(search->lp, j, p->col_low[j], p->col_high[j]);
    return solved;
}

static bool touches(const struct level_window *window, size_t row, bool cells)
{
    const struct level_program *p = &window->model->program;
    if (window->model->surplus[row])
        return false;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++) {
        size_t col = (size_t)p->index[k];
        uint32_t v = window->cell_of[col];
        if (cells ? v != UINT32_MAX && window->in[v] : window->local[col] != UINT32_MAX)
            return true;
    }
    return false;
}

/* The part of a window: its cells, and the flows through them and near them. */
static void collect(struct window_search *s, size_t radius)
{
    struct level_window *window = &s->window;
    const struct level_program *p = &window->model->program;
    for (size_t i = 0; i < window->n_cells && window->steps[i] <= radius; i++)
        level_window_add_cell(window, window->cell[i]);
    for (size_t row = 0; row < p->rows; row++)
        if (touches(window, row, true))
            for (size_t k = p->start[row]; k < p->start[row + 1]; k++)
                if (!p->integer[p->index[k]])
                    level_window_add_column(window, (size_t)p->index[k]);
    for (size_t row = 0; row < p->rows; row++)
        if (touches(window, row, false))
            level_window_add_row(window, row, s->now);
}

/* Solves for a cheaper part; true if there is one, in `next`. */
static bool improve(struct window_search *s)
{
    const struct level_window *window = &s->window;
    struct level_cbc cbc;
    struct error err;
    struct arena work;
    double cost = 0;
    for (size_t j = 0; j < window->part.cols; j++)
        cost += window->part.cost[j] * s->now[window->global[j]];
    arena_init(&work);
    double left = s->search->deadline - clock_thread_s();
    bool found =
        left > WINDOW_S && /* CBC may crash when it is ended */
        level_cbc_solve(&window->part, WINDOW_S, cost - CUTOFF * s->search->least_gain,
                        &work, &cbc, &err) == STATUS_OK &&
        cbc.found;
    memcpy(s->next, s->now, window->model->program.cols * sizeof *s->now);
    for (size_t j = 0; found && j < window->part.cols; j++)
        s->next[window->global[j]] =
            window->part.integer[j] ? round(cbc.x[j]) : cbc.x[j];
    arena_free(&work);
    return found;
}

/* Variables are fixed, and constraints are removed as redundant, for levels cheaper than
 * the best one, which itself may not satisfy that: a solution that does not is no level. */
static bool is_within_bounds(const struct window_search *s)
{
    const struct level_program *p = &s->search->model->program;
    bool within = true;
    for (size_t j = 0; j < p->cols; j++)
        within =
            within && (!p->integer[j] || (p->col_low[j] - INTEGRAL <= s->next[j] &&
                                          s->next[j] <= p->col_high[j] + INTEGRAL));
    return within;
}

static bool search_window(struct window_search *s, size_t centre, size_t radius)
{
    struct level_branch_and_cut *search = s->search;
    for (int i = 0; i < ATTEMPTS && !search->model->failed; i++) {
        if (!level_window_move(&s->window, centre, radius + MARGIN)) {
            search->model->failed = true;
            return false;
        }
        collect(s, radius);
        if (!improve(s) || !is_within_bounds(s))
            return false;
        if (search->take(search->context, s->next) == 0) {
            memcpy(s->now, s->next, search->model->program.cols * sizeof *s->now);
            return true;
        }
        if (search->model->program.cols > s->cols)
            return false;
    }
    return false;
}

static void compare(struct window_search *s, const uint8_t *level, const double *x)
{
    const struct level_cell_model *model = s->search->model;
    for (size_t v = 0; v < model->n; v++)
        s->differs[v] = level_cell_model_value(model, x, v, TILE(level[v])) < 0.99;
}

size_t level_window_search(struct level_branch_and_cut *search, const uint8_t *level,
                           const double *x, size_t radius, struct arena *arena)
{
    struct level_cell_model *model = search->model;
    struct window_search s = {.search = search,
                              .cols = model->program.cols,
                              .now = ARENA_NEW(arena, double, model->program.cols),
                              .next = ARENA_NEW(arena, double, model->program.cols),
                              .differs = ARENA_NEW(arena, bool, model->n)};
    size_t taken = 0;
    if (!s.now || !s.next || !s.differs ||
        !level_window_init(&s.window, model, arena)) {
        model->failed = true;
        return 0;
    }
    compare(&s, level, x);
    if (!find_values(&s, level))
        return 0;
    for (size_t v = 0; v < model->n && !model->failed && model->program.cols == s.cols;
         v++) {
        if (!s.differs[v] || search->deadline < clock_thread_s())
            continue;
        taken += search_window(&s, v, radius);
        for (size_t i = 0; i < s.window.n_cells; i++)
            if (s.window.steps[i] + COVERED <= radius)
                s.differs[s.window.cell[i]] = false;
    }
    return taken;
}
