/* Arcs through a level: a tree over its open cells breaks no cut that any solution,
 * fractions or not, gives rise to, and what does not hang together is cut. */
#include "level_cell_presolve.h"
#include "level_game_parse.h"
#include "level_steiner_arc_cuts.h"
#include "rng.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { ROWS = 6, COLS = 7, CELLS = ROWS * COLS, ROUNDS = 200, MOST_VARIABLES = 1000 };

static const char text[] = "summary: test\n"
                           "tiles:\n"
                           "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                           "  - {tile: ., name: pellet, move: 1, delete: 1}\n"
                           "  - {tile: A, name: player, move: 10, delete: 10}\n"
                           "once: A\n"
                           "wrap: horizontal\n"
                           "reach:\n  - {from: A, to: ^w, blocking: w}\n";

/* A program whose cells are partly fixed as a level has them, with its arcs. */
struct fixture {
    struct arena arena;
    struct level_game game;
    struct level_cell_model lean;
    struct level_steiner_arcs arcs;
    tile_set passing;
    bool open[CELLS]; /* of the level */
    size_t first;     /* constraint of the arcs */
    bool made;
};

static size_t near(const struct fixture *fixture, size_t cell, size_t out[4])
{
    return level_grid_neighbours(fixture->game.wrap, ROWS, COLS, cell, out);
}

/* Open cells that hang together, and the number of cells among them. */
static size_t flood(const struct fixture *fixture, size_t start, bool *seen)
{
    size_t queue[CELLS], end = 0, next[4];
    seen[start] = true;
    queue[end++] = start;
    for (size_t at = 0; at < end; at++)
        for (size_t k = near(fixture, queue[at], next); k-- > 0;)
            if (fixture->open[next[k]] && !seen[next[k]]) {
                seen[next[k]] = true;
                queue[end++] = next[k];
            }
    return end;
}

static size_t count_parts(const struct fixture *fixture)
{
    bool seen[CELLS] = {false};
    size_t parts = 0;
    for (size_t v = 0; v < CELLS; v++)
        if (fixture->open[v] && !seen[v]) {
            flood(fixture, v, seen);
            parts++;
        }
    return parts;
}

/* Holds a cell as the level has it. */
static void fix(struct fixture *fixture, size_t cell)
{
    struct level_cell_model *lean = &fixture->lean;
    tile_set right = fixture->open[cell] ? fixture->passing : ~fixture->passing;
    for (uint32_t c = lean->first[cell]; c < lean->first[cell + 1]; c++) {
        const struct level_cell_choice *choice = &lean->choice[c];
        bool fits = choice->tile < 3 && (TILE(choice->tile) & right);
        if (choice->col != LEVEL_CELL_MODEL_IMPLIED && !fits)
            lean->program.col_high[choice->col] = 0;
        if (choice->col != LEVEL_CELL_MODEL_IMPLIED && fits && !fixture->open[cell])
            lean->program.col_low[choice->col] = 1;
    }
}

/* A level with so many parts (1, or 2: more than one), some of its cells fixed. */
static void set_up(struct fixture *fixture, struct rng *rng, size_t parts)
{
    struct error err;
    arena_init(&fixture->arena);
    CU_ASSERT_EQUAL_FATAL(level_game_parse(text, sizeof text - 1, "test.yaml",
                                           &fixture->arena, &fixture->game, &err),
                          STATUS_OK);
    struct level_grid broken = level_grid_new(ROWS, COLS, &fixture->arena);
    fixture->passing = level_all_tiles(&fixture->game) & ~TILE(0);
    do {
        for (size_t v = 0; v < CELLS; v++)
            fixture->open[v] = rng_chance(rng, 0.6);
    } while ((count_parts(fixture) > 1) != (parts > 1) || count_parts(fixture) == 0);
    for (size_t v = 0; v < CELLS; v++)
        broken.cell[v] = (uint8_t)rng_chance(rng, 0.5);
    CU_ASSERT_TRUE_FATAL(level_cell_model_init(&fixture->lean, &fixture->game, &broken,
                                               NULL, &fixture->arena));
    for (size_t v = 0; v < CELLS; v++)
        if (rng_chance(rng, 0.4))
            fix(fixture, v);
    fixture->first = fixture->lean.program.rows;
    fixture->made =
        level_steiner_arcs_init(&fixture->arcs, &fixture->lean, fixture->passing);
    CU_ASSERT_TRUE_FATAL(fixture->lean.program.cols <= MOST_VARIABLES);
}

/* The choices of the level, without arcs. */
static void choose(const struct fixture *fixture, double *x)
{
    const struct level_cell_model *lean = &fixture->lean;
    memset(x, 0, MOST_VARIABLES * sizeof *x);
    for (size_t v = 0; v < CELLS; v++) {
        tile_set right = fixture->open[v] ? TILE(1) : TILE(0);
        for (uint32_t c = lean->first[v]; c < lean->first[v + 1]; c++)
            if (lean->choice[c].col != LEVEL_CELL_MODEL_IMPLIED &&
                TILE(lean->choice[c].tile) == right)
                x[lean->choice[c].col] = 1;
    }
}

static void measure(const struct fixture *fixture, const double *x, double *open)
{
    for (size_t v = 0; v < CELLS; v++)
        open[v] = level_cell_model_value(&fixture->lean, x, v, fixture->passing);
}

static bool is_open(const struct fixture *fixture, uint32_t node)
{
    return fixture->open[fixture->arcs.cell[node]];
}

/* Arcs of trees over the open nodes, the first from the root; how many trees. */
static size_t grow_trees(const struct fixture *fixture, double *x)
{
    const struct level_steiner_arcs *arcs = &fixture->arcs;
    bool seen[CELLS] = {false};
    uint32_t queue[CELLS];
    size_t trees = 0;
    for (uint32_t i = 0; i < arcs->n_nodes; i++) {
        uint32_t end = 0, start = arcs->order[i];
        if (seen[start] || !is_open(fixture, start))
            continue;
        trees++;
        seen[start] = true;
        queue[end++] = start;
        for (uint32_t at = 0; at < end; at++)
            for (uint32_t a = arcs->first[queue[at]]; a < arcs->first[queue[at] + 1];
                 a++)
                if (is_open(fixture, arcs->to[a]) && !seen[arcs->to[a]]) {
                    x[arcs->col[a]] = seen[arcs->to[a]] = true;
                    queue[end++] = arcs->to[a];
                }
    }
    return trees;
}

/* Constraints of the arcs that a solution breaks. */
static size_t count_broken(const struct fixture *fixture, const double *x)
{
    const struct level_program *p = &fixture->lean.program;
    size_t broken = 0;
    for (size_t row = fixture->first; row < p->rows; row++) {
        double sum = 0;
        for (size_t k = p->start[row]; k < p->start[row + 1]; k++)
            sum += p->value[k] * x[p->index[k]];
        broken += sum < p->row_low[row] - 1e-9 || sum > p->row_high[row] + 1e-9;
    }
    return broken;
}

static void trees_keep_all_constraints(void)
{
    static struct fixture fixture;
    struct rng rng;
    size_t made = 0, cuts = 0;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < ROUNDS; i++) {
        double tree[MOST_VARIABLES], x[MOST_VARIABLES], open[CELLS];
        set_up(&fixture, &rng, 1);
        choose(&fixture, tree);
        if (fixture.made) {
            made++;
            CU_ASSERT_EQUAL(grow_trees(&fixture, tree), 1);
            measure(&fixture, tree, open);
            CU_ASSERT_EQUAL(
                level_steiner_arcs_cut(&fixture.arcs, tree, open, &fixture.arena), 0);
            for (int k = 0; k < 20; k++) {
                for (size_t j = 0; j < MOST_VARIABLES; j++)
                    x[j] = rng_chance(&rng, 0.5) ? rng_unit(&rng) : tree[j];
                measure(&fixture, x, open);
                cuts += level_steiner_arcs_cut(&fixture.arcs, x, open, &fixture.arena);
            }
            CU_ASSERT_EQUAL(count_broken(&fixture, tree), 0);
        }
        arena_free(&fixture.arena);
    }
    CU_ASSERT_TRUE(made > ROUNDS / 2);
    CU_ASSERT_TRUE(cuts > 1000);
}

static void parts_are_cut(void)
{
    static struct fixture fixture;
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < ROUNDS; i++) {
        double x[MOST_VARIABLES], open[CELLS];
        set_up(&fixture, &rng, 2);
        choose(&fixture, x);
        if (fixture.made) {
            size_t trees = grow_trees(&fixture, x);
            measure(&fixture, x, open);
            size_t cuts =
                level_steiner_arcs_cut(&fixture.arcs, x, open, &fixture.arena);
            CU_ASSERT_TRUE(trees > 1 && cuts >= trees - 1);
            CU_ASSERT_TRUE(count_broken(&fixture, x) >= cuts);
        }
        arena_free(&fixture.arena);
    }
}

/* As many constraints are broken after idle ones were dropped as before, wherever the
 * bounds allow. */
static void idle_constraints_hold(void)
{
    enum { POINTS = 20 };
    static struct fixture fixture;
    static double x[POINTS][MOST_VARIABLES];
    struct rng rng;
    size_t dropped = 0, broken[POINTS];
    rng_seed(&rng, 3, 0);
    for (int i = 0; i < ROUNDS; i++) {
        set_up(&fixture, &rng, 1);
        const struct level_program *p = &fixture.lean.program;
        fixture.first = 0;
        for (int k = 0; k < POINTS; k++) {
            for (size_t j = 0; j < p->cols; j++)
                x[k][j] = rng_chance(&rng, 0.5) ? p->col_low[j] : p->col_high[j];
            broken[k] = count_broken(&fixture, x[k]);
        }
        dropped += p->rows;
        level_cell_presolve_drop_redundant(&fixture.lean);
        dropped -= p->rows;
        for (int k = 0; k < POINTS; k++)
            CU_ASSERT_EQUAL(count_broken(&fixture, x[k]), broken[k]);
        arena_free(&fixture.arena);
    }
    CU_ASSERT_TRUE(dropped > 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(trees_keep_all_constraints),
        SUITE_TEST(parts_are_cut),
        SUITE_TEST(idle_constraints_hold),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_steiner_arc_cuts", NULL, NULL, tests);
}
