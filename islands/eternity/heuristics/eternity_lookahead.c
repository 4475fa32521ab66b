#include "eternity_lookahead.h"

#include <string.h>

/* More cells gain nothing (results/eternity/experiments.md, Lookahead). */
enum { FURTHEST = 2 };

/* log((ways + 1/2) / (3/2)) in units of ETERNITY_HEURISTIC_UNIT. */
const int32_t eternity_lookahead_worth[ETERNITY_LOOKAHEAD_MOST + 1] = {-18000, 0, 8369,
                                                                       13882, 18000};

static bool ends_line(const struct eternity *puzzle, unsigned cell)
{
    return cell % puzzle->cols == puzzle->cols - 1 ||
           cell + puzzle->cols >= puzzle->cells;
}

unsigned eternity_lookahead_cells(const struct eternity_fill_plan *plan, unsigned depth)
{
    const struct eternity_break_schedule *schedule = &plan->schedule;
    if (depth + 1 >= schedule->goal)
        return 0;
    if (schedule->breaks[depth + 1] > 0)
        return 1;
    for (unsigned cells = 1; cells <= FURTHEST && depth + cells < schedule->goal;
         cells++)
        if (ends_line(plan->table->puzzle, plan->order->cell[depth + cells]))
            return cells;
    return 0;
}

/* Candidates without a break for the cell after two tiles placed. */
static struct eternity_candidate_list
list_after_two(const struct eternity_lookahead_parent *parent,
               const eternity_entry tile[2])
{
    const struct eternity_colour_view *view = parent->view + parent->depth;
    unsigned row = view[2].row, column = view[2].column;
    unsigned left = parent->colours_at[row], above = parent->colours_at[column];
    for (unsigned i = 0; i < 2; i++) {
        left = eternity_lookahead_colour(&view[i], tile[i], row, left);
        above = eternity_lookahead_colour(&view[i], tile[i], column, above);
    }
    return *eternity_fill_plan_list(parent->plan, parent->depth + 2, left, above);
}

/* Ways to fill two cells; `used` has the piece of the entry, too. */
static unsigned ways_of_two(const struct eternity_lookahead_parent *parent,
                            eternity_entry entry, const uint64_t *used, unsigned most)
{
    const eternity_entry *entries = parent->plan->table->entry;
    const struct eternity_candidate_list list = eternity_lookahead_list(parent, entry);
    unsigned n = 0;
    for (uint32_t i = list.first; i < list.end[0] && n < most; i++) {
        unsigned next = eternity_entry_piece(entries[i]);
        if (eternity_filter_is_used(used, next))
            continue;
        struct eternity_candidate_list last =
            list_after_two(parent, (eternity_entry[]){entry, entries[i]});
        n += eternity_filter_count(entries + last.first, last.end[0] - last.first, used,
                                   parent->words, next);
    }
    return n < most ? n : most;
}

unsigned eternity_lookahead_two(const struct eternity_lookahead_parent *parent,
                                eternity_entry entry, unsigned most)
{
    uint64_t used[ETERNITY_MAX_CELLS / 64];
    unsigned piece = eternity_entry_piece(entry);
    memcpy(used, parent->used, parent->words * sizeof *used);
    used[piece / 64] |= UINT64_C(1) << piece % 64;
    return ways_of_two(parent, entry, used, most);
}
