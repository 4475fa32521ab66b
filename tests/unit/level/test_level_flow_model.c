/* Networks whose prices change again and again, against new ones, and what their flows
 * cost against the independent cost of the level. */
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_flow_model.h"
#include "suite.h"

enum {
    PLACINGS = 30,
    LEVELS = 40,
    CHANGES = 30,
    ROWS = 5,
    COLS = 6,
    CELLS = ROWS * COLS,
    SEED = 41
};

static const char rules_text[] = "summary: test\n"
                                 "tiles:\n"
                                 "  - {tile: w, name: wall}\n"
                                 "  - {tile: ., name: empty}\n"
                                 "  - {tile: A, name: player}\n"
                                 "  - {tile: g, name: door}\n"
                                 "  - {tile: 1, name: enemy}\n"
                                 "once: Ag\n"
                                 "shares:\n"
                                 "  - {tiles: 1, of: ^w, most: 0.6}\n"
                                 "border:\n"
                                 "  - {tiles: w}\n"
                                 "reach:\n"
                                 "  - {from: A, to: g, blocking: wg}\n";

enum { LARGE_LEVELS = 4, LARGE_CHANGES = 6, LARGE_ROWS = 30, LARGE_COLS = 35 };
enum { LARGE_CELLS = LARGE_ROWS * LARGE_COLS };

struct change {
    int32_t price[5 * LARGE_CELLS], open[LARGE_CELLS];
    struct level_flow_share share;
};

/* Cells lose some tiles, never all. */
static void draw_change(const struct level_game *game, size_t rows, size_t cols,
                        struct rng *rng, struct change *change)
{
    size_t n = rows * cols;
    double rate = rng_unit(rng) * 0.5;
    for (size_t i = 0; i < game->n_tiles * n; i++)
        change->price[i] = rng_chance(rng, 0.5) ? (int32_t)rng_below(rng, 15) : 0;
    for (size_t u = 0; u < n; u++) {
        tile_set open = level_game_allowed_tiles(game, rows, cols, u);
        for (uint8_t t = 0; t < game->n_tiles; t++)
            if ((open & ~TILE(t)) && rng_chance(rng, rate))
                open &= ~TILE(t);
        change->open[u] = (int32_t)open;
    }
    change->share =
        (struct level_flow_share){.bound = rng_chance(rng, 0.6),
                                  .limited = (int32_t)rng_below(rng, n / 4 + 1),
                                  .whole = (int32_t)rng_below(rng, n * 2 / 5)};
}

static void open_net(const struct level_flow_rules *rules,
                     const struct level_grid *broken, struct level_flow_model *net)
{
    int64_t cost;
    CU_ASSERT_TRUE_FATAL(level_flow_model_init(net, rules, broken, 1, &level_arena));
    CU_ASSERT_TRUE(level_flow_model_solve(net, &cost));
}

/* Without prices, and with cells as the rules have them. */
static void costs_what_it_says(const struct level_game *game,
                               struct level_flow_model *net, struct change *change)
{
    const size_t rows = net->broken->rows, cols = net->broken->cols;
    struct arena scratch =
        arena_scratch(&level_arena, level_edit_cost_bytes(rows * cols));
    struct level_grid level = level_grid_new(rows, cols, &level_arena);
    int64_t cost;
    for (size_t u = 0; u < rows * cols; u++)
        change->open[u] = (int32_t)level_game_allowed_tiles(game, rows, cols, u);
    change->share.bound = false;
    level_flow_model_reoptimize(net, NULL, change->open, &change->share, &cost);
    level_flow_model_read(net, level.cell);
    CU_ASSERT_DOUBLE_EQUAL(level_edit_cost(game, net->broken, &level, scratch),
                           (double)cost, 1e-9);
}

/* Changes a few prices, the domain of a cell, or nothing: the other cells stay as they are. */
static void draw_small_change(const struct level_game *game, size_t rows, size_t cols,
                              struct rng *rng, struct change *change)
{
    const size_t n = rows * cols, cell = rng_below(rng, n);
    const uint8_t tile = (uint8_t)rng_below(rng, game->n_tiles);
    const tile_set less = (tile_set)change->open[cell] & ~TILE(tile);
    for (size_t i = rng_below(rng, 4); i > 0; i--)
        change->price[rng_below(rng, game->n_tiles * n)] = (int32_t)rng_below(rng, 15);
    if (rng_chance(rng, 0.3))
        change->open[cell] = (int32_t)level_game_allowed_tiles(game, rows, cols, cell);
    else if (less && rng_chance(rng, 0.3))
        change->open[cell] = (int32_t)less;
}

/* Changes a network again and again, each time against a new one; returns how many
 * changes left it feasible. */
static size_t compare_with_new(const struct level_flow_rules *rules,
                               const struct level_grid *broken, int changes,
                               struct rng *rng, struct level_flow_model *old,
                               struct change *change)
{
    size_t found = 0;
    open_net(rules, broken, old);
    for (int k = 0; k < changes; k++) {
        struct level_flow_model new;
        int64_t cost, again;
        if (k == 0 || rng_chance(rng, 0.3))
            draw_change(rules->game, broken->rows, broken->cols, rng, change);
        else
            draw_small_change(rules->game, broken->rows, broken->cols, rng, change);
        open_net(rules, broken, &new);
        level_flow_model_reoptimize(old, change->price, change->open, &change->share,
                                    &cost);
        level_flow_model_reoptimize(&new, change->price, change->open, &change->share,
                                    &again);
        CU_ASSERT_EQUAL(cost, again);
        if (cost != again)
            printf("change %d: %lld, anew %lld\n", k, (long long)cost,
                   (long long)again);
        found += cost != LEVEL_FLOW_INFINITY;
    }
    return found;
}

/* Compares networks of random levels with new ones; returns how many changes left them
 * feasible. */
static size_t compare_levels(const struct level_flow_tuning *tuning, size_t rows,
                             size_t cols, int levels, int changes, uint64_t stream)
{
    struct level_game game = level_fixture_rules(rules_text, &level_arena);
    struct level_flow_rules rules;
    struct change change;
    struct rng rng;
    char why[512];
    size_t found = 0;
    CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, rows, cols, &rules, why));
    rules.tuning = tuning;
    rng_seed(&rng, SEED, stream);
    for (int i = 0; i < levels; i++) {
        struct level_flow_model net;
        struct level_grid broken =
            level_fixture_random(&game, rows, cols, 0, 0.6, &rng, &level_arena);
        found += compare_with_new(&rules, &broken, changes, &rng, &net, &change);
        costs_what_it_says(&game, &net, &change);
    }
    return found;
}

static void past_prices_leave_no_trace(void)
{
    size_t found = compare_levels(&LEVEL_FLOW_TUNING, ROWS, COLS, LEVELS, CHANGES, 1);
    CU_ASSERT(found > LEVELS * CHANGES / 4 && found < LEVELS * CHANGES);
}

/* Large networks prepare their potentials for new prices: the old one does, from another
 * state than the new one. */
static void past_prices_of_large_levels_leave_no_trace(void)
{
    struct level_flow_tuning prepared = LEVEL_FLOW_TUNING;
    prepared.potential_cells = 0;
    size_t found = compare_levels(&prepared, ROWS, COLS, LEVELS, CHANGES, 1);
    CU_ASSERT(found > LEVELS * CHANGES / 4 && found < LEVELS * CHANGES);
    CU_ASSERT(compare_levels(&LEVEL_FLOW_TUNING, LARGE_ROWS, LARGE_COLS, LARGE_LEVELS,
                             LARGE_CHANGES, 4) > 0);
}

/* One search back from the place of a tile, against a change of the flow for each cell. */
static void places_cost_what_the_flow_says(void)
{
    struct level_game game = level_fixture_rules(rules_text, &level_arena);
    struct level_flow_rules rules;
    char why[512];
    struct rng rng;
    size_t moved = 0;
    rng_seed(&rng, SEED, 2);
    CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, ROWS, COLS, &rules, why));
    for (int i = 0; i < PLACINGS; i++) {
        struct level_grid broken =
            level_fixture_random(&game, ROWS, COLS, 0, 0.5, &rng, &level_arena);
        struct level_flow_model net;
        int32_t cost[CELLS], most = 1 + (int32_t)rng_below(&rng, 30);
        open_net(&rules, &broken, &net);
        for (tile_set rest = rules.once; rest; rest &= rest - 1) {
            uint8_t tile = (uint8_t)__builtin_ctz(rest);
            level_flow_model_place_costs(&net, tile, most, cost);
            for (uint32_t u = 0; u < CELLS; u++) {
                uint32_t others[CELLS], n = 0;
                int64_t more = 0;
                bool allowed = tile_in((tile_set)net.allowed[u], tile);
                size_t mark = level_flow_mark(&net.flow);
                for (uint32_t v = 0; v < CELLS; v++)
                    if (v != u)
                        others[n++] = v;
                bool can = allowed && level_flow_model_forbid_cells(&net, tile, others,
                                                                    n, most, &more);
                level_flow_undo(&net.flow, mark);
                CU_ASSERT_EQUAL(cost[u], !allowed             ? 0
                                         : can && more < most ? more
                                                              : most);
                moved += can && more > 0 && more < most;
            }
        }
        level_flow_forget(&net.flow);
    }
    CU_ASSERT(moved > PLACINGS);
}

/* Games of which the flow would get something wrong are left to other methods. */
static void games_beyond_the_flow_are_told(void)
{
#define TILES                                                                          \
    "tiles:\n  - {tile: w, name: wall}\n  - {tile: ., name: empty}\n"                  \
    "  - {tile: A, name: player}\n  - {tile: g, name: door}\n  - {tile: 1, name: "     \
    "foe}\n"
#define ONCE "once: Ag\n"
#define REACH "reach:\n  - {from: A, to: g, blocking: w1}\n"
    static const char *const games[][2] = {
        {TILES ONCE REACH, ""},
        {TILES ONCE "reach:\n  - {from: A, to: g, blocking: wA}\n",
         "a blocking tile as the source of a reachability rule: "
         "a path from player 'A' to each cell with door 'g', not through one of wall "
         "'w', player 'A'"},
        {TILES ONCE "reach:\n  - {from: Ag, to: g, blocking: w}\n",
         "reachability from one of several tiles: "
         "a path from one of player 'A', door 'g' to each cell with door 'g', not "
         "through wall 'w'"},
        {TILES ONCE "reach:\n  - {from: A, to: g1, blocking: w}\n",
         "reachability between tiles that do not occur exactly once: "
         "a path from player 'A' to each cell with one of door 'g', foe '1', not "
         "through wall 'w'"},
        {TILES ONCE "reach:\n  - {from: A, to: g, blocking: w}\n"
                    "  - {from: A, to: g, blocking: w1}\n",
         "reachability rules with different blocking tiles: "
         "a path from player 'A' to each cell with door 'g', not through one of wall "
         "'w', foe '1'"},
        {TILES ONCE REACH "counts:\n  - {tiles: \"1\", most: 3}\n",
         "a count other than exactly one or none: "
         "at most 3 of foe '1'"},
        {TILES ONCE REACH "shares:\n  - {tiles: \"1\", of: \".1\", most: 0.5}\n"
                          "  - {tiles: \".\", of: \".1\", most: 0.5}\n",
         "more than one share: "
         "at most 50 % empty '.' among one of empty '.', foe '1'"},
        {TILES ONCE REACH "shares:\n  - {tiles: A, of: \".A\", most: 0.5}\n",
         "a share that counts tiles which occur exactly once: "
         "at most 50 % player 'A' among one of empty '.', player 'A'"},
        {TILES ONCE REACH "shares:\n  - {tiles: \"1\", of: \".1\", most: 0.5}\n",
         "a share of a whole that leaves out tiles which occur exactly once: "
         "at most 50 % foe '1' among one of empty '.', foe '1'"},
        {TILES ONCE REACH
         "paths:\n  - {from: A, to: g, blocking: w, cost: ., most: 9}\n",
         "the length of a path: "
         "at most 9 of empty '.' on the cheapest path from player 'A' to door 'g'"},
        {TILES ONCE REACH "exits:\n  - {tiles: A, walls: w}\n",
         "a number of exits: "
         "at least 2 neighbours of player 'A' that are not wall 'w'"},
        {TILES ONCE REACH "blocks:\n  - {tiles: w}\n", "forbidden blocks: "
                                                       "no 2 x 2 block of wall 'w'"},
        {TILES ONCE REACH "alike:\n  - {what: rows}\n",
         "cells that must be equal: "
         "first and last row alike in any tile"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct level_game game = level_fixture_rules(games[i][0], &level_arena);
        struct level_flow_rules rules;
        char why[512];
        CU_ASSERT_EQUAL(level_flow_rules_init(&game, ROWS, COLS, &rules, why), i == 0);
        CU_ASSERT_STRING_EQUAL(why, games[i][1]);
        if (strcmp(why, games[i][1]) != 0)
            printf("%zu: %s, expected %s\n", i, why, games[i][1]);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(past_prices_leave_no_trace),
        SUITE_TEST(past_prices_of_large_levels_leave_no_trace),
        SUITE_TEST(places_cost_what_the_flow_says),
        SUITE_TEST(games_beyond_the_flow_are_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_flow_model", level_fixture_open, level_fixture_close,
                     tests);
}
