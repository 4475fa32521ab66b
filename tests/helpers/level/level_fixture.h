/* What the tests of the level island share: games by name, levels from text, random
 * levels, and the levels in the folder that SKERRY_LEVELS names. */
#ifndef SKERRY_TESTS_LEVEL_FIXTURE_H
#define SKERRY_TESTS_LEVEL_FIXTURE_H

#include "level_game_parse.h"
#include "level_grid.h"
#include "rng.h"

#include <CUnit/Basic.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The memory of a suite of tests. */
static struct arena level_arena;

static inline int level_fixture_open(void)
{
    arena_init(&level_arena);
    return 0;
}

static inline int level_fixture_close(void)
{
    arena_free(&level_arena);
    return 0;
}

/* A set of tiles from its symbols. */
static inline tile_set level_fixture_set(const struct level_game *game,
                                         const char *symbols)
{
    tile_set set = 0;
    for (; *symbols; symbols++)
        set |= TILE(level_game_tile_of(game, *symbols));
    return set;
}

static inline struct level_game level_fixture_game(const char *name,
                                                   struct arena *arena)
{
    struct level_game game;
    struct error err;
    if (level_game_named(name, arena, &game, &err)) {
        printf("%s: %s\n", name, err.text);
        CU_FAIL_FATAL("the game does not load");
    }
    return game;
}

/* A game from YAML that is right. */
static inline struct level_game level_fixture_rules(const char *text,
                                                    struct arena *arena)
{
    struct level_game game;
    struct error err;
    if (level_game_parse(text, strlen(text), "test.yaml", arena, &game, &err)) {
        printf("%s\n", err.text);
        CU_FAIL_FATAL("the game does not load");
    }
    return game;
}

/* A level from text that is right. */
static inline struct level_grid
level_fixture_grid(const struct level_game *game, const char *text, struct arena *arena)
{
    struct level_text reader = {.text = text, .bytes = strlen(text), .source = "test"};
    struct level_grid grid;
    struct error err;
    if (level_grid_next(game, &reader, arena, &grid, &err)) {
        printf("%s\n", err.text);
        CU_FAIL_FATAL("the level does not load");
    }
    return grid;
}

/* The neighbours of each cell, as trees want them: 4 places for each in `neighbour`. */
static inline void level_fixture_neighbours(size_t rows, size_t cols,
                                            uint8_t *n_neighbours, uint32_t *neighbour)
{
    for (size_t u = 0, near[4]; u < rows * cols; u++) {
        size_t k = level_grid_neighbours(LEVEL_WRAP_NONE, rows, cols, u, near);
        n_neighbours[u] = (uint8_t)k;
        while (k-- > 0)
            neighbour[4 * u + k] = (uint32_t)near[k];
    }
}

/* Independent tiles; wall_chance for tile `wall`, the rest alike. */
static inline struct level_grid level_fixture_random(const struct level_game *game,
                                                     size_t rows, size_t cols,
                                                     uint8_t wall, double wall_chance,
                                                     struct rng *rng,
                                                     struct arena *arena)
{
    struct level_grid grid = level_grid_new(rows, cols, arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(grid.cell);
    for (size_t v = 0; v < level_cells(&grid); v++)
        grid.cell[v] = rng_chance(rng, wall_chance)
                           ? wall
                           : (uint8_t)rng_below(rng, game->n_tiles);
    return grid;
}

static inline struct level_grid level_fixture_copy(const struct level_grid *grid,
                                                   struct arena *arena)
{
    struct level_grid copy = level_grid_new(grid->rows, grid->cols, arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy.cell);
    memcpy(copy.cell, grid->cell, level_cells(grid));
    return copy;
}

/* Reads every level of SKERRY_LEVELS/folder; 0 when that variable is not set. */
static inline size_t level_fixture_folder(const struct level_game *game,
                                          const char *folder, struct arena *arena,
                                          struct level_grid *grids, size_t most)
{
    const char *levels = getenv("SKERRY_LEVELS");
    char pattern[512];
    glob_t found;
    size_t n = 0;
    if (!levels)
        return 0;
    snprintf(pattern, sizeof pattern, "%s/%s/%s_*.txt", levels, folder, folder);
    if (glob(pattern, 0, NULL, &found))
        return 0;
    for (; n < found.gl_pathc && n < most; n++) {
        char *text = arena_take(arena, 1 << 12);
        FILE *in = fopen(found.gl_pathv[n], "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_PTR_NOT_NULL_FATAL(in);
        text[fread(text, 1, (1 << 12) - 1, in)] = '\0';
        fclose(in);
        grids[n] = level_fixture_grid(game, text, arena);
    }
    globfree(&found);
    return n;
}

#endif
