/* Shares: the lower bound against the cheapest of all levels, enumerated, and repairs against
 * the numbers of tiles that are deleted. */
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_flow_repair.h"
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

/* ---- where no tile moves, only the numbers of deleted tiles matter ---- */

enum { KINDS = 3, COUNTED = 400 };

/* Walls cost `wall`, enemies a, b and c; of cells that are no walls, at most `most` are enemies. */
static struct level_game game_of_costs(int wall, const int enemy[KINDS],
                                       const char *most)
{
    char text[600];
    snprintf(text, sizeof text,
             "tiles:\n"
             "  - {tile: ., name: empty, move: 5, delete: 5}\n"
             "  - {tile: w, name: wall, move: %d, delete: %d}\n"
             "  - {tile: a, name: a, move: %d, delete: %d}\n"
             "  - {tile: b, name: b, move: %d, delete: %d}\n"
             "  - {tile: c, name: c, move: %d, delete: %d}\n"
             "shares:\n  - {tiles: abc, of: ^w, most: %s}\n",
             wall, wall, enemy[0], enemy[0], enemy[1], enemy[1], enemy[2], enemy[2],
             most);
    return level_fixture_rules(text, &level_arena);
}

/* The cheapest numbers of walls and enemies to delete. */
static double cheapest_numbers(const struct level_game *game,
                               const struct level_grid *broken)
{
    int has[2 + KINDS] = {0}, n = (int)level_cells(broken);
    double best = INFINITY;
    for (int v = 0; v < n; v++)
        has[broken->cell[v]]++;
    for (int w = 0; w <= has[1]; w++)
        for (int a = 0; a <= has[2]; a++)
            for (int b = 0; b <= has[3]; b++)
                for (int c = 0; c <= has[4]; c++) {
                    const int enemies = has[2] + has[3] + has[4] - a - b - c;
                    if (enemies <= game->shares[0].most * (n - has[1] + w) + 1e-9)
                        best = fmin(best, w * game->tile[1].delete +
                                              a * game->tile[2].delete +
                                              b * game->tile[3].delete +
                                              c * game->tile[4].delete);
                }
    return best;
}

/* Costs for which the numbers of enemies are nearly as cheap as one another: the least cost of a
 * number is then far from convex, since a whole number of walls goes with it. */
static void repairs_cost_what_the_numbers_say(void)
{
    static const struct {
        const char *most;
        double value;
    } shares[] = {{"0.6", 0.6}, {"0.3", 0.3}, {"0.45", 0.45}, {"0.15", 0.15}};
    struct rng rng;
    size_t binding = 0;
    rng_seed(&rng, SEED, 2);
    for (int i = 0; i < COUNTED; i++) {
        const int s = i % 4, wall = 3 + (int)rng_below(&rng, 10);
        int enemy[KINDS];
        for (int k = 0; k < KINDS; k++)
            enemy[k] = (int)(wall / shares[s].value) - 1 + (int)rng_below(&rng, 4);
        struct level_game game = game_of_costs(wall, enemy, shares[s].most);
        struct level_grid broken = level_fixture_random(
            &game, 4, 5, 1, 0.3 + 0.1 * (int)rng_below(&rng, 4), &rng, &level_arena);
        struct level_flow_rules rules;
        struct level_repair out;
        struct error err;
        char why[512];
        CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, 4, 5, &rules, why));
        CU_ASSERT_EQUAL_FATAL(
            level_flow_repair(&rules, &broken, INFINITY, &level_arena, &out, &err),
            STATUS_OK);
        const double least = cheapest_numbers(&game, &broken);
        CU_ASSERT_TRUE(out.optimal);
        CU_ASSERT_EQUAL(out.cost, least);
        if (out.cost != least)
            printf("level %d: optimal at %g, %g is enough\n", i, out.cost, least);
        binding += least > 0;
    }
    CU_ASSERT(binding > COUNTED / 2);
}

/* Cells that must hold an enemy count, though they hold none now. */
static void enemies_that_are_demanded_count(void)
{
    static const int enemy[KINDS] = {20, 20, 20};
    struct level_game game = game_of_costs(3, enemy, "0.6");
    struct level_grid broken = level_fixture_grid(&game, "..aww\n", &level_arena);
    tile_set open[5];
    struct level_flow_rules rules;
    struct level_repair out;
    struct error err;
    char why[512];
    for (size_t v = 0; v < 5; v++)
        open[v] = v < 2 ? level_fixture_set(&game, "a") : level_all_tiles(&game);
    CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, 1, 5, &rules, why));
    CU_ASSERT_TRUE_FATAL(level_flow_rules_restrict(&rules, 1, 5, open));
    CU_ASSERT_EQUAL_FATAL(
        level_flow_repair(&rules, &broken, INFINITY, &level_arena, &out, &err),
        STATUS_OK);
    CU_ASSERT_TRUE(out.optimal);
    CU_ASSERT_EQUAL(out.cost, 2 * 5 + 2 * 3); /* three enemies, and no wall */
}

/* More tiles to be reached than the tree connects, so that no level is found in no time: without a
 * share, no numbers of limited tiles are searched then. */
static void no_share_is_bounded_where_there_is_none(void)
{
    enum { SIDE = 40, WALLS = 90 };
    struct level_game game =
        level_fixture_rules("tiles:\n"
                            "  - {tile: w, name: wall}\n"
                            "  - {tile: ., name: empty}\n"
                            "  - {tile: a, name: a}\n"
                            "  - {tile: b, name: b}\n"
                            "  - {tile: c, name: c}\n"
                            "  - {tile: d, name: d}\n"
                            "  - {tile: e, name: e}\n"
                            "  - {tile: f, name: f}\n"
                            "  - {tile: g, name: g}\n"
                            "once: abcdefg\n"
                            "border:\n  - {tiles: w}\n"
                            "reach:\n  - {from: a, to: bcdefg, blocking: wbcdefg}\n",
                            &level_arena);
    struct level_grid broken = level_grid_new(SIDE, SIDE, &level_arena);
    struct level_flow_rules rules;
    struct level_repair out;
    struct rng rng;
    struct error err;
    char why[512];
    rng_seed(&rng, SEED, 3);
    for (size_t v = 0; v < level_cells(&broken); v++)
        broken.cell[v] = rng_below(&rng, 100) >= WALLS;
    CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, SIDE, SIDE, &rules, why));
    CU_ASSERT(rules.tuning->share_bound_cells <= level_cells(&broken));
    CU_ASSERT_EQUAL_FATAL(
        level_flow_repair(&rules, &broken, 0, &level_arena, &out, &err), STATUS_OK);
    CU_ASSERT_EQUAL(out.grid.rows, 0); /* else this tests nothing */
    CU_ASSERT_FALSE(out.optimal || out.infeasible);
    CU_ASSERT_TRUE(out.bound > 0 && isfinite(out.bound));
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(no_level_is_cheaper),
        SUITE_TEST(repairs_cost_what_the_numbers_say),
        SUITE_TEST(enemies_that_are_demanded_count),
        SUITE_TEST(no_share_is_bounded_where_there_is_none),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_share_bound", level_fixture_open, level_fixture_close,
                     tests);
}
