/* What is constructed is playable and satisfies the demands, for random games and the shipped ones, on
 * levels of many sizes; passing cells are connected, as a search over all of them says. */
#include "clock.h"
#include "level_construct.h"
#include "level_construct_connect.h"
#include "level_cut_loop.h"
#include "level_twin.h"
#include "suite.h"

#include <string.h>

/* A room as a level of its own, by the cell model. */
static bool solve_room(void *context, const struct level_game *game,
                       const struct level_grid *broken,
                       const struct level_demands *demands, uint8_t *cell)
{
    struct level_cell_tuning tuning = LEVEL_CELL_TUNING;
    struct level_repair out;
    struct error err;
    tuning.construct_cells = tuning.room_cells = SIZE_MAX;
    CU_ASSERT_EQUAL_FATAL(level_cut_loop(game, broken, demands, &tuning,
                                         clock_thread_s() + 1000, &level_arena, &out,
                                         &err),
                          STATUS_OK);
    if (out.grid.rows)
        memcpy(cell, out.grid.cell, level_cells(broken));
    ++*(size_t *)context;
    return out.grid.rows > 0;
}

static bool no_room(void *context, const struct level_game *game,
                    const struct level_grid *broken,
                    const struct level_demands *demands, uint8_t *cell)
{
    (void)context, (void)game, (void)broken, (void)demands, (void)cell;
    return false;
}

static void scatter(struct rng *rng, const struct level_game *game,
                    struct level_grid *grid)
{
    for (size_t v = 0; v < level_cells(grid); v++)
        grid->cell[v] = (uint8_t)rng_below(rng, game->n_tiles);
}

static void check_playable(const struct level_game *game,
                           const struct level_grid *broken,
                           const struct level_demands *demands, uint8_t *cell,
                           struct arena *arena)
{
    struct level_grid grid = {broken->rows, broken->cols, cell};
    size_t n = level_cells(broken);
    CU_ASSERT_EQUAL(level_checker_report(game, &grid,
                                         arena_scratch(arena, level_checker_bytes(n)),
                                         NULL),
                    0);
    CU_ASSERT(level_demands_hold(demands, cell, n));
}

/* Some games allow any level, some none, so that only a part of them is constructed. */
static void random_games(void)
{
    enum { CASES = 4000, SIDE = 8, LEAST = CASES / 8 };
    struct rng rng;
    size_t found = 0;
    rng_init(&rng, 23, 0, 0, RNG_PROBLEM);
    for (size_t i = 0; i < CASES; i++) {
        struct arena arena;
        arena_init(&arena);
        size_t rows = 1 + rng_below(&rng, SIDE), cols = 1 + rng_below(&rng, SIDE);
        struct level_game game =
            level_twin_game(2 + rng_below(&rng, 4), rows * cols, &rng);
        struct level_grid broken = level_grid_new(rows, cols, &arena);
        tile_set *open = ARENA_NEW(&arena, tile_set, rows * cols);
        const struct level_demands demands = {.open = open};
        uint8_t *cell = ARENA_NEW(&arena, uint8_t, rows * cols);
        scatter(&rng, &game, &broken);
        for (size_t v = 0; v < rows * cols; v++)
            open[v] =
                rng_chance(&rng, 0.1) ? TILE(broken.cell[v]) : level_all_tiles(&game);
        if (level_construct_find(&game, &broken, &demands, no_room, NULL, INFINITY,
                                 &arena, cell)) {
            check_playable(&game, &broken, &demands, cell, &arena);
            found++;
        }
        arena_free(&arena);
    }
    CU_ASSERT(found > LEAST);
}

/* Of random tiles, half of them walls, and on a level of walls alone. */
static void shipped_game(const char *name, char wall, size_t side)
{
    struct rng rng;
    size_t rooms = 0;
    struct level_game game = level_fixture_game(name, &level_arena);
    struct level_grid broken = level_grid_new(side, side + 3, &level_arena);
    uint8_t *cell = ARENA_NEW(&level_arena, uint8_t, level_cells(&broken));
    rng_init(&rng, side, 0, 0, RNG_PROBLEM);
    for (int all = 0; all < 2; all++) {
        scatter(&rng, &game, &broken);
        for (size_t v = 0; v < level_cells(&broken); v++)
            if (all || rng_chance(&rng, 0.5))
                broken.cell[v] = (uint8_t)level_game_tile_of(&game, wall);
        bool found = level_construct_find(&game, &broken, NULL, solve_room, &rooms,
                                          INFINITY, &level_arena, cell);
        CU_ASSERT(found || all);
        if (found)
            check_playable(&game, &broken, NULL, cell, &level_arena);
    }
    CU_ASSERT_EQUAL(rooms > 0, game.n_paths > 0);
}

static void pacman(void)
{
    shipped_game("pacman", 'w', 40);
}

static void pacman_by_the_paper(void)
{
    shipped_game("pacman-paper", 'w', 25);
}

static void dungeon(void)
{
    shipped_game("dungeon", '#', 30);
}

static void zelda(void)
{
    shipped_game("zelda", 'w', 30);
}

/* ---- connected cells ---- */

/* The components of passing cells, by their definition. */
static size_t components(const struct level_construct *c, size_t without)
{
    size_t n = 0;
    bool *met = ARENA_NEW(&level_arena, bool, c->n);
    for (size_t first = 0; first < c->n; first++) {
        if (met[first] || first == without || !construct_passes(c, first))
            continue;
        n++;
        met[first] = true;
        for (bool more = true; more;) {
            more = false;
            for (size_t v = 0; v < c->n; v++)
                for (uint32_t e = c->board.first[v];
                     e < c->board.first[v + 1] && met[v]; e++) {
                    size_t w = c->board.near[e];
                    if (!met[w] && w != without && construct_passes(c, w))
                        more = met[w] = true;
                }
        }
    }
    return n;
}

static struct level_construct random_cells(const struct level_game *game,
                                           struct level_grid *broken, struct rng *rng)
{
    size_t n = level_cells(broken);
    struct error err = {0};
    struct level_construct c = {.game = game,
                                .broken = broken,
                                .rows = broken->rows,
                                .cols = broken->cols,
                                .n = n,
                                .cell = ARENA_NEW(&level_arena, uint8_t, n),
                                .open = ARENA_NEW(&level_arena, tile_set, n),
                                .passing = TILE(1),
                                .queue = ARENA_NEW(&level_arena, uint32_t, n),
                                .mark = ARENA_NEW(&level_arena, uint32_t, n)};
    for (size_t v = 0; v < n; v++) {
        c.cell[v] = broken->cell[v] = (uint8_t)rng_below(rng, 2);
        c.open[v] = rng_chance(rng, 0.1) ? TILE(c.cell[v]) : 3;
    }
    CU_ASSERT_EQUAL_FATAL(
        level_board_init(game, c.rows, c.cols, &level_arena, &c.board, &err),
        STATUS_OK);
    return c;
}

static void cells_are_connected_and_stay_so(void)
{
    enum { CASES = 600 };
    struct level_game game = level_fixture_rules("summary: two tiles\n"
                                                 "tiles:\n"
                                                 "  - {tile: w, name: wall}\n"
                                                 "  - {tile: ., name: floor}\n",
                                                 &level_arena);
    struct rng rng;
    size_t closed = 0, cut = 0, joined = 0;
    rng_init(&rng, 5, 0, 0, RNG_PROBLEM);
    for (int i = 0; i < CASES; i++) {
        game.wrap = (enum level_wrap)rng_below(&rng, 3);
        struct level_grid broken = level_grid_new(1 + rng_below(&rng, 7),
                                                  1 + rng_below(&rng, 7), &level_arena);
        struct level_construct c = random_cells(&game, &broken, &rng);
        size_t from = rng_below(&rng, c.n);
        c.cell[from] = 1;
        c.open[from] = TILE(1);
        bool done = level_construct_connect(&c, from, &level_arena);
        CU_ASSERT(!done || components(&c, c.n) == 1);
        for (size_t v = 0; v < c.n; v++)
            CU_ASSERT(tile_in(c.open[v], c.cell[v]));
        joined += done;
        for (size_t v = 0; v < c.n && done; v++) {
            if (!construct_passes(&c, v))
                continue;
            bool may = level_construct_may_close(&c, v);
            CU_ASSERT_EQUAL(may, components(&c, v) == 1);
            closed += may;
            cut += !may;
        }
    }
    CU_ASSERT(joined > CASES / 2 && closed > CASES && cut > CASES);
}

int main(void)
{
    CU_TestInfo tests[] = {SUITE_TEST(random_games),
                           SUITE_TEST(pacman),
                           SUITE_TEST(pacman_by_the_paper),
                           SUITE_TEST(dungeon),
                           SUITE_TEST(zelda),
                           SUITE_TEST(cells_are_connected_and_stay_so),
                           CU_TEST_INFO_NULL};
    return suite_run("level_construct", level_fixture_open, level_fixture_close, tests);
}
