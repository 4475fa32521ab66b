#include "level_fast_thin.h"

#include <assert.h>

/* What a tile of the crowd becomes; n_tiles: nothing may take its place. */
static uint8_t tile_instead(const struct net_rules *rules, tile_set open, uint8_t tile)
{
    tile_set crowd = rules->crowd | rules->walls;
    uint8_t fill = net_fill(rules, open & ~crowd);
    bool blocks = fill < rules->game->n_tiles && tile_in(rules->blocking, fill) &&
                  !tile_in(rules->blocking, tile);
    return blocks ? (uint8_t)rules->game->n_tiles : fill;
}

/* The tile of a set that costs the least to delete. */
static uint8_t cheapest(const struct level_game *game, tile_set set)
{
    uint8_t best = (uint8_t)__builtin_ctz(set);
    for (tile_set rest = set; rest; rest &= rest - 1) {
        uint8_t t = (uint8_t)__builtin_ctz(rest);
        best = game->tile[t].delete < game->tile[best].delete ? t : best;
    }
    return best;
}

static void replace(const struct net_rules *rules, const struct level_grid *broken,
                    uint8_t *cell)
{
    int64_t crowd = 0, whole = 0, n = (int64_t)level_cells(broken);
    for (int64_t u = 0; u < n; u++) {
        crowd += tile_in(rules->crowd, cell[u]);
        whole += !tile_in(rules->walls, cell[u]);
    }
    for (tile_set left = rules->crowd & ~rules->once & ~rules->walls; left;) {
        uint8_t tile = cheapest(rules->game, left);
        left &= ~TILE(tile);
        for (int64_t u = 0; u < n && crowd > net_crowd_most(rules, whole); u++) {
            tile_set open =
                net_open(rules->game, broken->rows, broken->cols, (size_t)u);
            if (cell[u] != tile)
                continue;
            uint8_t instead = tile_instead(rules, open, tile);
            if (instead == rules->game->n_tiles)
                continue;
            cell[u] = instead;
            crowd--;
        }
    }
}

/* The cheapest edits to a level: a flow that may land nothing else. A tile that stands
 * once has a cell for itself, as the others are closed to it. */
static bool measure(const struct net_rules *rules, const struct level_grid *broken,
                    const uint8_t *cell, int64_t *cost)
{
    struct net net;
    struct arena work;
    arena_init(&work);
    uint32_t n = (uint32_t)level_cells(broken);
    int32_t *open = ARENA_NEW(&work, int32_t, n);
    bool laid = open && net_init(&net, rules, broken, 1, &work);
    for (uint32_t u = 0; laid && u < n; u++) {
        tile_set all = (tile_set)net.open[u];
        assert(tile_in(all, cell[u]));
        open[u] = (int32_t)(tile_in(rules->once, cell[u])
                                ? (all & ~rules->once) | TILE(cell[u])
                                : TILE(cell[u]));
    }
    if (laid && !net_settle(&net, cost))
        *cost = FLOW_NEVER;
    else if (laid)
        net_reprice(&net, NULL, open, &(struct net_share){.bound = false}, cost);
    laid = laid && !net.flow.lost;
    arena_free(&work);
    return laid;
}

bool fast_thin(const struct net_rules *rules, const struct level_grid *broken,
               uint8_t *cell, int64_t *cost)
{
    assert(rules->has_share);
    *cost = FLOW_NEVER;
    replace(rules, broken, cell);
    return !net_share_holds(rules, cell, (uint32_t)level_cells(broken)) ||
           measure(rules, broken, cell, cost);
}
