/* The --time-limit of commands. */
#ifndef SKERRY_CLI_TIME_LIMIT_H
#define SKERRY_CLI_TIME_LIMIT_H

#include "status.h"

/* Its seconds, above 0; +INFINITY for a NULL text.
 *
 * err  STATUS_INPUT: it is no such number */
enum status time_limit_read(const char *text, double *seconds, struct error *err);

#endif
