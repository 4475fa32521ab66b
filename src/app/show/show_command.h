/* `skerry show`: summarizes a result file, as text or JSON. The run may be finished,
 * stopped, killed or still running. */
#ifndef SKERRY_APP_SHOW_COMMAND_H
#define SKERRY_APP_SHOW_COMMAND_H

#include "command.h"
#include "result.h"

#include <jansson.h>
#include <stdio.h>

/* skerry show FILE [--json] [--solution K | --solutions N]. Collective over comm; rank 0 prints.
 *
 * err  STATUS_INPUT if the file cannot be read as a result, or has no solution K */
enum status show_command(int argc, char **argv, struct comm *comm, struct error *err);

/* How many solutions are shown of a run, unless a number is given. */
enum { SHOW_SOLUTIONS = 10 };

/* What is shown of a result. */
struct show_choice {
    bool json;         /* one JSON object instead of text */
    int64_t solution;  /* only this solution, counted from 0; -1: the whole run */
    int64_t solutions; /* of the whole run: at most so many; -1: SHOW_SOLUTIONS */
};

/* Prints the result at `path` to `out`. */
enum status show_result(const char *path, const struct show_choice *choice, FILE *out,
                        struct error *err);

/* Whether a result whose status is "running" was left by a process of this host that has
 * ended; false where it cannot be known, as for runs of other hosts and copies of files. */
bool show_is_killed(const struct result *result);

/* Its parts, for results that have been read. The caller owns the object of show_json, in
 * which NaN and infinity are null. */
json_t *show_json(const struct result *result, const struct show_choice *choice);
void show_text(const struct result *result, int64_t most, FILE *out);
void show_solution(const struct result *result, size_t index, FILE *out);

/* "price 6750 coins"; without the name where the unit says it: "8 moves". */
void show_quantity(const char *name, double value, const char *unit, FILE *out);

/* What a proven bound says: "no price below 37500 coins is possible", "no solution has fewer
 * than 9 moves". */
void show_bound(const char *name, double bound, const char *unit, bool maximise,
                FILE *out);

/* What is proven of the best of a run, after its quantity: ", proven optimal",
 * "; proven: no price below 37500 coins is possible", or nothing.
 *
 * best, bound  of one objective, in its own direction; not finite: none */
void show_proof(const char *name, double best, double bound, const char *unit,
                bool maximise, FILE *out);

/* What follows a number of this unit, written to `out`: " coins", " coin" after 1, or "" where the unit
 * is "1". Units that are no nouns of skerry's own problems stay as they are. */
const char *show_unit_after(double value, const char *unit, char *out, size_t bytes);

/* What is said of a run with migration.mode asynchronous. */
#define SHOW_ASYNCHRONOUS                                                              \
    "islands did not wait for each other: another run of this seed gives another "     \
    "result\n"

/* Prints the rules that an infeasible assignment violates, one per line. */
void show_violations(const struct violations *violations, FILE *out);

/* The diversity of the solutions: minimum and mean pairwise Hamming distance, as a share of
 * the genes; NaN with fewer than two solutions. O(n^2) for n solutions, of which only the
 * best SHOW_COMPARED are compared. */
enum { SHOW_COMPARED = 256 };
struct show_spread {
    double least, mean;
};
struct show_spread show_spread(const struct result *result);

#endif
