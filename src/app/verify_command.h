/* `skerry verify`: recomputes every stored solution from the problem's raw input, with
 * code that shares nothing with the search. The config and the input files are those
 * that the result holds, so that it verifies on another machine and later. */
#ifndef SKERRY_APP_VERIFY_COMMAND_H
#define SKERRY_APP_VERIFY_COMMAND_H

#include "command.h"
#include "registry.h"

#include <stdio.h>

/* skerry verify FILE [--plugin FILE]... [--json]. Collective over comm; rank 0 works and prints.
 *
 * err  STATUS_FAILED when a solution or a stored input is wrong; STATUS_INPUT when the
 *      file cannot be read as a result */
enum status verify_command(int argc, char **argv, struct comm *comm, struct error *err);

/* The same for the result at `path`, printed to `out`: per input and per solution what
 * was checked, then "N of N solutions verified"; json: one object. */
enum status verify_command_result(const char *path, const struct registry *registry,
                                  bool json, FILE *out, struct error *err);

#endif
