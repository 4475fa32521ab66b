/* `skerry show`: summarizes a result file, as text or JSON. The run may be finished,
 * stopped, killed or still running. */
#ifndef SKERRY_APP_SHOW_COMMAND_H
#define SKERRY_APP_SHOW_COMMAND_H

#include "command.h"

#include <stdio.h>

/* skerry show FILE [--json] [--solution K | --solutions N]. Collective over comm; rank 0 prints.
 *
 * err  STATUS_INPUT if the file cannot be read as a result, or has no solution K */
enum status show_command(int argc, char **argv, struct comm *comm, struct error *err);

/* What is shown of a result. */
struct show_choice {
    bool json;         /* one JSON object instead of text */
    int64_t solution;  /* only this solution, counted from 0; -1: the whole run */
    int64_t solutions; /* of the whole run: at most so many; -1: SHOW_SOLUTIONS */
};

/* Prints the result at `path` to `out`. */
enum status show_result(const char *path, const struct show_choice *choice, FILE *out,
                        struct error *err);

#endif
