#include "level_net.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of one network while it is drafted. */
struct drafts {
    struct flow_draft *draft;
    uint32_t n;
    size_t most; /* that there is room for */
};

static uint32_t draft(struct drafts *drafts, uint32_t tail, uint32_t head, int32_t cost,
                      int32_t capacity)
{
    assert(drafts->n < drafts->most);
    drafts->draft[drafts->n] = (struct flow_draft){tail, head, cost, capacity};
    return drafts->n++;
}

static int32_t units(const struct net *net, double cost)
{
    int64_t units = llround(cost / net->rules->unit) * net->scale;
    assert(units >= 0 && units <= FLOW_MOST_COST);
    return (int32_t)units;
}

/* Whether tiles of this kind ever travel: a step is cheaper than to delete. */
static bool travels(const struct level_game *game, uint8_t tile)
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

/* How many networks of cells there are: one for each tile that travels, one for all
 * that stay. */
static uint32_t layers_of(const struct net_rules *rules,
                          const struct level_grid *broken)
{
    tile_set present = tiles_of(broken);
    uint32_t layers = 1;
    for (uint8_t t = 0; t < rules->game->n_tiles; t++)
        layers += tile_in(present & ~rules->once, t) && travels(rules->game, t);
    return layers;
}

static size_t drafts_of(const struct net_rules *rules, const struct level_grid *broken)
{
    size_t n = level_cells(broken);
    return (2 + 5 * (size_t)layers_of(rules, broken) + LEVEL_MAX_TILES) * n + 2;
}

double net_bytes(const struct net_rules *rules, const struct level_grid *broken)
{
    double n = (double)level_cells(broken), layers = layers_of(rules, broken);
    double once = __builtin_popcount(rules->once);
    double arcs = (2 + 5 * layers + once) * n;
    return arcs * (2 * sizeof(struct flow_arc) + sizeof(struct flow_draft)) +
           (layers + 1) * n * 9 * sizeof(uint32_t) +
           2.0 * (double)rules->game->n_tiles * n * sizeof(uint32_t);
}

tile_set net_open(const struct level_game *game, size_t rows, size_t cols, size_t cell)
{
    size_t row = cell / cols, col = cell % cols;
    bool row_end = row == 0 || row + 1 == rows;
    bool col_end = col == 0 || col + 1 == cols;
    tile_set open = level_all_tiles(game);
    for (size_t i = 0; i < game->n_borders; i++) {
        enum level_sides sides = game->borders[i].sides;
        if ((row_end && sides != LEVEL_SIDES_COLUMNS) ||
            (col_end && sides != LEVEL_SIDES_ROWS))
            open &= game->borders[i].tiles;
    }
    for (size_t i = 0; i < game->n_counts; i++)
        if (game->counts[i].most == 0)
            open &= ~game->counts[i].tiles;
    return open;
}

uint32_t net_sink(const struct net_rules *rules, tile_set open)
{
    return rules->has_share && !net_may_clear(rules, open) ? NET_WALLS : NET_SINK;
}

uint8_t net_fill(const struct net_rules *rules, tile_set open)
{
    uint8_t best = (uint8_t)rules->game->n_tiles;
    double least = INFINITY;
    for (uint8_t t = 0; t < rules->game->n_tiles; t++) {
        if (!tile_in(open & ~rules->once, t))
            continue;
        double burden = tile_in(rules->blocking, t) +
                        (rules->has_share ? 4 * tile_in(rules->crowd, t) +
                                                2 * tile_in(rules->walls, t)
                                          : 0);
        if (burden < least) {
            least = burden;
            best = t;
        }
    }
    return best;
}

static struct net_layers number_nodes(const struct net *net, tile_set present)
{
    const struct level_game *game = net->rules->game;
    struct net_layers layers;
    layers.stay = NET_FIRST_CELL + net->n;
    uint32_t next = layers.stay + net->n;
    for (uint8_t t = 0; t < game->n_tiles; t++) {
        layers.base[t] = FLOW_NONE;
        if (tile_in(net->rules->once, t)) {
            layers.base[t] = next++;
        } else if (tile_in(present, t)) {
            layers.base[t] = travels(game, t) ? next : layers.stay;
            next += travels(game, t) ? net->n : 0;
        }
    }
    layers.n_nodes = next;
    assert(next <= NET_FIRST_CELL + (net->rules->game->n_tiles + 2) * net->n +
                       net->rules->game->n_tiles);
    return layers;
}

bool net_may_clear(const struct net_rules *rules, tile_set open)
{
    return (open & ~rules->once & ~rules->walls) != 0;
}

/* Where wasted tiles of a kind go. */
static uint32_t waste_of(const struct net_rules *rules, uint8_t tile)
{
    if (!rules->has_share)
        return NET_SINK;
    return tile_in(rules->crowd, tile)   ? NET_CROWD
           : tile_in(rules->walls, tile) ? NET_WALLS
                                         : NET_SINK;
}

/* Arcs of tiles that may stand any number of times. */
static void draft_layer(struct net *net, uint8_t tile, struct drafts *drafts)
{
    const struct level_game *game = net->rules->game;
    uint32_t base = net->layers.base[tile];
    bool moves = travels(game, tile);
    int32_t step = units(net, game->tile[tile].move);
    for (uint32_t u = 0; u < net->n; u++) {
        bool here = net->broken->cell[u] == tile;
        if (tile_in((tile_set)net->open[u], tile) && (moves || here))
            net->land[tile * net->n + u] =
                draft(drafts, base + u, NET_FIRST_CELL + u, 0, 1);
        for (uint32_t k = 0; moves && k < net->n_neighbours[u]; k++)
            draft(drafts, base + u, base + net->neighbour[4 * u + k], step,
                  (int32_t)net->n);
        if (here)
            draft(drafts, base + u, waste_of(net->rules, tile),
                  units(net, game->tile[tile].delete), 1);
    }
}

/* Steps from the nearest cell that holds the tile; queue and steps have n places. */
static void measure_steps(const struct net *net, uint8_t tile, uint32_t *queue,
                          int32_t *steps)
{
    uint32_t end = 0;
    for (uint32_t u = 0; u < net->n; u++) {
        steps[u] = net->broken->cell[u] == tile ? 0 : -1;
        if (steps[u] == 0)
            queue[end++] = u;
    }
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = queue[at];
        for (uint32_t k = 0; k < net->n_neighbours[u]; k++) {
            uint32_t v = net->neighbour[4 * u + k];
            if (steps[v] < 0) {
                steps[v] = steps[u] + 1;
                queue[end++] = v;
            }
        }
    }
}

/* All but one of such tiles are deleted; the last is moved or deleted. */
static void draft_once(struct net *net, uint8_t tile, uint32_t *queue, int32_t *steps,
                       struct drafts *drafts)
{
    const struct level_tile *kind = &net->rules->game->tile[tile];
    int32_t count = 0;
    for (uint32_t u = 0; u < net->n; u++)
        count += net->broken->cell[u] == tile;
    if (count > 0)
        net->fixed += (int64_t)(count - 1) * units(net, kind->delete);
    measure_steps(net, tile, queue, steps);
    for (uint32_t u = 0; u < net->n; u++) {
        if (!tile_in((tile_set)net->open[u], tile))
            continue;
        double cost = count > 0 ? fmin(kind->delete, steps[u] * kind->move) : 0;
        net->landing[tile * net->n + u] = units(net, cost);
        net->land[tile * net->n + u] = draft(drafts, net->layers.base[tile],
                                             NET_FIRST_CELL + u, units(net, cost), 1);
    }
}

static bool take_arrays(struct net *net, struct arena *arena)
{
    const struct level_game *game = net->rules->game;
    net->n_neighbours = ARENA_NEW(arena, uint8_t, net->n);
    net->neighbour = ARENA_NEW(arena, uint32_t, 4 * (size_t)net->n);
    net->open = ARENA_NEW(arena, int32_t, net->n);
    net->land = ARENA_NEW(arena, uint32_t, game->n_tiles * (size_t)net->n);
    net->away = ARENA_NEW(arena, uint32_t, net->n);
    net->leave = ARENA_NEW(arena, uint32_t, 2 * (size_t)net->n);
    net->landing = ARENA_NEW(arena, int32_t, game->n_tiles * (size_t)net->n);
    if (!net->n_neighbours || !net->neighbour || !net->open || !net->land ||
        !net->away || !net->leave || !net->landing)
        return false;
    for (uint32_t u = 0; u < net->n; u++) {
        size_t near[4], k = level_neighbours(game->wrap, net->broken->rows,
                                             net->broken->cols, u, near);
        net->n_neighbours[u] = (uint8_t)k;
        while (k-- > 0)
            net->neighbour[4 * u + k] = (uint32_t)near[k];
        net->open[u] = (int32_t)net_open(game, net->broken->rows, net->broken->cols, u);
    }
    for (size_t i = 0; i < game->n_tiles * (size_t)net->n; i++) {
        net->land[i] = FLOW_NONE;
        net->landing[i] = 0;
    }
    return true;
}

/* Where a cell's unit goes: cells that are walls in any case count as such. */
static void draft_leaving(struct net *net, uint32_t cell, struct drafts *drafts)
{
    bool wall = net_sink(net->rules, (tile_set)net->open[cell]) == NET_WALLS;
    net->leave[cell] = draft(drafts, NET_FIRST_CELL + cell, NET_SINK, 0, !wall);
    net->leave[net->n + cell] =
        net->rules->has_share ? draft(drafts, NET_FIRST_CELL + cell, NET_WALLS, 0, wall)
                              : FLOW_NONE;
}

static void draft_all(struct net *net, uint32_t *queue, int32_t *steps,
                      struct drafts *drafts)
{
    for (uint32_t u = 0; u < net->n; u++)
        draft_leaving(net, u, drafts);
    net->crowd_arc = draft(drafts, NET_CROWD, NET_SINK, 0, (int32_t)net->n);
    net->walls_arc = draft(drafts, NET_WALLS, NET_SINK, 0, (int32_t)net->n);
    for (uint8_t t = 0; t < net->rules->game->n_tiles; t++) {
        if (tile_in(net->rules->once, t))
            draft_once(net, t, queue, steps, drafts);
        else if (net->layers.base[t] != FLOW_NONE)
            draft_layer(net, t, drafts);
    }
}

static void put_at_home(struct net *net)
{
    for (uint32_t u = 0; u < net->n; u++) {
        uint8_t tile = net->broken->cell[u];
        uint32_t land = net->land[tile * net->n + u], wall = net->leave[net->n + u];
        if (tile_in(net->rules->once, tile))
            continue;
        if (land == FLOW_NONE) {
            net->away[net->n_away++] = u;
            continue;
        }
        flow_put(&net->flow, land);
        if (net->flow.arc[net->leave[u]].left > 0) {
            flow_put(&net->flow, net->leave[u]);
        } else {
            flow_put(&net->flow, wall);
            flow_put(&net->flow, net->walls_arc);
        }
    }
}

static void find_arcs(uint32_t *draft, size_t n, const uint32_t *place)
{
    for (size_t i = 0; i < n; i++)
        if (draft[i] != FLOW_NONE)
            draft[i] = place[draft[i]];
}

bool net_init(struct net *net, const struct net_rules *rules,
              const struct level_grid *broken, int32_t scale, struct arena *arena)
{
    assert(scale >= 1 && rules->unit > 0 && level_cells(broken) >= 1);
    *net = (struct net){.rules = rules,
                        .broken = broken,
                        .n = (uint32_t)level_cells(broken),
                        .scale = scale};
    size_t most = drafts_of(rules, broken);
    struct drafts drafts = {.draft = ARENA_NEW(arena, struct flow_draft, most),
                            .most = most};
    uint32_t *place = ARENA_NEW(arena, uint32_t, most);
    uint32_t *queue = ARENA_NEW(arena, uint32_t, net->n);
    int32_t *steps = ARENA_NEW(arena, int32_t, net->n);
    if (!drafts.draft || !place || !queue || !steps || !take_arrays(net, arena))
        return false;
    net->layers = number_nodes(net, tiles_of(broken));
    draft_all(net, queue, steps, &drafts);
    if (!flow_init(&net->flow, net->layers.n_nodes, drafts.draft, drafts.n, place,
                   arena))
        return false;
    net->excess = ARENA_NEW(arena, int32_t, net->layers.n_nodes);
    if (!net->excess)
        return false;
    memset(net->excess, 0, net->layers.n_nodes * sizeof *net->excess);
    find_arcs(net->land, rules->game->n_tiles * (size_t)net->n, place);
    find_arcs(net->leave, 2 * (size_t)net->n, place);
    net->crowd_arc = place[net->crowd_arc];
    net->walls_arc = place[net->walls_arc];
    put_at_home(net);
    for (uint32_t u = 0; u < net->n; u++) {
        net->n_crowd += rules->has_share && tile_in(rules->crowd, broken->cell[u]);
        net->n_walls += rules->has_share && tile_in(rules->walls, broken->cell[u]);
    }
    return true;
}

bool net_settle(struct net *net, int64_t *cost)
{
    int64_t path;
    *cost = net->fixed;
    for (uint8_t t = 0; t < net->rules->game->n_tiles; t++) {
        if (!tile_in(net->rules->once, t))
            continue;
        if (!flow_route(&net->flow, net->layers.base[t], NET_SINK, FLOW_NEVER, &path))
            return false;
        *cost += path;
    }
    for (uint32_t i = 0; i < net->n_away; i++) {
        uint32_t u = net->away[i], base = net->layers.base[net->broken->cell[u]];
        assert(base != FLOW_NONE);
        bool sent = flow_route(&net->flow, base + u, NET_SINK, FLOW_NEVER, &path);
        ensure(sent || net->flow.lost); /* it can be wasted */
        *cost += path;
    }
    net->cost = *cost;
    return true;
}

/* Finds another way for a unit whose arc was closed, in place of what that arc cost. */
static bool reroute(struct net *net, uint32_t arc, int64_t limit, int64_t *cost)
{
    const struct flow_arc *there = &net->flow.arc[arc];
    assert(limit >= 0 && *cost < FLOW_NEVER);
    int64_t path, before = there->cost;
    int64_t most = limit > FLOW_NEVER - before ? FLOW_NEVER : limit + before;
    bool sent = flow_route(&net->flow, net->flow.arc[there->twin].head, there->head,
                           most, &path);
    *cost = path == FLOW_NEVER ? FLOW_NEVER : *cost + path - before;
    return sent;
}

bool net_restrict(struct net *net, uint32_t cell, tile_set without, int64_t limit,
                  int64_t *cost)
{
    assert(cell < net->n);
    tile_set open = (tile_set)net->open[cell];
    uint32_t moved = FLOW_NONE;
    flow_set(&net->flow, &net->open[cell], (int32_t)(open & ~without));
    for (tile_set rest = open & without; rest; rest &= rest - 1) {
        uint32_t land = net->land[(uint32_t)__builtin_ctz(rest) * net->n + cell];
        if (land != FLOW_NONE && flow_close(&net->flow, land))
            moved = land;
    }
    return moved == FLOW_NONE || reroute(net, moved, limit, cost);
}

bool net_bar(struct net *net, uint8_t tile, const uint32_t *cell, uint32_t n_cells,
             int64_t limit, int64_t *cost)
{
    uint32_t moved = FLOW_NONE;
    for (uint32_t i = 0; i < n_cells; i++) {
        int32_t *open = &net->open[cell[i]];
        assert(cell[i] < net->n);
        if (!tile_in((tile_set)*open, tile))
            continue;
        flow_set(&net->flow, open, (int32_t)((tile_set)*open & ~TILE(tile)));
        uint32_t land = net->land[tile * net->n + cell[i]];
        if (land != FLOW_NONE && flow_close(&net->flow, land))
            moved = land;
    }
    return moved == FLOW_NONE || reroute(net, moved, limit, cost);
}

void net_read(const struct net *net, uint8_t *cell)
{
    tile_set landing = 0;
    for (uint8_t t = 0; t < net->rules->game->n_tiles; t++)
        if (net->layers.base[t] != FLOW_NONE)
            landing |= TILE(t);
    for (uint32_t u = 0; u < net->n; u++) {
        tile_set open = (tile_set)net->open[u];
        cell[u] = net_fill(net->rules, open);
        for (tile_set rest = open & landing; rest; rest &= rest - 1) {
            uint8_t t = (uint8_t)__builtin_ctz(rest);
            uint32_t land = net->land[t * net->n + u];
            if (land != FLOW_NONE && flow_carried(&net->flow, land) > 0) {
                assert(flow_carried(&net->flow, land) == 1);
                cell[u] = t;
            }
        }
    }
}
