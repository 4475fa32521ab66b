#include "level_demands.h"

tile_set level_demands_once(const struct level_game *game)
{
    tile_set once = 0;
    for (size_t i = 0; i < game->n_counts; i++) {
        const struct level_count *count = &game->counts[i];
        if (__builtin_popcount(count->tiles) == 1 && count->least == 1 &&
            count->most == 1)
            once |= count->tiles;
    }
    return once;
}

void level_demands_keep(const struct level_game *game, const struct level_grid *broken,
                        const bool *keep, tile_set *open, tile_set *given)
{
    size_t n = level_cells(broken);
    tile_set kept = 0, once = level_demands_once(game);
    for (size_t v = 0; v < n; v++)
        kept |= keep[v] ? TILE(broken->cell[v]) : 0;
    for (size_t v = 0; v < n; v++) {
        given[v] = keep[v] ? TILE(broken->cell[v]) : level_all_tiles(game);
        open[v] = keep[v] ? given[v] : given[v] & ~(kept & once);
    }
}

/* Whether a level differs from another one in at least so many cells. */
static bool is_apart(const uint8_t *cell, const uint8_t *other, size_t n, size_t apart)
{
    size_t differ = 0;
    for (size_t v = 0; v < n; v++)
        differ += cell[v] != other[v];
    return differ >= apart;
}

bool level_demands_hold(const struct level_demands *demands, const uint8_t *cell,
                        size_t n_cells)
{
    const tile_set *open = level_demands_open(demands);
    for (size_t v = 0; open && v < n_cells; v++)
        if (!tile_in(open[v], cell[v]))
            return false;
    for (size_t i = 0; i < level_demands_others(demands); i++)
        if (!is_apart(cell, demands->other[i], n_cells, demands->apart))
            return false;
    return true;
}
