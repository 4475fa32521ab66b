/* The fast backtracker: fills a board cell by cell in a scan order, depth first, from
 * candidate lists, with few breaks allowed and late.
 *
 * It stops after so many placements and goes on from there, so that a caller can slice
 * it; its state is one struct without pointers.
 * Source: the method is that of L. Verhaard's and J. Blackwood's published solvers:
 * breaks by depth, colours used up early. */
#ifndef SKERRY_ETERNITY_FILL_H
#define SKERRY_ETERNITY_FILL_H

#include "eternity_lists.h"
#include "eternity_order.h"

/* What a search may do at which depth; a depth is a number of cells filled. */
struct eternity_rules {
    uint16_t goal;                           /* the depth to reach */
    uint16_t breaks[ETERNITY_MAX_CELLS + 1]; /* at most, by depth; never falls */
    uint16_t quota[ETERNITY_MAX_CELLS + 1];  /* sides in quota colours, at least */
};

/* One depth of the search: the tile laid there, and what else may be. */
struct eternity_level {
    uint32_t next, end; /* candidates left, as places in lists.entry */
    eternity_entry entry;
    uint16_t breaks, quota; /* of the cells before it */
};

/* A padded board has a rim of grey to the left and above. */
enum { ETERNITY_PADDED = (ETERNITY_MAX_SIDE + 1) * (ETERNITY_MAX_SIDE + 1) };

struct eternity_fill {
    uint64_t placements; /* tiles laid since begin */
    uint16_t base;       /* cells given, which stay */
    uint16_t depth;
    uint16_t deepest; /* most cells ever filled; deepest_tile holds them, by depth */
    int16_t deepest_tile[ETERNITY_MAX_CELLS];
    uint8_t used[ETERNITY_MAX_CELLS]; /* of a piece */
    eternity_entry board[ETERNITY_PADDED];
    struct eternity_level level[ETERNITY_MAX_CELLS + 1];
};

/* Where a depth's cell is, for the inner loop. */
struct eternity_site {
    const struct eternity_list *list; /* of its kind */
    uint16_t at, left, above;         /* in the padded board */
};

/* What does not change while a search runs; borrows lists and order. */
struct eternity_course {
    const struct eternity_lists *lists;
    const struct eternity_order *order;
    struct eternity_rules rules;
    struct eternity_site site[ETERNITY_MAX_CELLS];
};

/* Sets lists, order and sites; no breaks, no quota, goal: all cells. */
void eternity_course_set(struct eternity_course *course,
                         const struct eternity_lists *lists,
                         const struct eternity_order *order);

/* What may lie on the cell of a depth beside these colours. */
static inline const struct eternity_list *
eternity_course_list(const struct eternity_course *course, unsigned depth,
                     unsigned left, unsigned above)
{
    return course->site[depth].list + left * course->lists->puzzle->colours + above;
}

/* Starts from given tiles of the first n cells of the order (by depth), which stay;
 * breaks among them count, n < goal. */
void eternity_fill_begin(const struct eternity_course *course, const int16_t *tiles,
                         unsigned n, struct eternity_fill *fill);

enum eternity_pause {
    FILL_SPENT,   /* all placements done; there is more to do */
    FILL_REACHED, /* the goal: cells 0..goal-1 of the order are filled */
    FILL_DONE     /* everything was looked at */
};

/* Lays at most `placements` tiles. Going on after FILL_REACHED looks for the next way
 * to reach the goal. Changed rules hold for what is tried from then on. */
enum eternity_pause eternity_fill_run(const struct eternity_course *course,
                                      struct eternity_fill *fill, uint64_t placements);

/* The tiles of the cells filled, by depth; fill->depth of them. */
void eternity_fill_tiles(const struct eternity_fill *fill, int16_t *tiles);

#endif
