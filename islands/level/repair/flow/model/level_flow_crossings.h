/* Crossings: blocked cells of the given level beside one or two passable ones (their sides), where opening a wall costs
 * as much again if all sides are to stay passable.
 *
 * The unit of such a cell may move onto a side, and a unit from there onto the cell, but then the side is blocked: a
 * tree that contains the cell and all of its sides rules that out. Of walls one cell thick that is half of what an
 * opening costs, and a relaxation without it moves the unit to either side half of the time. So the flow has a start
 * of its own for each unit of a crossing and its sides, from which a move between the two has a price:
 *
 *     tree crosses + unit stays + unit moves onto a side             <= 1, at the price `leaving`
 *     tree crosses + unit stays + unit moves from a side to the cell <= 1, at the price `entering`
 *
 * These hold for some flow of every level that costs no more than the level: where a cell or a side ends with the kind
 * of tile that it has in the given level, it may as well be its own unit that stays there, since distances satisfy the
 * triangle inequality. On a side that ends with another tile (one that occurs once, as all others move away from it or
 * are of the same kind) its own unit may have moved to the cell; placing that tile refunds `entering`.
 *
 * Source: our own. Cost: linear in the cells. Memory: 8 bytes per cell, and 24 for each crossing. */
#ifndef SKERRY_LEVEL_FLOW_CROSSINGS_H
#define SKERRY_LEVEL_FLOW_CROSSINGS_H

#include "level_flow_rules.h"
#include "level_min_cost_flow.h"

struct level_flow_crossing {
    uint32_t cell, side[2], n_sides; /* 1 or 2 of them */
    int32_t leaving, entering;       /* scaled; entering: 0 where it would not hold */
};

struct level_flow_crossings {
    const struct level_grid *broken;
    struct level_flow_crossing *crossing;
    uint32_t n;
    uint32_t *at; /* of each cell: its crossing, or LEVEL_FLOW_NONE */
    int32_t
        *refund; /* of each cell: the most that entering a crossing beside it costs */
};

/* Finds the crossings of a level; false when memory runs out.
 *
 * scale  of costs */
bool level_flow_crossings_find(struct level_flow_crossings *crossings,
                               const struct level_flow_rules *rules,
                               const struct level_grid *broken, int32_t scale,
                               struct arena *arena);

/* The price of moving the unit of a cell to a neighbour; -1: none. */
int32_t level_flow_crossings_price(const struct level_flow_crossings *crossings,
                                   uint32_t from, uint32_t to);

#endif
