#include "eternity.h"

static bool alike(uint8_t side, uint8_t other)
{
    return side == other && side != ETERNITY_GREY;
}

unsigned eternity_score(const struct eternity *puzzle, const int16_t *board)
{
    unsigned score = 0;
    for (unsigned row = 0, cell = 0; row < puzzle->rows; row++)
        for (unsigned col = 0; col < puzzle->cols; col++, cell++) {
            const uint8_t *here = puzzle->sides[board[cell]];
            if (col + 1 < puzzle->cols)
                score += alike(here[EAST], puzzle->sides[board[cell + 1]][WEST]);
            if (row + 1 < puzzle->rows)
                score += alike(here[SOUTH],
                               puzzle->sides[board[cell + puzzle->cols]][NORTH]);
        }
    return score;
}
