/* The cell model against every level of six cells: constraints that it adds hold for
 * all that are playable, and what is not playable breaks one of them. */
#include "level_cell_model.h"
#include "level_fixture.h"
#include "level_minimum_cuts.h"
#include "level_partition_cuts.h"
#include "level_reachability_cuts.h"

#include <math.h>

enum {
    ROWS = 2,
    COLS = 3,
    CELLS = ROWS * COLS,
    LEVELS = 60,
    MOST_COLS = 200,
    SEED = 9
};

static const char tiles_text[] = "summary: test\n"
                                 "tiles:\n"
                                 "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                                 "  - {tile: ., name: floor, move: 1, delete: 1}\n"
                                 "  - {tile: A, name: player, move: 5, delete: 5}\n"
                                 "  - {tile: g, name: door, move: 5, delete: 5}\n"
                                 "  - {tile: +, name: key, move: 5, delete: 5}\n"
                                 "once: A+g\n"
                                 "reach:\n";

static struct level_game game_of(const char *reach)
{
    char text[2000];
    snprintf(text, sizeof text, "%s%s", tiles_text, reach);
    return level_fixture_rules(text, &level_arena);
}

/* From a door beyond which nothing is; from a key that can be walked over; all that is no
 * wall; and the player, too, who is reached anywhere. */
static const char *const reaches[] = {
    "  - {from: A, to: +g, blocking: wg}\n", "  - {from: A, to: +g, blocking: w}\n",
    "  - {from: A, to: ^w, blocking: w}\n", "  - {from: A, to: A+, blocking: wg}\n"};

/* Of the player alone, who may so stand between walls. */
static const char lonely_text[] = "summary: test\n"
                                  "tiles:\n"
                                  "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                                  "  - {tile: ., name: floor, move: 1, delete: 1}\n"
                                  "  - {tile: A, name: player, move: 5, delete: 5}\n"
                                  "once: A\n"
                                  "reach:\n"
                                  "  - {from: A, to: ^w, blocking: w}\n";

/* ---- levels by number ---- */

static size_t n_levels(const struct level_game *game)
{
    size_t n = 1;
    for (int i = 0; i < CELLS; i++)
        n *= game->n_tiles;
    return n;
}

static void name_level(const struct level_game *game, size_t number, uint8_t *cell)
{
    for (int i = 0; i < CELLS; i++, number /= game->n_tiles)
        cell[i] = (uint8_t)(number % game->n_tiles);
}

static bool stands_once(const struct level_game *game, const uint8_t *cell)
{
    for (size_t k = 0; k < game->n_counts; k++) {
        int n = 0;
        for (int i = 0; i < CELLS; i++)
            n += tile_in(game->counts[k].tiles, cell[i]);
        if (n != 1)
            return false;
    }
    return true;
}

static bool is_reached(const struct level_game *game, const uint8_t *cell)
{
    const struct level_reach *rule = &game->reach[0];
    bool seen[CELLS] = {false};
    for (int round = 0; round <= CELLS; round++)
        for (int i = 0; i < CELLS; i++) {
            seen[i] = seen[i] || tile_in(rule->from, cell[i]);
            size_t near[4],
                k = level_grid_neighbours(LEVEL_WRAP_NONE, ROWS, COLS, (size_t)i, near);
            while (k-- > 0)
                if (seen[i] && !tile_in(rule->blocking, cell[i]))
                    seen[near[k]] = true;
        }
    for (int i = 0; i < CELLS; i++)
        if (tile_in(rule->to, cell[i]) && !seen[i])
            return false;
    return true;
}

/* ---- levels as solutions ---- */

/* The values of all variables that say so; false when the program leaves the level out,
 * since another is like it. */
static bool solution_of(const struct level_cell_model *lean, const uint8_t *cell,
                        double *x)
{
    memset(x, 0, MOST_COLS * sizeof *x);
    for (size_t v = 0; v < CELLS; v++) {
        const struct level_cell_choice *found = NULL;
        for (uint32_t c = lean->first[v]; c < lean->first[v + 1]; c++) {
            const struct level_cell_choice *choice = &lean->choice[c];
            bool shared = choice->tile == lean->game->n_tiles;
            if (choice->tile == cell[v] ||
                (shared && !found && tile_in(lean->interchangeable, cell[v])))
                found = choice;
        }
        if (!found)
            return false;
        if (found->col != LEVEL_CELL_MODEL_IMPLIED)
            x[found->col] = 1;
    }
    return true;
}

/* Constraints from a first one on that a solution breaks. */
static size_t broken_rows(const struct level_cell_model *lean, size_t first,
                          const double *x)
{
    const struct level_program *p = &lean->program;
    size_t broken = 0;
    for (size_t row = first; row < p->rows; row++) {
        double sum = 0;
        for (size_t k = p->start[row]; k < p->start[row + 1]; k++)
            sum += p->value[k] * x[p->index[k]];
        broken += sum < p->row_low[row] - 1e-6 || sum > p->row_high[row] + 1e-6;
    }
    return broken;
}

/* Whether all playable levels keep the constraints from a first one on. */
static bool all_playable_keep(const struct level_cell_model *lean, size_t first)
{
    double x[MOST_COLS];
    uint8_t cell[CELLS];
    for (size_t i = 0; i < n_levels(lean->game); i++) {
        name_level(lean->game, i, cell);
        if (stands_once(lean->game, cell) && is_reached(lean->game, cell) &&
            solution_of(lean, cell, x) && broken_rows(lean, first, x) > 0)
            return false;
    }
    return true;
}

static struct level_grid draw_level(const struct level_game *game, struct rng *rng)
{
    struct level_grid level = level_grid_new(ROWS, COLS, &level_arena);
    do
        for (size_t v = 0; v < CELLS; v++)
            level.cell[v] =
                (uint8_t)(rng_chance(rng, 0.7) ? 0 : rng_below(rng, game->n_tiles));
    while (!stands_once(game, level.cell));
    return level;
}

static void open_lean(struct level_cell_model *lean, const struct level_game *game,
                      const struct level_grid *broken)
{
    CU_ASSERT_TRUE_FATAL(level_cell_model_init(lean, game, broken, NULL, &level_arena));
    CU_ASSERT_TRUE_FATAL(lean->program.cols < MOST_COLS);
}

/* Rows that were added and what stands in them: with fewer, or longer ones, a cut says
 * less and is right as well. Where a change makes more or shorter ones, the numbers
 * follow it. */
struct strength {
    size_t rows, entries;
};

static void check_strength(struct strength now, struct strength recorded)
{
    bool holds = now.rows >= recorded.rows && now.entries <= recorded.entries;
    CU_ASSERT_TRUE(holds);
    if (!holds)
        printf("{%zu, %zu}\n", now.rows, now.entries);
}

static void cuts_hold_for_all_that_is_playable(void)
{
    static const struct strength recorded[] = {
        {94, 898}, {94, 619}, {65, 392}, {60, 379}};
    struct rng rng;
    rng_seed(&rng, SEED, 0);
    for (int kind = 0; kind < 4; kind++) {
        struct level_game game = game_of(reaches[kind]);
        struct strength now = {0};
        for (int i = 0, cut = 0; i < LEVELS; i++) {
            struct level_grid broken = draw_level(&game, &rng);
            struct level_grid level = draw_level(&game, &rng);
            struct level_cell_model lean;
            double x[MOST_COLS];
            open_lean(&lean, &game, &broken);
            size_t first = lean.program.rows, entries = lean.program.entries;
            size_t added = level_reachability_cuts(&lean, level.cell);
            now.rows += lean.program.rows - first;
            now.entries += lean.program.entries - entries;
            CU_ASSERT_EQUAL(added == 0, is_reached(&game, level.cell));
            CU_ASSERT(lean.program.rows - first <= added);
            if (solution_of(&lean, level.cell, x))
                CU_ASSERT_EQUAL(broken_rows(&lean, first, x),
                                lean.program.rows - first);
            CU_ASSERT_TRUE(cut++ % 4 || all_playable_keep(&lean, 0));
            CU_ASSERT_TRUE(added == 0 || all_playable_keep(&lean, first));
        }
        check_strength(now, recorded[kind]);
    }
}

/* Every level that is not playable is cut off, and no other. */
static void cuts_hold_where_the_source_stands_alone(void)
{
    struct level_game game = level_fixture_rules(lonely_text, &level_arena);
    struct level_grid level = level_grid_new(ROWS, COLS, &level_arena);
    struct rng rng;
    int cut = 0;
    rng_seed(&rng, SEED, 4);
    struct level_grid broken = draw_level(&game, &rng);
    for (size_t i = 0; i < n_levels(&game); i++) {
        struct level_cell_model lean;
        name_level(&game, i, level.cell);
        if (!stands_once(&game, level.cell) || is_reached(&game, level.cell))
            continue;
        open_lean(&lean, &game, &broken);
        size_t first = lean.program.rows;
        CU_ASSERT(level_reachability_cuts(&lean, level.cell) > 0);
        CU_ASSERT_TRUE(all_playable_keep(&lean, first));
        cut++;
    }
    CU_ASSERT(cut > LEVELS);
}

/* Minimum cuts of a solution between two levels hold for all that is playable, and are
 * violated; of a level itself there are some exactly if it is not playable. Returns how many
 * there are. */
static size_t check_minimum_cuts(const struct level_game *game, struct rng *rng)
{
    const struct level_reach *rule = &game->reach[0];
    size_t cut = 0;
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken = draw_level(game, rng);
        struct level_grid one = draw_level(game, rng);
        struct level_grid two = i % 2 ? one : draw_level(game, rng);
        struct level_cell_model lean;
        double x[MOST_COLS], y[MOST_COLS];
        open_lean(&lean, game, &broken);
        if (!solution_of(&lean, one.cell, x) || !solution_of(&lean, two.cell, y))
            continue;
        for (size_t j = 0; j < MOST_COLS; j++)
            x[j] = 0.6 * x[j] + 0.4 * y[j];
        size_t first = lean.program.rows;
        size_t added = level_minimum_cuts(&lean, rule, rule->to, x, &level_arena);
        CU_ASSERT_EQUAL(broken_rows(&lean, first, x), lean.program.rows - first);
        CU_ASSERT_TRUE(added == 0 || all_playable_keep(&lean, first));
        CU_ASSERT(i % 2 == 0 || (added == 0) == is_reached(game, one.cell));
        cut += added;
    }
    return cut;
}

static void minimum_cuts_hold_for_all_that_is_playable(void)
{
    static const char *const rules[] = {
        "  - {from: A, to: +g, blocking: wg}\n", "  - {from: A, to: ^w, blocking: w}\n",
        "  - {from: +., to: gA, blocking: wA}\n",
        "  - {from: \".w\", to: \".+\", blocking: w}\n"};
    const struct level_game lonely = level_fixture_rules(lonely_text, &level_arena);
    struct rng rng;
    size_t cut = 0;
    rng_seed(&rng, SEED, 6);
    for (int kind = 0; kind < 4; kind++) {
        struct level_game game = game_of(rules[kind]);
        cut += check_minimum_cuts(&game, &rng);
    }
    CU_ASSERT(cut > LEVELS);
    CU_ASSERT(check_minimum_cuts(&lonely, &rng) > LEVELS / 2);
}

static const char two_rules[] = "  - {from: A, to: ^w, blocking: wg}\n"
                                "  - {from: A, to: ^w, blocking: w+}\n";

/* What one rule of reachability asks for does not hide what another does. */
static void each_rule_is_cut(void)
{
    struct level_game game = game_of(two_rules), one = game, other = game;
    struct rng rng;
    size_t n_both = 0;
    one.n_reach = other.n_reach = 1;
    other.reach[0] = game.reach[1];
    rng_seed(&rng, SEED, 5);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken = draw_level(&game, &rng);
        struct level_grid level = draw_level(&game, &rng);
        const struct level_game *games[] = {&game, &one, &other};
        size_t added[3];
        for (int k = 0; k < 3; k++) {
            struct level_cell_model lean;
            open_lean(&lean, games[k], &broken);
            added[k] = level_reachability_cuts(&lean, level.cell);
        }
        CU_ASSERT_EQUAL(added[0], added[1] + added[2]);
        n_both += added[1] > 0 && added[2] > 0;
    }
    CU_ASSERT(n_both > 5);
}

static void cuts_of_shares_hold_for_all_that_is_playable(void)
{
    struct level_game game = game_of(reaches[2]);
    struct strength now = {0};
    struct rng rng;
    size_t added = 0;
    rng_seed(&rng, SEED, 1);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken = draw_level(&game, &rng);
        struct level_cell_model lean;
        double open[CELLS];
        open_lean(&lean, &game, &broken);
        for (int v = 0; v < CELLS; v++)
            open[v] =
                rng_chance(&rng, 0.5) ? (double)rng_below(&rng, 2) : rng_unit(&rng);
        size_t first = lean.program.rows, entries = lean.program.entries;
        added += level_partition_cuts(&lean,
                                      level_all_tiles(&game) & ~game.reach[0].blocking,
                                      open, &level_arena);
        now.rows += lean.program.rows - first;
        now.entries += lean.program.entries - entries;
        CU_ASSERT_TRUE(all_playable_keep(&lean, first));
    }
    check_strength(now, (struct strength){36, 150});
    CU_ASSERT(added > LEVELS / 4);
}

/* ---- what a cell may be ---- */

/* Least and most by trying all choices within the bounds. */
static struct level_cell_range span_again(const struct level_cell_model *lean,
                                          size_t cell, tile_set tiles)
{
    struct level_cell_range span = {1, 0};
    const struct level_program *p = &lean->program;
    for (uint32_t c = lean->first[cell]; c < lean->first[cell + 1]; c++) {
        const struct level_cell_choice *choice = &lean->choice[c];
        bool can =
            choice->col == LEVEL_CELL_MODEL_IMPLIED || p->col_high[choice->col] > 0;
        for (uint32_t o = lean->first[cell]; o < lean->first[cell + 1]; o++)
            if (o != c && lean->choice[o].col != LEVEL_CELL_MODEL_IMPLIED)
                can = can && p->col_low[lean->choice[o].col] < 1;
        if (!can)
            continue;
        tile_set own = choice->tile == lean->game->n_tiles ? lean->interchangeable
                                                           : TILE(choice->tile);
        span.low = fmin(span.low, (own & tiles) != 0);
        span.high = fmax(span.high, (own & tiles) != 0);
    }
    return span;
}

static bool holds_implied(const struct level_cell_model *lean, size_t cell,
                          tile_set tiles)
{
    for (uint32_t c = lean->first[cell]; c < lean->first[cell + 1]; c++)
        if (lean->choice[c].col == LEVEL_CELL_MODEL_IMPLIED)
            return tile_in(tiles, lean->choice[c].tile);
    return false;
}

/* At every cell one choice is ruled out, or made. */
static void spans_are_least_and_most(void)
{
    struct level_game game = game_of(reaches[0]);
    struct rng rng;
    rng_seed(&rng, SEED, 2);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken = draw_level(&game, &rng);
        struct level_cell_model lean;
        open_lean(&lean, &game, &broken);
        for (size_t v = 0; v < CELLS; v++) {
            uint32_t n = lean.first[v + 1] - lean.first[v];
            int col = lean.choice[lean.first[v] + (uint32_t)rng_below(&rng, n)].col;
            bool made = rng_chance(&rng, 0.5);
            if (col != LEVEL_CELL_MODEL_IMPLIED)
                *(made ? &lean.program.col_low[col] : &lean.program.col_high[col]) =
                    made;
            for (tile_set tiles = 1; tiles <= level_all_tiles(&game); tiles++) {
                struct level_cell_range span = level_cell_model_range(&lean, v, tiles);
                struct level_cell_range again = span_again(&lean, v, tiles);
                /* Where a choice is made, one end is known by halves. */
                CU_ASSERT(span.low >= 0 && span.low <= again.low);
                CU_ASSERT(span.high <= 1 && span.high >= again.high);
                bool implied = holds_implied(&lean, v, tiles);
                CU_ASSERT((made && implied) || span.low == again.low);
                CU_ASSERT((made && !implied) || span.high == again.high);
            }
        }
    }
}

/* Tiles that stand once and are reached alike share a variable. */
static void tiles_alike_are_found(void)
{
    for (int kind = 0; kind < 4; kind++) {
        struct level_game game = game_of(reaches[kind]);
        struct level_cell_model lean;
        struct rng rng;
        rng_seed(&rng, SEED, 3);
        struct level_grid broken = draw_level(&game, &rng);
        open_lean(&lean, &game, &broken);
        CU_ASSERT_EQUAL(lean.interchangeable,
                        kind % 3 == 0 ? 0 : level_fixture_set(&game, "+g"));
        CU_ASSERT_EQUAL(lean.connected[0], kind == 2);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {LEVEL_TEST(cuts_hold_for_all_that_is_playable),
                           LEVEL_TEST(minimum_cuts_hold_for_all_that_is_playable),
                           LEVEL_TEST(cuts_hold_where_the_source_stands_alone),
                           LEVEL_TEST(each_rule_is_cut),
                           LEVEL_TEST(cuts_of_shares_hold_for_all_that_is_playable),
                           LEVEL_TEST(spans_are_least_and_most),
                           LEVEL_TEST(tiles_alike_are_found),
                           CU_TEST_INFO_NULL};
    return level_fixture_run("level_cell_model", tests);
}
