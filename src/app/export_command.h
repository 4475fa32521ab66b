/* `skerry export`: a party challenge or the repair of a level as a mixed-integer
 * program, for any MIP solver. */
#ifndef SKERRY_APP_EXPORT_COMMAND_H
#define SKERRY_APP_EXPORT_COMMAND_H

#include "command.h"

enum status export_command(int argc, char **argv, struct comm *comm, struct error *err);

#endif
