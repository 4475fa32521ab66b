/* The fast backtracker: fills a board cell by cell in a scan order, depth first, from
 * candidate lists, with few breaks allowed and late.
 *
 * It stops after so many placements and goes on from there, so that a caller can slice
 * it; its state is one struct without pointers.
 * Source: the method is that of L. Verhaard's and J. Blackwood's published solvers:
 * breaks by depth, colours used up early. */
#ifndef SKERRY_ETERNITY_BACKTRACKER_H
#define SKERRY_ETERNITY_BACKTRACKER_H

#include "eternity_fill_plan.h"

/* One depth of the search: the tile laid there, and what else may be. */
struct eternity_backtracker_level {
    uint32_t next, end; /* candidates left, as places in lists.entry */
    eternity_entry entry;
    uint16_t breaks; /* of the cells before it */
};

struct eternity_backtracker {
    uint64_t placements; /* tiles laid since begin */
    uint16_t base;       /* cells given, which stay */
    uint16_t depth;
    uint16_t deepest; /* most cells ever filled; deepest_tile holds them, by depth */
    int16_t deepest_tile[ETERNITY_MAX_CELLS];
    uint8_t used[ETERNITY_MAX_CELLS]; /* of a piece */
    eternity_entry board[ETERNITY_PADDED];
    struct eternity_backtracker_level level[ETERNITY_MAX_CELLS + 1];
};

/* Starts from given tiles of the first n cells of the order (by depth), which stay;
 * breaks among them count, n < goal. */
void eternity_backtracker_begin(const struct eternity_fill_plan *plan,
                                const int16_t *tiles, unsigned n,
                                struct eternity_backtracker *backtracker);

enum eternity_backtracker_result {
    ETERNITY_BACKTRACKER_SPENT,   /* all placements done; there is more to do */
    ETERNITY_BACKTRACKER_REACHED, /* the goal: cells 0..goal-1 of the order are filled */
    ETERNITY_BACKTRACKER_DONE     /* everything was looked at */
};

/* Lays at most `placements` tiles. Going on after ETERNITY_BACKTRACKER_REACHED looks for the next way
 * to reach the goal. Changed rules hold for what is tried from then on. */
enum eternity_backtracker_result
eternity_backtracker_run(const struct eternity_fill_plan *plan,
                         struct eternity_backtracker *backtracker, uint64_t placements);

/* The tiles of the cells filled, by depth; fill->depth of them. */
void eternity_backtracker_tiles(const struct eternity_backtracker *backtracker,
                                int16_t *tiles);

#endif
