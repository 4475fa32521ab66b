/* What the programs that read fuzzed input share. Each defines LLVMFuzzerTestOneInput, which
 * libFuzzer, or replay.c in an ordinary build, calls with the bytes of an input.
 *
 * Readers that need several files get an input of several parts, separated by form feeds,
 * which no text file of ours has. Each part is a heap block of its own with a NUL behind it,
 * as file_read gives, so that AddressSanitizer sees a read past its end. */
#ifndef SKERRY_READ_INPUT_H
#define SKERRY_READ_INPUT_H

#include "arena.h"
#include "option.h"
#include "problem.h"

#include <stdint.h>

enum { READ_INPUT_PARTS = 4 };

struct read_input {
    struct option_file part[READ_INPUT_PARTS]; /* path "1", "2", ... */
    size_t parts;                              /* 1 or more */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* Splits an input; the last part has what is left. */
void read_input_split(const uint8_t *data, size_t bytes, struct read_input *input);
void read_input_free(struct read_input *input);

/* Fills the keys of a problem from part 0, the YAML of its section; its files, in the order
 * of its options, are the parts 1, 2, ... (empty where there is none). False if the YAML is
 * refused; err then has the message. */
bool read_input_keys(const struct read_input *input, const struct problem *problem,
                     struct arena *arena, void **keys, struct error *err);

/* Checks what is true of any error: a status, and a text of one line, whole in UTF-8 unless it
 * was cut; STATUS_MEMORY may be met, since an input may ask for more than the machine has. */
void read_input_check_error(enum status status, const struct error *err);

/* Puts the bytes into a file of this process, on a file system in memory; returns its path. */
const char *read_input_file(const uint8_t *data, size_t bytes);

#endif
