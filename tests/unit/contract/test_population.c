/* Flat populations, and diversity of fitness. */
#include "algorithm.h"
#include "suite.h"

#include <float.h>
#include <math.h>

static struct arena perm;
static struct population pop;
static struct error err;

static void populate(size_t genome_bytes, size_t objectives, const double *costs,
                     size_t n)
{
    struct shape shape = {
        .genes = genome_bytes, .genome_bytes = genome_bytes, .objectives = objectives};
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(population_init(&pop, &shape, n, &perm, &err), STATUS_OK);
    for (size_t i = 0; i < n; i++) {
        memset(population_genome(&pop, i), (int)i, genome_bytes);
        for (size_t k = 0; k < objectives; k++)
            population_cost(&pop, i)[k] = costs[i] + (double)k;
    }
    pop.count = n;
}

static void rows_are_aligned(void)
{
    static const double costs[5] = {0};
    static const struct {
        size_t bytes, stride;
    } cases[] = {{1, 8}, {8, 8}, {32, 32}, {40, 40}, {63, 64}, {64, 64}, {65, 128}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        populate(cases[i].bytes, 1, costs, 5);
        CU_ASSERT_EQUAL(pop.stride, cases[i].stride);
        size_t align = cases[i].bytes >= 64 ? 64 : 8;
        for (size_t row = 0; row < 5; row++)
            CU_ASSERT_EQUAL((uintptr_t)population_genome(&pop, row) % align, 0);
        arena_free(&perm);
    }
}

static void init_refuses_what_cannot_be_had(void)
{
    struct shape shape = {.genome_bytes = 64, .objectives = 1};
    arena_init(&perm);
    CU_ASSERT_EQUAL(population_init(&pop, &shape, SIZE_MAX / 8, &perm, &err),
                    STATUS_MEMORY);
    arena_free(&perm);
}

static void copy_takes_genome_and_all_costs(void)
{
    static const double costs[3] = {5, 6, 7};
    populate(40, 3, costs, 3);
    population_copy(&pop, 0, &pop, 2);
    CU_ASSERT_EQUAL(memcmp(population_genome(&pop, 0), population_genome(&pop, 2), 40),
                    0);
    for (size_t k = 0; k < 3; k++)
        CU_ASSERT_EQUAL(population_cost(&pop, 0)[k], 7 + (double)k);
    CU_ASSERT_EQUAL(population_cost(&pop, 1)[0], 6);
    arena_free(&perm);
}

/* As cost_key.h says it, of two rows. */
static bool slow_better(size_t a, size_t b)
{
    const double *left = population_cost(&pop, a), *right = population_cost(&pop, b);
    if (isfinite(left[0]) || isfinite(right[0]))
        return left[0] < right[0];
    return left[1] < right[1];
}

/* The slow twin: insertion sort, which keeps equals in place. */
static void slow_order(uint32_t *order)
{
    for (size_t i = 0; i < pop.count; i++) {
        size_t j = i;
        for (; j > 0 && slow_better(i, order[j - 1]); j--)
            order[j] = order[j - 1];
        order[j] = (uint32_t)i;
    }
}

static void order_equals_insertion_sort(void)
{
    enum { MOST = 130 };
    struct rng rng;
    rng_init(&rng, 1, 0, 0, RNG_ALGORITHM);
    for (size_t n = 1; n <= MOST; n++) {
        double costs[MOST];
        uint32_t order[MOST], expected[MOST];
        size_t values = 1 + rng_below(&rng, n);
        for (size_t i = 0; i < n; i++)
            costs[i] =
                rng_chance(&rng, 0.1) ? INFINITY : (double)rng_below(&rng, values);
        populate(8, 2, costs, n);
        for (size_t i = 0; i < n; i++)
            population_cost(&pop, i)[1] = (double)rng_below(&rng, values);
        slow_order(expected);
        population_order(&pop, arena_scratch(&perm, 16 * n), order);
        CU_ASSERT_EQUAL(memcmp(order, expected, n * sizeof *order), 0);
        CU_ASSERT_EQUAL(population_best(&pop), expected[0]);
        arena_free(&perm);
    }
}

static void ranks_ascend_as_numbers_do(void)
{
    static const double rising[] = {-INFINITY, -1e308, -1, -5e-324, 0,
                                    5e-324,    1,      2,  1e308,   INFINITY};
    for (size_t i = 1; i < sizeof rising / sizeof *rising; i++)
        CU_ASSERT(cost_key_of_number(rising[i - 1]) < cost_key_of_number(rising[i]));
    CU_ASSERT_EQUAL(cost_key_of_number(-0.0), cost_key_of_number(0.0));
    CU_ASSERT_EQUAL(cost_key_of_number(NAN), cost_key_of_number(INFINITY));
    CU_ASSERT_EQUAL(cost_key_of_number(-NAN), cost_key_of_number(INFINITY));
}

/* Any feasible row is before any infeasible one; those ascend by the second cost. */
static void infeasible_rows_rank_by_the_second_cost(void)
{
    static const double rising[][2] = {
        {-INFINITY, 9},    {-1, 8},        {3, 7},        {1e308, 6},
        {INFINITY, -2},    {INFINITY, 0},  {INFINITY, 1}, {INFINITY, 2},
        {INFINITY, 1e300}, {NAN, INFINITY}};
    for (size_t i = 1; i < sizeof rising / sizeof *rising; i++) {
        CU_ASSERT(cost_key_of(rising[i - 1], 2) < cost_key_of(rising[i], 2));
        CU_ASSERT_EQUAL(cost_key_of(rising[i], 1), cost_key_of_number(rising[i][0]));
    }
    static const double even[] = {3, 1}, odd[] = {3, 2};
    CU_ASSERT_EQUAL(cost_key_of(even, 2), cost_key_of(odd, 2));
}

static void moments_leave_infeasible_ones_out(void)
{
    static const double costs[] = {2, INFINITY, 4, 4, 4, INFINITY, 5, 5, 7, 9};
    double mean, deviation;
    populate(8, 1, costs, 10);
    CU_ASSERT_EQUAL(population_moments(&pop, &mean, &deviation), 8);
    CU_ASSERT_EQUAL(mean, 5);
    CU_ASSERT_EQUAL(deviation, 2);
    arena_free(&perm);
    static const double none[] = {INFINITY, INFINITY};
    populate(8, 1, none, 2);
    CU_ASSERT_EQUAL(population_moments(&pop, &mean, &deviation), 0);
    CU_ASSERT(isnan(mean) && isnan(deviation));
    arena_free(&perm);
}

/* The twin of the statistics, one row after the other. */
struct plain {
    double least, greatest, sum, squares, n;
};

static struct plain plain_statistics(void)
{
    struct plain all = {INFINITY, pop.count ? -INFINITY : INFINITY, 0, 0, 0};
    for (size_t row = 0; row < pop.count; row++) {
        double cost = population_cost(&pop, row)[0];
        double high = isnan(cost) ? INFINITY : cost;
        all.least = high < all.least ? high : all.least;
        all.greatest = high > all.greatest ? high : all.greatest;
        all.sum += isfinite(cost) ? cost : 0;
        all.n += isfinite(cost);
    }
    for (size_t row = 0; row < pop.count; row++) {
        double away = population_cost(&pop, row)[0] - all.sum / all.n;
        all.squares += isfinite(away) ? away * away : 0;
    }
    return all;
}

static double random_cost(struct rng *rng)
{
    static const double special[] = {INFINITY, -INFINITY, NAN, 0};
    return rng_chance(rng, 0.2) ? special[rng_below(rng, 4)] : 100 * rng_unit(rng) - 50;
}

/* Sizes about those of whole lanes, one cost or two; one in five costs is none that counts. */
static void statistics_are_those_of_plain_loops(void)
{
    enum { MOST = 40, TRIALS = 4000 };
    struct rng rng;
    rng_init(&rng, 6, 0, 0, RNG_PROBLEM);
    for (int trial = 0; trial < TRIALS; trial++) {
        double costs[MOST], mean, deviation;
        size_t n = rng_below(&rng, MOST);
        for (size_t i = 0; i < n; i++)
            costs[i] = random_cost(&rng);
        populate(8, 1 + rng_below(&rng, 2), costs, n);
        struct plain plain = plain_statistics();
        CU_ASSERT_EQUAL(population_least(&pop), plain.least);
        CU_ASSERT_EQUAL(population_greatest(&pop), plain.greatest);
        CU_ASSERT_EQUAL(population_moments(&pop, &mean, &deviation), plain.n);
        CU_ASSERT(plain.n > 0 || (isnan(mean) && isnan(population_mean(&pop))));
        if (plain.n > 0) {
            CU_ASSERT_DOUBLE_EQUAL(mean, plain.sum / plain.n, 1e-12);
            CU_ASSERT_EQUAL(population_mean(&pop), mean);
            CU_ASSERT_DOUBLE_EQUAL(deviation, sqrt(plain.squares / plain.n), 1e-12);
        }
        arena_free(&perm);
    }
}

static double diversity_of(const double *costs, size_t n)
{
    populate(8, 1, costs, n);
    double diversity = algorithm_diversity(&pop);
    arena_free(&perm);
    return diversity;
}

static void diversity_of_known_populations(void)
{
    static const double clones[] = {3, 3, 3, 3}, one[] = {7}, zeros[] = {0, 0, 0};
    static const double outlier[] = {0, 0, 0, 0, 12}, far[] = {INFINITY, INFINITY, 1};
    static const double known[] = {2, 4, 4, 4, 5, 5, 7, 9};
    static const double with_infeasible[] = {2, 4, INFINITY, 4, 4, 5, 5, 7, 9};
    static const double maximised[] = {-2, -4, -4, -4, -5, -5, -7, -9};
    CU_ASSERT_EQUAL(diversity_of(clones, 4), 0);
    CU_ASSERT_EQUAL(diversity_of(one, 1), 0);
    CU_ASSERT_EQUAL(diversity_of(zeros, 3), 0);
    CU_ASSERT_EQUAL(diversity_of(far, 3), 0);
    CU_ASSERT_DOUBLE_EQUAL(diversity_of(outlier, 5), 1, 1e-15); /* the most there is */
    CU_ASSERT_DOUBLE_EQUAL(diversity_of(known, 8), 0.4 / sqrt(7), 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(diversity_of(with_infeasible, 9), 0.4 / sqrt(7), 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(diversity_of(maximised, 8), 0.4 / sqrt(7), 1e-15);
}

/* As those of a number in each place, so large that sums and squares overflow. */
static void moments_of_the_largest_numbers(void)
{
    static const double penalties[] = {DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX};
    static const double both[] = {DBL_MAX, -DBL_MAX, DBL_MAX, -DBL_MAX};
    double costs[] = {2, 4, 4, 4, 5, 5, 7, 9}, mean, deviation;
    for (size_t i = 0; i < 8; i++)
        costs[i] = ldexp(costs[i], 1020);
    populate(8, 1, costs, 8);
    CU_ASSERT_EQUAL(population_moments(&pop, &mean, &deviation), 8);
    CU_ASSERT_EQUAL(mean, ldexp(5, 1020));
    CU_ASSERT_EQUAL(deviation, ldexp(2, 1020));
    arena_free(&perm);
    CU_ASSERT_DOUBLE_EQUAL(diversity_of(costs, 8), 0.4 / sqrt(7), 1e-15);
    CU_ASSERT_EQUAL(diversity_of(penalties, 4), 0);
    populate(8, 1, both, 4);
    CU_ASSERT_EQUAL(population_moments(&pop, &mean, &deviation), 4);
    CU_ASSERT_EQUAL(mean, 0);
    CU_ASSERT_EQUAL(deviation, DBL_MAX);
    arena_free(&perm);
}

/* Parts of random sizes, some empty or infeasible, against one population of all; every other
 * time of numbers of which the squares overflow. */
static void moments_of_a_union_are_those_of_all_together(void)
{
    enum { PARTS = 7, MOST = 30, TRIALS = 500 };
    struct rng rng;
    rng_init(&rng, 5, 0, 0, RNG_PROBLEM);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct moments parts[PARTS];
        double all[PARTS * MOST], unit = trial % 2 ? 0x1p990 : 1;
        size_t n = 0;
        for (int p = 0; p < PARTS; p++) {
            size_t first = n, size = rng_below(&rng, MOST);
            for (size_t i = 0; i < size; i++)
                all[n++] = rng_chance(&rng, 0.2)
                               ? INFINITY
                               : unit * (1e6 * (p + 1) + rng_unit(&rng));
            populate(8, 1, all + first, size);
            parts[p] = population_spread(&pop);
            arena_free(&perm);
        }
        populate(8, 1, all, n);
        struct moments direct = population_spread(&pop);
        struct moments joined = moments_union(parts, PARTS, sizeof *parts);
        CU_ASSERT_EQUAL(joined.n, direct.n);
        CU_ASSERT_DOUBLE_EQUAL(joined.mean, direct.mean, 1e-9 * direct.mean);
        CU_ASSERT_DOUBLE_EQUAL(joined.deviation, direct.deviation, 1e-9 * direct.mean);
        CU_ASSERT_DOUBLE_EQUAL(moments_diversity(joined), algorithm_diversity(&pop),
                               1e-9);
        arena_free(&perm);
    }
    CU_ASSERT_EQUAL(moments_union(NULL, 0, sizeof(struct moments)).n, 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(rows_are_aligned),
        SUITE_TEST(init_refuses_what_cannot_be_had),
        SUITE_TEST(copy_takes_genome_and_all_costs),
        SUITE_TEST(order_equals_insertion_sort),
        SUITE_TEST(ranks_ascend_as_numbers_do),
        SUITE_TEST(infeasible_rows_rank_by_the_second_cost),
        SUITE_TEST(moments_leave_infeasible_ones_out),
        SUITE_TEST(statistics_are_those_of_plain_loops),
        SUITE_TEST(diversity_of_known_populations),
        SUITE_TEST(moments_of_the_largest_numbers),
        SUITE_TEST(moments_of_a_union_are_those_of_all_together),
        CU_TEST_INFO_NULL,
    };
    return suite_run("population", NULL, NULL, tests);
}
