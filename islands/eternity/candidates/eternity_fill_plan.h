/* What the backtracker and the beam search share: the order in which cells are filled,
 * the candidates of each, how many breaks are allowed up to which depth, and how many
 * sides of early colours have to be used by then.
 *
 * Source: a schedule of breaks by depth, none before a late depth, is the method of L.
 * Verhaard's and J. Blackwood's published solvers of Eternity II, a schedule of colours
 * that of the latter. */
#ifndef SKERRY_ETERNITY_FILL_PLAN_H
#define SKERRY_ETERNITY_FILL_PLAN_H

#include "eternity_candidate_table.h"
#include "eternity_scan_order.h"

/* How far a search goes, how many breaks it may make, and how many sides of early
 * colours (eternity_candidate_table.h) it has to use, which only the backtracker knows.
 * A depth is a number of cells filled. */
struct eternity_break_schedule {
    uint16_t goal;                           /* the depth to reach */
    uint16_t breaks[ETERNITY_MAX_CELLS + 1]; /* at most, by depth; never falls */
    uint16_t early[ETERNITY_MAX_CELLS + 1];  /* at least, by depth; 0: any */
};

/* A padded board has a rim of grey to the left and above. */
enum { ETERNITY_PADDED = (ETERNITY_MAX_SIDE + 1) * (ETERNITY_MAX_SIDE + 1) };

/* The cell of one depth, for the inner loop. */
struct eternity_fill_plan_cell {
    const struct eternity_candidate_list *list; /* of its kind */
    uint16_t at, left, above;                   /* in the padded board */
};

/* All that does not change while a search runs; borrows table and order. */
struct eternity_fill_plan {
    const struct eternity_candidate_table *table;
    const struct eternity_scan_order *order;
    struct eternity_break_schedule schedule;
    struct eternity_fill_plan_cell site[ETERNITY_MAX_CELLS];
};

/* Sets table, order and cells; no breaks are allowed, and the goal is all cells. */
void eternity_fill_plan_set(struct eternity_fill_plan *plan,
                            const struct eternity_candidate_table *table,
                            const struct eternity_scan_order *order);

/* What may lie on the cell of a depth beside these colours. */
static inline const struct eternity_candidate_list *
eternity_fill_plan_list(const struct eternity_fill_plan *plan, unsigned depth,
                        unsigned left, unsigned above)
{
    return plan->site[depth].list + left * plan->table->puzzle->colours + above;
}

#endif
