/* `skerry run`: runs a config from the beginning, or from its checkpoint. */
#ifndef SKERRY_APP_RUN_H
#define SKERRY_APP_RUN_H

#include "command.h"

/* Collective over comm. STATUS_OK if the run finished, or stopped with a checkpoint. */
enum status run_command(int argc, char **argv, struct comm *comm, struct error *err);

#endif
