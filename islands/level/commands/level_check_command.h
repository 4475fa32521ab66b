/* `skerry check-level`: whether levels are playable, and which rules they violate. */
#ifndef SKERRY_LEVEL_CHECK_COMMAND_H
#define SKERRY_LEVEL_CHECK_COMMAND_H

#include "level_files.h"
#include "problem.h"

#include <stdio.h>

/* Prints a line or a JSON object per level, and the rules that it violates.
 *
 * err  STATUS_FAILED when a level is not playable
 * Local. */
enum status level_check_all(const struct level_files *levels, bool json, FILE *out,
                            struct error *err);

enum status level_check_command(int argc, char **argv, const void *keys,
                                struct comm *comm, struct error *err);

#endif
