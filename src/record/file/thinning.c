#include "thinning.h"

/* Numbers from `first` on, of which every step-th has a row. */
struct stretch {
    uint64_t first, end, step;
};

static struct stretch first_stretch(uint64_t all)
{
    return (struct stretch){0, all ? all : UINT64_MAX, 1};
}

static struct stretch stretch_after(struct stretch before)
{
    struct stretch next = {before.end, UINT64_MAX, before.step * 10};
    if (before.end <= UINT64_MAX / 10)
        next.end = before.end * 10;
    return next;
}

/* Rows of the numbers from the first one of a stretch up to n, exclusive. */
static uint64_t rows_up_to(struct stretch stretch, uint64_t n)
{
    uint64_t numbers = n - stretch.first;
    return numbers / stretch.step + (numbers % stretch.step > 0);
}

uint64_t thinning_rows(uint64_t all, uint64_t n)
{
    struct stretch stretch = first_stretch(all);
    uint64_t rows = 0;
    for (; n > stretch.end; stretch = stretch_after(stretch))
        rows += rows_up_to(stretch, stretch.end);
    return rows + rows_up_to(stretch, n);
}

uint64_t thinning_number(uint64_t all, uint64_t row)
{
    struct stretch stretch = first_stretch(all);
    while (stretch.end < UINT64_MAX && row >= rows_up_to(stretch, stretch.end)) {
        row -= rows_up_to(stretch, stretch.end);
        stretch = stretch_after(stretch);
    }
    return stretch.first + row * stretch.step;
}

bool thinning_find(uint64_t all, uint64_t number, uint64_t *row)
{
    *row = thinning_rows(all, number);
    return thinning_number(all, *row) == number;
}
