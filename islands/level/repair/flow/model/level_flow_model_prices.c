#include "level_flow_model.h"

#include <assert.h>

/* A cell whose prices or domain change. */
struct cell_change {
    struct level_flow_model *model;
    uint32_t cell;
    const int32_t *price;
    tile_set allowed;
    /* The node that takes its unit before and after: see level_flow_model_sink. */
    uint32_t from, to;
    /* The arcs that place its unit before and after; LEVEL_FLOW_NONE: none. */
    uint32_t now, best;
    int32_t least; /* potential of the cell by the best arc */
};

static uint32_t tail_of(const struct level_flow *flow, uint32_t arc)
{
    return flow->arc[flow->arc[arc].twin].head;
}

static void set_carried(struct level_flow *flow, uint32_t arc, int32_t carried,
                        int32_t left)
{
    flow->arc[arc].left = left;
    flow->arc[flow->arc[arc].twin].left = carried;
}

static void keep_potential(struct level_flow *flow, uint32_t node, int32_t potential)
{
    flow->failed = flow->failed || potential < -LEVEL_FLOW_MAX_POTENTIAL ||
                   potential > LEVEL_FLOW_MAX_POTENTIAL;
    flow->potential[node] = potential;
}

/* Sets the new cost of a tile's arc, which may become the best one. */
static void update_tile(struct cell_change *change, uint8_t tile)
{
    struct level_flow_model *model = change->model;
    struct level_flow *flow = &model->flow;
    size_t at = tile * (size_t)model->n + change->cell;
    uint32_t place_arc = model->place_arc[at];
    if (place_arc == LEVEL_FLOW_NONE)
        return;
    struct level_flow_arc *arc = &flow->arc[place_arc], *back = &flow->arc[arc->twin];
    if (back->left > 0) {
        change->now = place_arc;
        model->cost -= arc->cost;
    }
    arc->cost = model->place_cost[at] + (change->price ? change->price[at] : 0);
    back->cost = -arc->cost;
    if (!tile_in(change->allowed, tile)) {
        set_carried(flow, place_arc, 0, 0);
        return;
    }
    assert(arc->cost >= -LEVEL_FLOW_MAX_COST && arc->cost <= LEVEL_FLOW_MAX_COST);
    int32_t potential = arc->cost + flow->potential[back->head];
    if (potential < change->least ||
        (potential == change->least && change->now == place_arc)) {
        change->least = potential;
        change->best = place_arc;
    }
    set_carried(flow, place_arc, 0, 1);
}

/* Places on a cell the unit that is best by the potentials, which keeps reduced
 * costs >= 0, and records the excess and deficit that result. */
static void change_cell(struct cell_change *change)
{
    struct level_flow_model *model = change->model;
    struct level_flow *flow = &model->flow;
    uint32_t u = change->cell;
    change->from = level_flow_model_sink(model->rules, (tile_set)model->allowed[u]);
    change->to = level_flow_model_sink(model->rules, change->allowed);
    change->now = change->best = LEVEL_FLOW_NONE;
    change->least = flow->potential[change->to];
    for (uint8_t t = 0; t < model->rules->game->n_tiles; t++)
        update_tile(change, t);
    bool holds = change->best != LEVEL_FLOW_NONE;
    if (change->now != LEVEL_FLOW_NONE)
        model->excess[change->from]--;
    if (holds)
        model->excess[change->to]++;
    if (change->now != LEVEL_FLOW_NONE)
        model->excess[tail_of(flow, change->now)]++;
    if (holds) {
        model->excess[tail_of(flow, change->best)]--;
        model->cost += flow->arc[change->best].cost;
        set_carried(flow, change->best, 1, 0);
    }
    if (change->from != change->to)
        set_carried(flow, level_flow_model_exit(model, u, change->from), 0, 0);
    set_carried(flow, level_flow_model_exit(model, u, change->to), holds, !holds);
    keep_potential(flow, LEVEL_FLOW_FIRST_CELL + u, change->least);
    model->allowed[u] = (int32_t)change->allowed;
}

/* Sets the lower bound of an arc into the sink. Flow above the bound stays unless the
 * reduced cost of the arc is positive. */
static void require_units(struct level_flow_model *model, uint32_t arc, int32_t least,
                          int32_t *held)
{
    struct level_flow *flow = &model->flow;
    uint32_t tail = tail_of(flow, arc);
    int32_t carried = level_flow_on_arc(flow, arc) + *held;
    int32_t next = carried, all = flow->arc[arc].left + carried;
    least = least > 0 ? least : 0;
    assert(carried >= 0 && *held >= 0 && all >= carried);
    if (carried < least || flow->potential[tail] > flow->potential[LEVEL_FLOW_SINK])
        next = least;
    model->excess[LEVEL_FLOW_SINK] += next - carried;
    model->excess[tail] -= next - carried;
    set_carried(flow, arc, next - least, all - next);
    *held = least;
}

/* Sets the lower bounds of a share. On a cell that cannot count in the whole, a tile
 * that occurs once takes the place of a unit outside of it; on one that holds a limited
 * tile in any case, a unit takes the place of such a tile. */
static void require_share(struct level_flow_model *model,
                          const struct level_flow_share *share)
{
    int32_t limited = 0, outside = 0;
    if (share->bound) {
        outside = (int32_t)model->n_outside - (int32_t)model->n + share->whole;
        for (uint32_t u = 0; u < model->n; u++)
            outside +=
                !level_flow_rules_may_count(model->rules, (tile_set)model->allowed[u]);
        limited = (int32_t)model->n_limited + level_flow_model_always_limited(model) -
                  share->limited;
    }
    require_units(model, model->limited_arc, limited, &model->limited_least);
    require_units(model, model->outside_arc, outside, &model->outside_least);
}

/* The potential that a cell would get without tiles that occur once. */
static int32_t potential_without_once(const struct level_flow_model *model,
                                      uint32_t cell, const int32_t *price,
                                      tile_set allowed)
{
    const struct level_flow *flow = &model->flow;
    int32_t least = flow->potential[level_flow_model_sink(model->rules, allowed)];
    for (tile_set rest = allowed & ~model->rules->once; rest; rest &= rest - 1) {
        const size_t t = (size_t)__builtin_ctz(rest), at = t * model->n + cell;
        if (model->place_arc[at] == LEVEL_FLOW_NONE)
            continue;
        /* Arcs are far apart in memory: they are read only where they may start elsewhere. */
        const uint32_t from = model->crossings ? tail_of(flow, model->place_arc[at])
                                               : model->layers.base[t] + cell;
        int32_t potential =
            model->place_cost[at] + (price ? price[at] : 0) + flow->potential[from];
        least = potential < least ? potential : least;
    }
    return least;
}

/* Marks the cells whose prices or domains change, and keeps the prices. */
static void mark_changes(struct level_flow_model *model, const int32_t *price,
                         const int32_t *allowed)
{
    const uint32_t n = model->n;
    for (uint32_t u = 0; u < n; u++)
        model->changed[u] = model->allowed[u] != allowed[u];
    for (size_t t = 0; t < model->rules->game->n_tiles; t++) {
        int32_t *last = model->price + t * n;
        const int32_t *next = price ? price + t * n : NULL;
        for (uint32_t u = 0; u < n; u++) {
            const int32_t now = next ? next[u] : 0;
            model->changed[u] |= last[u] != now;
            last[u] = now;
        }
    }
}

/* Sets the potential of a tile that occurs once, and marks the cells where it may be, or
 * where its reduced cost would be below 0. */
static void set_once(struct level_flow_model *model, uint8_t tile, int32_t potential)
{
    struct level_flow *flow = &model->flow;
    const uint32_t node = model->layers.base[tile];
    const int32_t *cell = flow->potential + LEVEL_FLOW_FIRST_CELL;
    const int32_t before = flow->potential[node];
    keep_potential(flow, node, potential);
    for (uint32_t u = 0; u < model->n; u++) {
        const size_t at = tile * (size_t)model->n + u;
        const int32_t cost = model->place_cost[at] + model->price[at];
        model->changed[u] |= tile_in((tile_set)model->allowed[u], tile) &&
                             (cost + before <= cell[u] || cost + potential < cell[u]);
    }
}

/* Sets the potentials of tiles that occur once so that no cell takes a unit of one for
 * being cheaper by old prices: with new ones on all cells, thousands would, to be sent
 * back one by one. */
static void lower_once(struct level_flow_model *model, const int32_t *price,
                       const int32_t *allowed)
{
    int32_t most[LEVEL_MAX_TILES];
    for (size_t t = 0; t < LEVEL_MAX_TILES; t++)
        most[t] = INT32_MIN;
    for (uint32_t u = 0; u < model->n; u++) {
        int32_t least = potential_without_once(model, u, price, (tile_set)allowed[u]);
        tile_set once = (tile_set)allowed[u] & model->rules->once;
        for (; once; once &= once - 1) {
            size_t t = (size_t)__builtin_ctz(once), at = t * model->n + u;
            int32_t more = least - model->place_cost[at] - (price ? price[at] : 0);
            most[t] = more > most[t] ? more : most[t];
        }
    }
    for (uint8_t t = 0; t < model->rules->game->n_tiles; t++)
        if (most[t] != INT32_MIN)
            set_once(model, t, most[t]);
}

void level_flow_model_reoptimize(struct level_flow_model *model, const int32_t *price,
                                 const int32_t *allowed,
                                 const struct level_flow_share *share, int64_t *cost)
{
    struct level_flow *flow = &model->flow;
    int32_t sink = flow->potential[LEVEL_FLOW_SINK];
    for (uint32_t v = 0; v < flow->n_nodes; v++)
        keep_potential(flow, v, flow->potential[v] - sink);
    if (model->changed) {
        mark_changes(model, price, allowed);
        lower_once(model, price, allowed);
    }
    for (uint32_t u = 0; u < model->n; u++)
        if (!model->changed || model->changed[u])
            change_cell(&(struct cell_change){.model = model,
                                              .cell = u,
                                              .price = price,
                                              .allowed = (tile_set)allowed[u]});
    require_share(model, share);
    const uint32_t hub = model->changed ? LEVEL_FLOW_SINK : LEVEL_FLOW_NONE;
    *cost = level_flow_balance(flow, hub, model->excess, &model->cost)
                ? model->cost
                : LEVEL_FLOW_INFINITY;
}

/* The cell that holds a tile which occurs once. */
static uint32_t place_of(const struct level_flow_model *model, uint8_t tile)
{
    uint32_t at = 0;
    for (uint32_t u = 0; u < model->n; u++) {
        uint32_t arc = model->place_arc[tile * (size_t)model->n + u];
        if (arc != LEVEL_FLOW_NONE && level_flow_on_arc(&model->flow, arc) > 0)
            at = u;
    }
    return at;
}

/* The unit of the tile leaves its cell for another one, from where a cheapest path leads
 * back to the first. */
void level_flow_model_place_costs(struct level_flow_model *model, uint8_t tile,
                                  int32_t most, int32_t *cost)
{
    const struct level_flow *flow = &model->flow;
    const uint32_t *arc = model->place_arc + tile * (size_t)model->n;
    uint32_t at = place_of(model, tile), to = LEVEL_FLOW_FIRST_CELL + at;
    assert(tile_in(model->rules->once, tile));
    level_flow_search_back(&model->flow, to);
    for (uint32_t u = 0; u < model->n; u++) {
        int64_t back = level_flow_cost_back(flow, LEVEL_FLOW_FIRST_CELL + u, to);
        cost[u] = tile_in((tile_set)model->allowed[u], tile) ? most : 0;
        if (back == LEVEL_FLOW_INFINITY || !cost[u])
            continue;
        int64_t more = back + flow->arc[arc[u]].cost - flow->arc[arc[at]].cost;
        assert(more >= 0);
        cost[u] = more < most ? (int32_t)more : most;
    }
}

bool level_flow_model_bound(const struct level_flow_rules *rules,
                            const struct level_grid *broken,
                            const struct level_flow_share *share, int64_t *cost)
{
    struct level_flow_model model;
    struct arena work;
    arena_init(&work);
    bool built = level_flow_model_init(&model, rules, broken, 1, &work);
    if (built && !level_flow_model_solve(&model, cost))
        *cost = LEVEL_FLOW_INFINITY;
    else if (built)
        level_flow_model_reoptimize(&model, NULL, model.allowed, share, cost);
    arena_free(&work);
    return built && !model.flow.failed;
}
