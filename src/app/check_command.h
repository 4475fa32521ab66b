/* `skerry check`: a config and its data, validated as a run would, and nothing run. */
#ifndef SKERRY_APP_CHECK_COMMAND_H
#define SKERRY_APP_CHECK_COMMAND_H

#include "command.h"
#include "config.h"

#include <stdio.h>

/* Prints the resolved config. Collective over comm. */
enum status check_command(int argc, char **argv, struct comm *comm, struct error *err);

/* What a config became: its resolved YAML; as JSON an object with config, problem,
 * algorithm, islands (null: as many as there are ranks), replicas and resolved, an
 * object nested like the YAML. Infinite numbers are the texts ".inf" and "-.inf".
 * STATUS_IO or STATUS_FULL when out does not take it. */
enum status check_command_print(const struct config *config, bool json, FILE *out,
                                struct error *err);

#endif
