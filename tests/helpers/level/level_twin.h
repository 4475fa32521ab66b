/* The slow twin of every repair method: all levels of a size, each asked whether it is
 * playable and what it costs. And random small games for it. */
#ifndef SKERRY_TESTS_LEVEL_TWIN_H
#define SKERRY_TESTS_LEVEL_TWIN_H

#include "level_checker.h"
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_repair.h"
#include "level_rule_text.h"

#include <math.h>

/* The cost of the cheapest playable level of that size; INFINITY when there is none.
 * Up to some 20,000 levels are gone through. */
static inline double level_twin_cost(const struct level_game *game,
                                     const struct level_grid *broken,
                                     struct arena *arena)
{
    size_t cells = level_cells(broken), v;
    struct arena scratch =
        arena_scratch(arena, level_checker_bytes(cells) + level_edit_cost_bytes(cells));
    struct level_grid grid = level_grid_new(broken->rows, broken->cols, arena);
    double best = INFINITY;
    do {
        if (!level_checker_report(game, &grid, scratch, NULL))
            best = fmin(best, level_edit_cost(game, broken, &grid, scratch));
        for (v = 0; v < cells && ++grid.cell[v] == game->n_tiles; v++)
            grid.cell[v] = 0;
    } while (v < cells);
    return best;
}

static inline tile_set level_twin_set(const struct level_game *game, struct rng *rng)
{
    tile_set all = level_all_tiles(game);
    return (tile_set)(1 + rng_below(rng, all));
}

/* Adds one rule of a random kind. */
static inline void level_twin_rule(struct level_game *g, size_t cells, struct rng *rng)
{
#define SET level_twin_set(g, rng)
    struct level_path *path;
    size_t least = rng_below(rng, 3);
    switch (rng_below(rng, 9)) {
    case 0:
        g->counts[g->n_counts++] =
            (struct level_count){SET, least, least + rng_below(rng, cells)};
        break;
    case 1:
        g->shares[g->n_shares++] = (struct level_share){SET, SET, rng_unit(rng)};
        break;
    case 2:
        g->borders[g->n_borders++] =
            (struct level_border){(enum level_sides)rng_below(rng, 3), SET};
        break;
    case 3:
        g->reach[g->n_reach++] = (struct level_reach){SET, SET, SET};
        break;
    case 4:
        g->apart[g->n_apart++] = (struct level_reach){SET, SET, SET};
        break;
    case 5:
        path = &g->paths[g->n_paths++];
        *path = (struct level_path){SET, SET, SET, SET, least, SIZE_MAX};
        if (rng_chance(rng, 0.6))
            path->most = least + rng_below(rng, 3);
        break;
    case 6:
        g->exits[g->n_exits++] = (struct level_exits){SET, SET, 1 + rng_below(rng, 3)};
        break;
    case 7:
        g->blocks[g->n_blocks++] =
            (struct level_block){SET, 1 + rng_below(rng, 2), 1 + rng_below(rng, 3)};
        break;
    default:
        g->alike[g->n_alike++] =
            (struct level_alike){(enum level_alike_what)rng_below(rng, 4), SET};
    }
#undef SET
}

/* A game of n tiles whose costs and one to four rules are random. */
static inline struct level_game level_twin_game(size_t n_tiles, size_t cells,
                                                struct rng *rng)
{
    struct level_game game = {.name = "random",
                              .n_tiles = n_tiles,
                              .wrap = (enum level_wrap)rng_below(rng, 3)};
    for (size_t t = 0; t < n_tiles; t++) {
        game.tile[t] = (struct level_tile){.symbol = (char)('a' + t),
                                           .move = (double)rng_below(rng, 4),
                                           .delete = (double)rng_below(rng, 11) / 2};
        snprintf(game.tile[t].name, LEVEL_NAME_BYTES, "tile %zu", t);
    }
    for (size_t i = 1 + rng_below(rng, 4); i > 0; i--)
        level_twin_rule(&game, cells, rng);
    if (rng_chance(rng, 0.3))
        level_game_hamming(&game);
    return game;
}

/* Says what a case was about, when it failed. */
static inline void level_twin_show(const struct level_game *game,
                                   const struct level_grid *broken,
                                   const struct level_repair *out)
{
    char words[LEVEL_RULE_TEXT_BYTES];
    printf("wrap %d, objective %d\n", game->wrap, game->objective);
    for (size_t t = 0; t < game->n_tiles; t++)
        printf("  %c move %g delete %g\n", game->tile[t].symbol, game->tile[t].move,
               game->tile[t].delete);
    for (size_t i = 0; i < level_rule_count(game); i++)
        printf("  %s\n", level_rule_text(game, i, words));
    level_grid_print(game, broken, stdout);
    printf("cost %g, bound %g, optimal %d, infeasible %d\n", out->cost, out->bound,
           out->optimal, out->infeasible);
    level_grid_print(game, &out->grid, stdout);
}

/* Holds a finished repair against the checker and the independent cost; false when it
 * promises what is not so. */
static inline bool level_twin_agrees(const struct level_game *game,
                                     const struct level_grid *broken,
                                     const struct level_repair *out,
                                     struct arena *arena)
{
    size_t cells = level_cells(broken);
    struct arena scratch =
        arena_scratch(arena, level_checker_bytes(cells) + level_edit_cost_bytes(cells));
    if (!out->grid.rows)
        return !out->optimal && isinf(out->cost);
    return out->bound <= out->cost + 1e-6 && !out->infeasible &&
           out->optimal == (out->bound > out->cost - 1e-6) &&
           !level_checker_report(game, &out->grid, scratch, NULL) &&
           fabs(level_edit_cost(game, broken, &out->grid, scratch) - out->cost) < 1e-6;
}

#endif
