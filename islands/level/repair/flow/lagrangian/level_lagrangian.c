#include "level_lagrangian.h"

#include <assert.h>
#include <math.h>

/* Multipliers are integers in 1/64 of a unit of cost, coarser where the most expensive
 * edit would exceed 2^16, so that sums stay within the flow's range. Measured as in
 * level_subgradient.c: 12.2 ms; 12.8 with 1/16, 13.2 with 1/256. */
enum { MAX_SCALE = 64, MAX_SCALED = 1 << 16 };

/* The source with the most targets, and as many of these as the tree takes. */
static uint32_t choose_terminals(struct level_lagrangian *dual)
{
    const struct level_game *game = dual->search->rules->game;
    tile_set most = 0, source = 0;
    uint32_t n = 0;
    for (size_t i = 0; i < game->n_reach; i++) {
        tile_set to = 0;
        for (size_t j = 0; j < game->n_reach; j++)
            to |= game->reach[j].from == game->reach[i].from ? game->reach[j].to : 0;
        to &= ~game->reach[i].from;
        if (__builtin_popcount(to) > __builtin_popcount(most)) {
            most = to;
            source = game->reach[i].from;
        }
    }
    assert(dual->search->rules->tuning->terminals <= LEVEL_LAGRANGIAN_MAX_TERMINALS);
    if (most)
        dual->tile[n++] = (uint8_t)__builtin_ctz(source);
    for (; most && n < dual->search->rules->tuning->terminals; most &= most - 1)
        dual->tile[n++] = (uint8_t)__builtin_ctz(most);
    return n;
}

static int32_t scale_of(const struct level_flow_rules *rules)
{
    double most = 1;
    for (size_t t = 0; t < rules->game->n_tiles; t++)
        most = fmax(most, fmax(rules->game->tile[t].delete, rules->game->tile[t].move));
    return (int32_t)fmax(1, fmin(MAX_SCALE, MAX_SCALED * rules->unit / most));
}

static bool take_arrays(struct level_lagrangian *dual, uint32_t n_terminals)
{
    struct arena *arena = dual->arena;
    size_t n = dual->n, nodes = dual->graph.n,
           n_multipliers = level_lagrangian_n_multipliers(dual->n, n_terminals);
    dual->multiplier = ARENA_NEW(arena, int32_t, n_multipliers);
    dual->best_multiplier = ARENA_NEW(arena, int32_t, n_multipliers);
    dual->direction = ARENA_NEW(arena, double, n_multipliers);
    dual->tree_uses = ARENA_NEW(arena, uint32_t, n);
    dual->flow_passes = ARENA_NEW(arena, uint32_t, n);
    dual->tree_places = ARENA_NEW(arena, uint32_t, n_multipliers);
    dual->flow_places = ARENA_NEW(arena, uint32_t, n_multipliers);
    dual->level = ARENA_NEW(arena, uint8_t, n);
    dual->place_cost =
        ARENA_NEW(arena, int32_t, n * dual->search->rules->game->n_tiles);
    dual->terminal_price = ARENA_NEW(arena, int32_t, n_terminals * nodes + 1);
    dual->node_price = ARENA_NEW(arena, int32_t, nodes);
    dual->cost_through = ARENA_NEW(arena, int64_t, nodes);
    dual->cost_at = ARENA_NEW(arena, int64_t, n_terminals * nodes + 1);
    dual->heuristic_allowed = ARENA_NEW(arena, int32_t, n);
    dual->queue = ARENA_NEW(arena, uint32_t, n);
    dual->reached = ARENA_NEW(arena, bool, n);
    return dual->multiplier && dual->best_multiplier && dual->direction &&
           dual->tree_uses && dual->flow_passes && dual->tree_places &&
           dual->flow_places && dual->level && dual->place_cost &&
           dual->terminal_price && dual->node_price && dual->cost_through &&
           dual->cost_at && dual->heuristic_allowed && dual->queue && dual->reached;
}

/* Builds a flow model and solves it; false when memory runs out. */
static bool add_flow_model(struct level_lagrangian *dual,
                           struct level_flow_model *model, int32_t scale)
{
    int64_t cost;
    if (!level_flow_model_init_crossings(model, dual->search->rules,
                                         dual->search->broken, scale, dual->crossings,
                                         dual->arena))
        return false;
    dual->infeasible = !level_flow_model_solve(model, &cost);
    return true;
}

static bool list_neighbours(struct level_lagrangian *dual)
{
    const struct level_grid *broken = dual->search->broken;
    dual->n_neighbours = ARENA_NEW(dual->arena, uint8_t, dual->n);
    dual->neighbour = ARENA_NEW(dual->arena, uint32_t, 4 * (size_t)dual->n);
    if (!dual->n_neighbours || !dual->neighbour)
        return false;
    for (uint32_t u = 0; u < dual->n; u++) {
        size_t near[4], k = level_grid_neighbours(dual->search->rules->game->wrap,
                                                  broken->rows, broken->cols, u, near);
        dual->n_neighbours[u] = (uint8_t)k;
        while (k-- > 0)
            dual->neighbour[4 * u + k] = (uint32_t)near[k];
    }
    return true;
}

/* Makes the graph of the tree and the tree. */
static bool take_graph(struct level_lagrangian *dual, uint32_t n_terminals)
{
    struct level_crossing_graph *graph = &dual->graph;
    if (!level_crossing_graph_init(graph, dual->crossings, dual->n, dual->n_neighbours,
                                   dual->neighbour, dual->arena) ||
        !level_node_steiner_init(&dual->steiner, graph->n, graph->n_neighbours,
                                 graph->neighbour, n_terminals, dual->arena))
        return false;
    dual->steiner.room = graph->room;
    dual->steiner.n_beside = graph->n_beside;
    dual->steiner.beside = graph->beside;
    dual->steiner.twin = graph->twin;
    dual->steiner.twin_price = graph->twin_price;
    return true;
}

/* Builds what differs with prices of crossings. */
static bool build(struct level_lagrangian *dual, uint32_t n_terminals)
{
    if (!take_graph(dual, n_terminals) || !take_arrays(dual, n_terminals) ||
        !add_flow_model(dual, &dual->priced, dual->scale))
        return false;
    for (uint32_t k = 0; k < n_terminals; k++) {
        dual->steiner.terminal[k].blocks =
            tile_in(dual->search->rules->blocking, dual->tile[k]);
        dual->steiner.terminal[k].price =
            dual->terminal_price + (size_t)k * dual->graph.n;
    }
    return true;
}

bool level_lagrangian_init(struct level_lagrangian *dual,
                           struct level_lagrangian_search *search,
                           const struct level_flow_share *share, struct arena *arena)
{
    *dual = (struct level_lagrangian){.search = search,
                                      .share = share,
                                      .arena = arena,
                                      .n = (uint32_t)level_cells(search->broken),
                                      .scale = scale_of(search->rules),
                                      .plain =
                                          ARENA_NEW(arena, struct level_flow_model, 1)};
    uint32_t n_terminals = choose_terminals(dual);
    return dual->plain && list_neighbours(dual) && build(dual, n_terminals) &&
           add_flow_model(dual, dual->plain, 1);
}

bool level_lagrangian_init_crossings(struct level_lagrangian *dual,
                                     struct level_lagrangian *without,
                                     const struct level_flow_crossings *crossings)
{
    *dual = (struct level_lagrangian){.search = without->search,
                                      .share = without->share,
                                      .arena = without->arena,
                                      .plain = without->plain,
                                      .n = without->n,
                                      .scale = without->scale,
                                      .n_neighbours = without->n_neighbours,
                                      .neighbour = without->neighbour,
                                      .crossings = crossings};
    for (uint32_t k = 0; k < without->steiner.n_terminals; k++)
        dual->tile[k] = without->tile[k];
    assert(!without->share->bound && !without->crossings);
    return build(dual, without->steiner.n_terminals);
}

int64_t level_lagrangian_flow(struct level_lagrangian *dual,
                              struct level_flow_model *model, const int32_t *price,
                              const int32_t *allowed)
{
    int64_t cost;
    dual->search->flows++;
    level_flow_model_reoptimize(model, price, allowed, dual->share, &cost);
    dual->failed = dual->failed || model->flow.failed;
    if (cost != LEVEL_FLOW_INFINITY)
        level_flow_model_read(model, dual->level);
    return cost;
}

bool level_lagrangian_may_pass(const struct level_lagrangian *dual, uint32_t cell)
{
    tile_set allowed = (tile_set)dual->allowed[cell];
    return !dual->off_tree[cell] && (allowed & ~dual->search->rules->blocking);
}

bool level_lagrangian_is_undecided(const struct level_lagrangian *dual, uint32_t cell)
{
    return level_lagrangian_may_pass(dual, cell) &&
           ((tile_set)dual->allowed[cell] & dual->search->rules->blocking) != 0;
}

bool level_lagrangian_can_block(const struct level_lagrangian *dual, uint32_t cell)
{
    const struct level_flow_rules *rules = dual->search->rules;
    tile_set blocking = (tile_set)dual->allowed[cell] & rules->blocking;
    return (blocking & ~rules->once) &&
           (!dual->share->bound || level_flow_rules_suit_cell(rules, blocking));
}

int64_t level_lagrangian_units(const struct level_lagrangian *dual, int64_t scaled)
{
    return scaled >= 0 ? (scaled + dual->scale - 1) / dual->scale
                       : -(-scaled / dual->scale);
}
