#include "level_cell_rules.h"

#include "level_cell_moves.h"
#include "level_cell_paths.h"
#include "level_tile_classes.h"

#include <math.h>

size_t level_cell_rules_partner(const struct level_cell_model *model,
                                const struct level_alike *alike, size_t cell)
{
    return level_grid_partner(alike->what, model->broken->rows, model->broken->cols,
                              cell);
}

static void add_counts(struct level_cell_model *model)
{
    for (size_t i = 0; i < model->game->n_counts; i++) {
        const struct level_count *count = &model->game->counts[i];
        bool shared =
            level_tiles_count_is_once(count) && (count->tiles & model->interchangeable);
        level_cell_model_begin_row(model);
        for (size_t v = 0; v < model->n; v++) {
            /* An interchangeable tile has its own variable only where it was. */
            if (!shared)
                level_cell_model_add_cell(model, v, count->tiles, 1);
            else
                for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
                    if (model->choice[c].tile == (uint8_t)__builtin_ctz(count->tiles))
                        level_cell_model_add_term(model, model->choice[c].col, 1);
        }
        level_cell_model_end_row(model, shared ? 0 : (double)count->least,
                                 count->most == SIZE_MAX ? INFINITY
                                                         : (double)count->most);
    }
    if (!model->interchangeable)
        return;
    level_cell_model_begin_row(model);
    for (size_t v = 0; v < model->n; v++)
        level_cell_model_add_cell(model, v, model->interchangeable, 1);
    int all = __builtin_popcount(model->interchangeable);
    level_cell_model_end_row(model, all, all);
}

static void add_shares(struct level_cell_model *model)
{
    for (size_t i = 0; i < model->game->n_shares; i++) {
        const struct level_share *share = &model->game->shares[i];
        double most = level_share_slope(share, model->n);
        level_cell_model_begin_row(model);
        for (size_t v = 0; v < model->n; v++) {
            level_cell_model_add_cell(model, v, share->tiles, 1);
            level_cell_model_add_cell(model, v, share->of, -most);
        }
        /* Within a solver's tolerance; level_share_slope keeps violations above it. */
        level_cell_model_end_row(model, -INFINITY, 1e-9);
    }
}

static bool may_hold(const struct level_cell_model *model, size_t cell, tile_set tiles)
{
    for (uint32_t c = model->first[cell]; c < model->first[cell + 1]; c++)
        if (level_cell_choice_tiles(model, &model->choice[c]) & tiles)
            return true;
    return false;
}

/* At least `least` exits; and, which cuts off fractional solutions, least - 1 exits
 * other than any one of them. */
static void add_exits(struct level_cell_model *model, const struct level_exits *exits,
                      size_t cell)
{
    size_t near[4], n = level_cell_model_neighbours(model, cell, near);
    if (!may_hold(model, cell, exits->tiles))
        return;
    tile_set open = level_all_tiles(model->game) & ~exits->walls;
    for (size_t but = exits->least > 1 ? 0 : n; but <= n; but++) {
        level_cell_model_begin_row(model);
        for (size_t k = 0; k < n; k++)
            if (k != but)
                level_cell_model_add_cell(model, near[k], open, 1);
        level_cell_model_add_cell(model, cell, exits->tiles,
                                  -(double)(exits->least - (but < n)));
        level_cell_model_end_row(model, 0, INFINITY);
    }
}

static void add_blocks(struct level_cell_model *model, const struct level_block *block,
                       size_t cell)
{
    const struct level_grid *grid = model->broken;
    if (cell / grid->cols + block->rows > grid->rows ||
        cell % grid->cols + block->cols > grid->cols)
        return;
    for (size_t r = 0; r < block->rows; r++)
        for (size_t c = 0; c < block->cols; c++)
            if (!may_hold(model, cell + r * grid->cols + c, block->tiles))
                return;
    level_cell_model_begin_row(model);
    for (size_t r = 0; r < block->rows; r++)
        for (size_t c = 0; c < block->cols; c++)
            level_cell_model_add_cell(model, cell + r * grid->cols + c, block->tiles,
                                      1);
    level_cell_model_end_row(model, -INFINITY, (double)(block->rows * block->cols) - 1);
}

static void add_alike(struct level_cell_model *model, const struct level_alike *alike,
                      size_t cell)
{
    size_t other = level_cell_rules_partner(model, alike, cell);
    if (other <= cell)
        return;
    for (uint8_t t = 0; t < model->game->n_tiles; t++) {
        if (!tile_in(alike->tiles & ~level_demands_once(model->game), t))
            continue;
        level_cell_model_begin_row(model);
        level_cell_model_add_cell(model, cell, TILE(t), 1);
        level_cell_model_add_cell(model, other, TILE(t), -1);
        level_cell_model_end_row(model, 0, 0);
    }
}

/* At least `apart` cells differ from each of the other levels. */
static void add_others(struct level_cell_model *model)
{
    for (size_t i = 0; i < level_demands_others(model->demands); i++) {
        level_cell_model_begin_row(model);
        for (size_t v = 0; v < model->n; v++)
            level_cell_model_add_cell(model, v, TILE(model->demands->other[i][v]), 1);
        level_cell_model_end_row(model, -INFINITY,
                                 (double)model->n - (double)model->demands->apart);
    }
}

void level_cell_rules_add(struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    add_counts(model);
    add_shares(model);
    add_others(model);
    level_cell_moves_add(model);
    level_cell_paths_add(model);
    for (size_t v = 0; v < model->n; v++) {
        for (size_t i = 0; i < game->n_exits; i++)
            add_exits(model, &game->exits[i], v);
        for (size_t i = 0; i < game->n_blocks; i++)
            add_blocks(model, &game->blocks[i], v);
        for (size_t i = 0; i < game->n_alike; i++)
            add_alike(model, &game->alike[i], v);
    }
}
