/* Parents are chosen as often as the formulas say, survivors as a slow twin says. */
#include "selection.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>

static struct arena perm;
static struct population pop;
static struct arena scratch;
static struct error err;

/* Eight-byte genomes and the given costs. */
static void populate(const double *costs, size_t n)
{
    struct shape shape = {.genes = 8, .genome_bytes = 8, .objectives = 1};
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(population_init(&pop, &shape, n, &perm, &err), STATUS_OK);
    for (size_t i = 0; i < n; i++) {
        memcpy(population_genome(&pop, i), &i, sizeof i);
        population_cost(&pop, i)[0] = costs[i];
    }
    pop.count = n;
    scratch = arena_scratch(&perm, 32 * n + 4 * ARENA_ALIGN);
}

/* Pearson's statistic of the draws against the chances, n - 1 degrees of freedom. */
static double chi_square(const size_t *drawn, const double *chance, size_t n,
                         size_t draws)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double expected = chance[i] * (double)draws;
        double off = (double)drawn[i] - expected;
        sum += off * off / expected;
    }
    return sum;
}

enum { N = 10, DRAWS = 200000 };

/* The 0.999 quantile for 9 degrees of freedom. */
static const double LIMIT = 27.88;

/* Ranks 6 2 9 1 ... of the rows. */
static const double costs[N] = {6, 2, 9, 1, INFINITY, 3, 8, 4, 7, 5};

static void draw(enum selection_rule rule, size_t tournament,
                 const double *chance_of_rank)
{
    static const size_t rank_of[N] = {5, 1, 8, 0, 9, 2, 7, 3, 6, 4};
    size_t drawn[N] = {0};
    double chance[N];
    struct selection selector;
    struct rng rng;
    populate(costs, N);
    rng_init(&rng, 7, 0, 0, RNG_ALGORITHM);
    struct arena rest = scratch;
    selection_init(&selector, rule, tournament, &pop, &rest);
    for (size_t i = 0; i < N; i++)
        chance[i] = chance_of_rank[rank_of[i]];
    for (size_t i = 0; i < DRAWS; i++)
        drawn[selection_parent(&selector, &rng)]++;
    double off = chi_square(drawn, chance, N, DRAWS);
    if (off > LIMIT)
        printf("seed 7: chi-square %.2f\n", off);
    CU_ASSERT(off < LIMIT);
    arena_free(&perm);
}

static void rank_frequencies_follow_formula(void)
{
    double chance[N];
    for (size_t i = 0; i < N; i++)
        chance[i] = (sqrt((double)i + 2) - sqrt((double)i + 1)) / (sqrt(N + 1.0) - 1);
    draw(SELECT_RANK, 0, chance);
}

static void tournament_frequencies_follow_formula(void)
{
    for (size_t k = 1; k <= 4; k++) {
        double chance[N];
        for (size_t i = 0; i < N; i++)
            chance[i] = pow((double)(N - i) / N, (double)k) -
                        pow((double)(N - i - 1) / N, (double)k);
        draw(SELECT_TOURNAMENT, k, chance);
    }
}

static void best_is_first_rows_of_order(void)
{
    uint32_t order[N];
    populate(costs, N);
    selection_best(&pop, 1, scratch, order);
    CU_ASSERT_EQUAL(order[0], 3);
    selection_best(&pop, 3, scratch, order);
    CU_ASSERT_EQUAL(order[0], 3);
    CU_ASSERT_EQUAL(order[1], 1);
    CU_ASSERT_EQUAL(order[2], 5);
    arena_free(&perm);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorted costs of the rows in use. */
static void sorted_costs(double *out)
{
    for (size_t i = 0; i < pop.count; i++)
        out[i] = population_cost(&pop, i)[0];
    qsort(out, pop.count, sizeof *out, by_value);
}

static void survivors_are_the_best(void)
{
    struct rng rng;
    rng_init(&rng, 3, 0, 0, RNG_ALGORITHM);
    for (size_t n = 1; n <= 40; n++) {
        double cost[40], before[40], after[40];
        for (size_t i = 0; i < n; i++) {
            size_t number = rng_below(&rng, 12);
            cost[i] = n % 3 == 0 && number == 11 ? INFINITY : (double)number;
        }
        populate(cost, n);
        sorted_costs(before);
        size_t keep = rng_below(&rng, n + 3);
        selection_survivors(&pop, keep, 0, scratch);
        CU_ASSERT_EQUAL_FATAL(pop.count, keep < n ? keep : n);
        sorted_costs(after);
        for (size_t i = 0; i < pop.count; i++) {
            size_t genome;
            CU_ASSERT_EQUAL(after[i], before[i]);
            memcpy(&genome, population_genome(&pop, i), sizeof genome);
            CU_ASSERT_EQUAL(cost[genome], population_cost(&pop, i)[0]);
        }
        arena_free(&perm);
    }
}

/* The slow twin: for every value of the genome, its least cost. */
static void survivors_drop_equal_genomes(void)
{
    struct rng rng;
    rng_init(&rng, 4, 0, 0, RNG_ALGORITHM);
    for (size_t n = 1; n <= 40; n++) {
        double cost[40], after[40], least[9], expected[9];
        size_t distinct = 0, keep = rng_below(&rng, 9);
        for (size_t v = 0; v < 9; v++)
            least[v] = INFINITY;
        for (size_t i = 0; i < n; i++)
            cost[i] = (double)rng_below(&rng, 12);
        populate(cost, n);
        for (size_t i = 0; i < n; i++) {
            size_t value = rng_below(&rng, 9);
            memcpy(population_genome(&pop, i), &value, sizeof value);
            least[value] = fmin(least[value], cost[i]);
        }
        for (size_t v = 0; v < 9; v++)
            if (least[v] < INFINITY)
                expected[distinct++] = least[v];
        qsort(expected, distinct, sizeof *expected, by_value);
        selection_survivors(&pop, keep, 8, scratch);
        CU_ASSERT_EQUAL_FATAL(pop.count, keep < distinct ? keep : distinct);
        sorted_costs(after);
        for (size_t i = 0; i < pop.count; i++)
            CU_ASSERT_EQUAL(after[i], expected[i]);
        arena_free(&perm);
    }
}

static void of_equals_the_first_stays(void)
{
    static const double same[6] = {1, 1, 1, 1, 1, 1};
    size_t genome;
    populate(same, 6);
    selection_survivors(&pop, 1, 0, scratch);
    memcpy(&genome, population_genome(&pop, 0), sizeof genome);
    CU_ASSERT_EQUAL(genome, 0);
    arena_free(&perm);
    populate(same, 6); /* one too many, which is dropped without sorting */
    selection_survivors(&pop, 5, 0, scratch);
    for (size_t i = 0; i < 5; i++) {
        memcpy(&genome, population_genome(&pop, i), sizeof genome);
        CU_ASSERT_EQUAL(genome, i);
    }
    arena_free(&perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(rank_frequencies_follow_formula),
        SUITE_TEST(tournament_frequencies_follow_formula),
        SUITE_TEST(best_is_first_rows_of_order),
        SUITE_TEST(survivors_are_the_best),
        SUITE_TEST(survivors_drop_equal_genomes),
        SUITE_TEST(of_equals_the_first_stays),
        CU_TEST_INFO_NULL,
    };
    return suite_run("select", NULL, NULL, tests);
}
