#include "show_text.h"

#include "launch.h"
#include "show_grid.h"
#include "show_provenance.h"
#include "show_values.h"
#include "utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The most rows of the tables. */
enum { MOST_ENDS = 16, MOST_REPLICAS = 12 };
enum { HOST_BYTES = 64 };

/* A run that has not written to its file for this long is assumed to be killed: more than
 * twice PAUSE_ALONE_S of recorder.c. */
static const double SILENT_S = 150;

static double share_that_differs(const struct result *result, size_t a, size_t b)
{
    size_t bytes = gene_bytes(result->gene_type), differ = 0;
    const char *x = result->solutions[a].genome, *y = result->solutions[b].genome;
    for (size_t g = 0; g < result->n_genes; g++)
        differ += memcmp(x + g * bytes, y + g * bytes, bytes) != 0;
    return (double)differ / (double)result->n_genes;
}

struct show_spread show_spread(const struct result *result)
{
    size_t n =
        result->n_solutions < SHOW_COMPARED ? result->n_solutions : SHOW_COMPARED;
    struct show_spread spread = {NAN, NAN};
    double sum = 0, pairs = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            double share = share_that_differs(result, a, b);
            spread.least = fmin(spread.least, share);
            sum += share;
            pairs++;
        }
    if (pairs > 0)
        spread.mean = sum / pairs;
    return spread;
}

/* Prints a number in a column of `width`; "-" if it is unknown. */
static void print_cell(int width, int digits, double value, FILE *out)
{
    if (isnan(value))
        fprintf(out, " %*s", width, "-");
    else
        fprintf(out, " %*.*g", width, digits, value);
}

static void print_ago(double seconds, FILE *out)
{
    if (seconds < 120)
        fprintf(out, "%.0f s ago", fmax(seconds, 0));
    else if (seconds < 7200)
        fprintf(out, "%.0f min ago", seconds / 60);
    else
        fprintf(out, "%.0f h ago", seconds / 3600);
}

bool show_is_killed(const struct result *result)
{
    char own[HOST_BYTES] = "";
    size_t n = strcspn(result->hosts, " "); /* the first is that of the writer */
    comm_host(own, sizeof own);
    return result->is_left && n == strlen(own) && !strncmp(result->hosts, own, n);
}

static void print_status(const struct result *result, FILE *out)
{
    utf8_print_name(result->path, out);
    fputs(": ", out);
    if (strcmp(result->status, "running") != 0) {
        fprintf(out, "%s", result->status);
        if (result->why[0])
            fprintf(out, " (%s)", result->why);
        fprintf(out, ", %s\n", result->ended);
        return;
    }
    bool killed = show_is_killed(result);
    fprintf(out, "%s, last written ", killed ? "killed" : "running");
    print_ago(result->written_s_ago, out);
    if (killed || result->written_s_ago > SILENT_S) {
        fprintf(out, "%s: `", killed ? "" : ": killed?");
        utf8_print_name(result->command, out);
        fprintf(out, "%s` continues it",
                strstr(result->command, " --resume") ? "" : " --resume");
    }
    fprintf(out, "\n");
}

static void print_count(const char *noun, int64_t n, FILE *out)
{
    fprintf(out, "%" PRId64 " %s%s", n, noun, n == 1 ? "" : "s");
}

static void print_size(const struct result *result, FILE *out)
{
    if (result->name[0])
        fprintf(out, "%s\n", result->name);
    if (result->description[0])
        fprintf(out, "%s\n", result->description);
    fprintf(out, "%s by %s, seed %" PRIu64 ": ", result->problem, result->algorithm,
            result->seed);
    print_count("island", result->islands, out);
    fprintf(out, ", ");
    print_count("replica", result->replicas, out);
    fprintf(out, ", ");
    print_count("rank", result->ranks, out);
    fprintf(out, " on %s\n", result->hosts);
    if (result->asynchronous)
        fputs(SHOW_ASYNCHRONOUS, out);
    if (result->resumed_by[0])
        fprintf(out, "started by skerry %s (%s), resumed by %s\n", result->version,
                result->commit, result->resumed_by);
    print_count("generation", result->generations, out);
    fprintf(out, ", ");
    print_count("evaluation", result->evaluations, out);
    char time[SHOW_TIME_BYTES];
    fprintf(out, " in %s\n", show_time(result->elapsed_s, time));
}

void show_violations(const struct violations *v, FILE *out)
{
    if (v->n == 0)
        fprintf(out, "a feasible solution was found, but only after the search\n");
    else
        fprintf(out, "the nearest assignment violates %zu rule%s (violation %.4g):\n",
                v->n, v->n == 1 ? "" : "s", v->sum);
    for (size_t i = 0; i < v->n; i++) {
        const struct broken_rule *broken = &v->broken[i];
        bool below = broken->has < broken->least;
        double off = below ? broken->least - broken->has : broken->has - broken->most;
        fprintf(out, "  %s: has %.6g, %.6g %s (violation %.4g)\n", broken->rule,
                broken->has, off, below ? "too little" : "too much", broken->violation);
    }
}

/* Who found a solution. */
static void print_finder(int64_t island, FILE *out)
{
    if (island < 0)
        fprintf(out, "after the search");
    else
        fprintf(out, "by island %" PRId64, island);
}

/* When the best was found, where the file tells. */
static void print_found(const struct result *result, FILE *out)
{
    const struct result_improvement *row = NULL;
    for (uint32_t r = 0; r < result->replicas && !row; r++)
        if (result->replica[r].last && result->replica[r].last->best == result->best)
            row = result->replica[r].last;
    if (!row)
        return;
    fprintf(out, "found  after ");
    print_count("evaluation", row->evaluations, out);
    char time[SHOW_TIME_BYTES];
    fprintf(out, ", %s (", show_time(row->elapsed_s, time));
    print_finder(row->island, out);
    if (result->replicas > 1)
        fprintf(out, " of replica %" PRId64, row->replica);
    fprintf(out, ")\n");
}

enum { PERCENT_BYTES = 32 };

/* To three digits, rounded up: what is said to be within it is. */
static const char *percent_above(double share, char text[PERCENT_BYTES])
{
    double percent = 100 * share, digit = pow(10, floor(log10(percent)) - 2);
    bool is_known = percent > 0;
    snprintf(text, PERCENT_BYTES, "%.3g",
             is_known ? digit * ceil(percent / digit - 1e-9) : 0);
    return text;
}

/* Rounded, but to 0 only if it is 0: solutions that differ do. */
static const char *percent_near(double share, char text[PERCENT_BYTES])
{
    if (share > 0 && share < 0.005)
        return "<1";
    snprintf(text, PERCENT_BYTES, "%.0f", 100 * share);
    return text;
}

static void print_answer(const struct result *result, FILE *out)
{
    char percent[PERCENT_BYTES];
    const struct result_objective *first = &result->objective[0];
    char unit[128];
    show_unit_after(result->best, first->unit, unit, sizeof unit);
    if (result->infeasible) {
        fprintf(out, "no solution exists: %s\n", result->reason);
        return;
    }
    if (isnan(result->best))
        fprintf(out, "no solution found\n");
    else
        fprintf(out, "best   %.15g%s (%s, %s)\n", result->best, unit, first->name,
                first->maximise ? "most" : "least");
    print_found(result, out);
    fprintf(out, "proof  ");
    if (result->optimal) {
        fprintf(out, "the best is the optimum\n");
    } else if (isnan(result->bound)) {
        fprintf(out, "none%s\n",
                isnan(result->best)
                    ? ""
                    : ": how far the best may be from the optimum is not known");
    } else {
        show_bound(first->name, result->bound, first->unit, first->maximise, out);
        if (isfinite(result_gap(result)))
            fprintf(out, ": the best is within %s %% of the optimum",
                    percent_above(result_gap(result), percent));
        fprintf(out, "\n");
    }
}

/* A row for each solution of a Pareto front, with all objectives. */
static void print_front(const struct result *result, size_t n, FILE *out)
{
    fprintf(out, "  %4s", "#");
    for (size_t k = 0; k < result->n_objectives; k++)
        fprintf(out, " %14s", result->objective[k].name);
    fprintf(out, " %7s %7s %10s\n", "replica", "island", "generation");
    for (size_t i = 0; i < n; i++) {
        const struct result_solution *at = &result->solutions[i];
        fprintf(out, "  %4zu", i);
        for (size_t k = 0; k < result->n_objectives; k++)
            fprintf(out, " %14.10g", at->objectives[k]);
        fprintf(out, " %7" PRId64 " %7" PRId64 " %10" PRId64 "\n", at->replica,
                at->island, at->generation);
    }
}

static void print_best(const struct result *result, size_t n, FILE *out)
{
    char percent[PERCENT_BYTES];
    fprintf(out, "  %4s %14s %7s %7s %10s %8s\n", "#", result->objective[0].name,
            "replica", "island", "generation", "distance");
    for (size_t i = 0; i < n; i++) {
        const struct result_solution *at = &result->solutions[i];
        fprintf(out, "  %4zu %14.10g %7" PRId64 " %7" PRId64 " %10" PRId64 " %6s %%\n",
                i, at->fitness, at->replica, at->island, at->generation,
                percent_near(share_that_differs(result, 0, i), percent));
    }
}

static void print_solutions(const struct result *result, size_t most, FILE *out)
{
    char mean[PERCENT_BYTES], least[PERCENT_BYTES];
    struct show_spread spread = show_spread(result);
    size_t shown = result->n_solutions < most ? result->n_solutions : most;
    fprintf(out, "\n");
    print_count(result->front ? "nondominated solution" : "distinct solution",
                (int64_t)result->n_solutions, out);
    if (!isnan(spread.mean))
        fprintf(out,
                "; pairwise Hamming distance: mean %s %%, minimum %s %% of the genes",
                percent_near(spread.mean, mean), percent_near(spread.least, least));
    fprintf(out, "\n");
    if (shown)
        (result->front ? print_front : print_best)(result, shown, out);
    if (result->n_solutions > shown)
        fprintf(out, "  ... and %zu more; --solution K shows one\n",
                result->n_solutions - shown);
    if (result->n_unfinished)
        fprintf(out, "  (%zu more were just being written)\n", result->n_unfinished);
}

static void print_end(uint32_t replica, uint32_t island, const struct result_end *end,
                      FILE *out)
{
    fprintf(out, "  %7u %6u", replica, island);
    if (end->evaluations < 0) {
        fprintf(out, "  not started\n");
        return;
    }
    print_cell(14, 8, end->best, out);
    print_cell(14, 8, end->mean, out);
    print_cell(14, 8, end->worst, out);
    print_cell(9, 3, end->diversity, out);
    fprintf(out, " %12" PRId64 "\n", end->evaluations);
}

static void print_ends(const struct result *result, FILE *out)
{
    size_t total = (size_t)result->replicas * result->islands, shown = 0;
    fprintf(out,
            "\nLast recorded generation of each island\n  %7s %6s %14s %14s %14s %9s "
            "%12s\n",
            "replica", "island", "best", "mean", "worst", "diversity", "evaluations");
    for (uint32_t r = 0; r < result->replicas; r++)
        for (uint32_t i = 0; i < result->islands && shown < MOST_ENDS; i++, shown++) {
            const struct result_end *end = &result->replica[r].end[i];
            print_end(r, i, end, out);
        }
    if (shown < total)
        fprintf(out, "  ... and %zu more\n", total - shown);
}

static void print_replica(uint32_t number, const struct result_replica *replica,
                          FILE *out)
{
    fprintf(out, "  %7u", number);
    if (replica->generations < 0) {
        fprintf(out, "  not started\n");
        return;
    }
    print_cell(14, 10, replica->best, out);
    print_cell(14, 10, replica->bound, out);
    fprintf(out, " %11" PRId64 " %12" PRId64, replica->generations,
            replica->evaluations);
    print_cell(9, 3, replica->elapsed_s, out);
    fprintf(out, "%s\n",
            replica->optimal      ? "  optimal"
            : replica->infeasible ? "  infeasible"
                                  : "");
}

static void print_replicas(const struct result *result, FILE *out)
{
    fprintf(out, "\nReplicas\n  %7s %14s %14s %11s %12s %9s\n", "replica", "best",
            "bound", "generations", "evaluations", "seconds");
    for (uint32_t r = 0; r < result->replicas && r < MOST_REPLICAS; r++)
        print_replica(r, &result->replica[r], out);
    if (result->replicas > MOST_REPLICAS)
        fprintf(out, "  ... and %u more\n", result->replicas - MOST_REPLICAS);
}

static void print_migration(const struct result *result, FILE *out)
{
    const struct result_migration *sum = &result->migration;
    if (!sum->epochs)
        return;
    double epochs = (double)sum->epochs;
    fprintf(out, "\n");
    print_count("migration", sum->epochs, out);
    fprintf(out, "%s: %.4g genomes and %.4g bytes moved in each, %.3g ms\n",
            sum->is_thinned ? " with a row" : "", (double)sum->moved / epochs,
            (double)sum->bytes / epochs, 1e3 * sum->seconds / epochs);
}

void show_solution(const struct result *result, size_t index, FILE *out)
{
    const struct result_solution *at = &result->solutions[index];
    fprintf(out, "Solution %zu: ", index);
    for (size_t i = 0; i < result->n_objectives; i++) {
        fprintf(out, "%s", i ? ", " : "");
        show_quantity(result->objective[i].name, at->objectives[i],
                      result->objective[i].unit, out);
    }
    fprintf(out, "; found ");
    print_finder(at->island, out);
    fprintf(out, " of replica %" PRId64 " in generation %" PRId64 "\n%s", at->replica,
            at->generation, at->text);
    size_t n = strlen(at->text);
    if (n && at->text[n - 1] != '\n')
        fprintf(out, "\n");
}

void show_text(const struct result *result, int64_t most, FILE *out)
{
    print_status(result, out);
    print_size(result, out);
    show_provenance(result, out);
    fprintf(out, "\n");
    print_answer(result, out);
    if (result->nearest)
        show_violations(&result->nearest->violations, out);
    show_grid(result, out);
    print_solutions(result, most < 0 ? SHOW_SOLUTIONS : (size_t)most, out);
    if (result->n_solutions) {
        fprintf(out, "\n");
        show_solution(result, 0, out);
    }
    if (result->nearest)
        fprintf(out, "\nNearest\n%s", result->nearest->text);
    if (result->replicas > 1)
        print_replicas(result, out);
    print_ends(result, out);
    print_migration(result, out);
}
