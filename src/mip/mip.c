#include "mip.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void mip_init(struct mip *mip, struct arena *arena)
{
    *mip = (struct mip){.arena = arena};
}

/* Copies n items of size `bytes` to an array of capacity `room`; NULL if memory runs out. */
static void *grown(struct mip *mip, const void *old, size_t n, size_t room,
                   size_t bytes)
{
    void *more = arena_grow_array(mip->arena, old, n, room, bytes);
    mip->lost |= !more;
    return more;
}

#define GROW(list, n, room) (list) = grown(mip, (list), (n), (room), sizeof *(list))

static bool make_col(struct mip *mip)
{
    if (mip->n_cols == mip->room_cols && !mip->lost) {
        size_t n = mip->n_cols, room = n ? 2 * n : 256;
        GROW(mip->col_name, n, room);
        GROW(mip->low, n, room);
        GROW(mip->high, n, room);
        GROW(mip->cost, n, room);
        GROW(mip->start, n, room);
        GROW(mip->integer, n, room);
        GROW(mip->last_row, n, room);
        GROW(mip->last_entry, n, room);
        mip->room_cols = room;
    }
    return !mip->lost;
}

static bool make_row(struct mip *mip)
{
    if (mip->n_rows == mip->room_rows && !mip->lost) {
        size_t n = mip->n_rows, room = n ? 2 * n : 256;
        GROW(mip->row_name, n, room);
        GROW(mip->row_low, n, room);
        GROW(mip->row_high, n, room);
        GROW(mip->first, n, room);
        mip->room_rows = room;
    }
    return !mip->lost;
}

static bool make_entry(struct mip *mip)
{
    if (mip->n_entries == MIP_MOST_ENTRIES)
        mip->lost = mip->too_large = true;
    if (mip->n_entries == mip->room_entries && !mip->lost) {
        size_t n = mip->n_entries, room = n ? 2 * n : 1024;
        GROW(mip->index, n, room);
        GROW(mip->value, n, room);
        mip->room_entries = room;
    }
    return !mip->lost;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

static const char *printed(struct mip *mip, bool is_name, const char *format,
                           va_list list)
{
    char text[512];
    vsnprintf(text, is_name ? MIP_NAME_BYTES : sizeof text, format, list);
    for (char *c = text; *c; c++)
        if (is_name ? !is_plain(*c) : *c < ' ' || *c > '~')
            *c = is_name ? '_' : '?';
    size_t bytes = strlen(text) + 1;
    char *copy = arena_take(mip->arena, bytes);
    if (copy)
        memcpy(copy, text, bytes);
    else
        mip->lost = true;
    return copy;
}

size_t mip_col(struct mip *mip, double low, double high, double cost, bool integer,
               double start, const char *format, ...)
{
    va_list list;
    if (!make_col(mip))
        return 0;
    size_t j = mip->n_cols;
    va_start(list, format);
    mip->col_name[j] = printed(mip, true, format, list);
    va_end(list);
    mip->low[j] = low;
    mip->high[j] = high;
    mip->cost[j] = cost;
    mip->integer[j] = integer;
    mip->start[j] = start;
    mip->last_row[j] = SIZE_MAX;
    mip->n_cols++;
    return j;
}

void mip_row(struct mip *mip, double low, double high, const char *format, ...)
{
    va_list list;
    if (!make_row(mip))
        return;
    size_t i = mip->n_rows;
    va_start(list, format);
    mip->row_name[i] = printed(mip, true, format, list);
    va_end(list);
    mip->row_low[i] = low;
    mip->row_high[i] = high;
    mip->first[i] = mip->n_entries;
    mip->n_rows++;
}

void mip_term(struct mip *mip, size_t col, double value)
{
    if (mip->lost || value == 0)
        return;
    if (mip->last_row[col] == mip->n_rows) {
        mip->value[mip->last_entry[col]] += value;
        return;
    }
    if (!make_entry(mip))
        return;
    mip->last_row[col] = mip->n_rows;
    mip->last_entry[col] = mip->n_entries;
    mip->index[mip->n_entries] = col;
    mip->value[mip->n_entries++] = value;
}

void mip_comment(struct mip *mip, const char *format, ...)
{
    va_list list;
    if (mip->n_comments == mip->room_comments && !mip->lost) {
        size_t room = mip->n_comments ? 2 * mip->n_comments : 64;
        GROW(mip->comment, mip->n_comments, room);
        mip->room_comments = room;
    }
    if (mip->lost)
        return;
    va_start(list, format);
    mip->comment[mip->n_comments] = printed(mip, false, format, list);
    va_end(list);
    mip->n_comments++;
}

enum status mip_done(const struct mip *mip, struct error *err)
{
    if (mip->too_large)
        return error_set(err, STATUS_INPUT,
                         "the program has more than %d coefficients: too large for a "
                         "solver (expected: a smaller puzzle)",
                         MIP_MOST_ENTRIES);
    return mip->lost ? error_set(err, STATUS_MEMORY, "no memory for the program")
                     : STATUS_OK;
}

double mip_start_cost(const struct mip *mip)
{
    double sum = 0;
    for (size_t j = 0; j < mip->n_cols; j++)
        sum += mip->cost[j] * mip->start[j];
    return sum;
}

const char *mip_start_breaks(const struct mip *mip)
{
    for (size_t j = 0; j < mip->n_cols; j++)
        if (!(mip->start[j] >= mip->low[j] && mip->start[j] <= mip->high[j]))
            return mip->col_name[j];
    for (size_t i = 0; i < mip->n_rows; i++) {
        size_t end = i + 1 < mip->n_rows ? mip->first[i + 1] : mip->n_entries;
        double sum = 0, size = 1;
        for (size_t k = mip->first[i]; k < end; k++) {
            double term = mip->value[k] * mip->start[mip->index[k]];
            sum += term;
            size += fabs(term);
        }
        if (sum < mip->row_low[i] - 1e-6 * size || sum > mip->row_high[i] + 1e-6 * size)
            return mip->row_name[i];
    }
    return NULL;
}
