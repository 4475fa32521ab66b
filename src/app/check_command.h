/* `skerry check`: validates a config and its data as a run would, without running it. */
#ifndef SKERRY_APP_CHECK_COMMAND_H
#define SKERRY_APP_CHECK_COMMAND_H

#include "command.h"
#include "config.h"

#include <stdio.h>

/* Prints the resolved config, and on stderr why there is no solution if that is proven within about
 * a second. Collective over comm. */
enum status check_command(int argc, char **argv, struct comm *comm, struct error *err);

/* Prints the resolved config: as YAML, or as a JSON object with config, problem, algorithm,
 * islands (null: as many as ranks), replicas, infeasible (the reason; null if it is not proven)
 * and resolved, which is nested like the YAML. Infinite numbers are the strings ".inf" and
 * "-.inf". STATUS_IO or STATUS_FULL if writing fails. */
enum status check_command_print(const struct config *config,
                                const struct verdict *verdict, bool json, FILE *out,
                                struct error *err);

#endif
