/* Checkpoints in parts: past a size, each rank writes the states of its own islands to a
 * file, and the checkpoint on rank 0 only lists the files, so that rank 0 never holds all
 * states. */
#ifndef SKERRY_ENGINE_SNAPSHOT_FILES_H
#define SKERRY_ENGINE_SNAPSHOT_FILES_H

#include "pack.h"

#include <stddef.h>
#include <stdint.h>

/* The states of islands first..first + n - 1 after so many generations, >= 1 with the first
 * population. These three numbers name the file; with config and seed they determine its bytes, so
 * that whoever writes one of that name again writes the same, unless islands do not wait for each
 * other or another build begins an exact search anew. */
struct snapshot_file {
    uint64_t generation, first, n;
    uint64_t bytes;           /* of the states */
    unsigned char digest[32]; /* SHA-256 of the states */
};

/* What stores the files; not collective. */
struct snapshot_files {
    void *self;
    size_t above; /* a checkpoint with more bytes of states is split; SIZE_MAX: none */
    /* Stores file->bytes bytes durably and sets file->digest. STATUS_FULL, STATUS_IO. */
    enum status (*write)(void *self, struct snapshot_file *file, const void *bytes,
                         struct error *err);
    /* Appends the bytes of a file to `out`. STATUS_INPUT if it is missing, damaged or
     * another one; STATUS_MEMORY. */
    enum status (*read)(void *self, const struct snapshot_file *file, struct pack *out,
                        struct error *err);
    /* Rank 0, before a checkpoint lists the files: whether it can see this one.
     * STATUS_IO. */
    enum status (*check)(void *self, const struct snapshot_file *file,
                         struct error *err);
    /* Rank 0: removes all files but those of these two generations; 0: of none. */
    void (*keep)(void *self, uint64_t generation, uint64_t former);
};

#endif
