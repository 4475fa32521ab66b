/* `skerry generate CONFIG`: prints levels of the config's generator. */
#ifndef SKERRY_LEVEL_GENERATE_COMMAND_H
#define SKERRY_LEVEL_GENERATE_COMMAND_H

#include "comm.h"
#include "status.h"

/* See struct problem_command. Level i of a seed is the same for any -n. */
enum status level_generate_command(int argc, char **argv, const void *keys,
                                   struct comm *comm, struct error *err);

#endif
