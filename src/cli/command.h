/* The interface of the commands of `skerry`. */
#ifndef SKERRY_CLI_COMMAND_H
#define SKERRY_CLI_COMMAND_H

#include "comm.h"
#include "status.h"

#include <stdbool.h>

/* A command. `run` is collective over comm; only rank 0 prints. Usage errors are
 * STATUS_INPUT. */
struct command {
    const char *name;
    const char *summary;
    enum status (*run)(int argc, char **argv, struct comm *comm, struct error *err);
};

#endif
