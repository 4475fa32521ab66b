/* The group /starts: a row for each start of the run, of which all but the first have resumed it;
 * and the times of the root, which are totals over them. Used inside src/record.
 *
 * A file of an earlier version has no such group, and is continued without it: its totals begin
 * with the times of its last start. */
#ifndef SKERRY_RECORD_START_TABLE_H
#define SKERRY_RECORD_START_TABLE_H

#include "layout.h"
#include "recorder_info.h"

struct start_table {
    hsize_t row;                   /* of this start */
    double before_s, before_cpu_s; /* totals of the starts before it */
    double cpu_s;                  /* of all ranks, as last reported */
    double own_cpu_s;              /* of rank 0, when that was reported */
};

/* Adds the row of this start; in a file that is continued, marks a start without an end as
 * killed. */
herr_t start_table_begin(struct start_table *table, struct layout *layout,
                         const struct recorder_info *info, int ranks);

/* Notes the CPU time of all ranks since they were started. */
void start_table_note_cpu(struct start_table *table, double cpu_s);

/* Writes the times so far, of this start and in all. */
herr_t start_table_write_times(const struct start_table *table,
                               const struct layout *layout, double elapsed_s);

/* Writes the times and the end of this start. */
herr_t start_table_end(const struct start_table *table, const struct layout *layout,
                       const char *status, const char *why, double elapsed_s);

#endif
