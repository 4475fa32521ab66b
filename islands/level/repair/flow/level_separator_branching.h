/* The cheapest reachable level, by branching where reachability fails.
 *
 * The flow is optimal for a level whose reachability is not asked for. Where a tile is
 * not reached, some set of blocking cells divides it from its source, and every
 * playable level has the source or the tile on the other side or one of these cells
 * passable: the choices. Each is a change of the flow, so each has a bound; the set
 * with the fewest choices below the ceiling is branched on, the cheapest choice first,
 * ties in the order source, tile, cells by number. A choice that is done with is
 * excluded for those after it. The ceiling starts at the flow's cost and rises to the
 * next bound until a level is found, which is then the cheapest: the first in this
 * order. Local. */
#ifndef SKERRY_LEVEL_SEPARATOR_BRANCHING_H
#define SKERRY_LEVEL_SEPARATOR_BRANCHING_H

#include "level_flow_model.h"

/* One way across a set that divides. */
struct level_separator_choice {
    uint8_t tile;     /* kept away from the cells of a list; n_tiles: none is */
    uint32_t cell;    /* else this cell holds none of `without` */
    tile_set without; /* and none of `with` when the choice is excluded */
    tile_set with;
    size_t first, count; /* the list, in tree->list */
    int64_t bound;
};

enum level_separator_end {
    LEVEL_SEPARATOR_NONE,         /* no level up to the ceiling */
    LEVEL_SEPARATOR_FOUND,        /* found: tree->level, tree->cost */
    LEVEL_SEPARATOR_SHARE_BROKEN, /* a level was found, but its share is too large */
    LEVEL_SEPARATOR_NODE_LIMIT,   /* more nodes than it may have */
    LEVEL_SEPARATOR_TIME_LIMIT,
    LEVEL_SEPARATOR_FAILED /* memory ran out, or costs are beyond the flow */
};

struct level_separator_search {
    struct level_flow_model *model;
    double deadline; /* of level_cpu_seconds() */
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

/* Borrows the net, which is settled; takes its work from the arena. */
bool level_separator_init(struct level_separator_search *search,
                          struct level_flow_model *model, uint64_t max_nodes,
                          double deadline, struct arena *arena);

/* Searches once, from the net as it is at a cost; leaves it so unless it found a level.
 */
enum level_separator_end level_separator_run(struct level_separator_search *search,
                                             int64_t cost, int64_t threshold);

/* CPU time of this thread. */
double level_cpu_seconds(void);

#endif
