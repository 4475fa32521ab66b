/* The section `level` with its files: game, corpus, weights. On each level of the corpus both
 * checkers agree. No level is generated or repaired, which would take too long. */
#include "level_checker.h"
#include "level_fast_checker.h"
#include "level_game_parse.h"
#include "level_problem.h"
#include "read_problem.h"

enum { MOST_CELLS = 1 << 12 };

static void check_level(const struct level_game *game, const struct level_grid *grid,
                        struct arena *arena)
{
    struct level_board board;
    struct error err = {0};
    ensure(level_board_init(game, grid->rows, grid->cols, arena, &board, &err) ==
           STATUS_OK);
    size_t violated = level_checker_report(
        game, grid, arena_scratch(arena, level_checker_bytes(level_cells(grid))), NULL);
    bool playable = level_board_is_playable(
        &board, grid->cell, arena_scratch(arena, level_board_bytes(&board)));
    ensure(playable == !violated);
}

static void check_levels(const struct read_input *input)
{
    struct level_game game;
    struct level_grid grid;
    struct arena arena;
    struct error err = {0};
    struct level_text text = {.text = (const char *)input->part[2].data,
                              .bytes = input->part[2].bytes,
                              .source = "levels.txt"};
    arena_init(&arena);
    enum status status =
        level_game_parse((const char *)input->part[1].data, input->part[1].bytes,
                         "games/game.yaml", &arena, &game, &err);
    read_input_check_error(status, &err);
    while (status == STATUS_OK) {
        status = level_grid_next(&game, &text, &arena, &grid, &err);
        read_input_check_error(status, &err);
        if (status || !grid.rows)
            break;
        if (level_cells(&grid) <= MOST_CELLS)
            check_level(&game, &grid, &arena);
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    struct read_input input;
    read_input_split(data, bytes, &input);
    if (input.parts > 2)
        check_levels(&input);
    read_input_free(&input);
    read_problem(data, bytes, &level_problem, 0);
    return 0;
}
