#include "level_crossing_graph.h"

#include <assert.h>

/* Two nodes for each of four neighbours. */
enum { ROOM = 8 };

static void pair_nodes(const struct level_crossing_graph *graph,
                       const struct level_flow_crossings *crossings)
{
    for (uint32_t v = 0; v < graph->n; v++) {
        graph->twin[v] = LEVEL_NODE_STEINER_NO_TWIN;
        graph->twin_price[v] = 0;
    }
    for (uint32_t i = 0; i < crossings->n; i++) {
        const struct level_flow_crossing *one = &crossings->crossing[i];
        const uint32_t first = one->cell, second = graph->n_cells + i;
        graph->cell[second] = first;
        graph->twin[first] = second;
        graph->twin[second] = first;
        graph->twin_price[first] = graph->twin_price[second] =
            one->leaving + one->entering;
    }
}

/* Whether a node has a neighbour of its cell beside it. */
static bool faces(const struct level_crossing_graph *graph,
                  const struct level_flow_crossings *crossings, uint32_t node,
                  uint32_t neighbour)
{
    const uint32_t cell = graph->cell[node];
    if (crossings->at[cell] == LEVEL_FLOW_NONE)
        return true;
    const struct level_flow_crossing *one = &crossings->crossing[crossings->at[cell]];
    const bool second = node != cell;
    if (one->n_sides == 1)
        return (neighbour == one->side[0]) == second;
    return neighbour != one->side[!second];
}

/* Lists the nodes of a neighbouring cell that a node is joined to. */
static uint8_t join(const struct level_crossing_graph *graph,
                    const struct level_flow_crossings *crossings, uint32_t node,
                    uint32_t next, uint32_t *neighbour, uint8_t n)
{
    const uint32_t nodes[] = {next, graph->twin[next]};
    for (size_t i = 0; i < 2; i++)
        if (nodes[i] != LEVEL_NODE_STEINER_NO_TWIN &&
            faces(graph, crossings, node, next) &&
            faces(graph, crossings, nodes[i], graph->cell[node]))
            neighbour[n++] = nodes[i];
    assert(n <= ROOM);
    return n;
}

/* The graph with crossings. */
static bool divide_nodes(struct level_crossing_graph *graph,
                         const struct level_flow_crossings *crossings,
                         const uint8_t *n_neighbours, const uint32_t *neighbour,
                         struct arena *arena)
{
    const size_t n = graph->n;
    uint8_t *count = ARENA_NEW(arena, uint8_t, n),
            *n_beside = ARENA_NEW(arena, uint8_t, n);
    uint32_t *nodes = ARENA_NEW(arena, uint32_t, ROOM * n),
             *beside = ARENA_NEW(arena, uint32_t, 4 * n);
    graph->twin = ARENA_NEW(arena, uint32_t, n);
    graph->twin_price = ARENA_NEW(arena, int32_t, n);
    if (!count || !n_beside || !nodes || !beside || !graph->twin || !graph->twin_price)
        return false;
    pair_nodes(graph, crossings);
    for (uint32_t u = 0; u < n; u++) {
        const uint32_t cell = graph->cell[u];
        n_beside[u] = n_neighbours[cell];
        count[u] = 0;
        for (uint32_t k = 0; k < n_neighbours[cell]; k++) {
            beside[4 * u + k] = neighbour[4 * cell + k];
            count[u] = join(graph, crossings, u, neighbour[4 * cell + k],
                            nodes + ROOM * (size_t)u, count[u]);
        }
    }
    graph->room = ROOM;
    graph->n_neighbours = count;
    graph->neighbour = nodes;
    graph->n_beside = n_beside;
    graph->beside = beside;
    return true;
}

bool level_crossing_graph_init(struct level_crossing_graph *graph,
                               const struct level_flow_crossings *crossings,
                               uint32_t n_cells, const uint8_t *n_neighbours,
                               const uint32_t *neighbour, struct arena *arena)
{
    *graph =
        (struct level_crossing_graph){.n_cells = n_cells,
                                      .n = n_cells + (crossings ? crossings->n : 0),
                                      .room = 4,
                                      .n_neighbours = n_neighbours,
                                      .neighbour = neighbour,
                                      .n_beside = n_neighbours,
                                      .beside = neighbour};
    graph->cell = ARENA_NEW(arena, uint32_t, graph->n);
    for (uint32_t v = 0; graph->cell && v < n_cells; v++)
        graph->cell[v] = v;
    return graph->cell && (!crossings || divide_nodes(graph, crossings, n_neighbours,
                                                      neighbour, arena));
}

void level_crossing_graph_fold(const struct level_crossing_graph *graph, int64_t *cost)
{
    for (uint32_t v = graph->n_cells; v < graph->n; v++) {
        int64_t *first = &cost[graph->cell[v]];
        *first = cost[v] < *first ? cost[v] : *first;
    }
}

void level_crossing_graph_fold_tree(const struct level_crossing_graph *graph,
                                    struct level_node_steiner *steiner)
{
    for (uint32_t v = graph->n_cells; v < graph->n; v++)
        steiner->in_tree[graph->cell[v]] |= steiner->in_tree[v];
    for (uint32_t k = 0; k < steiner->n_terminals; k++)
        steiner->terminal[k].place = graph->cell[steiner->terminal[k].place];
}
