/* How well an unfinished board can go on, by the colours alone.
 *
 * Were the pieces left taken apart and their sides laid at random on the open places,
 * some share of all ways would match every joint to come. A joint that does not match
 * costs a break, which weighs exp(-weight) of a match. The outlook is the logarithm of
 * that sum over all ways; the value of a board is what its breaks so far weigh, less
 * the outlook. Good are boards whose pieces left show few colours, plenty of those that
 * the filled cells ask for, and an even number of what is left of each.
 *
 * Without breaks a colour with n sides left, a of them asked for by filled cells, has
 * n! / ((n - a) / 2)! ways, and the colours are independent. With breaks they are so
 * for a given sum over colours of the saddle point u, where the ways are
 * n! [u^n] exp((1 - e) u^2 + 2 e U u) (u + e U)^a with e = exp(-weight), U = sum of u;
 * U is taken from one board for all boards of a depth. So the outlook is a sum of table
 * entries, one a colour and class. Values are whole numbers, ETERNITY_HEURISTIC_UNIT of them to 1
 * of the logarithm: sums in any order are the same, and fast. */
#ifndef SKERRY_ETERNITY_COLOUR_MATCHING_HEURISTIC_H
#define SKERRY_ETERNITY_COLOUR_MATCHING_HEURISTIC_H

#include "arena.h"
#include "eternity_scan_order.h"
#include "status.h"

#include <math.h>

/* Sides by what they can meet. */
enum eternity_side_class {
    ETERNITY_SIDE_INNER,  /* of inner pieces */
    ETERNITY_SIDE_INWARD, /* of edge pieces, away from the rim; they meet inner sides */
    ETERNITY_SIDE_RING,   /* of edge and corner pieces, along the rim */
    ETERNITY_SIDE_CLASSES
};

enum {
    ETERNITY_HEURISTIC_UNIT = 1 << 14,
    ETERNITY_FRONTIER_POSITIONS = 2 * ETERNITY_MAX_SIDE,
    /* An ink is a colour in a class; see struct eternity_colour_heuristic. */
    ETERNITY_SIDE_TYPES = ETERNITY_SIDE_CLASSES * ETERNITY_MAX_COLOURS + 1
};

/* What is the same for all boards whose next cell is that of one depth. Classes are -1
 * at the rim. */
struct eternity_colour_view {
    uint8_t column, row;          /* slots of the next cell: south, east */
    int8_t north, west;           /* classes of its sides to filled cells */
    int8_t asks_south, asks_east; /* classes that its other sides ask for */
};

/* What a tile on the next cell does: how far each ink goes in its table. Beyond its
 * inks there is the last one, which stays. */
enum { ETERNITY_FEW_SIDE_TYPES = 4 }; /* that most tiles change */
struct eternity_colour_change {
    uint8_t types, type[2 * N_SIDES];
    int32_t by[2 * N_SIDES];
};

struct eternity_colour_heuristic {
    const struct eternity *puzzle;
    const struct eternity_scan_order *order;
    struct eternity_colour_view *view; /* of each depth */
    uint8_t (*type)[N_SIDES];          /* of each tile */
    /* Inks are numbered class by class; inner and inward ones have the same colours in
     * the same order, and the last ink is grey and all that no piece has. */
    unsigned types, first[ETERNITY_SIDE_CLASSES], colours[ETERNITY_SIDE_CLASSES];
    uint8_t type_of[ETERNITY_SIDE_CLASSES][ETERNITY_MAX_COLOURS];
    uint16_t *supply;   /* sides of each ink on all pieces; inks of them */
    unsigned positions; /* of the frontier: south of a column, then east of a row */
    unsigned most[ETERNITY_SIDE_CLASSES]; /* of supply, by class */
    unsigned row; /* numbers of a table row: what may be asked for */
    uint32_t table[ETERNITY_SIDE_CLASSES +
                   1]; /* where each of (most + 1) rows begins, and ends */
    uint32_t
        start[ETERNITY_SIDE_TYPES]; /* of an ink: with no supply, and none asked for */
    int32_t *worth;
    struct eternity_colour_change *change; /* of each tile, at the depth set */
    double *row_of;                        /* two rows while tables are filled */
    unsigned depth;
    double weight;       /* of a break */
    int32_t break_worth; /* the same as a value */
};

/* One board as the outlook sees it, all but the next tile. */
struct eternity_colour_evaluation {
    int32_t base;                        /* its value */
    uint32_t place[ETERNITY_SIDE_TYPES]; /* of each ink in the tables */
    int32_t worth[ETERNITY_SIDE_TYPES];  /* what is there */
};

/* Takes memory from perm; borrows puzzle and order. weight > 0. */
enum status eternity_colour_heuristic_init(struct eternity_colour_heuristic *heuristic,
                                           const struct eternity *puzzle,
                                           const struct eternity_scan_order *order,
                                           double weight, struct arena *perm,
                                           struct error *err);

/* The line between filled and open cells, as far as the outlook sees it. */
struct eternity_frontier {
    uint16_t *supply; /* sides left, by ink */
    uint8_t *demand;  /* by ink: joints of filled cells, not to the next one */
    uint8_t *colours; /* colours south of a column, then east of a row */
};

/* Lays a tile on the cell of a depth; the line goes on to the next cell. On an empty
 * board supply is outlook->supply, all else 0. */
void eternity_colour_heuristic_lay(const struct eternity_colour_heuristic *heuristic,
                                   unsigned depth, int16_t tile,
                                   struct eternity_frontier frontier);

/* Counts anew what a line asks for, where whole rows and nothing else are filled. */
void eternity_colour_heuristic_count_demand(
    const struct eternity_colour_heuristic *heuristic, unsigned rows,
    struct eternity_frontier frontier);

/* Turns to boards with `depth` cells filled, of which a line shows one. */
void eternity_colour_heuristic_set_depth(struct eternity_colour_heuristic *heuristic,
                                         unsigned depth,
                                         struct eternity_frontier frontier);

/* Looks at one board: its line and breaks. */
void eternity_colour_heuristic_evaluate(
    const struct eternity_colour_heuristic *heuristic,
    struct eternity_frontier frontier, unsigned breaks,
    struct eternity_colour_evaluation *colour_eval);

/* What the i-th change of a tile adds to the value. */
static inline int32_t
eternity_colour_heuristic_change(const struct eternity_colour_heuristic *heuristic,
                                 const struct eternity_colour_evaluation *colour_eval,
                                 const struct eternity_colour_change *change,
                                 unsigned i)
{
    unsigned type = change->type[i];
    return colour_eval->worth[type] -
           heuristic->worth[colour_eval->place[type] + (uint32_t)change->by[i]];
}

/* Value of the board with a tile of a free piece on its next cell and so many breaks
 * more: low is good. */
static inline int32_t
eternity_colour_heuristic_value(const struct eternity_colour_heuristic *heuristic,
                                const struct eternity_colour_evaluation *colour_eval,
                                int16_t tile, unsigned breaks)
{
    const struct eternity_colour_change *change = &heuristic->change[tile];
    int32_t value = colour_eval->base + heuristic->break_worth * (int32_t)breaks;
    for (unsigned i = 0; i < ETERNITY_FEW_SIDE_TYPES; i++)
        value += eternity_colour_heuristic_change(heuristic, colour_eval, change, i);
    for (unsigned i = ETERNITY_FEW_SIDE_TYPES; i < change->types; i++)
        value += eternity_colour_heuristic_change(heuristic, colour_eval, change, i);
    return value;
}

/* A number as a value. */
static inline int32_t eternity_heuristic_value(double number)
{
    return (int32_t)lround(number * ETERNITY_HEURISTIC_UNIT);
}

#endif
