/* Scan orders: the order in which the searches fill the cells of a board.
 *
 * Every order puts a cell behind its left and its upper neighbour, so that whatever
 * the order, a candidate has to fit these two (or the rim). The number of orders of
 * that kind is large; the ones here are those that were measured, see
 * results/eternity/experiments.md. O(cells).
 *
 * Source: row by row, as in L. Verhaard's and J. Blackwood's published solvers of
 * Eternity II; columns and diagonals are our own. */
#ifndef SKERRY_ETERNITY_SCAN_ORDER_H
#define SKERRY_ETERNITY_SCAN_ORDER_H

#include "eternity.h"

struct eternity_scan_order {
    unsigned cells;
    uint16_t cell[ETERNITY_MAX_CELLS];  /* at a depth: the cell filled there */
    uint16_t depth[ETERNITY_MAX_CELLS]; /* of a cell */
};

/* Row by row, except that the last rows are filled column by column, and the corner of
 * the board that comes last by diagonals.
 *
 * mixed   rows that are filled by columns and diagonals, 0: none; cut to the board
 * corner  columns of these rows that are filled by diagonals; likewise
 *
 * Columns spread the hard bottom rim over the end of the search; diagonals keep the
 * frontier between filled and open cells short. */
void eternity_scan_order_set(const struct eternity *puzzle, unsigned mixed,
                             unsigned corner, struct eternity_scan_order *order);

#endif
