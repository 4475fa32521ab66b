/* The graph of the Steiner tree, in which a cell that is a crossing (level_flow_crossings.h) has two nodes, so that a
 * tree through both pays for crossing it: one beside the first side, the other beside the second one, both beside
 * all other neighbours; of a crossing with one side, one beside the side and the other beside the rest.
 *
 * Cost: linear in the cells. Memory: 62 bytes per cell and crossing; without crossings 4 per cell. */
#ifndef SKERRY_LEVEL_CROSSING_GRAPH_H
#define SKERRY_LEVEL_CROSSING_GRAPH_H

#include "level_flow_crossings.h"
#include "level_node_steiner.h"

struct level_crossing_graph {
    uint32_t n_cells,
        n;          /* cells, whose numbers are those of their first nodes; nodes */
    uint32_t *cell; /* of each node */
    /* Of each node: the other one of its cell, or LEVEL_NODE_STEINER_NO_TWIN, and the price of both. NULL: none. */
    uint32_t *twin;
    int32_t *twin_price;
    uint32_t room; /* for neighbours of a node */
    const uint8_t *n_neighbours, *n_beside;
    const uint32_t *neighbour; /* `room` for each node: nodes */
    const uint32_t *beside;    /* 4 for each node: cells */
};

/* crossings     NULL: none
 * n_neighbours  of each cell; borrowed
 * neighbour     4 for each cell; borrowed
 * False when memory runs out. */
bool level_crossing_graph_init(struct level_crossing_graph *graph,
                               const struct level_flow_crossings *crossings,
                               uint32_t n_cells, const uint8_t *n_neighbours,
                               const uint32_t *neighbour, struct arena *arena);

/* Gives the first node of each cell the least cost of its nodes. */
void level_crossing_graph_fold(const struct level_crossing_graph *graph, int64_t *cost);

/* Marks the first node of each cell in the tree, and places terminals there. */
void level_crossing_graph_fold_tree(const struct level_crossing_graph *graph,
                                    struct level_node_steiner *steiner);

#endif
