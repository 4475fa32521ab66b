/* The merged file of a sweep. Used inside src/app/sweep. */
#ifndef SKERRY_APP_SWEEP_MERGE_H
#define SKERRY_APP_SWEEP_MERGE_H

#include "sweep_state.h"

/* Writes the merged file (merge.h) of what the tasks of a table have found: a column for each
 * key that the table sets, numbers as numbers, and the outcome of each task. Results of
 * finished and stopped tasks are copied.
 *
 * err  STATUS_FULL, STATUS_IO, STATUS_MEMORY */
enum status sweep_merge(const struct sweep_survey *survey, struct arena *perm,
                        struct error *err);

#endif
