/* How the cells after the next one can be filled, by the very pieces that are left: the
 * outlook (eternity_outlook.h) knows their colours only. */
#ifndef SKERRY_ETERNITY_AHEAD_H
#define SKERRY_ETERNITY_AHEAD_H

#include "eternity_fill.h"
#include "eternity_outlook.h"

/* Ways that are counted at most, and what a board with so many to fill its next cell is
 * worth, beside one with a single way: log((ways + 1/2) / (3/2)). */
enum { ETERNITY_AHEAD_MOST = 4 };
extern const float eternity_ahead_worth[ETERNITY_AHEAD_MOST + 1];

/* How many cells are worth a look once the cell of a depth is filled. Where a break is
 * allowed, one; elsewhere those up to the end of the row, or of a column, if they are
 * one or two; never cells beyond the goal. */
unsigned eternity_ahead_cells(const struct eternity_course *course, unsigned depth);

/* Whether a piece is among those of which a bit is set. */
static inline bool eternity_is_used(const uint64_t *used, unsigned piece)
{
    return used[piece / 64] >> piece % 64 & 1;
}

/* A board whose cells before `depth` are filled, and a tile for the next one. */
struct eternity_child {
    const struct eternity_course *course;
    const struct eternity_view *view; /* of each depth */
    const uint64_t *used;             /* of each piece a bit, without the tile's */
    const uint8_t *slots;             /* colours along the line, without the tile's */
    unsigned depth;
    eternity_entry entry; /* of the tile */
};

/* Ways to fill the next `cells` cells, 1 or 2, without a break; at most `most`. */
unsigned eternity_ahead_ways(const struct eternity_child *child, unsigned cells,
                             unsigned most);

#endif
