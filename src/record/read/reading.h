/* Reads the datasets of a result file, which may be damaged. Used by result*.c. */
#ifndef SKERRY_RECORD_READING_H
#define SKERRY_RECORD_READING_H

#include "layout.h"
#include "result_data.h"

enum { READING_MOST_ITEMS = 1 << 30 }; /* of one block; more is a damaged extent */

/* The file being read, and where errors go. */
struct reading {
    struct result *result;
    struct arena *arena;
    struct error *err;
    hid_t file;
};

/* Sets err to "PATH: the result is damaged or incomplete: WHAT"; STATUS_INPUT. Keeps an
 * earlier error, such as STATUS_MEMORY. */
enum status reading_damaged(const struct reading *reading, const char *what);

/* Opens the result's file, and checks it: first as a trial (trial.h), for HDF5 may crash on a damaged one. Memory of
 * reading->arena, which this sets, is free afterwards; `what` names the part in a message. Returns err's status. */
enum status reading_check(struct reading *reading, const char *what,
                          bool (*check)(void *context), void *context);

/* Memory for n items; NULL with err set to STATUS_MEMORY. */
void *reading_take(const struct reading *reading, size_t n, size_t item_bytes);

/* Reads a text attribute of an object into the arena; STATUS_MEMORY, or STATUS_INPUT if it is
 * absent. Sets err only for STATUS_MEMORY. */
enum status reading_attribute(const struct reading *reading, hid_t object,
                              const char *name, const char **text);

/* Extents of a column, checked against its number of dimensions; false with err set. */
bool reading_extents(const struct reading *reading, enum layout_column column,
                     hsize_t *extents);

/* Reads a block of a column into the arena; NULL with err set on failure. `item_bytes`, if
 * not NULL, is set to the size of one item. */
void *reading_block(const struct reading *reading, enum layout_column column,
                    const hsize_t *start, const hsize_t *count, size_t *item_bytes);

/* Reads a column of short texts as strings; NULL with err set on failure. */
const char **reading_texts(const struct reading *reading, enum layout_column column,
                           size_t count);

/* Whether the file has the column. */
bool reading_has(const struct reading *reading, enum layout_column column);

/* Reads the `count` names of a dimension of /solutions; NULL with err set on failure. */
const char **reading_names(const struct reading *reading, enum layout_dim dim,
                           hsize_t count);

/* Fills descriptors and grid (result_grid.c). */
enum status reading_grid(struct reading *reading);

/* Reads descriptors and cells of the first n solutions; NULL if the file has none. */
enum status reading_places(const struct reading *reading, hsize_t n,
                           const double **descriptors, const int64_t **cells);

/* Fills nearest (result_nearest.c). */
enum status reading_nearest(struct reading *reading);

/* Fills what the run was made with, and starts (result_starts.c). */
enum status reading_provenance(struct reading *reading, hid_t root);

/* Fills replica and migration (result_history.c). */
enum status reading_history(struct reading *reading);

/* Fills improvements, the last of each replica, and its best if it has no summary: populations
 * may lose it (result_improvements.c). */
enum status reading_improvements(struct reading *reading);

/* Fills the sums over all replicas (result_history.c). */
void reading_sum_up(struct result *result);

#endif
