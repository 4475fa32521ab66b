/* `skerry manual [PAGE]`: manual pages, in roff for man(1). */
#ifndef SKERRY_APP_MANUAL_COMMAND_H
#define SKERRY_APP_MANUAL_COMMAND_H

#include "command.h"

/* Prints skerry(1), the page of a command or, for "config", skerry-config(5).
 *
 * commands  the table of the program, ended by a NULL name
 * Collective over comm; rank 0 prints. */
enum status manual_command(int argc, char **argv, const struct command *commands,
                           struct comm *comm, struct error *err);

#endif
