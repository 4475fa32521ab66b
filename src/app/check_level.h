/* `skerry check-level`: is a level playable, and if not, why. */
#ifndef SKERRY_APP_CHECK_LEVEL_H
#define SKERRY_APP_CHECK_LEVEL_H

#include "command.h"
#include "levels.h"

#include <stdio.h>

/* Prints a line or a JSON object a level, and lines of the rules that it breaks.
 *
 * err  STATUS_FAILED when a level is not playable
 * Local. */
enum status check_levels(const struct levels *levels, bool json, FILE *out,
                         struct error *err);

enum status check_level_command(int argc, char **argv, struct comm *comm,
                                struct error *err);

#endif
