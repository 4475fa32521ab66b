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
 * entries, one a colour and class. Values are whole numbers, ETERNITY_UNIT of them to 1
 * of the logarithm: sums in any order are the same, and fast. */
#ifndef SKERRY_ETERNITY_OUTLOOK_H
#define SKERRY_ETERNITY_OUTLOOK_H

#include "arena.h"
#include "eternity_order.h"
#include "status.h"

#include <math.h>

/* Sides by what they can meet. */
enum eternity_class {
    CLASS_INNER,  /* of inner pieces */
    CLASS_INWARD, /* of edge pieces, away from the rim; they meet inner sides */
    CLASS_RING,   /* of edge and corner pieces, along the rim */
    N_CLASSES
};

enum {
    ETERNITY_UNIT = 1 << 14,
    ETERNITY_SLOTS = 2 * ETERNITY_MAX_SIDE,
    /* An ink is a colour in a class; see struct eternity_outlook. */
    ETERNITY_INKS = N_CLASSES * ETERNITY_MAX_COLOURS + 1
};

/* What is the same for all boards whose next cell is that of one depth. Classes are -1
 * at the rim. */
struct eternity_view {
    uint8_t column, row;          /* slots of the next cell: south, east */
    int8_t north, west;           /* classes of its sides to filled cells */
    int8_t asks_south, asks_east; /* classes that its other sides ask for */
};

/* What a tile on the next cell does: how far each ink goes in its table. Beyond its
 * inks there is the last one, which stays. */
enum { ETERNITY_FEW_INKS = 4 }; /* that most tiles change */
struct eternity_change {
    uint8_t inks, ink[2 * N_SIDES];
    int32_t by[2 * N_SIDES];
};

struct eternity_outlook {
    const struct eternity *puzzle;
    const struct eternity_order *order;
    struct eternity_view *view; /* of each depth */
    uint8_t (*ink)[N_SIDES];    /* of each tile */
    /* Inks are numbered class by class; inner and inward ones have the same colours in
     * the same order, and the last ink is grey and all that no piece has. */
    unsigned inks, first[N_CLASSES], colours[N_CLASSES];
    uint8_t ink_of[N_CLASSES][ETERNITY_MAX_COLOURS];
    uint16_t *supply;              /* sides of each ink on all pieces; inks of them */
    unsigned slots;                /* south of a column, then east of a row */
    unsigned most[N_CLASSES];      /* of supply, by class */
    unsigned row;                  /* numbers of a table row: what may be asked for */
    uint32_t table[N_CLASSES + 1]; /* where each of (most + 1) rows begins, and ends */
    uint32_t start[ETERNITY_INKS]; /* of an ink: with no supply, and none asked for */
    int32_t *worth;
    struct eternity_change *change; /* of each tile, at the depth set */
    double *row_of;                 /* two rows while tables are filled */
    unsigned depth;
    double weight;       /* of a break */
    int32_t break_worth; /* the same as a value */
};

/* One board as the outlook sees it, all but the next tile. */
struct eternity_sight {
    int32_t base;                  /* its value */
    uint32_t place[ETERNITY_INKS]; /* of each ink in the tables */
    int32_t worth[ETERNITY_INKS];  /* what is there */
};

/* Takes memory from perm; borrows puzzle and order. weight > 0. */
enum status eternity_outlook_init(struct eternity_outlook *outlook,
                                  const struct eternity *puzzle,
                                  const struct eternity_order *order, double weight,
                                  struct arena *perm, struct error *err);

/* The line between filled and open cells, as far as the outlook sees it. */
struct eternity_line {
    uint16_t *supply; /* sides left, by ink */
    uint8_t *asked;   /* by ink: joints of filled cells, not to the next one */
    uint8_t *slots;   /* colours south of a column, then east of a row */
};

/* Lays a tile on the cell of a depth; the line goes on to the next cell. On an empty
 * board supply is outlook->supply, all else 0. */
void eternity_outlook_lay(const struct eternity_outlook *outlook, unsigned depth,
                          int16_t tile, struct eternity_line line);

/* Counts anew what a line asks for, where whole rows and nothing else are filled. */
void eternity_outlook_ask(const struct eternity_outlook *outlook, unsigned rows,
                          struct eternity_line line);

/* Turns to boards with `depth` cells filled, of which a line shows one. */
void eternity_outlook_turn(struct eternity_outlook *outlook, unsigned depth,
                           struct eternity_line line);

/* Looks at one board: its line and breaks. */
void eternity_outlook_look(const struct eternity_outlook *outlook,
                           struct eternity_line line, unsigned breaks,
                           struct eternity_sight *sight);

/* What the i-th change of a tile adds to the value. */
static inline int32_t eternity_outlook_change(const struct eternity_outlook *outlook,
                                              const struct eternity_sight *sight,
                                              const struct eternity_change *change,
                                              unsigned i)
{
    unsigned ink = change->ink[i];
    return sight->worth[ink] -
           outlook->worth[sight->place[ink] + (uint32_t)change->by[i]];
}

/* Value of the board with a tile of a free piece on its next cell and so many breaks
 * more: low is good. */
static inline int32_t eternity_outlook_value(const struct eternity_outlook *outlook,
                                             const struct eternity_sight *sight,
                                             int16_t tile, unsigned breaks)
{
    const struct eternity_change *change = &outlook->change[tile];
    int32_t value = sight->base + outlook->break_worth * (int32_t)breaks;
    for (unsigned i = 0; i < ETERNITY_FEW_INKS; i++)
        value += eternity_outlook_change(outlook, sight, change, i);
    for (unsigned i = ETERNITY_FEW_INKS; i < change->inks; i++)
        value += eternity_outlook_change(outlook, sight, change, i);
    return value;
}

/* A number as a value. */
static inline int32_t eternity_as_value(double number)
{
    return (int32_t)lround(number * ETERNITY_UNIT);
}

#endif
