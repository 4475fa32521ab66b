/* How the cells after the next one can be filled, by the very pieces that are left: the
 * outlook (eternity_outlook.h) knows their colours only. */
#ifndef SKERRY_ETERNITY_AHEAD_H
#define SKERRY_ETERNITY_AHEAD_H

#include "eternity_fill.h"
#include "eternity_free.h"
#include "eternity_outlook.h"

/* Ways that are counted at most, and what a board with so many to fill its next cell is
 * worth, beside one with a single way: log((ways + 1/2) / (3/2)), as a value. */
enum { ETERNITY_AHEAD_MOST = 4 };
extern const int32_t eternity_ahead_worth[ETERNITY_AHEAD_MOST + 1];

/* How many cells are worth a look once the cell of a depth is filled. Where a break is
 * allowed, one; elsewhere those up to the end of the row, or of a column, if they are
 * one or two; never cells beyond the goal. */
unsigned eternity_ahead_cells(const struct eternity_course *course, unsigned depth);

/* A board whose cells before `depth` are filled. */
struct eternity_parent {
    const struct eternity_course *course;
    const struct eternity_view *view; /* of each depth */
    const uint64_t *used;             /* of each piece a bit */
    const uint8_t *slots;             /* colours along the line */
    unsigned words;                   /* of used */
    unsigned depth;
};

/* The colour kept in a slot once a tile is laid on the cell of that view. */
static inline unsigned eternity_colour_after(const struct eternity_view *view,
                                             eternity_entry tile, unsigned slot,
                                             unsigned before)
{
    if (view->row == slot)
        return entry_east(tile);
    return view->column == slot ? entry_south(tile) : before;
}

/* What can lie without a break on the cell after the next one, once the tile of an
 * entry fills that. */
static inline struct eternity_list
eternity_list_after(const struct eternity_parent *parent, eternity_entry entry)
{
    const struct eternity_view *view = parent->view + parent->depth;
    unsigned row = view[1].row, column = view[1].column;
    unsigned left = eternity_colour_after(view, entry, row, parent->slots[row]);
    unsigned above = eternity_colour_after(view, entry, column, parent->slots[column]);
    return *eternity_course_list(parent->course, parent->depth + 1, left, above);
}

/* Ways to fill one cell without a break, after the next one is filled by the tile of an
 * entry; at most `most`. Inline, since a beam asks it of nearly each candidate. */
static inline unsigned eternity_ahead_next(const struct eternity_parent *parent,
                                           eternity_entry entry, unsigned most)
{
    struct eternity_list list = eternity_list_after(parent, entry);
    unsigned ways = eternity_count_free(parent->course->lists->entry + list.first,
                                        list.end[0] - list.first, parent->used,
                                        parent->words, entry_piece(entry));
    return ways < most ? ways : most;
}

/* The same for two cells. */
unsigned eternity_ahead_two(const struct eternity_parent *parent, eternity_entry entry,
                            unsigned most);

/* The same for `cells` cells, 1 or 2. */
static inline unsigned eternity_ahead_ways(const struct eternity_parent *parent,
                                           eternity_entry entry, unsigned cells,
                                           unsigned most)
{
    return cells == 1 ? eternity_ahead_next(parent, entry, most)
                      : eternity_ahead_two(parent, entry, most);
}

#endif
