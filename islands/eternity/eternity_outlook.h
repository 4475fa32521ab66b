/* How well an unfinished board can go on, by the colours alone.
 *
 * Were the pieces left laid at random, a joint of a filled cell would match with the
 * share of its colour among the sides that can come there, and a joint between two open
 * cells with the chance that two such sides are alike. A joint that does not match
 * costs a break, which is worth exp(-weight) of a match. The outlook is the sum of the
 * logarithms over all joints to come; less what the breaks so far weigh it is the value
 * of a board. Good are boards whose pieces left show few colours, and plenty of those
 * that the filled cells ask for. */
#ifndef SKERRY_ETERNITY_OUTLOOK_H
#define SKERRY_ETERNITY_OUTLOOK_H

#include "arena.h"
#include "eternity_order.h"
#include "status.h"

/* Sides by what they can meet. */
enum eternity_class {
    CLASS_INNER,  /* of inner pieces */
    CLASS_INWARD, /* of edge pieces, away from the rim */
    CLASS_RING,   /* of edge and corner pieces, along the rim */
    N_CLASSES
};

enum {
    ETERNITY_SLOTS = 2 * ETERNITY_MAX_SIDE,
    /* An ink is a colour in a class: class * colours + colour; the last is grey. */
    ETERNITY_INKS = N_CLASSES * ETERNITY_MAX_COLOURS + 1,
    OUTLOOK_PAIRS = 4 /* of classes that meet between open cells */
};

/* What is the same for all boards whose next cell is that of one depth. */
struct eternity_view {
    uint16_t joints[OUTLOOK_PAIRS]; /* between cells that stay open, by pair */
    uint8_t asking;                 /* joints of filled cells, not to the next one */
    uint8_t slot[ETERNITY_SLOTS];   /* of each: where its colour is kept */
    uint8_t asks[ETERNITY_SLOTS];   /* of each: the class it asks for */
    uint8_t column, row;            /* slots of the next cell: south, east */
    int8_t class_of[N_SIDES];       /* of its sides; -1: rim */
    int8_t asks_south, asks_east;   /* what these ask for; -1: rim */
};

struct eternity_outlook {
    const struct eternity *puzzle;
    const struct eternity_order *order;
    struct eternity_view *view; /* of each depth */
    uint8_t (*ink)[N_SIDES];    /* of each tile */
    uint16_t *supply;           /* sides of each ink on all pieces; inks of them */
    unsigned slots, inks;       /* slots: south of a column, then east of a row */
    unsigned most;              /* of supply */
    float *log_supply;          /* N_CLASSES x (most + 1), at the depth set */
    unsigned depth;
    double weight; /* of a break */
    double total[N_CLASSES];
};

/* What the tiles of the next cell do to the value of one board; low is good. */
struct eternity_prices {
    float base;                        /* the value, all but the next tile */
    float ink[ETERNITY_INKS];          /* of a side that leaves the supply */
    float south[ETERNITY_MAX_COLOURS]; /* of a colour that asks for its like */
    float east[ETERNITY_MAX_COLOURS];
};

/* Takes memory from perm; borrows puzzle and order. weight > 0. */
enum status eternity_outlook_init(struct eternity_outlook *outlook,
                                  const struct eternity *puzzle,
                                  const struct eternity_order *order, double weight,
                                  struct arena *perm, struct error *err);

/* Turns to boards with `depth` cells filled, of which supply (sides left, by ink) shows
 * one: all have as many sides of a class. */
void eternity_outlook_turn(struct eternity_outlook *outlook, unsigned depth,
                           const uint16_t *supply);

/* Prices for one board: its supply, slots and breaks. */
void eternity_outlook_price(const struct eternity_outlook *outlook,
                            const uint16_t *supply, const uint8_t *slots,
                            unsigned breaks, struct eternity_prices *prices);

/* Value of the board with a tile on its next cell: low is good. Sides that are alike on
 * one piece are priced one by one, so that it is a close estimate. */
static inline float eternity_outlook_value(const struct eternity_outlook *outlook,
                                           const struct eternity_prices *prices,
                                           int16_t tile, unsigned breaks)
{
    const uint8_t *ink = outlook->ink[tile];
    const uint8_t *side = outlook->puzzle->sides[tile];
    return prices->base + prices->ink[ink[0]] + prices->ink[ink[1]] +
           prices->ink[ink[2]] + prices->ink[ink[3]] + prices->south[side[SOUTH]] +
           prices->east[side[EAST]] + (float)outlook->weight * (float)breaks;
}

#endif
