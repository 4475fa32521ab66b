/* Scan orders: in which order the searches fill a board's cells.
 *
 * Every order puts a cell behind its left and its upper neighbour, so that these two
 * (or the rim) are what a candidate has to fit, whatever the order. */
#ifndef SKERRY_ETERNITY_SCAN_ORDER_H
#define SKERRY_ETERNITY_SCAN_ORDER_H

#include "eternity.h"

struct eternity_scan_order {
    unsigned cells;
    uint16_t cell[ETERNITY_MAX_CELLS];  /* at a depth: the cell filled there */
    uint16_t depth[ETERNITY_MAX_CELLS]; /* of a cell */
};

/* Row by row, but the last rows in mixed order: column by column, and the rest, the
 * corner of the board that is filled last, by diagonals.
 *
 * mixed   rows in mixed order, 0: none; more than there are counts as all
 * corner  columns of them that are filled by diagonals; likewise
 *
 * Columns spread the hard bottom rim over the end of the search, and diagonals keep the
 * line between filled and open cells short. */
void eternity_scan_order_set(const struct eternity *puzzle, unsigned mixed,
                             unsigned corner, struct eternity_scan_order *order);

#endif
