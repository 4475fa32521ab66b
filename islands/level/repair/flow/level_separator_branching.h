/* The cheapest level that keeps reachability, by branching on separators.
 *
 * The flow model ignores reachability. Where its level has a tile that is not reached,
 * some set of blocking cells separates it from its source, and every playable level
 * has the source or the tile on the other side, or one of these cells passable: a
 * disjunction whose choices are the children of the node. Each is a change of the flow
 * and so has a bound. Of all separators found, the one with the fewest choices within
 * the threshold is branched on, the cheapest choice first, ties in the order source,
 * tile, cells by number. A choice that is finished is excluded for those after it.
 *
 * Depth-first up to a threshold on the cost, which rises to the least bound beyond it
 * until a level is found; the first one is then the cheapest.
 *
 * Source: R. Korf, Depth-first iterative-deepening: an optimal admissible tree search,
 * Artificial Intelligence 27, 1985, for the threshold; the branching is ours.
 *
 * Cost: exponential in the number of separators that must be opened; a node takes two
 * breadth-first searches and a flow change for each choice. Local. */
#ifndef SKERRY_LEVEL_SEPARATOR_BRANCHING_H
#define SKERRY_LEVEL_SEPARATOR_BRANCHING_H

#include "level_flow_model.h"

/* One way to overcome a separator. */
struct level_separator_choice {
    uint8_t tile;     /* kept away from the listed cells; n_tiles: none is */
    uint32_t cell;    /* then this cell holds none of `without` */
    tile_set without; /* and none of `with` when the choice is excluded */
    tile_set with;
    size_t first, count; /* the cells, in search->list */
    int64_t bound;
};

enum level_separator_end {
    LEVEL_SEPARATOR_NONE,         /* no level up to the threshold */
    LEVEL_SEPARATOR_FOUND,        /* search->level, search->cost */
    LEVEL_SEPARATOR_SHARE_BROKEN, /* a level was found, but it breaks the share */
    LEVEL_SEPARATOR_NODE_LIMIT,
    LEVEL_SEPARATOR_TIME_LIMIT,
    LEVEL_SEPARATOR_FAILED /* memory ran out, or costs are beyond the flow */
};

struct level_separator_search {
    struct level_flow_model *model;
    double deadline; /* of clock_thread_s() */
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

/* Borrows the model, which is solved; takes its work from the arena. */
bool level_separator_init(struct level_separator_search *search,
                          struct level_flow_model *model, uint64_t max_nodes,
                          double deadline, struct arena *arena);

/* Searches once, from the model as it is at a cost; leaves it so. */
enum level_separator_end level_separator_run(struct level_separator_search *search,
                                             int64_t cost, int64_t threshold);

#endif
