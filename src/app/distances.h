/* `skerry distances`: how different levels are from one another. */
#ifndef SKERRY_APP_DISTANCES_H
#define SKERRY_APP_DISTANCES_H

#include "command.h"

enum status distances_command(int argc, char **argv, struct comm *comm,
                              struct error *err);

#endif
