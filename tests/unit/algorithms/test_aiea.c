/* aiea: how often clones are mutated, who leaves, and that it gets somewhere. */
#include "aiea.h"
#include "lone.h"
#include "plain.h"
#include "suite.h"

enum { SEED = 9 };

static const struct plain_keys bits = {.size = 64};
static unsigned mutations; /* seen by the spy */

static void spy_mutate(const void *self, double rate, struct rng *rng,
                       struct arena scratch, void *genome)
{
    mutations++;
    onemax_problem.mutate(self, rate, rng, scratch, genome);
}

static void open_spied(struct lone *lone, const struct aiea_keys *keys)
{
    static struct problem spied;
    spied = onemax_problem;
    spied.mutate = spy_mutate;
    lone_open(lone, &spied, &bits, &aiea_algorithm, keys, SEED);
    mutations = 0;
}

/* Gives a row a genome of so many ones, and its cost. */
static void set_row(struct lone *lone, size_t row, size_t ones)
{
    unsigned char *genome = population_genome(&lone->pop, row);
    for (size_t i = 0; i < 8; i++)
        genome[i] = (unsigned char)(ones >= 8 * (i + 1) ? 0xff
                                    : ones <= 8 * i     ? 0
                                                        : 0xff >> (8 - ones % 8));
    lone->puzzle.problem->evaluate(lone->puzzle.self, genome, 1, lone->island.scratch,
                                   population_cost(&lone->pop, row));
    CU_ASSERT_EQUAL(population_cost(&lone->pop, row)[0], 64.0 - (double)ones);
}

/* Of two individuals the parent is the better or the worse: 1 or 7 mutations; halfway
 * between, 4. */
static void mutations_follow_the_relative_cost(void)
{
    const struct aiea_keys keys = {.population = 3,
                                   .births = 1,
                                   .tournament = 1,
                                   .mutations = 7,
                                   .mutation = 0.01};
    unsigned seen[8] = {0};
    struct lone lone;
    open_spied(&lone, &keys);
    for (int i = 0; i < 100; i++) {
        set_row(&lone, 0, 10);
        set_row(&lone, 1, 30);
        set_row(&lone, 2, 50);
        mutations = 0;
        lone_step(&lone);
        CU_ASSERT_FATAL(mutations < 8);
        seen[mutations]++;
    }
    CU_ASSERT(seen[1] > 20 && seen[4] > 20 && seen[7] > 20);
    CU_ASSERT_EQUAL(seen[1] + seen[4] + seen[7], 100);
    lone_close(&lone);
}

/* Where all cost the same, and for the best of a large tournament: once. */
static void the_best_is_mutated_once(void)
{
    const struct aiea_keys keys = {.population = 20,
                                   .births = 1,
                                   .tournament = 500,
                                   .mutations = 9,
                                   .mutation = 0.01};
    struct lone lone;
    open_spied(&lone, &keys);
    lone_step(&lone);
    CU_ASSERT_EQUAL(mutations, 1);
    for (size_t i = 0; i < 20; i++)
        set_row(&lone, i, 17);
    lone_step(&lone);
    CU_ASSERT_EQUAL(mutations, 2);
    lone_close(&lone);
}

/* A tournament of all: the worst leaves, and costs are kept with their genomes. */
static void the_worst_leaves(void)
{
    const struct aiea_keys keys = {.population = 10,
                                   .births = 1,
                                   .tournament = 500,
                                   .mutations = 1,
                                   .mutation = 0};
    struct lone lone;
    open_spied(&lone, &keys);
    for (size_t i = 0; i < 10; i++)
        set_row(&lone, i, 10 + i);
    for (size_t left = 0; left < 9; left++) {
        lone_step(&lone);
        for (size_t i = 0; i < 10; i++) /* row i was the (i + 1)-th worst */
            CU_ASSERT_EQUAL(population_cost(&lone.pop, i)[0],
                            64.0 - (double)(i <= left ? 19 : 10 + i));
    }
    lone_close(&lone);
}

static void onemax_is_nearly_solved(void)
{
    const struct aiea_keys keys = {.population = 50,
                                   .births = 0,
                                   .tournament = 3,
                                   .mutations = 3,
                                   .mutation = 1.0 / 64};
    struct lone lone;
    lone_open(&lone, &onemax_problem, &bits, &aiea_algorithm, &keys, SEED);
    for (int g = 0; g < 600; g++)
        lone_step(&lone);
    CU_ASSERT_EQUAL(lone.island.evaluations, 50 + 600 * 5);
    CU_ASSERT(lone_best(&lone) <= 4);
    lone_close(&lone);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(mutations_follow_the_relative_cost),
        SUITE_TEST(the_best_is_mutated_once),
        SUITE_TEST(the_worst_leaves),
        SUITE_TEST(onemax_is_nearly_solved),
        CU_TEST_INFO_NULL,
    };
    return suite_run("aiea", NULL, NULL, tests);
}
