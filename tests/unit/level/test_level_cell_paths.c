/* Rules on paths in the cell model, against every level of six cells: with the cells fixed, the
 * relaxation has a solution exactly if the level is playable; and the largest cost of a path is
 * added exactly for the levels that violate it. */
#include "level_cell_paths.h"
#include "level_checker.h"
#include "level_fixed_cells.h"
#include "level_fixture.h"
#include "level_lp.h"
#include "level_reachability_cuts.h"

#include <math.h>

enum { ROWS = 2, COLS = 3, CELLS = ROWS * COLS, TILES = 5, LEVELS = 15625 };

#define GAME                                                                           \
    "summary: test\n"                                                                  \
    "tiles:\n"                                                                         \
    "  - {tile: w, name: wall}\n"                                                      \
    "  - {tile: ., name: floor}\n"                                                     \
    "  - {tile: $, name: supplies}\n"                                                  \
    "  - {tile: A, name: player}\n"                                                    \
    "  - {tile: X, name: exit}\n"                                                      \
    "once: AX\n"

/* Of a path that must exist, one that may cost any number, one between two numbers, an end that
 * blocks, and a wrap. */
static const char *const texts[] = {
    GAME "paths:\n  - {from: A, to: X, blocking: w, cost: $, most: 0}\n",
    GAME "paths:\n  - {from: A, to: X, blocking: w, cost: $, most: 1}\n",
    GAME "paths:\n  - {from: A, to: X, blocking: w, cost: $X, most: 1}\n",
    GAME "paths:\n  - {from: A, to: X, blocking: w, cost: $A, most: 0}\n",
    GAME "paths:\n  - {from: A, to: X, blocking: w, cost: $, least: 1}\n",
    GAME "paths:\n  - {from: A, to: X, blocking: wX, cost: $X, least: 1, most: 2}\n",
    GAME "wrap: both\npaths:\n  - {from: A, to: X, blocking: w, cost: $, least: 1, "
         "most: 1}\n",
    GAME "apart:\n  - {from: A, to: X, blocking: w}\n",
    GAME "apart:\n  - {from: A, to: X, blocking: w$}\n"
         "paths:\n  - {from: A, to: X, blocking: w, cost: $, most: 1}\n"};

static void name_level(size_t number, uint8_t *cell)
{
    for (int i = 0; i < CELLS; i++, number /= TILES)
        cell[i] = (uint8_t)(number % TILES);
}

static bool stands_once(const uint8_t *cell)
{
    int players = 0, exits = 0;
    for (int i = 0; i < CELLS; i++) {
        players += cell[i] == 3;
        exits += cell[i] == 4;
    }
    return players == 1 && exits == 1;
}

static size_t violated(const struct level_game *game, uint8_t *cell)
{
    struct level_grid grid = {ROWS, COLS, cell};
    struct arena scratch = arena_scratch(&level_arena, level_checker_bytes(CELLS));
    return level_checker_report(game, &grid, scratch, NULL);
}

/* Whether the relaxation has a solution with these cells. */
static bool is_feasible(const struct level_cell_model *model, struct level_lp *lp,
                        const uint8_t *cell)
{
    double cost;
    CU_ASSERT_TRUE(level_fix_cells(model, lp, cell, CELLS));
    CU_ASSERT_TRUE(level_lp_solve_below(lp, &model->program, INFINITY,
                                        LEVEL_LP_NO_LIMIT, INFINITY, &cost));
    return isfinite(cost);
}

/* With the largest costs, and without. */
static void check_game(const struct level_game *game, const struct level_grid *broken)
{
    struct level_cell_model full;
    struct level_lp lp;
    uint8_t cell[CELLS], walls[CELLS] = {3, 0, 0, 0, 4, 0};
    size_t playable = 0, restricted = 0;
    CU_ASSERT_TRUE_FATAL(
        level_cell_model_init(&full, game, broken, NULL, &level_arena));
    bool largest = game->n_paths && game->paths[0].most != SIZE_MAX;
    CU_ASSERT_EQUAL(level_cell_paths_restrict(&full, walls), largest);
    CU_ASSERT_EQUAL(level_cell_paths_restrict(&full, walls), 0);
    CU_ASSERT_TRUE(!largest || full.kept == full.program.rows);
    CU_ASSERT_TRUE_FATAL(level_lp_open(&lp, &full.program, &level_arena));
    for (size_t i = 0; i < LEVELS; i++) {
        name_level(i, cell);
        if (!stands_once(cell))
            continue;
        bool wrong = violated(game, cell) > 0;
        struct level_cell_model model;
        CU_ASSERT_EQUAL(is_feasible(&full, &lp, cell), !wrong);
        playable += !wrong;
        if (!largest || game->paths[0].least || game->n_apart)
            continue;
        CU_ASSERT_TRUE_FATAL(
            level_cell_model_init(&model, game, broken, NULL, &level_arena));
        size_t added = level_reachability_cuts(&model, cell);
        CU_ASSERT_EQUAL(added, wrong);
        restricted += added;
    }
    level_lp_close(&lp);
    CU_ASSERT(playable > 0 &&
              (!largest || game->paths[0].least || game->n_apart || restricted > 0));
}

static void the_program_allows_what_is_playable_and_no_more(void)
{
    struct level_grid broken = level_grid_new(ROWS, COLS, &level_arena);
    name_level(4321, broken.cell);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct level_game game = level_fixture_rules(texts[i], &level_arena);
        check_game(&game, &broken);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {LEVEL_TEST(the_program_allows_what_is_playable_and_no_more),
                           CU_TEST_INFO_NULL};
    return level_fixture_run("level_cell_paths", tests);
}
