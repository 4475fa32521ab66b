#include "level_tile_classes.h"

#include "level_demands.h"

bool level_tiles_count_is_once(const struct level_count *count)
{
    return __builtin_popcount(count->tiles) == 1 && count->least == 1 &&
           count->most == 1;
}

bool level_tiles_are_connected(const struct level_game *game,
                               const struct level_reach *reach)
{
    tile_set passing = level_all_tiles(game) & ~reach->blocking;
    return __builtin_popcount(reach->from) == 1 &&
           !(reach->from & ~level_demands_once(game)) &&
           !(reach->from & reach->blocking) && !(passing & ~(reach->from | reach->to));
}

/* Whether the set contains both tiles or neither. */
static bool same_in(tile_set set, uint8_t a, uint8_t b)
{
    return tile_in(set, a) == tile_in(set, b);
}

static bool are_alike_on_paths(const struct level_game *game, uint8_t a, uint8_t b)
{
    bool same = true;
    for (size_t i = 0; i < game->n_apart; i++) {
        const struct level_reach *apart = &game->apart[i];
        same = same && same_in(apart->to, a, b) && same_in(apart->blocking, a, b) &&
               same_in(apart->from, a, b);
    }
    for (size_t i = 0; i < game->n_paths; i++) {
        const struct level_path *path = &game->paths[i];
        same = same && same_in(path->to, a, b) && same_in(path->blocking, a, b) &&
               same_in(path->from, a, b) && same_in(path->cost, a, b);
    }
    return same;
}

bool level_tiles_are_alike(const struct level_game *game, uint8_t a, uint8_t b)
{
    bool same = same_in(level_demands_once(game), a, b);
    for (size_t i = 0; i < game->n_counts; i++)
        same = same && (level_tiles_count_is_once(&game->counts[i]) ||
                        same_in(game->counts[i].tiles, a, b));
    for (size_t i = 0; i < game->n_shares; i++)
        same = same && same_in(game->shares[i].tiles, a, b) &&
               same_in(game->shares[i].of, a, b);
    for (size_t i = 0; i < game->n_borders; i++)
        same = same && same_in(game->borders[i].tiles, a, b);
    for (size_t i = 0; i < game->n_exits; i++)
        same = same && same_in(game->exits[i].tiles, a, b) &&
               same_in(game->exits[i].walls, a, b);
    for (size_t i = 0; i < game->n_blocks; i++)
        same = same && same_in(game->blocks[i].tiles, a, b);
    for (size_t i = 0; i < game->n_alike; i++)
        same = same && same_in(game->alike[i].tiles, a, b);
    for (size_t i = 0; i < game->n_reach; i++) {
        const struct level_reach *reach = &game->reach[i];
        same = same && same_in(reach->to, a, b) && same_in(reach->blocking, a, b) &&
               same_in(reach->from, a, b);
    }
    return same && are_alike_on_paths(game, a, b);
}
