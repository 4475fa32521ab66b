/* Ways that join tiles, and the search by prices, against trying everything on grids of
 * a few cells. */
#include "instances.h"
#include "level_brute.h"
#include "level_fixture.h"
#include "level_flow_repair.h"
#include "level_lagrangian_branching.h"
#include "level_node_bound.h"
#include "level_node_steiner.h"
#include "level_pseudo_costs.h"
#include "level_subgradient.h"
#include "level_twin.h"
#include "suite.h"

#include <inttypes.h>

enum {
    WAYS = INSTANCES_OF(300),
    LEVELS = INSTANCES_OF(300),
    SEED = 31,
    MOST_CELLS = 12
};

/* A grid with prices. */
struct field {
    uint32_t n, n_terminals;
    uint8_t n_neighbours[MOST_CELLS];
    uint32_t neighbour[4 * MOST_CELLS];
    int32_t price[MOST_CELLS], place[LEVEL_NODE_STEINER_MAX_TERMINALS][MOST_CELLS];
    bool blocks[LEVEL_NODE_STEINER_MAX_TERMINALS];
};

static int32_t draw_price(struct rng *rng)
{
    return rng_chance(rng, 0.15) ? LEVEL_NODE_STEINER_FORBIDDEN
                                 : (int32_t)rng_below(rng, 6);
}

static void draw_field(struct rng *rng, struct field *field)
{
    size_t rows = 2 + rng_below(rng, 2), cols = 3 + rng_below(rng, 2);
    field->n = (uint32_t)(rows * cols);
    field->n_terminals = 1 + (uint32_t)rng_below(rng, 4);
    level_fixture_neighbours(rows, cols, field->n_neighbours, field->neighbour);
    for (uint32_t u = 0; u < field->n; u++) {
        field->price[u] = draw_price(rng);
        for (uint32_t e = 0; e < field->n_terminals; e++)
            field->place[e][u] = draw_price(rng);
    }
    for (uint32_t e = 0; e < field->n_terminals; e++)
        field->blocks[e] = rng_chance(rng, 0.3);
}

static uint32_t beside(const struct field *field, uint32_t set)
{
    uint32_t cells = 0;
    for (uint32_t u = 0; u < field->n; u++)
        for (uint32_t k = 0; k < field->n_neighbours[u] && (set >> u & 1); k++)
            cells |= 1u << field->neighbour[4 * u + k];
    return cells;
}

static bool hangs_together(const struct field *field, uint32_t set)
{
    uint32_t part = set & -set, before = 0;
    while (part != before) {
        before = part;
        part |= beside(field, part) & set;
    }
    return part == set;
}

static int32_t cost_of_set(const struct field *field, uint32_t set)
{
    int64_t cost = 0;
    for (uint32_t u = 0; u < field->n; u++)
        cost += set >> u & 1 ? field->price[u] : 0;
    for (uint32_t e = 0; e < field->n_terminals; e++) {
        uint32_t places = field->blocks[e] ? beside(field, set) : set;
        int32_t least = LEVEL_NODE_STEINER_FORBIDDEN;
        for (uint32_t u = 0; u < field->n; u++)
            if ((places >> u & 1) && field->place[e][u] < least)
                least = field->place[e][u];
        cost += least;
    }
    return cost < LEVEL_NODE_STEINER_FORBIDDEN ? (int32_t)cost
                                               : LEVEL_NODE_STEINER_FORBIDDEN;
}

/* Costs of ways are small here, or there is none. */
static int32_t small(int64_t cost)
{
    CU_ASSERT(cost < LEVEL_NODE_STEINER_FORBIDDEN || cost >= LEVEL_NODE_STEINER_NONE);
    return cost < LEVEL_NODE_STEINER_FORBIDDEN ? (int32_t)cost
                                               : LEVEL_NODE_STEINER_FORBIDDEN;
}

static void open_ways(const struct field *field, struct level_node_steiner *ways)
{
    CU_ASSERT_TRUE_FATAL(level_node_steiner_init(ways, field->n, field->n_neighbours,
                                                 field->neighbour, field->n_terminals,
                                                 &level_arena));
    for (uint32_t e = 0; e < field->n_terminals; e++)
        ways->terminal[e] = (struct level_node_steiner_terminal){
            .price = field->place[e], .blocks = field->blocks[e]};
}

static void ways_are_the_cheapest(void)
{
    struct rng rng;
    size_t found = 0;
    rng_seed(&rng, SEED, 1);
    for (int i = 0; i < WAYS; i++) {
        struct field field;
        struct level_node_steiner ways;
        int32_t best = LEVEL_NODE_STEINER_FORBIDDEN;
        uint32_t marked = 0;
        draw_field(&rng, &field);
        open_ways(&field, &ways);
        for (uint32_t set = 1; set < 1u << field.n; set++)
            if (hangs_together(&field, set) && cost_of_set(&field, set) < best)
                best = cost_of_set(&field, set);
        int32_t cost = small(level_node_steiner_solve(&ways, field.price));
        for (uint32_t u = 0; u < field.n; u++)
            marked |= (uint32_t)ways.in_tree[u] << u;
        CU_ASSERT_EQUAL(cost, best);
        if (cost < LEVEL_NODE_STEINER_FORBIDDEN) {
            CU_ASSERT_TRUE(hangs_together(&field, marked));
            CU_ASSERT_EQUAL(cost_of_set(&field, marked), best);
            found++;
        }
    }
    CU_ASSERT(found > WAYS / 8 && found < WAYS);
}

/* The cheapest of all ways that have an end at a cell, or, without an end, pass it, or
 * do not. */
enum visit { PASSES, AVOIDS };
static int32_t slow_measure(const struct field *field, uint32_t cell, uint32_t end,
                            enum visit visit)
{
    struct field there = *field;
    int32_t best = LEVEL_NODE_STEINER_FORBIDDEN;
    for (uint32_t u = 0; end < field->n_terminals && u < field->n; u++)
        if (u != cell)
            there.place[end][u] = LEVEL_NODE_STEINER_FORBIDDEN;
    for (uint32_t set = 1; set < 1u << field->n; set++) {
        bool fits = end < field->n_terminals || (set >> cell & 1) == (visit == PASSES);
        if (fits && hangs_together(field, set)) {
            int32_t cost = cost_of_set(&there, set);
            best = cost < best ? cost : best;
        }
    }
    return best;
}

/* Some ways pass a cell only to turn back: they are not measured, and one of the others
 * is as cheap. */
static void measures_are_of_the_cheapest(void)
{
    struct rng rng;
    size_t exact = 0, all = 0;
    rng_seed(&rng, SEED, 3);
    for (int i = 0; i < WAYS / 4; i++) {
        struct field field;
        struct level_node_steiner ways;
        int64_t through[MOST_CELLS], at[LEVEL_NODE_STEINER_MAX_TERMINALS * MOST_CELLS];
        do
            draw_field(&rng, &field);
        while (field.n_terminals < 2);
        open_ways(&field, &ways);
        level_node_steiner_restricted(&ways, field.price, through, at);
        for (uint32_t u = 0; u < field.n; u++) {
            for (uint32_t e = 0; e < field.n_terminals; e++)
                CU_ASSERT_EQUAL(small(at[e * field.n + u]),
                                slow_measure(&field, u, e, PASSES));
            int32_t pass = slow_measure(&field, u, field.n_terminals, PASSES);
            int32_t avoid = slow_measure(&field, u, field.n_terminals, AVOIDS);
            CU_ASSERT(small(through[u]) == pass ||
                      (through[u] > pass && avoid <= pass));
            exact += small(through[u]) == pass;
            all++;
        }
    }
    CU_ASSERT(exact > all / 2);
}

static const char rules_text[] = "summary: test\n"
                                 "tiles:\n"
                                 "  - {tile: w, name: wall}\n"
                                 "  - {tile: ., name: empty}\n"
                                 "  - {tile: A, name: player}\n"
                                 "  - {tile: +, name: key}\n"
                                 "  - {tile: g, name: door}\n"
                                 "once: A+g\n"
                                 "border:\n"
                                 "  - {tiles: w}\n"
                                 "reach:\n"
                                 "  - {from: A, to: +g, blocking: wg}\n";

/* One source to two targets, one of which blocks; and two sources, of which the way
 * knows one. */
static void prices_find(bool by_homes, bool crossings,
                        const struct level_flow_tuning *tuning)
{
    struct level_game game = level_fixture_rules(rules_text, &level_arena),
                      twice = game;
    struct rng rng;
    size_t found = 0;
    twice.reach[0].to = level_fixture_set(&game, "g");
    twice.reach[twice.n_reach++] = (struct level_reach){level_fixture_set(&game, "+"),
                                                        level_fixture_set(&game, "g"),
                                                        level_fixture_set(&game, "wg")};
    rng_seed(&rng, SEED, 2);
    for (int i = 0; i < LEVELS; i++) {
        const struct level_game *rules = i % 3 ? &game : &twice;
        struct level_flow_rules net;
        char why[512];
        CU_ASSERT_TRUE_FATAL(level_flow_rules_init(rules, 4, 5, &net, why));
        net.tuning = tuning;
        struct level_grid broken =
            level_fixture_random(rules, 4, 5, 0, 0.6, &rng, &level_arena);
        for (size_t u = 0; u < 20; u++)
            if (u < 5 || u >= 15 || u % 5 == 0 || u % 5 == 4)
                broken.cell[u] = 0;
        struct level_lagrangian_search search = {
            .rules = &net,
            .broken = &broken,
            .deadline = INFINITY,
            .feasibility_time = INFINITY,
            .best = LEVEL_FLOW_INFINITY,
            .level = ARENA_NEW(&level_arena, uint8_t, 20),
            .crossings = crossings,
            .by_homes = by_homes};
        struct level_flow_share share = {.bound = false};
        CU_ASSERT_EQUAL(level_lagrangian_branching_run(&search, &share, &level_arena),
                        LEVEL_LAGRANGIAN_DONE);
        double best = brute_repair(rules, &broken);
        CU_ASSERT_EQUAL(search.bound, search.best);
        CU_ASSERT_EQUAL(
            search.best == LEVEL_FLOW_INFINITY ? INFINITY : (double)search.best, best);
        if ((double)search.best != best && best != INFINITY) {
            printf("level %d of seed %d: best %g, by prices %lld\n", i, SEED, best,
                   (long long)search.best);
            level_grid_print(rules, &broken, stdout);
        }
        found += best != INFINITY;
    }
    CU_ASSERT(found > LEVELS / 2);
}

static void prices_find_the_cheapest(void)
{
    prices_find(false, false, &LEVEL_FLOW_TUNING);
}

/* With trees of the source alone or with one target, and bounds of one round, branching has
 * to do the rest. */
static void branching_finds_the_cheapest(void)
{
    struct level_flow_tuning tuning = LEVEL_FLOW_TUNING;
    tuning.first_rounds = tuning.rounds = 1;
    for (tuning.terminals = 1; tuning.terminals <= 3; tuning.terminals++)
        prices_find(false, false, &tuning);
}

static void prices_by_homes_find_the_cheapest(void)
{
    prices_find(true, false, &LEVEL_FLOW_TUNING);
}

static void prices_of_crossings_find_the_cheapest(void)
{
    struct level_flow_tuning tuning = LEVEL_FLOW_TUNING;
    tuning.thin_share = 0;
    prices_find(true, true, &tuning);
    tuning.compared_rounds = 0;
    prices_find(false, true, &tuning);
    prices_find(true, true, &tuning);
}

/* A game whose edits cost little, so that deletions and moves compete; other: tiles beside floor and walls. */
static struct level_game draw_game(struct rng *rng, bool other, struct arena *work)
{
    char text[1024], enemy[100] = "";
    const unsigned wall = 1 + (unsigned)rng_below(rng, 2),
                   floor = 1 + (unsigned)rng_below(rng, 2);
    if (other)
        snprintf(enemy, sizeof enemy,
                 "  - {tile: 1, name: enemy, move: %u, delete: %u}\n",
                 1 + (unsigned)rng_below(rng, 4), 1 + (unsigned)rng_below(rng, 12));
    snprintf(text, sizeof text,
             "summary: test\ntiles:\n"
             "  - {tile: w, name: wall, move: %u, delete: %u}\n"
             "  - {tile: ., name: empty, move: %u, delete: %u}\n"
             "  - {tile: A, name: player, move: %u, delete: %u}\n"
             "  - {tile: +, name: key, move: 2, delete: %u}\n"
             "  - {tile: g, name: door, move: 1, delete: %u}\n"
             "%sonce: A+g\n%sreach:\n  - {from: A, to: +g, blocking: wg}\n",
             wall, wall + (unsigned)rng_below(rng, 10), floor,
             floor + (unsigned)rng_below(rng, 10), 1 + (unsigned)rng_below(rng, 4),
             1 + (unsigned)rng_below(rng, 10), 1 + (unsigned)rng_below(rng, 10),
             1 + (unsigned)rng_below(rng, 10), enemy,
             rng_chance(rng, 0.5) ? "wrap: both\n" : "");
    return level_fixture_rules(text, work);
}

/* Rooms between walls one cell thick, with a few other cells, and the tiles that occur once at most once. */
static void draw_rooms(const struct level_game *game, struct rng *rng,
                       struct level_grid *broken)
{
    const size_t side = 2 + rng_below(rng, 3);
    const double other = 0.3 * rng_unit(rng),
                 enemies = rng_chance(rng, 0.2) ? 1 : 0.3 * rng_unit(rng);
    for (size_t u = 0; u < level_cells(broken); u++) {
        bool wall = u / broken->cols % side == 0 || u % broken->cols % side == 0;
        if (rng_chance(rng, other))
            wall = rng_chance(rng, 0.5);
        broken->cell[u] = !wall;
        if (game->n_tiles > 5 && !wall && rng_chance(rng, enemies))
            broken->cell[u] = 5;
    }
    for (uint8_t t = 2; t < 5; t++)
        if (rng_chance(rng, 0.9))
            broken->cell[rng_below(rng, level_cells(broken))] = t;
}

/* Restricts the cells of tiles that occur once, as branching does. */
static const tile_set *draw_open(const struct level_game *game, size_t cells,
                                 struct rng *rng, struct arena *work)
{
    tile_set *open = ARENA_NEW(work, tile_set, cells);
    const double rate[] = {rng_unit(rng), rng_unit(rng), rng_unit(rng)};
    if (rng_chance(rng, 0.3))
        return NULL;
    for (size_t u = 0; u < cells; u++) {
        open[u] = level_all_tiles(game);
        for (uint8_t t = 2; t < 5; t++)
            open[u] &= rng_chance(rng, rate[t - 2]) ? level_all_tiles(game) : ~TILE(t);
    }
    return open;
}

/* The cost of the cheapest level, without prices of crossings; INFINITY: there is none. */
static double cost_without(const struct level_flow_rules *net,
                           const struct level_grid *broken, struct arena *work)
{
    struct level_repair repair;
    struct error err;
    CU_ASSERT_EQUAL_FATAL(level_flow_repair(net, broken, INFINITY, work, &repair, &err),
                          STATUS_OK);
    CU_ASSERT_TRUE_FATAL(repair.optimal || repair.infeasible);
    return repair.infeasible ? INFINITY : repair.cost;
}

/* The multipliers to begin with: any, or none, for the first ones. */
static const int32_t *draw_multipliers(const struct level_lagrangian *dual,
                                       struct rng *rng, struct arena *work)
{
    size_t all = level_lagrangian_n_multipliers(dual->n, dual->steiner.n_terminals);
    int32_t *price = ARENA_NEW(work, int32_t, all),
            most = 1 + (int32_t)rng_below(rng, 5 * (uint64_t)dual->scale);
    for (size_t i = 0; i < all; i++)
        price[i] = rng_chance(rng, 0.7) ? (int32_t)rng_below(rng, (uint64_t)most) : 0;
    return rng_chance(rng, 0.5) ? price : NULL;
}

/* The bound with prices of crossings, after many rounds that aim above the cost of the cheapest level, is not above
 * it. Returns whether it is above that without them. */
static bool check_bound(const struct level_flow_rules *net,
                        const struct level_grid *broken, double best, struct rng *rng,
                        struct arena *work)
{
    struct level_lagrangian dual[2];
    struct level_flow_crossings crossings;
    struct level_lagrangian_search search = {
        .rules = net,
        .broken = broken,
        .deadline = INFINITY,
        .feasibility_time = INFINITY,
        .best = LEVEL_FLOW_INFINITY,
        .level = ARENA_NEW(work, uint8_t, level_cells(broken))};
    const struct level_flow_share share = {.bound = false};
    CU_ASSERT_TRUE_FATAL(
        level_lagrangian_init(&dual[0], &search, &share, work) &&
        level_flow_crossings_find(&crossings, net, broken, dual->scale, work) &&
        level_lagrangian_init_crossings(&dual[1], &dual[0], &crossings));
    for (size_t i = 0; i < 2; i++) {
        struct level_bounded_node node;
        CU_ASSERT_TRUE_FATAL(level_node_bounds_domains(&dual[0], &node));
        bool open =
            level_subgradient_start(&dual[i], node.allowed, node.off_tree,
                                    draw_multipliers(&dual[i], rng, work), INT64_MIN);
        while (open && dual[i].rounds < 60) {
            /* Although it finds levels as cheap, and closes cells to others. */
            search.best = (int64_t)best + 1;
            CU_ASSERT_TRUE_FATAL(level_node_bounds_domains(&dual[0], &node));
            dual[i].allowed = node.allowed;
            dual[i].off_tree = node.off_tree;
            open = level_subgradient_round(&dual[i]);
        }
        CU_ASSERT((double)dual[i].bound <= best * dual->scale);
        if ((double)dual[i].bound > best * dual->scale) {
            printf("best %g, bound %g\n", best, (double)dual[i].bound / dual->scale);
            level_grid_print(net->game, broken, stdout);
        }
    }
    return dual[1].bound > dual[0].bound;
}

static void bounds_of_crossings_hold(void)
{
    struct rng rng;
    struct arena arena, *work = &arena;
    size_t better = 0;
    rng_seed(&rng, SEED, 5);
    for (int i = 0; i < 6 * LEVELS; i++) {
        arena_init(work);
        struct level_game game = draw_game(&rng, i % 3 == 0, work);
        size_t rows = 1 + rng_below(&rng, 6), cols = 4 + rng_below(&rng, 5);
        struct level_grid broken = level_grid_new(rows, cols, work);
        struct level_flow_rules net;
        char why[512];
        CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, rows, cols, &net, why));
        draw_rooms(&game, &rng, &broken);
        CU_ASSERT_TRUE_FATAL(level_flow_rules_restrict(
            &net, rows, cols, draw_open(&game, rows * cols, &rng, work)));
        double best = cost_without(&net, &broken, work);
        for (int k = 0; k < 3 && best < INFINITY; k++)
            better += check_bound(&net, &broken, best, &rng, work);
        arena_free(work);
    }
    CU_ASSERT(better > LEVELS / 2);
}

/* Two rooms between which a wall can only move onto a cell of the way, or past the corner: 4 instead of 2. */
static void walls_between_rooms_cost_twice(void)
{
    static const char rooms[] = "wwwwwwwwwwwww\n"
                                "w.....w.....w\n"
                                "w.....w.....w\n"
                                "wA....w....+w\n"
                                "w.....w.....w\n"
                                "w.....w....gw\n"
                                "wwwwwwwwwwwww\n";
    struct level_game game = level_fixture_rules(rules_text, &level_arena);
    struct level_grid broken = level_fixture_grid(&game, rooms, &level_arena);
    struct level_lagrangian dual[2];
    struct level_flow_crossings crossings;
    struct level_flow_rules net;
    char why[512];
    CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, 7, 13, &net, why));
    struct level_lagrangian_search search = {.rules = &net,
                                             .broken = &broken,
                                             .deadline = INFINITY,
                                             .feasibility_time = INFINITY,
                                             .best = LEVEL_FLOW_INFINITY,
                                             .level =
                                                 ARENA_NEW(&level_arena, uint8_t, 91)};
    const struct level_flow_share share = {.bound = false};
    CU_ASSERT_TRUE_FATAL(
        level_lagrangian_init(&dual[0], &search, &share, &level_arena) &&
        level_flow_crossings_find(&crossings, &net, &broken, dual->scale,
                                  &level_arena) &&
        level_lagrangian_init_crossings(&dual[1], &dual[0], &crossings));
    for (size_t i = 0; i < 2; i++) {
        struct level_bounded_node node;
        search.best = 5;
        CU_ASSERT_TRUE_FATAL(level_node_bounds_domains(&dual[0], &node));
        bool open = level_subgradient_start(&dual[i], node.allowed, node.off_tree, NULL,
                                            INT64_MIN);
        while (open && dual[i].rounds < 100) {
            search.best = 5;
            open = level_subgradient_round(&dual[i]);
        }
    }
    CU_ASSERT(dual[0].bound < 3 * dual->scale);
    CU_ASSERT(dual[1].bound > 3 * dual->scale);
}

/* Cells without walls, which nothing but the door blocks: one child for it, and one for the
 * others. */
static void branching_on_doors_finds_the_cheapest(void)
{
    static const size_t sizes[][2] = {{1, 6}, {2, 3}, {1, 5}};
    static const char corridor[] = "summary: test\n"
                                   "tiles:\n"
                                   "  - {tile: w, name: wall}\n"
                                   "  - {tile: ., name: empty}\n"
                                   "  - {tile: A, name: player}\n"
                                   "  - {tile: +, name: key}\n"
                                   "  - {tile: g, name: door}\n"
                                   "once: A+g\n"
                                   "border:\n"
                                   "  - {tiles: .A+g}\n"
                                   "reach:\n"
                                   "  - {from: A, to: +g, blocking: wg}\n";
    struct level_game game = level_fixture_rules(corridor, &level_arena);
    struct level_flow_tuning tuning = LEVEL_FLOW_TUNING;
    struct rng rng;
    rng_seed(&rng, SEED, 4);
    for (int i = 0; i < LEVELS; i++) {
        const size_t *size = sizes[i % 3];
        uint8_t cell[6];
        struct level_grid broken = {size[0], size[1], cell};
        struct level_flow_rules net;
        char why[512];
        for (size_t u = 0; u < size[0] * size[1]; u++)
            cell[u] = (uint8_t)rng_below(&rng, game.n_tiles);
        CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, size[0], size[1], &net, why));
        tuning.first_rounds = tuning.rounds = 1 + (uint32_t)rng_below(&rng, 4);
        tuning.terminals = 1 + (uint32_t)rng_below(&rng, 3);
        net.tuning = &tuning;
        struct level_lagrangian_search search = {
            .rules = &net,
            .broken = &broken,
            .deadline = INFINITY,
            .feasibility_time = INFINITY,
            .best = LEVEL_FLOW_INFINITY,
            .level = ARENA_NEW(&level_arena, uint8_t, 6)};
        struct level_flow_share share = {.bound = false};
        CU_ASSERT_EQUAL(level_lagrangian_branching_run(&search, &share, &level_arena),
                        LEVEL_LAGRANGIAN_DONE);
        CU_ASSERT_EQUAL(search.bound, search.best);
        CU_ASSERT_EQUAL((double)search.best,
                        level_twin_cost(&game, &broken, &level_arena));
    }
}

/* As many flows as it took when this was written: prices and prunings that are worth
 * less give the same levels, later. Where it takes fewer, the numbers follow. */
static void large_levels_take_no_more_flows_than_they_did(void)
{
    static const uint64_t most[] = {135, 338, 459, 1653};
    struct level_game game = level_fixture_rules(rules_text, &level_arena);
    struct level_flow_rules net;
    struct rng rng;
    char why[512];
    CU_ASSERT_TRUE_FATAL(level_flow_rules_init(&game, 9, 13, &net, why));
    rng_seed(&rng, SEED, 3);
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        uint64_t flows = 0;
        for (size_t k = 0; k < 10; k++) {
            struct level_grid broken = level_fixture_random(
                &game, 9, 13, 0, 0.3 + 0.15 * (double)i, &rng, &level_arena);
            struct level_lagrangian_search search = {
                .rules = &net,
                .broken = &broken,
                .deadline = INFINITY,
                .feasibility_time = INFINITY,
                .best = LEVEL_FLOW_INFINITY,
                .level = ARENA_NEW(&level_arena, uint8_t, 117)};
            struct level_flow_share share = {.bound = false};
            CU_ASSERT_EQUAL(
                level_lagrangian_branching_run(&search, &share, &level_arena),
                LEVEL_LAGRANGIAN_DONE);
            CU_ASSERT_EQUAL(search.bound, search.best);
            flows += search.flows;
        }
        CU_ASSERT(flows <= most[i]);
        if (flows > most[i])
            printf("%zu: %" PRIu64 " flows\n", i, flows);
    }
}

/* A cell starts with the average of all cells and tends to its own; rows and columns are
 * apart; a side without gains does not hide the other one. */
static void pseudo_costs_follow_the_gains(void)
{
    struct level_pseudo_costs costs;
    const struct level_division row = {.kind = 0}, col = {.kind = 1},
                                cell = {LEVEL_PSEUDO_COSTS_CELLS, 3},
                                other = {LEVEL_PSEUDO_COSTS_CELLS, 4};
    CU_ASSERT_TRUE_FATAL(level_pseudo_costs_init(&costs, 5, &level_arena));
    double unknown = level_pseudo_costs_gain(&costs, row);
    CU_ASSERT_EQUAL(unknown, level_pseudo_costs_gain(&costs, cell));
    level_pseudo_costs_add(&costs, row, 0, 4);
    level_pseudo_costs_add(&costs, row, 0, 2);
    level_pseudo_costs_add(&costs, row, 1, 3);
    CU_ASSERT_DOUBLE_EQUAL(level_pseudo_costs_gain(&costs, row), 3, 0.1);
    CU_ASSERT_EQUAL(level_pseudo_costs_gain(&costs, col), unknown);
    for (int side = 0; side < 2; side++) {
        level_pseudo_costs_add(&costs, cell, side, 0);
        level_pseudo_costs_add(&costs, other, side, 8);
    }
    double low = level_pseudo_costs_gain(&costs, cell),
           high = level_pseudo_costs_gain(&costs, other);
    CU_ASSERT(low > 0 && low < 4 && high > 4 && high < 8);
    for (int i = 0; i < 100; i++)
        level_pseudo_costs_add(&costs, col, 0, 0);
    level_pseudo_costs_add(&costs, col, 1, 1);
    double lopsided = level_pseudo_costs_gain(&costs, col);
    level_pseudo_costs_add(&costs, col, 1, 9);
    CU_ASSERT(lopsided > 0 && level_pseudo_costs_gain(&costs, col) > lopsided);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(ways_are_the_cheapest),
        SUITE_TEST(measures_are_of_the_cheapest),
        SUITE_TEST(prices_find_the_cheapest),
        SUITE_TEST(prices_by_homes_find_the_cheapest),
        SUITE_TEST(prices_of_crossings_find_the_cheapest),
        SUITE_TEST(bounds_of_crossings_hold),
        SUITE_TEST(walls_between_rooms_cost_twice),
        SUITE_TEST(branching_finds_the_cheapest),
        SUITE_TEST(branching_on_doors_finds_the_cheapest),
        SUITE_TEST(pseudo_costs_follow_the_gains),
        SUITE_TEST(large_levels_take_no_more_flows_than_they_did),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_lagrangian", level_fixture_open, level_fixture_close,
                     tests);
}
