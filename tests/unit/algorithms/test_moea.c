/* moea: domination counts and distances against a slow twin, elites, children. */
#include "dominance.h"
#include "lone.h"
#include "moea.h"
#include "plain.h"
#include "suite.h"

enum { ROWS = 200, SEED = 5 };

/* Costs of few values, so that there are equal ones; some infeasible. */
static void fill_costs(struct population *pop, size_t objectives, unsigned values,
                       struct rng *rng)
{
    pop->objectives = objectives;
    pop->count = 1 + rng_below(rng, ROWS);
    for (size_t i = 0; i < pop->count * objectives; i++)
        pop->costs[i] = -(double)rng_below(rng, values);
    double infeasible = (double)rng_below(rng, 3) / 2; /* none, half or all */
    for (size_t i = 0; i < pop->count; i++)
        if (rng_chance(rng, infeasible))
            pop->costs[i * objectives] = INFINITY;
}

static bool dominates(const double *a, const double *b, size_t objectives)
{
    bool smaller = false;
    if (isinf(a[0]) != isinf(b[0]))
        return isinf(b[0]);
    for (size_t k = 0; k < objectives; k++) {
        if (a[k] > b[k])
            return false;
        smaller = smaller || a[k] < b[k];
    }
    return smaller;
}

static void compare(const struct population *pop, struct arena scratch)
{
    uint32_t dominators[ROWS], slow[ROWS] = {0};
    double distance[ROWS];
    size_t k = pop->objectives;
    dominance_weigh(pop, scratch, dominators, distance);
    for (size_t i = 0; i < pop->count; i++)
        for (size_t j = 0; j < pop->count; j++)
            slow[i] += dominates(pop->costs + j * k, pop->costs + i * k, k);
    for (size_t i = 0; i < pop->count; i++) {
        double sum = 0;
        for (size_t j = 0; j < pop->count; j++)
            for (size_t o = 0; o < k && !slow[i] && !slow[j]; o++)
                sum += pop->costs[i * k + o] != pop->costs[j * k + o];
        CU_ASSERT_EQUAL(dominators[i], slow[i]);
        CU_ASSERT_EQUAL(distance[i], sum);
    }
}

static void weigh_is_that_of_the_twin(void)
{
    struct rng rng;
    struct arena perm;
    struct error err;
    rng_init(&rng, SEED, 0, 0, RNG_PROBLEM);
    for (size_t objectives = 1; objectives <= MAX_OBJECTIVES; objectives++)
        for (unsigned values = 1; values < 300; values *= 3) {
            struct shape shape = {.genes = 1, .genome_bytes = 8};
            struct population pop;
            arena_init(&perm);
            shape.objectives = objectives;
            CU_ASSERT_FATAL(!population_init(&pop, &shape, ROWS, &perm, &err));
            fill_costs(&pop, objectives, values, &rng);
            struct arena scratch =
                arena_scratch(&perm, dominance_scratch(pop.count, objectives));
            compare(&pop, scratch);
            arena_free(&perm);
        }
}

/* With one objective the front is the best: it stays, and costs never rise. */
static void elite_of_one_objective_is_the_best(void)
{
    const struct moea_keys keys = {.population = 30,
                                   .tournament = 3,
                                   .elite = 1,
                                   .crossover = 0.5,
                                   .mutation = 0.05};
    const struct plain_keys plain = {.size = 64};
    struct lone lone;
    lone_open(&lone, &onemax_problem, &plain, &moea_algorithm, &keys, SEED);
    double best = lone_best(&lone);
    for (int g = 0; g < 60; g++) {
        lone_step(&lone);
        CU_ASSERT(lone_best(&lone) <= best);
        CU_ASSERT_EQUAL(lone.island.evaluations, 30u + 29u * ((unsigned)g + 1));
        best = lone_best(&lone);
    }
    CU_ASSERT(best <= 6);
    lone_close(&lone);
}

/* An infeasible row of the lowest second cost is not a member of the front, unless all rows are infeasible. */
static void feasible_rows_dominate_infeasible_ones(void)
{
    double costs[] = {5, 0, INFINITY, -9, 7, 1, INFINITY, -8};
    struct population pop = {.count = 4, .objectives = 2, .costs = costs};
    uint32_t dominators[4];
    double distance[4];
    struct arena perm;
    arena_init(&perm);
    struct arena scratch = arena_scratch(&perm, dominance_scratch(4, 2));
    dominance_weigh(&pop, scratch, dominators, distance);
    CU_ASSERT_EQUAL(dominators[0], 0);
    CU_ASSERT_EQUAL(dominators[1], 2);
    CU_ASSERT_EQUAL(dominators[2], 1);
    CU_ASSERT_EQUAL(dominators[3], 3);
    CU_ASSERT_EQUAL(distance[0], 0);
    costs[0] = costs[4] = INFINITY;
    dominance_weigh(&pop, scratch, dominators, distance);
    CU_ASSERT_EQUAL(dominators[0], 2);
    CU_ASSERT_EQUAL(dominators[1], 0);
    arena_free(&perm);
}

static void elite_larger_than_population_is_refused(void)
{
    const struct moea_keys keys = {.population = 5, .tournament = 3, .elite = 6};
    const struct plain_keys plain = {.size = 64};
    struct lone lone;
    lone_load(&lone, &onemax_problem, &plain);
    CU_ASSERT_EQUAL(lone_plan(&lone, &moea_algorithm, &keys), STATUS_INPUT);
    CU_ASSERT_STRING_EQUAL(lone.err.key, "moea.elite");
    lone_close(&lone);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(weigh_is_that_of_the_twin),
        SUITE_TEST(elite_of_one_objective_is_the_best),
        SUITE_TEST(feasible_rows_dominate_infeasible_ones),
        SUITE_TEST(elite_larger_than_population_is_refused),
        CU_TEST_INFO_NULL,
    };
    return suite_run("moea", NULL, NULL, tests);
}
