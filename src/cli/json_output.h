/* JSON output of commands, with checks for write errors. */
#ifndef SKERRY_CLI_JSON_OUTPUT_H
#define SKERRY_CLI_JSON_OUTPUT_H

#include "status.h"

#include <jansson.h>
#include <stdio.h>

/* Flushes; STATUS_FULL or STATUS_IO if something could not be written. */
enum status json_output_flush(FILE *out, struct error *err);

/* The name of a file, of any bytes, as a string: those that are not UTF-8 as U+FFFD. NULL if memory
 * ran out; the caller owns it. */
json_t *json_output_name(const char *name);

/* Prints a JSON value, indented, and flushes. Takes ownership of `value`; NULL (memory ran
 * out, or text was not UTF-8) gives STATUS_MEMORY. */
enum status json_output(json_t *value, FILE *out, struct error *err);

/* The same on one line, for sequences of values. */
enum status json_output_line(json_t *value, FILE *out, struct error *err);

#endif
