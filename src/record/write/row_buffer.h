/* Rows that are told but not yet in the file: a window a replica over one history
 * (curves or migrations). They leave only after a successful flush, so that a full disk
 * costs none. Used inside src/record. */
#ifndef SKERRY_RECORD_ROW_BUFFER_H
#define SKERRY_RECORD_ROW_BUFFER_H

#include "layout.h"

enum { BACKLOG_COLUMNS = 6 };

struct row_buffer {
    enum layout_column first_column; /* columns first_column .. + columns - 1 */
    size_t columns;
    enum layout_dim along; /* BY_GENERATION or BY_EPOCH */
    uint32_t replicas;
    size_t capacity;               /* rows a replica */
    size_t width[BACKLOG_COLUMNS]; /* items a row: islands, or 1 */
    uint64_t *first;               /* replicas: number of its first row */
    size_t *count;                 /* replicas: rows in the window */
    void *data[BACKLOG_COLUMNS];   /* replicas x capacity x width items of 8 bytes */
    size_t most;                   /* the fullest window's rows */
};

/* Takes from perm room for at most `capacity` rows a replica, fewer where that would
 * pass some 32 MiB. STATUS_MEMORY. */
enum status row_buffer_init(struct row_buffer *buffer, enum layout_column first_column,
                            enum layout_column last_column, uint32_t replicas,
                            uint32_t islands, size_t capacity, struct arena *perm,
                            struct error *err);

/* Makes room for row `number` of a replica; false when the window must be written and
 * cleared first (it is full, or the row does not follow its last). On success *slot is
 * its place for row_buffer_cell. */
bool row_buffer_reserve(struct row_buffer *buffer, uint32_t replica, uint64_t number,
                        size_t *slot);

/* The items of one column of a row: doubles or int64_t, as the column is. */
static inline void *row_buffer_cell(const struct row_buffer *buffer,
                                    enum layout_column column, uint32_t replica,
                                    size_t slot)
{
    size_t c = (size_t)column - (size_t)buffer->first_column;
    size_t row = replica * buffer->capacity + slot;
    return (char *)buffer->data[c] + row * buffer->width[c] * 8;
}

/* Writes all windows to the datasets, which grow as needed. Rows stay. */
herr_t row_buffer_write(const struct row_buffer *buffer, struct layout *layout);

/* Empties the windows. */
void row_buffer_clear(struct row_buffer *buffer);

#endif
