/* Memory that runs out at every single taking of an exact search: it says so, and where
 * it has enough it says what it says with plenty. */
#include "lack.h"
#include "level_choose_method.h"
#include "level_fixture.h"
#include "level_flow_repair.h"
#include "level_lagrangian_branching.h"
#include "level_reachability_cuts.h"
#include "level_separator_branching.h"
#include "level_steiner_arc_cuts.h"
#include "party_disjoint.h"
#include "party_exact.h"
#include "party_infeasible_subset.h"
#include "party_local_search.h"
#include "party_random.h"
#include "party_solver.h"
#include "sliding_a_star.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bidirectional_bfs.h"
#include "sliding_pattern_database.h"
#include "suite.h"

#include <math.h>

enum { MOST_TAKINGS = 20000, PARTIES = 16, PAIRS = 4, ROWS = 4, COLS = 5, RINGS = 3 };

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
    struct party_solver solver;
    enum end end = told(party_solver_init(&solver, what, arena, &err));
    return end != told(err.status) ? WRONG : end;
}

static enum end run_core(struct arena *arena, const void *what)
{
    const struct party *party = what;
    uint64_t work = 10000000;
    (void)arena;
    switch (party_infeasible_ask(party, party_infeasible_all(party), &work)) {
    case PARTY_SUBSET_OPEN:
        return WANTED_MEMORY;
    case PARTY_SUBSET_FEASIBLE:
        return isfinite(random_party_optimum(party)) ? ENDED : WRONG;
    default:
        return isfinite(random_party_optimum(party)) ? WRONG : ENDED;
    }
}

static enum end run_local(struct arena *arena, const void *what)
{
    struct party party = *(const struct party *)what;
    struct error err = {0};
    size_t bytes;
    enum end end = told(party_construct_prepare(&party, arena, &bytes, &err));
    if (end == ENDED)
        end = told(party_local_search_prepare(&party, arena, &bytes, &err));
    return end != told(err.status) ? WRONG : end;
}

static void parties_tell_of_lacking_memory(void)
{
    static struct random_party random;
    for (uint64_t seed = 0; seed < PARTIES; seed++) {
        random_party_make(&random, seed, 0.2);
        try_all(run_solver, &random.party);
        try_all(run_core, &random.party);
        try_all(run_local, &random.party);
    }
}

static enum end run_disjoint(struct arena *arena, const void *what)
{
    struct error err = {0};
    struct party_disjoint found;
    enum end end = told(party_disjoint_find(
        what, 2, 1000000, &party_disjoint_thresholds_default, &found, &err));
    (void)arena;
    if (end == ENDED && !found.proven)
        return WRONG;
    return end != told(err.status) ? WRONG : end;
}

static void challenges_tell_of_lacking_memory(void)
{
    static struct random_party random[2];
    const struct party *const party[] = {&random[0].party, &random[1].party};
    for (uint64_t seed = 0, pairs = 0; pairs < PAIRS; seed++) {
        random_party_make(&random[0], seed, 0.2);
        random_party_make(&random[1], seed + 1000, 0.2);
        if (random[0].party.n_heroes != random[1].party.n_heroes ||
            random[0].party.n_places + random[1].party.n_places > 6)
            continue;
        try_all(run_disjoint, party);
        pairs++;
    }
}

/* ---- level ---- */

struct repair {
    struct level_game game;
    struct level_flow_rules rules;
    struct level_grid broken;
    struct level_flow_share share;
    int64_t best; /* with plenty of memory; -1: not known yet */
    struct level_flow_tuning tuning;
};

static enum end run_prices(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    uint8_t level[ROWS * COLS];
    struct level_lagrangian_search search = {.rules = &repair->rules,
                                             .broken = &repair->broken,
                                             .deadline = INFINITY,
                                             .feasibility_time = INFINITY,
                                             .best = LEVEL_FLOW_INFINITY,
                                             .level = level};
    enum level_lagrangian_end end =
        level_lagrangian_branching_run(&search, &repair->share, arena);
    if (end == LEVEL_LAGRANGIAN_FAILED)
        return WANTED_MEMORY;
    return end == LEVEL_LAGRANGIAN_DONE && search.best == repair->best ? ENDED : WRONG;
}

static enum end run_flow(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    int64_t cost = 0;
    (void)arena;
    if (!level_flow_model_bound(&repair->rules, &repair->broken, &repair->share, &cost))
        return WANTED_MEMORY;
    return cost <= repair->best ? ENDED : WRONG;
}

static enum end run_tree(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    struct level_flow_model net;
    struct level_separator_search tree;
    int64_t cost;
    if (!level_flow_model_init(&net, &repair->rules, &repair->broken, 1, arena))
        return WANTED_MEMORY;
    bool settled = level_flow_model_solve(&net, &cost);
    if (net.flow.failed || !level_separator_init(&tree, &net, 1000000, INFINITY, arena))
        return WANTED_MEMORY;
    if (!settled)
        return WRONG;
    for (int64_t threshold = cost; threshold < LEVEL_FLOW_INFINITY;
         threshold = tree.next) {
        enum level_separator_end end = level_separator_run(&tree, cost, threshold);
        if (end == LEVEL_SEPARATOR_FAILED)
            return WANTED_MEMORY;
        if (end != LEVEL_SEPARATOR_NONE)
            return end == LEVEL_SEPARATOR_FOUND && tree.cost == repair->best ? ENDED
                                                                             : WRONG;
    }
    return WRONG;
}

static enum end run_whole(struct arena *arena, const void *what)
{
    const struct repair *repair = what;
    struct level_repair out;
    struct error err = {0};
    enum end end = told(level_flow_repair(&repair->rules, &repair->broken, INFINITY,
                                          arena, &out, &err));
    if (end != ENDED)
        return end;
    return out.optimal && out.cost == (double)repair->best * repair->rules.unit ? ENDED
                                                                                : WRONG;
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
    struct level_cell_model lean;
    struct level_steiner_arcs arcs;
    if (!level_cell_model_init(&lean, &repair->game, &repair->broken, NULL, arena))
        return lean.failed || !lean.last || !lean.open || !lean.first || !lean.choice ||
                       !lean.program.col_low || !lean.program.col_high ||
                       !lean.program.cost || !lean.program.integer
                   ? WANTED_MEMORY
                   : WRONG;
    level_reachability_cuts(&lean, repair->broken.cell);
    if (lean.failed)
        return WANTED_MEMORY;
    tile_set passing = level_fixture_set(&repair->game, ".A");
    for (size_t c = 0; c < lean.program.cols && c < 6;
         c++) /* some are sure to be open */
        lean.program.col_high[c] = 0;
    bool open = level_steiner_arcs_init(&arcs, &lean, passing);
    return lean.failed ? WANTED_MEMORY : open ? ENDED : WRONG;
}

/* By the tree, and by prices alone. */
static void try_whole(struct repair *repair)
{
    repair->tuning = LEVEL_FLOW_TUNING;
    repair->rules.tuning = &repair->tuning;
    try_all(run_whole, repair);
    repair->tuning.separator_nodes = 0;
    try_all(run_whole, repair);
}

static void repairs_tell_of_lacking_memory(void)
{
    struct repair zelda = {.game = level_fixture_game("zelda", &level_arena)};
    struct repair lean = {.game = level_fixture_rules(lean_text, &level_arena)};
    char why[512];
    struct rng rng;
    rng_seed(&rng, 12, 0);
    CU_ASSERT_TRUE_FATAL(
        level_flow_rules_init(&zelda.game, ROWS, COLS, &zelda.rules, why));
    for (int i = 0; i < 2; i++) {
        uint8_t level[ROWS * COLS];
        zelda.broken =
            level_fixture_random(&zelda.game, ROWS, COLS, 0, 0.6, &rng, &level_arena);
        struct level_lagrangian_search search = {.rules = &zelda.rules,
                                                 .broken = &zelda.broken,
                                                 .deadline = INFINITY,
                                                 .feasibility_time = INFINITY,
                                                 .best = LEVEL_FLOW_INFINITY,
                                                 .level = level};
        CU_ASSERT_EQUAL(
            level_lagrangian_branching_run(&search, &zelda.share, &level_arena),
            LEVEL_LAGRANGIAN_DONE);
        zelda.best = search.best;
        try_all(run_prices, &zelda);
        try_all(run_flow, &zelda);
        try_all(run_tree, &zelda);
        try_whole(&zelda);
        lean.broken =
            level_fixture_random(&lean.game, ROWS, COLS, 0, 0.6, &rng, &level_arena);
        try_all(run_lean, &lean);
    }
}

/* ---- sliding ---- */

static enum end run_bitmap_searches(struct arena *arena, const void *what)
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

static void bitmap_searches_and_open_lists_report_lack_of_memory(void)
{
    struct sliding puzzle = {.d = 3, .k = 1, .vertices = 8, .rings = RINGS};
    sliding_faces(&puzzle);
    try_all(run_bitmap_searches, &puzzle);
    try_all(run_seek, &puzzle);
    try_all(run_meet, &puzzle);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(parties_tell_of_lacking_memory),
        SUITE_TEST(challenges_tell_of_lacking_memory),
        SUITE_TEST(repairs_tell_of_lacking_memory),
        SUITE_TEST(bitmap_searches_and_open_lists_report_lack_of_memory),
        CU_TEST_INFO_NULL,
    };
    return suite_run("search memory", level_fixture_open, level_fixture_close, tests);
}
