#include "level_construct_rules.h"

static unsigned exits_of(const struct level_construct *c, size_t v, tile_set walls)
{
    unsigned n = 0;
    uint32_t n_near;
    const uint32_t *near = construct_near(c, v, &n_near);
    for (uint32_t k = 0; k < n_near; k++)
        n += !tile_in(walls, c->cell[near[k]]);
    return n;
}

static bool has_block(const struct level_construct *c, const struct level_block *block,
                      size_t v)
{
    size_t row = v / c->cols, col = v % c->cols;
    if (row + block->rows > c->rows || col + block->cols > c->cols)
        return false;
    for (size_t r = 0; r < block->rows; r++)
        for (size_t k = 0; k < block->cols; k++)
            if (!tile_in(block->tiles, c->cell[v + r * c->cols + k]))
                return false;
    return true;
}

unsigned level_construct_violations(const struct level_construct *c, size_t v)
{
    const struct level_game *game = c->game;
    unsigned n = 0;
    for (size_t i = 0; i < game->n_exits; i++)
        n += tile_in(game->exits[i].tiles, c->cell[v]) &&
             exits_of(c, v, game->exits[i].walls) < game->exits[i].least;
    for (size_t i = 0; i < game->n_blocks; i++)
        n += has_block(c, &game->blocks[i], v);
    return n;
}

size_t level_construct_group(const struct level_construct *c, size_t v,
                             uint32_t group[CONSTRUCT_GROUP])
{
    size_t n = 1;
    group[0] = (uint32_t)v;
    for (size_t at = 0; at < n; at++)
        for (size_t i = 0; i < c->game->n_alike; i++) {
            size_t other =
                level_grid_partner(c->game->alike[i].what, c->rows, c->cols, group[at]);
            size_t k = 0;
            while (k < n && group[k] != other)
                k++;
            if (k == n && n < CONSTRUCT_GROUP)
                group[n++] = (uint32_t)other;
        }
    return n;
}

size_t level_construct_near(const struct level_construct *c, size_t v, uint32_t *cells,
                            size_t n)
{
    size_t row = v / c->cols, col = v % c->cols;
    uint32_t n_near;
    const uint32_t *near = construct_near(c, v, &n_near);
    cells[n++] = (uint32_t)v;
    for (uint32_t k = 0; k < n_near; k++)
        cells[n++] = near[k];
    for (size_t i = 0; i < c->game->n_blocks; i++)
        for (size_t r = 0; r < c->game->blocks[i].rows && r <= row; r++)
            for (size_t k = 0; k < c->game->blocks[i].cols && k <= col; k++)
                if (r + k > 0)
                    cells[n++] = (uint32_t)(v - r * c->cols - k);
    return n;
}

size_t level_construct_most_near(const struct level_construct *c)
{
    size_t n = 5;
    for (size_t i = 0; i < c->game->n_blocks; i++)
        n += c->game->blocks[i].rows * c->game->blocks[i].cols;
    return n;
}
