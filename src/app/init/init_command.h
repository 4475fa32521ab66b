/* `skerry init`: writes a commented config of a problem, with its data, to begin with. */
#ifndef SKERRY_APP_INIT_COMMAND_H
#define SKERRY_APP_INIT_COMMAND_H

#include "command.h"

/* skerry init PROBLEM [FOLDER]. Makes the folder, by default one of the problem's name, unless it is
 * there, and writes the files of configs/init/PROBLEM; replaces none. Collective over comm; rank 0
 * writes.
 *
 * err  STATUS_INPUT if there is no such problem, or one of the files is there; STATUS_IO or
 *      STATUS_FULL if one cannot be written */
enum status init_command(int argc, char **argv, struct comm *comm, struct error *err);

#endif
