/* The checks that `skerry verify` makes of a result that has been read, with code that is
 * independent of the search, but for descriptors: they are compared with those of the problem's own code. */
#ifndef SKERRY_APP_VERIFY_CHECKS_H
#define SKERRY_APP_VERIFY_CHECKS_H

#include "config.h"
#include "result.h"

/* The outcome of a check. */
struct verify_check {
    bool ok;
    bool skipped; /* the problem has no independent check; ok covers the rest only */
    char *report; /* lines that begin with "ok", "WRONG" or "not checked"; freed by the
                     caller; NULL or empty: there was nothing to check */
};

/* Checks a solution, 0 <= index < n_solutions: by the problem's verifier, against its proven
 * bound and, on a Pareto front, against the others. Of a wrong solution the status is
 * STATUS_OK, too: `check` has the outcome. */
enum status verify_check_solution(const struct result *result,
                                  const struct config *config, size_t index,
                                  struct verify_check *check, struct error *err);

/* The same for what the result claims to be proven; skipped where that was not proven again. */
enum status verify_check_claim(const struct result *result, const struct config *config,
                               struct verify_check *check, struct error *err);

/* Reports a check of the whole file: `good`, or what was found to be wrong, if anything. */
enum status verify_check_report(const struct result *result, const char *good,
                                const struct error *found, struct verify_check *check,
                                struct error *err);

/* Whether two solutions have the same bytes where `key` points to; if so, their rows, the first one
 * first. STATUS_MEMORY. O(n log n). */
enum status
verify_find_alike(const struct result *result,
                  const void *(*key)(const struct result_solution *solution),
                  size_t bytes, size_t pair[2], bool *alike, struct error *err);

/* Checks what the parts of a result say of one another: config and digest, solutions, replicas
 * and curves. Of a run that has not ended only the first, since its file may be of two moments.
 *
 * sound  no solution is wrong: others are nothing that operations of the problem may get
 * found  text: what is wrong */
enum status verify_check_contents(const struct result *result,
                                  const struct config *config, bool sound,
                                  struct verify_check *check, struct error *found,
                                  struct error *err);

/* Checks descriptors, if the problem has some (not of puzzles in Python, whose code would have to
 * run), and of a MAP-Elites grid cells, and that each cell has one solution.
 *
 * sound  as above; otherwise descriptors are not checked
 * found  text: what is wrong */
enum status verify_check_places(const struct result *result,
                                const struct puzzle *puzzle, bool sound,
                                struct error *found, struct error *err);

/* Checks what a result repeats of the puzzle: objectives, descriptors, genes, units; and the kind of
 * its solutions, that of the config.
 *
 * found  text: what is wrong */
enum status verify_check_shape(const struct result *result, const struct config *config,
                               const struct shape *shape, struct error *found,
                               struct error *err);

/* Checks the status of the run, its starts, and their times, of which few can be known.
 *
 * found  text: what is wrong */
enum status verify_check_starts(const struct result *result, struct error *found);

/* The same for the history of a run that has ended.
 *
 * found  text: what is wrong */
enum status verify_check_improvements(const struct result *result,
                                      const struct config *config,
                                      struct verify_check *check, struct error *found,
                                      struct error *err);

#endif
