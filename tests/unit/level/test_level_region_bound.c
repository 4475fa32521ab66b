/* The bound of the regions against every level of nine cells, and against its own definition
 * on every set of up to fifteen. */
#include "level_region_bound.h"
#include "level_twin.h"

#include "level_node_steiner.h"
#include "suite.h"

enum { LEVELS = 300, LARGER = 120, MOST_CELLS = 15, SEED = 19, GAMES = 3 };

#define GAME(wall, floor, player, more)                                                \
    "summary: test\n"                                                                  \
    "tiles:\n"                                                                         \
    "  - {tile: w, name: wall, " wall "}\n"                                            \
    "  - {tile: ., name: floor, " floor "}\n"                                          \
    "  - {tile: A, name: player, " player "}\n"                                        \
    "once: A\n"                                                                        \
    "reach:\n"                                                                         \
    "  - {from: A, to: ., blocking: w}\n" more

static const char *const texts[GAMES] = {
    GAME("move: 1, delete: 1", "move: 1, delete: 1", "move: 4, delete: 4", ""),
    GAME("move: 2, delete: 2", "move: 1, delete: 1", "move: 2, delete: 2",
         "wrap: horizontal\nexits:\n  - {tiles: ., walls: w, least: 1}\n"),
    GAME("move: 1, delete: 3", "move: 2, delete: 5", "move: 3, delete: 7",
         "wrap: both\nborder:\n  - {tiles: w, sides: rows}\n")};

static const size_t sizes[][2] = {{3, 3}, {1, 9}, {2, 4}, {4, 2}};

struct field {
    struct level_cell_model model;
    tile_set passing;
    uint32_t near[MOST_CELLS]; /* of each cell: a set of cells */
};

static uint32_t grow(const struct field *field, uint32_t from, uint32_t within)
{
    uint32_t part = from, before = 0;
    while (part != before) {
        before = part;
        for (size_t v = 0; v < field->model.n; v++)
            part |= part >> v & 1 ? field->near[v] & within : 0;
    }
    return part;
}

static double change(const struct field *field, size_t v)
{
    const struct level_tile *own =
        &field->model.game->tile[field->model.broken->cell[v]];
    return fmin(own->move, own->delete);
}

static double sum(const struct field *field, uint32_t cells)
{
    double cost = 0;
    for (size_t v = 0; v < field->model.n; v++)
        cost += cells >> v & 1 ? change(field, v) : 0;
    return cost;
}

/* The least cost of a connected set of cells that may pass: what opening its cells costs, and
 * closing the regions that it does not touch. */
static double cheapest_set(const struct field *field)
{
    uint32_t may = 0, now = 0;
    double best = INFINITY;
    for (size_t v = 0; v < field->model.n; v++) {
        bool can = field->model.open[v] & field->passing;
        may |= (uint32_t)can << v;
        now |= (uint32_t)(can && tile_in(field->passing, field->model.broken->cell[v]))
               << v;
    }
    for (uint32_t set = may; set; set = (set - 1) & may) {
        if (grow(field, set & -set, set) != set)
            continue;
        double cost = sum(field, set & ~now);
        for (uint32_t left = now; left;) {
            uint32_t region = grow(field, left & -left, now);
            cost += region & set ? 0 : sum(field, region);
            left &= ~region;
        }
        best = fmin(best, cost);
    }
    return best;
}

static void open_field(const struct level_game *game, const struct level_grid *broken,
                       struct field *field)
{
    CU_ASSERT_TRUE_FATAL(
        level_cell_model_init(&field->model, game, broken, NULL, &level_arena));
    CU_ASSERT_TRUE_FATAL(field->model.connected[0]);
    field->passing = level_all_tiles(game) & ~game->reach[0].blocking;
    for (size_t v = 0; v < field->model.n; v++) {
        size_t near[4], k = level_cell_model_neighbours(&field->model, v, near);
        field->near[v] = 0;
        while (k-- > 0)
            field->near[v] |= 1u << near[k];
    }
}

static void bounds_are_those_of_all_levels(void)
{
    struct rng rng;
    size_t bounded = 0, exact = 0;
    rng_seed(&rng, SEED, 0);
    for (size_t i = 0; i < LEVELS; i++) {
        struct level_game game = level_fixture_rules(texts[i % GAMES], &level_arena);
        const size_t *size = sizes[i / GAMES % 4];
        struct level_grid broken =
            level_fixture_random(&game, size[0], size[1], 0, 0.4, &rng, &level_arena);
        struct field field;
        bool opened[MOST_CELLS];
        open_field(&game, &broken, &field);
        const double least = level_twin_cost(&game, &broken, &level_arena),
                     set = cheapest_set(&field);
        CU_ASSERT(set <= least);
        for (uint32_t most = 2; most <= LEVEL_NODE_STEINER_MAX_TERMINALS; most += 6) {
            double bound;
            if (!level_region_bound(&field.model, field.passing, most, INFINITY, &bound,
                                    opened, &level_arena))
                continue;
            CU_ASSERT(most == 2 ? bound <= set : bound == set);
            bounded++;
            exact += bound == least;
        }
    }
    CU_ASSERT(bounded > LEVELS && exact > bounded / 4);
}

/* Levels with room for regions among which trees are merged, against sets of cells. */
static void bounds_are_those_of_all_sets(void)
{
    static const size_t larger[][2] = {{3, 5}, {5, 3}, {3, 4}};
    struct rng rng;
    size_t merged = 0;
    rng_seed(&rng, SEED, 1);
    for (size_t i = 0; i < LARGER; i++) {
        struct level_game game = level_fixture_rules(texts[i % GAMES], &level_arena);
        const size_t *size = larger[i / GAMES % 3];
        struct level_grid broken =
            level_fixture_random(&game, size[0], size[1], 0, 0.45, &rng, &level_arena);
        struct field field;
        bool opened[MOST_CELLS];
        double bound;
        open_field(&game, &broken, &field);
        if (!level_region_bound(&field.model, field.passing,
                                LEVEL_NODE_STEINER_MAX_TERMINALS, INFINITY, &bound,
                                opened, &level_arena))
            continue;
        CU_ASSERT_EQUAL(bound, cheapest_set(&field));
        merged += bound > 0;
    }
    CU_ASSERT(merged > LARGER / 2);
}

/* With the cells of the tree open, and no others, what was connected before still is, and all
 * regions are that are worth it. */
static void trees_connect_the_regions(void)
{
    struct level_game game = level_fixture_rules(texts[0], &level_arena);
    struct level_grid broken =
        level_fixture_grid(&game, "..w..\nw.w.w\n..w..\nwwwww\n.....\n", &level_arena);
    struct level_cell_model model;
    bool opened[25];
    double bound;
    size_t n = 0;
    CU_ASSERT_TRUE_FATAL(
        level_cell_model_init(&model, &game, &broken, NULL, &level_arena));
    CU_ASSERT_TRUE(level_region_bound(&model, level_fixture_set(&game, ".A"), 12,
                                      INFINITY, &bound, opened, &level_arena));
    CU_ASSERT_EQUAL(bound, 2);
    for (size_t v = 0; v < 25; v++) {
        n += opened[v];
        CU_ASSERT_TRUE(!opened[v] || broken.cell[v] == 0);
    }
    CU_ASSERT_EQUAL(n, 2);
    memset(broken.cell, 1, 25); /* one region */
    CU_ASSERT_FALSE(level_region_bound(&model, level_fixture_set(&game, ".A"), 12,
                                       INFINITY, &bound, opened, &level_arena));
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(bounds_are_those_of_all_levels),
        SUITE_TEST(bounds_are_those_of_all_sets),
        SUITE_TEST(trees_connect_the_regions),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_region_bound", level_fixture_open, level_fixture_close,
                     tests);
}
