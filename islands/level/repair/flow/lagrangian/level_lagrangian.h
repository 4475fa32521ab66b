/* The Lagrangian decomposition of a repair at one node of the branch and bound: its two
 * subproblems, the multipliers that link them, and the best bound so far.
 *
 * The flow model (level_flow_model.h) and the node-weighted Steiner tree
 * (level_node_steiner.h) each have a copy of two sets of variables: which cells are
 * passable, and where the terminals are. That the copies agree is relaxed, with one
 * multiplier for each cell and one for each terminal and cell. For any multipliers, the
 * sum of the two optima is a lower bound on the cost of the repair.
 *
 * level_subgradient.h optimizes the multipliers of a node, level_reduced_cost_fixing.h
 * restricts its domains, level_lagrangian_branching.h searches the nodes.
 *
 * Source: M. Guignard, S. Kim, Lagrangean decomposition: a model yielding stronger
 * Lagrangean bounds, Mathematical Programming 39, 1987. Differs: the tree connects only
 * one source with its targets; further reachability rules are checked on levels and
 * left to branching.
 *
 * Memory: two flow models, the Steiner tree, and 36 bytes for each multiplier. */
#ifndef SKERRY_LEVEL_LAGRANGIAN_H
#define SKERRY_LEVEL_LAGRANGIAN_H

#include "level_crossing_graph.h"
#include "level_flow_model.h"
#include "level_node_steiner.h"

/* Hashes of trees that the primal heuristic has tried, in 32 KiB. Where two trees share
 * an entry, one of them may be tried again. Chosen by hand, not measured. */
enum { LEVEL_LAGRANGIAN_TRIED = 4096 };

/* Of the tree; Zelda has three. Chosen by hand, not measured. */
enum { LEVEL_LAGRANGIAN_MAX_TERMINALS = 5 };

/* The input and output of a search. */
struct level_lagrangian_search {
    const struct level_flow_rules *rules;
    const struct level_grid *broken;
    double deadline; /* in clock_thread_s() */
    /* While no level is known, the time from which on any level is sought first. */
    double feasibility_time;
    int64_t best; /* in/out, in units of cost, of `level`; LEVEL_FLOW_INFINITY: none */
    uint8_t *level; /* of the caller, one tile for each cell */
    /* out: lower bound for levels that satisfy the share; LEVEL_FLOW_INFINITY: none */
    int64_t bound;
    bool
        crossings; /* nodes are also bounded with the prices of level_flow_crossings.h */
    bool by_homes;  /* the places of terminals are divided by level_homes.h first */
    uint64_t flows; /* out: increased by the number of flows that were solved */
};

struct level_lagrangian {
    struct level_lagrangian_search *search;
    const struct level_flow_share *share;
    struct arena *arena;            /* of the search */
    struct level_flow_model priced; /* with multipliers */
    struct level_flow_model *plain; /* for the heuristic */
    bool infeasible;                /* the flow model has no solution */
    uint32_t n;
    int32_t scale; /* of costs and multipliers, per unit of cost */
    uint8_t *n_neighbours;
    uint32_t *neighbour;                          /* 4 for each cell */
    const struct level_flow_crossings *crossings; /* NULL: none */
    struct level_crossing_graph graph;            /* of the tree */
    struct level_node_steiner steiner; /* the source with the most targets, and these */
    uint8_t tile[LEVEL_LAGRANGIAN_MAX_TERMINALS]; /* of each terminal */

    /* The current node. */
    int32_t *allowed; /* tile_set of each cell, its domain; borrowed */
    bool *off_tree;   /* of each cell: excluded from the tree; borrowed */
    int64_t bound;    /* scaled; the best of all rounds */
    /* Of each cell, then of each terminal on each cell. */
    int32_t *multiplier, *best_multiplier;
    double *direction; /* of each multiplier: deflected subgradient */
    uint32_t rounds, stalled;
    /* Rounds in which the tree contains a cell, in which the flow has it passable. */
    uint32_t *tree_uses, *flow_passes;
    /* [terminal * n + cell]: rounds in which the terminal is there. */
    uint32_t *tree_places, *flow_places;

    /* The current round. */
    uint8_t *level;          /* of the flow */
    int32_t *place_cost;     /* multipliers for the flow, [tile * n + cell] */
    int32_t *terminal_price; /* multipliers for the tree, [terminal * graph.n + node] */
    int32_t *node_price;     /* the same of each node */
    int64_t *cost_through, *cost_at; /* see level_node_steiner_restricted; of nodes */
    int32_t *heuristic_allowed;      /* domains of the primal heuristic */
    uint64_t tried_tree[LEVEL_LAGRANGIAN_TRIED]; /* hashes */
    uint32_t *queue;
    bool *reached;
    bool failed; /* out of memory, or costs exceed the flow's range */
};

/* The number of multipliers: one per cell, then one per terminal and cell. */
static inline size_t level_lagrangian_n_multipliers(uint32_t n, uint32_t n_terminals)
{
    return (size_t)(1 + n_terminals) * n;
}

/* Allocates the arrays and builds both subproblems; false when memory runs out. */
bool level_lagrangian_init(struct level_lagrangian *dual,
                           struct level_lagrangian_search *search,
                           const struct level_flow_share *share, struct arena *arena);

/* The same with prices of crossings, borrowed; borrows what is common to both from the one without. */
bool level_lagrangian_init_crossings(struct level_lagrangian *dual,
                                     struct level_lagrangian *without,
                                     const struct level_flow_crossings *crossings);

/* Whether the tree may contain a cell at the current node. */
bool level_lagrangian_may_pass(const struct level_lagrangian *dual, uint32_t cell);

/* Whether the tree may contain a cell that may also be blocked. */
bool level_lagrangian_is_undecided(const struct level_lagrangian *dual, uint32_t cell);

/* Whether the flow model can express that a cell holds any of its blocking tiles: not if
 * all of these occur once, nor, with a share, if the whole then depended on which of them
 * it holds. */
bool level_lagrangian_can_block(const struct level_lagrangian *dual, uint32_t cell);

static inline bool level_lagrangian_is_blocked(const struct level_lagrangian *dual,
                                               uint32_t cell)
{
    return tile_in(dual->search->rules->blocking, dual->level[cell]);
}

/* The multipliers of a terminal, of each cell. */
static inline int32_t *level_lagrangian_multipliers(const struct level_lagrangian *dual,
                                                    uint32_t terminal)
{
    return dual->multiplier + (size_t)(1 + terminal) * dual->n;
}

/* The cost of the cheapest flow of a model, whose level is read; LEVEL_FLOW_INFINITY if
 * infeasible. */
int64_t level_lagrangian_flow(struct level_lagrangian *dual,
                              struct level_flow_model *model, const int32_t *price,
                              const int32_t *allowed);

/* A scaled cost in units of cost, rounded up. */
int64_t level_lagrangian_units(const struct level_lagrangian *dual, int64_t scaled);

#endif
