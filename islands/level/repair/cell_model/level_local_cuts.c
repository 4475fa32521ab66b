#include "level_local_cuts.h"

#include "clock.h"
#include "level_cbc.h"
#include "level_window.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* COVERED    steps from the centre of a window within which no other window has its own
 * VIOLATION  least violation of a cut that is added
 * WINDOW_S   CPU seconds for the program of one window; its bound is used if they end
 * Chosen by hand, not measured. */
enum { COVERED = 1 };
static const double VIOLATION = 0.01, WINDOW_S = 1;
/* A value this near to a whole number is integral: CBC's tolerance. */
static const double INTEGRAL = 1e-6;
/* A cut is looser than CBC's bound by this share of its largest coefficient, far above
 * CBC's tolerances (1e-6, 1e-7). */
static const double SAFETY = 1e-5;
/* Coefficients up to this are left out, and the cut is loosened by what they can make. */
static const double NEGLIGIBLE = 1e-9;

/* Whether all integer variables of a constraint, of which there are some, are in the
 * part. */
static bool is_local(const struct level_window *window, size_t row)
{
    const struct level_program *p = &window->model->program;
    bool some = false;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++) {
        size_t col = (size_t)p->index[k];
        if (p->integer[col] && window->local[col] == UINT32_MAX)
            return false;
        some = some || p->integer[col];
    }
    return some;
}

/* The part of a window: the constraints on its cells alone. */
static void collect(struct level_window *window, const struct level_lp *lp)
{
    const struct level_program *p = &window->model->program;
    struct level_program *part = &window->part;
    for (size_t i = 0; i < window->n_cells; i++)
        level_window_add_cell(window, window->cell[i]);
    for (size_t row = 0; row < p->rows; row++) {
        if (!is_local(window, row))
            continue;
        for (size_t k = p->start[row]; k < p->start[row + 1]; k++)
            level_window_add_column(window, (size_t)p->index[k]);
        level_window_add_row(window, row, NULL);
    }
    /* Reduced costs but for the prices of the part's own constraints. */
    for (size_t j = 0; j < part->cols; j++)
        part->cost[j] = level_lp_reduced_cost(lp, window->global[j]);
    for (size_t i = 0, row = 0; row < p->rows; row++) {
        if (!is_local(window, row))
            continue;
        double price = level_lp_price(lp, row);
        for (size_t k = part->start[i]; k < part->start[i + 1]; k++)
            part->cost[part->index[k]] += price * part->value[k];
        i++;
    }
}

/* A lower bound on the costs of the part; -INFINITY: none. */
static double bound_part(const struct level_window *window, double seconds)
{
    const struct level_program *part = &window->part;
    struct level_cbc cbc;
    struct error err;
    struct arena work;
    double largest = 1;
    for (size_t j = 0; j < part->cols; j++)
        largest = fmax(largest, fabs(part->cost[j]));
    arena_init(&work);
    enum status status = level_cbc_solve(part, seconds, INFINITY, &work, &cbc, &err);
    arena_free(&work);
    return status || !isfinite(cbc.bound) ? -INFINITY : cbc.bound - SAFETY * largest;
}

/* Adds the cut of a window if it is violated. */
static bool cut_window(struct level_window *window, const double *x, double seconds)
{
    const struct level_program *part = &window->part;
    struct level_cell_model *model = window->model;
    double least = bound_part(window, seconds), now = 0;
    for (size_t j = 0; j < part->cols; j++)
        now += part->cost[j] * x[window->global[j]];
    if (least <= now + VIOLATION)
        return false;
    level_cell_model_begin_row(model);
    for (size_t j = 0; j < part->cols; j++)
        if (fabs(part->cost[j]) > NEGLIGIBLE)
            level_cell_model_add_term(model, (int)window->global[j], part->cost[j]);
        else
            least -= NEGLIGIBLE * fmax(fabs(part->col_low[j]), fabs(part->col_high[j]));
    size_t rows = model->program.rows;
    level_cell_model_end_row(model, least, INFINITY);
    if (model->program.rows > rows)
        model->surplus[model->program.rows - 1] = true;
    return true;
}

static bool is_settled(const struct level_cell_model *model, const double *x, size_t v)
{
    for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++) {
        int col = model->choice[c].col;
        if (col != LEVEL_CELL_MODEL_IMPLIED && fabs(x[col] - round(x[col])) > INTEGRAL)
            return false;
    }
    return true;
}

size_t level_local_cuts(struct level_cell_model *model, const struct level_lp *lp,
                        size_t radius, double deadline, struct arena *arena)
{
    struct level_window window;
    size_t cuts = 0, cols = model->program.cols;
    double *x = ARENA_NEW(arena, double, cols);
    bool *covered = ARENA_NEW(arena, bool, model->n);
    if (!x || !covered || !level_window_init(&window, model, arena)) {
        model->failed = true;
        return 0;
    }
    memcpy(x, level_lp_values(lp), cols * sizeof *x);
    size_t rows = model->program.rows;
    assert(level_lp_basis_bytes(lp) == cols + rows);
    for (size_t v = 0; v < model->n && !model->failed; v++) {
        double left = deadline - clock_thread_s();
        if (covered[v] || left <= 0 || is_settled(model, x, v))
            continue;
        if (!level_window_move(&window, v, radius)) {
            model->failed = true;
            break;
        }
        for (size_t i = 0; i < window.n_cells && window.steps[i] <= COVERED; i++)
            covered[window.cell[i]] = true;
        size_t now = model->program.rows;
        model->program.rows = rows; /* new cuts have no price yet */
        collect(&window, lp);
        model->program.rows = now;
        cuts += cut_window(&window, x, fmin(left, WINDOW_S));
    }
    return cuts;
}
