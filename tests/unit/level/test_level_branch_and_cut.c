/* Branch and cut against the paper's program, whatever nodes are put off, whether a level is
 * known that costs one more than the cheapest, and where it is stopped. */
#include "instances.h"
#include "level_mip.h"
#include "level_relaxed.h"
#include "suite.h"

enum {
    LEVELS = INSTANCES_OF(24),
    ROWS = 5,
    COLS = 6,
    CELLS = ROWS * COLS,
    FEW_CALLS = 8,
    MOST_CALLS = 40,
    SEED = 31
};

static const char rules_text[] =
    "summary: test\n"
    "tiles:\n"
    "  - {tile: w, name: wall, move: 1, delete: 4}\n"
    "  - {tile: ., name: floor, move: 1, delete: 4}\n"
    "  - {tile: $, name: supplies, move: 1, delete: 4}\n"
    "  - {tile: A, name: player, move: 1, delete: 4}\n"
    "  - {tile: X, name: exit, move: 1, delete: 4}\n"
    "once: AX\n"
    "counts:\n  - {tiles: $, least: 1, most: 3}\n"
    "border:\n  - {tiles: w}\n"
    "reach:\n  - {from: A, to: ^w, blocking: w}\n"
    "paths:\n  - {from: A, to: X, blocking: w, cost: $, least: 1}\n";

static double cheapest(const struct level_game *game, const struct level_grid *broken)
{
    struct level_repair out;
    struct error err;
    CU_ASSERT_EQUAL_FATAL(
        level_repair_mip(game, broken, NULL, INFINITY, &level_arena, &out, &err),
        STATUS_OK);
    CU_ASSERT_TRUE_FATAL(out.optimal);
    return out.cost;
}

/* A search that is stopped after some calls for cuts. */
struct stopped {
    struct level_branch_and_cut search;
    struct level_branch_and_cut inner;
    size_t calls;
};

static size_t cut(void *context, const double *x)
{
    struct stopped *stopped = context;
    if (stopped->calls-- == 0)
        stopped->search.deadline = -INFINITY;
    return stopped->inner.cut(stopped->inner.context, x);
}

static size_t take(void *context, const double *x)
{
    struct stopped *stopped = context;
    return stopped->inner.take(stopped->inner.context, x);
}

static void raise_bound(void *context, double bound)
{
    struct stopped *stopped = context;
    stopped->inner.raise(stopped->inner.context, bound);
}

/* Searches; returns whether that came to an end.
 *
 * known  the cost of a level; INFINITY: none
 * out    out: cost and bound */
static bool search_for(const struct level_game *game, const struct level_grid *broken,
                       const struct level_cell_tuning *tuning, double known,
                       size_t calls, struct level_repair *out)
{
    struct level_relaxed at;
    level_relaxed_open(&at, game, broken, known);
    at.r.tuning = tuning;
    CU_ASSERT_TRUE_FATAL(level_lp_open(&at.r.lp, &at.model.program, &level_arena));
    struct stopped stopped = {.inner = level_relaxation_search(&at.r), .calls = calls};
    stopped.search = stopped.inner;
    stopped.search.context = &stopped;
    stopped.search.cut = cut;
    stopped.search.take = take;
    stopped.search.raise = raise_bound;
    bool ended = level_branch_and_cut(&stopped.search, &level_arena);
    level_relaxed_close(&at);
    CU_ASSERT(at.out.bound <= at.out.cost);
    *out = at.out;
    return ended;
}

static void the_cheapest_level_is_found_in_any_order(void)
{
    static const double far[][2] = {{0, 0}, {0.25, 0.5}, {1, INFINITY}};
    struct level_game game = level_fixture_rules(rules_text, &level_arena);
    struct level_repair out;
    struct rng rng;
    size_t stops = 0;
    rng_seed(&rng, SEED, 0);
    for (int i = 0; i < LEVELS; i++) {
        uint8_t cell[CELLS];
        struct level_grid broken = {ROWS, COLS, cell};
        for (size_t v = 0; v < CELLS; v++)
            cell[v] = (uint8_t)rng_below(&rng, game.n_tiles);
        const double least = cheapest(&game, &broken);
        for (size_t k = 0; k < 3; k++) {
            struct level_cell_tuning tuning = LEVEL_CELL_TUNING;
            tuning.far_share = far[k][0];
            tuning.far_until_found = far[k][1];
            for (int known = 0; known < 2; known++) {
                CU_ASSERT_TRUE(search_for(&game, &broken, &tuning,
                                          known ? least + 1 : INFINITY, SIZE_MAX,
                                          &out));
                CU_ASSERT_EQUAL(out.cost, least);
            }
            for (size_t calls = 0; calls < (k == 0 ? MOST_CALLS : FEW_CALLS); calls++) {
                stops += !search_for(&game, &broken, &tuning,
                                     calls % 4 ? least + 1 : INFINITY, calls, &out);
                CU_ASSERT(out.bound <= least && least <= out.cost);
            }
        }
    }
    CU_ASSERT(stops > LEVELS);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(the_cheapest_level_is_found_in_any_order),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_branch_and_cut", level_fixture_open, level_fixture_close,
                     tests);
}
