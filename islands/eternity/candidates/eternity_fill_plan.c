#include "eternity_fill_plan.h"

#include <string.h>

void eternity_fill_plan_set(struct eternity_fill_plan *plan,
                            const struct eternity_candidate_table *table,
                            const struct eternity_scan_order *order)
{
    const struct eternity *puzzle = table->puzzle;
    unsigned width = puzzle->cols + 1;
    memset(&plan->schedule, 0, sizeof plan->schedule);
    plan->table = table;
    plan->order = order;
    plan->schedule.goal = (uint16_t)puzzle->cells;
    for (unsigned depth = 0; depth < puzzle->cells; depth++) {
        unsigned cell = order->cell[depth];
        unsigned at = (cell / puzzle->cols + 1) * width + cell % puzzle->cols + 1;
        plan->site[depth] = (struct eternity_fill_plan_cell){
            .list = eternity_candidate_table_list(table, cell, 0, 0),
            .at = (uint16_t)at,
            .left = (uint16_t)(at - 1),
            .above = (uint16_t)(at - width)};
    }
}
