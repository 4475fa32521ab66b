/* One file of a checkpoint: a header (magic, format version, identity of the config, length,
 * SHA-256 of the payload) and the payload. Used inside src/record. */
#ifndef SKERRY_RECORD_CHECKPOINT_FILE_H
#define SKERRY_RECORD_CHECKPOINT_FILE_H

#include "checkpoint.h"

/* Writes and syncs the file; removes it on failure. STATUS_FULL, STATUS_IO. */
enum status checkpoint_file_write(const char *path, const struct digest *identity,
                                  const void *bytes, size_t n, struct error *err);

/* The outcome of reading one file. */
enum checkpoint_found {
    CHECKPOINT_FOUND,
    CHECKPOINT_MISSING,
    CHECKPOINT_DAMAGED,
    CHECKPOINT_REFUSED
};

/* Reads and checks the file; err is set unless it is found. */
enum checkpoint_found checkpoint_file_read(const char *path,
                                           const struct digest *identity,
                                           struct arena *arena,
                                           struct checkpoint *checkpoint,
                                           struct error *err);

#endif
