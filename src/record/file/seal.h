/* A line behind the HDF5 data of a result whose run has ended: the SHA-256 of all bytes
 * in front of it. HDF5's own checksums do not cover texts of any length, which most
 * attributes are, and its library trusts what it reads there; so a file is held against
 * its seal before HDF5 sees it. Readers of HDF5 pass over what stands behind the data.
 * Used inside src/record. */
#ifndef SKERRY_RECORD_SEAL_H
#define SKERRY_RECORD_SEAL_H

#include "status.h"

#include <stdbool.h>

enum seal {
    SEAL_INTACT,
    SEAL_BROKEN,
    SEAL_NONE /* the run was killed, or it still writes */
};

/* Seals a file that is closed, durably. STATUS_FULL, STATUS_IO. */
enum status seal_append(const char *path, struct error *err);

/* Whether the file has a seal, intact or broken; reads its last bytes alone. */
bool seal_exists(const char *path);

/* Reads the whole file; one that cannot be read is SEAL_NONE. */
enum seal seal_check(const char *path);

/* Cuts the seal off, where there is one, before the file is written again. STATUS_IO.
 */
enum status seal_remove(const char *path, struct error *err);

#endif
