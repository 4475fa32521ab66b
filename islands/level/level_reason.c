#include "level_reason.h"

#include "level_cbc.h"
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

/* Whether the rules are proven to have no level; false as well when time was up. */
static enum status contradicts(const struct level_game *game, size_t rows, size_t cols,
                               double until, struct arena *arena, bool *proven,
                               struct error *err)
{
    struct level_program program;
    struct level_cbc found;
    enum status status = level_program_any(game, rows, cols, arena, &program, err);
    if (!status)
        status =
            level_cbc_solve(&program, until - cpu_now(), INFINITY, arena, &found, err);
    *proven = !status && found.infeasible;
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
                         bool *proven, struct error *err)
{
    double until = cpu_now() + seconds;
    struct level_game left = *game;
    enum status status = contradicts(game, rows, cols, until, arena, proven, err);
    for (size_t i = 0; *proven && !status && i < level_rules_count(&left);) {
        struct level_game fewer = left;
        bool still = false;
        level_rule_drop(&fewer, i);
        status = cpu_now() < until
                     ? contradicts(&fewer, rows, cols, until, arena, &still, err)
                     : STATUS_OK;
        if (cpu_now() >= until)
            break;
        if (still)
            left = fewer;
        else
            i++;
    }
    if (*proven)
        say(&left, rows, cols, reason);
    return status;
}
