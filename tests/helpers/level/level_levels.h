/* Levels to repair, by seed: corrupted ones, random ones, ones that are mostly wall, closed
 * regions and dungeons.
 *
 * The playable levels they are made of are read from $SKERRY_LEVELS, a folder with
 * zelda/ and pacman/, or else from configs/level/levels. */
#ifndef SKERRY_TEST_LEVEL_LEVELS_H
#define SKERRY_TEST_LEVEL_LEVELS_H

#include "level_grid.h"
#include "rng.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS_MOST = 200, LEVELS_BYTES = 1 << 16 };

struct level_corpus {
    struct level_grid level[LEVELS_MOST];
    size_t n;
    double share[LEVEL_MAX_TILES]; /* of all cells */
};

static inline int levels_is_text(const struct dirent *entry)
{
    size_t n = strlen(entry->d_name);
    return n > 4 && strcmp(entry->d_name + n - 4, ".txt") == 0 &&
           strcmp(entry->d_name, "README.txt") != 0;
}

static inline void levels_read(const struct level_game *game, const char *path,
                               struct arena *arena, struct level_corpus *corpus)
{
    char *text = arena_take(arena, LEVELS_BYTES);
    FILE *file = fopen(path, "r");
    struct error err;
    if (!file || !text)
        return;
    struct level_text in = {
        .text = text, .bytes = fread(text, 1, LEVELS_BYTES, file), .source = path};
    fclose(file);
    while (corpus->n < LEVELS_MOST) {
        struct level_grid *grid = &corpus->level[corpus->n];
        if (level_grid_next(game, &in, arena, grid, &err) != STATUS_OK) {
            fprintf(stderr, "%s\n", err.text);
            return;
        }
        if (grid->rows == 0)
            return;
        corpus->n++;
    }
}

/* Fills the corpus with the levels of `name` ("zelda"), files in the order of their
 * names; n is 0 when there are none. */
static inline void level_files_load(const struct level_game *game, const char *name,
                                    struct arena *arena, struct level_corpus *corpus)
{
    const char *folder = getenv("SKERRY_LEVELS");
    char path[1024];
    struct dirent **entry;
    size_t total = 0;
    int n = 0;
    memset(corpus, 0, sizeof *corpus);
    if (folder) {
        snprintf(path, sizeof path, "%s/%s", folder, name);
        n = scandir(path, &entry, levels_is_text, alphasort);
    } else {
        snprintf(path, sizeof path, SKERRY_SOURCE "/configs/level/levels/%s.txt", name);
        levels_read(game, path, arena, corpus);
    }
    for (int i = 0; i < n; i++) {
        char file[1400];
        snprintf(file, sizeof file, "%s/%s", path, entry[i]->d_name);
        levels_read(game, file, arena, corpus);
        free(entry[i]);
    }
    if (n > 0)
        free(entry);
    for (size_t i = 0; i < corpus->n; i++)
        for (size_t u = 0; u < level_cells(&corpus->level[i]); u++, total++)
            corpus->share[corpus->level[i].cell[u]]++;
    for (size_t t = 0; t < game->n_tiles && total; t++)
        corpus->share[t] /= (double)total;
}

/* A tile drawn by weights. */
static inline uint8_t levels_draw(struct rng *rng, const double *weight, size_t n)
{
    double total = 0;
    for (size_t t = 0; t < n; t++)
        total += weight[t];
    double at = rng_unit(rng) * total;
    uint8_t t = 0;
    while (t + 1u < n && at >= weight[t])
        at -= weight[t++];
    return t;
}

/* A level of the corpus in which a share of 1 to 20 % of the cells, drawn anew each
 * time, holds any tile. */
static inline void levels_corrupt(const struct level_game *game,
                                  const struct level_corpus *corpus, struct rng *rng,
                                  struct level_grid *out)
{
    const struct level_grid *source = &corpus->level[rng_below(rng, corpus->n)];
    double rate = 0.01 + 0.19 * rng_unit(rng);
    for (size_t u = 0; u < level_cells(source); u++)
        out->cell[u] = rng_chance(rng, rate) ? (uint8_t)rng_below(rng, game->n_tiles)
                                             : source->cell[u];
    out->rows = source->rows;
    out->cols = source->cols;
}

/* Every cell drawn for itself: a tile of `set` with probability p, by the shares of the
 * corpus among these; else another, by theirs. */
static inline void levels_random(const struct level_game *game,
                                 const struct level_corpus *corpus, tile_set set,
                                 double p, struct rng *rng, struct level_grid *out)
{
    double in[LEVEL_MAX_TILES], other[LEVEL_MAX_TILES];
    for (uint8_t t = 0; t < game->n_tiles; t++) {
        in[t] = tile_in(set, t) ? corpus->share[t] : 0;
        other[t] = tile_in(set, t) ? 0 : corpus->share[t];
    }
    for (size_t u = 0; u < level_cells(out); u++)
        out->cell[u] = levels_draw(rng, rng_chance(rng, p) ? in : other, game->n_tiles);
}

/* Pac-Man where only connectivity is broken: closed loops of pellets divided by walls
 * of one to three cells; the first of them holds player and ghosts.
 *
 * side  of a loop, at least 3; it is up to 4 more */
static inline void levels_rings(const struct level_game *game, size_t side,
                                struct rng *rng, struct level_grid *out)
{
    static const char once[] = "A1234";
    size_t placed = 0, rows = out->rows, cols = out->cols;
    memset(out->cell, (int)level_game_tile_of(game, 'w'), rows * cols);
    for (size_t top = 1, high; top + 4 < rows; top += high + 1 + rng_below(rng, 3)) {
        high = side + rng_below(rng, 5);
        high = top + high + 1 > rows ? rows - 1 - top : high;
        for (size_t left = 1, wide; left + 4 < cols;
             left += wide + 1 + rng_below(rng, 3)) {
            wide = side + rng_below(rng, 5);
            wide = left + wide + 1 > cols ? cols - 1 - left : wide;
            for (size_t r = 0; r < high; r++)
                for (size_t c = 0; c < wide; c++)
                    if (r == 0 || c == 0 || r + 1 == high || c + 1 == wide)
                        out->cell[(top + r) * cols + left + c] =
                            (uint8_t)level_game_tile_of(
                                game, once[placed] ? once[placed++] : '.');
        }
    }
}

/* Puts a tile on a floor cell between two columns, the first one included. */
static inline void levels_furnish(const struct level_game *game, char tile,
                                  size_t first, size_t end, struct rng *rng,
                                  struct level_grid *out)
{
    size_t v;
    do
        v = (1 + rng_below(rng, out->rows - 2)) * out->cols + first +
            rng_below(rng, end - first);
    while (out->cell[v] != level_game_tile_of(game, '.'));
    out->cell[v] = (uint8_t)level_game_tile_of(game, tile);
}

/* Two rooms with a door between them, player and exit at its sides, supplies and monsters,
 * in which a share of the cells, 1 for all, holds any tile; for levels of the game dungeon,
 * of at least 5 x 9 cells. */
static inline void levels_dungeon(const struct level_game *game, double share,
                                  struct rng *rng, struct level_grid *out)
{
    size_t rows = out->rows, cols = out->cols,
           wall = 4 + rng_below(rng, cols - 8), /* column between the rooms */
        supplies = 1 + rng_below(rng, 4), monsters = rng_below(rng, 6);
    for (size_t v = 0; v < rows * cols; v++) {
        size_t r = v / cols, c = v % cols;
        bool inside = r > 0 && r + 1 < rows && c > 0 && c + 1 < cols && c != wall;
        out->cell[v] = (uint8_t)level_game_tile_of(game, inside ? '.' : '#');
    }
    out->cell[(1 + rng_below(rng, rows - 2)) * cols + wall] =
        (uint8_t)level_game_tile_of(game, 'D');
    levels_furnish(game, 'A', 1, wall, rng, out);
    levels_furnish(game, 'X', wall + 1, cols - 1, rng, out);
    for (size_t i = 0; i < supplies + monsters; i++)
        levels_furnish(game, i < supplies ? '$' : 'm', 1, cols - 1, rng, out);
    for (size_t v = 0; v < rows * cols; v++)
        if (rng_chance(rng, share))
            out->cell[v] = (uint8_t)rng_below(rng, game->n_tiles);
}

#endif
