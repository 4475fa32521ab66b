/* A heuristic value of an unfinished board that knows the colours of the pieces left,
 * but not how pieces combine them: the logarithm of the number of ways to match the
 * joints to come, were the pieces left cut apart and their sides placed freely.
 *
 * A break weighs exp(-weight) of a match. The value of a board is what its breaks so
 * far weigh, less that logarithm: low is good. Good are boards whose remaining pieces
 * show few colours, plenty of those that the filled cells demand, and an even number
 * of each.
 *
 * Without breaks a colour with n sides left, a of them demanded by filled cells, has
 * n! / ((n - a) / 2)! ways, and the colours are independent. With breaks they are
 * independent for a given sum over colours of the saddle point u, where the ways are
 * n! [u^n] exp((1 - e) u^2 + 2 e U u) (u + e U)^a with e = exp(-weight), U = sum of u;
 * U is taken from one board for all boards of a depth. So the value is a sum of table
 * entries, one for each side type, and a tile changes a few of them: O(1) a candidate,
 * with tables filled once a depth. Values are whole numbers, ETERNITY_HEURISTIC_UNIT
 * of them to 1 of the logarithm, so that sums in any order are the same.
 *
 * Terms: a side type is a colour in a side class, that is, a colour of a side with
 * what it can meet; the frontier is the line between filled and open cells, and a
 * position on it holds the colour that the next filled cell there shows.
 *
 * Source: our own heuristic; the saddle point as in P. Flajolet, R. Sedgewick, Analytic
 * Combinatorics, 2009, chapter VIII. Functions begin with eternity_colour_heuristic_.
 * Measured in results/eternity/experiments.md. */
#ifndef SKERRY_ETERNITY_COLOUR_MATCHING_HEURISTIC_H
#define SKERRY_ETERNITY_COLOUR_MATCHING_HEURISTIC_H

#include "arena.h"
#include "eternity_scan_order.h"
#include "status.h"

#include <math.h>

/* Classes of sides, by what they can meet. */
enum eternity_side_class {
    ETERNITY_SIDE_INNER,  /* of inner pieces */
    ETERNITY_SIDE_INWARD, /* of edge pieces, away from the rim; they meet inner sides */
    ETERNITY_SIDE_RING,   /* of edge and corner pieces, along the rim */
    ETERNITY_SIDE_CLASSES
};

enum {
    ETERNITY_HEURISTIC_UNIT = 1 << 14,
    ETERNITY_FRONTIER_POSITIONS = 2 * ETERNITY_MAX_SIDE,
    /* Colours of each class, and one for grey and all that no piece has. */
    ETERNITY_SIDE_TYPES = ETERNITY_SIDE_CLASSES * ETERNITY_MAX_COLOURS + 1
};

/* What is the same for all boards whose next cell is that of one depth. Classes are -1
 * at the rim. */
struct eternity_colour_view {
    uint8_t column, row; /* frontier positions of the next cell: south, east */
    int8_t north, west;  /* classes of its sides to filled cells */
    int8_t demands_south, demands_east; /* classes that its other sides demand */
};

/* What a tile on the next cell changes: by how much the place of each side type in its
 * table moves. Entries beyond `types` are of the last type, which does not move. */
enum { ETERNITY_FEW_SIDE_TYPES = 4 }; /* that most tiles change */
struct eternity_colour_change {
    int16_t by[2 * N_SIDES];
    uint8_t type[2 * N_SIDES], types;
};

struct eternity_colour_heuristic {
    const struct eternity *puzzle;
    const struct eternity_scan_order *order;
    struct eternity_colour_view *view; /* of each depth */
    uint8_t (*type)[N_SIDES];          /* of each tile */
    /* Side types are numbered class by class; inner and inward ones have the same
     * colours in the same order. The last is grey and all that no piece has. */
    unsigned types, first[ETERNITY_SIDE_CLASSES], colours[ETERNITY_SIDE_CLASSES];
    uint8_t type_of[ETERNITY_SIDE_CLASSES][ETERNITY_MAX_COLOURS];
    uint16_t *supply;   /* sides of each type on all pieces */
    unsigned positions; /* of the frontier: south of a column, then east of a row */
    unsigned most[ETERNITY_SIDE_CLASSES]; /* of supply, by class */
    unsigned row; /* entries of a table row: how many sides may be demanded */
    /* Where each class's most + 1 rows begin, and the end. */
    uint32_t table[ETERNITY_SIDE_CLASSES + 1];
    uint32_t start[ETERNITY_SIDE_TYPES]; /* of a type: no supply and no demand */
    int32_t *worth;
    struct eternity_colour_change *change; /* of each tile, at the depth set */
    double *row_of;                        /* two rows while tables are filled */
    unsigned depth;
    double weight;       /* of a break */
    int32_t break_worth; /* the same as a value */
};

/* The heuristic's view of one board, without its next tile. */
struct eternity_colour_evaluation {
    int32_t base;                        /* its value */
    uint32_t place[ETERNITY_SIDE_TYPES]; /* of each type in the tables */
    int32_t worth[ETERNITY_SIDE_TYPES];  /* what is there */
};

/* Takes memory from perm; borrows puzzle and order. weight > 0. */
enum status eternity_colour_heuristic_init(struct eternity_colour_heuristic *heuristic,
                                           const struct eternity *puzzle,
                                           const struct eternity_scan_order *order,
                                           double weight, struct arena *perm,
                                           struct error *err);

/* The frontier of a board, as the heuristic sees it. */
struct eternity_frontier {
    uint16_t *supply; /* sides left, by type */
    uint8_t *demand;  /* by type: open joints of filled cells, not to the next cell */
    uint8_t *colours; /* by position: south of a column, then east of a row */
};

/* Places a tile on the cell of a depth; the frontier moves on to the next cell. On an
 * empty board supply is heuristic->supply, and all else 0. */
void eternity_colour_heuristic_lay(const struct eternity_colour_heuristic *heuristic,
                                   unsigned depth, int16_t tile,
                                   struct eternity_frontier frontier);

/* Counts a frontier's demand anew, where whole rows and nothing else are filled. */
void eternity_colour_heuristic_count_demand(
    const struct eternity_colour_heuristic *heuristic, unsigned rows,
    struct eternity_frontier frontier);

/* Fills the tables for boards with `depth` cells filled, of which `frontier` is one. */
void eternity_colour_heuristic_set_depth(struct eternity_colour_heuristic *heuristic,
                                         unsigned depth,
                                         struct eternity_frontier frontier);

/* Evaluates one board, given by its frontier and breaks. */
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
           heuristic->worth[(int32_t)colour_eval->place[type] + change->by[i]];
}

/* Value of the board with a tile of a free piece on its next cell and `breaks` breaks
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

/* A real number in the unit of values. */
static inline int32_t eternity_heuristic_value(double number)
{
    return (int32_t)lround(number * ETERNITY_HEURISTIC_UNIT);
}

#endif
