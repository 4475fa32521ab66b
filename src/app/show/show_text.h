/* A result as text. */
#ifndef SKERRY_APP_SHOW_TEXT_H
#define SKERRY_APP_SHOW_TEXT_H

#include "result.h"

#include <stdio.h>

/* How many solutions are shown of a run, unless a number is given. */
enum { SHOW_SOLUTIONS = 10 };

/* Prints a whole result, with at most `most` solutions in its table; -1: SHOW_SOLUTIONS. */
void show_text(const struct result *result, int64_t most, FILE *out);

/* Prints one solution, index < n_solutions. */
void show_solution(const struct result *result, size_t index, FILE *out);

/* Prints the rules that an infeasible assignment violates, one per line. */
void show_violations(const struct violations *violations, FILE *out);

/* What is said of a run with migration.mode asynchronous. */
#define SHOW_ASYNCHRONOUS                                                              \
    "islands did not wait for each other: another run of this seed gives another "     \
    "result\n"

/* Whether a result whose status is "running" was left by a process of this host that has
 * ended; false where it cannot be known, as for runs of other hosts and copies of files. */
bool show_is_killed(const struct result *result);

/* The diversity of the solutions: minimum and mean pairwise Hamming distance, as a share of
 * the genes; NaN with fewer than two solutions. O(n^2) for n solutions, of which only the
 * best SHOW_COMPARED are compared. */
enum { SHOW_COMPARED = 256 };
struct show_spread {
    double least, mean;
};
struct show_spread show_spread(const struct result *result);

#endif
