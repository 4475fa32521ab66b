/* The flows of moves against the edit cost: with the tiles of all cells given, the relaxation
 * costs as much. Sizes around the least at which cells of the rim are left out. */
#include "level_cell_model.h"
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_lp.h"

#include <math.h>

enum { LEVELS = 400, GAMES = 6, MOST_CELLS = 48, SEED = 29 };

#define GAME(more)                                                                     \
    "summary: test\n"                                                                  \
    "tiles:\n"                                                                         \
    "  - {tile: w, name: wall, move: 1, delete: 12}\n"                                 \
    "  - {tile: ., name: floor, move: 2, delete: 9}\n"                                 \
    "  - {tile: s, name: supplies, move: 1, delete: 5}\n"                              \
    "counts:\n"                                                                        \
    "  - {tiles: s, least: 0, most: 48}\n" more

/* Walls all around, above and below, floor as well, or anything; ways across the edges. */
static const char *const texts[GAMES] = {
    GAME("border:\n  - {tiles: w}\n"),
    GAME("border:\n  - {tiles: w, sides: rows}\n"),
    GAME("border:\n  - {tiles: w.}\n"),
    GAME(""),
    GAME("wrap: horizontal\nborder:\n  - {tiles: w}\n"),
    GAME("wrap: both\nborder:\n  - {tiles: w, sides: rows}\n")};

/* Fixes one choice of a cell, drawn at random; returns its tile. */
static uint8_t fix_cell(struct level_cell_model *model, size_t v, struct rng *rng)
{
    const uint32_t first = model->first[v];
    const uint32_t drawn =
        first + (uint32_t)rng_below(rng, model->first[v + 1] - first);
    for (uint32_t c = first; c < model->first[v + 1]; c++) {
        const int col = model->choice[c].col;
        if (col == LEVEL_CELL_MODEL_IMPLIED)
            continue;
        model->program.col_low[col] = model->program.col_high[col] = c == drawn;
    }
    return model->choice[drawn].tile;
}

static double relaxed_cost(const struct level_cell_model *model)
{
    struct level_lp lp = {0};
    const double *x;
    CU_ASSERT_TRUE_FATAL(level_lp_open(&lp, &model->program, &level_arena));
    double cost = level_lp_solve(&lp, &model->program, INFINITY, &x);
    level_lp_close(&lp);
    return cost;
}

static void flows_cost_as_much_as_edits(void)
{
    struct rng rng;
    size_t rims = 0;
    rng_seed(&rng, SEED, 0);
    for (size_t i = 0; i < LEVELS; i++) {
        struct level_game game = level_fixture_rules(texts[i % GAMES], &level_arena);
        uint8_t broken_cell[MOST_CELLS], cell[MOST_CELLS];
        const size_t rows = 2 + rng_below(&rng, 5), cols = 2 + rng_below(&rng, 7);
        const double walls = rng_unit(&rng);
        struct level_grid broken = {rows, cols, broken_cell},
                          level = {rows, cols, cell};
        struct level_cell_model model;
        for (size_t v = 0; v < rows * cols; v++)
            broken_cell[v] = rng_chance(&rng, walls)
                                 ? (uint8_t)level_game_tile_of(&game, 'w')
                                 : (uint8_t)rng_below(&rng, game.n_tiles);
        CU_ASSERT_TRUE_FATAL(
            level_cell_model_init(&model, &game, &broken, NULL, &level_arena));
        for (size_t v = 0; v < rows * cols; v++)
            cell[v] = fix_cell(&model, v, &rng);
        struct arena scratch =
            arena_scratch(&level_arena, level_edit_cost_bytes(rows * cols));
        CU_ASSERT_DOUBLE_EQUAL(relaxed_cost(&model),
                               level_edit_cost(&game, &broken, &level, scratch), 1e-6);
        const size_t arcs = 2 * (rows * (cols - 1) + (rows - 1) * cols);
        rims += !game.wrap && model.flowing &&
                model.program.cols <
                    2 * rows * cols + arcs * (size_t)__builtin_popcount(model.flowing);
    }
    CU_ASSERT(rims > LEVELS / 10); /* levels with fewer arcs than neighbours */
}

int main(void)
{
    CU_TestInfo tests[] = {LEVEL_TEST(flows_cost_as_much_as_edits), CU_TEST_INFO_NULL};
    return level_fixture_run("level_cell_moves", tests);
}
