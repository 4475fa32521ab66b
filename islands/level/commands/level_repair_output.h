/* The output of `skerry repair`, on rank 0. */
#ifndef SKERRY_LEVEL_REPAIR_OUTPUT_H
#define SKERRY_LEVEL_REPAIR_OUTPUT_H

#include "level_repair_files.h"
#include "level_repair_report.h"

struct repair_output {
    struct repair_report report;
    struct repair_files files; /* path NULL: levels go to stdout */
    bool explain;              /* say for each edit which rules need it */
    json_t *edits; /* of each repair of the level that is put next, explained */
    bool json;     /* a JSON object per level, on a line of stdout */
    bool terminal; /* stdout shows both levels, with the edits in colour */
    size_t put, optimal, infeasible, none, failed; /* levels so far */
    double seconds;
    char failure[REPAIR_FAILURE_BYTES]; /* of the last level that was not repaired */
};

/* Begins the output; report, the path of the files, explain, json and terminal are set. STATUS_INPUT
 * as level_repair_files_open. */
enum status level_repair_output_open(struct repair_output *out, struct error *err);

/* Explains the edits of all repairs of the level that is put next, if that is wanted; apart
 * from the output, since it may take long. The cells of the repairs are changed in between. */
enum status level_repair_output_explain(struct repair_output *out,
                                        struct level_repair *repairs,
                                        struct error *err);

/* Outputs the repairs of the next level, or that there is none. */
enum status level_repair_output_put(struct repair_output *out,
                                    const struct level_repair *repairs,
                                    struct error *err);

/* Ends the output, also after a failure, whose status is kept. STATUS_INFEASIBLE when a
 * level cannot be repaired, STATUS_NOTHING when no level was found within the time limit,
 * STATUS_FAILED when the method failed at one. */
enum status level_repair_output_close(struct repair_output *out, struct error *err);

#endif
