#include "eternity_ahead.h"

#include <string.h>

enum { FURTHEST = 2 };

const int32_t eternity_ahead_worth[ETERNITY_AHEAD_MOST + 1] = {-18000, 0, 8369, 13882,
                                                               18000};

static bool ends_line(const struct eternity *puzzle, unsigned cell)
{
    return cell % puzzle->cols == puzzle->cols - 1 ||
           cell + puzzle->cols >= puzzle->cells;
}

unsigned eternity_ahead_cells(const struct eternity_course *course, unsigned depth)
{
    const struct eternity_rules *rules = &course->rules;
    if (depth + 1 >= rules->goal)
        return 0;
    if (rules->breaks[depth + 1] > 0)
        return 1;
    for (unsigned cells = 1; cells <= FURTHEST && depth + cells < rules->goal; cells++)
        if (ends_line(course->lists->puzzle, course->order->cell[depth + cells]))
            return cells;
    return 0;
}

/* What can lie without a break on the cell after two tiles laid. */
static struct eternity_list list_after_two(const struct eternity_parent *parent,
                                           const eternity_entry tile[2])
{
    const struct eternity_view *view = parent->view + parent->depth;
    unsigned row = view[2].row, column = view[2].column;
    unsigned left = parent->slots[row], above = parent->slots[column];
    for (unsigned i = 0; i < 2; i++) {
        left = eternity_colour_after(&view[i], tile[i], row, left);
        above = eternity_colour_after(&view[i], tile[i], column, above);
    }
    return *eternity_course_list(parent->course, parent->depth + 2, left, above);
}

/* Ways to fill two cells; `used` has the piece of the entry, too. */
static unsigned ways_of_two(const struct eternity_parent *parent, eternity_entry entry,
                            const uint64_t *used, unsigned most)
{
    const eternity_entry *entries = parent->course->lists->entry;
    const struct eternity_list list = eternity_list_after(parent, entry);
    unsigned n = 0;
    for (uint32_t i = list.first; i < list.end[0] && n < most; i++) {
        unsigned next = entry_piece(entries[i]);
        if (eternity_is_used(used, next))
            continue;
        struct eternity_list last =
            list_after_two(parent, (eternity_entry[]){entry, entries[i]});
        n += eternity_count_free(entries + last.first, last.end[0] - last.first, used,
                                 parent->words, next);
    }
    return n < most ? n : most;
}

unsigned eternity_ahead_two(const struct eternity_parent *parent, eternity_entry entry,
                            unsigned most)
{
    uint64_t used[ETERNITY_MAX_CELLS / 64];
    unsigned piece = entry_piece(entry);
    memcpy(used, parent->used, parent->words * sizeof *used);
    used[piece / 64] |= UINT64_C(1) << piece % 64;
    return ways_of_two(parent, entry, used, most);
}
