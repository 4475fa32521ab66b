/* Inside of level_price.h: one node's rounds of prices (level_price_round.c), and what
 * they rule out (level_price_fix.c), for the search over nodes (level_price.c). */
#ifndef SKERRY_LEVEL_PRICE_ENGINE_H
#define SKERRY_LEVEL_PRICE_ENGINE_H

#include "level_price.h"
#include "level_ways.h"

/* Prices of a node: of passing each cell, then of each end's places, cell by cell. */
static inline size_t price_count(uint32_t n, uint32_t n_ends)
{
    return (size_t)(1 + n_ends) * n;
}

enum { CARVED_WAYS = 4096 };

struct engine {
    struct price_search *search;
    const struct net_share *share;
    struct arena *arena;      /* of the search */
    struct net priced, plain; /* flows with prices, and for carving; settled */
    bool none;                /* there is not even a flow */
    uint32_t n;
    int32_t scale; /* of costs and prices, in units of cost */
    uint8_t *n_neighbours;
    uint32_t *neighbour;          /* 4 a cell */
    struct ways ways;             /* joins the source with the most targets to them */
    uint8_t tile[WAYS_MOST_ENDS]; /* of each end */

    /* The node at hand. */
    int32_t *open; /* tile_set of each cell; borrowed */
    bool *no_way;  /* of each cell: the way does not pass it; borrowed */
    int64_t bound; /* scaled; the best of all rounds */
    int32_t *price, *best_price;
    double *drift; /* of each price: where it is heading */
    uint32_t rounds, stale;
    uint32_t *wanted,
        *passed; /* rounds in which the way, the flow has a cell passable */
    uint32_t *placed, *stood; /* [end * n + cell]: in which it is the end's place */

    /* Of one round. */
    uint8_t *level;        /* as the flow has it */
    int32_t *landing;      /* prices as the flow sees them, [tile * n + cell] */
    int32_t *places;       /* as the way does, [end * n + cell] */
    int32_t *passing;      /* of each cell */
    int64_t *through, *at; /* of ways: see ways_measure */
    int32_t *carved;       /* open cells of a carved level */
    uint64_t carved_way[CARVED_WAYS]; /* hashes of ways that were carved lately */
    uint32_t *queue;
    bool *reached;
    bool lost; /* memory ran out, or costs are beyond the flow */
};

/* Takes the arrays; false when memory ran out. */
bool engine_init(struct engine *engine, struct price_search *search,
                 const struct net_share *share, struct arena *arena);

/* Whether a cell may be blocked, and may be passable and on the way. */
bool engine_is_undecided(const struct engine *engine, uint32_t cell);

/* Makes a node the one at hand. prices: to begin with; NULL: guesses some. False when
 * it holds no level. */
bool engine_enter(struct engine *engine, int32_t *open, bool *no_way,
                  const int32_t *price, int64_t bound);

/* Takes from cells, and from the way, what nothing cheaper than the best has. To be
 * called within a round, whose bound is the best so far, and with two ends at least.
 *
 * way  what the way costs
 *
 * Source: reduced cost fixing; G. Dantzig, R. Fulkerson, S. Johnson, Solution of a
 * large-scale traveling-salesman problem, 1954. */
void engine_fix(struct engine *engine, int64_t way);

/* One round: flow, way, bound, new prices. False when the node is done with: it holds
 * no level, or none that is cheaper than the best. */
bool engine_round(struct engine *engine);

/* Scaled cost in whole units, rounded up. */
int64_t engine_units(const struct engine *engine, int64_t scaled);

#endif
