/* `skerry verify`: checks every stored solution against the problem's raw input, with code
 * that is independent of the search. Config and input files are those stored in the result,
 * so that it can be verified later and on another machine. */
#ifndef SKERRY_APP_VERIFY_COMMAND_H
#define SKERRY_APP_VERIFY_COMMAND_H

#include "command.h"
#include "registry.h"

#include <stdio.h>

/* skerry verify FILE [--plugin FILE]... [--json]. Collective over comm; only rank 0 works.
 *
 * err  STATUS_FAILED if a solution, a stored input, a proof or /improvements is wrong;
 *      STATUS_INPUT if the file cannot be read as a result */
enum status verify_command(int argc, char **argv, struct comm *comm, struct error *err);

/* The same for the result at `path`, printed to `out`: the checks of each input and each
 * solution, of what is proven and of /improvements, then "N of N solutions verified"; json: one
 * object. */
enum status verify_command_result(const char *path, const struct registry *registry,
                                  bool json, FILE *out, struct error *err);

#endif
