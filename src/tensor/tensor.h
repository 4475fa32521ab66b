/* Arrays of numbers and attributes out of an HDF5 file that is held in memory, such as
 * trained weights that a config names. Knows nothing of what they mean. */
#ifndef SKERRY_TENSOR_H
#define SKERRY_TENSOR_H

#include "arena.h"
#include "option.h"
#include "status.h"

enum { TENSOR_MAX_DIMS = 4 };

struct tensor {
    size_t dims; /* 1..TENSOR_MAX_DIMS */
    size_t extent[TENSOR_MAX_DIMS];
    float *value; /* the last dimension is the fastest */
};

struct tensor_file {
    const char *path; /* for errors */
    int64_t handle;
};

/* Opens what an option has read; its format must be one with checksums (h5py:
 * libver="latest").
 * err  STATUS_INPUT: no such file, or damaged */
enum status tensor_open(const struct option_file *bytes, struct tensor_file *file,
                        struct error *err);
void tensor_close(struct tensor_file *file);

/* Reads a dataset of any kind of number with so many dimensions.
 *
 * out  its value is in arena
 * err  STATUS_INPUT, "FILE: /name: ...": absent, of other dimensions, empty, damaged,
 *      with a value that is not finite; STATUS_MEMORY */
enum status tensor_read(const struct tensor_file *file, const char *name, size_t dims,
                        struct arena *arena, struct tensor *out, struct error *err);

/* Whether there is such a dataset. */
int tensor_exists(const struct tensor_file *file, const char *name);

/* Attributes of the file; STATUS_INPUT when one is absent or of another kind. Text is
 * copied to the arena. */
enum status tensor_whole(const struct tensor_file *file, const char *name,
                         int64_t *value, struct error *err);
enum status tensor_text(const struct tensor_file *file, const char *name,
                        struct arena *arena, const char **text, struct error *err);

#endif
