/* Lookahead by one or two cells: how many ways there are to fill the cells after the
 * next one, with the very pieces that are left. The colour-matching heuristic knows
 * only their colours.
 *
 * Source: forward checking, R. Haralick, G. Elliott, Increasing tree search efficiency
 * for constraint satisfaction problems, 1980, limited to the next cells. Differs:
 * where a break is allowed the number of ways adds to the value instead of excluding
 * the board. Cost: a look at one candidate list, for two cells at as many lists as the
 * first has candidates. */
#ifndef SKERRY_ETERNITY_LOOKAHEAD_H
#define SKERRY_ETERNITY_LOOKAHEAD_H

#include "eternity_colour_matching_heuristic.h"
#include "eternity_fill_plan.h"
#include "eternity_simd_filter.h"

/* Ways are counted up to this number; and the value of a board by the number of ways
 * to fill its next cell, relative to a single one: log((ways + 1/2) / (3/2)). */
enum { ETERNITY_LOOKAHEAD_MOST = 4 };
extern const int32_t eternity_lookahead_worth[ETERNITY_LOOKAHEAD_MOST + 1];

/* How many cells to look ahead once the cell of a depth is filled. Where a break is
 * allowed, one; elsewhere those up to the end of the row, or of a column, if they are
 * one or two; never cells beyond the goal. */
unsigned eternity_lookahead_cells(const struct eternity_fill_plan *plan,
                                  unsigned depth);

/* A board whose cells before `depth` are filled. */
struct eternity_lookahead_parent {
    const struct eternity_fill_plan *plan;
    const struct eternity_colour_view *view; /* of each depth */
    const uint64_t *used;                    /* of each piece a bit */
    const uint8_t *colours_at;               /* by frontier position */
    unsigned words;                          /* of used */
    unsigned depth;
};

/* The colour at a frontier position once a tile is placed on the cell of that view. */
static inline unsigned
eternity_lookahead_colour(const struct eternity_colour_view *view, eternity_entry tile,
                          unsigned position, unsigned before)
{
    if (view->row == position)
        return eternity_entry_east(tile);
    return view->column == position ? eternity_entry_south(tile) : before;
}

/* Candidates without a break for the cell after the next one, once the tile of an entry
 * fills that. */
static inline struct eternity_candidate_list
eternity_lookahead_list(const struct eternity_lookahead_parent *parent,
                        eternity_entry entry)
{
    const struct eternity_colour_view *view = parent->view + parent->depth;
    unsigned row = view[1].row, column = view[1].column;
    unsigned left =
        eternity_lookahead_colour(view, entry, row, parent->colours_at[row]);
    unsigned above =
        eternity_lookahead_colour(view, entry, column, parent->colours_at[column]);
    return *eternity_fill_plan_list(parent->plan, parent->depth + 1, left, above);
}

/* Ways to fill one cell without a break, after the next one is filled by the tile of an
 * entry; at most `most`. Inline, since the beam calls it for nearly every candidate. */
static inline unsigned
eternity_lookahead_next(const struct eternity_lookahead_parent *parent,
                        eternity_entry entry, unsigned most)
{
    struct eternity_candidate_list list = eternity_lookahead_list(parent, entry);
    unsigned ways = eternity_filter_count(parent->plan->table->entry + list.first,
                                          list.end[0] - list.first, parent->used,
                                          parent->words, eternity_entry_piece(entry));
    return ways < most ? ways : most;
}

/* The same for two cells. */
unsigned eternity_lookahead_two(const struct eternity_lookahead_parent *parent,
                                eternity_entry entry, unsigned most);

/* The same for `cells` cells, 1 or 2. */
static inline unsigned
eternity_lookahead_ways(const struct eternity_lookahead_parent *parent,
                        eternity_entry entry, unsigned cells, unsigned most)
{
    return cells == 1 ? eternity_lookahead_next(parent, entry, most)
                      : eternity_lookahead_two(parent, entry, most);
}

#endif
