/* The recorder's file: checking, creating, resuming, finishing. Used inside src/record. */
#ifndef SKERRY_RECORD_RECORDER_FILE_H
#define SKERRY_RECORD_RECORDER_FILE_H

#include "improvement_table.h"
#include "lock.h"
#include "observer.h"
#include "recorder.h"
#include "row_buffer.h"
#include "solution_table.h"
#include "start_table.h"

struct recorder {
    struct recorder_info info;
    struct run_info run;
    struct arena *perm;
    const char *checkpoint; /* its path */
    struct recorder_kept kept;
    struct lock lock;     /* held from open to close */
    struct layout layout; /* layout.file is invalid before start and after finish */
    struct row_buffer curves, migrations;
    struct solution_table table;
    struct start_table start;
    struct improvement_table improvements;
    uint64_t *reached;                         /* replicas: generations reported */
    double started_s, flushed_s, flush_cost_s; /* of the monotonic clock */
    double elapsed_s;                          /* as last reported */
};

/* The current time in ISO 8601. */
void recorder_write_time(char out[LAYOUT_TIME_BYTES]);

/* Writes the root attributes that may change when a run is resumed, and the row of this start. */
herr_t recorder_put_occasion(struct recorder *recorder);

/* In the file of a resumed run: adds this build to `resumed_by` if it differs from the last
 * one. */
herr_t recorder_put_build(const struct recorder *recorder);

/* In such a file: gives the inputs the paths that the config has now, by which `skerry verify` finds them,
 * and adds those that it did not name, such as another plugin. */
herr_t recorder_put_inputs(const struct recorder *recorder);

/* Creates the file at `path` with everything known before the first generation, and opens it
 * in recorder->layout. */
enum status recorder_create(struct recorder *recorder, const char *path,
                            struct error *err);

/* Copies the result to `path`, repairs the copy if its writer was killed, truncates its
 * history to the generation of the checkpoint, and opens it in recorder->layout. STATUS_INPUT
 * if it is of a run of other sizes. */
enum status recorder_open_copy(struct recorder *recorder, const char *path,
                               struct error *err);

/* Takes the lock and checks the file, see recorder_open; fills kept.is_unfinished. */
enum status recorder_file_check(struct recorder *recorder, bool resume,
                                struct error *err);

/* Creates PATH.new, or copies and truncates the file to resume; starts single-writer mode;
 * renames it to PATH. On failure PATH is unchanged. */
enum status recorder_file_start(struct recorder *recorder, struct error *err);

/* Writes the summary of replicas, the status and the end time, and closes the file. */
enum status recorder_file_finish(struct recorder *recorder,
                                 const struct outcome *outcome, struct error *err);

/* Closes the file of a run that failed, with status "failed" if that can be written. */
void recorder_file_abandon(struct recorder *recorder);

#endif
