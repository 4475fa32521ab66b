/* The status of a run and the history of its starts. Times are those of clocks that nobody else has
 * seen: of them it is known that they are times. */
#include "stopping.h"
#include "verify_checks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_among(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (!strcmp(text, *words))
            return true;
    return false;
}

/* As 2026-11-28T21:05:00Z. */
static bool is_time(const char *text)
{
    static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
    size_t i = 0;
    for (; form[i]; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    return !text[i];
}

static bool is_duration(double seconds)
{
    return seconds >= 0 && isfinite(seconds);
}

/* Also one that was killed, while it wrote its end, for example. */
static bool is_running(const struct result *result)
{
    return !strcmp(result->status, "running");
}

/* Why a run that was finished has ended. */
static bool check_why(const struct result *result, struct error *found)
{
    if (strcmp(result->status, "finished") != 0)
        return true;
    for (int reason = STOP_NOT; reason <= STOP_BY_ITSELF; reason++)
        if (!strcmp(result->why, stopping_words((enum stop_reason)reason)))
            return true;
    return !error_set(found, STATUS_FAILED,
                      "the attribute why is '%.200s' (expected: why a run finishes)",
                      result->why);
}

static bool check_root(const struct result *result, struct error *found)
{
    static const char *const states[] = {"running", "finished", "stopped", "failed",
                                         NULL};
    const struct {
        const char *name, *is;
        bool good;
        const char *expected;
    } texts[] = {
        {"status", result->status, is_among(result->status, states),
         "running, finished, stopped or failed"},
        {"started", result->started, is_time(result->started), "a time in UTC"},
        {"ended", result->ended,
         is_time(result->ended) || (is_running(result) && !result->ended[0]),
         "a time in UTC, unless the run goes on"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!texts[i].good)
            return !error_set(found, STATUS_FAILED,
                              "the attribute %s is '%.200s' (expected: %s)",
                              texts[i].name, texts[i].is, texts[i].expected);
    if (result->ranks < 1 || !is_duration(result->elapsed_total_s) ||
        !(isnan(result->cpu_s) || is_duration(result->cpu_s)))
        return !error_set(found, STATUS_FAILED,
                          "the attributes ranks, elapsed and cpu_time are %lld, %.15g "
                          "and %.15g (expected: some ranks, and times)",
                          (long long)result->ranks, result->elapsed_total_s,
                          result->cpu_s);
    return check_why(result, found);
}

/* The build of the last start, as attributes have it. */
static void tell_build(const struct result *result, char *out, size_t bytes)
{
    const char *last = strrchr(result->resumed_by, ';');
    if (result->resumed_by[0])
        snprintf(out, bytes, "%s",
                 last ? last + 1 + strspn(last + 1, " ") : result->resumed_by);
    else
        snprintf(out, bytes, "%s (%s)", result->version, result->commit);
}

/* Whether a text is the beginning of the attribute that it repeats, where it was cut off. */
static bool repeats(const char *text, const char *attribute)
{
    enum { LEAST_CUT = 4000 };
    size_t n = strlen(text);
    return n < LEAST_CUT ? !strcmp(text, attribute) : !strncmp(text, attribute, n);
}

/* What the last start repeats of the attributes. */
static bool check_last(const struct result *result, struct error *found)
{
    const struct result_start *last = &result->starts[result->n_starts - 1];
    char build[256], ranks[2][32];
    tell_build(result, build, sizeof build);
    snprintf(ranks[0], sizeof ranks[0], "%lld", (long long)last->ranks);
    snprintf(ranks[1], sizeof ranks[1], "%lld", (long long)result->ranks);
    const struct {
        const char *name, *is, *expected;
    } texts[] = {{"status", last->status, result->status},
                 {"why", last->why, result->why},
                 {"command", last->command, result->command},
                 {"hosts", last->hosts, result->hosts},
                 {"cpu", last->cpu, result->cpu},
                 {"slurm_job_id", last->slurm_job_id, result->slurm_job_id},
                 {"build", last->build, build},
                 {"ranks", ranks[0], ranks[1]}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!repeats(texts[i].is, texts[i].expected))
            return !error_set(found, STATUS_FAILED,
                              "the last start has '%.200s' as %s, the attributes say "
                              "'%.200s' (expected: the same)",
                              texts[i].is, texts[i].name, texts[i].expected);
    return true;
}

static bool check_start(const struct result *result, size_t i, struct error *found)
{
    static const char *const states[] = {"killed", "finished", "stopped", "failed",
                                         NULL};
    const struct result_start *start = &result->starts[i];
    bool goes_on = i + 1 == result->n_starts && is_running(result);
    bool killed = !strcmp(start->status, "killed");
    bool good = is_time(start->started) &&
                (is_time(start->ended) || ((killed || goes_on) && !start->ended[0])) &&
                (goes_on || is_among(start->status, states)) && start->ranks >= 1 &&
                is_duration(start->elapsed_s) && is_duration(start->cpu_s);
    return good ||
           !error_set(found, STATUS_FAILED,
                      "start %zu is %.50s, of %.50s to '%.50s', with %lld ranks, "
                      "%.9g s and %.9g s of CPU time (expected: possible ones)",
                      i, start->status, start->started, start->ended,
                      (long long)start->ranks, start->elapsed_s, start->cpu_s);
}

/* The times of the run, which are those of its only start; of several, one that was killed may be of
 * two moments. */
static bool check_sums(const struct result *result, struct error *found)
{
    const struct result_start *start = result->starts;
    return result->n_starts > 1 ||
           (start->elapsed_s == result->elapsed_total_s &&
            start->cpu_s == result->cpu_s) ||
           !error_set(found, STATUS_FAILED,
                      "the attributes elapsed and cpu_time are %.15g and %.15g "
                      "(expected: %.15g and %.15g, those of the start)",
                      result->elapsed_total_s, result->cpu_s, start->elapsed_s,
                      start->cpu_s);
}

enum status verify_check_starts(const struct result *result, struct error *found)
{
    bool good = check_root(result, found);
    for (size_t i = 0; i < result->n_starts && good; i++)
        good = check_start(result, i, found);
    if (good && result->n_starts && !is_running(result) && check_sums(result, found))
        check_last(result, found);
    return found->status;
}
