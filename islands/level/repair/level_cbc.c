#include "level_cbc.h"

#include "clock.h"

#include <assert.h>
#include <coin/Cbc_C_Interface.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* From this share of the time limit on, the solver may have ended because of the limit.
 * Chosen by hand, not measured. */
static const double LATE = 0.9;
/* The value from which on CBC treats a bound as infinite. */
static const double SOLVER_INFINITY = 1e30;
/* The violation of a constraint, relative to its terms, that is tolerated: ten times
 * CBC's own tolerance, 1e-6. The factor is chosen by hand. */
static const double TOLERANCE = 1e-5;

double level_cbc_uncertainty(const struct level_game *game)
{
    const double integrality = 1e-6;
    double error = integrality * fmax(1, level_game_largest_cost(game));
    return error < 0.5 * level_game_cost_unit(game) ? 0 : error;
}

/* The coefficients in column order, as CBC takes them. */
struct columns {
    int *start, *row;
    double *value;
};

static bool transpose(const struct level_program *p, struct arena *arena,
                      struct columns *c)
{
    c->start = ARENA_NEW(arena, int, p->cols + 1);
    c->row = ARENA_NEW(arena, int, p->entries);
    c->value = ARENA_NEW(arena, double, p->entries);
    int *next = ARENA_NEW(arena, int, p->cols);
    if (!c->start || !c->row || !c->value || !next)
        return false;
    for (size_t k = 0; k < p->entries; k++)
        c->start[p->index[k] + 1]++;
    for (size_t j = 0; j < p->cols; j++)
        c->start[j + 1] += c->start[j];
    memcpy(next, c->start, p->cols * sizeof *next);
    for (size_t i = 0; i < p->rows; i++)
        for (size_t k = p->start[i]; k < p->start[i + 1]; k++) {
            int at = next[p->index[k]]++;
            c->row[at] = (int)i;
            c->value[at] = p->value[k];
        }
    return true;
}

/* By default a solution counts as better only if it is so by 1e-5. */
static void set_increment(Cbc_Model *model, double unit)
{
    const double usual = 1e-5, least = 1e-9;
    char text[32];
    if (unit >= 2 * usual)
        return;
    snprintf(text, sizeof text, "%g", fmax(0.5 * unit, least));
    Cbc_setParameter(model, "increment", text);
}

static void load(Cbc_Model *model, const struct level_program *p,
                 const struct columns *c, double seconds)
{
    Cbc_loadProblem(model, (int)p->cols, (int)p->rows, c->start, c->row, c->value,
                    p->col_low, p->col_high, p->cost, p->row_low, p->row_high);
    for (size_t j = 0; j < p->cols; j++)
        if (p->integer[j])
            Cbc_setInteger(model, (int)j);
    Cbc_setLogLevel(model, 0);
    /* It has lost the optimum of 1 <= a + b + c + d <= 3 with a = b and c = d, and returned
     * solutions that violate constraints, where costs differ by a factor of a million. */
    Cbc_setParameter(model, "preprocess", "off");
    /* By default CBC stops at an absolute gap of 1e-10; here, gaps are closed. */
    Cbc_setAllowableGap(model, 0);
    set_increment(model, p->unit);
    if (isfinite(seconds))
        Cbc_setMaximumSeconds(model, fmax(seconds, 0.01));
}

/* With a good cutoff, what remains is mostly to prove optimality, which CBC's cuts and
 * heuristics slow down. */
static void set_cutoff(Cbc_Model *model, double cutoff)
{
    Cbc_setCutoff(model, cutoff);
    Cbc_setParameter(model, "cuts", "off");
    Cbc_setParameter(model, "heuristics", "off");
}

/* late: the time limit was reached. Then "infeasible" only means that no solution was
 * found, and an infinite bound that there is none. */
static void read_out(Cbc_Model *model, const struct level_program *p, bool late,
                     struct level_cbc *out)
{
    const double *x = Cbc_bestSolution(model);
    double bound = Cbc_getBestPossibleObjValue(model);
    bool infeasible = Cbc_isProvenInfeasible(model);
    out->infeasible = infeasible && !late;
    out->found = x && !infeasible;
    out->optimal = out->found && Cbc_isProvenOptimal(model);
    out->cost = out->found ? Cbc_getObjValue(model) + p->constant : INFINITY;
    out->bound = out->infeasible                                ? INFINITY
                 : out->optimal                                 ? out->cost
                 : !infeasible && fabs(bound) < SOLVER_INFINITY ? bound + p->constant
                                                                : -INFINITY;
    if (out->found)
        memcpy(out->x, x, p->cols * sizeof *out->x);
    assert(!out->infeasible || !out->found);
    assert(!out->found || out->bound <= out->cost + 1e-6 * fmax(1, fabs(out->cost)));
}

/* Whether a solution satisfies every constraint, bound and integrality condition. */
static bool satisfied(const struct level_program *p, const double *x)
{
    for (size_t j = 0; j < p->cols; j++)
        if (x[j] < p->col_low[j] - TOLERANCE || x[j] > p->col_high[j] + TOLERANCE ||
            (p->integer[j] && fabs(x[j] - round(x[j])) > TOLERANCE))
            return false;
    for (size_t i = 0; i < p->rows; i++) {
        double sum = 0, size = 1;
        for (size_t k = p->start[i]; k < p->start[i + 1]; k++) {
            sum += p->value[k] * x[p->index[k]];
            size += fabs(p->value[k] * x[p->index[k]]);
        }
        if (sum < p->row_low[i] - TOLERANCE * size ||
            sum > p->row_high[i] + TOLERANCE * size)
            return false;
    }
    return true;
}

/* Some parts of CBC print to standard output at any log level, where skerry prints its
 * results, and its assertions to standard error, where they would be a second line about a
 * failure. Returns the last argument of restore. */
static int silence(FILE *stream, int number)
{
    (void)fflush(stream);
    int kept = dup(number), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept >= 0 && nowhere >= 0)
        dup2(nowhere, number);
    if (nowhere >= 0)
        close(nowhere);
    return kept;
}

static void restore(FILE *stream, int number, int kept)
{
    (void)fflush(stream);
    if (kept < 0)
        return;
    dup2(kept, number);
    close(kept);
}

/* Solves a program without coefficients, which CBC does not accept: constraints are on
 * an empty sum, and each variable takes its cheaper bound. */
static void solve_empty(const struct level_program *p, double cutoff,
                        struct level_cbc *out)
{
    double cost = p->constant;
    bool feasible = true;
    for (size_t i = 0; i < p->rows; i++)
        feasible = feasible && p->row_low[i] <= 0 && p->row_high[i] >= 0;
    for (size_t j = 0; j < p->cols; j++) {
        out->x[j] = p->cost[j] < 0 ? p->col_high[j] : p->col_low[j];
        cost += p->cost[j] * out->x[j];
    }
    out->found = out->optimal = feasible && cost < cutoff;
    out->infeasible = !out->found;
    out->cost = out->bound = out->found ? cost : INFINITY;
}

/* Runs CBC once; returns its status, of which 0 and 1 are regular. */
static int run_cbc(Cbc_Model *model, const struct level_program *p, double seconds,
                   struct level_cbc *out)
{
    double began = clock_process_s();
    int kept_out = silence(stdout, STDOUT_FILENO);
    int kept_err = silence(stderr, STDERR_FILENO);
    Cbc_solve(model);
    restore(stderr, STDERR_FILENO, kept_err);
    restore(stdout, STDOUT_FILENO, kept_out);
    bool late =
        Cbc_isSecondsLimitReached(model) || clock_process_s() - began > LATE * seconds;
    read_out(model, p, late, out);
    return Cbc_status(model);
}

enum status level_cbc_solve(const struct level_program *program, double seconds,
                            double cutoff, struct arena *arena, struct level_cbc *out,
                            struct error *err)
{
    struct columns columns;
    double until = clock_process_s() + seconds;
    *out = (struct level_cbc){.x = ARENA_NEW(arena, double, program->cols)};
    if (!out->x || !transpose(program, arena, &columns))
        return error_set(err, STATUS_MEMORY, "no memory for the program of the repair");
    if (program->entries == 0) {
        solve_empty(program, cutoff, out);
        return STATUS_OK;
    }
    Cbc_Model *model = Cbc_newModel();
    if (!model)
        return error_set(err, STATUS_MEMORY, "no memory for the solver");
    load(model, program, &columns, until - clock_process_s());
    if (isfinite(cutoff))
        set_cutoff(model, cutoff - program->constant);
    int state = run_cbc(model, program, until - clock_process_s(), out);
    bool right = !out->found || satisfied(program, out->x);
    Cbc_deleteModel(model);
    if (state != 0 && state != 1)
        return error_set(err, STATUS_FAILED, "CBC failed with status %d", state);
    return right ? STATUS_OK
                 : error_set(err, STATUS_FAILED,
                             "CBC's solution violates a constraint of the program");
}
