#include "level_trivial_infeasibility.h"

#include "level_flow_model.h"
#include "plural.h"

#include <stdio.h>

enum { WORDS = 200 };

static bool cell_without_tile(const struct level_game *game, size_t rows, size_t cols,
                              const tile_set *open, char reason[512])
{
    for (size_t u = 0; u < rows * cols; u++)
        if (!(level_game_allowed_tiles(game, rows, cols, u) & tiles_open(open, u))) {
            snprintf(reason, 512, "the rules leave no tile for row %zu, column %zu",
                     u / cols + 1, u % cols + 1);
            return true;
        }
    return false;
}

static size_t cells_for(const struct level_game *game, size_t rows, size_t cols,
                        const tile_set *open, tile_set tiles)
{
    size_t room = 0;
    for (size_t u = 0; u < rows * cols; u++)
        room += (level_game_allowed_tiles(game, rows, cols, u) & tiles_open(open, u) &
                 tiles) != 0;
    return room;
}

static bool count_without_room(const struct level_game *game, size_t rows, size_t cols,
                               const tile_set *open, char reason[512])
{
    char words[WORDS];
    size_t sum = 0;
    tile_set all = 0;
    for (size_t i = 0; i < game->n_counts; i++) {
        const struct level_count *count = &game->counts[i];
        size_t room = cells_for(game, rows, cols, open, count->tiles);
        level_tile_set_text(game, count->tiles, words, sizeof words);
        if (count->least > count->most || count->least > room) {
            snprintf(reason, 512,
                     "at least %zu cell%s must hold %s, but at most %zu may",
                     count->least, plural_s(count->least), words,
                     count->least > count->most ? count->most : room);
            return true;
        }
        sum += count->tiles & all ? 0 : count->least;
        all |= count->tiles;
    }
    if (sum <= cells_for(game, rows, cols, open, all))
        return false;
    level_tile_set_text(game, all, words, sizeof words);
    snprintf(reason, 512,
             "%zu cell%s must hold tiles that the rules count (%s), but only %zu may",
             sum, plural_s(sum), words, cells_for(game, rows, cols, open, all));
    return true;
}

bool level_trivial_infeasibility(const struct level_game *game, size_t rows,
                                 size_t cols, const tile_set *open, char reason[512])
{
    return cell_without_tile(game, rows, cols, open, reason) ||
           count_without_room(game, rows, cols, open, reason);
}
