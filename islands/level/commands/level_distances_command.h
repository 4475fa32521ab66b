/* `skerry distances`: how different levels are from one another. */
#ifndef SKERRY_LEVEL_DISTANCES_COMMAND_H
#define SKERRY_LEVEL_DISTANCES_COMMAND_H

#include "problem.h"

enum status level_distances_command(int argc, char **argv, const void *keys,
                                    struct comm *comm, struct error *err);

#endif
