#include "level_cbc.h"

#include "clock.h"

#include <assert.h>
#include <coin/Cbc_C_Interface.h>
#include <math.h>
#include <string.h>

/* From this share of the time on, the solver may have ended because of the limit. */
static const double LATE = 0.9;
/* Infinity in CBC. */
static const double SOLVER_INFINITY = 1e30;

/* The coefficients by column, as CBC takes them. */
struct columns {
    int *start, *row;
    double *value;
};

static bool turn(const struct level_program *p, struct arena *arena, struct columns *c)
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

static void load(Cbc_Model *model, const struct level_program *p,
                 const struct columns *c, double seconds)
{
    Cbc_loadProblem(model, (int)p->cols, (int)p->rows, c->start, c->row, c->value,
                    p->col_low, p->col_high, p->cost, p->row_low, p->row_high);
    for (size_t j = 0; j < p->cols; j++)
        if (p->integer[j])
            Cbc_setInteger(model, (int)j);
    Cbc_setLogLevel(model, 0);
    /* Proofs to the last unit: by default it stops at an absolute gap of 1e-10. */
    Cbc_setAllowableGap(model, 0);
    if (isfinite(seconds))
        Cbc_setMaximumSeconds(model, fmax(seconds, 0.01));
}

/* With a good cutoff, what remains is mostly a proof, which CBC's cuts and heuristics
 * slow down. */
static void set_cutoff(Cbc_Model *model, double cutoff)
{
    Cbc_setCutoff(model, cutoff);
    Cbc_setParameter(model, "cuts", "off");
    Cbc_setParameter(model, "heuristics", "off");
}

/* late: the time was up. Then "infeasible" means that nothing was found, and a bound
 * may be infinite since there is none. */
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

/* A program without coefficients, which CBC does not take: each constraint is about 0,
 * each variable goes to its cheaper bound. */
static void solve_apart(const struct level_program *p, double cutoff,
                        struct level_cbc *out)
{
    double cost = p->constant;
    bool holds = true;
    for (size_t i = 0; i < p->rows; i++)
        holds = holds && p->row_low[i] <= 0 && p->row_high[i] >= 0;
    for (size_t j = 0; j < p->cols; j++) {
        out->x[j] = p->cost[j] < 0 ? p->col_high[j] : p->col_low[j];
        cost += p->cost[j] * out->x[j];
    }
    out->found = out->optimal = holds && cost < cutoff;
    out->infeasible = !out->found;
    out->cost = out->bound = out->found ? cost : INFINITY;
}

enum status level_cbc_solve(const struct level_program *program, double seconds,
                            double cutoff, struct arena *arena, struct level_cbc *out,
                            struct error *err)
{
    struct columns columns;
    *out = (struct level_cbc){.x = ARENA_NEW(arena, double, program->cols)};
    if (!out->x || !turn(program, arena, &columns))
        return error_set(err, STATUS_MEMORY, "no memory for the repair program");
    if (program->entries == 0) {
        solve_apart(program, cutoff, out);
        return STATUS_OK;
    }
    Cbc_Model *model = Cbc_newModel();
    if (!model)
        return error_set(err, STATUS_MEMORY, "no memory for the solver");
    load(model, program, &columns, seconds);
    if (isfinite(cutoff))
        set_cutoff(model, cutoff - program->constant);
    double began = clock_process_s();
    Cbc_solve(model);
    int state = Cbc_status(model);
    bool late =
        Cbc_isSecondsLimitReached(model) || clock_process_s() - began > LATE * seconds;
    read_out(model, program, late, out);
    Cbc_deleteModel(model);
    return state == 0 || state == 1
               ? STATUS_OK
               : error_set(err, STATUS_FAILED, "CBC gave up (status %d)", state);
}
