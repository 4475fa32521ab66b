/* Commands of `skerry` that problems bring (struct problem_command). */
#ifndef SKERRY_APP_PROBLEM_COMMAND_H
#define SKERRY_APP_PROBLEM_COMMAND_H

#include "comm.h"
#include "registry.h"

/* The i-th command of all problems, in the order of the registry, and its problem; NULL past
 * the last. */
const struct problem_command *problem_command_at(const struct registry *registry,
                                                 size_t i,
                                                 const struct problem **problem);

/* Runs a command with the arguments after `skerry`; reads the config first if it takes one.
 *
 * err  STATUS_INPUT also if the config is of another problem
 * Collective over comm. */
enum status problem_command_run(const struct problem_command *command,
                                const struct problem *problem, int argc, char **argv,
                                struct comm *comm, struct error *err);

#endif
