/* `skerry show`: what happened in a run, from its result file, for people and as JSON.
 * Works on finished, stopped, killed and still running runs alike. */
#ifndef SKERRY_APP_SHOW_COMMAND_H
#define SKERRY_APP_SHOW_COMMAND_H

#include "command.h"
#include "result.h"

#include <jansson.h>
#include <stdio.h>

/* skerry show FILE [--json] [--solution K]. Collective over comm; rank 0 prints.
 *
 * err  STATUS_INPUT when the file cannot be read as a result, or has no solution K */
enum status show_command(int argc, char **argv, struct comm *comm, struct error *err);

/* Prints the result at `path` to `out`, as `skerry run` does at its end.
 *
 * json      one JSON object instead of text for people
 * solution  only this solution, counted from 0; -1: the whole run */
enum status show_result(const char *path, bool json, int64_t solution, FILE *out,
                        struct error *err);

/* The parts of it, for result files that are already read. show_json's object is the
 * caller's; NaN and infinity are null in it. */
json_t *show_json(const struct result *result, int64_t solution);
void show_text(const struct result *result, FILE *out);
void show_solution(const struct result *result, size_t index, FILE *out);

/* What the nearest to a solution breaks, a line a rule. */
void show_violations(const struct violations *violations, FILE *out);

/* Smallest and mean share of genes in which two of the solutions differ; NaN with fewer
 * than two. Of very many only the best SHOW_COMPARED are compared. */
enum { SHOW_COMPARED = 256 };
struct show_spread {
    double least, mean;
};
struct show_spread show_spread(const struct result *result);

#endif
