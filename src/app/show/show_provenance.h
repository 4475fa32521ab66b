/* What a result was made with, and its starts. */
#ifndef SKERRY_APP_SHOW_PROVENANCE_H
#define SKERRY_APP_SHOW_PROVENANCE_H

#include "result.h"

#include <jansson.h>
#include <stdio.h>

/* Prints a line with the builds and the processor; of a run that was resumed, a row for each of its
 * last starts. Nothing for a file of an earlier version. */
void show_provenance(const struct result *result, FILE *out);

/* Adds the same to an object, with all starts. */
void show_put_provenance(json_t *object, const struct result *result);

#endif
