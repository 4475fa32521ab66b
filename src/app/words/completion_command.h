/* `skerry completion SHELL`: prints the script by which a shell completes skerry's command lines. */
#ifndef SKERRY_APP_COMPLETION_COMMAND_H
#define SKERRY_APP_COMPLETION_COMMAND_H

#include "command.h"

/* Collective over comm; rank 0 prints. */
enum status completion_command(int argc, char **argv, struct comm *comm,
                               struct error *err);

#endif
