#include "result_check.h"

#include "reading.h"
#include "thinning.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 256, NONE = -1 };

struct checking {
    struct reading reading;
    const struct result *result;
    bool one_clock; /* for the times of an island */
    /* Row numbers, or NONE. */
    int64_t *first; /* of each replica */
    int64_t *next;  /* of each row, in its replica */
    int64_t *mine;  /* the last one so far of each island of a replica */
};

bool result_has_settled(const struct result *result)
{
    return !strcmp(result->status, "finished") || !strcmp(result->status, "stopped");
}

static const struct result_improvement *row_of(const struct checking *checking,
                                               int64_t number)
{
    return &checking->result->improvements[number];
}

static double cost_of(const struct checking *checking, double fitness)
{
    return checking->result->objective[0].maximise ? -fitness : fitness;
}

/* Says what is wrong; false. */
__attribute__((format(printf, 2, 3))) static bool wrong(const struct checking *checking,
                                                        const char *format, ...)
{
    char text[512];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    error_set(checking->reading.err, STATUS_FAILED, "%s", text);
    return false;
}

/* ---- rows ---- */

/* Whether a row, taken by itself, may be one of the result's. */
static bool is_possible(const struct checking *checking, int64_t number)
{
    const struct result *result = checking->result;
    const struct result_improvement *row = row_of(checking, number);
    if (row->replica < 0 || row->replica >= result->replicas)
        return wrong(checking, "row %" PRId64 " is of replica %" PRId64 " of %u",
                     number, row->replica, result->replicas);
    const struct result_replica *replica = &result->replica[row->replica];
    /* Damaged curves may tell no generation: they are refused later. */
    int64_t last = replica->generations < 0 ? replica->summed : replica->generations;
    int64_t least = result->replicas == 1 ? -1 : 0; /* -1: after the search */
    if (row->island < least || row->island >= result->islands)
        return wrong(checking, "row %" PRId64 " is of island %" PRId64 " of %u", number,
                     row->island, result->islands);
    if (row->island < 0 && row->generation != last)
        return wrong(checking,
                     "row %" PRId64
                     " was found after the search, in generation %" PRId64
                     ", the last of replica %" PRId64 " is %" PRId64,
                     number, row->generation, row->replica, last);
    if (row->generation < 0 || row->generation > last)
        return wrong(checking,
                     "row %" PRId64 " is of generation %" PRId64
                     ", the last of replica %" PRId64 " is %" PRId64,
                     number, row->generation, row->replica, last);
    if (!isfinite(row->best) || row->evaluations < 0 ||
        !(row->elapsed_s >= 0 && isfinite(row->elapsed_s)) ||
        !(row->cpu_s >= 0 && isfinite(row->cpu_s)))
        return wrong(checking,
                     "row %" PRId64 " has a number that is missing or negative",
                     number);
    return true;
}

/* Lists the rows of each replica. */
static bool list_rows(struct checking *checking)
{
    const struct result *result = checking->result;
    checking->first =
        reading_take(&checking->reading, result->replicas, sizeof *checking->first);
    checking->next = reading_take(&checking->reading, result->n_improvements + 1,
                                  sizeof *checking->next);
    checking->mine =
        reading_take(&checking->reading, result->islands, sizeof *checking->mine);
    if (!checking->first || !checking->next || !checking->mine)
        return false;
    for (uint32_t r = 0; r < result->replicas; r++)
        checking->first[r] = NONE;
    for (int64_t i = (int64_t)result->n_improvements; i-- > 0;) {
        if (!is_possible(checking, i))
            return false;
        checking->next[i] = checking->first[row_of(checking, i)->replica];
        checking->first[row_of(checking, i)->replica] = i;
    }
    return true;
}

/* Compares a row with the one before it of the same replica. */
static bool follows(const struct checking *checking, int64_t number, int64_t before)
{
    const struct result_improvement *row = row_of(checking, number),
                                    *old = row_of(checking, before);
    if (old->island < 0)
        return wrong(checking,
                     "row %" PRId64 " is after row %" PRId64
                     ", which was found after the search",
                     number, before);
    if (row->generation < old->generation ||
        (row->generation == old->generation && row->island >= 0 &&
         row->island < old->island))
        return wrong(checking,
                     "row %" PRId64 ", of generation %" PRId64 " and island %" PRId64
                     ", is after row %" PRId64 ", of %" PRId64 " and %" PRId64,
                     number, row->generation, row->island, before, old->generation,
                     old->island);
    if (cost_of(checking, row->best) >= cost_of(checking, old->best))
        return wrong(checking,
                     "row %" PRId64 " has a best of %.15g, no better than %.15g of row "
                     "%" PRId64,
                     number, row->best, old->best, before);
    if (row->evaluations < old->evaluations)
        return wrong(checking,
                     "row %" PRId64 " has %" PRId64 " evaluations, less than %" PRId64
                     " of row %" PRId64,
                     number, row->evaluations, old->evaluations, before);
    return true;
}

/* Compares the times of a row with those of the one before it of the same island. */
static bool is_later(const struct checking *checking, int64_t number, int64_t before)
{
    const struct result_improvement *row = row_of(checking, number),
                                    *old = row_of(checking, before);
    if (row->elapsed_s >= old->elapsed_s && row->cpu_s >= old->cpu_s)
        return true;
    bool run_time = row->elapsed_s < old->elapsed_s;
    return wrong(checking,
                 "row %" PRId64 " has %.9g s of %s, less than %.9g of row %" PRId64
                 " of the same island",
                 number, run_time ? row->elapsed_s : row->cpu_s,
                 run_time ? "run time" : "CPU time",
                 run_time ? old->elapsed_s : old->cpu_s, before);
}

/* Checks the rows of a replica among themselves. */
static bool check_rows(const struct checking *checking, uint32_t replica)
{
    int64_t before = NONE;
    for (uint32_t i = 0; i < checking->result->islands; i++)
        checking->mine[i] = NONE;
    for (int64_t at = checking->first[replica]; at != NONE; at = checking->next[at]) {
        int64_t island = row_of(checking, at)->island;
        if (before != NONE && !follows(checking, at, before))
            return false;
        before = at;
        if (island < 0)
            continue;
        int64_t *mine = &checking->mine[island];
        if (checking->one_clock && *mine != NONE && !is_later(checking, at, *mine))
            return false;
        *mine = at;
    }
    return true;
}

/* ---- curves ---- */

/* A generation in the curves: islands of each. */
struct rows {
    const double *best, *mean, *worst;
    const int64_t *evaluations;
};

/* How far the curves of a replica have been compared with its rows. */
struct walk {
    uint32_t replica;
    int64_t now, next; /* the last row up to this generation, and the one after it */
    int64_t
        searched; /* as now, without the row of what was found after it, which no curve has */
    int64_t evaluations; /* at the end of the last generation that has been compared */
    bool whole;          /* the curves begin with generation 0 */
};

static bool check_evaluations(const struct checking *checking, const struct walk *walk,
                              int64_t number, int64_t end)
{
    const struct result_improvement *row = row_of(checking, number);
    if (row->evaluations >= walk->evaluations && row->evaluations <= end)
        return true;
    return wrong(checking,
                 "row %" PRId64 " has %" PRId64 " evaluations, the curves of replica "
                 "%u %" PRId64 " to %" PRId64 " in generation %" PRId64,
                 number, row->evaluations, walk->replica, walk->evaluations, end,
                 row->generation);
}

/* Checks that no population of a generation is better than the rows up to it. */
static bool check_best(const struct checking *checking, const struct walk *walk,
                       int64_t generation, const double *best)
{
    double least = INFINITY;
    if (walk->searched != NONE)
        least = cost_of(checking, row_of(checking, walk->searched)->best);
    else if (!walk->whole)
        return true;
    for (uint32_t i = 0; i < checking->result->islands; i++)
        if (isfinite(best[i]) && cost_of(checking, best[i]) < least)
            return wrong(checking,
                         "the curves of replica %u have a best of %.15g in generation "
                         "%" PRId64 ", which no row has up to then",
                         walk->replica, best[i], generation);
    return true;
}

/* Rounding error allowed in a mean, relative to the best. Chosen by hand. */
static const double MEAN_ERROR = 1e-9;

/* Checks that in no population of a generation mean or worst are better than the best. */
static bool check_spread(const struct checking *checking, uint32_t replica,
                         int64_t generation, const struct rows *rows)
{
    for (uint32_t i = 0; i < checking->result->islands; i++) {
        double best = cost_of(checking, rows->best[i]);
        double slack = MEAN_ERROR * fmax(1, fabs(best));
        if (cost_of(checking, rows->mean[i]) < best - slack ||
            cost_of(checking, rows->worst[i]) < best)
            return wrong(checking,
                         "the curves of replica %u have a mean of %.15g and a worst of "
                         "%.15g on island %u in generation %" PRId64
                         " (expected: no better than the best, %.15g)",
                         replica, rows->mean[i], rows->worst[i], i, generation,
                         rows->best[i]);
    }
    return true;
}

/* Checks the improvements up to a generation, at whose end there are so many evaluations. */
static bool walk_up_to(const struct checking *checking, struct walk *walk,
                       int64_t generation, int64_t evaluations)
{
    while (walk->next != NONE &&
           row_of(checking, walk->next)->generation <= generation) {
        walk->now = walk->next;
        walk->next = checking->next[walk->now];
        if (row_of(checking, walk->now)->island >= 0)
            walk->searched = walk->now;
        if (!check_evaluations(checking, walk, walk->now, evaluations))
            return false;
    }
    walk->evaluations = evaluations;
    return true;
}

/* Checks that the next improvement is of a later generation, or that there is none: the curves have
 * no row of this one. */
static bool comes_after(const struct checking *checking, const struct walk *walk,
                        int64_t generation)
{
    return walk->next == NONE ||
           row_of(checking, walk->next)->generation > generation ||
           wrong(checking,
                 "row %" PRId64 " is of generation %" PRId64
                 ", which the curves of replica %u do not have",
                 walk->next, row_of(checking, walk->next)->generation, walk->replica);
}

static bool check_generation(const struct checking *checking, struct walk *walk,
                             int64_t generation, const struct rows *rows)
{
    const int64_t *evaluations = rows->evaluations;
    int64_t end = 0;
    if (evaluations[0] < 0) { /* of a run that was resumed without its file */
        walk->whole = false;
        return comes_after(checking, walk, generation);
    }
    for (uint32_t i = 0; i < checking->result->islands; i++)
        end += evaluations[i];
    if (end < walk->evaluations)
        return wrong(checking,
                     "the curves of replica %u have %" PRId64
                     " evaluations in generation %" PRId64
                     " (expected: no less than the %" PRId64 " before)",
                     walk->replica, end, generation, walk->evaluations);
    return walk_up_to(checking, walk, generation, end) &&
           check_best(checking, walk, generation, rows->best) &&
           check_spread(checking, walk->replica, generation, rows);
}

/* Checks rows from..from+n-1 of the curves; their memory is free afterwards. */
static bool check_block(struct checking *checking, struct walk *walk, uint64_t from,
                        uint64_t n)
{
    struct arena arena, *outer = checking->reading.arena;
    size_t islands = checking->result->islands;
    hsize_t start[3] = {walk->replica, from, 0};
    hsize_t count[3] = {1, n, islands};
    arena_init(&arena);
    checking->reading.arena = &arena;
    struct rows rows = {
        reading_block(&checking->reading, CURVE_BEST, start, count, NULL),
        reading_block(&checking->reading, CURVE_MEAN, start, count, NULL),
        reading_block(&checking->reading, CURVE_WORST, start, count, NULL),
        reading_block(&checking->reading, CURVE_EVALUATIONS, start, count, NULL)};
    bool good = rows.best && rows.mean && rows.worst && rows.evaluations;
    for (uint64_t row = from; row < from + n && good; row++) {
        uint64_t generation = thinning_number(checking->result->all_rows, row);
        good = check_generation(checking, walk, (int64_t)generation, &rows);
        rows = (struct rows){rows.best + islands, rows.mean + islands,
                             rows.worst + islands, rows.evaluations + islands};
    }
    checking->reading.arena = outer;
    arena_free(&arena);
    return good;
}

/* Checks that no solution is of a generation before that of the first row as good. Rows of
 * a run that was resumed may be of another start than its solutions. */
static bool check_solutions(const struct checking *checking, uint32_t replica)
{
    const struct result *result = checking->result;
    for (size_t i = 0; i < result->n_solutions && result->n_starts == 1; i++) {
        const struct result_solution *solution = &result->solutions[i];
        int64_t at = checking->first[replica];
        if (solution->replica != replica)
            continue;
        while (at != NONE && cost_of(checking, row_of(checking, at)->best) >
                                 cost_of(checking, solution->fitness))
            at = checking->next[at];
        if (at != NONE && solution->generation >= 0 &&
            row_of(checking, at)->generation > solution->generation)
            return wrong(checking,
                         "solution %zu has %.15g and is of generation %" PRId64
                         ", up to which no row of replica %u is as good",
                         i, solution->fitness, solution->generation, replica);
    }
    return true;
}

/* Compares the rows of a replica with its curves, its solutions and its best. */
static bool check_history(struct checking *checking, uint32_t replica)
{
    const struct result_replica *end = &checking->result->replica[replica];
    struct walk walk = {.replica = replica,
                        .now = NONE,
                        .next = checking->first[replica],
                        .searched = NONE,
                        .whole = end->recorded >= 0};
    uint64_t rows =
        thinning_rows(checking->result->all_rows, (uint64_t)(end->recorded + 1));
    for (uint64_t row = 0; row < rows; row += BLOCK)
        if (!check_block(checking, &walk, row, rows - row < BLOCK ? rows - row : BLOCK))
            return false;
    if (end->generations > end->recorded && /* up to an end that has no row */
        !walk_up_to(checking, &walk, end->generations, end->evaluations))
        return false;
    if (end->generations >= 0 && !comes_after(checking, &walk, INT64_MAX))
        return false;
    if (walk.now == NONE)
        return isnan(end->best) || !walk.whole ||
               wrong(checking, "replica %u has a best of %.15g, but no row", replica,
                     end->best);
    double last = row_of(checking, walk.now)->best;
    if (last != end->best)
        return wrong(checking,
                     "row %" PRId64 " has a best of %.15g, replica %u, whose last it "
                     "is, %.15g",
                     walk.now, last, replica, end->best);
    return !walk.whole || check_solutions(checking, replica);
}

/* ---- the file ---- */

static bool check_file(void *context)
{
    struct checking *checking = context;
    bool good = list_rows(checking);
    for (uint32_t r = 0; r < checking->result->replicas && good; r++)
        good = check_rows(checking, r) && check_history(checking, r);
    return good;
}

enum status result_check_improvements(const struct result *result, bool moving,
                                      struct error *err)
{
    struct result read = *result; /* `reading` may write to its result */
    struct checking checking = {.reading = {&read, NULL, err, H5I_INVALID_HID},
                                .result = result,
                                .one_clock = !moving && result->n_starts == 1};
    *err = (struct error){0};
    return reading_check(&checking.reading, "curves", check_file, &checking);
}
