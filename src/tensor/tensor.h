/* Reads numeric arrays and attributes from an HDF5 file in memory, such as trained weights
 * named by a config.
 *
 * Source: HDF5 File Format Specification, superblock version 2 or later, through the HDF5
 * library. HDF5 may crash on a forged file, so that each operation is done in a child process first
 * (trial.h): about a millisecond, and what the operation takes. */
#ifndef SKERRY_TENSOR_H
#define SKERRY_TENSOR_H

#include "arena.h"
#include "option.h"
#include "status.h"

enum { TENSOR_MAX_DIMS = 4 };

struct tensor {
    size_t dims; /* 1..TENSOR_MAX_DIMS */
    size_t extent[TENSOR_MAX_DIMS];
    float *value; /* in row-major order */
};

struct tensor_file {
    const char *path; /* for errors */
    size_t bytes;     /* of the file */
    int64_t handle;
};

/* Opens a file read by an option; its format must have checksums (h5py: libver="v110").
 *
 * err  STATUS_INPUT: not such a file, or damaged */
enum status tensor_open(const struct option_file *bytes, struct tensor_file *file,
                        struct error *err);
void tensor_close(struct tensor_file *file);

/* Reads a dataset of numbers with `dims` dimensions.
 *
 * out  its values are in arena
 * err  STATUS_INPUT, "FILE: /name: ...": absent, of other dimensions, empty, damaged,
 *      with a value that is not finite, stored in another file; STATUS_MEMORY */
enum status tensor_read(const struct tensor_file *file, const char *name, size_t dims,
                        struct arena *arena, struct tensor *out, struct error *err);

/* Whether the dataset exists. */
int tensor_exists(const struct tensor_file *file, const char *name);

/* Read an attribute of the file; STATUS_INPUT if it is absent or of another type. Text is
 * copied to the arena. */
enum status tensor_whole(const struct tensor_file *file, const char *name,
                         int64_t *value, struct error *err);
enum status tensor_text(const struct tensor_file *file, const char *name,
                        struct arena *arena, const char **text, struct error *err);

#endif
