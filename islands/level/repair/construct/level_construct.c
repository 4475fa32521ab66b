#include "level_construct.h"

#include "level_construct_connect.h"
#include "level_construct_room.h"
#include "level_construct_rules.h"
#include "level_construct_search.h"

#include <string.h>

/* ---- what cells may become ---- */

static bool has_small_blocks(const struct level_game *game)
{
    for (size_t i = 0; i < game->n_blocks; i++)
        if (game->blocks[i].rows * game->blocks[i].cols > CONSTRUCT_BLOCK_CELLS)
            return false;
    return true;
}

static void find_sets(struct level_construct *c)
{
    const struct level_game *game = c->game;
    c->passing = level_all_tiles(game);
    c->limited = 0;
    for (size_t i = 0; i < game->n_reach; i++)
        c->passing &= ~game->reach[i].blocking;
    for (size_t i = 0; i < game->n_counts; i++)
        c->limited |= game->counts[i].most < SIZE_MAX ? game->counts[i].tiles : 0;
    for (size_t i = 0; i < game->n_shares; i++)
        c->limited |= game->shares[i].tiles;
}

static bool begin(struct level_construct *c, const struct level_game *game,
                  const struct level_grid *broken, const struct level_demands *demands,
                  struct arena *arena, uint8_t *cell)
{
    size_t n = level_cells(broken);
    struct error ignored = {0};
    *c = (struct level_construct){.game = game,
                                  .broken = broken,
                                  .rows = broken->rows,
                                  .cols = broken->cols,
                                  .n = n,
                                  .cell = cell,
                                  .open = ARENA_NEW(arena, tile_set, n),
                                  .queue = ARENA_NEW(arena, uint32_t, n),
                                  .mark = ARENA_NEW(arena, uint32_t, n)};
    if (!c->open || !c->queue || !c->mark ||
        level_board_init(game, c->rows, c->cols, arena, &c->board, &ignored))
        return false;
    rng_seed(&c->rng, n, 0);
    find_sets(c);
    const tile_set *open = level_demands_open(demands);
    for (size_t v = 0; v < n; v++) {
        c->open[v] =
            level_game_allowed_tiles(game, c->rows, c->cols, v) & tiles_open(open, v);
        cell[v] = broken->cell[v];
        if (!c->open[v])
            return false;
    }
    return true;
}

/* ---- counts ---- */

/* Random cells that are tried for a tile, of those that let pass like it and then of all. Chosen by
 * hand. */
enum { TRIES_A_CELL = 8 };

/* Of tiles that a count limits the first cells stay and are settled, settled ones first; all other
 * cells may not hold them. */
static void limit_count(struct level_construct *c, const struct level_count *count)
{
    size_t left = count->most;
    for (size_t v = 0; v < c->n; v++)
        if (construct_is_settled(c, v) && (c->open[v] & count->tiles))
            left -= left > 0;
    for (size_t v = 0; v < c->n; v++) {
        if (construct_is_settled(c, v))
            continue;
        uint8_t own = c->broken->cell[v];
        uint32_t group[CONSTRUCT_GROUP];
        if (left > 0 && tile_in(count->tiles & c->open[v], own) &&
            level_construct_group(c, v, group) == 1) {
            c->open[v] = TILE(own);
            left--;
        } else if (c->open[v] & ~count->tiles) {
            c->open[v] &= ~count->tiles;
        }
    }
}

/* Adds what is missing of a count, to cells that let pass like the tile, in the end to any. */
static void add_missing(struct level_construct *c, const struct level_count *count,
                        const tile_set *demanded)
{
    size_t has = 0, tries = 2 * TRIES_A_CELL * c->n;
    for (size_t v = 0; v < c->n; v++)
        has += tile_in(count->tiles, c->cell[v]);
    while (has < count->least && tries-- > 0) {
        size_t v = rng_below(&c->rng, c->n);
        uint32_t group[CONSTRUCT_GROUP];
        tile_set may = level_game_allowed_tiles(c->game, c->rows, c->cols, v) &
                       tiles_open(demanded, v) & count->tiles &
                       (tries < TRIES_A_CELL * c->n ? UINT32_MAX
                        : construct_passes(c, v)    ? c->passing
                                                    : ~c->passing);
        if (!may || construct_is_settled(c, v) ||
            level_construct_group(c, v, group) > 1 || tile_in(count->tiles, c->cell[v]))
            continue;
        c->cell[v] = (uint8_t)__builtin_ctz(may);
        c->open[v] = TILE(c->cell[v]);
        has++;
    }
}

/* ---- tiles at first ---- */

/* Cells that are equal may hold what all of them may. False if that is nothing. */
static bool pair_cells(struct level_construct *c)
{
    uint32_t group[CONSTRUCT_GROUP];
    for (size_t v = 0; v < c->n; v++) {
        size_t n = level_construct_group(c, v, group);
        tile_set open = c->open[v];
        for (size_t i = 0; i < n; i++)
            open &= c->open[group[i]];
        if (!open)
            return false;
        for (size_t i = 0; i < n; i++)
            c->open[group[i]] = open;
    }
    return true;
}

/* The first tiles of cells: those of the given level where they may be. */
static void fill(struct level_construct *c)
{
    uint32_t group[CONSTRUCT_GROUP];
    for (size_t v = 0; v < c->n; v++) {
        bool passes = tile_in(c->passing, c->broken->cell[v]);
        uint8_t tile = level_construct_tile(c, v, passes);
        if (tile == LEVEL_MAX_TILES)
            tile = level_construct_tile(c, v, !passes);
        if (tile == LEVEL_MAX_TILES)
            tile = (uint8_t)__builtin_ctz(c->open[v]);
        size_t n = level_construct_group(c, v, group);
        for (size_t i = 0; i < n; i++)
            c->cell[group[i]] = tile;
    }
}

/* A passing cell, settled if possible; n: none. */
static size_t first_cell(const struct level_construct *c)
{
    size_t found = c->n;
    for (size_t v = c->n; v-- > 0;)
        if (construct_passes(c, v) && (found == c->n || construct_is_settled(c, v) ||
                                       !construct_is_settled(c, found)))
            found = v;
    return found;
}

/* ---- shares ---- */

/* Replaces tiles until a share holds, by others that let pass like them and violate nothing. */
static void keep_share(struct level_construct *c, const struct level_share *share)
{
    size_t has = 0, of = 0;
    for (size_t v = 0; v < c->n; v++) {
        has += tile_in(share->tiles, c->cell[v]);
        of += tile_in(share->of, c->cell[v]);
    }
    for (size_t v = 0; v < c->n && !level_share_holds(share, has, of); v++) {
        uint8_t own = c->cell[v];
        uint32_t group[CONSTRUCT_GROUP];
        tile_set may = c->open[v] & ~c->limited &
                       (construct_passes(c, v) ? c->passing : ~c->passing);
        if (!may || !tile_in(share->tiles, own) ||
            level_construct_group(c, v, group) > 1)
            continue;
        unsigned before = level_construct_violations(c, v);
        c->cell[v] = (uint8_t)__builtin_ctz(may);
        if (level_construct_violations(c, v) > before) {
            c->cell[v] = own;
            continue;
        }
        has--;
        of -= tile_in(share->of, own);
        of += tile_in(share->of, c->cell[v]);
    }
}

static bool is_playable(const struct level_construct *c,
                        const struct level_demands *demands, struct arena *arena)
{
    struct arena scratch = arena_scratch(arena, level_board_bytes(&c->board));
    return scratch.at && level_demands_hold(demands, c->cell, c->n) &&
           level_board_is_playable(&c->board, c->cell, scratch);
}

bool level_construct_find(const struct level_game *game,
                          const struct level_grid *broken,
                          const struct level_demands *demands,
                          level_construct_solver *solve, void *context, double deadline,
                          struct arena *arena, uint8_t *cell)
{
    struct level_construct c;
    if (!has_small_blocks(game) || !begin(&c, game, broken, demands, arena, cell))
        return false;
    if (game->n_apart + game->n_paths > 0 &&
        !level_construct_room(&c, solve, context, deadline, arena))
        return false;
    for (size_t i = 0; i < game->n_counts; i++)
        if (game->counts[i].most < SIZE_MAX)
            limit_count(&c, &game->counts[i]);
    if (!pair_cells(&c))
        return false;
    fill(&c);
    for (size_t i = 0; i < game->n_counts; i++)
        add_missing(&c, &game->counts[i], level_demands_open(demands));
    size_t from = first_cell(&c);
    if (from == c.n || !level_construct_connect(&c, from, arena) ||
        !level_construct_search(&c, deadline, arena))
        return false;
    for (size_t i = 0; i < game->n_shares; i++)
        keep_share(&c, &game->shares[i]);
    return is_playable(&c, demands, arena);
}
