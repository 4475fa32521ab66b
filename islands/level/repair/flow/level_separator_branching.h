/* The cheapest level that satisfies the reachability rules, by branching on separators.
 *
 * The flow model ignores reachability. If a tile is unreachable in its level, some set
 * of blocking cells separates the tile from its source, and in every playable level the
 * source or the tile is on the other side, or one of these cells is passable: a
 * disjunction whose alternatives are the children of the node. Each is a change of the
 * flow, which gives its lower bound. Of all separators found, the one with the fewest
 * alternatives within the threshold is branched on, the cheapest alternative first,
 * ties in the order source, tile, cells as a search from there finds them. An alternative that has been
 * searched is excluded in those after it.
 *
 * The search is depth-first up to a cost threshold, which is raised to the least bound
 * above it until a level is found; the first level is then the cheapest.
 *
 * Source: our own; the threshold is that of R. Korf, Depth-first iterative-deepening:
 * an optimal admissible tree search, Artificial Intelligence 27, 1985.
 *
 * Cost: exponential in the number of separators that must be opened; a node takes a
 * breadth-first search for each tile that must be reachable, two more if it is not, and
 * one change of the flow for each alternative. Memory: O(n) for each node on the current path. */
#ifndef SKERRY_LEVEL_SEPARATOR_BRANCHING_H
#define SKERRY_LEVEL_SEPARATOR_BRANCHING_H

#include "level_flow_model.h"

/* An alternative of a disjunction. */
struct level_separator_choice {
    uint8_t tile;     /* forbidden on the listed cells; n_tiles: none */
    uint32_t cell;    /* then: this cell holds none of `without` */
    tile_set without; /* or, once the alternative is excluded, none of `with` */
    tile_set with;
    size_t first, count; /* the cells, in search->list */
    int64_t bound;
};

enum level_separator_end {
    LEVEL_SEPARATOR_NONE,         /* no level up to the threshold */
    LEVEL_SEPARATOR_FOUND,        /* search->level, search->cost */
    LEVEL_SEPARATOR_SHARE_BROKEN, /* a level was found that violates the share */
    LEVEL_SEPARATOR_NODE_LIMIT,
    LEVEL_SEPARATOR_TIME_LIMIT,
    LEVEL_SEPARATOR_FAILED /* out of memory, or costs exceed the flow's range */
};

struct level_separator_search {
    struct level_flow_model *model;
    double deadline; /* in clock_thread_s() */
    uint64_t nodes, max_nodes;

    int64_t threshold; /* on the flow's cost */
    int64_t next;      /* the least bound above it; LEVEL_FLOW_INFINITY: none */
    int64_t cost;      /* of the level */
    uint8_t *level;

    uint32_t *queue, *reached, round;
    struct level_separator_choice *choice;
    size_t n_choices, max_choices;
    uint32_t *list;
    size_t n_list, max_list;
    struct arena *arena;
    enum level_separator_end end;
};

/* Borrows the model, which has been solved; working memory is from the arena. False
 * when memory runs out. */
bool level_separator_init(struct level_separator_search *search,
                          struct level_flow_model *model, uint64_t max_nodes,
                          double deadline, struct arena *arena);

/* Searches below one threshold, from the current state of the model and its cost;
 * restores that state. */
enum level_separator_end level_separator_run(struct level_separator_search *search,
                                             int64_t cost, int64_t threshold);

#endif
