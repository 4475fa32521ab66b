#include "eternity_board.h"

#include <string.h>

/* Room behind the last cell, for reading on past it. */
enum { SPARE = ETERNITY_MAX_SIDE };

/* The sides of all cells, colour by colour; loops over them become vector code. */
struct sides {
    uint8_t north[ETERNITY_MAX_CELLS + SPARE], east[ETERNITY_MAX_CELLS + SPARE];
    uint8_t south[ETERNITY_MAX_CELLS + SPARE], west[ETERNITY_MAX_CELLS + SPARE];
};

/* 1 where a side of a cell matches, for all cells. */
struct matches {
    uint8_t up[ETERNITY_MAX_CELLS + SPARE], right[ETERNITY_MAX_CELLS + SPARE];
    uint8_t down[ETERNITY_MAX_CELLS + SPARE], left[ETERNITY_MAX_CELLS + SPARE];
};

static void gather(const struct eternity *puzzle, const int16_t *board,
                   struct sides *sides)
{
    uint32_t word[ETERNITY_MAX_CELLS];
    for (unsigned i = 0; i < puzzle->cells; i++)
        memcpy(&word[i], puzzle->sides[board[i]], sizeof word[i]);
    const uint8_t *byte = (const uint8_t *)word;
    for (unsigned i = 0; i < puzzle->cells; i++) {
        sides->north[i] = byte[4 * i + NORTH];
        sides->east[i] = byte[4 * i + EAST];
        sides->south[i] = byte[4 * i + SOUTH];
        sides->west[i] = byte[4 * i + WEST];
    }
    memset(sides->west + puzzle->cells, 0, SPARE);
}

static void compare(const struct eternity_instance *instance, const struct sides *sides,
                    struct matches *match)
{
    unsigned cells = instance->puzzle.cells, cols = instance->puzzle.cols;
    for (unsigned i = 0; i < cells; i++) {
        uint8_t inside = instance->inside[i], grey = sides->east[i] == ETERNITY_GREY;
        uint8_t same = sides->east[i] == sides->west[i + 1];
        match->right[i] = (uint8_t)((inside & same) ^ grey) & (uint8_t)(inside ^ grey);
    }
    for (unsigned i = 0; i < cells - cols; i++)
        match->down[i] = (sides->south[i] == sides->north[i + cols]) &
                         (sides->south[i] != ETERNITY_GREY);
    for (unsigned i = cells - cols; i < cells; i++)
        match->down[i] = sides->south[i] == ETERNITY_GREY;
    for (unsigned i = 0; i < cols; i++)
        match->up[i] = sides->north[i] == ETERNITY_GREY;
    memcpy(match->up + cols, match->down, cells - cols);
    memcpy(match->left + 1, match->right, cells - 1);
    for (unsigned i = 0; i < cells; i += cols)
        match->left[i] = sides->west[i] == ETERNITY_GREY;
}

struct eternity_worth eternity_weigh(const struct eternity_instance *instance,
                                     const int16_t *board)
{
    const struct eternity *puzzle = &instance->puzzle;
    unsigned cells = puzzle->cells, cols = puzzle->cols;
    struct sides sides;
    struct matches match;
    struct eternity_worth worth = {0, 0, 0};
    gather(puzzle, board, &sides);
    compare(instance, &sides, &match);
    for (unsigned row = 0; row < cells; row += cols) {
        uint8_t joints = 0, blocks = 0, tiles = 0; /* of a row: at most 64 */
        bool last = row + cols == cells;
        const uint8_t *right = match.right + row, *down = match.down + row;
        const uint8_t *up = match.up + row, *left = match.left + row;
        const uint8_t *inside = instance->inside + row, *next = right + cols;
        for (unsigned i = 0; i < cols; i++) {
            joints = (uint8_t)(joints + (right[i] & inside[i]));
            tiles = (uint8_t)(tiles + (up[i] & right[i] & down[i] & left[i]));
        }
        for (unsigned i = 0; i < cols && !last; i++) {
            joints = (uint8_t)(joints + down[i]);
            blocks = (uint8_t)(blocks + (right[i] & inside[i] & next[i] & down[i] &
                                         down[i + 1]));
        }
        worth.score += joints;
        worth.blocks += blocks;
        worth.tiles += tiles;
    }
    return worth;
}

double eternity_value(const struct eternity_instance *instance,
                      struct eternity_worth worth)
{
    const struct eternity *puzzle = &instance->puzzle;
    if (instance->keys->fitness == FITNESS_NORMAL)
        return worth.score;
    return ((double)worth.score / puzzle->best_score +
            (double)worth.blocks / instance->most_blocks +
            (double)worth.tiles / puzzle->cells) /
           3;
}

void eternity_evaluate(const void *self, const void *genomes, size_t n,
                       struct arena scratch, double *cost)
{
    const struct eternity_instance *instance = self;
    const int16_t *board = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        struct eternity_worth worth =
            eternity_weigh(instance, board + i * instance->puzzle.cells);
        cost[3 * i] = -eternity_value(instance, worth);
        cost[3 * i + 1] = -(double)worth.blocks;
        cost[3 * i + 2] = -(double)worth.tiles;
    }
}

/* Matched joints around a cell, were it to hold these sides. */
static int joints_around(const struct eternity *puzzle, const int16_t *board,
                         unsigned cell, const uint8_t *side)
{
    unsigned cols = puzzle->cols, col = cell % cols;
    int joints = 0;
    if (cell >= cols && side[NORTH])
        joints += side[NORTH] == puzzle->sides[board[cell - cols]][SOUTH];
    if (col + 1 < cols && side[EAST])
        joints += side[EAST] == puzzle->sides[board[cell + 1]][WEST];
    if (cell + cols < puzzle->cells && side[SOUTH])
        joints += side[SOUTH] == puzzle->sides[board[cell + cols]][NORTH];
    if (col > 0 && side[WEST])
        joints += side[WEST] == puzzle->sides[board[cell - 1]][EAST];
    return joints;
}

int eternity_put(const struct eternity *puzzle, int16_t *board, unsigned cell,
                 int16_t tile)
{
    int before = joints_around(puzzle, board, cell, puzzle->sides[board[cell]]);
    board[cell] = tile;
    return joints_around(puzzle, board, cell, puzzle->sides[tile]) - before;
}

int eternity_turn_by(const struct eternity *puzzle, int16_t *board, unsigned cell,
                     unsigned quarters)
{
    return eternity_put(puzzle, board, cell, eternity_turned(board[cell], quarters));
}

int eternity_swap(const struct eternity *puzzle, int16_t *board, unsigned a, unsigned b)
{
    int16_t tile = board[a];
    int gain = eternity_put(puzzle, board, a, board[b]);
    return gain + eternity_put(puzzle, board, b, tile);
}

int eternity_move(const struct eternity *puzzle, int16_t *board, const uint16_t *cell,
                  const int16_t *tile, size_t n)
{
    int gain = 0;
    for (size_t i = 0; i < n; i++)
        gain += eternity_put(puzzle, board, cell[i], tile[i]);
    return gain;
}
