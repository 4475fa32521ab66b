/* Small edge-matching puzzles with a solution, for tests: joints get random colours,
 * pieces are cut along them, shuffled and turned. Pieces may be alike. */
#ifndef SKERRY_TESTS_ETERNITY_PLANTED_H
#define SKERRY_TESTS_ETERNITY_PLANTED_H

#include "eternity.h"
#include "rng.h"

#include <string.h>

/* Colours 1..ring are those of joints along the rim, the next `inner` of all others.
 * solution: the tile of each cell. */
static inline void planted_puzzle(struct rng *rng, unsigned rows, unsigned cols,
                                  unsigned ring, unsigned inner,
                                  struct eternity *puzzle, int16_t *solution)
{
    uint8_t east[ETERNITY_MAX_CELLS], south[ETERNITY_MAX_CELLS];
    uint32_t piece[ETERNITY_MAX_CELLS];
    *puzzle = (struct eternity){.rows = rows,
                                .cols = cols,
                                .cells = rows * cols,
                                .colours = ring + inner + 1,
                                .best_score = 2 * rows * cols - rows - cols};
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        unsigned row = cell / cols, col = cell % cols;
        bool ends_row = col == cols - 1, ends_col = row == rows - 1;
        uint64_t of_inner = 1 + ring + rng_below(rng, inner);
        uint64_t of_ring = 1 + rng_below(rng, ring);
        uint64_t along = row == 0 || ends_col ? of_ring : of_inner;
        uint64_t down = col == 0 || ends_row ? of_ring : of_inner;
        east[cell] = (uint8_t)(ends_row ? 0 : along);
        south[cell] = (uint8_t)(ends_col ? 0 : down);
        piece[cell] = cell;
        puzzle->clue[cell] = ETERNITY_NONE;
    }
    rng_shuffle(rng, piece, puzzle->cells);
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        uint8_t side[N_SIDES] = {cell < cols ? (uint8_t)0 : south[cell - cols],
                                 east[cell], south[cell],
                                 cell % cols == 0 ? (uint8_t)0 : east[cell - 1]};
        unsigned turned = (unsigned)rng_below(rng, N_SIDES);
        for (unsigned s = 0; s < N_SIDES; s++)
            puzzle->greys[piece[cell]] =
                (uint8_t)(puzzle->greys[piece[cell]] + !side[s]);
        for (unsigned turn = 0; turn < N_SIDES; turn++)
            for (unsigned s = 0; s < N_SIDES; s++)
                puzzle->sides[4 * piece[cell] + (turn + turned) % N_SIDES][s] =
                    side[(s + N_SIDES - turn) % N_SIDES];
        solution[cell] = (int16_t)(4 * piece[cell] + turned);
    }
}

/* Gives the solution's tile of a cell as a clue. */
static inline void planted_clue(struct eternity *puzzle, const int16_t *solution,
                                unsigned cell)
{
    puzzle->clue[cell] = solution[cell];
    puzzle->clues++;
}

/* Each piece once, clues kept, grey on the rim and only there. */
static inline bool planted_keeps_rules(const struct eternity *puzzle,
                                       const int16_t *board)
{
    bool used[ETERNITY_MAX_CELLS] = {false};
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
        bool rim[N_SIDES] = {row == 0, col == puzzle->cols - 1, row == puzzle->rows - 1,
                             col == 0};
        unsigned piece = eternity_piece(board[cell]);
        if (board[cell] < 0 || piece >= puzzle->cells || used[piece])
            return false;
        used[piece] = true;
        if (puzzle->clue[cell] >= 0 && puzzle->clue[cell] != board[cell])
            return false;
        for (unsigned side = 0; side < N_SIDES; side++)
            if ((puzzle->sides[board[cell]][side] == 0) != rim[side])
                return false;
    }
    return true;
}

#endif
