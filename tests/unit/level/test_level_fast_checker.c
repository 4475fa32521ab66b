/* Quick playability and ways against the checker, on random games and levels. */
#include "level_fast_checker.h"
#include "level_twin.h"

enum { GAMES = 400, LEVELS_A_GAME = 25, SEED = 31 };

/* Compares both on one level. */
static bool agree(const struct level_board *board, const struct level_grid *grid,
                  struct rng *rng, struct arena quick, struct arena slow)
{
    const struct level_game *game = &board->game;
    tile_set from = level_twin_set(game, rng), to = level_twin_set(game, rng);
    tile_set walls = level_twin_set(game, rng);
    size_t steps = level_checker_steps(game, grid, from, to, walls, slow);
    return level_board_is_playable(board, grid->cell, quick) ==
               !level_checker_report(game, grid, slow, NULL) &&
           level_board_path_length(board, grid->cell, from, to, walls, quick) ==
               (steps == SIZE_MAX ? 0 : steps);
}

static void playable_agrees_with_the_checker(void)
{
    struct rng rng;
    size_t playable = 0;
    rng_seed(&rng, SEED, 1);
    for (size_t i = 0; i < GAMES; i++) {
        size_t rows = 1 + rng_below(&rng, 5), cols = 1 + rng_below(&rng, 6);
        struct level_game game =
            level_twin_game(2 + rng_below(&rng, 3), rows * cols, &rng);
        struct level_board board;
        struct error err;
        CU_ASSERT_EQUAL_FATAL(
            level_board_init(&game, rows, cols, &level_arena, &board, &err), STATUS_OK);
        struct arena quick = arena_scratch(&level_arena, level_board_bytes(&board));
        struct arena slow =
            arena_scratch(&level_arena, level_checker_bytes(rows * cols));
        for (size_t k = 0; k < LEVELS_A_GAME; k++) {
            struct level_grid grid = level_fixture_random(
                &game, rows, cols, (uint8_t)rng_below(&rng, game.n_tiles), 0.4, &rng,
                &level_arena);
            bool right = agree(&board, &grid, &rng, quick, slow);
            playable += level_board_is_playable(&board, grid.cell, quick);
            CU_ASSERT(right);
            if (!right) {
                printf("game %zu of seed %d\n", i, SEED);
                level_twin_show(&game, &grid, &(struct level_repair){0});
            }
        }
    }
    CU_ASSERT(playable > 100 && playable < GAMES * LEVELS_A_GAME / 2);
}

int main(void)
{
    CU_TestInfo tests[] = {LEVEL_TEST(playable_agrees_with_the_checker),
                           CU_TEST_INFO_NULL};
    return level_fixture_run("level_fast_checker", tests);
}
