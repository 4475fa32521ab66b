/* What commands print on stdout, and whether it arrived. */
#ifndef SKERRY_CLI_JSON_OUTPUT_H
#define SKERRY_CLI_JSON_OUTPUT_H

#include "status.h"

#include <jansson.h>
#include <stdio.h>

/* Flushes; STATUS_FULL or STATUS_IO when something was not written. */
enum status json_output_flush(FILE *out, struct error *err);

/* Prints one JSON value, indented, and flushes. Takes `value`; NULL is STATUS_MEMORY,
 * or text that is not UTF-8. */
enum status json_output(json_t *value, FILE *out, struct error *err);

/* The same on a single line, for outputs of many values. */
enum status json_output_line(json_t *value, FILE *out, struct error *err);

#endif
