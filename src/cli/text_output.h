/* Output for a terminal with texts from files, of which nothing is known: a terminal obeys control
 * characters, so they are printed visibly (utf8_print_visible). */
#ifndef SKERRY_CLI_TEXT_OUTPUT_H
#define SKERRY_CLI_TEXT_OUTPUT_H

#include "status.h"

#include <stdio.h>

struct text_output {
    FILE *page; /* to write to */
    char *text;
    size_t bytes;
};

/* STATUS_MEMORY. */
enum status text_output_begin(struct text_output *output, struct error *err);

/* Prints the page to `out`, flushes and frees. Keeps what `err` has; else STATUS_MEMORY, STATUS_FULL
 * or STATUS_IO if not all was written. */
enum status text_output_end(struct text_output *output, FILE *out, struct error *err);

#endif
