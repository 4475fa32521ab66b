/* The names of all commands. Used inside src/app. */
#ifndef SKERRY_APP_COMMAND_NAMES_H
#define SKERRY_APP_COMMAND_NAMES_H

#include "command.h"
#include "registry.h"

struct command_name {
    const char *name, *summary;
    const char *problem; /* that brings it; NULL: none */
};

/* The i-th command: those of the table, which ends with a NULL name, then those of problems; false
 * past the last. */
bool command_name_at(const struct command *commands, size_t i,
                     struct command_name *out);

/* The command that was probably meant, or NULL. */
const char *command_name_nearest(const struct command *commands, const char *name);

#endif
