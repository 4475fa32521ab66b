/* `skerry verify`: checks every stored solution against the problem's raw input, with code
 * that is independent of the search. Config and input files are those stored in the result,
 * so that it can be verified later and on another machine. */
#ifndef SKERRY_APP_VERIFY_COMMAND_H
#define SKERRY_APP_VERIFY_COMMAND_H

#include "command.h"
#include "registry.h"
#include "verify_report.h"

#include <stdio.h>

/* skerry verify FILE [--plugin FILE]... [--run-python] [--all] [--json]. Collective over
 * comm; only rank 0 works.
 *
 * err  STATUS_FAILED if a solution, a stored input, a proof or /improvements is wrong, the parts of the
 *      result contradict each other, or the run has ended and the file has no digest;
 *      STATUS_INPUT if the file cannot be read as a result */
enum status verify_command(int argc, char **argv, struct comm *comm, struct error *err);

/* The same for the result at `path`, printed to `out`: its inputs, solutions (VERIFY_SHORT:
 * those that are wrong), what is proven and /improvements, then "N of N solutions verified". */
enum status verify_command_result(const char *path, const struct registry *registry,
                                  enum verify_form form, FILE *out, struct error *err);

#endif
