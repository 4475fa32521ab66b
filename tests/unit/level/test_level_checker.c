/* The checker of levels on levels made by hand, one broken rule at a time; the cost of
 * edits against a search through all assignments. */
#include "level_checker.h"
#include "level_edit_cost.h"
#include "level_fixture.h"
#include "level_verify_edits.h"
#include "suite.h"

#include <math.h>

/* The lines of the broken rules. */
static char *broken(const struct level_game *game, const struct level_grid *grid,
                    size_t *count)
{
    struct arena scratch =
        arena_scratch(&level_arena, level_checker_bytes(level_cells(grid)));
    char *lines = NULL;
    size_t bytes;
    FILE *out = open_memstream(&lines, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    *count = level_checker_report(game, grid, scratch, out);
    fclose(out);
    return lines;
}

/* A level, and the line of the one rule that it breaks; NULL: playable. */
struct sample {
    const char *game, *level, *line;
};

static const struct sample samples[] = {
    {"zelda", "wwwww\nwA+gw\nwwwww\n", NULL},
    {"zelda", "wwwww\nwA.gw\nwwwww\n", "exactly 1 of key '+': there are 0"},
    {"zelda", "wwwwww\nwA++gw\nwwwwww\n", "exactly 1 of key '+': there are 2"},
    {"zelda", "wwww.\nwA+gw\nwwwww\n",
     "wall 'w' on the border: another tile at row 1, column 5"},
    {"zelda", ".www.\nwA+gw\nwwwww\n", "row 1, column 1 and 1 more"},
    {"zelda", "wwwwww\nwAg+.w\nwwwwww\n",
     "a path from player 'A' to each cell with one of key '+', door 'g', not through "
     "one of wall 'w', "
     "door 'g': "
     "none at row 2, column 4"},
    {"zelda", "wwwwww\nwAw+gw\nwwwwww\n", "row 2, column 4 and 1 more"},
    {"zelda", "wwwwww\nwA1+gw\nwww22w\nwwwwww\n", NULL},
    {"zelda", "wwwwww\nwA1+gw\nww122w\nw1..1w\nwwwwww\n", NULL},
    {"zelda", "wwwwww\nwA1+gw\nw1122w\nwwwwww\n",
     "at most 60 % one of enemy 1 '1', enemy 2 '2'"},
    {"pacman", "wwwwww\nwA.12w\nw.ww.w\nw34..w\nwwwwww\n", NULL},
    {"pacman", "wwwwww\nwA.12w\n3.ww.w\nw4...w\nwwwwww\n",
     "first and last column alike in any tile: a difference at row 3, column 1"},
    {"pacman", "wwwwww\nwA.12w\n.3ww..\nw4...w\nwwwwww\n", NULL},
    {"pacman", "wwwwww\nwA.12w\nw3ww.w\nw4.w.w\nwwwwww\n",
     "at least 2 neighbours of one of floor '+', power pellet '0', pellet '.', fruit "
     "'f' that are not wall 'w': too few at row 4, column 3 and 1 more"},
    {"pacman", "wwwwww\nwA.12w\nw.3..w\nw.4..w\nwwwwww\n",
     "no 2 x 2 block of one of floor '+'"},
    {"pacman", "wwwwwww\nwA.12ww\nw.w.www\nw34wwww\nwwwwwww\n", "too few at row 3"},
    {"dungeon", "#######\n#A$DX##\n#######\n", NULL},
    {"dungeon", "#######\n#A$.DX#\n#..#..#\n#######\n", NULL},
    {"dungeon", "#######\n#.A$DX#\n###...#\n#######\n",
     "no path from player 'A' to exit 'X' except through one of wall '#', door 'D': a "
     "path "
     "at row "
     "2"},
    {"dungeon", "#######\n#A$.DX#\n###.#$#\n#######\n", NULL},
    {"dungeon", "#######\n#A..DX#\n#..$#.#\n#######\n",
     "1 to 3 of supplies '$' on the cheapest path from player 'A' to exit 'X': it has "
     "0"},
    {"dungeon", "#########\n#A$$$$DX#\n#########\n", "it has 4"},
};

static void broken_rules_names_the_rule(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const struct sample *s = &samples[i];
        struct level_game game = level_fixture_game(s->game, &level_arena);
        struct level_grid grid = level_fixture_grid(&game, s->level, &level_arena);
        size_t count;
        char *lines = broken(&game, &grid, &count);
        bool right = count == (s->line != NULL) && (!s->line || strstr(lines, s->line));
        CU_ASSERT(right);
        if (!right)
            printf("%s\n%sexpected: %s\n%zu broken: %s\n", s->game, s->level,
                   s->line ? s->line : "nothing", count, lines);
        free(lines);
    }
}

static void broken_rules_knows_mirror_images(void)
{
    static const char rules[] = "tiles: [{tile: a, name: a}, {tile: b, name: b}]\n"
                                "alike: [{what: %s, tiles: %s}]\n";
    static const struct {
        const char *what, *tiles, *level;
        size_t broken;
    } cases[] = {
        {"left_right", "ab", "aba\nbab\n", 0},
        {"left_right", "ab", "aab\nbab\n", 1},
        {"left_right", "a", "abba\n", 0},
        {"top_bottom", "ab", "aab\nbbb\naab\n", 0},
        {"top_bottom", "b", "ab\nba\n", 1},
        {"rows", "ab", "ab\nbb\nab\n", 0},
        {"rows", "ab", "ab\nbb\nbb\n", 1},
        {"columns", "ab", "abba\nbaab\n", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        size_t count;
        snprintf(text, sizeof text, rules, cases[i].what, cases[i].tiles);
        struct level_game game = level_fixture_rules(text, &level_arena);
        struct level_grid grid =
            level_fixture_grid(&game, cases[i].level, &level_arena);
        free(broken(&game, &grid, &count));
        CU_ASSERT_EQUAL(count, cases[i].broken);
    }
}

/* A way that only wrapping opens. */
static void reach_goes_around_where_edges_touch(void)
{
    static const char *const wraps[] = {"none", "horizontal", "both"};
    static const char *const levels[] = {"aw.wb\n", "a\nw\n.\nw\nb\n"};
    for (size_t w = 0; w < 3; w++)
        for (size_t l = 0; l < 2; l++) {
            char text[256];
            size_t count;
            snprintf(text, sizeof text,
                     "tiles: [{tile: a, name: a}, {tile: b, name: b}, "
                     "{tile: w, name: wall}, {tile: ., name: empty}]\n"
                     "wrap: %s\nreach: [{from: a, to: b, blocking: w}]\n",
                     wraps[w]);
            struct level_game game = level_fixture_rules(text, &level_arena);
            struct level_grid grid = level_fixture_grid(&game, levels[l], &level_arena);
            free(broken(&game, &grid, &count));
            CU_ASSERT_EQUAL(count, w > l ? 0 : 1);
        }
}

static void steps_counts_the_shortest_way(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_grid grid =
        level_fixture_grid(&game, "wwwwww\nw+w.gw\nw...ww\nwwwwww\n", &level_arena);
    struct arena scratch =
        arena_scratch(&level_arena, level_checker_bytes(level_cells(&grid)));
    tile_set key = TILE(level_game_tile_of(&game, '+')),
             door = TILE(level_game_tile_of(&game, 'g'));
    tile_set wall = TILE(level_game_tile_of(&game, 'w')),
             no = TILE(level_game_tile_of(&game, 'A'));
    CU_ASSERT_EQUAL(level_checker_steps(&game, &grid, key, door, wall, scratch), 5);
    CU_ASSERT_EQUAL(level_checker_steps(&game, &grid, door, key, wall, scratch), 5);
    CU_ASSERT_EQUAL(level_checker_steps(&game, &grid, key, no, wall, scratch),
                    SIZE_MAX);
}

/* ---- cost ---- */

/* The shortest way between two cells, by trying ever more steps. */
static size_t slow_distance(const struct level_game *game, size_t rows, size_t cols,
                            size_t from, size_t to)
{
    bool met[16] = {false}, now[16];
    met[from] = true;
    for (size_t steps = 0;; steps++) {
        if (met[to])
            return steps;
        memcpy(now, met, sizeof now);
        for (size_t v = 0; v < rows * cols; v++) {
            size_t list[4], n = level_grid_neighbours(game->wrap, rows, cols, v, list);
            for (size_t i = 0; now[v] && i < n; i++)
                met[list[i]] = true;
        }
    }
}

/* The cheapest fate of the cells of a tile from cell v on. */
static double slow_tile_cost(const struct level_game *game, uint8_t tile,
                             const struct level_grid *from, const struct level_grid *to,
                             size_t v, unsigned taken)
{
    if (v == level_cells(from))
        return 0;
    if (from->cell[v] != tile)
        return slow_tile_cost(game, tile, from, to, v + 1, taken);
    double best =
        game->tile[tile].delete + slow_tile_cost(game, tile, from, to, v + 1, taken);
    for (size_t u = 0; u < level_cells(to); u++) {
        if (to->cell[u] != tile || taken >> u & 1)
            continue;
        double cost = game->tile[tile].move *
                      (double)slow_distance(game, from->rows, from->cols, v, u);
        if (cost < best)
            best = fmin(best, cost + slow_tile_cost(game, tile, from, to, v + 1,
                                                    taken | 1u << u));
    }
    return best;
}

static void draw_costs(struct level_game *game, struct rng *rng)
{
    static const double costs[] = {0, 0.1, 1, 7, 1e6};
    for (size_t t = 0; t < game->n_tiles; t++) {
        game->tile[t].move = costs[rng_below(rng, 5)];
        game->tile[t].delete = costs[rng_below(rng, 5)];
    }
}

static double verified_cost(const struct level_game *game, const struct level_grid *a,
                            const struct level_grid *b)
{
    struct arena scratch =
        arena_scratch(&level_arena, level_verify_edits_bytes(level_cells(a)));
    return level_verify_edits(game, a, b, scratch);
}

/* Two levels of a game, of at most so many cells; small ones have two to four kinds of tiles. */
struct pair {
    struct level_game game;
    struct level_grid a, b;
    struct arena scratch;
};

static struct pair draw_pair(size_t number, size_t most_rows, size_t most_cols,
                             bool small, struct rng *rng)
{
    static const char *const names[] = {"zelda", "pacman", "pacman-paper"};
    struct pair pair = {.game = level_fixture_game(names[number % 3], &level_arena)};
    size_t rows = 1 + rng_below(rng, most_rows), cols = 1 + rng_below(rng, most_cols);
    double walls = small ? 0.3 : 0.5;
    if (small)
        pair.game.n_tiles = 2 + rng_below(rng, 3);
    pair.a = level_fixture_random(&pair.game, rows, cols, 0, walls, rng, &level_arena);
    pair.b =
        level_fixture_random(&pair.game, rows, cols, 0, walls - 0.1, rng, &level_arena);
    if (number % 2)
        draw_costs(&pair.game, rng);
    pair.scratch = arena_scratch(&level_arena, level_edit_cost_bytes(rows * cols));
    return pair;
}

static void cost_is_that_of_the_best_assignment(void)
{
    struct rng rng;
    rng_seed(&rng, 5, 1);
    for (size_t i = 0; i < 300; i++) {
        struct pair pair = draw_pair(i, 3, 4, true, &rng);
        const struct level_game game = pair.game;
        const struct level_grid a = pair.a, b = pair.b;
        struct arena scratch = pair.scratch;
        double slow = 0, cost = level_edit_cost(&game, &a, &b, scratch);
        for (size_t t = 0; t < game.n_tiles; t++)
            slow += slow_tile_cost(&game, (uint8_t)t, &a, &b, 0, 0);
        CU_ASSERT_DOUBLE_EQUAL(cost, slow, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(verified_cost(&game, &a, &b), slow, 1e-9);
        CU_ASSERT_EQUAL(level_edit_cost(&game, &a, &a, scratch), 0);
        if (fabs(cost - slow) > 1e-9) {
            printf("sample %zu: %g, all assignments %g\n", i, cost, slow);
            level_grid_print(&game, &a, stdout);
            level_grid_print(&game, &b, stdout);
        }
    }
}

/* On levels of a usual size, most of whose cells differ. */
static void cost_is_that_of_the_flow_of_verify(void)
{
    struct rng rng;
    rng_seed(&rng, 7, 1);
    for (size_t i = 0; i < 60; i++) {
        struct pair pair = draw_pair(i, 12, 14, false, &rng);
        double cost = level_edit_cost(&pair.game, &pair.a, &pair.b, pair.scratch);
        CU_ASSERT_DOUBLE_EQUAL(verified_cost(&pair.game, &pair.a, &pair.b), cost,
                               1e-9 * (1 + cost));
    }
}

static void cost_counts_cells_that_differ(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_grid a = level_fixture_grid(&game, "w.+\ngA1\n", &level_arena);
    struct level_grid b = level_fixture_grid(&game, "+.w\ngA2\n", &level_arena);
    struct arena scratch =
        arena_scratch(&level_arena, level_edit_cost_bytes(level_cells(&a)));
    CU_ASSERT_EQUAL(level_edit_cost(&game, &a, &b, scratch), 2 + 2 + 10);
    CU_ASSERT_EQUAL(verified_cost(&game, &a, &b), 2 + 2 + 10);
    level_game_hamming(&game);
    CU_ASSERT_EQUAL(level_edit_cost(&game, &a, &b, scratch), 3);
    CU_ASSERT_EQUAL(verified_cost(&game, &a, &b), 3);
    /* The same, told by the costs of tiles alone. */
    game.objective = LEVEL_EDIT;
    CU_ASSERT_EQUAL(level_edit_cost(&game, &a, &b, scratch), 3);
}

/* The levels that the paper's authors published. */
static void published_levels_are_as_measured(void)
{
    struct level_grid grids[64];
    struct level_game zelda = level_fixture_game("zelda", &level_arena);
    struct level_game pacman = level_fixture_game("pacman", &level_arena);
    tile_set key = TILE(level_game_tile_of(&zelda, '+')),
             door = TILE(level_game_tile_of(&zelda, 'g'));
    tile_set wall = TILE(level_game_tile_of(&zelda, 'w'));
    size_t n = level_fixture_folder(&zelda, "zelda", &level_arena, grids, 64),
           steps = 0, count;
    for (size_t i = 0; i < n; i++) {
        struct arena scratch = arena_scratch(&level_arena, level_checker_bytes(9 * 13));
        free(broken(&zelda, &grids[i], &count));
        CU_ASSERT_EQUAL(count, 0);
        steps += level_checker_steps(&zelda, &grids[i], key, door, wall, scratch);
    }
    CU_ASSERT_EQUAL(steps, n ? 626 : 0); /* a mean of 12.52 over 50 */
    n = level_fixture_folder(&pacman, "pacman", &level_arena, grids, 64);
    for (size_t i = 0; i < n; i++) {
        char *lines = broken(&pacman, &grids[i], &count);
        CU_ASSERT_PTR_NOT_NULL(strstr(lines, "no 2 x 2 block"));
        free(lines);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(broken_rules_names_the_rule),
        SUITE_TEST(broken_rules_knows_mirror_images),
        SUITE_TEST(reach_goes_around_where_edges_touch),
        SUITE_TEST(steps_counts_the_shortest_way),
        SUITE_TEST(cost_is_that_of_the_best_assignment),
        SUITE_TEST(cost_is_that_of_the_flow_of_verify),
        SUITE_TEST(cost_counts_cells_that_differ),
        SUITE_TEST(published_levels_are_as_measured),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_checker", level_fixture_open, level_fixture_close, tests);
}
