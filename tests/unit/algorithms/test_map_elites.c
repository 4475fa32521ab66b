/* The grid against a slow twin that remembers every genome that was ever evaluated. */
#include "lone.h"
#include "map_elites.h"
#include "plain.h"
#include "suite.h"

enum { BITS = 64, MET = 40000, SIDE = 4, CELLS = SIDE * SIDE };

static const struct plain_keys bits_64 = {BITS};
static const int64_t sides[] = {SIDE, SIDE, SIDE};
static const struct map_elites_keys usual = {.bins = {(void *)sides, 2},
                                             .start = 100,
                                             .batch = 20,
                                             .crossover = 0.5,
                                             .mutation = 0.05,
                                             .effort = 1};

/* OneMax with a cost of its own, so that cells differ, and a memory. */
static struct {
    uint64_t genome[MET];
    double cost[MET];
    size_t count;
    bool all_infeasible;
} met;

static void remember(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    (void)self, (void)scratch;
    for (size_t i = 0; i < n; i++) {
        uint64_t genome;
        memcpy(&genome, (const char *)genomes + i * sizeof genome, sizeof genome);
        cost[i] = (double)(genome * 0x9e3779b97f4a7c15U % 1000);
        if (genome % 7 == 0 || met.all_infeasible)
            cost[i] = INFINITY;
        CU_ASSERT_FATAL(met.count < MET);
        met.genome[met.count] = genome;
        met.cost[met.count++] = cost[i];
    }
}

static struct problem remembering(void)
{
    struct problem problem = onemax_problem;
    problem.evaluate = remember;
    met.count = 0;
    met.all_infeasible = false;
    return problem;
}

static size_t slow_cell(uint64_t genome)
{
    int first = __builtin_popcountll(genome & 0xffffffff);
    int second = __builtin_popcountll(genome >> 32);
    size_t row = (size_t)(first * SIDE / 32), column = (size_t)(second * SIDE / 32);
    row = row < SIDE ? row : SIDE - 1;
    column = column < SIDE ? column : SIDE - 1;
    return row * SIDE + column;
}

/* The first of the cheapest of each cell. */
static void slow_grid(double *cost, uint64_t *genome)
{
    for (size_t c = 0; c < CELLS; c++)
        cost[c] = INFINITY;
    for (size_t i = 0; i < met.count; i++) {
        size_t c = slow_cell(met.genome[i]);
        if (met.cost[i] < cost[c]) {
            cost[c] = met.cost[i];
            genome[c] = met.genome[i];
        }
    }
}

/* The algorithm's grid by its state views. */
static void grid_of(const struct lone *lone, const uint64_t **genome,
                    const double **cost)
{
    struct view views[MAX_VIEWS];
    CU_ASSERT_FATAL(map_elites_algorithm.state(lone->self, views) >= 2);
    CU_ASSERT_STRING_EQUAL(views[0].name, "elites");
    CU_ASSERT_STRING_EQUAL(views[1].name, "costs");
    CU_ASSERT_EQUAL_FATAL(views[1].bytes, CELLS * sizeof(double));
    *genome = views[0].data;
    *cost = views[1].data;
}

static void check_grid(const struct lone *lone)
{
    double expected[CELLS];
    uint64_t elite[CELLS];
    const uint64_t *genome;
    const double *cost;
    size_t filled = 0;
    slow_grid(expected, elite);
    grid_of(lone, &genome, &cost);
    for (size_t c = 0; c < CELLS; c++) {
        CU_ASSERT_EQUAL(cost[c], expected[c]);
        if (isfinite(expected[c])) {
            CU_ASSERT_EQUAL(genome[c], elite[c]);
            filled++;
        }
    }
    CU_ASSERT_EQUAL(lone->island.diversity, (double)filled / CELLS);
}

/* The archive, offered the population as the engine does, has the whole grid. */
static void archive_has_every_elite(void)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct problem problem = remembering();
        struct map_elites_keys keys = usual;
        struct lone lone;
        double expected[CELLS];
        uint64_t elite[CELLS];
        size_t filled = 0;
        keys.batch = 2; /* a population of 3 cannot show what the start brings */
        lone_open(&lone, &problem, &bits_64, &map_elites_algorithm, &keys, seed);
        for (int g = 0; g < 100; g++) {
            if (g)
                lone_step(&lone);
            for (size_t i = 0; i < lone.pop.count; i++)
                archive_offer(&lone.archive, &lone.puzzle,
                              population_genome(&lone.pop, i),
                              population_cost(&lone.pop, i), (struct origin){0},
                              lone.island.scratch);
            filled = 0;
            slow_grid(expected, elite);
            for (size_t c = 0; c < CELLS; c++) {
                uint32_t row = lone.archive.row_after[c];
                CU_ASSERT_EQUAL(row > 0, isfinite(expected[c]) != 0);
                if (!row)
                    continue;
                CU_ASSERT(!memcmp(population_genome(&lone.archive.pop, row - 1),
                                  &elite[c], 8));
                filled++;
            }
            CU_ASSERT_EQUAL(lone.archive.pop.count, filled);
        }
        lone_close(&lone);
    }
}

static void grid_keeps_the_best_of_each_cell(void)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct problem problem = remembering();
        struct lone lone;
        lone_open(&lone, &problem, &bits_64, &map_elites_algorithm, &usual, seed);
        CU_ASSERT_EQUAL(lone.island.evaluations, 100);
        check_grid(&lone);
        for (int g = 0; g < 200; g++)
            lone_step(&lone);
        CU_ASSERT_EQUAL(lone.island.evaluations, 100 + 200 * 20);
        CU_ASSERT_EQUAL(met.count, lone.island.evaluations);
        check_grid(&lone);
        lone_close(&lone);
    }
}

static void population_shows_best_and_new_elites(void)
{
    struct problem problem = remembering();
    struct lone lone;
    lone_open(&lone, &problem, &bits_64, &map_elites_algorithm, &usual, 6);
    for (int g = 0; g < 100; g++) {
        double before[CELLS], after[CELLS], best = INFINITY;
        uint64_t elite[CELLS];
        slow_grid(before, elite);
        lone_step(&lone);
        slow_grid(after, elite);
        for (size_t c = 0; c < CELLS; c++) {
            bool shown = false;
            best = fmin(best, after[c]);
            for (size_t i = 0; i < lone.pop.count; i++)
                shown |= !memcmp(population_genome(&lone.pop, i), &elite[c], 8);
            if (after[c] < before[c])
                CU_ASSERT(shown);
        }
        CU_ASSERT_EQUAL(population_cost(&lone.pop, 0)[0], best);
        for (size_t i = 0; i < lone.pop.count; i++)
            CU_ASSERT(isfinite(population_cost(&lone.pop, i)[0]));
    }
    lone_close(&lone);
}

/* Guests count as if they had been evaluated here; none is evaluated again. */
static void welcome_places_guests(void)
{
    struct problem problem = remembering();
    struct map_elites_keys keys = usual;
    struct lone lone;
    struct rng rng;
    keys.start = keys.batch = 40;
    rng_init(&rng, 8, 0, 0, RNG_ALGORITHM);
    lone_open(&lone, &problem, &bits_64, &map_elites_algorithm, &keys, 7);
    for (size_t i = 0; i < lone.pop.count; i++) {
        uint64_t genome = rng_next(&rng) & rng_next(&rng);
        memcpy(population_genome(&lone.pop, i), &genome, sizeof genome);
        remember(NULL, &genome, 1, lone.island.scratch, population_cost(&lone.pop, i));
    }
    uint64_t evaluations = lone.island.evaluations;
    map_elites_algorithm.welcome(lone.self, &lone.island);
    CU_ASSERT_EQUAL(lone.island.evaluations, evaluations);
    check_grid(&lone);
    lone_close(&lone);
}

/* Every corner of the range, and beyond it. */
static double fake_at[2];

static void fake_descriptors(const void *self, const void *genome, struct arena scratch,
                             double *out)
{
    (void)self, (void)genome, (void)scratch;
    out[0] = fake_at[0];
    out[1] = fake_at[1];
}

static void values_outside_belong_to_outer_bins(void)
{
    static const struct {
        double at;
        size_t bin;
    } cases[] = {{-INFINITY, 0}, {-5, 0},     {0, 0},      {0.2499, 0}, {0.25, 1},
                 {0.7499, 2},    {0.75, 3},   {1, 3},      {7, 3},      {INFINITY, 3},
                 {0.5, 2},       {0.4999, 1}, {-1e300, 0}, {1e300, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct problem problem = remembering();
        struct lone lone;
        const uint64_t *genome;
        const double *cost;
        problem.descriptors = fake_descriptors;
        fake_at[0] = cases[i].at;
        fake_at[1] = 0.6;
        lone_open(&lone, &problem, &bits_64, &map_elites_algorithm, &usual, 8);
        grid_of(&lone, &genome, &cost);
        for (size_t c = 0; c < CELLS; c++)
            CU_ASSERT_EQUAL(isfinite(cost[c]) != 0, c == cases[i].bin * SIDE + 2);
        lone_close(&lone);
    }
}

static void infeasible_ones_find_no_place(void)
{
    struct problem problem = remembering();
    struct lone lone;
    met.all_infeasible = true;
    lone_load(&lone, &problem, &bits_64);
    CU_ASSERT_EQUAL_FATAL(lone_plan(&lone, &map_elites_algorithm, &usual), STATUS_OK);
    lone_populate(&lone, 9);
    map_elites_algorithm.start(lone.self, &lone.island);
    for (int g = 0; g < 10; g++) {
        lone_step(&lone);
        CU_ASSERT_EQUAL(lone.island.diversity, 0);
        CU_ASSERT_EQUAL(lone_best(&lone), INFINITY);
    }
    met.all_infeasible = false; /* and the search comes alive when one is met */
    met.count = 0;
    lone_step(&lone);
    check_grid(&lone);
    lone_close(&lone);
}

static void refused(const struct problem *problem, const struct map_elites_keys *keys,
                    const char *key, const char *text)
{
    lone_refused(problem, &bits_64, &map_elites_algorithm, keys, key, text);
}

static void init_refuses_what_does_not_fit(void)
{
    static const int64_t many[] = {100000, 100000};
    struct map_elites_keys three = usual, huge = usual;
    three.bins.count = 3;
    huge.bins.items = (void *)many;
    refused(&match_problem, &usual, "algorithm", "needs descriptors");
    refused(&onemax_problem, &three, "map_elites.bins", "3 numbers");
    refused(&onemax_problem, &huge, "map_elites.bins", "more than 1000000 cells");
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(grid_keeps_the_best_of_each_cell),
        SUITE_TEST(archive_has_every_elite),
        SUITE_TEST(population_shows_best_and_new_elites),
        SUITE_TEST(welcome_places_guests),
        SUITE_TEST(values_outside_belong_to_outer_bins),
        SUITE_TEST(infeasible_ones_find_no_place),
        SUITE_TEST(init_refuses_what_does_not_fit),
        CU_TEST_INFO_NULL,
    };
    return suite_run("map_elites", NULL, NULL, tests);
}
