/* The cheapest way that joins some tiles, where cells and places have prices.
 *
 * A way is a set of cells that hang together. Each tile stands on a cell of it, or,
 * when it blocks, beside one. The way costs the prices of its cells and of the tiles'
 * places.
 *
 * Source: S. E. Dreyfus and R. A. Wagner, The Steiner problem in graphs, 1971. Differs:
 * cells have prices, not steps; the ends choose their places. Local. */
#ifndef SKERRY_LEVEL_WAYS_H
#define SKERRY_LEVEL_WAYS_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    WAYS_MOST_ENDS = 5,
    WAYS_NEVER = 1 << 28 /* price of what cannot be */
};
#define WAYS_NONE (INT64_MAX / 4) /* cost where there is no way; two add up */

/* A tile that the way joins. */
struct ways_end {
    const int32_t *price; /* >= 0 of standing on each cell, or WAYS_NEVER */
    bool blocks;          /* it stands beside the way */
    uint32_t place;       /* out */
};

struct ways {
    uint32_t n;                  /* cells */
    const uint8_t *n_neighbours; /* of each cell; borrowed */
    const uint32_t *neighbour;   /* 4 a cell; borrowed */
    struct ways_end end[WAYS_MOST_ENDS];
    uint32_t n_ends;
    bool *on_way; /* out, n cells */

    /* Of the search; [set of ends * n + cell], of all ends only to measure. */
    int64_t *cost;
    uint32_t *via;
    uint32_t *queue;
    bool *queued;
};

/* Takes its arrays; the caller fills in the ends afterwards. False without memory. */
bool ways_init(struct ways *ways, uint32_t n, const uint8_t *n_neighbours,
               const uint32_t *neighbour, uint32_t n_ends, struct arena *arena);

/* Finds the way. price: of each cell, >= 0 or WAYS_NEVER. Returns what it costs, or
 * WAYS_NONE when there is none, and then on_way and places are not set. */
int64_t ways_find(struct ways *ways, const int32_t *price);

/* What the cheapest ways cost that are made to do something; there are two ends or
 * more.
 *
 * through  of each cell: that pass it
 * at       [end * n + cell]: that have the end there
 * Both WAYS_NONE or more where none does. */
void ways_measure(struct ways *ways, const int32_t *price, int64_t *through,
                  int64_t *at);

#endif
