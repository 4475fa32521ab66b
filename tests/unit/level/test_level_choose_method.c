/* The fast repair against trying every level, on grids of a few cells. */
#include "clock.h"
#include "instances.h"
#include "level_brute.h"
#include "level_checker.h"
#include "level_choose_method.h"
#include "level_cut_loop.h"
#include "level_flow_repair.h"
#include "level_game_parse.h"
#include "level_separator_branching.h"
#include "suite.h"

#include <stdio.h>

enum { ROUNDS = INSTANCES_OF(400) };

static const char tiles[] = "tiles:\n"
                            "  - {tile: w, name: wall}\n"
                            "  - {tile: ., name: empty}\n"
                            "  - {tile: 1, name: enemy}\n"
                            "  - {tile: A, name: player}\n"
                            "  - {tile: +, name: key}\n"
                            "  - {tile: g, name: door}\n";

static const char dear[] = "tiles:\n"
                           "  - {tile: w, name: wall, move: 2, delete: 3}\n"
                           "  - {tile: ., name: empty, move: 1, delete: 1}\n"
                           "  - {tile: 1, name: enemy, move: 0.5, delete: 7}\n"
                           "  - {tile: A, name: player, move: 3, delete: 20}\n"
                           "  - {tile: +, name: key, move: 10, delete: 10}\n"
                           "  - {tile: g, name: door, move: 1, delete: 0}\n";

static const char still[] = "tiles:\n"
                            "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                            "  - {tile: ., name: pellet, move: 1, delete: 1}\n"
                            "  - {tile: \"0\", name: power, move: 2, delete: 1}\n"
                            "  - {tile: A, name: player, move: 10, delete: 10}\n"
                            "  - {tile: B, name: ghost, move: 10, delete: 10}\n";

static struct level_game game_of(const char *head, const char *rules)
{
    struct arena arena;
    struct level_game game;
    struct error err;
    char text[2048];
    int bytes = snprintf(text, sizeof text, "summary: test\n%s%s", head, rules);
    arena_init(&arena);
    enum status status =
        level_game_parse(text, (size_t)bytes, "test.yaml", &arena, &game, &err);
    if (status != STATUS_OK)
        fprintf(stderr, "%s\n", err.text);
    CU_ASSERT_EQUAL_FATAL(status, STATUS_OK);
    arena_free(&arena);
    return game;
}

/* Tiles with random frequencies, so that each kind of level comes up; at most two cells
 * of a border are broken. */
static void scatter(struct rng *rng, const struct level_game *game,
                    struct level_grid *grid)
{
    double weight[LEVEL_MAX_TILES], total = 0;
    for (size_t t = 0; t < game->n_tiles; t++)
        total += weight[t] = rng_chance(rng, 0.3) ? 3 * rng_unit(rng) : rng_unit(rng);
    for (size_t u = 0; u < level_cells(grid); u++) {
        double at = rng_unit(rng) * total;
        uint8_t t = 0;
        while (t + 1u < game->n_tiles && at >= weight[t])
            at -= weight[t++];
        grid->cell[u] = t;
    }
    for (size_t u = 0, left = 2; u < level_cells(grid) && game->n_borders; u++) {
        size_t row = u / grid->cols, col = u % grid->cols;
        bool border =
            row == 0 || col == 0 || row + 1 == grid->rows || col + 1 == grid->cols;
        if (border && !(left > 0 && rng_chance(rng, 0.2) && left--))
            grid->cell[u] = 0;
    }
}

static void check_best(const struct level_game *game, const struct level_grid *broken,
                       double best, const char *method,
                       const struct level_repair *repair)
{
    bool same = best == INFINITY
                    ? repair->infeasible && repair->grid.rows == 0
                    : repair->optimal && repair->cost == best && repair->bound == best;
    CU_ASSERT_TRUE(same);
    if (same)
        return;
    fprintf(stderr, "brute force %g, %s %g (bound %g)\n", best, method, repair->cost,
            repair->bound);
    level_grid_print(game, broken, stderr);
}

/* The flow with the parts that only large or hard levels have otherwise; which, the bits
 * say. */
static void compare_flow(const struct level_game *game, const struct level_grid *broken,
                         double best, uint64_t bits, struct arena *arena)
{
    const struct level_flow_tuning tuning = {
        .homes_cells = bits & 1 ? 0 : SIZE_MAX,
        .share_bound_cells = bits & 2 ? 0 : SIZE_MAX,
        .potential_cells = bits & 4 ? 0 : SIZE_MAX,
        .crossing_cells = bits & 64 ? 0 : SIZE_MAX,
        .compared_rounds = bits & 128 ? 0 : LEVEL_FLOW_TUNING.compared_rounds,
        .first_rounds = bits & 8 ? 1 : LEVEL_FLOW_TUNING.first_rounds,
        .rounds = bits & 8 ? 1 : LEVEL_FLOW_TUNING.rounds,
        .terminals = bits & 16 ? 2 : LEVEL_FLOW_TUNING.terminals,
        .feasibility_share = bits & 32 ? 0 : LEVEL_FLOW_TUNING.feasibility_share};
    struct level_flow_rules rules;
    struct level_repair repair;
    struct error err;
    char why[512];
    if (!level_flow_rules_init(game, broken->rows, broken->cols, &rules, why))
        return;
    rules.tuning = &tuning;
    CU_ASSERT_EQUAL_FATAL(level_flow_repair(&rules, broken, clock_thread_s() + 1000,
                                            arena, &repair, &err),
                          STATUS_OK);
    check_best(game, broken, best, "flow", &repair);
}

/* The same of the cell model. */
static void compare_cells(const struct level_game *game,
                          const struct level_grid *broken, double best, uint64_t bits,
                          struct arena *arena)
{
    const struct level_cell_tuning tuning = {
        .window_cells = bits & 1 ? 0 : SIZE_MAX,
        .construct_cells = bits & 64 ? 0 : SIZE_MAX,
        .room_cells = bits & 128 ? 0 : SIZE_MAX,
        .cut_radius = 1,
        .search_radius = 1,
        .minimum_rounds = bits & 2 ? 1 : LEVEL_CELL_TUNING.minimum_rounds,
        .first_rounds = bits & 4 ? 0 : LEVEL_CELL_TUNING.first_rounds,
        .rounds = bits & 4 ? 2 : LEVEL_CELL_TUNING.rounds,
        .many_fixed = bits & 8 ? 0 : LEVEL_CELL_TUNING.many_fixed,
        .regions = bits & 1 ? LEVEL_CELL_TUNING.regions : 2,
        .flows = bits & 16,
        .branches = bits & 32,
        .far_share = bits & 4 ? 0 : LEVEL_CELL_TUNING.far_share,
        .far_until_found = bits & 8 ? 0 : LEVEL_CELL_TUNING.far_until_found};
    struct level_repair repair;
    struct error err;
    CU_ASSERT_EQUAL_FATAL(
        level_cut_loop(game, broken, NULL, &tuning, INFINITY, arena, &repair, &err),
        STATUS_OK);
    check_best(game, broken, best, "cell model", &repair);
}

static void compare(const struct level_game *game, uint64_t seed, size_t rows,
                    size_t cols)
{
    enum { CELLS_EVERY = 8 };
    struct rng rng;
    struct arena arena;
    struct level_repair repair;
    struct error err;
    arena_init(&arena);
    rng_init(&rng, seed, rows, cols, RNG_PROBLEM);
    struct level_grid broken = level_grid_new(rows, cols, &arena);
    scatter(&rng, game, &broken);
    double best = brute_repair(game, &broken);
    enum status status =
        level_repair_fast(game, &broken, NULL, INFINITY, &arena, &repair, &err);
    CU_ASSERT_EQUAL_FATAL(status, STATUS_OK);
    check_best(game, &broken, best, "fast", &repair);
    compare_flow(game, &broken, best, seed, &arena);
    if (seed % CELLS_EVERY == 0)
        compare_cells(game, &broken, best, seed / CELLS_EVERY, &arena);
    arena_free(&arena);
}

static void compare_many(const struct level_game *game, uint64_t seed, int rounds)
{
    static const size_t sizes[][2] = {{4, 4}, {4, 5}, {3, 5}, {4, 6}, {5, 5}, {3, 3}};
    static const size_t open_sizes[][2] = {{1, 7}, {2, 3}, {3, 2}, {2, 4}, {1, 5}};
    for (int i = 0; i < rounds; i++) {
        size_t k = (size_t)i % (game->n_borders ? 60 : 5);
        const size_t *size = game->n_borders ? sizes[k < 50    ? k % 4
                                                     : k == 59 ? 4
                                                               : 5]
                                             : open_sizes[k];
        compare(game, seed + (uint64_t)i, size[0], size[1]);
    }
}

static void zelda_rules_equal_brute_force(void)
{
    struct level_game game =
        game_of(tiles, "once: A+g\nborder:\n  - {tiles: w}\n"
                       "shares:\n  - {tiles: 1, of: ^w, most: 0.6}\n"
                       "reach:\n  - {from: A, to: +g, blocking: wg}\n");
    compare_many(&game, 1000, ROUNDS);
}

static void wrapped_open_levels_equal_brute_force(void)
{
    struct level_game game =
        game_of(tiles, "once: A+\nwrap: both\n"
                       "shares:\n  - {tiles: 1, of: ^w, most: 0.25}\n"
                       "reach:\n  - {from: A, to: +, blocking: wg}\n");
    compare_many(&game, 2000, ROUNDS);
}

static void uneven_costs_equal_brute_force(void)
{
    struct level_game game =
        game_of(dear, "once: A+\nborder:\n  - {tiles: w}\n"
                      "shares:\n  - {tiles: 1, of: ^w, most: 0.5}\n"
                      "reach:\n  - {from: A, to: +, blocking: w}\n");
    compare_many(&game, 3000, ROUNDS);
}

static void hamming_equals_brute_force(void)
{
    struct level_game game =
        game_of(tiles, "once: A+g\nborder:\n  - {tiles: w}\n"
                       "shares:\n  - {tiles: 1, of: ^w, most: 0.4}\n"
                       "reach:\n  - {from: A, to: +, blocking: w}\n"
                       "  - {from: A, to: g, blocking: w}\n");
    level_game_hamming(&game);
    compare_many(&game, 4000, ROUNDS);
}

/* By the tree and by prices alone, in time and too late: what is found keeps the share.
 */
static void levels_keep_the_share(uint64_t separator_nodes, double deadline)
{
    struct level_flow_tuning tuning = LEVEL_FLOW_TUNING;
    struct level_game game =
        game_of(tiles, "once: A+\n"
                       "shares:\n  - {tiles: 1, of: ^w, most: 0.25}\n"
                       "reach:\n  - {from: A, to: +, blocking: w}\n");
    struct level_flow_rules rules;
    struct arena arena;
    struct level_repair repair;
    struct error err;
    char why[512];
    arena_init(&arena);
    struct level_grid broken = level_grid_new(3, 4, &arena);
    memset(broken.cell, 2, level_cells(&broken)); /* enemies */
    broken.cell[5] = 3;                           /* the player */
    broken.cell[6] = 4;                           /* the key */
    CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, 3, 4, &rules, why));
    tuning.separator_nodes = separator_nodes;
    rules.tuning = &tuning;
    CU_ASSERT_EQUAL(level_flow_repair(&rules, &broken, deadline, &arena, &repair, &err),
                    STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(repair.grid.rows, 3);
    struct arena scratch = arena_scratch(&arena, level_checker_bytes(12));
    CU_ASSERT_EQUAL(level_checker_report(&game, &repair.grid, scratch, NULL), 0);
    arena_free(&arena);
}

static void all_levels_keep_the_share(void)
{
    for (int in_time = 0; in_time <= 1; in_time++) {
        double deadline = in_time ? clock_thread_s() + 1000 : 0;
        levels_keep_the_share(LEVEL_FLOW_TUNING.separator_nodes, deadline);
        levels_keep_the_share(0, deadline);
    }
}

/* What the cell model is for: moving a tile is never cheaper. */
static void ghosts_equal_brute_force(void)
{
    struct level_game game =
        game_of(still, "once: AB\nwrap: horizontal\n"
                       "reach:\n  - {from: A, to: ^w, blocking: w}\n");
    compare_many(&game, 5000, 60);
    game = game_of(still, "once: AB\nshares:\n  - {tiles: \"0\", of: ^w, most: 0.3}\n"
                          "reach:\n  - {from: A, to: \".0\", blocking: wB}\n");
    compare_many(&game, 5500, 60);
}

static void contradictions_are_told(void)
{
    static const char *const rules[] = {
        "once: A+g\nborder:\n  - {tiles: w}\nreach:\n"
        "  - {from: A, to: +g, blocking: w}\n",
        "once: A\nborder:\n  - {tiles: w}\n  - {tiles: .}\n",
        "once: A\ncounts:\n  - {tiles: A, most: 0}\n"};
    for (size_t i = 0; i < 3; i++) {
        struct level_game game = game_of(tiles, rules[i]);
        struct arena arena;
        struct level_repair repair;
        struct error err;
        arena_init(&arena);
        struct level_grid broken = level_grid_new(3, 4, &arena);
        CU_ASSERT_EQUAL(
            level_repair_fast(&game, &broken, NULL, INFINITY, &arena, &repair, &err),
            STATUS_OK);
        CU_ASSERT_TRUE(repair.infeasible);
        CU_ASSERT_TRUE(strlen(repair.reason) > 20);
        arena_free(&arena);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(zelda_rules_equal_brute_force),
        SUITE_TEST(wrapped_open_levels_equal_brute_force),
        SUITE_TEST(uneven_costs_equal_brute_force),
        SUITE_TEST(hamming_equals_brute_force),
        SUITE_TEST(ghosts_equal_brute_force),
        SUITE_TEST(all_levels_keep_the_share),
        SUITE_TEST(contradictions_are_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_choose_method", NULL, NULL, tests);
}
