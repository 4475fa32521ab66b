/* Runs the tasks of a sweep that are not finished, on this machine. Used inside
 * src/app/sweep. */
#ifndef SKERRY_APP_SWEEP_RUN_H
#define SKERRY_APP_SWEEP_RUN_H

#include "sweep_state.h"

struct sweep_run_plan {
    size_t jobs;  /* tasks at a time, >= 1 */
    size_t ranks; /* of each task; 1: without mpirun */
    bool quiet;   /* no line for each task */
};

/* Runs each unfinished task as `skerry sweep TABLE --task N:NAME`, and keeps the survey up to date.
 * The folder of the results exists.
 *
 * failed   out: tasks that failed, the unusable ones included
 * stopped  out: a signal has ended it early
 * err      STATUS_MEMORY, STATUS_FAILED if no process can be started */
enum status sweep_run(struct sweep_survey *survey, const struct sweep_run_plan *plan,
                      struct arena *perm, size_t *failed, bool *stopped,
                      struct error *err);

/* Says on stderr why the result of a task cannot be used. */
void sweep_run_tell_unusable(const struct sweep_survey *survey, size_t task);

/* Makes the folder of a table's results and those that it is in. STATUS_INPUT with the line of
 * the table if it cannot be made or written to. */
enum status sweep_run_folder(const struct sweep_table *table, struct error *err);

#endif
