/* Reads lines of whole numbers, the form of piece and hint files: numbers separated by
 * blanks or commas, # begins a comment, empty lines are skipped, LF or CRLF. */
#ifndef SKERRY_ETERNITY_NUMBER_LINES_H
#define SKERRY_ETERNITY_NUMBER_LINES_H

#include "option.h"
#include "status.h"

enum { ETERNITY_LINE_NUMBERS = 4 };

/* The next line that holds numbers. Set `file` and zero the rest to begin. */
struct eternity_number_lines {
    const struct option_file *file;
    size_t at;     /* bytes read */
    unsigned line; /* number of the latest line, from 1 */
    unsigned count;
    long number[ETERNITY_LINE_NUMBERS];
};

/* Reads the next line into count and number; count is 0 behind the last. `key` is the
 * file's config path. STATUS_INPUT for what is not a number and for too many of them.
 */
enum status eternity_number_lines_next(struct eternity_number_lines *lines,
                                       const char *key, struct error *err);

#endif
