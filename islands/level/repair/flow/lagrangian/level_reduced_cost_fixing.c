#include "level_reduced_cost_fixing.h"

#include <assert.h>

/* By how much a value may increase the bound before it is removed. */
struct margins {
    struct level_lagrangian *dual;
    int64_t gap;       /* between the bound and a level cheaper than the best */
    int64_t tree_cost; /* of the cheapest tree */
};

/* The potential that a cell has with a tile on it. Less its potential with the present
 * tile, it is a lower bound on the increase of the flow's cost with this tile. */
static int64_t potential_with(const struct level_flow_model *model, uint8_t tile,
                              uint32_t cell)
{
    uint32_t place_arc = model->place_arc[tile * (size_t)model->n + cell];
    if (place_arc == LEVEL_FLOW_NONE)
        return LEVEL_NODE_STEINER_NONE;
    const struct level_flow_arc *arc = &model->flow.arc[place_arc];
    return (int64_t)arc->cost + model->flow.potential[model->flow.arc[arc->twin].head];
}

/* The same for the best of some tiles, or for a cell without a unit if one of these
 * tiles fills it. */
static int64_t least_potential_with(const struct level_lagrangian *dual, tile_set tiles,
                                    uint32_t cell)
{
    const struct level_flow_model *model = &dual->priced;
    const struct level_flow_rules *rules = model->rules;
    tile_set allowed = (tile_set)dual->allowed[cell];
    uint8_t fill = level_flow_rules_fill(rules, allowed);
    int64_t least = LEVEL_NODE_STEINER_NONE;
    if (fill < rules->game->n_tiles && tile_in(tiles, fill))
        least = model->flow.potential[level_flow_model_sink(rules, allowed)];
    for (tile_set rest = allowed & tiles; rest; rest &= rest - 1) {
        int64_t value = potential_with(model, (uint8_t)__builtin_ctz(rest), cell);
        least = value < least ? value : least;
    }
    return least;
}

static void forbid(struct level_lagrangian *dual, uint32_t cell, tile_set tiles)
{
    dual->allowed[cell] = (int32_t)((tile_set)dual->allowed[cell] & ~tiles);
}

/* Fixes a cell as blocked, as passable, or as outside of the tree if the opposite is
 * too expensive. */
static void fix_cell(const struct margins *margins, uint32_t cell)
{
    struct level_lagrangian *dual = margins->dual;
    tile_set blocking = dual->search->rules->blocking;
    int64_t pass = least_potential_with(dual, ~blocking, cell);
    int64_t block = least_potential_with(dual, blocking, cell);
    int64_t least = pass < block ? pass : block;
    if (pass - least > margins->gap && level_lagrangian_can_block(dual, cell))
        forbid(dual, cell, ~blocking);
    else if (block - least > margins->gap)
        forbid(dual, cell, blocking);
    else if (pass - least + dual->cost_through[cell] - margins->tree_cost >
             margins->gap)
        dual->off_tree[cell] = true;
    else
        return;
    dual->multiplier[cell] = 0;
    dual->direction[cell] = 0;
}

/* Closes a cell to a terminal that is too expensive there. */
static void fix_terminal(const struct margins *margins, uint32_t terminal,
                         uint32_t cell)
{
    struct level_lagrangian *dual = margins->dual;
    uint8_t tile = dual->tile[terminal];
    tile_set allowed = (tile_set)dual->allowed[cell];
    if (!tile_in(allowed, tile) || allowed == TILE(tile))
        return;
    int64_t more = potential_with(&dual->priced, tile, cell) -
                   least_potential_with(dual, allowed, cell);
    int64_t tree_cost = dual->cost_at[terminal * dual->graph.n + cell];
    if (tree_cost >= LEVEL_NODE_STEINER_NONE ||
        more + tree_cost - margins->tree_cost > margins->gap)
        forbid(dual, cell, TILE(tile));
}

void level_reduced_cost_fixing(struct level_lagrangian *dual, int64_t tree_cost)
{
    const int64_t cheaper = (dual->search->best - 1) * dual->scale;
    const struct margins margins = {
        .dual = dual, .gap = cheaper - dual->bound, .tree_cost = tree_cost};
    assert(margins.gap >= 0 && tree_cost >= 0 && tree_cost < LEVEL_NODE_STEINER_NONE);
    level_node_steiner_restricted(&dual->steiner, dual->node_price, dual->cost_through,
                                  dual->cost_at);
    level_crossing_graph_fold(&dual->graph, dual->cost_through);
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
        level_crossing_graph_fold(&dual->graph,
                                  dual->cost_at + k * (size_t)dual->graph.n);
    for (uint32_t u = 0; u < dual->n; u++) {
        for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
            fix_terminal(&margins, k, u);
        if (level_lagrangian_is_undecided(dual, u))
            fix_cell(&margins, u);
    }
}
