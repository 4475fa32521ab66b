/* The option --time-limit of commands. */
#ifndef SKERRY_CLI_TIME_LIMIT_H
#define SKERRY_CLI_TIME_LIMIT_H

#include "status.h"

/* Parses the limit in seconds, above 0; +INFINITY for a NULL text.
 *
 * err  STATUS_INPUT if it is not such a number */
enum status time_limit_read(const char *text, double *seconds, struct error *err);

#endif
