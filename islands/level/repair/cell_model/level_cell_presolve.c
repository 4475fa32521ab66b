#include "level_cell_presolve.h"

#include <math.h>
#include <string.h>

/* Whether a constraint is slack at x by more than the tolerance of CBC, 1e-6. */
static bool is_slack(const struct level_program *p, size_t row, const double *x)
{
    double sum = 0;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++)
        sum += p->value[k] * x[p->index[k]];
    return sum > p->row_low[row] + 1e-6 && sum < p->row_high[row] - 1e-6;
}

/* Whether a constraint is satisfied by all values within the bounds, up to rounding. */
static bool is_redundant(const struct level_program *p, size_t row)
{
    double low = 0, high = 0;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++) {
        double a = p->value[k] * p->col_low[p->index[k]];
        double b = p->value[k] * p->col_high[p->index[k]];
        low += fmin(a, b);
        high += fmax(a, b);
    }
    return low >= p->row_low[row] - 1e-9 && high <= p->row_high[row] + 1e-9;
}

/* Removes constraints: those from `model->kept` on that are slack at x, or, if x is
 * NULL, all that are redundant. */
static void drop_rows(struct level_cell_model *model, const double *x)
{
    struct level_program *p = &model->program;
    size_t first = x ? model->kept : 0, kept = first, kept_before = model->kept;
    for (size_t row = first, from = p->start[row], to; row < p->rows;
         row++, from = to) {
        bool drop = x ? is_slack(p, row, x) : is_redundant(p, row);
        model->kept -= drop && row < kept_before;
        to = p->start[row + 1];
        if (drop)
            continue;
        if (to > from) { /* there may be no coefficients at all */
            memmove(p->index + p->start[kept], p->index + from,
                    (to - from) * sizeof *p->index);
            memmove(p->value + p->start[kept], p->value + from,
                    (to - from) * sizeof *p->value);
        }
        p->row_low[kept] = p->row_low[row];
        p->row_high[kept] = p->row_high[row];
        model->surplus[kept] = model->surplus[row];
        p->start[kept + 1] = p->start[kept] + (to - from);
        kept++;
    }
    p->rows = kept;
    p->entries = p->start[kept];
}

void level_cell_presolve_drop_slack(struct level_cell_model *model, const double *x)
{
    drop_rows(model, x);
}

/* Fixes the variables of a constraint that only their bounds nearest to it satisfy;
 * returns whether some were free. */
static bool force_row(struct level_program *p, size_t row)
{
    double low = 0, high = 0;
    bool forced = false;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++) {
        double a = p->value[k] * p->col_low[p->index[k]];
        double b = p->value[k] * p->col_high[p->index[k]];
        low += fmin(a, b);
        high += fmax(a, b);
    }
    bool at_low = low == p->row_high[row], at_high = high == p->row_low[row];
    if (!at_low && !at_high)
        return false;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++) {
        size_t j = (size_t)p->index[k];
        if (p->col_low[j] == p->col_high[j] || p->value[k] == 0)
            continue;
        forced = true;
        if ((p->value[k] > 0) == at_low)
            p->col_high[j] = p->col_low[j];
        else
            p->col_low[j] = p->col_high[j];
    }
    return forced;
}

void level_cell_presolve(struct level_cell_model *model)
{
    bool more = true;
    for (int round = 0; more && round < 10; round++) {
        more = false;
        for (size_t row = 0; row < model->program.rows; row++)
            more = force_row(&model->program, row) || more;
    }
    drop_rows(model, NULL);
}

void level_cell_presolve_drop_redundant(struct level_cell_model *model)
{
    drop_rows(model, NULL);
}
