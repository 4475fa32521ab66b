#include "level_infeasible_subset.h"

#include "clock.h"
#include "level_cbc.h"
#include "level_repair_process.h"
#include "level_rule_text.h"

#include <math.h>
#include <stdio.h>

/* What all questions to CBC share. */
struct questions {
    size_t rows, cols;
    const struct level_demands *demands;
    double until; /* of the thread's clock */
};

static enum status solve(const struct questions *all, const struct level_game *game,
                         struct arena *work, enum level_infeasibility *verdict,
                         struct error *err)
{
    struct level_program program;
    struct level_cbc found;
    *verdict = LEVEL_FEASIBILITY_UNKNOWN;
    enum status status =
        level_program_size(game, all->rows, all->cols, work, &program, err);
    if (status || program.entries > LEVEL_CBC_MAX_ENTRIES)
        return status;
    status = level_program_any(game, all->rows, all->cols, all->demands, work, &program,
                               err);
    if (!status)
        status = level_cbc_solve(&program, all->until - clock_thread_s(), INFINITY,
                                 work, &found, err);
    if (!status)
        *verdict = found.infeasible ? LEVEL_INFEASIBLE
                   : found.found    ? LEVEL_FEASIBLE
                                    : LEVEL_FEASIBILITY_UNKNOWN;
    return status;
}

/* Whether some level satisfies the rules. */
static enum status ask(const struct questions *all, const struct level_game *game,
                       enum level_infeasibility *verdict, struct error *err)
{
    struct arena work;
    arena_init(&work);
    enum status status = solve(all, game, &work, verdict, err);
    arena_free(&work);
    return status;
}

/* The deletion filter: drops every rule without which no level satisfies the others either. */
static enum status drop_rules(const struct questions *all, struct level_game *left,
                              struct error *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0;
         !status && i < level_rule_count(left) && clock_thread_s() < all->until;) {
        struct level_game fewer = *left;
        enum level_infeasibility still;
        level_rule_drop(&fewer, i);
        status = ask(all, &fewer, &still, err);
        if (still == LEVEL_INFEASIBLE)
            *left = fewer;
        else
            i++;
    }
    return status;
}

static void write_rules(const struct level_game *game, size_t rows, size_t cols,
                        char *reason)
{
    int used = snprintf(
        reason, LEVEL_REASON_BYTES, "no level of %zu x %zu tiles satisfies %s:", rows,
        cols, level_rule_count(game) == 1 ? "this rule" : "these rules together");
    for (size_t i = 0; i < level_rule_count(game) && used < LEVEL_REASON_BYTES; i++) {
        char words[LEVEL_RULE_TEXT_BYTES];
        used += snprintf(reason + used, (size_t)(LEVEL_REASON_BYTES - used), "%s %s",
                         i ? ";" : "", level_rule_text(game, i, words));
    }
}

enum status level_infeasible_subset(const struct level_game *game, size_t rows,
                                    size_t cols, const struct level_demands *demands,
                                    double seconds, char *reason,
                                    enum level_infeasibility *verdict,
                                    struct error *err)
{
    struct level_demands given = demands ? *demands : (struct level_demands){0};
    given.open = given.given ? given.given : given.open;
    const struct questions all = {rows, cols, &given, clock_thread_s() + seconds};
    struct level_game left = *game;
    enum status status = ask(&all, game, verdict, err);
    bool infeasible = !status && *verdict == LEVEL_INFEASIBLE;
    if (infeasible)
        status = drop_rules(&all, &left, err);
    if (infeasible)
        write_rules(&left, rows, cols, reason);
    else
        snprintf(
            reason, LEVEL_REASON_BYTES,
            "no level of %zu x %zu tiles satisfies all rules; an infeasible subset "
            "of them was not found in %.3g s",
            rows, cols, seconds);
    return status;
}

/* The longest and the shortest diagnosis, in CPU seconds; the shortest one runs even
 * after the time limit. Chosen by hand, not measured. */
static const double MAX_S = 20, MIN_S = 0.2;

enum status level_infeasible_subset_explain(const struct level_game *game, size_t rows,
                                            size_t cols,
                                            const struct level_demands *demands,
                                            double left_s, struct level_repair *out,
                                            struct error *err)
{
    enum level_infeasibility verdict;
    level_repair_process_infeasible(
        "no level satisfies the rules; the time limit ended the search for an "
        "infeasible subset of them");
    enum status status = level_infeasible_subset(game, rows, cols, demands,
                                                 fmax(fmin(left_s, MAX_S), MIN_S),
                                                 out->reason, &verdict, err);
    if (status == STATUS_OK && verdict == LEVEL_FEASIBLE) {
        out->infeasible = false;
        out->bound = 0;
        out->reason[0] = '\0';
    }
    return status;
}
