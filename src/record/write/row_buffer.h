/* Rows that were reported but are not yet in the file: a window per replica of one history
 * (curves or migrations). They are removed only after a successful flush, so that none is lost
 * on a full disk. Used inside src/record. */
#ifndef SKERRY_RECORD_ROW_BUFFER_H
#define SKERRY_RECORD_ROW_BUFFER_H

#include "layout.h"

enum { ROW_BUFFER_COLUMNS = 7 };

struct row_buffer {
    enum layout_column first_column; /* columns first_column .. + columns - 1 */
    size_t columns;
    enum layout_dim along; /* BY_GENERATION or BY_EPOCH */
    uint32_t replicas;
    size_t capacity;                  /* rows per replica */
    size_t width[ROW_BUFFER_COLUMNS]; /* items per row: islands, or 1 */
    uint64_t *first;                  /* of each replica: number of the first row */
    size_t *count;                    /* of each replica: rows in the window */
    void *data[ROW_BUFFER_COLUMNS];   /* replicas x capacity x width items of 8 bytes */
    size_t most;                      /* rows of the fullest window */
};

/* Takes memory from perm for up to `capacity` rows per replica, fewer if that would exceed
 * about 32 MiB. May fail with STATUS_MEMORY. */
enum status row_buffer_init(struct row_buffer *buffer, enum layout_column first_column,
                            enum layout_column last_column, uint32_t replicas,
                            uint32_t islands, size_t capacity, struct arena *perm,
                            struct error *err);

/* Adds row `row` of a replica; false if the window must be written and cleared first (it is
 * full, or the row does not follow its last). On success *slot is its index for
 * row_buffer_cell. */
bool row_buffer_reserve(struct row_buffer *buffer, uint32_t replica, uint64_t row,
                        size_t *slot);

/* The items of one column of a row: double or int64_t, depending on the column. */
static inline void *row_buffer_cell(const struct row_buffer *buffer,
                                    enum layout_column column, uint32_t replica,
                                    size_t slot)
{
    size_t c = (size_t)column - (size_t)buffer->first_column;
    size_t row = replica * buffer->capacity + slot;
    return (char *)buffer->data[c] + row * buffer->width[c] * 8;
}

/* Writes all windows to the datasets, which grow as needed; does not empty the windows. */
herr_t row_buffer_write(const struct row_buffer *buffer, struct layout *layout);

/* Empties the windows. */
void row_buffer_clear(struct row_buffer *buffer);

#endif
