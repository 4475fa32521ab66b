/* One writer per result: an advisory lock on PATH.lock, held by rank 0 during the run. Used
 * inside src/record.
 *
 * The operating system releases it when the process ends in any way; after a kill an empty
 * file remains that is not locked. */
#ifndef SKERRY_RECORD_LOCK_H
#define SKERRY_RECORD_LOCK_H

#include "files.h"

#include <stdbool.h>

struct lock {
    int descriptor; /* -1: not held */
    char path[FILES_PATH_BYTES];
};

/* Takes the lock of a result at `path`.
 *
 * err  STATUS_INPUT if another process holds it; STATUS_IO or STATUS_FULL if the file cannot
 *      be created. Not an error on file systems without locks. */
enum status lock_take(struct lock *lock, const char *path, struct error *err);

/* Whether nobody holds the lock of a result, though its file is there: the process that took
 * it has ended without releasing it. False also where that cannot be known. */
bool lock_is_left(const char *path);

/* Releases the lock and removes its file; does nothing if it is not held. */
void lock_release(struct lock *lock);

#endif
