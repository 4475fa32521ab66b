/* Reads whole input files. */
#ifndef SKERRY_TEXT_FILE_H
#define SKERRY_TEXT_FILE_H

#include "arena.h"
#include "status.h"

#include <stdbool.h>

enum { FILE_WHY_BYTES = 128, FILE_MOST_BYTES = 1 << 30 };

/* Whether data begin as a file in HDF5 does. */
bool file_is_hdf5(const unsigned char *data, size_t bytes);

/* Reads a regular file of at most FILE_MOST_BYTES; appends a NUL.
 *
 * data, bytes  out, in perm
 * why          of FILE_WHY_BYTES: out, the reason of a failure: "no such file"
 *
 * Returns STATUS_INPUT or STATUS_MEMORY on failure. Local. */
enum status file_read(const char *path, struct arena *perm, unsigned char **data,
                      size_t *bytes, char *why);

#endif
