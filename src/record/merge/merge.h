/* Merges results into one HDF5 file: a table with a row for each task, and copies of the
 * results.
 *
 *     /            attributes format (skerry-sweep), format_version, skerry_version, commit,
 *                  created, table (the YAML text)
 *     /tasks/      a dataset for each column, along the dimension `task`
 *     /results/N/  the result of a row, N its text in the column `name`: all attributes and
 *                  groups of its file (src/record/README.md); of /problem only key, path
 *                  and SHA-256 of each input file, as attributes of groups
 *
 * The results themselves stay as they are; they have the input files, too. */
#ifndef SKERRY_RECORD_MERGE_H
#define SKERRY_RECORD_MERGE_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

enum merge_kind { MERGE_TEXT, MERGE_REAL, MERGE_WHOLE };

struct merge_column {
    const char *name;
    enum merge_kind kind;
    const void *values; /* rows of const char *, double or int64_t */
    const char *unit, *long_name;
    bool missing; /* whole numbers: -1 stands for no value */
};

struct merge_table {
    const char *text, *version, *commit;
    size_t rows;
    const struct merge_column *columns;
    size_t n_columns;
    const char *const *names;   /* rows */
    const char *const *results; /* rows; path of the result, NULL: none */
};

/* Whether merge_write may write there: no file, or an earlier merged one.
 *
 * err  STATUS_INPUT: another file, such as a result, is there */
enum status merge_check(const char *path, struct error *err);

/* Writes the merged file, under another name first: an existing one is replaced when the new
 * one is complete.
 *
 * err  STATUS_FULL, STATUS_IO
 * Local. Cost: each result is read and written once, without decompressing it. */
enum status merge_write(const char *path, const struct merge_table *table,
                        struct error *err);

#endif
