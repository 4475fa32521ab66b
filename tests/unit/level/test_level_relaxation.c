/* The relaxation with some cells fixed for a heuristic: afterwards it is that of all levels
 * again, and its bound was never that of the few. Variables that are fixed by reduced costs leave
 * the cheapest level, and the bound of the regions is taken where it holds. */
#include "instances.h"
#include "level_connect.h"
#include "level_cut_loop.h"
#include "level_mip.h"
#include "level_relaxed.h"
#include "suite.h"

enum { LEVELS = INSTANCES_OF(60), ROWS = 3, COLS = 4, CUTS = 20, SEED = 23 };

static const char rules_text[] = "summary: test\n"
                                 "tiles:\n"
                                 "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                                 "  - {tile: ., name: floor, move: 2, delete: 2}\n"
                                 "  - {tile: A, name: player, move: 3, delete: 3}\n"
                                 "once: A\n"
                                 "reach:\n  - {from: A, to: ., blocking: w}\n";

/* Forbids walls on some cells. */
static void open_some(struct level_cell_model *model, struct rng *rng)
{
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++)
            if (model->choice[c].tile == 0 &&
                model->choice[c].col != LEVEL_CELL_MODEL_IMPLIED &&
                rng_chance(rng, 0.5))
                model->program.col_high[model->choice[c].col] = 0;
}

static void bounds_are_restored_after_a_heuristic(void)
{
    struct level_game game = level_fixture_rules(rules_text, &level_arena);
    struct rng rng;
    size_t found = 0;
    rng_seed(&rng, SEED, 0);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken =
            level_fixture_random(&game, ROWS, COLS, 0, 0.6, &rng, &level_arena);
        struct level_relaxed at;
        level_relaxed_open(&at, &game, &broken, INFINITY);
        const struct level_program *p = &at.model.program;
        double *high = ARENA_NEW(&level_arena, double, p->cols);
        CU_ASSERT_PTR_NOT_NULL_FATAL(level_relaxation_solve(&at.r, &level_arena));
        const double cost = level_lp_cost(&at.r.lp, p);
        memcpy(high, p->col_high, p->cols * sizeof *high);
        open_some(&at.model, &rng);
        found += level_relaxation_is_integral_below(&at.r, high);
        CU_ASSERT_EQUAL(memcmp(high, p->col_high, p->cols * sizeof *high), 0);
        CU_ASSERT_PTR_NOT_NULL(level_relaxation_solve(&at.r, &level_arena));
        CU_ASSERT_DOUBLE_EQUAL(level_lp_cost(&at.r.lp, p), cost, 1e-6);
        CU_ASSERT(at.out.bound <= ceil(cost - 1e-6));
        level_relaxed_close(&at);
    }
    CU_ASSERT(found > LEVELS / 2);
}

static bool allows(const struct level_cell_model *model, const uint8_t *cell)
{
    const struct level_program *p = &model->program;
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t c = model->first[v]; c < model->first[v + 1]; c++) {
            const int col = model->choice[c].col;
            const double x = model->choice[c].tile == cell[v];
            if (col != LEVEL_CELL_MODEL_IMPLIED &&
                (x < p->col_low[col] || x > p->col_high[col]))
                return false;
        }
    return true;
}

/* With a level known that costs one more. */
static void fixing_leaves_the_cheapest_level(void)
{
    struct level_game game = level_fixture_rules(rules_text, &level_arena);
    struct rng rng;
    size_t fixed = 0;
    rng_seed(&rng, SEED, 1);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken =
            level_fixture_random(&game, ROWS, COLS, 0, 0.6, &rng, &level_arena);
        struct level_relaxed at;
        struct level_repair least;
        struct error err;
        CU_ASSERT_EQUAL_FATAL(level_repair_mip(&game, &broken, NULL, INFINITY,
                                               &level_arena, &least, &err),
                              STATUS_OK);
        level_relaxed_open(&at, &game, &broken, least.cost + 1);
        CU_ASSERT_TRUE(
            level_relaxation_tighten(&at.r, level_relaxation_cut_partitions, CUTS));
        CU_ASSERT(at.out.bound <= least.cost);
        CU_ASSERT_TRUE(allows(&at.model, least.grid.cell));
        for (size_t j = 0; j < at.model.program.cols; j++)
            fixed += at.model.program.col_low[j] == at.model.program.col_high[j];
        level_relaxed_close(&at);
    }
    CU_ASSERT(fixed > LEVELS);
}

/* The bound of the regions is for rules that connect all passable cells, and for no others. */
static void regions_are_bounded_where_all_are_connected(void)
{
    static const char some[] = "tiles:\n"
                               "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                               "  - {tile: ., name: floor, move: 2, delete: 2}\n"
                               "  - {tile: s, name: supplies, move: 2, delete: 2}\n"
                               "  - {tile: A, name: player, move: 3, delete: 3}\n"
                               "once: A\n"
                               "reach:\n  - {from: A, to: s, blocking: w}\n";
    for (int all = 0; all < 2; all++) {
        struct level_game game =
            level_fixture_rules(all ? rules_text : some, &level_arena);
        struct level_grid broken =
            level_fixture_grid(&game, "A.ww..\n..ww..\n", &level_arena);
        struct level_relaxed at;
        struct error err;
        level_relaxed_open(&at, &game, &broken, INFINITY);
        CU_ASSERT_EQUAL(at.model.connected[0], all);
        CU_ASSERT_PTR_NOT_NULL_FATAL(level_relaxation_solve(&at.r, &level_arena));
        CU_ASSERT_EQUAL(level_connect_regions(&at.r, &err), STATUS_OK);
        CU_ASSERT_EQUAL(at.out.bound, all ? 2 : 0);
        CU_ASSERT_EQUAL(at.out.cost, all ? 2 : INFINITY);
        level_relaxed_close(&at);
    }
}

/* A repair whose costs are halves costs half as much as with whole ones, of which the method
 * knows more. */
static void halves_cost_half_as_much(void)
{
    static const char halves[] = "tiles:\n"
                                 "  - {tile: w, name: wall, move: 0.5, delete: 0.5}\n"
                                 "  - {tile: ., name: floor, move: 1, delete: 1}\n"
                                 "  - {tile: A, name: player, move: 1.5, delete: 1.5}\n"
                                 "once: A\n"
                                 "reach:\n  - {from: A, to: ., blocking: w}\n";
    const struct level_game whole = level_fixture_rules(rules_text, &level_arena),
                            half = level_fixture_rules(halves, &level_arena);
    struct rng rng;
    rng_seed(&rng, SEED, 2);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken =
            level_fixture_random(&whole, 6, 7, 0, 0.3, &rng, &level_arena);
        struct level_repair one, other;
        struct error err;
        CU_ASSERT_EQUAL(level_cut_loop(&whole, &broken, NULL, &LEVEL_CELL_TUNING,
                                       INFINITY, &level_arena, &one, &err),
                        STATUS_OK);
        CU_ASSERT_EQUAL(level_cut_loop(&half, &broken, NULL, &LEVEL_CELL_TUNING,
                                       INFINITY, &level_arena, &other, &err),
                        STATUS_OK);
        CU_ASSERT(one.optimal && one.cost > 0);
        CU_ASSERT_DOUBLE_EQUAL(other.cost, one.cost / 2, 1e-9);
        CU_ASSERT(other.bound <= other.cost && other.bound > other.cost - 1e-5);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(bounds_are_restored_after_a_heuristic),
        SUITE_TEST(fixing_leaves_the_cheapest_level),
        SUITE_TEST(regions_are_bounded_where_all_are_connected),
        SUITE_TEST(halves_cost_half_as_much),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_relaxation", level_fixture_open, level_fixture_close,
                     tests);
}
