/* The parts of a checkpoint that is split: files beside it, each written by a rank with the
 * states of its islands, whose names, sizes and digests the checkpoint lists.
 *
 * A part is named PATH.GENERATION.FIRST-LAST by its generation and islands; config, seed and
 * these numbers determine its bytes, with exceptions (snapshot_files.h). It is written like a
 * checkpoint (temporary file, fsync, rename), before the checkpoint that lists it. All ranks must
 * see the same directory. */
#ifndef SKERRY_RECORD_CHECKPOINT_PARTS_H
#define SKERRY_RECORD_CHECKPOINT_PARTS_H

#include "digest.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>

struct checkpoint_part {
    uint64_t generation; /* >= 1 */
    uint64_t first, n;   /* n islands from `first` on, n >= 1 */
};

/* Writes a part of `path`, the checkpoint; *digest is that of its bytes. STATUS_FULL,
 * STATUS_IO, STATUS_INPUT (name too long). */
enum status checkpoint_part_write(const char *path, const struct digest *identity,
                                  const struct checkpoint_part *part, const void *bytes,
                                  size_t n, struct digest *digest, struct error *err);

/* Reads the n bytes of a part into `bytes`. STATUS_INPUT if it is missing, damaged, or not
 * the one with this digest; STATUS_MEMORY, STATUS_IO. */
enum status checkpoint_part_read(const char *path, const struct digest *identity,
                                 const struct checkpoint_part *part,
                                 const struct digest *digest, void *bytes, size_t n,
                                 struct error *err);

/* Whether a part is visible from here: STATUS_IO if it is not. */
enum status checkpoint_part_check(const char *path, const struct checkpoint_part *part,
                                  struct error *err);

/* Removes all parts of `path`, and leftover temporary files, except for those of these two
 * generations; 0: of none. */
void checkpoint_parts_keep(const char *path, uint64_t generation, uint64_t former);

/* Gives all complete parts of `path` additional names as parts of `to`. STATUS_IO, STATUS_INPUT. */
enum status checkpoint_parts_link(const char *path, const char *to, struct error *err);

#endif
