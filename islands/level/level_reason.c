#include "level_reason.h"

#include "level_cbc.h"
#include "level_child.h"
#include "level_words.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Whether any level of that size keeps to the rules, as CBC has it. */
static enum status ask(const struct level_game *game, size_t rows, size_t cols,
                       double until, struct arena *arena, enum level_reasoned *said,
                       struct error *err)
{
    struct level_program program;
    struct level_cbc found;
    *said = LEVEL_CLASH_UNKNOWN;
    enum status status = level_program_size(game, rows, cols, arena, &program, err);
    if (status || program.entries > LEVEL_CBC_MOST_ENTRIES)
        return status;
    status = level_program_any(game, rows, cols, arena, &program, err);
    if (!status)
        status =
            level_cbc_solve(&program, until - cpu_now(), INFINITY, arena, &found, err);
    if (!status)
        *said = found.infeasible ? LEVEL_CLASH
                : found.found    ? LEVEL_NO_CLASH
                                 : LEVEL_CLASH_UNKNOWN;
    return status;
}

static void say(const struct level_game *game, size_t rows, size_t cols, char *reason)
{
    int used = snprintf(
        reason, LEVEL_REASON_BYTES, "no level of %zu x %zu tiles holds %s:", rows, cols,
        level_rules_count(game) == 1 ? "this rule" : "these rules together");
    for (size_t i = 0; i < level_rules_count(game) && used < LEVEL_REASON_BYTES; i++) {
        char words[LEVEL_WORDS_BYTES];
        used += snprintf(reason + used, (size_t)(LEVEL_REASON_BYTES - used), "%s %s",
                         i ? ";" : "", level_rule_words(game, i, words));
    }
}

enum status level_reason(const struct level_game *game, size_t rows, size_t cols,
                         double seconds, struct arena *arena, char *reason,
                         enum level_reasoned *said, struct error *err)
{
    double until = cpu_now() + seconds;
    struct level_game left = *game;
    enum status status = ask(game, rows, cols, until, arena, said, err);
    bool clash = !status && *said == LEVEL_CLASH;
    for (size_t i = 0;
         clash && !status && i < level_rules_count(&left) && cpu_now() < until;) {
        struct level_game fewer = left;
        enum level_reasoned still;
        level_rule_drop(&fewer, i);
        status = ask(&fewer, rows, cols, until, arena, &still, err);
        if (still == LEVEL_CLASH)
            left = fewer;
        else
            i++;
    }
    if (clash)
        say(&left, rows, cols, reason);
    else
        snprintf(reason, LEVEL_REASON_BYTES,
                 "no level of %zu x %zu tiles holds all rules; which of them clash was "
                 "not found in %.3g s",
                 rows, cols, seconds);
    return status;
}

enum status level_reason_explain(const struct level_game *game, size_t rows,
                                 size_t cols, double seconds, struct arena *arena,
                                 struct level_repair *out, struct error *err)
{
    enum level_reasoned said;
    level_child_infeasible("the rules leave no level; the time was up before it was "
                           "known which of them clash");
    enum status status =
        level_reason(game, rows, cols, seconds, arena, out->reason, &said, err);
    if (status == STATUS_OK && said == LEVEL_NO_CLASH) {
        out->infeasible = false;
        out->bound = 0;
        out->reason[0] = '\0';
    }
    return status;
}
