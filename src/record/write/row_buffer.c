#include "row_buffer.h"

#include <assert.h>

enum { ITEM_BYTES = 8, MOST_BYTES = 1 << 25 };

enum status row_buffer_init(struct row_buffer *buffer, enum layout_column first_column,
                            enum layout_column last_column, uint32_t replicas,
                            uint32_t islands, size_t capacity, struct arena *perm,
                            struct error *err)
{
    *buffer = (struct row_buffer){.first_column = first_column,
                                  .columns = (size_t)last_column - first_column + 1,
                                  .along = layout_entries[first_column].dim[1],
                                  .replicas = replicas};
    size_t row_bytes = 0;
    for (size_t c = 0; c < buffer->columns; c++) {
        buffer->width[c] = layout_entries[first_column + c].dims == 3 ? islands : 1;
        row_bytes += buffer->width[c] * ITEM_BYTES;
    }
    assert(row_bytes && replicas);
    size_t room = MOST_BYTES / row_bytes / replicas;
    buffer->capacity = capacity < room ? capacity : room ? room : 1;
    buffer->first = ARENA_NEW(perm, uint64_t, replicas);
    buffer->count = ARENA_NEW(perm, size_t, replicas);
    bool taken = buffer->first && buffer->count;
    for (size_t c = 0; c < buffer->columns; c++) {
        buffer->data[c] = arena_take_array(
            perm, replicas * buffer->capacity * buffer->width[c], ITEM_BYTES);
        taken = taken && buffer->data[c];
    }
    if (!taken)
        return error_set(err, STATUS_MEMORY,
                         "no memory for the recorder's rows of %u replicas", replicas);
    return STATUS_OK;
}

bool row_buffer_reserve(struct row_buffer *buffer, uint32_t replica, uint64_t row,
                        size_t *slot)
{
    size_t *count = &buffer->count[replica];
    if (*count == 0)
        buffer->first[replica] = row;
    if (*count == buffer->capacity || buffer->first[replica] + *count != row)
        return false;
    *slot = (*count)++;
    if (*count > buffer->most)
        buffer->most = *count;
    return true;
}

static hsize_t end_of(const struct row_buffer *buffer)
{
    hsize_t end = 0;
    for (uint32_t r = 0; r < buffer->replicas; r++)
        if (buffer->count[r] && buffer->first[r] + buffer->count[r] > end)
            end = buffer->first[r] + buffer->count[r];
    return end;
}

static herr_t write_window(const struct row_buffer *buffer, const struct layout *layout,
                           uint32_t replica)
{
    herr_t bad = 0;
    for (size_t c = 0; c < buffer->columns && bad >= 0; c++) {
        enum layout_column column = buffer->first_column + (enum layout_column)c;
        hsize_t start[3] = {replica, buffer->first[replica], 0};
        hsize_t count[3] = {1, buffer->count[replica], buffer->width[c]};
        bad = layout_write(layout, column, start, count,
                           row_buffer_cell(buffer, column, replica, 0));
    }
    return bad;
}

herr_t row_buffer_write(const struct row_buffer *buffer, struct layout *layout)
{
    hsize_t end = end_of(buffer);
    if (end > layout->extent[buffer->along] &&
        layout_extend(layout, buffer->along, end) < 0)
        return -1;
    for (uint32_t r = 0; r < buffer->replicas; r++)
        if (buffer->count[r] && write_window(buffer, layout, r) < 0)
            return -1;
    return 0;
}

void row_buffer_clear(struct row_buffer *buffer)
{
    for (uint32_t r = 0; r < buffer->replicas; r++)
        buffer->count[r] = 0;
    buffer->most = 0;
}
