/* What every command of `skerry` gets and gives. */
#ifndef SKERRY_CLI_COMMAND_H
#define SKERRY_CLI_COMMAND_H

#include "comm.h"
#include "status.h"

#include <stdbool.h>

/* One command. `run` is collective over comm; only rank 0 prints. Usage errors are
 * errors of status INPUT like all others. */
struct command {
    const char *name;
    const char *summary;
    enum status (*run)(int argc, char **argv, struct comm *comm, struct error *err);
};

#endif
