/* `skerry check-level`: is a level playable, and if not, why. */
#ifndef SKERRY_LEVEL_CHECK_COMMAND_H
#define SKERRY_LEVEL_CHECK_COMMAND_H

#include "level_files.h"
#include "problem.h"

#include <stdio.h>

/* Prints a line or a JSON object a level, and lines of the rules that it breaks.
 *
 * err  STATUS_FAILED when a level is not playable
 * Local. */
enum status level_check_all(const struct level_files *levels, bool json, FILE *out,
                            struct error *err);

enum status level_check_command(int argc, char **argv, const void *keys,
                                struct comm *comm, struct error *err);

#endif
