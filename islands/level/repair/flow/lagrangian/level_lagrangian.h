/* Inside of level_lagrangian_branching.h: one node's rounds of prices
 * (level_subgradient.c), and what they rule out (level_reduced_cost_fixing.c), for the
 * search over nodes (level_lagrangian_branching.c). */
#ifndef SKERRY_LEVEL_LAGRANGIAN_H
#define SKERRY_LEVEL_LAGRANGIAN_H

#include "level_lagrangian_branching.h"
#include "level_node_steiner.h"

/* Prices of a node: of passing each cell, then of each end's places, cell by cell. */
static inline size_t level_lagrangian_n_multipliers(uint32_t n, uint32_t n_terminals)
{
    return (size_t)(1 + n_terminals) * n;
}

enum { LEVEL_LAGRANGIAN_TRIED = 4096 };

struct level_lagrangian {
    struct level_lagrangian_search *search;
    const struct level_flow_share *share;
    struct arena *arena; /* of the search */
    struct level_flow_model priced,
        plain;       /* flows with prices, and for carving; settled */
    bool infeasible; /* there is not even a flow */
    uint32_t n;
    int32_t scale; /* of costs and prices, in units of cost */
    uint8_t *n_neighbours;
    uint32_t *neighbour; /* 4 a cell */
    struct level_node_steiner
        steiner; /* joins the source with the most targets to them */
    uint8_t tile[LEVEL_NODE_STEINER_MAX_TERMINALS]; /* of each end */

    /* The node at hand. */
    int32_t *allowed; /* tile_set of each cell; borrowed */
    bool *off_tree;   /* of each cell: the way does not pass it; borrowed */
    int64_t bound;    /* scaled; the best of all rounds */
    int32_t *multiplier, *best_multiplier;
    double *direction; /* of each price: where it is heading */
    uint32_t rounds, stalled;
    uint32_t *tree_uses,
        *flow_passes; /* rounds in which the way, the flow has a cell passable */
    uint32_t *tree_places,
        *flow_places; /* [end * n + cell]: in which it is the end's place */

    /* Of one round. */
    uint8_t *level;          /* as the flow has it */
    int32_t *place_cost;     /* prices as the flow sees them, [tile * n + cell] */
    int32_t *terminal_price; /* as the way does, [end * n + cell] */
    int32_t *node_price;     /* of each cell */
    int64_t *cost_through, *cost_at; /* of ways: see level_node_steiner_restricted */
    int32_t *heuristic_allowed;      /* open cells of a carved level */
    uint64_t
        tried_tree[LEVEL_LAGRANGIAN_TRIED]; /* hashes of ways that were carved lately */
    uint32_t *queue;
    bool *reached;
    bool failed; /* memory ran out, or costs are beyond the flow */
};

/* Takes the arrays; false when memory ran out. */
bool level_lagrangian_init(struct level_lagrangian *dual,
                           struct level_lagrangian_search *search,
                           const struct level_flow_share *share, struct arena *arena);

/* Whether a cell may be blocked, and may be passable and on the way. */
bool level_lagrangian_is_undecided(const struct level_lagrangian *dual, uint32_t cell);

/* Makes a node the one at hand. prices: to begin with; NULL: guesses some. False when
 * it holds no level. */
bool level_subgradient_start(struct level_lagrangian *dual, int32_t *allowed,
                             bool *off_tree, const int32_t *multiplier, int64_t bound);

/* Takes from cells, and from the way, what nothing cheaper than the best has. To be
 * called within a round, whose bound is the best so far, and with two ends at least.
 *
 * way  what the way costs
 *
 * Source: reduced cost fixing; G. Dantzig, R. Fulkerson, S. Johnson, Solution of a
 * large-scale traveling-salesman problem, 1954. */
void level_reduced_cost_fixing(struct level_lagrangian *dual, int64_t tree_cost);

/* One round: flow, way, bound, new prices. False when the node is done with: it holds
 * no level, or none that is cheaper than the best. */
bool level_subgradient_round(struct level_lagrangian *dual);

/* Scaled cost in whole units, rounded up. */
int64_t level_lagrangian_units(const struct level_lagrangian *dual, int64_t scaled);

#endif
