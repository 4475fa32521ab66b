/* `skerry list`: the problems, algorithms, settings and further files, and their keys. */
#ifndef SKERRY_APP_LIST_COMMAND_H
#define SKERRY_APP_LIST_COMMAND_H

#include "command.h"
#include "registry.h"

#include <stdio.h>

/* Collective over comm; rank 0 prints. */
enum status list_command(int argc, char **argv, struct comm *comm, struct error *err);

/* Prints an overview (name NULL), or every section of that name as YAML with defaults, with
 * comments up to column 96.
 *
 * json  an object with problems, algorithms, settings and files (of that name), each with name,
 *       summary and options: name, type, default (YAML text; null: required), min, max,
 *       choices, options, meaning
 * err   STATUS_INPUT for an unknown name */
enum status list_print(const struct registry *registry, const char *name, bool json,
                       FILE *out, struct error *err);

#endif
