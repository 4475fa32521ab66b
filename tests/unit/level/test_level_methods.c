/* The fast repair against the paper's program; and what it repairs against the checker
 * and the independent cost. */
#include "instances.h"
#include "level_checker.h"
#include "level_choose_method.h"
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_flow_repair.h"
#include "level_game_parse.h"
#include "level_levels.h"
#include "level_mip.h"
#include "suite.h"

#include <math.h>

enum {
    SMALL = INSTANCES_OF(20),
    CHECKED = INSTANCES_OF(300),
    PACMAN = INSTANCES_OF(8),
    REGIONS = INSTANCES_OF(4),
    LATE = INSTANCES_OF(8),
    DUNGEONS = INSTANCES_OF(4)
};

struct game_at_hand {
    struct arena arena;
    struct level_game game;
    struct level_corpus corpus;
    struct level_grid grid;
    struct level_repair repair;
};

static void open_game(struct game_at_hand *at, const char *name)
{
    struct error err;
    arena_init(&at->arena);
    CU_ASSERT_EQUAL_FATAL(level_game_named(name, &at->arena, &at->game, &err),
                          STATUS_OK);
    level_files_load(&at->game, name, &at->arena, &at->corpus);
    CU_ASSERT_TRUE_FATAL(at->corpus.n > 0);
    at->grid =
        level_grid_new(at->corpus.level[0].rows, at->corpus.level[0].cols, &at->arena);
}

/* Repairs the grid; the outcome is optimal, playable and costs what it says. */
static void check(struct game_at_hand *at, uint64_t seed)
{
    struct error err;
    size_t n = level_cells(&at->grid);
    CU_ASSERT_EQUAL_FATAL(level_repair_fast(&at->game, &at->grid, NULL, INFINITY,
                                            &at->arena, &at->repair, &err),
                          STATUS_OK);
    struct arena scratch =
        arena_scratch(&at->arena, level_checker_bytes(n) + level_edit_cost_bytes(n));
    bool good = at->repair.optimal && at->repair.cost == at->repair.bound;
    good =
        good && level_checker_report(&at->game, &at->repair.grid, scratch, stdout) == 0;
    good =
        good && fabs(level_edit_cost(&at->game, &at->grid, &at->repair.grid, scratch) -
                     at->repair.cost) < 1e-9;
    CU_ASSERT_TRUE(good);
    if (good)
        return;
    fprintf(stderr, "seed %llu: cost %g, bound %g, recomputed %g\n",
            (unsigned long long)seed, at->repair.cost, at->repair.bound,
            level_edit_cost(&at->game, &at->grid, &at->repair.grid, scratch));
    level_grid_print(&at->game, &at->grid, stderr);
}

static void compare_with_mip(struct game_at_hand *at, uint64_t seed)
{
    struct level_repair mip;
    struct error err;
    CU_ASSERT_EQUAL_FATAL(
        level_repair_mip(&at->game, &at->grid, NULL, INFINITY, &at->arena, &mip, &err),
        STATUS_OK);
    CU_ASSERT_EQUAL(mip.cost, at->repair.cost);
    if (mip.cost != at->repair.cost)
        fprintf(stderr, "seed %llu: mip %g, fast %g\n", (unsigned long long)seed,
                mip.cost, at->repair.cost);
}

/* Corrupted, random, mostly enemies or mostly wall, in turns. */
static void draw_zelda(struct game_at_hand *at, uint64_t seed)
{
    struct rng rng;
    tile_set enemies = level_fixture_set(&at->game, "123"),
             wall = level_fixture_set(&at->game, "w");
    rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
    if (seed % 4 == 0)
        levels_corrupt(&at->game, &at->corpus, &rng, &at->grid);
    else
        levels_random(&at->game, &at->corpus, seed % 4 == 1 ? enemies : wall,
                      seed % 4 == 1 ? 0.6 : (seed % 4 == 2 ? 0.4 : 0.7), &rng,
                      &at->grid);
}

static void zelda_is_playable_and_costs_what_it_says(void)
{
    static struct game_at_hand at;
    open_game(&at, "zelda");
    for (uint64_t seed = 0; seed < CHECKED; seed++) {
        draw_zelda(&at, seed);
        if (seed % 4 != 3 || seed < 80) /* walls take their time */
            check(&at, seed);
    }
    arena_free(&at.arena);
}

static void zelda_equals_mip(void)
{
    static struct game_at_hand at;
    open_game(&at, "zelda");
    at.grid.rows = 6;
    at.grid.cols = 8;
    tile_set enemies = level_fixture_set(&at.game, "123"),
             wall = level_fixture_set(&at.game, "w");
    for (uint64_t seed = 0; seed < SMALL; seed++) {
        struct rng rng;
        rng_init(&rng, seed, 1, 0, RNG_PROBLEM);
        levels_random(&at.game, &at.corpus, seed % 2 ? enemies : wall,
                      seed % 4 ? 0.6 : 0.75, &rng, &at.grid);
        check(&at, seed);
        compare_with_mip(&at, seed);
    }
    arena_free(&at.arena);
}

static void pacman_equals_mip(void)
{
    static struct game_at_hand at;
    open_game(&at, "pacman");
    for (uint64_t seed = 0; seed < PACMAN; seed++) {
        struct rng rng;
        rng_init(&rng, seed, 2, 0, RNG_PROBLEM);
        at.grid.rows = seed ? 7 : 9;
        at.grid.cols = seed ? 8 : 9;
        if (seed == 0)
            levels_rings(&at.game, 3, &rng, &at.grid);
        else
            levels_random(&at.game, &at.corpus, level_fixture_set(&at.game, "w"), 0.5,
                          &rng, &at.grid);
        check(&at, seed);
        compare_with_mip(&at, seed);
    }
    arena_free(&at.arena);
}

static void open_dungeon(struct game_at_hand *at, size_t rows, size_t cols)
{
    struct error err;
    arena_init(&at->arena);
    CU_ASSERT_EQUAL_FATAL(level_game_named("dungeon", &at->arena, &at->game, &err),
                          STATUS_OK);
    at->grid = level_grid_new(rows, cols, &at->arena);
}

/* Rules on paths: by branch and cut. */
static void dungeons_equal_mip(void)
{
    static struct game_at_hand at;
    open_dungeon(&at, 4, 6);
    for (uint64_t seed = 0; seed < DUNGEONS; seed++) {
        struct rng rng;
        rng_init(&rng, seed, 6, 0, RNG_PROBLEM);
        for (size_t v = 0; v < level_cells(&at.grid); v++)
            at.grid.cell[v] = (uint8_t)rng_below(&rng, at.game.n_tiles);
        check(&at, seed);
        compare_with_mip(&at, seed);
    }
    arena_free(&at.arena);
}

/* Within its border a level of 4 x 4 has four cells, of which the exit borders on two;
 * player, door, exit and supplies take all of them, so that one of the two is no door. */
static void dungeon_without_room_is_infeasible(void)
{
    static struct game_at_hand at;
    struct error err;
    open_dungeon(&at, 4, 4);
    CU_ASSERT_EQUAL_FATAL(level_repair_unexplained(&at.game, &at.grid, NULL, INFINITY,
                                                   &at.arena, &at.repair, &err),
                          STATUS_OK);
    CU_ASSERT_TRUE(at.repair.infeasible);
    CU_ASSERT_EQUAL(at.repair.grid.rows, 0);
    arena_free(&at.arena);
}

static void rules_decide_the_method(void)
{
    static const char *const expected[][2] = {{"zelda", "flow"},
                                              {"pacman", "cell model"},
                                              {"pacman-paper", "cell model"},
                                              {"dungeon", "cell model"}};
    for (size_t i = 0; i < 4; i++) {
        struct arena arena;
        struct level_game game;
        struct error err;
        char why[512];
        arena_init(&arena);
        CU_ASSERT_EQUAL_FATAL(level_game_named(expected[i][0], &arena, &game, &err),
                              STATUS_OK);
        CU_ASSERT_STRING_EQUAL(level_choose_method(&game, 9, 13, why), expected[i][1]);
        CU_ASSERT_EQUAL(why[0] == '\0', i == 0);
        arena_free(&arena);
    }
}

static void large_levels_are_repaired(void)
{
    static struct game_at_hand at;
    open_game(&at, "zelda");
    at.grid = level_grid_new(60, 60, &at.arena);
    struct rng rng;
    rng_init(&rng, 1, 3, 0, RNG_PROBLEM);
    levels_random(&at.game, &at.corpus, level_fixture_set(&at.game, "w"), 0.2, &rng,
                  &at.grid);
    struct error err;
    CU_ASSERT_EQUAL_FATAL(
        level_repair_fast(&at.game, &at.grid, NULL, 10, &at.arena, &at.repair, &err),
        STATUS_OK);
    CU_ASSERT_TRUE(at.repair.optimal);
    arena_free(&at.arena);
}

/* Closed regions of a size that takes arcs. */
static void regions_are_proven(void)
{
    static struct game_at_hand at;
    open_game(&at, "pacman");
    at.grid = level_grid_new(19, 18, &at.arena);
    for (uint64_t seed = 0; seed < REGIONS; seed++) {
        struct rng rng;
        rng_init(&rng, seed, 4, 0, RNG_PROBLEM);
        levels_rings(&at.game, 4, &rng, &at.grid);
        check(&at, seed);
    }
    arena_free(&at.arena);
}

/* Without any time there is a playable level, and a bound. */
static void late_repairs_are_playable(void)
{
    static struct game_at_hand at;
    open_game(&at, "zelda");
    at.grid = level_grid_new(60, 60, &at.arena);
    for (uint64_t seed = 0; seed < LATE; seed++) {
        struct rng rng;
        struct error err;
        rng_init(&rng, seed, 5, 0, RNG_PROBLEM);
        levels_random(&at.game, &at.corpus,
                      level_fixture_set(&at.game, seed % 2 ? "123" : "w"), 0.75, &rng,
                      &at.grid);
        CU_ASSERT_EQUAL_FATAL(
            level_repair_fast(&at.game, &at.grid, NULL, 0, &at.arena, &at.repair, &err),
            STATUS_OK);
        struct arena scratch =
            arena_scratch(&at.arena, level_checker_bytes(level_cells(&at.grid)));
        CU_ASSERT_EQUAL_FATAL(at.repair.grid.rows, 60);
        CU_ASSERT_FALSE(
            level_checker_report(&at.game, &at.repair.grid, scratch, stdout));
        CU_ASSERT_TRUE(at.repair.bound <= at.repair.cost);
    }
    arena_free(&at.arena);
}

/* All cells lose a tile, and the sum is beyond 32 bits. */
static void sums_beyond_32_bits_are_right(void)
{
    static const struct {
        size_t side;
        const char *cost;
        double delete;
    } cases[] = {{480, "9999", 9999}, {480, "9.999", 9.999}, {470, "1000000", 1000000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        struct arena arena;
        struct level_repair out;
        struct level_flow_rules rules;
        struct error err;
        char why[512];
        size_t side = cases[i].side;
        arena_init(&arena);
        snprintf(text, sizeof text,
                 "tiles:\n  - {tile: ., name: empty}\n"
                 "  - {tile: b, name: bar, move: %s, delete: %s}\n"
                 "  - {tile: A, name: player}\n  - {tile: g, name: door}\n"
                 "once: Ag\ncounts:\n  - {tiles: b, most: 0}\n"
                 "reach:\n  - {from: A, to: g, blocking: b}\n",
                 cases[i].cost, cases[i].cost);
        struct level_game game = level_fixture_rules(text, &arena);
        struct level_grid broken = level_grid_new(side, side, &arena);
        memset(broken.cell, 1, side * side);
        broken.cell[0] = 2; /* and of the player all but one, of the door none */
        broken.cell[1] = 2;
        CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, side, side, &rules, why));
        CU_ASSERT_EQUAL_FATAL(
            level_flow_repair(&rules, &broken, INFINITY, &arena, &out, &err),
            STATUS_OK);
        double cost = cases[i].delete *(double)(side * side - 2) + 10;
        CU_ASSERT_TRUE(out.optimal);
        CU_ASSERT_DOUBLE_EQUAL(out.cost, cost, 1e-3);
        CU_ASSERT_EQUAL(out.bound, out.cost);
        arena_free(&arena);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(zelda_is_playable_and_costs_what_it_says),
        SUITE_TEST(zelda_equals_mip),
        SUITE_TEST(pacman_equals_mip),
        SUITE_TEST(dungeons_equal_mip),
        SUITE_TEST(dungeon_without_room_is_infeasible),
        SUITE_TEST(rules_decide_the_method),
        SUITE_TEST(large_levels_are_repaired),
        SUITE_TEST(regions_are_proven),
        SUITE_TEST(late_repairs_are_playable),
        SUITE_TEST(sums_beyond_32_bits_are_right),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_methods", level_fixture_open, level_fixture_close, tests);
}
