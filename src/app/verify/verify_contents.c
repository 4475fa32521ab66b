/* What the parts of a result say of one another. */
#include "digest.h"
#include "result_check.h"
#include "stopping.h"
#include "verify_checks.h"
#include "version.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Checks are false where they find something wrong: error_set returns the status that it sets. */

/* False where one is NaN. */
static bool is_better(const struct result *result, double a, double b)
{
    return result->objective[0].maximise ? a > b : a < b;
}

/* Another version may have other keys, and so another digest of the same text. */
static bool check_config(const struct result *result, const struct config *config,
                         struct error *found)
{
    struct digest identity;
    char hex[DIGEST_HEX_BYTES];
    memcpy(identity.bytes, config->identity, sizeof identity.bytes);
    digest_hex(&identity, hex);
    return strcmp(result->version, SKERRY_VERSION) != 0 ||
           !strcmp(hex, result->identity) ||
           !error_set(
               found, STATUS_FAILED,
               "the attribute config_sha256 is %s (expected: %s, that of config)",
               result->identity, hex);
}

/* Whether a text has the name of the algorithm, or of several that of each island. */
static bool names_algorithms(const char *text, const struct config *config)
{
    if (config->n_algorithms == 1)
        return !strcmp(text, config->algorithms[0].algorithm->name);
    const char *blank = "";
    for (size_t i = 0; i < config->n_algorithms; i++)
        for (uint32_t k = 0; k < config->algorithms[i].count; k++, blank = " ") {
            const char *name = config->algorithms[i].algorithm->name;
            size_t before = strlen(blank), n = strlen(name);
            if (strncmp(text, blank, before) != 0 ||
                strncmp(text + before, name, n) != 0)
                return false;
            text += before + n;
        }
    return !*text;
}

/* What attributes repeat of the config. */
static bool check_attributes(const struct result *result, const struct config *config,
                             struct error *found)
{
    const struct {
        const char *name;
        uint64_t is, expected;
    } numbers[] = {
        {"seed", result->seed, (uint64_t)config->run.seed},
        {"asynchronous", result->asynchronous,
         config->migration.mode == MODE_ASYNCHRONOUS},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].is != numbers[i].expected)
            return !error_set(found, STATUS_FAILED,
                              "the attribute %s is %" PRIu64 " (expected: %" PRIu64
                              ", as in config)",
                              numbers[i].name, numbers[i].is, numbers[i].expected);
    const struct {
        const char *name, *is, *expected;
    } labels[] = {{"name", result->name, config->name},
                  {"description", result->description, config->description}};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        const char *expected = labels[i].expected ? labels[i].expected : "";
        if (labels[i].is[0] && strcmp(labels[i].is, expected) != 0)
            return !error_set(
                found, STATUS_FAILED,
                "the attribute %s is '%.200s' (expected: '%.200s', as in config)",
                labels[i].name, labels[i].is, expected);
    }
    if (!names_algorithms(result->algorithm, config))
        return !error_set(found, STATUS_FAILED,
                          "the attribute algorithm is '%.200s' (expected: what the "
                          "islands run by config)",
                          result->algorithm);
    return true;
}

/* What was proved, and what a kill leaves alone. */
static bool check_end(const struct result *result, struct error *found)
{
    bool proved = !strcmp(result->why, stopping_words(STOP_INFEASIBLE));
    if (proved && !result->infeasible)
        return !error_set(
            found, STATUS_FAILED,
            "the attribute why is '%s' (expected: a replica that is called "
            "infeasible)",
            result->why);
    if (!strcmp(result->why, stopping_words(STOP_OPTIMAL)) && !result->optimal)
        return !error_set(
            found, STATUS_FAILED,
            "the attribute why is '%s' (expected: a replica that is called optimal)",
            result->why);
    if (!strcmp(result->status, "finished") && result->n_unfinished)
        return !error_set(
            found, STATUS_FAILED,
            "%zu row%s of /solutions without fitness (expected: none in a "
            "run that is finished)",
            result->n_unfinished, result->n_unfinished == 1 ? " is" : "s are");
    return true;
}

/* The proof that a replica claims. */
static bool check_proof(const struct result *result, uint32_t r, struct error *found)
{
    const struct result_replica *replica = &result->replica[r];
    if (replica->infeasible && (result->n_solutions || !isnan(result->best)))
        return !error_set(found, STATUS_FAILED,
                          "replica %u is called infeasible, and %zu solution%s there "
                          "(expected: none)",
                          r, result->n_solutions,
                          result->n_solutions == 1 ? " is" : "s are");
    if (is_better(result, result->best, replica->bound))
        return !error_set(
            found, STATUS_FAILED,
            "replica %u has a bound of %.15g (expected: none that the best, "
            "%.15g, outdoes)",
            r, replica->bound, result->best);
    if (replica->reason[0] && !replica->infeasible)
        return !error_set(
            found, STATUS_FAILED,
            "replica %u has the reason '%.200s' (expected: none, as it is "
            "not called infeasible)",
            r, replica->reason);
    if (replica->optimal != (replica->best == replica->bound))
        return !error_set(
            found, STATUS_FAILED,
            "replica %u is %scalled optimal with a best of %.15g and a bound of "
            "%.15g (expected: %s)",
            r, replica->optimal ? "" : "not ", replica->best, replica->bound,
            replica->optimal ? "the same" : "called so, as they are the same");
    return true;
}

/* A replica's summary, against solutions and curves. */
static bool check_summary(const struct result *result, uint32_t r, struct error *found)
{
    const struct result_replica *replica = &result->replica[r];
    if (!strcmp(result->status, "finished") && (!replica->done || replica->summed < 0))
        return !error_set(found, STATUS_FAILED,
                          "replica %u has not ended (expected: as the run is finished)",
                          r);
    if (!isnan(replica->best) && !result->n_solutions)
        return !error_set(
            found, STATUS_FAILED,
            "replica %u has a best of %.15g (expected: a solution as good)", r,
            replica->best);
    if (result->n_solutions &&
        is_better(result, replica->best, result->solutions[0].fitness))
        return !error_set(
            found, STATUS_FAILED,
            "replica %u has a best of %.15g (expected: a solution as good; the "
            "best has %.15g)",
            r, replica->best, result->solutions[0].fitness);
    if (!(replica->elapsed_s >= 0 && isfinite(replica->elapsed_s)))
        return !error_set(found, STATUS_FAILED,
                          "replica %u has a run time of %.9g s (expected: a time)", r,
                          replica->elapsed_s);
    if (replica->counted < 0 || replica->summed < 0)
        return true; /* it did not begin, or the file has no history of it */
    if (replica->summed != replica->generations)
        return !error_set(found, STATUS_FAILED,
                          "replica %u has %" PRId64 " generations (expected: %" PRId64
                          ", as in its curves)",
                          r, replica->summed, replica->generations);
    bool is_last = replica->recorded == replica->generations; /* the row */
    if (replica->counted > replica->evaluations ||
        (is_last && replica->counted != replica->evaluations))
        return !error_set(found, STATUS_FAILED,
                          "replica %u has %" PRId64 " evaluations (expected: %" PRId64
                          ", as in its curves)",
                          r, replica->evaluations, replica->counted);
    return true;
}

/* The bound of a solution, which is the tightest of all replicas. */
static bool check_bound(const struct result *result, size_t i, struct error *found)
{
    double own = result->solutions[i].bound[0], tightest = NAN;
    for (uint32_t r = 0; r < result->replicas; r++) {
        double bound = result->replica[r].bound;
        if (isnan(tightest) || is_better(result, tightest, bound))
            tightest = bound;
    }
    for (size_t k = 1; k < result->n_objectives; k++)
        if (!isnan(result->solutions[i].bound[k]))
            return !error_set(
                found, STATUS_FAILED,
                "solution %zu has a bound of %.15g for %s (expected: NaN, "
                "as only the first objective has one)",
                i, result->solutions[i].bound[k], result->objective[k].name);
    return own == tightest || (isnan(own) && isnan(tightest)) ||
           !error_set(
               found, STATUS_FAILED,
               "solution %zu has a bound of %.15g (expected: %.15g, the tightest "
               "of the replicas)",
               i, own, tightest);
}

/* Whether a solution is of the end of the run if the last row of /improvements is, and has its fitness, and only
 * then: no search had one as good. Files of earlier versions have no rows; those of a run that was
 * resumed are of its last end. */
static bool fits_end(const struct result *result,
                     const struct result_solution *solution)
{
    size_t n = result->n_improvements;
    if (!result->has_improvements || result->n_starts != 1)
        return true;
    const struct result_improvement *last = n ? &result->improvements[n - 1] : NULL;
    bool late = last && last->island < 0 && last->best == solution->fitness;
    return late == (solution->island < 0);
}

/* Where a solution was found. A run that was stopped may keep solutions of before it was resumed, of
 * later generations than it has reached since. */
static bool check_origin(const struct result *result, size_t i, struct error *found)
{
    const struct result_solution *solution = &result->solutions[i];
    /* What is found after the search is of a single replica. */
    int64_t least = result->replicas == 1 ? -1 : 0;
    if (solution->island < least || solution->island >= result->islands)
        return !error_set(found, STATUS_FAILED,
                          "solution %zu is of island %" PRId64 " (expected: of %" PRId64
                          " to %u)",
                          i, solution->island, least, result->islands - 1);
    if (!fits_end(result, solution))
        return !error_set(found, STATUS_FAILED,
                          "solution %zu is of island %" PRId64
                          " (expected: %s, as the last row of /improvements)",
                          i, solution->island,
                          solution->island < 0 ? "of the search"
                                               : "-1, after the search");
    if (solution->replica < 0 || solution->replica >= result->replicas)
        return !error_set(found, STATUS_FAILED,
                          "solution %zu is of replica %" PRId64
                          " (expected: of 0 to %u)",
                          i, solution->replica, result->replicas - 1);
    int64_t last = result->replica[solution->replica].generations;
    bool may_be_later =
        strcmp(result->status, "finished") != 0 || last < 0 || result->n_starts != 1;
    if (solution->generation < 0 || (!may_be_later && solution->generation > last))
        return !error_set(found, STATUS_FAILED,
                          "solution %zu is of generation %" PRId64
                          " (expected: of 0 to %" PRId64
                          ", the last of replica %" PRId64 ")",
                          i, solution->generation, last, solution->replica);
    double best = result->replica[solution->replica].best;
    if (!may_be_later && is_better(result, solution->fitness, best))
        return !error_set(found, STATUS_FAILED,
                          "solution %zu has %.15g (expected: nothing better than the "
                          "%.15g of its replica %" PRId64 ")",
                          i, solution->fitness, best, solution->replica);
    return true;
}

static const void *genome_of(const struct result_solution *solution)
{
    return solution->genome;
}

/* A check of the file that found something wrong has been made; other failures are errors. */
static enum status unless_found(struct error *found, struct error *err)
{
    if (found->status == STATUS_FAILED)
        return STATUS_OK;
    *err = *found;
    return err->status;
}

/* Checks that no solution is there twice. */
static enum status check_distinct(const struct result *result, struct error *found,
                                  struct error *err)
{
    size_t pair[2], bytes = result->n_genes * gene_bytes(result->gene_type);
    bool alike;
    if (verify_find_alike(result, genome_of, bytes, pair, &alike, err) == STATUS_OK &&
        alike)
        error_set(found, STATUS_FAILED,
                  "solution %zu is the same as solution %zu (expected: another)",
                  pair[1], pair[0]);
    return err->status;
}

/* Rounding error allowed in a sum of violations, each of which is about 1. Chosen by hand. */
static const double SUM_ERROR = 1e-9;

/* The assignment of least violation, of which only the numbers are checked. */
static bool check_nearest(const struct result *result, struct error *found)
{
    if (!result->nearest)
        return true;
    const struct violations *violations = &result->nearest->violations;
    double sum = 0, before = INFINITY;
    bool good = true;
    for (size_t i = 0; i < violations->n && good; i++) {
        double violation = violations->broken[i].violation;
        good = violation > 0 && violation <= before && isfinite(violation);
        before = violation;
        sum += violation;
    }
    if (!good)
        return !error_set(found, STATUS_FAILED,
                          "a rule of /nearest has a violation of %.15g (expected: "
                          "some, and the largest first)",
                          before);
    if (!(fabs(violations->sum - sum) <= SUM_ERROR * fmax(1, sum)))
        return !error_set(found, STATUS_FAILED,
                          "/nearest has a sum of violations of %.15g (expected: %.15g, "
                          "that of its rules)",
                          violations->sum, sum);
    return !result->n_solutions || !error_set(found, STATUS_FAILED,
                                              "/nearest is there beside a solution "
                                              "(expected: one of them)");
}

/* Checks replicas and solutions. */
static bool check_tables(const struct result *result, struct error *found)
{
    bool good = check_end(result, found);
    for (uint32_t r = 0; r < result->replicas && good; r++)
        good = check_proof(result, r, found) && check_summary(result, r, found);
    if (good && !result->is_ordered)
        good = !error_set(found, STATUS_FAILED,
                          "the rows of /solutions are not in order (expected: the "
                          "best first)");
    for (size_t i = 0; i < result->n_solutions && good; i++)
        good = check_bound(result, i, found) && check_origin(result, i, found);
    return good && check_nearest(result, found);
}

/* Checks what needs the puzzle. */
static enum status check_by_puzzle(const struct result *result,
                                   const struct config *config, bool sound,
                                   struct error *found, struct error *err)
{
    struct puzzle puzzle = {.problem = config->problem};
    struct arena arena;
    arena_init(&arena);
    enum status status = problem_init(puzzle.problem, config->problem_keys, &arena,
                                      &puzzle.self, &puzzle.shape, err);
    if (status == STATUS_OK)
        status = verify_check_shape(result, config, &puzzle.shape, found, err);
    if (status == STATUS_OK && !found->status && result_has_settled(result))
        status = verify_check_places(result, &puzzle, sound, found, err);
    puzzle_destroy(&puzzle);
    arena_free(&arena);
    return status;
}

static enum status check_all(const struct result *result, const struct config *config,
                             bool sound, struct error *found, struct error *err)
{
    bool settled = result_has_settled(result);
    if (!check_config(result, config, found) ||
        !check_attributes(result, config, found) ||
        verify_check_starts(result, found) != STATUS_OK)
        return STATUS_OK;
    if (settled && (!check_tables(result, found) ||
                    check_distinct(result, found, err) || found->status))
        return err->status;
    if (settled && result_check_curves(result, found) != STATUS_OK)
        return unless_found(found, err);
    return check_by_puzzle(result, config, sound, found, err);
}

enum status verify_check_contents(const struct result *result,
                                  const struct config *config, bool sound,
                                  struct verify_check *check, struct error *found,
                                  struct error *err)
{
    *check = (struct verify_check){0};
    if (check_all(result, config, sound, found, err))
        return err->status;
    return verify_check_report(result, "its parts do not contradict each other", found,
                               check, err);
}
