/* `skerry repair`: finds the cheapest playable level for each given level. */
#ifndef SKERRY_LEVEL_REPAIR_COMMAND_H
#define SKERRY_LEVEL_REPAIR_COMMAND_H

#include "problem.h"

enum status level_repair_command(int argc, char **argv, const void *keys,
                                 struct comm *comm, struct error *err);

#endif
