#include "eternity_tile_fit.h"

#include <string.h>

struct eternity_fit_constraint
eternity_fit_constraint_of(const struct eternity_instance *instance,
                           const int16_t *board, unsigned cell)
{
    const struct eternity *puzzle = &instance->puzzle;
    const int step[N_SIDES] = {-(int)puzzle->cols, 1, (int)puzzle->cols, -1};
    uint8_t mask[N_SIDES] = {0}, sides[N_SIDES] = {0};
    struct eternity_fit_constraint constraint = {.greys =
                                                     eternity_rim_sides(puzzle, cell)};
    for (unsigned side = 0; side < N_SIDES; side++) {
        if (instance->places.rim[side][cell]) {
            mask[side] = 0xff;
            continue;
        }
        int16_t neighbour = board[(int)cell + step[side]];
        if (neighbour == ETERNITY_NONE)
            continue;
        mask[side] = 0xff;
        sides[side] = puzzle->sides[neighbour][(side + 2) % N_SIDES];
    }
    memcpy(&constraint.mask, mask, sizeof mask);
    memcpy(&constraint.sides, sides, sizeof sides);
    return constraint;
}

int16_t eternity_fit_tile(const struct eternity *puzzle, unsigned piece, unsigned turn,
                          struct eternity_fit_constraint constraint)
{
    if (puzzle->greys[piece] != constraint.greys)
        return ETERNITY_NONE;
    for (unsigned tile = 4 * piece + turn; tile < 4 * piece + N_SIDES; tile++) {
        uint32_t sides;
        memcpy(&sides, puzzle->sides[tile], sizeof sides);
        if ((sides & constraint.mask) == constraint.sides)
            return (int16_t)tile;
    }
    return ETERNITY_NONE;
}
