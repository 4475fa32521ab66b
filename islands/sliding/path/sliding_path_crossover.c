#include "sliding_path_crossover.h"

#include <string.h>

/* A node is a position of one of the two paths, those of `a` first. */
struct node {
    const uint8_t *at;
    uint32_t parent; /* on a shortest path from the start */
    uint32_t paths;  /* number of predecessors in the level before */
    int16_t gene;    /* the move from the parent */
    bool visited;
};

struct graph {
    const struct sliding *puzzle;
    struct node *node;
    uint32_t nodes;
    uint32_t *level, *next; /* nodes of this level, and of the next */
    uint32_t level_count, next_count;
};

size_t sliding_path_crossover_bytes(void)
{
    return SLIDING_PATH_CROSSOVER_POSITIONS *
               (sizeof(struct node) + 2 * sizeof(uint32_t)) +
           (size_t)3 * ARENA_ALIGN;
}

/* The only ring in which two positions differ, or -1. */
static int only_difference(const uint8_t *a, const uint8_t *b, unsigned rings)
{
    int ring = -1;
    for (unsigned r = 0; r < rings; r++)
        if (a[r] != b[r]) {
            if (ring >= 0)
                return -1;
            ring = (int)r;
        }
    return ring;
}

/* Relaxes the edge from u to v if it is a legal move; of several predecessors keeps a
 * uniformly random one (reservoir sampling). */
static void visit(struct graph *graph, uint32_t u, uint32_t v,
                  const struct sliding_position *from, struct rng *rng)
{
    struct node *to = &graph->node[v];
    int ring = only_difference(from->at, to->at, graph->puzzle->rings);
    if (ring < 0)
        return;
    int16_t gene = sliding_gene(graph->puzzle, (unsigned)ring, to->at[ring]);
    if (!sliding_legal(graph->puzzle, from, gene))
        return;
    if (to->paths++ == 0)
        graph->next[graph->next_count++] = v;
    if (rng_below(rng, to->paths) == 0) {
        to->parent = u;
        to->gene = gene;
    }
}

static void expand_level(struct graph *graph, struct rng *rng)
{
    graph->next_count = 0;
    for (uint32_t i = 0; i < graph->level_count; i++) {
        uint32_t u = graph->level[i];
        struct sliding_position from;
        sliding_place(graph->puzzle, graph->node[u].at, &from);
        for (uint32_t v = 0; v < graph->nodes; v++)
            if (!graph->node[v].visited)
                visit(graph, u, v, &from, rng);
    }
    for (uint32_t i = 0; i < graph->next_count; i++)
        graph->node[graph->next[i]].visited = true;
    uint32_t *was = graph->level;
    graph->level = graph->next;
    graph->next = was;
    graph->level_count = graph->next_count;
}

static void add(struct graph *graph, const struct sliding_instance *instance,
                const struct sliding_path *path)
{
    for (size_t i = 0; i <= path->moves; i++)
        graph->node[graph->nodes++] =
            (struct node){.at = sliding_path_at(instance, path, i)};
}

size_t sliding_path_crossover_apply(const struct sliding_instance *instance,
                                    const struct sliding_path *a,
                                    const struct sliding_path *b, struct rng *rng,
                                    struct arena scratch, int16_t *genes)
{
    struct graph graph = {
        .puzzle = &instance->puzzle,
        .node = ARENA_NEW(&scratch, struct node, SLIDING_PATH_CROSSOVER_POSITIONS),
        .level = ARENA_NEW(&scratch, uint32_t, SLIDING_PATH_CROSSOVER_POSITIONS),
        .next = ARENA_NEW(&scratch, uint32_t, SLIDING_PATH_CROSSOVER_POSITIONS)};
    uint32_t goal = (uint32_t)a->moves;
    size_t moves = 0;
    memcpy(genes, a->gene, a->moves * sizeof *genes);
    if (a->moves + b->moves + 2 > SLIDING_PATH_CROSSOVER_POSITIONS)
        return a->moves;
    add(&graph, instance, a);
    add(&graph, instance, b);
    graph.node[0].visited = true;
    graph.level[graph.level_count++] = 0;
    for (; !graph.node[goal].visited; moves++)
        expand_level(&graph, rng);
    for (size_t i = moves; i > 0; i--) {
        genes[i - 1] = graph.node[goal].gene;
        goal = graph.node[goal].parent;
    }
    return moves;
}
