/* Memory that runs out at every single taking of an exact search: it says so, and where
 * it has enough it says what it says with plenty. */
#include "lack.h"
#include "level_fixture.h"
#include "level_lean_arcs.h"
#include "level_price.h"
#include "level_tree.h"
#include "party_core.h"
#include "party_exact.h"
#include "party_solver.h"
#include "sliding_a_star.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bidirectional_bfs.h"
#include "sliding_pattern_database.h"
#include "unit/party_random.h"

#include <CUnit/Basic.h>
#include <math.h>

enum { MOST_TAKINGS = 20000, PARTIES = 40, ROWS = 4, COLS = 5, RINGS = 3 };

/* What a search came to. */
enum end { ENDED, WANTED_MEMORY, WRONG };

/* Runs it with ever more memory until that suffices, or with one taking that fails. */
static void try_with(enum end (*run)(struct arena *, const void *), const void *what,
                     bool once)
{
    enum end end = WANTED_MEMORY;
    long n = 0;
    for (; n < MOST_TAKINGS && end == WANTED_MEMORY; n++) {
        struct arena arena;
        arena_init(&arena);
        fails_once = once;
        atomic_store(&left, n);
        end = run(&arena, what);
        bool was_short = atomic_load(&left) == (once ? -1 : 0);
        atomic_store(&left, -1);
        arena_free(&arena);
        if (end == WANTED_MEMORY && !was_short)
            end = WRONG;
    }
    CU_ASSERT_EQUAL(end, ENDED);
    CU_ASSERT(n > 2);
}

static void try_all(enum end (*run)(struct arena *, const void *), const void *what)
{
    try_with(run, what, false);
    try_with(run, what, true);
}

static enum end told(enum status status)
{
    return status == STATUS_OK       ? ENDED
           : status == STATUS_MEMORY ? WANTED_MEMORY
                                     : WRONG;
}

/* ---- party ---- */

static enum end run_solver(struct arena *arena, const void *what)
{
    struct error err = {0};
    struct solver solver;
    enum end end = told(solver_init(&solver, what, arena, &err));
    return end != told(err.status) ? WRONG : end;
}

static enum end run_core(struct arena *arena, const void *what)
{
    const struct party *party = what;
    uint64_t work = 10000000;
    (void)arena;
    switch (core_ask(party, core_all(party), &work)) {
    case CORE_OPEN:
        return WANTED_MEMORY;
    case CORE_FEASIBLE:
        return isfinite(random_party_optimum(party)) ? ENDED : WRONG;
    default:
        return isfinite(random_party_optimum(party)) ? WRONG : ENDED;
    }
}

static void parties_tell_of_lacking_memory(void)
{
    static struct random_party random;
    for (uint64_t seed = 0; seed < PARTIES; seed++) {
        random_party_make(&random, seed);
        try_all(run_solver, &random.party);
        try_all(run_core, &random.party);
    }
}

/* ---- level ---- */

struct repair {
    struct level_game game;
    struct net_rules rules;
    struct level_grid broken;
    struct net_share share;
    int64_t best; /* with plenty of memory; -1: not known yet */
};

static enum end run_prices(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    uint8_t level[ROWS * COLS];
    struct price_search search = {.rules = &repair->rules,
                                  .broken = &repair->broken,
                                  .deadline = INFINITY,
                                  .haste = INFINITY,
                                  .best = FLOW_NEVER,
                                  .level = level};
    enum price_end end = price_run(&search, &repair->share, arena);
    if (end == PRICE_LOST)
        return WANTED_MEMORY;
    return end == PRICE_DONE && search.best == repair->best ? ENDED : WRONG;
}

static enum end run_flow(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    int64_t cost = 0;
    (void)arena;
    if (!price_flow(
            &(struct price_search){.rules = &repair->rules, .broken = &repair->broken},
            &repair->share, &cost))
        return WANTED_MEMORY;
    return cost <= repair->best ? ENDED : WRONG;
}

static enum end run_tree(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    struct net net;
    struct tree tree;
    int64_t cost;
    if (!net_init(&net, &repair->rules, &repair->broken, 1, arena))
        return WANTED_MEMORY;
    bool settled = net_settle(&net, &cost);
    if (net.flow.lost || !tree_init(&tree, &net, 1000000, INFINITY, arena))
        return WANTED_MEMORY;
    if (!settled)
        return WRONG;
    for (int64_t ceiling = cost; ceiling < FLOW_NEVER; ceiling = tree.next) {
        enum tree_end end = tree_search(&tree, cost, ceiling);
        if (end == TREE_LOST)
            return WANTED_MEMORY;
        if (end != TREE_NONE)
            return end == TREE_FOUND && tree.cost == repair->best ? ENDED : WRONG;
    }
    return WRONG;
}

static const char lean_text[] = "summary: test\n"
                                "tiles:\n"
                                "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                                "  - {tile: ., name: pellet, move: 1, delete: 1}\n"
                                "  - {tile: A, name: player, move: 10, delete: 10}\n"
                                "once: A\n"
                                "reach:\n  - {from: A, to: ^w, blocking: w}\n";

static enum end run_lean(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    struct lean lean;
    struct lean_arcs arcs;
    if (!lean_init(&lean, &repair->game, &repair->broken, arena))
        return lean.lost || !lean.last || !lean.first || !lean.choice ||
                       !lean.program.col_low || !lean.program.col_high ||
                       !lean.program.cost || !lean.program.integer
                   ? WANTED_MEMORY
                   : WRONG;
    lean_cut(&lean, repair->broken.cell);
    if (lean.lost)
        return WANTED_MEMORY;
    tile_set passing = level_fixture_set(&repair->game, ".A");
    for (size_t c = 0; c < lean.program.cols && c < 6;
         c++) /* some are sure to be open */
        lean.program.col_high[c] = 0;
    bool open = lean_arcs_open(&arcs, &lean, passing);
    return lean.lost ? WANTED_MEMORY : open ? ENDED : WRONG;
}

static void repairs_tell_of_lacking_memory(void)
{
    struct repair zelda = {.game = level_fixture_game("zelda", &level_arena)};
    struct repair lean = {.game = level_fixture_rules(lean_text, &level_arena)};
    char why[512];
    struct rng rng;
    rng_seed(&rng, 12, 0);
    CU_ASSERT_TRUE_FATAL(net_suits(&zelda.game, ROWS, COLS, &zelda.rules, why));
    for (int i = 0; i < 4; i++) {
        uint8_t level[ROWS * COLS];
        zelda.broken =
            level_fixture_random(&zelda.game, ROWS, COLS, 0, 0.6, &rng, &level_arena);
        struct price_search search = {.rules = &zelda.rules,
                                      .broken = &zelda.broken,
                                      .deadline = INFINITY,
                                      .haste = INFINITY,
                                      .best = FLOW_NEVER,
                                      .level = level};
        CU_ASSERT_EQUAL(price_run(&search, &zelda.share, &level_arena), PRICE_DONE);
        zelda.best = search.best;
        try_all(run_prices, &zelda);
        try_all(run_flow, &zelda);
        try_all(run_tree, &zelda);
        lean.broken =
            level_fixture_random(&lean.game, ROWS, COLS, 0, 0.6, &rng, &level_arena);
        try_all(run_lean, &lean);
    }
}

/* ---- sliding ---- */

static enum end run_floods(struct arena *arena, const void *what)
{
    struct sliding_bidirectional_bfs wide;
    struct error err = {0};
    enum end end = told(sliding_bidirectional_bfs_init(&wide, what, arena, &err));
    return end != told(err.status) ? WRONG : end;
}

static enum end run_seek(struct arena *arena, const void *what)
{
    struct sliding_a_star seek;
    struct error err = {0};
    enum end end = told(sliding_a_star_init(&seek, what, 1, 1 << 20, arena, &err));
    return end != told(err.status) ? WRONG : end;
}

static enum end run_meet(struct arena *arena, const void *what)
{
    struct sliding_bidirectional_a_star meet;
    struct error err = {0};
    enum end end =
        told(sliding_bidirectional_a_star_init(&meet, what, 1 << 20, arena, &err));
    return end != told(err.status) ? WRONG : end;
}

static void floods_and_fronts_tell_of_lacking_memory(void)
{
    struct sliding puzzle = {.d = 3, .k = 1, .vertices = 8, .rings = RINGS};
    sliding_faces(&puzzle);
    try_all(run_floods, &puzzle);
    try_all(run_seek, &puzzle);
    try_all(run_meet, &puzzle);
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite =
        CU_add_suite("search memory", level_fixture_open, level_fixture_close);
    CU_ADD_TEST(suite, parties_tell_of_lacking_memory);
    CU_ADD_TEST(suite, repairs_tell_of_lacking_memory);
    CU_ADD_TEST(suite, floods_and_fronts_tell_of_lacking_memory);
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures > 0;
}
