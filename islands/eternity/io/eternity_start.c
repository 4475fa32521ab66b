#include "eternity_start.h"

#include "eternity.h"

bool eternity_start_encode(const void *self, const void *recorded, void *genome)
{
    const struct eternity *puzzle = self;
    const int16_t *gene = recorded;
    int16_t *board = genome;
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        board[cell] = (int16_t)(gene[cell] - 4);
    return true;
}
