/* One writer a result: a lock on PATH.lock, held by rank 0 while the run goes on.
 *
 * The system drops it when its process ends, however it ends; what a kill leaves is an
 * empty file that holds nobody up. Used inside src/record. */
#ifndef SKERRY_RECORD_LOCK_H
#define SKERRY_RECORD_LOCK_H

#include "files.h"

struct lock {
    int descriptor; /* -1: not held */
    char path[FILES_PATH_BYTES];
};

/* Takes the lock of a result at `path`.
 *
 * err  STATUS_INPUT when another process holds it; STATUS_IO or STATUS_FULL when the
 *      file cannot be made. File systems without locks are excused. */
enum status lock_take(struct lock *lock, const char *path, struct error *err);

/* Gives it back and removes its file; nothing to do when it is not held. */
void lock_release(struct lock *lock);

#endif
