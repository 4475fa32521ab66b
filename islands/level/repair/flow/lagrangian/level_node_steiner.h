/* The cheapest way that joins some tiles, where cells and places have prices.
 *
 * A way is a set of cells that hang together. Each tile stands on a cell of it, or,
 * when it blocks, beside one. The way costs the prices of its cells and of the tiles'
 * places.
 *
 * Source: S. E. Dreyfus and R. A. Wagner, The Steiner problem in graphs, 1971. Differs:
 * cells have prices, not steps; the ends choose their places. Local. */
#ifndef SKERRY_LEVEL_NODE_STEINER_H
#define SKERRY_LEVEL_NODE_STEINER_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    LEVEL_NODE_STEINER_MAX_TERMINALS = 5,
    LEVEL_NODE_STEINER_FORBIDDEN = 1 << 28 /* price of what cannot be */
};
#define LEVEL_NODE_STEINER_NONE                                                        \
    (INT64_MAX / 4) /* cost where there is no way; two add up */

/* A tile that the way joins. */
struct level_node_steiner_terminal {
    const int32_t
        *price;     /* >= 0 of standing on each cell, or LEVEL_NODE_STEINER_FORBIDDEN */
    bool blocks;    /* it stands beside the way */
    uint32_t place; /* out */
};

struct level_node_steiner {
    uint32_t n;                  /* cells */
    const uint8_t *n_neighbours; /* of each cell; borrowed */
    const uint32_t *neighbour;   /* 4 a cell; borrowed */
    struct level_node_steiner_terminal terminal[LEVEL_NODE_STEINER_MAX_TERMINALS];
    uint32_t n_terminals;
    bool *in_tree; /* out, n cells */

    /* Of the search; [set of ends * n + cell], of all ends only to measure. */
    int64_t *cost;
    uint32_t *via;
    uint32_t *queue;
    bool *queued;
};

/* Takes its arrays; the caller fills in the ends afterwards. False without memory. */
bool level_node_steiner_init(struct level_node_steiner *steiner, uint32_t n,
                             const uint8_t *n_neighbours, const uint32_t *neighbour,
                             uint32_t n_terminals, struct arena *arena);

/* Finds the way. price: of each cell, >= 0 or LEVEL_NODE_STEINER_FORBIDDEN. Returns
 * what it costs, or LEVEL_NODE_STEINER_NONE when there is none, and then in_tree and
 * places are not set. */
int64_t level_node_steiner_solve(struct level_node_steiner *steiner,
                                 const int32_t *price);

/* What the cheapest ways cost that are made to do something; there are two ends or
 * more.
 *
 * through  of each cell: that pass it
 * at       [end * n + cell]: that have the end there
 * Both LEVEL_NODE_STEINER_NONE or more where none does. */
void level_node_steiner_restricted(struct level_node_steiner *steiner,
                                   const int32_t *price, int64_t *cost_through,
                                   int64_t *cost_at);

#endif
