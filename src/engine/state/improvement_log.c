#include "improvement_log.h"

#include "clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The operations of a problem do not say for whom they are called; ranks may be threads. */
static _Thread_local struct improvement_log *own;

static bool grow(struct improvement_log *log)
{
    enum { LEAST = 64 };
    size_t capacity = log->capacity ? 2 * log->capacity : LEAST;
    struct improvement *rows = realloc(log->rows, capacity * sizeof *rows);
    if (!rows) {
        log->lost = true;
        return false;
    }
    log->rows = rows;
    log->capacity = capacity;
    return true;
}

struct moment {
    double elapsed_s, cpu_s;
};

/* Reading the CPU clock takes as long as some generations of short ones: what it was up to CPU_OLD_S
 * ago is good enough. */
static struct moment moment_now(struct improvement_log *log)
{
    static const double CPU_OLD_S = 1e-4;
    double now = log->clock();
    if (!(fabs(now - log->cpu_read_s) < CPU_OLD_S)) {
        log->cpu_s = clock_work_s();
        log->cpu_read_s = now;
    }
    return (struct moment){now - log->zero_s, log->cpu_s - log->cpu_zero_s};
}

static void note(struct improvement_log *log, uint64_t evaluations, double cost,
                 struct moment when)
{
    if (log->n - log->first == IMPROVEMENTS_A_STEP) {
        log->n--;
        log->overwritten = true;
    } else if (log->n == log->capacity && !grow(log))
        return;
    log->rows[log->n++] = (struct improvement){.generation = log->generation,
                                               .evaluations = evaluations,
                                               .island = log->island,
                                               .cost = cost,
                                               .elapsed_s = when.elapsed_s,
                                               .cpu_s = when.cpu_s};
    log->best = cost;
}

static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    struct improvement_log *log = own;
    size_t objectives = log->watched.shape.objectives;
    log->problem->evaluate(self, genomes, n, scratch, cost);
    double best = log->best;
    struct moment when = {NAN, NAN}; /* the clocks take as long as some evaluations */
    for (size_t i = 0; i < n; i++)
        if (cost[i * objectives] < best) {
            best = cost[i * objectives];
            if (isnan(when.cpu_s))
                when = moment_now(log);
            note(log, log->evaluations + i + 1, best, when);
        }
    log->evaluations += n;
}

static uint64_t local_search(const void *self, double effort, struct rng *rng,
                             struct arena scratch, void *genome)
{
    struct improvement_log *log = own;
    uint64_t spent = log->problem->local_search(self, effort, rng, scratch, genome);
    log->evaluations += spent;
    return spent;
}

void improvement_log_init(struct improvement_log *log, const struct puzzle *puzzle,
                          double (*clock)(void))
{
    *log = (struct improvement_log){.watched = *puzzle,
                                    .table = *puzzle->problem,
                                    .problem = puzzle->problem,
                                    .clock = clock,
                                    .threshold = INFINITY,
                                    .best = -INFINITY};
    log->watched.problem = &log->table;
    if (log->table.evaluate)
        log->table.evaluate = evaluate;
    if (log->table.local_search)
        log->table.local_search = local_search;
    own = log;
}

void improvement_log_free(struct improvement_log *log)
{
    free(log->rows);
    log->rows = NULL;
    log->n = log->capacity = 0;
}

void improvement_log_restart(struct improvement_log *log, double elapsed_s, double best)
{
    log->cpu_read_s = log->clock();
    log->zero_s = log->cpu_read_s - elapsed_s;
    log->cpu_zero_s = log->cpu_s = clock_work_s();
    log->threshold = best;
    log->n = 0;
}

void improvement_log_clear(struct improvement_log *log)
{
    log->n = 0;
}

void improvement_log_undo(struct improvement_log *log, uint64_t generation)
{
    while (log->n && log->rows[log->n - 1].generation >= generation)
        log->n--;
}

void improvement_log_enter(struct improvement_log *log, const struct island *island,
                           uint64_t generation, double best)
{
    if (!log)
        return;
    log->first = log->n;
    log->generation = generation;
    log->evaluations = island->evaluations;
    log->island = island->index;
    log->former = log->best = fmin(log->threshold, best);
}

void improvement_log_leave(struct improvement_log *log, const struct island *island,
                           double best)
{
    if (!log)
        return;
    while (log->n > log->first && log->rows[log->n - 1].cost < best)
        log->n--; /* not kept by the method */
    if (best < (log->n > log->first ? log->rows[log->n - 1].cost : log->former))
        note(log, island->evaluations, best, moment_now(log));
    /* A method may count otherwise than the operations. */
    for (size_t i = log->first; i < log->n; i++)
        if (log->rows[i].evaluations > island->evaluations)
            log->rows[i].evaluations = island->evaluations;
    log->best = -INFINITY;
}

void improvement_log_abort(struct improvement_log *log)
{
    if (!log)
        return;
    log->n = log->first;
    log->best = -INFINITY;
}

static int compare(const void *a, const void *b)
{
    const struct improvement *x = a, *y = b;
    if (x->generation != y->generation)
        return x->generation < y->generation ? -1 : 1;
    if (x->island != y->island)
        return x->island < y->island ? -1 : 1;
    return x->cost > y->cost ? -1 : x->cost < y->cost;
}

/* The replica's evaluations when the island had its own. */
static uint64_t count_all(const struct improvement *at, const struct report *report,
                          size_t islands)
{
    const struct row *rows =
        report->rows + (at->generation - report->first_generation) * islands;
    uint64_t sum = at->evaluations;
    for (size_t i = 0; i < islands; i++)
        if (i != at->island)
            sum += i < at->island ? rows[i].evaluations : rows[i].before;
    return sum;
}

size_t improvement_log_settle(struct improvement *rows, size_t n, double best,
                              const struct report *report, size_t islands)
{
    size_t kept = 0;
    if (n)
        qsort(rows, n, sizeof *rows, compare);
    for (size_t i = 0; i < n; i++) {
        if (!(rows[i].cost < best))
            continue;
        best = rows[i].cost;
        ensure(rows[i].generation - report->first_generation < report->generations &&
               rows[i].island < islands);
        rows[kept] = rows[i];
        rows[kept++].evaluations = count_all(&rows[i], report, islands);
    }
    return kept;
}
