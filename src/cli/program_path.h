/* Where this program is. */
#ifndef SKERRY_CLI_PROGRAM_PATH_H
#define SKERRY_CLI_PROGRAM_PATH_H

#include <limits.h>
#include <stdbool.h>

/* The absolute path of the program that runs, without links. False: it cannot be found, and
 * errno says why. */
bool program_path(char path[PATH_MAX]);

#endif
