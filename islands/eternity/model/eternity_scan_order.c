#include "eternity_scan_order.h"

static unsigned at_most(unsigned n, unsigned most)
{
    return n < most ? n : most;
}

static void append(struct eternity_scan_order *order, unsigned cell)
{
    order->depth[cell] = (uint16_t)order->cells;
    order->cell[order->cells++] = (uint16_t)cell;
}

/* The block from (row, col) to the last corner, diagonal after diagonal. */
static void append_diagonals(const struct eternity *puzzle, unsigned row, unsigned col,
                             struct eternity_scan_order *order)
{
    unsigned rows = puzzle->rows - row, cols = puzzle->cols - col;
    for (unsigned sum = 0; sum + 1 < rows + cols; sum++)
        for (unsigned r = 0; r < rows && r <= sum; r++)
            if (sum - r < cols)
                append(order, (row + r) * puzzle->cols + col + sum - r);
}

void eternity_scan_order_set(const struct eternity *puzzle, unsigned mixed,
                             unsigned corner, struct eternity_scan_order *order)
{
    unsigned row = puzzle->rows - at_most(mixed, puzzle->rows);
    unsigned col = puzzle->cols - at_most(corner, puzzle->cols);
    order->cells = 0;
    for (unsigned cell = 0; cell < row * puzzle->cols; cell++)
        append(order, cell);
    if (row == puzzle->rows)
        return;
    for (unsigned c = 0; c < col; c++)
        for (unsigned r = row; r < puzzle->rows; r++)
            append(order, r * puzzle->cols + c);
    if (col < puzzle->cols)
        append_diagonals(puzzle, row, col, order);
}
