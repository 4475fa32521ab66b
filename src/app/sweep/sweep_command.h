/* `skerry sweep`: runs all tasks of a table, and merges their results. */
#ifndef SKERRY_APP_SWEEP_COMMAND_H
#define SKERRY_APP_SWEEP_COMMAND_H

#include "command.h"

/* Collective over comm. With --task the ranks run that task together, as run_command does;
 * everything else is done by rank 0.
 *
 * err  STATUS_INPUT: usage, the table or the config of a task; STATUS_FAILED: a task has
 *      failed, or --merge has found tasks without a usable result */
enum status sweep_command(int argc, char **argv, struct comm *comm, struct error *err);

#endif
