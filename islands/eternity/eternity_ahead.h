/* How the cells after the next one can be filled, by the very pieces that are left: the
 * outlook (eternity_outlook.h) knows their colours only. */
#ifndef SKERRY_ETERNITY_AHEAD_H
#define SKERRY_ETERNITY_AHEAD_H

#include "eternity_fill.h"
#include "eternity_outlook.h"

/* Ways that are counted at most, and what a board with so many to fill its next cell is
 * worth, beside one with a single way: log((ways + 1/2) / (3/2)), as a value. */
enum { ETERNITY_AHEAD_MOST = 4 };
extern const int32_t eternity_ahead_worth[ETERNITY_AHEAD_MOST + 1];

/* How many cells are worth a look once the cell of a depth is filled. Where a break is
 * allowed, one; elsewhere those up to the end of the row, or of a column, if they are
 * one or two; never cells beyond the goal. */
unsigned eternity_ahead_cells(const struct eternity_course *course, unsigned depth);

/* Whether a piece is among those of which a bit is set. */
static inline bool eternity_is_used(const uint64_t *used, unsigned piece)
{
    return used[piece / 64] >> piece % 64 & 1;
}

/* A board whose cells before `depth` are filled. */
struct eternity_parent {
    const struct eternity_course *course;
    const struct eternity_view *view; /* of each depth */
    const uint64_t *used;             /* of each piece a bit */
    const uint8_t *slots;             /* colours along the line */
    unsigned depth;
};

/* Ways to fill `cells` cells, 1 or 2, without a break, after the next one is filled by
 * the tile of an entry; at most `most`. */
unsigned eternity_ahead_ways(const struct eternity_parent *parent, eternity_entry entry,
                             unsigned cells, unsigned most);

#endif
