/* What the fuzzer asks of skerry's searches of part of a board, in plain numbers. */
#ifndef SKERRY_TESTS_FUZZ_ETERNITY_BACKTRACKER_H
#define SKERRY_TESTS_FUZZ_ETERNITY_BACKTRACKER_H

#include "fuzz_eternity.h"

/* What the backtracker is to fill; breaks, early: see eternity_fill_plan.h. */
struct fuzz_filling {
    unsigned mixed, corner; /* of the scan order */
    unsigned goal, given;   /* depths: so many of the board's tiles stay */
    unsigned breaks[FUZZ_MOST_PIECES + 1];
    unsigned early[FUZZ_MOST_PIECES + 1];
    uint64_t colours; /* the early ones, a bit each */
    unsigned cut;     /* cells behind which lists are cut; 0: none are */
    uint64_t slice, seed;
};

/* Ways to fill cells, whatever their order. */
struct fuzz_ways {
    uint64_t ways, sum; /* of their hashes */
};

void fuzz_ways_add(struct fuzz_ways *ways, const int *tiles, unsigned n);

/* The order in which cells are filled, for fuzz_board. */
void fuzz_fill_order(const struct fuzz_filling *filling, int *cell);
/* At most so many ways. */
struct fuzz_ways fuzz_fill(const struct fuzz_filling *filling, uint64_t most);

/* Lays the pieces of n cells of fuzz_board.tile again, with fewer than `below` breaks;
 * nodes: most tiles to lay, becomes what is left. Returns the breaks, or `below`. */
unsigned fuzz_region(const int *cells, unsigned n, unsigned below, uint64_t *nodes);

#endif
