/* Checkpoint files: a complete snapshot of a run, whole or absent.
 *
 * A file is a header (magic, format version, identity of the config, length, SHA-256 of
 * the payload) and the payload. It is written to PATH.tmp, synced, renamed to PATH, and
 * its directory synced; the one before stays as PATH.1, so that a damaged newest costs
 * one interval and not the run. All numbers are little-endian. */
#ifndef SKERRY_RECORD_CHECKPOINT_H
#define SKERRY_RECORD_CHECKPOINT_H

#include "arena.h"
#include "digest.h"
#include "status.h"

#include <stdbool.h>

/* Name of the checkpoint that belongs to a result file: "RESULT.checkpoint", taken from
 * arena; NULL without memory. */
char *checkpoint_path(const char *result, struct arena *arena);

/* True when there is a checkpoint to resume from (the newest or the one before). */
bool checkpoint_exists(const char *path);

/* Replaces the checkpoint at `path` by n bytes; the former one becomes PATH.1.
 *
 * identity  of the config; a checkpoint of another one is not read back
 * err       STATUS_FULL or STATUS_IO; the former checkpoints are then as they were
 * Local, for rank 0. */
enum status checkpoint_write(const char *path, const struct digest *identity,
                             const void *bytes, size_t n, struct error *err);

struct checkpoint {
    void *bytes; /* n bytes, 64-byte aligned when n >= 64, in the arena */
    size_t n;
    char remark[512]; /* one line when the newest was damaged and the older one is
                         read; else empty */
};

/* Reads the newest checkpoint that is whole: PATH, or PATH.1 when PATH is missing or
 * damaged.
 *
 * err  STATUS_INPUT when there is none, when none is whole, when it is of another
 *      config or of another version of skerry's format; STATUS_IO, STATUS_MEMORY */
enum status checkpoint_read(const char *path, const struct digest *identity,
                            struct arena *arena, struct checkpoint *checkpoint,
                            struct error *err);

/* Removes PATH.1 when PATH is there, and a leftover PATH.tmp: a finished run needs one.
 */
void checkpoint_keep_newest(const char *path);

/* Keeps PATH and PATH.1 as TO and TO.1, and takes them away from PATH: the snapshots of
 * a result that is put aside. Killed at any moment it leaves each in one place at
 * least.
 *
 * err  STATUS_IO, STATUS_INPUT (a name too long); PATH is then as it was */
enum status checkpoint_put_aside(const char *path, const char *to, struct error *err);

#endif
