/* An edge-matching puzzle such as Eternity II: pieces, rotations, boards and the
 * score.
 *
 * A board has rows x cols cells, numbered row by row from the top left. Each piece has
 * four coloured sides N, E, S, W; grey, colour 0, belongs on the rim of the board. A
 * tile is a piece in one rotation: tile 4 * p + t is piece p (from 0, in file order)
 * rotated by t quarter turns clockwise. A genome is a board: one tile a cell, each
 * piece once.
 *
 * A joint is a pair of sides that touch; a break is a joint whose two colours differ.
 * Score: joints whose colours agree; grey never counts. At most rows * (cols - 1) +
 * (rows - 1) * cols, which is 480 for Eternity II.
 *
 * Source: J. Munoz, G. Gutierrez, A. Sanchis, Evolutionary techniques in a constraint
 * satisfaction problem: Puzzle Eternity II ("the paper"), sections I and III.B. */
#ifndef SKERRY_ETERNITY_H
#define SKERRY_ETERNITY_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ETERNITY_MAX_SIDE = 32, /* rows or columns */
    ETERNITY_MAX_CELLS = ETERNITY_MAX_SIDE * ETERNITY_MAX_SIDE,
    ETERNITY_MAX_TILES = 4 * ETERNITY_MAX_CELLS,
    ETERNITY_MAX_COLOURS = 64, /* grey included */
    ETERNITY_GREY = 0,
    ETERNITY_NONE = -1 /* no tile */
};

enum eternity_side { NORTH, EAST, SOUTH, WEST, N_SIDES };

/* One instance. */
struct eternity {
    unsigned rows, cols, cells; /* 2..ETERNITY_MAX_SIDE each; cells = pieces */
    unsigned colours;           /* colours are 0..colours-1 */
    unsigned best_score;        /* all joints */
    uint8_t sides[ETERNITY_MAX_TILES][N_SIDES]; /* colours of a tile */
    uint8_t greys[ETERNITY_MAX_CELLS]; /* of a piece: 2 corner, 1 edge, 0 inner */
    int16_t clue[ETERNITY_MAX_CELLS];  /* tile that a cell must hold, ETERNITY_NONE */
    unsigned clues;
};

static inline unsigned eternity_piece(int16_t tile)
{
    return (unsigned)tile >> 2;
}

static inline unsigned eternity_turn(int16_t tile)
{
    return (unsigned)tile & 3;
}

/* The same piece turned `quarters` further clockwise. */
static inline int16_t eternity_turned(int16_t tile, unsigned quarters)
{
    return (int16_t)((tile & ~3) | ((tile + (int)quarters) & 3));
}

/* The sides of a cell that lie on the rim, a bit each. */
static inline unsigned eternity_rim(const struct eternity *puzzle, unsigned cell)
{
    assert(puzzle->cols > 0);
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    return (unsigned)((row == 0) << NORTH | (col + 1 == puzzle->cols) << EAST |
                      (row + 1 == puzzle->rows) << SOUTH | (col == 0) << WEST);
}

/* The grey sides of a tile, a bit each: those of eternity_rim where the tile keeps the rim. */
static inline unsigned eternity_grey_sides(const struct eternity *puzzle, int16_t tile)
{
    unsigned greys = 0;
    for (unsigned side = 0; side < N_SIDES; side++)
        greys |= (unsigned)(puzzle->sides[tile][side] == ETERNITY_GREY) << side;
    return greys;
}

/* How many of a cell's sides lie on the rim: 2 in a corner, 1 at an edge, 0 inside. */
static inline unsigned eternity_rim_sides(const struct eternity *puzzle, unsigned cell)
{
    assert(puzzle->cols > 0);
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    return (unsigned)(row == 0) + (row == puzzle->rows - 1) + (col == 0) +
           (col == puzzle->cols - 1);
}

/* Matched joints of a board of puzzle->cells tiles. O(cells). */
unsigned eternity_score(const struct eternity *puzzle, const int16_t *board);

#endif
