/* The dive and the search by windows against every level of eight cells: what they find is
 * playable, costs what is said, is cheaper than what was known and never below the optimum. */
#include "level_dive.h"
#include "level_reachability_cuts.h"
#include "level_twin.h"
#include "level_window_search.h"

#include <string.h>

enum { ROWS = 2, COLS = 4, CELLS = ROWS * COLS, LEVELS = 40, SEED = 17, WHOLE = CELLS };

#define TILES                                                                          \
    "summary: test\n"                                                                  \
    "tiles:\n"                                                                         \
    "  - {tile: w, name: wall, move: 1, delete: 3}\n"                                  \
    "  - {tile: ., name: floor, move: 1, delete: 4}\n"                                 \
    "  - {tile: A, name: player, move: 2, delete: 5}\n"                                \
    "wrap: horizontal\n"                                                               \
    "once: A\n"

/* Exits alone are constraints of the program, reachability takes cuts. */
static const char *const texts[] = {
    TILES "exits:\n  - {tiles: ., walls: w, least: 2}\n", TILES
    "counts:\n  - {tiles: ., least: 3}\nreach:\n  - {from: A, to: ., blocking: w}\n"};
enum { EXITS, REACH, GAMES };

/* A search, and what it has found. */
struct run {
    struct level_cell_model model;
    struct level_lp lp;
    struct level_branch_and_cut search;
    double best;
    uint8_t level[CELLS], last[CELLS];
    size_t taken, refused, radius;
};

static bool is_playable(const struct run *run, uint8_t *cell)
{
    struct level_grid grid = {ROWS, COLS, cell};
    struct arena scratch = arena_scratch(&level_arena, level_checker_bytes(CELLS));
    return !level_checker_report(run->model.game, &grid, scratch, NULL);
}

static double cost_of(const struct run *run, uint8_t *cell)
{
    struct level_grid grid = {ROWS, COLS, cell};
    struct arena scratch = arena_scratch(&level_arena, level_edit_cost_bytes(CELLS));
    return level_edit_cost(run->model.game, run->model.broken, &grid, scratch);
}

/* The steps between two cells; columns wrap. */
static size_t steps(size_t a, size_t b)
{
    size_t across = a % COLS > b % COLS ? a % COLS - b % COLS : b % COLS - a % COLS;
    across = across > COLS - across ? COLS - across : across;
    return across + (a / COLS != b / COLS);
}

/* Whether all cells that differ are within a window's radius of some cell. */
static bool is_local(const uint8_t *one, const uint8_t *other, size_t radius)
{
    for (size_t centre = 0; centre < CELLS; centre++) {
        bool within = true;
        for (size_t v = 0; v < CELLS; v++)
            within = within && (one[v] == other[v] || steps(centre, v) <= radius);
        if (within)
            return true;
    }
    return false;
}

static size_t cut_nothing(void *context, const double *x)
{
    (void)context;
    (void)x;
    return 0;
}

/* Takes a level that is cheaper than the best. */
static size_t take(void *context, const double *x)
{
    struct run *run = context;
    level_cell_model_read(&run->model, x, run->last);
    size_t cuts = level_reachability_cuts(&run->model, run->last);
    CU_ASSERT_EQUAL(cuts == 0, is_playable(run, run->last));
    run->refused += cuts > 0;
    if (cuts)
        return cuts;
    double cost = cost_of(run, run->last);
    CU_ASSERT(cost < run->best);
    CU_ASSERT_TRUE(!run->radius || is_local(run->last, run->level, run->radius));
    memcpy(run->level, run->last, CELLS);
    run->best = cost;
    run->taken++;
    return 0;
}

/* Loads the relaxation; returns its values. */
static const double *open_run(struct run *run, const struct level_game *game,
                              const struct level_grid *broken)
{
    const double *x;
    memset(run, 0, sizeof *run);
    CU_ASSERT_TRUE_FATAL(
        level_cell_model_init(&run->model, game, broken, NULL, &level_arena));
    CU_ASSERT_TRUE_FATAL(level_lp_open(&run->lp, &run->model.program, &level_arena));
    level_lp_solve(&run->lp, &run->model.program, INFINITY, &x);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x);
    run->best = INFINITY;
    run->search = (struct level_branch_and_cut){.model = &run->model,
                                                .lp = &run->lp,
                                                .deadline = INFINITY,
                                                .least_gain = 1,
                                                .best = &run->best,
                                                .context = run,
                                                .cut = cut_nothing,
                                                .take = take};
    return x;
}

static void draw(struct level_grid *grid, struct rng *rng)
{
    for (size_t v = 0; v < CELLS; v++)
        grid->cell[v] = (uint8_t)rng_below(rng, 3);
}

/* The relaxation as the dive leaves it is one of all levels: its bounds are restored. */
static void check_bounds(struct run *run, double least)
{
    const double *x;
    double bound = level_lp_solve(&run->lp, &run->model.program, INFINITY, &x);
    CU_ASSERT_PTR_NOT_NULL(x);
    CU_ASSERT(bound <= least + 1e-6);
}

static void a_dive_finds_levels_that_are_what_they_are_said_to_be(void)
{
    struct rng rng;
    rng_seed(&rng, SEED, 0);
    size_t found[GAMES] = {0}, optimal = 0, refused = 0;
    for (int i = 0; i < LEVELS; i++) {
        struct level_game game = level_fixture_rules(texts[i % GAMES], &level_arena);
        struct level_grid broken = level_grid_new(ROWS, COLS, &level_arena);
        struct run run, again;
        draw(&broken, &rng);
        double least = level_twin_cost(&game, &broken, &level_arena);
        open_run(&run, &game, &broken);
        CU_ASSERT_EQUAL(level_dive(&run.search, &level_arena), run.taken == 1);
        CU_ASSERT(run.best >= least - 1e-6);
        check_bounds(&run, least);
        found[i % GAMES] += run.taken;
        optimal += run.best < least + 1e-6;
        refused += run.refused;
        open_run(&again, &game, &broken);
        level_dive(&again.search, &level_arena);
        CU_ASSERT(run.best == again.best && memcmp(run.level, again.level, CELLS) == 0);
        level_lp_close(&run.lp);
        level_lp_close(&again.lp);
    }
    CU_ASSERT(found[EXITS] > LEVELS / 4 && found[REACH] > LEVELS / 4);
    CU_ASSERT(optimal > LEVELS / 4 && refused > 0);
}

static void a_dive_takes_nothing_beyond_its_limits(void)
{
    struct rng rng;
    rng_seed(&rng, SEED, 1);
    for (int i = 0; i < LEVELS; i++) {
        struct level_game game = level_fixture_rules(texts[i % GAMES], &level_arena);
        struct level_grid broken = level_grid_new(ROWS, COLS, &level_arena);
        struct run run;
        draw(&broken, &rng);
        double least = level_twin_cost(&game, &broken, &level_arena);
        open_run(&run, &game, &broken);
        run.best = least; /* nothing is cheaper */
        CU_ASSERT_FALSE(level_dive(&run.search, &level_arena));
        check_bounds(&run, least);
        run.best = INFINITY;
        run.search.deadline = -INFINITY;
        CU_ASSERT_FALSE(level_dive(&run.search, &level_arena));
        CU_ASSERT_EQUAL(run.taken, 0);
        level_lp_close(&run.lp);
    }
}

/* A playable level at random, as the best. */
static void begin_anywhere(struct run *run, struct rng *rng)
{
    struct level_grid grid = {ROWS, COLS, run->level};
    do
        draw(&grid, rng);
    while (!is_playable(run, run->level));
    run->best = cost_of(run, run->level);
}

static size_t search_windows(struct run *run, size_t radius)
{
    double x[1024];
    CU_ASSERT_TRUE_FATAL(run->model.program.cols < 1024);
    memcpy(x, level_lp_values(&run->lp), run->model.program.cols * sizeof *x);
    run->radius = radius;
    return level_window_search(&run->search, run->level, x, radius, &level_arena);
}

static void windows_improve_a_level_where_they_are(void)
{
    struct rng rng;
    size_t taken = 0, refused = 0, smaller = 0;
    rng_seed(&rng, SEED, 2);
    for (int i = 0; i < LEVELS; i++) {
        struct level_game game = level_fixture_rules(texts[i % GAMES], &level_arena);
        struct level_grid broken = level_grid_new(ROWS, COLS, &level_arena);
        struct run run, again;
        uint8_t first[CELLS];
        draw(&broken, &rng);
        double least = level_twin_cost(&game, &broken, &level_arena);
        open_run(&run, &game, &broken);
        open_run(&again, &game, &broken);
        begin_anywhere(&run, &rng);
        memcpy(first, run.level, CELLS);
        memcpy(again.level, first, CELLS);
        again.best = run.best;
        CU_ASSERT_EQUAL(search_windows(&run, 1), run.taken);
        CU_ASSERT(run.best >= least - 1e-6);
        CU_ASSERT_TRUE(is_playable(&run, run.level));
        check_bounds(&run, least);
        search_windows(&again, 1);
        CU_ASSERT(run.best == again.best && memcmp(run.level, again.level, CELLS) == 0);
        taken += run.taken;
        refused += run.refused;
        smaller += run.taken > 0 && run.best > least + 1e-6;
        level_lp_close(&run.lp);
        level_lp_close(&again.lp);
    }
    CU_ASSERT(taken > LEVELS && refused > 0 && smaller > 0);
}

/* Without cuts, one window that holds the whole level leaves nothing to be found. */
static void a_window_of_all_cells_finds_the_optimum(void)
{
    struct level_game game = level_fixture_rules(texts[EXITS], &level_arena);
    struct rng rng;
    size_t taken = 0;
    rng_seed(&rng, SEED, 3);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken = level_grid_new(ROWS, COLS, &level_arena);
        struct run run;
        draw(&broken, &rng);
        open_run(&run, &game, &broken);
        begin_anywhere(&run, &rng);
        search_windows(&run, WHOLE);
        CU_ASSERT_DOUBLE_EQUAL(run.best, level_twin_cost(&game, &broken, &level_arena),
                               1e-6);
        taken += run.taken;
        run.search.deadline = -INFINITY;
        run.best = INFINITY;
        CU_ASSERT_EQUAL(search_windows(&run, WHOLE), 0);
        level_lp_close(&run.lp);
    }
    CU_ASSERT(taken > 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        LEVEL_TEST(a_dive_finds_levels_that_are_what_they_are_said_to_be),
        LEVEL_TEST(a_dive_takes_nothing_beyond_its_limits),
        LEVEL_TEST(windows_improve_a_level_where_they_are),
        LEVEL_TEST(a_window_of_all_cells_finds_the_optimum), CU_TEST_INFO_NULL};
    return level_fixture_run("level_window_search", tests);
}
