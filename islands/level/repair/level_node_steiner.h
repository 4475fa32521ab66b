/* The cheapest node-weighted Steiner tree of up to 15 terminals, each of which chooses
 * its place.
 *
 * A tree is a connected set of cells. Each terminal is on a cell of it or, if it
 * blocks, adjacent to one. The cost of a tree is the sum of the prices of its cells and
 * of the places of the terminals.
 *
 * Source: S. Dreyfus, R. Wagner, The Steiner problem in graphs, Networks 1, 1971.
 * Differs: prices are of nodes instead of edges; terminals choose their places;
 * shortest paths are found by label correcting with a FIFO queue, since most prices are
 * 0.
 *
 * Cost for n cells, j of them joints, and k terminals: O(3^(k-1) j) for the merges, and 2^(k-1) shortest
 * path searches, O(n^2) each in the worst case. Memory: 12 bytes for each set of
 * terminals and cell, or 8 for each set and joint. */
#ifndef SKERRY_LEVEL_NODE_STEINER_H
#define SKERRY_LEVEL_NODE_STEINER_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    /* Each further one doubles memory and triples time: of 868 cells with 335 joints, 15 take 0.3 s and
     * 44 MB. */
    LEVEL_NODE_STEINER_MAX_TERMINALS = 15,
    LEVEL_NODE_STEINER_FORBIDDEN = 1 << 28 /* price of an excluded cell */
};
#define LEVEL_NODE_STEINER_NO_TWIN UINT32_MAX
/* The cost if there is no tree; two of them can be added. */
#define LEVEL_NODE_STEINER_NONE (INT64_MAX / 4)

struct level_node_steiner_terminal {
    const int32_t *price; /* of each cell as its place: >= 0, or _FORBIDDEN */
    bool blocks;          /* its place is adjacent to the tree */
    uint32_t place;       /* out */
};

struct level_node_steiner {
    uint32_t n;                  /* cells */
    const uint8_t *n_neighbours; /* of each cell; borrowed */
    const uint32_t *neighbour;   /* `room` for each cell; borrowed */
    uint32_t room;               /* 4 at first */
    /* The cells beside each cell, where terminals that block may be: 4 for each; borrowed, and the
     * neighbours at first. */
    const uint8_t *n_beside;
    const uint32_t *beside;
    /* Of each cell another one or LEVEL_NODE_STEINER_NO_TWIN, to which a tree extends at a price of
     * its own, instead of that of the cell; borrowed. NULL: none. */
    const uint32_t *twin;
    const int32_t *twin_price;
    struct level_node_steiner_terminal terminal[LEVEL_NODE_STEINER_MAX_TERMINALS];
    uint32_t n_terminals;
    const uint32_t *joint; /* cells at which trees are merged; NULL: all */
    uint32_t n_joints;
    bool *in_tree; /* out, of each cell */

    /* State of the search, [set of terminals * n + cell]; the entries of the set of all
     * terminals are used by level_node_steiner_restricted only. */
    int64_t *cost;
    int64_t *at_joint; /* the costs at joints, in blocks */
    uint32_t *via;
    uint32_t *queue;
    bool *queued;
};

/* Allocates the arrays; the caller fills in the terminals afterwards. False when memory runs out. */
bool level_node_steiner_init(struct level_node_steiner *steiner, uint32_t n,
                             const uint8_t *n_neighbours, const uint32_t *neighbour,
                             uint32_t n_terminals, struct arena *arena);

/* The same for trees that are merged at some cells alone, the joints, which are borrowed: one cell of
 * each connected set of cells whose price is 0 is enough. Takes 8 bytes for each joint and set of all terminals but
 * one. */
bool level_node_steiner_init_joints(struct level_node_steiner *steiner, uint32_t n,
                                    const uint8_t *n_neighbours,
                                    const uint32_t *neighbour, uint32_t n_terminals,
                                    const uint32_t *joint, uint32_t n_joints,
                                    struct arena *arena);

/* Finds the cheapest tree.
 *
 * price  of each cell, >= 0 or _FORBIDDEN
 * Returns its cost, or _NONE if there is none; in_tree and places are then not set. */
int64_t level_node_steiner_solve(struct level_node_steiner *steiner,
                                 const int32_t *price);

/* The costs of the cheapest trees under one restriction; for two terminals or more, without joints.
 *
 * cost_through  of each cell: of trees that contain it
 * cost_at       [terminal * n + cell]: of trees with the terminal on the cell
 * Both are _NONE or more where there is no tree. */
void level_node_steiner_restricted(struct level_node_steiner *steiner,
                                   const int32_t *price, int64_t *cost_through,
                                   int64_t *cost_at);

#endif
