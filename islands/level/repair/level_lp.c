#include "level_lp.h"

#include <assert.h>
#include <coin/Clp_C_Interface.h>
#include <math.h>
#include <string.h>

bool level_lp_open(struct level_lp *lp, const struct level_program *program,
                   struct arena *arena)
{
    int *start = ARENA_NEW(arena, int, program->cols + 1);
    lp->model = Clp_newModel();
    lp->rows = 0;
    lp->cols = program->cols;
    if (!start || !lp->model)
        return false;
    Clp_setLogLevel(lp->model, 0);
    Clp_loadProblem(lp->model, (int)program->cols, 0, start, NULL, NULL,
                    program->col_low, program->col_high, program->cost, NULL, NULL);
    return true;
}

/* Constraints that are added at a time: one by one takes time quadratic in their number.
 * Their starts have another type than CLP's. */
enum { ROWS_AT_A_TIME = 2048 };

static void add_rows(struct level_lp *lp, const struct level_program *program)
{
    const size_t *start = program->start + lp->rows;
    size_t left = program->rows - lp->rows;
    size_t n = left < ROWS_AT_A_TIME ? left : ROWS_AT_A_TIME;
    int from[ROWS_AT_A_TIME + 1];
    for (size_t i = 0; i <= n; i++)
        from[i] = (int)(start[i] - start[0]);
    Clp_addRows(lp->model, (int)n, program->row_low + lp->rows,
                program->row_high + lp->rows, from, program->index + start[0],
                program->value + start[0]);
    lp->rows += n;
}

/* New variables have no coefficients yet. */
static void add_new_parts(struct level_lp *lp, const struct level_program *program)
{
    const int none[2] = {0, 0};
    for (; lp->cols < program->cols; lp->cols++)
        Clp_addColumns(lp->model, 1, program->col_low + lp->cols,
                       program->col_high + lp->cols, program->cost + lp->cols, none,
                       NULL, NULL);
    while (lp->rows < program->rows)
        add_rows(lp, program);
}

double level_lp_solve(struct level_lp *lp, const struct level_program *program,
                      double seconds, const double **x)
{
    bool first = lp->rows == 0;
    add_new_parts(lp, program);
    *x = NULL;
    if (isfinite(seconds))
        Clp_setMaximumSeconds(lp->model, fmax(seconds, 0.01));
    if (first)
        Clp_initialDualSolve(lp->model);
    else
        Clp_dual(lp->model, 0);
    if (Clp_status(lp->model) != 0)
        return NAN;
    *x = Clp_primalColumnSolution(lp->model);
    return Clp_objectiveValue(lp->model) + program->constant;
}

size_t level_lp_fix(struct level_lp *lp, struct level_program *program, double slack)
{
    /* A variable this near to a bound is at it: 1 % of CLP's tolerance, chosen by hand. */
    const double at_bound = 1e-9;
    const double *x = Clp_primalColumnSolution(lp->model);
    const double *reduced = Clp_dualColumnSolution(lp->model);
    double *low = Clp_columnLower(lp->model), *high = Clp_columnUpper(lp->model);
    size_t fixed = 0;
    for (size_t j = 0; j < program->cols; j++) {
        if (!program->integer[j] || low[j] == high[j] || fabs(reduced[j]) <= slack)
            continue;
        if (reduced[j] > 0 && x[j] < low[j] + at_bound)
            program->col_high[j] = high[j] = low[j];
        else if (reduced[j] < 0 && x[j] > high[j] - at_bound)
            program->col_low[j] = low[j] = high[j];
        fixed += low[j] == high[j];
    }
    return fixed;
}

/* ---- branching ---- */

void level_lp_set_bounds(struct level_lp *lp, size_t col, double low, double high)
{
    Clp_columnLower(lp->model)[col] = low;
    Clp_columnUpper(lp->model)[col] = high;
}

bool level_lp_solve_below(struct level_lp *lp, const struct level_program *program,
                          double limit, int iterations, double seconds, double *cost)
{
    /* CLP's own value for none. */
    const double no_limit = 1e50;
    add_new_parts(lp, program);
    Clp_setDualObjectiveLimit(lp->model,
                              isfinite(limit) ? limit - program->constant : no_limit);
    Clp_setMaximumIterations(lp->model, iterations);
    Clp_setMaximumSeconds(lp->model, isfinite(seconds) ? fmax(seconds, 0.01) : -1);
    Clp_dual(lp->model, 0);
    int status = Clp_status(lp->model);
    *cost = status == 1 ? INFINITY : Clp_objectiveValue(lp->model) + program->constant;
    Clp_setDualObjectiveLimit(lp->model, no_limit);
    Clp_setMaximumIterations(lp->model, LEVEL_LP_NO_LIMIT);
    return status == 0 || status == 1;
}

double level_lp_cost(const struct level_lp *lp, const struct level_program *program)
{
    return Clp_objectiveValue(lp->model) + program->constant;
}

const double *level_lp_values(const struct level_lp *lp)
{
    return Clp_primalColumnSolution(lp->model);
}

double level_lp_reduced_cost(const struct level_lp *lp, size_t col)
{
    return Clp_dualColumnSolution(lp->model)[col];
}

double level_lp_price(const struct level_lp *lp, size_t row)
{
    return Clp_dualRowSolution(lp->model)[row];
}

size_t level_lp_basis_bytes(const struct level_lp *lp)
{
    return (size_t)Clp_numberColumns(lp->model) + (size_t)Clp_numberRows(lp->model);
}

void level_lp_get_basis(const struct level_lp *lp, unsigned char *basis)
{
    memcpy(basis, Clp_statusArray(lp->model), level_lp_basis_bytes(lp));
}

void level_lp_set_basis(struct level_lp *lp, const unsigned char *basis)
{
    memcpy(Clp_statusArray(lp->model), basis, level_lp_basis_bytes(lp));
}

void level_lp_start_from(struct level_lp *lp, const unsigned char *basis, size_t cols,
                         size_t rows)
{
    const unsigned char basic = 1, at_low = 3; /* CLP's numbers */
    unsigned char *status = Clp_statusArray(lp->model);
    size_t all = level_lp_basis_bytes(lp), rows_now = all - lp->cols;
    assert(cols <= lp->cols && rows <= rows_now);
    memcpy(status, basis, cols);
    memset(status + cols, at_low, lp->cols - cols);
    memcpy(status + lp->cols, basis + cols, rows);
    memset(status + lp->cols + rows, basic, rows_now - rows);
}

void level_lp_close(struct level_lp *lp)
{
    if (lp->model)
        Clp_deleteModel(lp->model);
    lp->model = NULL;
}
