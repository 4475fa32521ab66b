#include "eternity_ahead.h"

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

/* The colour kept in a slot once a tile is laid on the cell of that view. */
static unsigned colour_after(const struct eternity_view *view, eternity_entry tile,
                             unsigned slot, unsigned before)
{
    if (view->row == slot)
        return entry_east(tile);
    return view->column == slot ? entry_south(tile) : before;
}

/* What can lie without a break on the cell after one or two tiles laid. */
static struct eternity_list list_after(const struct eternity_parent *parent,
                                       const eternity_entry *tile, unsigned tiles)
{
    const struct eternity_view *view = parent->view + parent->depth;
    unsigned row = view[tiles].row, column = view[tiles].column;
    unsigned left = parent->slots[row], above = parent->slots[column];
    for (unsigned i = 0; i < tiles; i++) {
        left = colour_after(&view[i], tile[i], row, left);
        above = colour_after(&view[i], tile[i], column, above);
    }
    return *eternity_course_list(parent->course, parent->depth + tiles, left, above);
}

/* Ways to fill one cell from its list when two pieces are laid before it. */
static unsigned ways_of_one(const struct eternity_parent *parent,
                            struct eternity_list list, unsigned piece, unsigned other,
                            unsigned most)
{
    const eternity_entry *entry = parent->course->lists->entry;
    unsigned n = 0;
    for (uint32_t i = list.first; i < list.end[0] && n < most; i++) {
        unsigned next = entry_piece(entry[i]);
        n += !eternity_is_used(parent->used, next) && next != piece && next != other;
    }
    return n;
}

unsigned eternity_ahead_ways(const struct eternity_parent *parent, eternity_entry entry,
                             unsigned cells, unsigned most)
{
    const eternity_entry *entries = parent->course->lists->entry;
    struct eternity_list list = list_after(parent, &entry, 1);
    unsigned piece = entry_piece(entry), n = 0;
    if (cells == 1)
        return ways_of_one(parent, list, piece, piece, most);
    for (uint32_t i = list.first; i < list.end[0] && n < most; i++) {
        eternity_entry path[] = {entry, entries[i]};
        unsigned next = entry_piece(entries[i]);
        if (!eternity_is_used(parent->used, next) && next != piece)
            n +=
                ways_of_one(parent, list_after(parent, path, 2), piece, next, most - n);
    }
    return n;
}
