/* The group /improvements: a row each time that the best of a replica gets better, appended while
 * the run goes on. Used inside src/record.
 *
 * Rows of one replica are in order; those of different replicas are in the order in which they were
 * reported, which depends on the number of ranks. A file of an earlier version has no such group,
 * and is continued without it. */
#ifndef SKERRY_RECORD_IMPROVEMENT_TABLE_H
#define SKERRY_RECORD_IMPROVEMENT_TABLE_H

#include "layout.h"

enum {
    IMPROVEMENT_COLUMNS = IMPROVEMENT_CPU - IMPROVEMENT_REPLICA + 1,
    IMPROVEMENT_ROWS = 1024 /* that are kept in memory until they are written */
};

struct improvement_table {
    /* Of each column its numbers of the rows not in the file yet: double or int64_t. */
    void *data[IMPROVEMENT_COLUMNS];
    hsize_t pending, written;
};

/* Takes memory from perm; continues the rows of an open file. */
enum status improvement_table_init(struct improvement_table *table,
                                   const struct layout *layout, struct arena *perm,
                                   struct error *err);

static inline bool improvement_table_is_full(const struct improvement_table *table)
{
    return table->pending == IMPROVEMENT_ROWS;
}

/* Adds a row to a table that is not full. */
void improvement_table_add(struct improvement_table *table, uint32_t replica,
                           const struct measure *objective,
                           const struct improvement *row);

/* Appends the pending rows to the datasets; they stay pending until improvement_table_clear, so
 * that none is lost on a full disk. */
herr_t improvement_table_write(const struct improvement_table *table,
                               struct layout *layout);
void improvement_table_clear(struct improvement_table *table);

/* In a file that is continued, before single-writer mode: removes the rows of each replica from
 * generation kept[replica] on, and of its end, which is made again. */
herr_t improvement_table_cut(struct layout *layout, const uint64_t *kept,
                             uint32_t replicas);

#endif
