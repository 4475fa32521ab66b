/* Commands that the Python package has (scripts/python/skerry/commands). */
#ifndef SKERRY_APP_PYTHON_COMMAND_H
#define SKERRY_APP_PYTHON_COMMAND_H

#include "command.h"

/* Runs `python3 -m skerry argv[0] ARGUMENTS...` with the package that belongs to this program, and
 * becomes that process: returns only if it cannot be started.
 *
 * Package and interpreter are those of python_path.h.
 *
 * err  STATUS_INPUT under mpirun with several ranks, or without package or interpreter */
enum status python_command(int argc, char **argv, struct comm *comm, struct error *err);

#endif
