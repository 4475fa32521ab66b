#include "backlog.h"

#include <assert.h>

enum { ITEM_BYTES = 8, MOST_BYTES = 1 << 25 };

enum status backlog_init(struct backlog *backlog, enum layout_column first_column,
                         enum layout_column last_column, uint32_t replicas,
                         uint32_t islands, size_t capacity, struct arena *perm,
                         struct error *err)
{
    *backlog = (struct backlog){.first_column = first_column,
                                .columns = (size_t)last_column - first_column + 1,
                                .along = layout_entries[first_column].dim[1],
                                .replicas = replicas};
    size_t row_bytes = 0;
    for (size_t c = 0; c < backlog->columns; c++) {
        backlog->width[c] = layout_entries[first_column + c].dims == 3 ? islands : 1;
        row_bytes += backlog->width[c] * ITEM_BYTES;
    }
    assert(row_bytes && replicas);
    size_t room = MOST_BYTES / row_bytes / replicas;
    backlog->capacity = capacity < room ? capacity : room ? room : 1;
    backlog->first = ARENA_NEW(perm, uint64_t, replicas);
    backlog->count = ARENA_NEW(perm, size_t, replicas);
    bool taken = backlog->first && backlog->count;
    for (size_t c = 0; c < backlog->columns; c++) {
        backlog->data[c] = arena_take_array(
            perm, replicas * backlog->capacity * backlog->width[c], ITEM_BYTES);
        taken = taken && backlog->data[c];
    }
    if (!taken)
        return error_set(err, STATUS_MEMORY,
                         "no memory for the recorder's rows of %u replicas", replicas);
    return STATUS_OK;
}

bool backlog_reserve(struct backlog *backlog, uint32_t replica, uint64_t number,
                     size_t *slot)
{
    size_t *count = &backlog->count[replica];
    if (*count == 0)
        backlog->first[replica] = number;
    if (*count == backlog->capacity || backlog->first[replica] + *count != number)
        return false;
    *slot = (*count)++;
    if (*count > backlog->most)
        backlog->most = *count;
    return true;
}

static hsize_t end_of(const struct backlog *backlog)
{
    hsize_t end = 0;
    for (uint32_t r = 0; r < backlog->replicas; r++)
        if (backlog->count[r] && backlog->first[r] + backlog->count[r] > end)
            end = backlog->first[r] + backlog->count[r];
    return end;
}

static herr_t write_window(const struct backlog *backlog, const struct layout *layout,
                           uint32_t replica)
{
    herr_t bad = 0;
    for (size_t c = 0; c < backlog->columns && bad >= 0; c++) {
        enum layout_column column = backlog->first_column + (enum layout_column)c;
        hsize_t start[3] = {replica, backlog->first[replica], 0};
        hsize_t count[3] = {1, backlog->count[replica], backlog->width[c]};
        bad = layout_write(layout, column, start, count,
                           backlog_cell(backlog, column, replica, 0));
    }
    return bad;
}

herr_t backlog_write(const struct backlog *backlog, struct layout *layout)
{
    hsize_t end = end_of(backlog);
    if (end > layout->extent[backlog->along] &&
        layout_extend(layout, backlog->along, end) < 0)
        return -1;
    for (uint32_t r = 0; r < backlog->replicas; r++)
        if (backlog->count[r] && write_window(backlog, layout, r) < 0)
            return -1;
    return 0;
}

void backlog_clear(struct backlog *backlog)
{
    for (uint32_t r = 0; r < backlog->replicas; r++)
        backlog->count[r] = 0;
    backlog->most = 0;
}
