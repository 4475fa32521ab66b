#include "mip.h"

#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Longer lines are broken; readers of the LP format accept at least 255 characters. */
enum { LINE_BYTES = 200 };

/* number_text; returns `out`. */
static const char *number(double value, char *out)
{
    number_text(value, out);
    return out;
}

static size_t row_end(const struct mip *mip, size_t i)
{
    return i + 1 < mip->n_rows ? mip->first[i + 1] : mip->n_entries;
}

/* Whether all terms of the row are 0: they may have cancelled. */
static bool is_empty(const struct mip *mip, size_t i)
{
    for (size_t k = mip->first[i]; k < row_end(mip, i); k++)
        if (mip->value[k] != 0)
            return false;
    return true;
}

/* Rows without terms are omitted if they are satisfied; otherwise MIP_NEVER makes the program
 * infeasible. */
static bool is_impossible(const struct mip *mip)
{
    for (size_t i = 0; i < mip->n_rows; i++)
        if (is_empty(mip, i) && (mip->row_low[i] > 0 || mip->row_high[i] < 0))
            return true;
    return false;
}

#define MIP_ONE "one"
#define MIP_NEVER "never"

static bool is_written(const struct mip *mip, size_t i)
{
    return !is_empty(mip, i) &&
           (isfinite(mip->row_low[i]) || isfinite(mip->row_high[i]));
}

static bool is_two_sided(const struct mip *mip, size_t i)
{
    return isfinite(mip->row_low[i]) && isfinite(mip->row_high[i]) &&
           mip->row_low[i] != mip->row_high[i];
}

static enum status written(FILE *out, struct error *err)
{
    return fflush(out) || ferror(out)
               ? error_set(err, errno == ENOSPC ? STATUS_FULL : STATUS_IO,
                           "the program cannot be written (%s)", strerror(errno))
               : STATUS_OK;
}

/* ---- CPLEX LP ---- */

/* Prints a word, on a new line if it does not fit; `used` is the current column. */
static void put(FILE *out, size_t *used, const char *word)
{
    size_t bytes = strlen(word) + 1;
    if (*used + bytes > LINE_BYTES) {
        fputs("\n ", out);
        *used = 1;
    }
    fprintf(out, " %s", word);
    *used += bytes;
}

static void put_term(FILE *out, size_t *used, double value, const char *name)
{
    char digits[NUMBER_BYTES], word[NUMBER_BYTES + MIP_NAME_BYTES + 8];
    snprintf(word, sizeof word, "%c %s%s%s", value < 0 ? '-' : '+',
             fabs(value) == 1 ? "" : number(fabs(value), digits),
             fabs(value) == 1 ? "" : " ", name);
    put(out, used, word);
}

static void lp_side(const struct mip *mip, size_t i, const char *suffix,
                    const char *relation, double bound, FILE *out)
{
    char digits[NUMBER_BYTES];
    size_t used = (size_t)fprintf(out, " %s%s:", mip->row_name[i], suffix);
    for (size_t k = mip->first[i]; k < row_end(mip, i); k++)
        if (mip->value[k] != 0)
            put_term(out, &used, mip->value[k], mip->col_name[mip->index[k]]);
    fprintf(out, " %s %s\n", relation, number(bound + 0.0, digits));
}

static void lp_row(const struct mip *mip, size_t i, FILE *out)
{
    bool two = is_two_sided(mip, i);
    if (!is_written(mip, i))
        return;
    if (!two && mip->row_low[i] == mip->row_high[i]) {
        lp_side(mip, i, "", "=", mip->row_low[i], out);
        return;
    }
    if (isfinite(mip->row_low[i]))
        lp_side(mip, i, two ? "_low" : "", ">=", mip->row_low[i], out);
    if (isfinite(mip->row_high[i]))
        lp_side(mip, i, two ? "_high" : "", "<=", mip->row_high[i], out);
}

static void lp_bound(const struct mip *mip, size_t j, FILE *out)
{
    char low[NUMBER_BYTES], high[NUMBER_BYTES];
    const char *name = mip->col_name[j];
    number(mip->low[j], low);
    if (mip->low[j] == mip->high[j])
        fprintf(out, " %s = %s\n", name, low);
    else if (isfinite(mip->high[j]))
        fprintf(out, " %s <= %s <= %s\n", low, name, number(mip->high[j], high));
    else if (mip->low[j] != 0)
        fprintf(out, " %s >= %s\n", name, low);
}

static void write_lp(const struct mip *mip, FILE *out)
{
    size_t used = 5;
    for (size_t i = 0; i < mip->n_comments; i++)
        fprintf(out, "\\ %s\n", mip->comment[i]);
    fputs("Minimize\n cost:", out);
    for (size_t j = 0; j < mip->n_cols; j++)
        if (mip->cost[j] != 0)
            put_term(out, &used, mip->cost[j], mip->col_name[j]);
    fputs(" + 0 " MIP_ONE "\nSubject To\n", out);
    /* Readers need at least one constraint, and number columns in order of appearance. */
    fputs(" " MIP_ONE "_row: " MIP_ONE " = 1\n", out);
    if (is_impossible(mip))
        fputs(" " MIP_NEVER ": " MIP_ONE " = 0\n", out);
    for (size_t i = 0; i < mip->n_rows; i++)
        lp_row(mip, i, out);
    fputs("Bounds\n 0 <= " MIP_ONE " <= 1\n", out);
    for (size_t j = 0; j < mip->n_cols; j++)
        lp_bound(mip, j, out);
    fputs("Generals\n", out);
    for (size_t j = 0; j < mip->n_cols; j++)
        if (mip->integer[j])
            fprintf(out, " %s\n", mip->col_name[j]);
    fputs("End\n", out);
}

/* ---- MPS ---- */

/* The entries by column: those of column j are start[j] up to start[j + 1]. */
struct by_col {
    size_t *start, *row;
    double *value;
};

static bool turn(const struct mip *mip, struct by_col *c)
{
    c->start = ARENA_NEW(mip->arena, size_t, mip->n_cols + 2);
    c->row = ARENA_NEW(mip->arena, size_t, mip->n_entries + 1);
    c->value = ARENA_NEW(mip->arena, double, mip->n_entries + 1);
    if (!c->start || !c->row || !c->value)
        return false;
    memset(c->start, 0, (mip->n_cols + 2) * sizeof *c->start);
    for (size_t k = 0; k < mip->n_entries; k++)
        c->start[mip->index[k] + 2]++;
    for (size_t j = 0; j < mip->n_cols; j++)
        c->start[j + 2] += c->start[j + 1];
    for (size_t i = 0; i < mip->n_rows; i++)
        for (size_t k = mip->first[i]; k < row_end(mip, i); k++) {
            size_t at = c->start[mip->index[k] + 1]++;
            c->row[at] = i;
            c->value[at] = mip->value[k];
        }
    return true;
}

static void mps_rows(const struct mip *mip, FILE *out)
{
    fputs("ROWS\n N cost\n E " MIP_ONE "_row\n", out);
    if (is_impossible(mip))
        fputs(" E " MIP_NEVER "\n", out);
    for (size_t i = 0; i < mip->n_rows; i++)
        if (is_written(mip, i))
            fprintf(out, " %c %s\n",
                    mip->row_low[i] == mip->row_high[i] ? 'E'
                    : isfinite(mip->row_low[i])         ? 'G'
                                                        : 'L',
                    mip->row_name[i]);
}

static void mps_cols(const struct mip *mip, const struct by_col *c, FILE *out)
{
    char digits[NUMBER_BYTES];
    bool integer = false;
    fputs("COLUMNS\n " MIP_ONE " " MIP_ONE "_row 1\n", out);
    if (is_impossible(mip))
        fputs(" " MIP_ONE " " MIP_NEVER " 1\n", out);
    for (size_t j = 0; j < mip->n_cols; j++) {
        if (mip->integer[j] != integer)
            fprintf(out, " M%zu 'MARKER' '%s'\n", j, integer ? "INTEND" : "INTORG");
        integer = mip->integer[j];
        fprintf(out, " %s cost %s\n", mip->col_name[j], number(mip->cost[j], digits));
        for (size_t k = c->start[j]; k < c->start[j + 1]; k++)
            if (c->value[k] != 0 && is_written(mip, c->row[k]))
                fprintf(out, " %s %s %s\n", mip->col_name[j], mip->row_name[c->row[k]],
                        number(c->value[k], digits));
    }
    if (integer)
        fputs(" MEND 'MARKER' 'INTEND'\n", out);
}

static void mps_sides(const struct mip *mip, FILE *out)
{
    char digits[NUMBER_BYTES];
    bool any = false;
    fputs("RHS\n RHS " MIP_ONE "_row 1\n", out);
    for (size_t i = 0; i < mip->n_rows; i++) {
        double side = isfinite(mip->row_low[i]) ? mip->row_low[i] : mip->row_high[i];
        if (is_written(mip, i) && side != 0)
            fprintf(out, " RHS %s %s\n", mip->row_name[i], number(side, digits));
    }
    for (size_t i = 0; i < mip->n_rows; i++)
        if (is_written(mip, i) && is_two_sided(mip, i)) {
            if (!any)
                fputs("RANGES\n", out);
            any = true;
            fprintf(out, " RNG %s %s\n", mip->row_name[i],
                    number(mip->row_high[i] - mip->row_low[i], digits));
        }
}

static void mps_bounds(const struct mip *mip, FILE *out)
{
    char digits[NUMBER_BYTES];
    fputs("BOUNDS\n UP BND " MIP_ONE " 1\n", out);
    for (size_t j = 0; j < mip->n_cols; j++) {
        const char *name = mip->col_name[j];
        if (mip->low[j] == mip->high[j]) {
            fprintf(out, " FX BND %s %s\n", name, number(mip->low[j], digits));
            continue;
        }
        if (mip->low[j] != 0)
            fprintf(out, " LO BND %s %s\n", name, number(mip->low[j], digits));
        if (isfinite(mip->high[j]))
            fprintf(out, " UP BND %s %s\n", name, number(mip->high[j], digits));
        else
            fprintf(out, " PL BND %s\n", name);
    }
}

static enum status write_mps(const struct mip *mip, FILE *out, struct error *err)
{
    struct by_col columns;
    if (!turn(mip, &columns))
        return error_set(err, STATUS_MEMORY, "no memory for the program");
    for (size_t i = 0; i < mip->n_comments; i++)
        fprintf(out, "* %s\n", mip->comment[i]);
    fputs("NAME skerry FREE\n", out);
    mps_rows(mip, out);
    mps_cols(mip, &columns, out);
    mps_sides(mip, out);
    mps_bounds(mip, out);
    fputs("ENDATA\n", out);
    return STATUS_OK;
}

enum status mip_write(const struct mip *mip, enum mip_format format, FILE *out,
                      struct error *err)
{
    if (mip_done(mip, err))
        return err->status;
    if (format == MIP_LP)
        write_lp(mip, out);
    else if (write_mps(mip, out, err))
        return err->status;
    return written(out, err);
}

/* ---- starts ---- */

enum status mip_write_start(const struct mip *mip, FILE *out, struct error *err)
{
    char digits[NUMBER_BYTES];
    fputs("start (number, name, value)\n0 " MIP_ONE " 1\n", out);
    for (size_t j = 0; j < mip->n_cols; j++)
        if (!isnan(mip->start[j]))
            fprintf(out, "%zu %s %s\n", j + 1, mip->col_name[j],
                    number(mip->start[j], digits));
    return written(out, err);
}

enum status mip_write_solution(const struct mip *mip, FILE *out, struct error *err)
{
    char digits[NUMBER_BYTES];
    fprintf(out, "Model status\nUnknown\n\n# Primal solution values\nFeasible\n");
    fprintf(out, "Objective %s\n# Columns %zu\n" MIP_ONE " 1\n",
            number(mip_start_cost(mip), digits), mip->n_cols + 1);
    for (size_t j = 0; j < mip->n_cols; j++)
        fprintf(out, "%s %s\n", mip->col_name[j], number(mip->start[j], digits));
    return written(out, err);
}
