#include "level_game.h"

#include "arithmetic.h"

#include <math.h>
#include <stdio.h>

size_t level_game_tile_of(const struct level_game *game, char symbol)
{
    size_t t = 0;
    while (t < game->n_tiles && game->tile[t].symbol != symbol)
        t++;
    return t;
}

/* Where names of all tiles would not fit, which would leave some of them out. */
static void symbols_text(const struct level_game *game, tile_set set, char *out,
                         size_t bytes)
{
    char symbols[LEVEL_MAX_TILES + 1] = "";
    for (size_t t = 0, n = 0; t < game->n_tiles; t++)
        if (tile_in(set, (uint8_t)t))
            symbols[n++] = game->tile[t].symbol;
    snprintf(out, bytes, "one of '%s'", symbols);
}

const char *level_tile_set_text(const struct level_game *game, tile_set set, char *out,
                                size_t bytes)
{
    size_t used = 0;
    bool one = !(set & (set - 1));
    out[0] = '\0';
    for (size_t t = 0; t < game->n_tiles && used < bytes; t++) {
        if (!tile_in(set, (uint8_t)t))
            continue;
        int n = snprintf(out + used, bytes - used, "%s%s '%c'",
                         used ? ", " : (one ? "" : "one of "), game->tile[t].name,
                         game->tile[t].symbol);
        used += (size_t)n;
    }
    if (used >= bytes)
        symbols_text(game, set, out, bytes);
    return out;
}

tile_set level_game_allowed_tiles(const struct level_game *game, size_t rows,
                                  size_t cols, size_t cell)
{
    size_t row = cell / cols, col = cell % cols;
    bool row_end = row == 0 || row + 1 == rows;
    bool col_end = col == 0 || col + 1 == cols;
    tile_set allowed = level_all_tiles(game);
    for (size_t i = 0; i < game->n_borders; i++) {
        enum level_sides sides = game->borders[i].sides;
        if ((row_end && sides != LEVEL_SIDES_COLUMNS) ||
            (col_end && sides != LEVEL_SIDES_ROWS))
            allowed &= game->borders[i].tiles;
    }
    for (size_t i = 0; i < game->n_counts; i++)
        if (game->counts[i].most == 0)
            allowed &= ~game->counts[i].tiles;
    return allowed;
}

double level_share_slope(const struct level_share *share, size_t cells)
{
    double slope = 0;
    for (size_t of = 1, tiles = 0; of <= cells; of++) {
        while (level_share_holds(share, tiles + 1, of))
            tiles++;
        slope = fmax(slope, (double)tiles / (double)of);
    }
    return slope;
}

bool level_game_costs_are_whole(const struct level_game *game, bool moves)
{
    for (size_t t = 0; t < game->n_tiles; t++) {
        const struct level_tile *tile = &game->tile[t];
        if (!arithmetic_is_whole(tile->delete) ||
            (moves && !arithmetic_is_whole(tile->move)))
            return false;
    }
    return true;
}

/* The greatest common divisor of the costs so far and this one, in millionths; -1: one is no
 * multiple. */
static int64_t divisor_with_cost(int64_t divisor, double cost)
{
    const double millionths = 1e6;
    double n = round(cost * millionths);
    if (divisor < 0 || n > 1e15 || fabs(cost * millionths - n) > 4e-16 * n)
        return -1;
    return arithmetic_gcd(divisor, (int64_t)n);
}

double level_game_cost_unit(const struct level_game *game)
{
    int64_t divisor = 0;
    for (size_t t = 0; t < game->n_tiles; t++) {
        divisor = divisor_with_cost(divisor, game->tile[t].move);
        divisor = divisor_with_cost(divisor, game->tile[t].delete);
    }
    return divisor < 0 ? 0 : divisor == 0 ? INFINITY : (double)divisor / 1e6;
}

double level_game_largest_cost(const struct level_game *game)
{
    double largest = 0;
    for (size_t t = 0; t < game->n_tiles; t++)
        largest = fmax(largest, fmax(game->tile[t].move, game->tile[t].delete));
    return largest;
}

void level_game_hamming(struct level_game *game)
{
    game->objective = LEVEL_HAMMING;
    for (size_t t = 0; t < game->n_tiles; t++)
        game->tile[t].move = game->tile[t].delete = 1;
}
