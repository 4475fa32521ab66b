/* The search tree of a beam: for each state a node with its last tile and its parent,
 * so that states need not contain their tiles.
 *
 * Nodes that no state descends from are removed when the tree is full. They are found
 * by bits, and a node's new index is the number of live nodes before it, which takes 1.5
 * bits a node more than its 6 bytes.
 * Source: rank of a bit vector by counts of its words, G. Jacobson, Space-efficient
 * static trees and graphs, 1989. */
#ifndef SKERRY_ETERNITY_BEAM_TREE_H
#define SKERRY_ETERNITY_BEAM_TREE_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

/* A node: a tile, and the node of the tile placed before it, in two halves. */
struct eternity_beam_node {
    uint16_t parent[2], tile;
};

struct eternity_beam_tree {
    struct eternity_beam_node *node; /* parents before their children; 0 is the root */
    size_t nodes, capacity;
    size_t kept;      /* the first nodes, which stay whatever descends from them */
    uint64_t *live;   /* while it is compacted: a bit for each node, */
    uint32_t *before; /* and for each word of them, how many are set before it */
};

/* Takes memory from perm for at most so many nodes; false when there is none. */
bool eternity_beam_tree_init(struct eternity_beam_tree *tree, size_t most,
                             struct arena *perm);

/* Empties the tree except for its root; capacity is at most that of init. */
void eternity_beam_tree_begin(struct eternity_beam_tree *tree, size_t capacity);

static inline uint32_t eternity_beam_node_parent(const struct eternity_beam_node *node)
{
    return node->parent[0] | (uint32_t)node->parent[1] << 16;
}

static inline struct eternity_beam_node eternity_beam_node_of(uint32_t parent,
                                                              int16_t tile)
{
    return (struct eternity_beam_node){
        .parent = {(uint16_t)parent, (uint16_t)(parent >> 16)}, .tile = (uint16_t)tile};
}

static inline uint32_t eternity_beam_tree_parent(const struct eternity_beam_tree *tree,
                                                 uint32_t node)
{
    return eternity_beam_node_parent(&tree->node[node]);
}

/* Adds a node, for which there must be room; returns its index. */
static inline uint32_t eternity_beam_tree_add(struct eternity_beam_tree *tree,
                                              uint32_t parent, int16_t tile)
{
    tree->node[tree->nodes] = eternity_beam_node_of(parent, tile);
    return (uint32_t)tree->nodes++;
}

/* To compact: clear, mark what states refer to, sweep; then each of these has the index
 * that eternity_beam_tree_moved returns. Cost: linear in nodes. */
void eternity_beam_tree_clear(struct eternity_beam_tree *tree);

static inline void eternity_beam_tree_mark(struct eternity_beam_tree *tree,
                                           uint32_t node)
{
    tree->live[node / 64] |= UINT64_C(1) << node % 64;
}

void eternity_beam_tree_sweep(struct eternity_beam_tree *tree);

static inline uint32_t eternity_beam_tree_moved(const struct eternity_beam_tree *tree,
                                                uint32_t node)
{
    uint64_t lower = tree->live[node / 64] & ((UINT64_C(1) << node % 64) - 1);
    return tree->before[node / 64] + (uint32_t)__builtin_popcountll(lower);
}

/* To copy a part of a tree into another: clear_all, mark_path for nodes, and count, which returns
 * how many are marked with the root; extract gives them without the root, parents first, each
 * with the number that its parent has among them, 0 for the root, which for a marked node is
 * eternity_beam_tree_moved. Of them graft adds those for which there is room, and returns how
 * many: number i, from 1 on, has the index nodes + i - 1, nodes before. Cost: linear in the marked
 * nodes, and a word for 64 nodes of the tree. */
void eternity_beam_tree_clear_all(struct eternity_beam_tree *tree);
void eternity_beam_tree_mark_path(struct eternity_beam_tree *tree, uint32_t node);
uint32_t eternity_beam_tree_count(struct eternity_beam_tree *tree);
void eternity_beam_tree_extract(const struct eternity_beam_tree *tree,
                                struct eternity_beam_node *nodes);
size_t eternity_beam_tree_graft(struct eternity_beam_tree *tree,
                                const struct eternity_beam_node *nodes, size_t n);

/* The tiles on the way from the root to a node, n of them. */
void eternity_beam_tree_tiles(const struct eternity_beam_tree *tree, uint32_t node,
                              unsigned n, int16_t *tiles);

#endif
