/* A depth-first backtracker with limited discrepancies: fills a board cell by cell in
 * a scan order, from candidate lists, with few breaks allowed and those late, and if
 * the schedule asks for it with the sides of some colours used up early.
 *
 * It stops after a given number of placements and continues from there, so that a
 * caller can run it in slices; its state is one struct without pointers, which a
 * checkpoint can hold. Exponential time; some 80 million placements a second on one
 * core (bench_eternity_search).
 * Source: D. Knuth, The Art of Computer Programming 4B, 7.2.2, for the method; L.
 * Verhaard's and J. Blackwood's published solvers of Eternity II for breaks by depth,
 * the latter's for early colours. */
#ifndef SKERRY_ETERNITY_BACKTRACKER_H
#define SKERRY_ETERNITY_BACKTRACKER_H

#include "eternity_fill_plan.h"

struct eternity_cut_list {
    uint64_t stamp;  /* of the prefix that it was made for */
    uint32_t end[2]; /* as in eternity_candidate_list, which has its first */
};

/* Candidate lists without the pieces of the first cells, made as they are needed: late
 * in a search most pieces of a list lie there. A cache, which a checkpoint need not
 * hold, for one backtracker. */
struct eternity_backtracker_cut {
    unsigned depth; /* the first cells: so many of them, or one more than are given */
    unsigned from;  /* which of the two, while the backtracker runs */
    uint64_t stamp; /* of their tiles */
    uint8_t used[ETERNITY_MAX_CELLS]; /* of a piece: it lies there */
    struct eternity_cut_list *list;
    eternity_entry *entry;
};

/* One depth of the search: the tile placed there, and the candidates left. */
struct eternity_backtracker_level {
    uint32_t next, end; /* candidates left, as indices in table->entry */
    eternity_entry entry;
    uint16_t breaks; /* of the cells before it */
    uint16_t early;  /* sides of early colours of the tiles before it */
};

struct eternity_backtracker {
    uint64_t placements; /* tiles placed since begin */
    uint16_t base;       /* cells given, which stay */
    uint16_t depth;
    uint16_t
        deepest; /* most cells filled so far; deepest_tile has their tiles, by depth */
    int16_t deepest_tile[ETERNITY_MAX_CELLS];
    uint8_t used[ETERNITY_MAX_CELLS]; /* of a piece */
    eternity_entry board[ETERNITY_PADDED];
    struct eternity_backtracker_level level[ETERNITY_MAX_CELLS + 1];
};

/* Takes memory from perm, as much as the table's lists take. The table may be filled
 * later, and again between runs of the backtracker. */
enum status eternity_backtracker_cut_init(struct eternity_backtracker_cut *cut,
                                          const struct eternity_candidate_table *table,
                                          unsigned depth, struct arena *perm,
                                          struct error *err);

/* Starts from given tiles of the first n cells of the order (by depth), which stay;
 * breaks among them count, n < goal. */
void eternity_backtracker_begin(const struct eternity_fill_plan *plan,
                                const int16_t *tiles, unsigned n,
                                struct eternity_backtracker *backtracker);

/* The deepest board is the present one, until a deeper one is met. */
void eternity_backtracker_reset_deepest(struct eternity_backtracker *backtracker);

enum eternity_backtracker_result {
    ETERNITY_BACKTRACKER_SPENT,   /* stopped early; there is more to do */
    ETERNITY_BACKTRACKER_REACHED, /* the goal: its cells are filled */
    ETERNITY_BACKTRACKER_DONE     /* the search space is exhausted */
};

/* Places at most `placements` tiles. Continuing after ETERNITY_BACKTRACKER_REACHED
 * looks for the next way to reach the goal. A changed schedule holds for what is tried
 * from then on.
 *
 * cut  makes the search faster where its lists are long, as they are with breaks, and
 *      changes nothing else; NULL: none */
enum eternity_backtracker_result
eternity_backtracker_run(const struct eternity_fill_plan *plan,
                         struct eternity_backtracker *backtracker,
                         struct eternity_backtracker_cut *cut, uint64_t placements);

/* The tiles of the cells filled, by depth; backtracker->depth of them. */
void eternity_backtracker_tiles(const struct eternity_backtracker *backtracker,
                                int16_t *tiles);

#endif
