#include "verify_checks.h"

#include "result_check.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Checks that the solution is not better than the proven bound. */
static bool respects_bound(const struct result *result,
                           const struct result_solution *solution, FILE *report)
{
    double fitness = solution->objectives[0], bound = solution->bound[0];
    if (isnan(bound))
        return true;
    bool most = result->objective[0].maximise;
    bool respects = most ? fitness <= bound : fitness >= bound;
    fprintf(report, "%s %s %.15g, proven bound %.15g\n", respects ? "ok" : "WRONG",
            result->objective[0].name, fitness, bound);
    return respects;
}

/* Whether no other solution of the Pareto front is as good as this one in every objective.
 * While a run writes, or after a kill, the table may be of two moments. */
static bool is_on_front(const struct result *result, size_t index, FILE *report)
{
    const double *own = result->solutions[index].objectives;
    bool good = true;
    if (!result->front || !strcmp(result->status, "running"))
        return true;
    for (size_t i = 0; i < result->n_solutions && good; i++) {
        bool dominated = i != index;
        for (size_t k = 0; k < result->n_objectives && dominated; k++) {
            double other = result->solutions[i].objectives[k];
            dominated =
                result->objective[k].maximise ? other >= own[k] : other <= own[k];
        }
        if (dominated)
            fprintf(report, "WRONG solution %zu is as good in every objective\n", i);
        good = !dominated;
    }
    if (good)
        fprintf(report, "ok no other solution is as good in every objective\n");
    return good;
}

/* A copy of a genome with room for genes of any type: the file may name another type than the
 * problem has, and a verifier reads its own. NULL if memory ran out. */
static void *widest_copy(const struct result *result, const void *genome)
{
    double *copy = calloc(result->n_genes, sizeof *copy); /* the widest gene */
    if (copy)
        memcpy(copy, genome, result->n_genes * gene_bytes(result->gene_type));
    return copy;
}

/* That something is wrong is an outcome of a check, which has been made. */
static enum status unless_wrong(enum status status, struct error *err)
{
    if (status != STATUS_FAILED)
        return status;
    *err = (struct error){0};
    return STATUS_OK;
}

/* Calls the problem's verifier. */
static enum status call_verify(const struct result *result, const struct config *config,
                               const struct result_solution *solution, FILE *report,
                               struct error *err)
{
    void *genome = widest_copy(result, solution->genome);
    if (!genome)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    enum status status = config->problem->verify(config->problem_keys, genome,
                                                 result->n_genes, solution->objectives,
                                                 result->n_objectives, report, err);
    free(genome);
    return status;
}

enum status verify_check_solution(const struct result *result,
                                  const struct config *config, size_t index,
                                  struct verify_check *check, struct error *err)
{
    const struct result_solution *solution = &result->solutions[index];
    size_t n = 0;
    assert(config->problem);
    *check = (struct verify_check){0};
    FILE *report = open_memstream(&check->report, &n);
    if (!report)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    enum status status = STATUS_OK;
    check->skipped = !config->problem->verify;
    if (check->skipped)
        fprintf(report, "not checked: problem %s brings no verify\n",
                config->problem->name);
    else
        status = call_verify(result, config, solution, report, err);
    check->ok = status == STATUS_OK && respects_bound(result, solution, report);
    check->ok = is_on_front(result, index, report) && check->ok;
    if (solution->fitness != solution->objectives[0]) {
        fprintf(report, "WRONG fitness %.15g is not its first objective %.15g\n",
                solution->fitness, solution->objectives[0]);
        check->ok = false;
    }
    if (fclose(report) && (status == STATUS_OK || status == STATUS_FAILED))
        status =
            error_set(err, STATUS_MEMORY, "%s: no memory to verify it", result->path);
    return unless_wrong(status, err);
}

/* Has the problem prove again what the run proved, or says that it cannot. */
static enum status confirm(const struct result *result, const struct config *config,
                           FILE *report, struct error *err)
{
    const struct claim claim = {.best = result->best,
                                .bound = result->bound,
                                .optimal = result->optimal,
                                .infeasible = result->infeasible};
    if (config->problem->confirm)
        return config->problem->confirm(config->problem_keys, &claim, report, err);
    if (claim.optimal || claim.infeasible)
        fprintf(report,
                "not checked: that no solution %s, which the run proved; problem %s "
                "brings no second proof\n",
                claim.infeasible ? "exists" : "is better", config->problem->name);
    else if (isfinite(claim.bound))
        fprintf(report,
                "not checked: that the bound of %.15g holds; problem %s brings no "
                "second proof\n",
                claim.bound, config->problem->name);
    return STATUS_OK;
}

enum status verify_check_claim(const struct result *result, const struct config *config,
                               struct verify_check *check, struct error *err)
{
    size_t n = 0;
    *check = (struct verify_check){.ok = true};
    assert(config->problem);
    FILE *report = open_memstream(&check->report, &n);
    if (!report)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    enum status status = confirm(result, config, report, err);
    check->ok = status == STATUS_OK;
    if (fclose(report) && (status == STATUS_OK || status == STATUS_FAILED))
        status =
            error_set(err, STATUS_MEMORY, "%s: no memory to verify it", result->path);
    check->skipped = check->report && !strncmp(check->report, "not checked", 11);
    return unless_wrong(status, err);
}

enum status verify_check_report(const struct result *result, const char *good,
                                const struct error *found, struct verify_check *check,
                                struct error *err)
{
    size_t n = 0;
    check->ok = !found->status;
    FILE *report = open_memstream(&check->report, &n);
    if (report)
        fprintf(report, "%s %s\n", check->ok ? "ok" : "WRONG",
                check->ok ? good : found->text);
    if (!report || fclose(report))
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    return STATUS_OK;
}

/* What compare_keys compares; qsort has no argument for it. */
static const void *(*key_of)(const struct result_solution *solution);
static size_t key_bytes;

/* By keys, then by rows. */
static int compare_keys(const void *a, const void *b)
{
    const struct result_solution *const *one = a, *const *other = b;
    int order = memcmp(key_of(*one), key_of(*other), key_bytes);
    return order ? order : (*one > *other) - (*one < *other);
}

enum status
verify_find_alike(const struct result *result,
                  const void *(*key)(const struct result_solution *solution),
                  size_t bytes, size_t pair[2], bool *alike, struct error *err)
{
    size_t n = result->n_solutions;
    const struct result_solution **rows = calloc(n + 1, sizeof(void *));
    *alike = false;
    if (!rows)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    for (size_t i = 0; i < n; i++)
        rows[i] = &result->solutions[i];
    key_of = key;
    key_bytes = bytes;
    qsort(rows, n, sizeof(void *), compare_keys);
    for (size_t i = 1; i < n && !*alike; i++) {
        *alike = !memcmp(key(rows[i - 1]), key(rows[i]), bytes);
        pair[0] = (size_t)(rows[i - 1] - result->solutions);
        pair[1] = (size_t)(rows[i] - result->solutions);
    }
    free(rows);
    return STATUS_OK;
}

enum status verify_check_improvements(const struct result *result,
                                      const struct config *config,
                                      struct verify_check *check, struct error *found,
                                      struct error *err)
{
    bool moving = config->run.distribution == DISTRIBUTE_BY_SPEED;
    char good[64];
    *check = (struct verify_check){.ok = true};
    if (!result->has_improvements || !result_has_settled(result))
        return STATUS_OK;
    enum status status = result_check_improvements(result, moving, found);
    if (status != STATUS_OK && status != STATUS_FAILED) {
        *err = *found;
        return status;
    }
    snprintf(good, sizeof good, "%zu row%s replicas and curves", result->n_improvements,
             result->n_improvements == 1 ? " fits" : "s fit");
    return verify_check_report(result, good, found, check, err);
}
