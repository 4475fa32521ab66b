#include "eternity_beam_tree.h"

#include <string.h>

static size_t words_for(size_t nodes)
{
    return (nodes + 63) / 64;
}

bool eternity_beam_tree_init(struct eternity_beam_tree *tree, size_t most,
                             struct arena *perm)
{
    *tree = (struct eternity_beam_tree){
        .node = ARENA_NEW(perm, struct eternity_beam_node, most),
        .live = ARENA_NEW(perm, uint64_t, words_for(most)),
        .before = ARENA_NEW(perm, uint32_t, words_for(most)),
        .capacity = most};
    return tree->node && tree->live && tree->before;
}

void eternity_beam_tree_begin(struct eternity_beam_tree *tree, size_t capacity)
{
    tree->capacity = capacity;
    tree->node[0] = (struct eternity_beam_node){0};
    tree->nodes = 1;
    tree->kept = 0;
}

void eternity_beam_tree_clear(struct eternity_beam_tree *tree)
{
    memset(tree->live, 0, words_for(tree->nodes) * sizeof *tree->live);
    memset(tree->live, 0xff, tree->kept / 64 * sizeof *tree->live);
    if (tree->kept % 64)
        tree->live[tree->kept / 64] = (UINT64_C(1) << tree->kept % 64) - 1;
}

static bool is_live(const struct eternity_beam_tree *tree, size_t node)
{
    return tree->live[node / 64] >> node % 64 & 1;
}

uint32_t eternity_beam_tree_count(struct eternity_beam_tree *tree)
{
    uint32_t live = 0;
    for (size_t word = 0; word < words_for(tree->nodes); word++) {
        tree->before[word] = live;
        live += (uint32_t)__builtin_popcountll(tree->live[word]);
    }
    return live;
}

void eternity_beam_tree_sweep(struct eternity_beam_tree *tree)
{
    for (size_t i = tree->nodes; i-- > 1;)
        if (is_live(tree, i))
            eternity_beam_tree_mark(tree, eternity_beam_tree_parent(tree, (uint32_t)i));
    eternity_beam_tree_count(tree);
    size_t nodes = tree->nodes;
    tree->nodes = 0;
    for (size_t i = 0; i < nodes; i++)
        if (is_live(tree, i))
            eternity_beam_tree_add(
                tree,
                eternity_beam_tree_moved(tree,
                                         eternity_beam_tree_parent(tree, (uint32_t)i)),
                (int16_t)tree->node[i].tile);
}

void eternity_beam_tree_clear_all(struct eternity_beam_tree *tree)
{
    memset(tree->live, 0, words_for(tree->nodes) * sizeof *tree->live);
    eternity_beam_tree_mark(tree, 0);
}

void eternity_beam_tree_mark_path(struct eternity_beam_tree *tree, uint32_t node)
{
    for (; !is_live(tree, node); node = eternity_beam_tree_parent(tree, node))
        eternity_beam_tree_mark(tree, node);
}

void eternity_beam_tree_extract(const struct eternity_beam_tree *tree,
                                struct eternity_beam_node *nodes)
{
    for (size_t word = 0; word < words_for(tree->nodes); word++)
        for (uint64_t left = tree->live[word]; left; left &= left - 1) {
            size_t node = 64 * word + (unsigned)__builtin_ctzll(left);
            if (node == 0)
                continue;
            uint32_t parent = eternity_beam_tree_moved(
                tree, eternity_beam_tree_parent(tree, (uint32_t)node));
            *nodes++ = eternity_beam_node_of(parent, (int16_t)tree->node[node].tile);
        }
}

size_t eternity_beam_tree_graft(struct eternity_beam_tree *tree,
                                const struct eternity_beam_node *nodes, size_t n)
{
    const uint32_t first = (uint32_t)tree->nodes - 1;
    const size_t room = tree->capacity - tree->nodes;
    n = n < room ? n : room;
    for (size_t i = 0; i < n; i++) {
        uint32_t parent = eternity_beam_node_parent(&nodes[i]);
        eternity_beam_tree_add(tree, parent ? first + parent : 0,
                               (int16_t)nodes[i].tile);
    }
    return n;
}

void eternity_beam_tree_tiles(const struct eternity_beam_tree *tree, uint32_t node,
                              unsigned n, int16_t *tiles)
{
    while (n-- > 0) {
        tiles[n] = (int16_t)tree->node[node].tile;
        node = eternity_beam_tree_parent(tree, node);
    }
}
