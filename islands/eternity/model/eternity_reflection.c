#include "eternity_reflection.h"

void eternity_reflect(const struct eternity *puzzle, struct eternity *reflection)
{
    *reflection = *puzzle;
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile++) {
        const uint8_t *sides = puzzle->sides[tile];
        uint8_t *there = reflection->sides[eternity_reflect_tile((int16_t)tile)];
        there[NORTH] = sides[NORTH];
        there[SOUTH] = sides[SOUTH];
        there[EAST] = sides[WEST];
        there[WEST] = sides[EAST];
    }
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        int16_t clue = puzzle->clue[cell];
        reflection->clue[eternity_reflect_cell(puzzle, cell)] =
            clue == ETERNITY_NONE ? ETERNITY_NONE : eternity_reflect_tile(clue);
    }
}
