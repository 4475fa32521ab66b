/* What `skerry repair` prints and writes, on rank 0. */
#ifndef SKERRY_LEVEL_REPAIR_OUTPUT_H
#define SKERRY_LEVEL_REPAIR_OUTPUT_H

#include "level_files.h"
#include "level_repair.h"

#include <stdio.h>

struct repair_output {
    const struct level_files *levels;
    const char *method;
    bool json;        /* a JSON object a level, on a line of stdout */
    bool terminal;    /* stdout shows both levels, edits coloured */
    const char *path; /* where repaired levels go: a file, or a folder, which gets one
                         file for each that was read; NULL: stdout */
    bool folder;      /* path is one */
    char name[4096];  /* of the file in turn; opened with the first level for it, so
                         that one for which none is found stays as it was */
    FILE *file;       /* it, or NULL */
    size_t put, optimal, infeasible, none; /* levels so far */
    double seconds;
    char failure[LEVEL_FILES_NAME_BYTES +
                 640]; /* why the last of those is not repaired */
};

/* Begins; path, json and the rest are set. STATUS_INPUT when two files would be
 * written under one name, STATUS_IO when the file cannot be opened. */
enum status level_repair_output_open(struct repair_output *out, struct error *err);

/* One level, in order. */
enum status level_repair_output_put(struct repair_output *out,
                                    const struct level_repair *repair,
                                    struct error *err);

/* Ends, also after a failure (whose status stays). STATUS_INPUT when a level cannot be
 * repaired, STATUS_FAILED when none was found in the time limit. */
enum status level_repair_output_close(struct repair_output *out, struct error *err);

#endif
