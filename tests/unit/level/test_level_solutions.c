/* Repairs that keep some cells, and several repairs of one level: the fast methods against the
 * paper's program, on levels that are too large to try all. */
#include "level_solutions.h"

#include "instances.h"
#include "level_checker.h"
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_game_parse.h"
#include "level_levels.h"
#include "level_mip.h"
#include "suite.h"

#include <math.h>

enum { ROUNDS = INSTANCES_OF(12), MOST_CELLS = 64, SOLUTIONS = 4 };

struct at_hand {
    struct arena arena;
    struct level_game game;
    struct level_corpus corpus;
    struct level_grid grid;
    bool keep[MOST_CELLS];
    struct rng rng;
};

static void open_game(struct at_hand *at, const char *name, size_t rows, size_t cols)
{
    struct error err;
    arena_init(&at->arena);
    CU_ASSERT_EQUAL_FATAL(level_game_named(name, &at->arena, &at->game, &err),
                          STATUS_OK);
    level_files_load(&at->game, name, &at->arena, &at->corpus);
    at->grid = level_grid_new(rows, cols, &at->arena);
}

static void draw(struct at_hand *at, uint64_t seed, const char *tiles, double share)
{
    rng_init(&at->rng, seed, 6, 0, RNG_PROBLEM);
    levels_random(&at->game, &at->corpus, level_fixture_set(&at->game, tiles), share,
                  &at->rng, &at->grid);
    for (size_t v = 0; v < level_cells(&at->grid); v++)
        at->keep[v] = rng_chance(&at->rng, 0.05 * (double)(seed % 6 + 1));
}

static enum status run_here(level_repair_method *method, const struct level_game *game,
                            const struct level_grid *broken,
                            const struct level_demands *demands, double limit_s,
                            struct arena *arena, struct level_repair *out,
                            struct error *err)
{
    return method(game, broken, demands, limit_s, arena, out, err);
}

static enum status find(struct at_hand *at, level_repair_method *method,
                        const bool *keep, size_t count, size_t apart,
                        struct level_repair *out)
{
    struct error err = {0};
    const struct level_solutions wanted = {.method = method,
                                           .run = run_here,
                                           .time_limit_s = INFINITY,
                                           .count = count,
                                           .apart = apart};
    enum status status = level_solutions_find(&wanted, &at->game, &at->grid, keep,
                                              &at->arena, out, &err);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    return status;
}

static bool is_right(struct at_hand *at, const struct level_repair *repair,
                     const bool *keep)
{
    size_t n = level_cells(&at->grid);
    struct arena scratch =
        arena_scratch(&at->arena, level_checker_bytes(n) + level_edit_cost_bytes(n));
    for (size_t v = 0; v < n; v++)
        if (keep && keep[v] && repair->grid.cell[v] != at->grid.cell[v])
            return false;
    return repair->optimal && repair->bound == repair->cost &&
           !level_checker_report(&at->game, &repair->grid, scratch, stdout) &&
           fabs(level_edit_cost(&at->game, &at->grid, &repair->grid, scratch) -
                repair->cost) < 1e-9;
}

/* Both find no level, or one of the same cost. */
static void compare(struct at_hand *at, uint64_t seed, size_t *repaired)
{
    struct level_repair fast, mip;
    CU_ASSERT_EQUAL_FATAL(find(at, level_methods[0].repair, at->keep, 1, 1, &fast),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(find(at, level_repair_mip, at->keep, 1, 1, &mip), STATUS_OK);
    CU_ASSERT_EQUAL(fast.infeasible, mip.infeasible);
    CU_ASSERT_EQUAL(fast.cost, mip.cost);
    if (fast.cost != mip.cost)
        fprintf(stderr, "seed %llu: mip %g, fast %g\n", (unsigned long long)seed,
                mip.cost, fast.cost);
    bool good =
        fast.infeasible
            ? strstr(fast.reason, "with the cells that are kept, ") == fast.reason
            : is_right(at, &fast, at->keep) && is_right(at, &mip, at->keep);
    CU_ASSERT_TRUE(good);
    *repaired += !fast.infeasible;
}

static void zelda_with_kept_cells_equals_mip(void)
{
    static struct at_hand at;
    size_t repaired = 0;
    open_game(&at, "zelda", 6, 8);
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        draw(&at, seed, seed % 2 ? "123" : "w", 0.5);
        for (size_t v = 0; v < level_cells(&at.grid); v++) /* the border is wall */
            if (v < 8 || v >= 40 || v % 8 == 0 || v % 8 == 7)
                at.keep[v] = false;
        compare(&at, seed, &repaired);
    }
    CU_ASSERT_TRUE(repaired > ROUNDS / 2);
    arena_free(&at.arena);
}

/* The share is binding, and enemies that are kept count. */
static void crowds_with_kept_enemies_equal_mip(void)
{
    static struct at_hand at;
    size_t repaired = 0;
    open_game(&at, "zelda", 5, 7);
    for (uint64_t seed = 0; seed < 2 * ROUNDS; seed++) {
        draw(&at, seed, "123", 0.9);
        for (size_t v = 0; v < level_cells(&at.grid); v++)
            at.keep[v] = at.grid.cell[v] != 0 && rng_chance(&at.rng, 0.3) && v > 7 &&
                         v < 28 && v % 7 && v % 7 < 6;
        compare(&at, seed, &repaired);
    }
    CU_ASSERT_TRUE(repaired > ROUNDS);
    arena_free(&at.arena);
}

static void pacman_with_kept_cells_equals_mip(void)
{
    static struct at_hand at;
    size_t repaired = 0;
    open_game(&at, "pacman", 7, 8);
    for (uint64_t seed = 0; seed < ROUNDS / 2; seed++) {
        draw(&at, seed, "w", 0.4);
        for (size_t v = 0; v < level_cells(&at.grid); v++)
            at.keep[v] =
                at.keep[v] && v >= 8 && v < 48 && v % 8 && rng_chance(&at.rng, 0.4);
        compare(&at, seed, &repaired);
    }
    CU_ASSERT_TRUE(repaired > 0);
    arena_free(&at.arena);
}

static size_t distance(const struct level_grid *a, const struct level_grid *b)
{
    size_t differ = 0;
    for (size_t v = 0; v < level_cells(a); v++)
        differ += a->cell[v] != b->cell[v];
    return differ;
}

/* Different, in order of cost, and as cheap as those of the paper's program. */
static void solutions_are_the_cheapest(void)
{
    static const char *const name[] = {"zelda", "pacman"};
    for (size_t g = 0; g < 2; g++) {
        static struct at_hand at;
        open_game(&at, name[g], 5, 7);
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct level_repair fast[SOLUTIONS], mip[SOLUTIONS];
            size_t apart = seed < 3 ? 1 : seed - 1;
            draw(&at, seed, "w", 0.4);
            CU_ASSERT_EQUAL_FATAL(
                find(&at, level_methods[0].repair, NULL, SOLUTIONS, apart, fast),
                STATUS_OK);
            if (apart == 1) {
                CU_ASSERT_EQUAL_FATAL(
                    find(&at, level_repair_mip, NULL, SOLUTIONS, apart, mip),
                    STATUS_OK);
            }
            for (size_t i = 0; i < SOLUTIONS; i++) {
                CU_ASSERT_TRUE_FATAL(is_right(&at, &fast[i], NULL));
                CU_ASSERT_TRUE(apart > 1 || fast[i].cost == mip[i].cost);
                for (size_t j = 0; j < i; j++)
                    CU_ASSERT_TRUE(fast[j].cost <= fast[i].cost &&
                                   distance(&fast[j].grid, &fast[i].grid) >= apart);
            }
        }
        arena_free(&at.arena);
    }
}

/* A method that repairs nothing: the level stays as it is, but for its first cell. */
static enum status lie(const struct level_game *game, const struct level_grid *broken,
                       const struct level_demands *demands, double limit_s,
                       struct arena *arena, struct level_repair *out, struct error *err)
{
    (void)game, (void)demands, (void)limit_s, (void)err;
    *out = (struct level_repair){.optimal = true};
    out->grid = level_grid_new(broken->rows, broken->cols, arena);
    memcpy(out->grid.cell, broken->cell, level_cells(broken));
    out->grid.cell[0] = !broken->cell[0];
    return STATUS_OK;
}

/* A method that finds the same level whatever is demanded. */
static enum status repeat(const struct level_game *game,
                          const struct level_grid *broken,
                          const struct level_demands *demands, double limit_s,
                          struct arena *arena, struct level_repair *out,
                          struct error *err)
{
    (void)demands;
    return level_repair_mip(game, broken, NULL, limit_s, arena, out, err);
}

static void a_wrong_repair_is_noticed(void)
{
    static struct at_hand at;
    struct level_repair out[2];
    struct error err = {0};
    open_game(&at, "zelda", 5, 7);
    draw(&at, 1, "w", 0.4);
    struct level_solutions wanted = {.method = lie,
                                     .run = run_here,
                                     .time_limit_s = INFINITY,
                                     .count = 1,
                                     .apart = 1};
    memset(at.keep, 0, sizeof at.keep);
    at.keep[0] = true;
    CU_ASSERT_EQUAL(level_solutions_find(&wanted, &at.game, &at.grid, at.keep,
                                         &at.arena, out, &err),
                    STATUS_FAILED);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "row 1, column 1, which is kept"));
    at.keep[0] = false;
    at.keep[1] = true;
    CU_ASSERT_EQUAL(level_solutions_find(&wanted, &at.game, &at.grid, at.keep,
                                         &at.arena, out, &err),
                    STATUS_FAILED);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "not playable"));
    CU_ASSERT_EQUAL(
        level_solutions_find(&wanted, &at.game, &at.grid, NULL, &at.arena, out, &err),
        STATUS_FAILED);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "not playable"));
    wanted.method = repeat;
    wanted.count = 2;
    CU_ASSERT_EQUAL(
        level_solutions_find(&wanted, &at.game, &at.grid, NULL, &at.arena, out, &err),
        STATUS_FAILED);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "does not differ"));
    arena_free(&at.arena);
}

/* A method that ends its process at the third repair, as CBC may at an assertion. */
static enum status end_at_the_third(const struct level_game *game,
                                    const struct level_grid *broken,
                                    const struct level_demands *demands, double limit_s,
                                    struct arena *arena, struct level_repair *out,
                                    struct error *err)
{
    if (demands && demands->n_others == 2)
        abort();
    return level_repair_mip(game, broken, demands, limit_s, arena, out, err);
}

/* The same for the method that partitions: there the first repair knows no others. */
static enum status end_in_a_part(level_repair_method *method,
                                 const struct level_game *game,
                                 const struct level_grid *broken,
                                 const struct level_demands *demands, double limit_s,
                                 struct arena *arena, struct level_repair *out,
                                 struct error *err)
{
    return demands->no_reason ? error_set(err, STATUS_FAILED, "the part failed")
                              : level_repair_process_run(method, game, broken, demands,
                                                         limit_s, arena, out, err);
}

static void a_crash_keeps_the_repairs_before(void)
{
    static struct at_hand at;
    struct level_repair out[5];
    struct error err = {0};
    open_game(&at, "zelda", 5, 7);
    draw(&at, 1, "w", 0.4);
    struct level_solutions wanted = {.method = end_at_the_third,
                                     .run = level_repair_process_run,
                                     .time_limit_s = INFINITY,
                                     .count = 5,
                                     .apart = 1};
    CU_ASSERT_EQUAL_FATAL(
        level_solutions_find(&wanted, &at.game, &at.grid, NULL, &at.arena, out, &err),
        STATUS_OK);
    CU_ASSERT_TRUE(is_right(&at, &out[0], NULL) && is_right(&at, &out[1], NULL));
    CU_ASSERT_TRUE(out[2].failed && !out[2].infeasible && out[2].grid.rows == 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(out[2].reason, "ended by signal 6"));
    CU_ASSERT_EQUAL(out[2].bound, out[1].cost);
    wanted.method = level_methods[0].repair;
    wanted.run = end_in_a_part;
    CU_ASSERT_EQUAL_FATAL(
        level_solutions_find(&wanted, &at.game, &at.grid, NULL, &at.arena, out, &err),
        STATUS_OK);
    CU_ASSERT_TRUE(is_right(&at, &out[0], NULL) && out[1].failed);
    CU_ASSERT_STRING_EQUAL(out[1].reason, "the part failed");
    arena_free(&at.arena);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(zelda_with_kept_cells_equals_mip),
        SUITE_TEST(crowds_with_kept_enemies_equal_mip),
        SUITE_TEST(pacman_with_kept_cells_equals_mip),
        SUITE_TEST(solutions_are_the_cheapest),
        SUITE_TEST(a_wrong_repair_is_noticed),
        SUITE_TEST(a_crash_keeps_the_repairs_before),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_solutions", level_fixture_open, level_fixture_close, tests);
}
