/* Local cuts against every level of six cells: a level that satisfies the rules of its
 * cells costs as much with the cuts as its edits do. */
#include "level_edit_cost.h"
#include "level_fixed_cells.h"
#include "level_fixture.h"
#include "level_local_cuts.h"

#include <math.h>

enum { ROWS = 2, COLS = 3, CELLS = ROWS * COLS, LEVELS = 40, ROUNDS = 3, SEED = 11 };

static const char text[] = "summary: test\n"
                           "tiles:\n"
                           "  - {tile: w, name: wall, move: 1, delete: 3}\n"
                           "  - {tile: ., name: floor, move: 1, delete: 4}\n"
                           "  - {tile: A, name: player, move: 2, delete: 5}\n"
                           "wrap: horizontal\n"
                           "once: A\n"
                           "exits:\n  - {tiles: ., walls: w, least: 2}\n";

static void name_level(size_t number, uint8_t *cell)
{
    for (int i = 0; i < CELLS; i++, number /= 3)
        cell[i] = (uint8_t)(number % 3);
}

static bool is_playable(const struct level_game *game, const uint8_t *cell)
{
    int players = 0;
    bool exits = true;
    for (size_t v = 0; v < CELLS; v++) {
        size_t near[4], open = 0;
        size_t k = level_grid_neighbours(game->wrap, ROWS, COLS, v, near);
        players += cell[v] == 2;
        while (k-- > 0)
            open += cell[near[k]] != 0;
        exits = exits && (cell[v] != 1 || open >= 2);
    }
    return players == 1 && exits;
}

/* The cost of a level by the relaxation: with its cells fixed, the flows are what is left.
 * NAN: the model has no choice for one of its tiles. */
static double cost_by_relaxation(struct level_cell_model *model, struct level_lp *lp,
                                 const uint8_t *cell)
{
    double cost;
    if (!level_fix_cells(model, lp, cell, CELLS))
        return NAN;
    CU_ASSERT_TRUE(level_lp_solve_below(lp, &model->program, INFINITY,
                                        LEVEL_LP_NO_LIMIT, INFINITY, &cost));
    return cost;
}

static double cost_of_edits(const struct level_game *game,
                            const struct level_grid *broken,
                            const struct level_grid *level)
{
    struct arena scratch = arena_scratch(&level_arena, level_edit_cost_bytes(CELLS));
    return level_edit_cost(game, broken, level, scratch);
}

/* Cuts rounds of windows; returns how many cuts. */
static size_t cut(struct level_cell_model *model, struct level_lp *lp, size_t radius)
{
    size_t cuts = 0;
    const double *x;
    for (int round = 0; round < ROUNDS; round++) {
        level_lp_solve(lp, &model->program, INFINITY, &x);
        CU_ASSERT_PTR_NOT_NULL_FATAL(x);
        size_t rows = model->program.rows;
        cuts += level_local_cuts(model, lp, radius, INFINITY, &level_arena);
        for (size_t row = rows; row < model->program.rows; row++)
            CU_ASSERT_TRUE(model->surplus[row]);
    }
    return cuts;
}

static void local_cuts_hold_for_all_that_is_playable(void)
{
    struct level_game game = level_fixture_rules(text, &level_arena);
    struct level_grid broken = level_grid_new(ROWS, COLS, &level_arena);
    struct level_grid level = level_grid_new(ROWS, COLS, &level_arena);
    struct rng rng;
    size_t cuts = 0, compared = 0;
    rng_seed(&rng, SEED, 0);
    for (int i = 0; i < LEVELS; i++) {
        struct level_cell_model model;
        struct level_lp lp;
        for (size_t v = 0; v < CELLS; v++)
            broken.cell[v] = (uint8_t)rng_below(&rng, 3);
        CU_ASSERT_TRUE_FATAL(
            level_cell_model_init(&model, &game, &broken, NULL, &level_arena));
        CU_ASSERT_TRUE_FATAL(level_lp_open(&lp, &model.program, &level_arena));
        cuts += cut(&model, &lp, 1 + (size_t)i % 2);
        for (size_t number = 0; number < 729; number++) {
            name_level(number, level.cell);
            if (!is_playable(&game, level.cell))
                continue;
            double cost = cost_by_relaxation(&model, &lp, level.cell);
            CU_ASSERT(isnan(cost) ||
                      fabs(cost - cost_of_edits(&game, &broken, &level)) < 1e-6);
            compared += isfinite(cost);
        }
        level_lp_close(&lp);
    }
    CU_ASSERT(cuts > 0);
    CU_ASSERT(compared > 10 * LEVELS);
}

int main(void)
{
    CU_TestInfo tests[] = {LEVEL_TEST(local_cuts_hold_for_all_that_is_playable),
                           CU_TEST_INFO_NULL};
    return level_fixture_run("level_local_cuts", tests);
}
