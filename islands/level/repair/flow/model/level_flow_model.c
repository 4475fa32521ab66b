#include "level_flow_model.h"

#include "level_flow_drafts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int32_t units(const struct level_flow_model *model, double cost)
{
    int64_t units = llround(cost / model->rules->unit) * model->scale;
    assert(units >= 0 && units <= LEVEL_FLOW_MAX_COST);
    return (int32_t)units;
}

/* Whether moving a tile of this kind can be cheaper than deleting it. */
static bool is_movable(const struct level_game *game, uint8_t tile)
{
    return game->tile[tile].move < game->tile[tile].delete;
}

static tile_set tiles_of(const struct level_grid *grid)
{
    tile_set present = 0;
    for (size_t u = 0; u < level_cells(grid); u++)
        present |= TILE(grid->cell[u]);
    return present;
}

/* The number of layers of nodes: one for each kind of tile that is_movable accepts,
 * one for all others. */
static uint32_t layers_of(const struct level_flow_rules *rules,
                          const struct level_grid *broken)
{
    tile_set present = tiles_of(broken);
    uint32_t layers = 1;
    for (uint8_t t = 0; t < rules->game->n_tiles; t++)
        layers += tile_in(present & ~rules->once, t) && is_movable(rules->game, t);
    return layers;
}

/* Arcs out of a start, to a cell and its entrances. */
enum { CROSSING_ARCS = 26 };

static size_t drafts_of(const struct level_flow_rules *rules,
                        const struct level_grid *broken,
                        const struct level_flow_crossings *crossings)
{
    size_t n = level_cells(broken);
    size_t starts = crossings ? 3 * (size_t)crossings->n : 0;
    return (3 + 5 * (size_t)layers_of(rules, broken) + LEVEL_MAX_TILES) * n + 2 +
           CROSSING_ARCS * starts;
}

double level_flow_model_bytes(const struct level_flow_rules *rules,
                              const struct level_grid *broken)
{
    double n = (double)level_cells(broken), layers = layers_of(rules, broken);
    double once = __builtin_popcount(rules->once);
    double arcs = ((rules->open ? 3 : 2) + 5 * layers + once) * n;
    return arcs *
               (2 * sizeof(struct level_flow_arc) + sizeof(struct level_flow_draft)) +
           (layers + 1) * n * 9 * sizeof(uint32_t) +
           3.0 * (double)rules->game->n_tiles * n * sizeof(uint32_t);
}

uint32_t level_flow_model_sink(const struct level_flow_rules *rules, tile_set allowed)
{
    if (!rules->has_share)
        return LEVEL_FLOW_SINK;
    return !level_flow_rules_may_count(rules, allowed)   ? LEVEL_FLOW_OUTSIDE
           : level_flow_rules_is_limited(rules, allowed) ? LEVEL_FLOW_LIMITED
                                                         : LEVEL_FLOW_SINK;
}

uint32_t level_flow_model_exit(const struct level_flow_model *model, uint32_t cell,
                               uint32_t sink)
{
    size_t bank = sink == LEVEL_FLOW_SINK ? 0 : sink == LEVEL_FLOW_OUTSIDE ? 1 : 2;
    return model->exit_arc[cell + bank * model->n];
}

int32_t level_flow_model_always_limited(const struct level_flow_model *model)
{
    int32_t always = 0;
    for (uint32_t u = 0; model->rules->open && u < model->n; u++)
        always +=
            level_flow_rules_is_limited(model->rules, (tile_set)model->allowed[u]);
    return always;
}

static struct level_flow_layers number_nodes(const struct level_flow_model *model,
                                             tile_set present)
{
    const struct level_game *game = model->rules->game;
    struct level_flow_layers layers;
    layers.stay = LEVEL_FLOW_FIRST_CELL + model->n;
    uint32_t next = layers.stay + model->n;
    for (uint8_t t = 0; t < game->n_tiles; t++) {
        layers.base[t] = LEVEL_FLOW_NONE;
        if (tile_in(model->rules->once, t)) {
            layers.base[t] = next++;
        } else if (tile_in(present, t)) {
            layers.base[t] = is_movable(game, t) ? next : layers.stay;
            next += is_movable(game, t) ? model->n : 0;
        }
    }
    layers.n_nodes = next;
    assert(next <= LEVEL_FLOW_FIRST_CELL +
                       (model->rules->game->n_tiles + 2) * model->n +
                       model->rules->game->n_tiles);
    return layers;
}

/* The node that takes deleted tiles of a kind. */
static uint32_t deletion_sink(const struct level_flow_rules *rules, uint8_t tile)
{
    if (!rules->has_share)
        return LEVEL_FLOW_SINK;
    return tile_in(rules->limited, tile)   ? LEVEL_FLOW_LIMITED
           : tile_in(rules->outside, tile) ? LEVEL_FLOW_OUTSIDE
                                           : LEVEL_FLOW_SINK;
}

/* Adds the arcs of tiles that may occur any number of times. */
static void draft_layer(struct level_flow_model *model, uint8_t tile,
                        struct level_flow_drafts *drafts)
{
    const struct level_game *game = model->rules->game;
    uint32_t base = model->layers.base[tile];
    bool moves = is_movable(game, tile);
    int32_t step = units(model, game->tile[tile].move);
    for (uint32_t u = 0; u < model->n; u++) {
        bool here = model->broken->cell[u] == tile;
        if (tile_in((tile_set)model->allowed[u], tile) && (moves || here))
            level_flow_draft_place(model, tile, u, drafts);
        for (uint32_t k = 0; moves && k < model->n_neighbours[u]; k++)
            level_flow_add_arc(drafts, base + u, base + model->neighbour[4 * u + k],
                               step, (int32_t)model->n);
        if (here && !level_flow_has_start(model, u))
            level_flow_add_arc(drafts, base + u, deletion_sink(model->rules, tile),
                               units(model, game->tile[tile].delete), 1);
    }
    for (uint32_t u = 0; u < model->n; u++)
        if (model->broken->cell[u] == tile && level_flow_has_start(model, u)) {
            level_flow_draft_start(model, u, step, drafts);
            level_flow_add_arc(drafts, model->start[u],
                               deletion_sink(model->rules, tile),
                               units(model, game->tile[tile].delete), 1);
        }
}

/* Distances from the nearest cell that holds the tile; queue and steps have n
 * entries. */
static void find_distances(const struct level_flow_model *model, uint8_t tile,
                           uint32_t *queue, int32_t *steps)
{
    uint32_t end = 0;
    for (uint32_t u = 0; u < model->n; u++) {
        steps[u] = model->broken->cell[u] == tile ? 0 : -1;
        if (steps[u] == 0)
            queue[end++] = u;
    }
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = queue[at];
        for (uint32_t k = 0; k < model->n_neighbours[u]; k++) {
            uint32_t v = model->neighbour[4 * u + k];
            if (steps[v] < 0) {
                steps[v] = steps[u] + 1;
                queue[end++] = v;
            }
        }
    }
}

/* Adds the arcs of a tile that occurs once: all but one of its copies are deleted, the
 * last one is moved or deleted. */
static void draft_once(struct level_flow_model *model, uint8_t tile, uint32_t *queue,
                       int32_t *steps, struct level_flow_drafts *drafts)
{
    const struct level_tile *kind = &model->rules->game->tile[tile];
    int32_t count = 0;
    for (uint32_t u = 0; u < model->n; u++)
        count += model->broken->cell[u] == tile;
    if (count > 0)
        model->fixed += (int64_t)(count - 1) * units(model, kind->delete);
    find_distances(model, tile, queue, steps);
    for (uint32_t u = 0; u < model->n; u++) {
        if (!tile_in((tile_set)model->allowed[u], tile))
            continue;
        double cost = count > 0 ? fmin(kind->delete, steps[u] * kind->move) : 0;
        model->place_cost[tile * model->n + u] = units(model, cost);
        model->place_arc[tile * model->n + u] =
            level_flow_add_arc(drafts, model->layers.base[tile],
                               LEVEL_FLOW_FIRST_CELL + u, units(model, cost), 1);
    }
}

static bool take_arrays(struct level_flow_model *model, struct arena *arena)
{
    const struct level_game *game = model->rules->game;
    model->n_neighbours = ARENA_NEW(arena, uint8_t, model->n);
    model->neighbour = ARENA_NEW(arena, uint32_t, 4 * (size_t)model->n);
    model->allowed = ARENA_NEW(arena, int32_t, model->n);
    model->place_arc = ARENA_NEW(arena, uint32_t, game->n_tiles * (size_t)model->n);
    model->displaced = ARENA_NEW(arena, uint32_t, model->n);
    model->exit_arc = ARENA_NEW(arena, uint32_t, 3 * (size_t)model->n);
    model->place_cost = ARENA_NEW(arena, int32_t, game->n_tiles * (size_t)model->n);
    model->held = ARENA_NEW(arena, uint8_t, model->n);
    if (model->crossings) {
        model->start = ARENA_NEW(arena, uint32_t, model->n);
        if (!model->start)
            return false;
    }
    if (model->n >= model->rules->tuning->potential_cells) {
        model->price = ARENA_NEW(arena, int32_t, game->n_tiles * (size_t)model->n);
        model->changed = ARENA_NEW(arena, bool, model->n);
        if (!model->price || !model->changed)
            return false;
    }
    if (!model->held || !model->n_neighbours || !model->neighbour || !model->allowed ||
        !model->place_arc || !model->displaced || !model->exit_arc ||
        !model->place_cost)
        return false;
    for (uint32_t u = 0; u < model->n; u++) {
        size_t near[4], k = level_grid_neighbours(game->wrap, model->broken->rows,
                                                  model->broken->cols, u, near);
        model->n_neighbours[u] = (uint8_t)k;
        while (k-- > 0)
            model->neighbour[4 * u + k] = (uint32_t)near[k];
        model->allowed[u] = (int32_t)level_flow_rules_allowed(
            model->rules, model->broken->rows, model->broken->cols, u);
    }
    for (size_t i = 0; i < game->n_tiles * (size_t)model->n; i++) {
        model->place_arc[i] = LEVEL_FLOW_NONE;
        model->place_cost[i] = 0;
    }
    return true;
}

/* Adds the arcs out of a cell: one that cannot count in the whole leads outside, one
 * that holds a limited tile in any case to LIMITED. */
static void draft_exit(struct level_flow_model *model, uint32_t cell,
                       struct level_flow_drafts *drafts)
{
    uint32_t sink = level_flow_model_sink(model->rules, (tile_set)model->allowed[cell]);
    uint32_t node = LEVEL_FLOW_FIRST_CELL + cell, *out = model->exit_arc + cell;
    bool has_share = model->rules->has_share;
    out[0] =
        level_flow_add_arc(drafts, node, LEVEL_FLOW_SINK, 0, sink == LEVEL_FLOW_SINK);
    out[model->n] = has_share ? level_flow_add_arc(drafts, node, LEVEL_FLOW_OUTSIDE, 0,
                                                   sink == LEVEL_FLOW_OUTSIDE)
                              : LEVEL_FLOW_NONE;
    out[2 * (size_t)model->n] =
        has_share && model->rules->open
            ? level_flow_add_arc(drafts, node, LEVEL_FLOW_LIMITED, 0,
                                 sink == LEVEL_FLOW_LIMITED)
            : LEVEL_FLOW_NONE;
}

static void draft_all(struct level_flow_model *model, uint32_t *queue, int32_t *steps,
                      struct level_flow_drafts *drafts)
{
    /* Deleted tiles, and units on restricted cells. */
    int32_t most = (int32_t)(model->rules->open ? 2 * model->n : model->n);
    for (uint32_t u = 0; u < model->n; u++)
        draft_exit(model, u, drafts);
    model->limited_arc =
        level_flow_add_arc(drafts, LEVEL_FLOW_LIMITED, LEVEL_FLOW_SINK, 0, most);
    model->outside_arc =
        level_flow_add_arc(drafts, LEVEL_FLOW_OUTSIDE, LEVEL_FLOW_SINK, 0, most);
    for (uint8_t t = 0; t < model->rules->game->n_tiles; t++) {
        if (tile_in(model->rules->once, t))
            draft_once(model, t, queue, steps, drafts);
        else if (model->layers.base[t] != LEVEL_FLOW_NONE)
            draft_layer(model, t, drafts);
    }
}

static void place_unmoved(struct level_flow_model *model)
{
    for (uint32_t u = 0; u < model->n; u++) {
        uint8_t tile = model->broken->cell[u];
        uint32_t place_arc = model->place_arc[tile * model->n + u];
        uint32_t sink =
            level_flow_model_sink(model->rules, (tile_set)model->allowed[u]);
        if (tile_in(model->rules->once, tile))
            continue;
        if (place_arc == LEVEL_FLOW_NONE) {
            model->displaced[model->n_displaced++] = u;
            continue;
        }
        if (level_flow_has_start(model, u))
            level_flow_add_unit(&model->flow, model->flow.first[model->start[u]]);
        level_flow_add_unit(&model->flow, place_arc);
        level_flow_add_unit(&model->flow, level_flow_model_exit(model, u, sink));
        if (sink != LEVEL_FLOW_SINK)
            level_flow_add_unit(&model->flow, sink == LEVEL_FLOW_OUTSIDE
                                                  ? model->outside_arc
                                                  : model->limited_arc);
    }
}

static void find_arcs(uint32_t *draft, size_t n, const uint32_t *place)
{
    for (size_t i = 0; i < n; i++)
        if (draft[i] != LEVEL_FLOW_NONE)
            draft[i] = place[draft[i]];
}

bool level_flow_model_init(struct level_flow_model *model,
                           const struct level_flow_rules *rules,
                           const struct level_grid *broken, int32_t scale,
                           struct arena *arena)
{
    return level_flow_model_init_crossings(model, rules, broken, scale, NULL, arena);
}

bool level_flow_model_init_crossings(struct level_flow_model *model,
                                     const struct level_flow_rules *rules,
                                     const struct level_grid *broken, int32_t scale,
                                     const struct level_flow_crossings *crossings,
                                     struct arena *arena)
{
    assert(scale >= 1 && rules->unit > 0 && level_cells(broken) >= 1);
    *model = (struct level_flow_model){.rules = rules,
                                       .broken = broken,
                                       .n = (uint32_t)level_cells(broken),
                                       .crossings = crossings,
                                       .scale = scale};
    size_t most = drafts_of(rules, broken, crossings);
    struct level_flow_drafts drafts = {
        .draft = ARENA_NEW(arena, struct level_flow_draft, most), .most = most};
    uint32_t *place = ARENA_NEW(arena, uint32_t, most);
    uint32_t *queue = ARENA_NEW(arena, uint32_t, model->n);
    int32_t *steps = ARENA_NEW(arena, int32_t, model->n);
    if (!drafts.draft || !place || !queue || !steps || !take_arrays(model, arena))
        return false;
    model->layers = number_nodes(model, tiles_of(broken));
    draft_all(model, queue, steps, &drafts);
    if (!level_flow_init(&model->flow, model->layers.n_nodes, drafts.draft, drafts.n,
                         place, arena))
        return false;
    model->excess = ARENA_NEW(arena, int32_t, model->layers.n_nodes);
    if (!model->excess)
        return false;
    memset(model->excess, 0, model->layers.n_nodes * sizeof *model->excess);
    find_arcs(model->place_arc, rules->game->n_tiles * (size_t)model->n, place);
    find_arcs(model->exit_arc, 3 * (size_t)model->n, place);
    model->limited_arc = place[model->limited_arc];
    model->outside_arc = place[model->outside_arc];
    model->flow.direct[LEVEL_FLOW_LIMITED] = model->limited_arc;
    model->flow.direct[LEVEL_FLOW_OUTSIDE] = model->outside_arc;
    place_unmoved(model);
    for (uint32_t u = 0; u < model->n; u++) {
        model->n_limited +=
            rules->has_share && tile_in(rules->limited, broken->cell[u]);
        model->n_outside +=
            rules->has_share && tile_in(rules->outside, broken->cell[u]);
    }
    return true;
}

/* The node from which the unit of a cell starts. */
static uint32_t start_of(const struct level_flow_model *model, uint32_t cell)
{
    const uint8_t tile = model->broken->cell[cell];
    assert(model->layers.base[tile] != LEVEL_FLOW_NONE);
    return level_flow_has_start(model, cell) ? model->start[cell]
                                             : model->layers.base[tile] + cell;
}

bool level_flow_model_solve(struct level_flow_model *model, int64_t *cost)
{
    int64_t path;
    *cost = model->fixed;
    for (uint8_t t = 0; t < model->rules->game->n_tiles; t++) {
        if (!tile_in(model->rules->once, t))
            continue;
        if (!level_flow_augment(&model->flow, model->layers.base[t], LEVEL_FLOW_SINK,
                                LEVEL_FLOW_INFINITY, &path))
            return false;
        *cost += path;
    }
    for (uint32_t i = 0; i < model->n_displaced; i++) {
        uint32_t u = model->displaced[i];
        bool sent = level_flow_augment(&model->flow, start_of(model, u),
                                       LEVEL_FLOW_SINK, LEVEL_FLOW_INFINITY, &path);
        ensure(sent || model->flow.failed); /* deletion is always possible */
        *cost += path;
    }
    model->cost = *cost;
    return true;
}

/* Sends the unit of an arc that was closed along another path; the cost of the arc is
 * subtracted. */
static bool reroute(struct level_flow_model *model, uint32_t arc, int64_t limit,
                    int64_t *cost)
{
    const struct level_flow_arc *there = &model->flow.arc[arc];
    assert(limit >= 0 && *cost < LEVEL_FLOW_INFINITY);
    int64_t path, before = there->cost;
    int64_t most =
        limit > LEVEL_FLOW_INFINITY - before ? LEVEL_FLOW_INFINITY : limit + before;
    bool sent = level_flow_augment(&model->flow, model->flow.arc[there->twin].head,
                                   there->head, most, &path);
    *cost = path == LEVEL_FLOW_INFINITY ? LEVEL_FLOW_INFINITY : *cost + path - before;
    return sent;
}

bool level_flow_model_restrict(struct level_flow_model *model, uint32_t cell,
                               tile_set without, int64_t limit, int64_t *cost)
{
    assert(cell < model->n);
    tile_set allowed = (tile_set)model->allowed[cell];
    uint32_t moved = LEVEL_FLOW_NONE;
    level_flow_set(&model->flow, &model->allowed[cell], (int32_t)(allowed & ~without));
    for (tile_set rest = allowed & without; rest; rest &= rest - 1) {
        uint32_t place_arc =
            model->place_arc[(uint32_t)__builtin_ctz(rest) * model->n + cell];
        if (place_arc != LEVEL_FLOW_NONE &&
            level_flow_close_arc(&model->flow, place_arc))
            moved = place_arc;
    }
    return moved == LEVEL_FLOW_NONE || reroute(model, moved, limit, cost);
}

bool level_flow_model_forbid_cells(struct level_flow_model *model, uint8_t tile,
                                   const uint32_t *cell, uint32_t n_cells,
                                   int64_t limit, int64_t *cost)
{
    uint32_t moved = LEVEL_FLOW_NONE;
    for (uint32_t i = 0; i < n_cells; i++) {
        int32_t *allowed = &model->allowed[cell[i]];
        assert(cell[i] < model->n);
        if (!tile_in((tile_set)*allowed, tile))
            continue;
        level_flow_set(&model->flow, allowed,
                       (int32_t)((tile_set)*allowed & ~TILE(tile)));
        uint32_t place_arc = model->place_arc[tile * model->n + cell[i]];
        if (place_arc != LEVEL_FLOW_NONE &&
            level_flow_close_arc(&model->flow, place_arc))
            moved = place_arc;
    }
    return moved == LEVEL_FLOW_NONE || reroute(model, moved, limit, cost);
}

/* Whether the unit on a cell is of a tile. */
static bool holds(const struct level_flow_model *model, uint32_t cell, uint8_t tile)
{
    const uint32_t place_arc = model->place_arc[tile * (size_t)model->n + cell];
    return place_arc != LEVEL_FLOW_NONE &&
           level_flow_on_arc(&model->flow, place_arc) > 0;
}

void level_flow_model_read(struct level_flow_model *model, uint8_t *cell)
{
    for (uint32_t u = 0; u < model->n; u++) {
        tile_set allowed = (tile_set)model->allowed[u];
        if (holds(model, u,
                  model->held[u])) { /* most cells, from one flow to the next */
            cell[u] = model->held[u];
            continue;
        }
        cell[u] = level_flow_rules_fill(model->rules, allowed);
        for (tile_set rest = allowed; rest; rest &= rest - 1)
            if (holds(model, u, (uint8_t)__builtin_ctz(rest)))
                cell[u] = model->held[u] = (uint8_t)__builtin_ctz(rest);
    }
}
