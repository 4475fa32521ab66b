#include "level_share_repair.h"

#include <assert.h>

/* The tile that replaces a limited one; n_tiles if there is none. */
static uint8_t tile_instead(const struct level_flow_rules *rules, tile_set allowed,
                            uint8_t tile)
{
    tile_set limited = rules->limited | rules->outside;
    uint8_t fill = level_flow_rules_fill(rules, allowed & ~limited);
    bool blocks = fill < rules->game->n_tiles && tile_in(rules->blocking, fill) &&
                  !tile_in(rules->blocking, tile);
    return blocks ? (uint8_t)rules->game->n_tiles : fill;
}

/* The tile of a set with the cheapest deletion. */
static uint8_t cheapest(const struct level_game *game, tile_set set)
{
    uint8_t best = (uint8_t)__builtin_ctz(set);
    for (tile_set rest = set; rest; rest &= rest - 1) {
        uint8_t t = (uint8_t)__builtin_ctz(rest);
        best = game->tile[t].delete < game->tile[best].delete ? t : best;
    }
    return best;
}

static void replace_limited(const struct level_flow_rules *rules,
                            const struct level_grid *broken, uint8_t *cell)
{
    int64_t limited = 0, whole = 0, n = (int64_t)level_cells(broken);
    for (int64_t u = 0; u < n; u++) {
        limited += tile_in(rules->limited, cell[u]);
        whole += !tile_in(rules->outside, cell[u]);
    }
    for (tile_set left = rules->limited & ~rules->once & ~rules->outside; left;) {
        uint8_t tile = cheapest(rules->game, left);
        left &= ~TILE(tile);
        for (int64_t u = 0; u < n && limited > level_flow_rules_limit(rules, whole);
             u++) {
            tile_set allowed =
                level_flow_rules_allowed(rules, broken->rows, broken->cols, (size_t)u);
            if (cell[u] != tile)
                continue;
            uint8_t instead = tile_instead(rules, allowed, tile);
            if (instead == rules->game->n_tiles)
                continue;
            cell[u] = instead;
            limited--;
        }
    }
}

/* The cost of the cheapest edits that lead to a level: a flow whose cells allow only
 * its tiles. */
static bool cost_of_edits(const struct level_flow_rules *rules,
                          const struct level_grid *broken, const uint8_t *cell,
                          int64_t *cost)
{
    struct level_flow_model model;
    struct arena work;
    arena_init(&work);
    uint32_t n = (uint32_t)level_cells(broken);
    int32_t *allowed = ARENA_NEW(&work, int32_t, n);
    bool built = allowed && level_flow_model_init(&model, rules, broken, 1, &work);
    for (uint32_t u = 0; built && u < n; u++) {
        tile_set all = (tile_set)model.allowed[u];
        assert(tile_in(all, cell[u]));
        allowed[u] = (int32_t)level_flow_rules_only(rules, all, cell[u]);
    }
    if (built && !level_flow_model_solve(&model, cost))
        *cost = LEVEL_FLOW_INFINITY;
    else if (built)
        level_flow_model_reoptimize(&model, NULL, allowed,
                                    &(struct level_flow_share){.bound = false}, cost);
    built = built && !model.flow.failed;
    arena_free(&work);
    return built;
}

bool level_share_repair(const struct level_flow_rules *rules,
                        const struct level_grid *broken, uint8_t *cell, int64_t *cost)
{
    assert(rules->has_share);
    *cost = LEVEL_FLOW_INFINITY;
    replace_limited(rules, broken, cell);
    return !level_flow_rules_share_holds(rules, cell, (uint32_t)level_cells(broken)) ||
           cost_of_edits(rules, broken, cell, cost);
}
