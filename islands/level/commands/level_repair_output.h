/* The output of `skerry repair`, on rank 0. */
#ifndef SKERRY_LEVEL_REPAIR_OUTPUT_H
#define SKERRY_LEVEL_REPAIR_OUTPUT_H

#include "json_output.h"
#include "level_files.h"
#include "level_repair.h"

#include <stdio.h>

enum { REPAIR_OUTPUT_PATH_BYTES = 4096 };

struct repair_output {
    const struct level_files *levels;
    const char *method;
    size_t solutions, apart; /* wanted for each level, see level_solutions.h */
    bool explain;            /* say for each edit which rules need it */
    json_t *edits;           /* of the level that is put next, explained */
    bool said_why;           /* why fast took a slower method has been printed */
    bool json;               /* a JSON object per level, on a line of stdout */
    bool terminal;           /* stdout shows both levels, with the edits in colour */
    /* Output of repaired levels: a file, or a folder with one file for each that was
     * read; NULL: stdout. */
    const char *path;
    bool folder; /* path is one */
    /* The current file, made with the first level for it. */
    char name[REPAIR_OUTPUT_PATH_BYTES];
    FILE *file;                            /* or NULL */
    size_t put, optimal, infeasible, none; /* levels so far */
    double seconds;
    /* Why the last level that was not repaired was not. */
    char failure[LEVEL_FILES_NAME_BYTES + 640];
};

/* Begins the output; the fields up to path are set. STATUS_INPUT when two files would be
 * written under one name or a file exists, STATUS_IO when the file cannot be opened. */
enum status level_repair_output_open(struct repair_output *out, struct error *err);

/* Explains the edits of the level that is put next, if that is wanted; apart from the
 * output, since it may take long. The cells of the repair are changed in between. */
enum status level_repair_output_explain(struct repair_output *out,
                                        struct level_repair *repair, struct error *err);

/* The number of repairs of a level to be put: those with a level, or one without.
 *
 * repairs  as level_solutions_find fills them in */
size_t level_repair_output_count(const struct repair_output *out,
                                 const struct level_repair *repairs);

/* Outputs repair k of the next level; all of them in order, level by level. */
enum status level_repair_output_put(struct repair_output *out,
                                    const struct level_repair *repairs, size_t k,
                                    struct error *err);

/* Ends the output, also after a failure, whose status is kept. STATUS_INFEASIBLE when a
 * level cannot be repaired, STATUS_NOTHING when no level was found within the time limit. */
enum status level_repair_output_close(struct repair_output *out, struct error *err);

#endif
