/* Checkpoint files: a complete snapshot of a run, written atomically.
 *
 * A file consists of a header (magic, format version, identity of the config, length, SHA-256
 * of the payload) and the payload. It is written to PATH.tmp, synced and renamed to PATH, and
 * the directory is synced; the previous checkpoint is kept as PATH.1, so that damage to the
 * newest loses one interval only. The numbers of the header are little-endian. */
#ifndef SKERRY_RECORD_CHECKPOINT_H
#define SKERRY_RECORD_CHECKPOINT_H

#include "arena.h"
#include "digest.h"
#include "status.h"

#include <stdbool.h>

/* The name of the checkpoint of a result file: "RESULT.checkpoint", in arena; NULL if memory
 * runs out. */
char *checkpoint_path(const char *result, struct arena *arena);

/* True if there is a checkpoint to resume from (the newest or the previous one). */
bool checkpoint_exists(const char *path);

/* Replaces the checkpoint at `path` by n bytes; the previous one becomes PATH.1.
 *
 * identity  of the config; checked when the checkpoint is read
 * err       STATUS_FULL, STATUS_IO, or STATUS_INPUT (name too long); the previous checkpoint is then
 *           still there, as PATH or PATH.1
 * Local, for rank 0. */
enum status checkpoint_write(const char *path, const struct digest *identity,
                             const void *bytes, size_t n, struct error *err);

struct checkpoint {
    void *bytes; /* n bytes, 64-byte aligned if n >= 64, in the arena */
    size_t n;
    /* One line if the newest was damaged or missing and the previous one was read; otherwise empty. */
    char remark[512];
};

/* Reads the newest intact checkpoint: PATH, or PATH.1 if PATH is missing or damaged.
 *
 * err  STATUS_INPUT if there is none or none is intact, or if it is of another config or
 *      another version of the format; STATUS_IO, STATUS_MEMORY */
enum status checkpoint_read(const char *path, const struct digest *identity,
                            struct arena *arena, struct checkpoint *checkpoint,
                            struct error *err);

/* Removes PATH.1 if PATH exists, and a leftover PATH.tmp: a finished run needs only one. */
void checkpoint_keep_newest(const char *path);

/* Renames PATH and PATH.1, and their parts (checkpoint_parts.h), to TO and TO.1, for the former result that is kept under another
 * name. After a kill at any time each still exists under at least one name.
 *
 * err  STATUS_IO, STATUS_FULL, STATUS_INPUT (name too long); PATH is then unchanged, where the file system has hard
 *      links */
enum status checkpoint_put_aside(const char *path, const char *to, struct error *err);

#endif
