/* The paper's program: its size, and its optimum against a search through all levels.
 */
#include "level_infeasible_subset.h"
#include "level_mip.h"
#include "level_program.h"
#include "level_twin.h"
#include "suite.h"

enum { RANDOM_GAMES = 150, SEED = 2020 };

static struct error err;

static void size_is_that_of_the_paper(void)
{
    static const struct {
        const char *game;
        size_t rows, cols, variables, constraints;
    } sizes[] = {{"zelda", 9, 13, 6858, 2777}, {"pacman", 31, 28, 65352, 26252}};
    for (size_t i = 0; i < 2; i++) {
        struct level_game game = level_fixture_game(sizes[i].game, &level_arena);
        struct level_program program;
        CU_ASSERT_EQUAL(level_program_size(&game, sizes[i].rows, sizes[i].cols,
                                           &level_arena, &program, &err),
                        STATUS_OK);
        CU_ASSERT_EQUAL(program.cols, sizes[i].variables);
        CU_ASSERT_EQUAL(program.rows, sizes[i].constraints);
    }
}

static struct level_repair repair(const struct level_game *game,
                                  const struct level_grid *broken)
{
    struct level_repair out;
    if (level_repair_mip(game, broken, NULL, 60, &level_arena, &out, &err)) {
        printf("%s\n", err.text);
        CU_FAIL_FATAL("mip failed");
    }
    return out;
}

/* Every kind of rule, in random games on small levels. */
static void repair_is_the_best_of_all_levels(void)
{
    static const size_t sizes[][2] = {{2, 3}, {3, 2}, {1, 6}, {4, 1}, {1, 1}, {2, 2}};
    struct rng rng;
    size_t feasible = 0;
    rng_seed(&rng, SEED, 1);
    for (size_t i = 0; i < RANDOM_GAMES; i++) {
        size_t rows = sizes[i % 6][0], cols = sizes[i % 6][1];
        struct level_game game =
            level_twin_game(2 + rng_below(&rng, 3), rows * cols, &rng);
        struct level_grid broken =
            level_fixture_random(&game, rows, cols, 0, 0.2, &rng, &level_arena);
        struct level_repair out = repair(&game, &broken);
        double best = level_twin_cost(&game, &broken, &level_arena);
        bool right = level_twin_agrees(&game, &broken, &out, &level_arena) &&
                     out.infeasible == isinf(best) &&
                     (isinf(best) || (out.optimal && fabs(out.cost - best) < 1e-6));
        feasible += !isinf(best);
        CU_ASSERT(right);
        if (!right) {
            printf("game %zu of seed %d: best of all levels %g\n", i, SEED, best);
            level_twin_show(&game, &broken, &out);
        }
    }
    CU_ASSERT(feasible > RANDOM_GAMES / 3 && feasible < RANDOM_GAMES);
}

static void repair_mends_a_zelda_level(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_grid broken = level_fixture_grid(
        &game, "wwwwwww\nwA.w+gw\nw..w..w\nw.1ww.w\nwwww.ww\n", &level_arena);
    struct level_repair out = repair(&game, &broken);
    CU_ASSERT(level_twin_agrees(&game, &broken, &out, &level_arena));
    /* A hole in the wall of the border is filled and one in the inner wall made, by the
     * same wall, 3 steps away, and the floor goes the other way. */
    CU_ASSERT_EQUAL(out.cost, 6);
    CU_ASSERT(out.optimal);
    level_game_hamming(&game);
    out = repair(&game, &broken);
    CU_ASSERT(level_twin_agrees(&game, &broken, &out, &level_arena));
    CU_ASSERT_EQUAL(out.cost, 2);
}

static void repair_mends_a_dungeon(void)
{
    struct level_game game = level_fixture_game("dungeon", &level_arena);
    struct level_grid broken =
        level_fixture_grid(&game, "#######\n#A..DX#\n#.$.#.#\n#######\n", &level_arena);
    struct level_repair out = repair(&game, &broken);
    CU_ASSERT(out.optimal && out.cost > 0);
    CU_ASSERT(level_twin_agrees(&game, &broken, &out, &level_arena));
}

static void repair_says_why_not(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_grid broken = level_fixture_grid(&game, "w\n", &level_arena);
    struct level_repair out = repair(&game, &broken);
    CU_ASSERT(out.infeasible);
    CU_ASSERT_PTR_NOT_NULL(strstr(out.reason, "no level of 1 x 1 tiles satisfies these "
                                              "rules together:"));
    /* One tile is required and the border leaves no cell for it; nothing else is reported. */
    CU_ASSERT_PTR_NOT_NULL(strstr(out.reason, "on the border"));
    CU_ASSERT_PTR_EQUAL(strchr(out.reason, ';'), strrchr(out.reason, ';'));
}

static void reason_finds_the_rules_that_clash(void)
{
    struct level_game game = level_fixture_rules(
        "tiles: [{tile: a, name: a}, {tile: b, name: b}, {tile: c, name: c}]\n"
        "counts: [{tiles: a, least: 4}, {tiles: c, most: 7}, {tiles: b, least: 6}]\n",
        &level_arena);
    char reason[LEVEL_REASON_BYTES];
    enum level_infeasibility said;
    CU_ASSERT_EQUAL_FATAL(
        level_infeasible_subset(&game, 3, 3, NULL, 60, reason, &said, &err), STATUS_OK);
    CU_ASSERT_EQUAL(said, LEVEL_INFEASIBLE);
    CU_ASSERT_STRING_EQUAL(reason,
                           "no level of 3 x 3 tiles satisfies these rules together: "
                           "at least 4 of a 'a'; at least 6 of b 'b'");
    CU_ASSERT_EQUAL(level_infeasible_subset(&game, 2, 5, NULL, 60, reason, &said, &err),
                    STATUS_OK);
    CU_ASSERT_EQUAL(said, LEVEL_FEASIBLE);
}

static void proof_is_taken_back_where_a_level_is_playable(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_repair out = {.cost = INFINITY, .bound = INFINITY, .infeasible = true};
    CU_ASSERT_EQUAL(level_infeasible_subset_explain(&game, 4, 5, NULL, 60, &out, &err),
                    STATUS_OK);
    CU_ASSERT_FALSE(out.infeasible);
    CU_ASSERT_EQUAL(out.bound, 0);
    /* Too large for CBC: the method's own proof stands. */
    out = (struct level_repair){.bound = INFINITY, .infeasible = true};
    CU_ASSERT_EQUAL(
        level_infeasible_subset_explain(&game, 900, 900, NULL, 60, &out, &err),
        STATUS_OK);
    CU_ASSERT_TRUE(out.infeasible);
    CU_ASSERT_PTR_NOT_NULL(strstr(out.reason, "was not found"));
}

static void repair_refuses_what_is_too_large(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_grid broken = level_grid_new(500, 500, &level_arena);
    struct level_repair out;
    CU_ASSERT_EQUAL(
        level_repair_mip(&game, &broken, NULL, 60, &level_arena, &out, &err),
        STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "variables"));
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(size_is_that_of_the_paper),
        SUITE_TEST(repair_is_the_best_of_all_levels),
        SUITE_TEST(repair_mends_a_zelda_level),
        SUITE_TEST(repair_mends_a_dungeon),
        SUITE_TEST(repair_says_why_not),
        SUITE_TEST(reason_finds_the_rules_that_clash),
        SUITE_TEST(proof_is_taken_back_where_a_level_is_playable),
        SUITE_TEST(repair_refuses_what_is_too_large),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_mip", level_fixture_open, level_fixture_close, tests);
}
