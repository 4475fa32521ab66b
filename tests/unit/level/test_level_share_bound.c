/* The lower bound of a share against the cheapest of all levels, enumerated. */
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_share_bound.h"
#include "suite.h"

#include <math.h>

enum { LEVELS = 60, ROWS = 2, MAX_COLS = 4, SEED = 43 };

#define GAME(enemy, other, wall, most, border)                                         \
    "summary: test\n"                                                                  \
    "tiles:\n"                                                                         \
    "  - {tile: ., name: empty, move: 1, delete: 3}\n"                                 \
    "  - {tile: w, name: wall, " wall "}\n"                                            \
    "  - {tile: 1, name: enemy, " enemy "}\n"                                          \
    "  - {tile: 2, name: other, " other "}\n"                                          \
    "  - {tile: A, name: player}\n"                                                    \
    "once: A\n"                                                                        \
    "shares:\n"                                                                        \
    "  - {tiles: \"12\", of: ^w, most: " most "}\n" border

/* The last game's outer columns, of four, are walls and outside of the whole. */
static const struct {
    const char *rules;
    size_t cols;
} games[] = {
    {GAME("move: 1, delete: 10", "move: 1, delete: 10", "move: 1, delete: 10", "0.6",
          ""),
     3},
    {GAME("move: 1, delete: 4", "move: 2, delete: 9", "move: 1, delete: 2", "0.3", ""),
     3},
    {GAME("move: 3, delete: 3", "move: 1, delete: 0", "move: 1, delete: 1", "0.5", ""),
     3},
    {GAME("move: 1, delete: 10", "move: 1, delete: 10", "move: 1, delete: 10",
          "0.3333333333", ""), /* prices are rounded */
     3},
    {GAME("move: 1, delete: 7", "move: 1, delete: 5", "move: 1, delete: 6", "0.4",
          "border:\n  - {tiles: w, sides: columns}\n"),
     4}};

/* The next level by number, of those with allowed tiles; false after the last. */
static bool next_level(const struct level_game *game, struct level_grid *level)
{
    for (size_t u = 0; u < level_cells(level); u++) {
        tile_set allowed = level_game_allowed_tiles(game, ROWS, level->cols, u);
        tile_set above = allowed & ~(2 * TILE(level->cell[u]) - 1);
        level->cell[u] = (uint8_t)__builtin_ctz(above ? above : allowed);
        if (above)
            return true;
    }
    return false;
}

/* The cost of the cheapest level that satisfies the share; INFINITY: none. */
static double enumerate(const struct level_game *game,
                        const struct level_flow_rules *rules,
                        const struct level_grid *broken)
{
    uint8_t cell[ROWS * MAX_COLS] = {0};
    struct level_grid level = {ROWS, broken->cols, cell};
    size_t n = level_cells(&level);
    double least = INFINITY;
    struct arena scratch = arena_scratch(&level_arena, level_edit_cost_bytes(n));
    for (size_t u = 0; u < n; u++)
        cell[u] =
            (uint8_t)__builtin_ctz(level_game_allowed_tiles(game, ROWS, level.cols, u));
    do {
        size_t players = 0;
        for (size_t u = 0; u < n; u++)
            players += tile_in(rules->once, cell[u]);
        if (players == 1 && level_flow_rules_share_holds(rules, cell, (uint32_t)n))
            least = fmin(least, level_edit_cost(game, broken, &level, scratch));
    } while (next_level(game, &level));
    return least;
}

static void no_level_is_cheaper(void)
{
    struct rng rng;
    size_t equal = 0, binding = 0;
    rng_seed(&rng, SEED, 1);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct level_game game = level_fixture_rules(games[g].rules, &level_arena);
        struct level_flow_rules rules;
        char why[512];
        CU_ASSERT_TRUE_FATAL(
            level_flow_rules_init(&game, ROWS, games[g].cols, &rules, why));
        for (int i = 0; i < LEVELS; i++) {
            struct level_grid broken = level_fixture_random(&game, ROWS, games[g].cols,
                                                            2, 0.4, &rng, &level_arena);
            int64_t bound;
            CU_ASSERT_TRUE(level_share_bound(&rules, &broken, INFINITY, &bound));
            double least = enumerate(&game, &rules, &broken);
            double told = (double)bound * rules.unit;
            CU_ASSERT(told <= least + 1e-9);
            if (told > least + 1e-9)
                printf("game %zu, level %d: bound %g, a level costs %g\n", g, i, told,
                       least);
            equal += told > 0 && fabs(told - least) < 1e-9;
            binding += told > 0;
        }
    }
    CU_ASSERT(binding > LEVELS && equal > binding / 4);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(no_level_is_cheaper),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_share_bound", level_fixture_open, level_fixture_close,
                     tests);
}
