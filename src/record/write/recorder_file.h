/* The recorder's file as a whole: checking, creating, resuming, ending. Used inside
 * src/record. */
#ifndef SKERRY_RECORD_RECORDER_FILE_H
#define SKERRY_RECORD_RECORDER_FILE_H

#include "lock.h"
#include "observer.h"
#include "recorder_info.h"
#include "row_buffer.h"
#include "solution_table.h"

struct recorder {
    struct recorder_info info;
    struct run_info run;
    struct arena *perm;
    const char *checkpoint; /* its path */
    const char *kept;       /* where the former result was put, or NULL */
    struct lock lock;       /* held from open to close */
    struct layout layout;   /* layout.file is invalid before start and after finish */
    struct row_buffer curves, migrations;
    struct solution_table table;
    uint64_t *reached;                         /* replicas: generations reported */
    double started_s, flushed_s, flush_cost_s; /* of the monotonic clock */
    double elapsed_s;                          /* as last told */
};

/* Now, in ISO 8601. */
void recorder_write_time(char out[LAYOUT_TIME_BYTES]);

/* Writes the root attributes that differ from one start of a run to the next. */
herr_t recorder_put_occasion(const struct recorder *recorder);

/* In the file of a resumed run: adds this build to `resumed_by`, where the one before
 * was another. */
herr_t recorder_put_build(const struct recorder *recorder);

/* Creates the file at `path` with all that is known before the first generation, and
 * opens it in recorder->layout. */
enum status recorder_create(struct recorder *recorder, const char *path,
                            struct error *err);

/* Copies the result to `path`, mends the copy if its writer was killed, cuts its
 * history to what the checkpoint knows, and opens it in recorder->layout. STATUS_INPUT
 * when it is of a run of other sizes. */
enum status recorder_open_copy(struct recorder *recorder, const char *path,
                               struct error *err);

/* Takes the lock, then checks: see recorder_open. */
enum status recorder_file_check(const struct recorder_info *info, bool resume,
                                struct lock *lock, struct error *err);

/* Creates PATH.new, or copies and cuts the file to resume; begins single-writer mode;
 * renames it to PATH. On failure PATH is as it was. */
enum status recorder_file_start(struct recorder *recorder, struct error *err);

/* Writes the summary of replicas, the status and the end, and closes the file. */
enum status recorder_file_finish(struct recorder *recorder,
                                 const struct outcome *outcome, struct error *err);

/* Closes the file of a run that failed, with that status where it can be written. */
void recorder_file_abandon(struct recorder *recorder);

#endif
