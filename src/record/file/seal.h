/* The seal: a line after the HDF5 data of a result whose run has ended, with the SHA-256 of
 * all bytes before it. Used inside src/record.
 *
 * HDF5's checksums do not cover texts of variable length, such as most attributes, and the
 * library trusts their contents; therefore the seal is checked before HDF5 reads the file.
 * HDF5 ignores bytes after its data.
 *
 * Cost: one pass over the file. */
#ifndef SKERRY_RECORD_SEAL_H
#define SKERRY_RECORD_SEAL_H

#include "status.h"

#include <stdbool.h>

enum seal {
    SEAL_INTACT,
    SEAL_BROKEN,
    SEAL_NONE /* the run was killed or is still running */
};

/* Seals a closed file and syncs it. STATUS_FULL, STATUS_IO. */
enum status seal_append(const char *path, struct error *err);

/* Whether the file has a seal, intact or broken; reads its last bytes only. */
bool seal_exists(const char *path);

/* Reads the whole file; one that cannot be opened is SEAL_NONE. */
enum seal seal_check(const char *path);

/* Removes the seal, if any, before the file is written again. STATUS_IO. */
enum status seal_remove(const char *path, struct error *err);

#endif
