/* What `skerry run --json` prints of a run that was stopped before it had a result. */
#ifndef SKERRY_APP_RUN_UNKNOWN_H
#define SKERRY_APP_RUN_UNKNOWN_H

#include "config.h"

/* Has a signal that ends the process before the run began print it, on stdout. Until
 * run_unknown_free. */
void run_unknown_prepare(const struct config *config);
void run_unknown_free(void);

/* Prints it. STATUS_FULL, STATUS_IO, STATUS_MEMORY. */
enum status run_unknown_print(const struct config *config, const char *why,
                              struct error *err);

#endif
