/* `skerry repair`: the cheapest playable level for each that is given. */
#ifndef SKERRY_APP_REPAIR_H
#define SKERRY_APP_REPAIR_H

#include "command.h"

enum status repair_command(int argc, char **argv, struct comm *comm, struct error *err);

#endif
