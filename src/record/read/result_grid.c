#include "reading.h"

/* More cells than any run has mean damaged extents. */
enum { MOST_CELLS = 1 << 30 };

static enum status read_descriptors(struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t n, start = 0;
    if (!reading_extents(reading, DESCRIPTOR_UNIT, &n))
        return reading->err->status;
    if (n < 1 || n > MAX_DESCRIPTORS)
        return reading_damaged(reading, "descriptors");
    const char **names = reading_names(reading, BY_DESCRIPTOR, n);
    const char **units = names ? reading_texts(reading, DESCRIPTOR_UNIT, n) : NULL;
    const double *low =
        units ? reading_block(reading, DESCRIPTOR_LOW, &start, &n, NULL) : NULL;
    const double *high =
        low ? reading_block(reading, DESCRIPTOR_HIGH, &start, &n, NULL) : NULL;
    if (!high)
        return reading_damaged(reading, "descriptors");
    result->n_descriptors = n;
    for (size_t i = 0; i < n; i++) {
        result->descriptor[i] = (struct measure){
            .name = names[i], .unit = units[i], .low = low[i], .high = high[i]};
        if (!(low[i] < high[i]))
            return reading_damaged(reading, "descriptors");
    }
    return STATUS_OK;
}

static enum status read_axes(struct reading *reading)
{
    struct grid *grid = &reading->result->grid;
    hsize_t n, start = 0;
    size_t cells = 1;
    if (!reading_extents(reading, AXIS_BINS, &n))
        return reading->err->status;
    if (n < 1 || n > reading->result->n_descriptors)
        return reading_damaged(reading, "axis_bins");
    const int64_t *bins = reading_block(reading, AXIS_BINS, &start, &n, NULL);
    if (!bins)
        return reading->err->status;
    for (size_t a = 0; a < n; a++) {
        if (bins[a] < 1 || (size_t)bins[a] > MOST_CELLS / cells)
            return reading_damaged(reading, "axis_bins");
        grid->bins[a] = (size_t)bins[a];
        cells *= grid->bins[a];
    }
    grid->axes = n;
    return STATUS_OK;
}

enum status reading_grid(struct reading *reading)
{
    enum status status = STATUS_OK;
    if (reading_has(reading, DESCRIPTOR_UNIT))
        status = read_descriptors(reading);
    if (status == STATUS_OK && reading_has(reading, AXIS_BINS))
        status = read_axes(reading);
    return status;
}

enum status reading_places(const struct reading *reading, hsize_t n,
                           const double **descriptors, const int64_t **cells)
{
    const struct result *result = reading->result;
    const struct grid *grid = &result->grid;
    hsize_t start[2] = {0, 0}, count[2] = {n, result->n_descriptors};
    *descriptors = NULL;
    *cells = NULL;
    if (result->n_descriptors) {
        *descriptors = reading_block(reading, SOLUTION_DESCRIPTORS, start, count, NULL);
        if (!*descriptors)
            return reading->err->status;
    }
    if (!grid->axes)
        return STATUS_OK;
    count[1] = grid->axes;
    *cells = reading_block(reading, SOLUTION_CELL, start, count, NULL);
    if (!*cells)
        return reading->err->status;
    return STATUS_OK;
}
