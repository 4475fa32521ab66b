/* Commands of `skerry` that problems bring (struct problem_command). */
#ifndef SKERRY_APP_PROBLEM_COMMAND_H
#define SKERRY_APP_PROBLEM_COMMAND_H

#include "comm.h"
#include "registry.h"

/* The i-th command of all problems, in the order of the registry, and whose it is; NULL
 * past the last. */
const struct problem_command *problem_command_at(const struct registry *registry,
                                                 size_t i,
                                                 const struct problem **problem);

/* Runs it with the words after `skerry`; reads the config first where it takes one.
 *
 * err  STATUS_INPUT also when the config is of another problem
 * Collective over comm. */
enum status problem_command_run(const struct problem_command *command,
                                const struct problem *problem, int argc, char **argv,
                                struct comm *comm, struct error *err);

#endif
