/* The genetic algorithm on plain problems, and on one with a rule that breaks. */
#include "breeding.h"
#include "ga.h"
#include "lone.h"
#include "plain.h"
#include "selection.h"
#include "suite.h"

static const struct plain_keys bits_256 = {256}, order_32 = {32};

/* The paper's plain algorithm, vanilla. */
static const struct ga_keys vanilla = {.population = 50,
                                       .offspring = 100,
                                       .crossover = 1,
                                       .mutation = 1.0 / 256,
                                       .selection = SELECT_RANK,
                                       .tournament = 2,
                                       .survivors = GA_PLUS,
                                       .refresh = 1.0 / 3,
                                       .effort = 1,
                                       .duplicates = GA_KEEP};

static int generations_to_optimum(const struct ga_keys *keys, uint64_t seed)
{
    struct lone lone;
    int generation = 0;
    lone_open(&lone, &onemax_problem, &bits_256, &ga_algorithm, keys, seed);
    while (lone_best(&lone) > 0 && generation < 1000) {
        lone_step(&lone);
        generation++;
    }
    lone_close(&lone);
    if (generation == 1000)
        printf("seed %llu: no optimum\n", (unsigned long long)seed);
    return generation;
}

static void onemax_reaches_the_optimum(void)
{
    struct ga_keys tournament = vanilla, comma = vanilla, dropping = vanilla;
    tournament.selection = SELECT_TOURNAMENT;
    comma.survivors = GA_COMMA;
    comma.elite = 2;
    dropping.duplicates = GA_DROP;
    dropping.crossover = 0.5;
    const struct ga_keys *variants[] = {&vanilla, &tournament, &comma, &dropping};
    for (size_t i = 0; i < 4; i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            CU_ASSERT(generations_to_optimum(variants[i], seed) < 1000);
}

static void same_seed_gives_same_run(void)
{
    struct lone a, b;
    lone_open(&a, &onemax_problem, &bits_256, &ga_algorithm, &vanilla, 5);
    lone_open(&b, &onemax_problem, &bits_256, &ga_algorithm, &vanilla, 5);
    for (int g = 0; g < 30; g++) {
        lone_step(&a);
        lone_step(&b);
    }
    CU_ASSERT_EQUAL(memcmp(a.pop.genomes, b.pop.genomes, a.pop.count * a.pop.stride),
                    0);
    CU_ASSERT_EQUAL(a.island.evaluations, b.island.evaluations);
    lone_close(&a);
    lone_close(&b);
}

/* Plus never loses a good individual: the i-th best never gets worse. */
static void plus_never_worsens_any_rank(void)
{
    struct lone lone;
    double best[50], now[50];
    uint32_t order[50];
    struct arena scratch;
    lone_open(&lone, &onemax_problem, &bits_256, &ga_algorithm, &vanilla, 6);
    scratch = arena_scratch(&lone.perm, 16 * 50);
    for (size_t i = 0; i < 50; i++)
        best[i] = INFINITY;
    for (int g = 0; g < 40; g++) {
        population_order(&lone.pop, scratch, order);
        for (size_t i = 0; i < 50; i++) {
            now[i] = population_cost(&lone.pop, order[i])[0];
            CU_ASSERT(now[i] <= best[i]);
            best[i] = now[i];
        }
        lone_step(&lone);
    }
    lone_close(&lone);
}

static void comma_keeps_the_elite_alone(void)
{
    struct ga_keys keys = vanilla;
    struct lone lone;
    keys.survivors = GA_COMMA;
    keys.elite = 1;
    keys.mutation = 0.5; /* children are noise: every parent but the elite is lost */
    lone_open(&lone, &onemax_problem, &bits_256, &ga_algorithm, &keys, 8);
    unsigned char *best = population_genome(&lone.pop, 0);
    memset(best, 0xff, lone.pop.stride);
    population_cost(&lone.pop, 0)[0] = 0;
    lone_step(&lone);
    CU_ASSERT_EQUAL(lone_best(&lone), 0);
    size_t perfect = 0;
    for (size_t i = 0; i < lone.pop.count; i++)
        perfect += population_cost(&lone.pop, i)[0] < 64;
    CU_ASSERT_EQUAL(perfect, 1);
    keys.elite = 0;
    struct lone bare;
    lone_open(&bare, &onemax_problem, &bits_256, &ga_algorithm, &keys, 8);
    memset(population_genome(&bare.pop, 0), 0xff, bare.pop.stride);
    population_cost(&bare.pop, 0)[0] = 0;
    lone_step(&bare);
    CU_ASSERT(lone_best(&bare) > 64);
    lone_close(&lone);
    lone_close(&bare);
}

static void dropping_leaves_no_two_equal(void)
{
    struct ga_keys keys = vanilla;
    struct lone lone;
    struct plain_keys small = {64};
    keys.duplicates = GA_DROP;
    keys.mutation = 0.01;
    lone_open(&lone, &onemax_problem, &small, &ga_algorithm, &keys, 9);
    for (int g = 0; g < 100; g++) {
        lone_step(&lone);
        for (size_t i = 0; i < lone.pop.count; i++)
            for (size_t j = 0; j < i; j++)
                CU_ASSERT(memcmp(population_genome(&lone.pop, i),
                                 population_genome(&lone.pop, j), 8) != 0);
    }
    lone_close(&lone);
}

/* All clones: diversity is 0 and a third is replaced, the elite never. */
static void refresh_below_threshold_replaces_share(void)
{
    struct ga_keys keys = vanilla;
    keys.mutation = 0;
    keys.diversity_min = 0.001;
    keys.elite = 1;
    for (int enabled = 0; enabled <= 1; enabled++) {
        struct lone lone;
        size_t changed = 0;
        keys.refresh = enabled ? 1.0 / 3 : 0;
        lone_open(&lone, &onemax_problem, &bits_256, &ga_algorithm, &keys, 10);
        for (size_t i = 1; i < lone.pop.count; i++)
            population_copy(&lone.pop, i, &lone.pop, 0);
        uint64_t before = lone.island.evaluations;
        unsigned char clone[32];
        memcpy(clone, population_genome(&lone.pop, 0), sizeof clone);
        lone_step(&lone);
        for (size_t i = 0; i < lone.pop.count; i++)
            changed +=
                memcmp(population_genome(&lone.pop, i), clone, sizeof clone) != 0;
        CU_ASSERT_EQUAL(changed, enabled ? 17 : 0);
        CU_ASSERT_EQUAL(lone.island.evaluations - before, 100 + changed);
        CU_ASSERT_EQUAL(lone.island.diversity, 0); /* measured before the refresh */
        CU_ASSERT_EQUAL(lone.island.spread.deviation, 0);
        CU_ASSERT_EQUAL(algorithm_diversity(&lone.pop) > 0, enabled);
        CU_ASSERT(memcmp(population_genome(&lone.pop, 0), clone, sizeof clone) == 0);
        lone_close(&lone);
    }
}

static void refresh_above_threshold_does_nothing(void)
{
    struct ga_keys with = vanilla, without = vanilla;
    struct lone a, b;
    with.diversity_min = 1e-9;
    without.diversity_min = 0;
    lone_open(&a, &onemax_problem, &bits_256, &ga_algorithm, &with, 11);
    lone_open(&b, &onemax_problem, &bits_256, &ga_algorithm, &without, 11);
    for (int g = 0; g < 10; g++) {
        lone_step(&a);
        lone_step(&b);
        CU_ASSERT(a.island.diversity > 1e-9);
    }
    CU_ASSERT_EQUAL(memcmp(a.pop.genomes, b.pop.genomes, a.pop.count * a.pop.stride),
                    0);
    lone_close(&a);
    lone_close(&b);
}

/* Local search takes the permutation to its target in so many evaluations. */
static void improve_is_given_to_its_share(void)
{
    struct ga_keys keys = vanilla;
    struct lone lone;
    keys.mutation = 1.0 / 32;
    keys.effort = 1; /* 8 evaluations each */
    for (int share = 0; share <= 1; share++) {
        keys.local_search = share;
        keys.local_search_start = 1 - share;
        lone_open(&lone, &permutation_problem, &order_32, &ga_algorithm, &keys, 12);
        CU_ASSERT_EQUAL(lone.island.evaluations, share ? 50 : 50 * 9);
        uint64_t before = lone.island.evaluations;
        lone_step(&lone);
        CU_ASSERT_EQUAL(lone.island.evaluations - before, share ? 100 * 9 : 100);
        lone_close(&lone);
    }
}

/* A rule on OneMax: the first byte must be even. Healing fails on multiples of 3. */
static size_t n_healed, n_rejected;

static bool even_sample(const void *self, struct rng *rng, struct arena scratch,
                        void *genome)
{
    onemax_problem.sample(self, rng, scratch, genome);
    *(unsigned char *)genome &= 0xfe;
    return true;
}

static void even_evaluate(const void *self, const void *genomes, size_t n,
                          struct arena scratch, double *cost)
{
    onemax_problem.evaluate(self, genomes, n, scratch, cost);
    for (size_t i = 0; i < n; i++)
        if (((const unsigned char *)genomes)[i * 32] & 1)
            cost[i] = INFINITY;
}

static bool even_heal(const void *self, struct rng *rng, struct arena scratch,
                      void *genome)
{
    unsigned char *byte = genome;
    (void)self, (void)rng, (void)scratch;
    if (!(*byte & 1))
        return true;
    bool heals = *byte % 3 != 0;
    if (heals)
        *byte &= 0xfe;
    n_healed += heals;
    n_rejected += !heals;
    return heals;
}

static void infeasible_children_give_way(void)
{
    struct problem even = onemax_problem;
    struct ga_keys keys = vanilla;
    struct lone lone;
    even.sample = even_sample;
    even.evaluate = even_evaluate;
    even.heal = even_heal;
    keys.mutation = 0.05;
    keys.offspring = keys.population; /* every child survives */
    keys.survivors = GA_COMMA;
    n_healed = n_rejected = 0;
    lone_open(&lone, &even, &bits_256, &ga_algorithm, &keys, 13);
    for (int g = 0; g < 20; g++) {
        lone_step(&lone);
        for (size_t i = 0; i < lone.pop.count; i++)
            CU_ASSERT(isfinite(population_cost(&lone.pop, i)[0]));
    }
    CU_ASSERT(n_healed > 0);
    CU_ASSERT(n_rejected > 0);
    lone_close(&lone);
}

/* recombine takes the place of crossover, mutation and healing when it is there. */
static size_t n_bred, n_alone;
static double rate_bred;

static bool spy_recombine(const void *self, const void *a, const void *b, double rate,
                          struct rng *rng, struct arena scratch, void *child)
{
    n_bred++;
    n_alone += a == b;
    rate_bred = rate;
    onemax_problem.crossover(self, a, b, rng, scratch, child);
    return true;
}

static void breed_is_preferred(void)
{
    struct problem recombining = onemax_problem;
    struct lone lone;
    recombining.recombine = spy_recombine;
    recombining.crossover = NULL;
    recombining.mutate = NULL;
    n_bred = 0;
    lone_open(&lone, &recombining, &bits_256, &ga_algorithm, &vanilla, 14);
    lone_step(&lone);
    CU_ASSERT_EQUAL(n_bred, 100);
    CU_ASSERT_EQUAL(rate_bred, vanilla.mutation);
    lone_close(&lone);
}

/* The mutation rate doubles with each generation of clones up to its maximum, and is the
 * first one again once the population is diverse. */
static void mutation_grows_while_diversity_is_low(void)
{
    static const double expected[] = {0.1, 0.2, 0.4, 0.5, 0.5};
    struct problem recombining = onemax_problem;
    struct ga_keys keys = vanilla;
    struct lone lone;
    struct view view;
    recombining.recombine = spy_recombine;
    keys.mutation = 0.1;
    keys.mutation_growth = 2;
    keys.mutation_max = 0.5;
    keys.diversity_min = 0.001;
    keys.refresh = 0;
    lone_open(&lone, &recombining, &bits_256, &ga_algorithm, &keys, 14);
    for (size_t i = 1; i < lone.pop.count; i++)
        population_copy(&lone.pop, i, &lone.pop, 0);
    for (size_t g = 0; g < 5; g++) {
        lone_step(&lone);
        CU_ASSERT_DOUBLE_EQUAL(rate_bred, expected[g], 1e-12);
    }
    for (size_t i = 0; i < lone.pop.count; i++) /* these survive as they are */
        population_cost(&lone.pop, i)[0] = (double)i / 50;
    lone_step(&lone);
    lone_step(&lone);
    CU_ASSERT_EQUAL(rate_bred, 0.1);
    CU_ASSERT_EQUAL(ga_algorithm.state(lone.self, &view), 1);
    *(double *)view.data = 0.3; /* as a checkpoint restores it */
    lone_step(&lone);
    CU_ASSERT_EQUAL(rate_bred, 0.3);
    lone_close(&lone);
}

/* Rank selection draws the same parent twice in about 3 of 100 cases by itself. */
static void crossover_rate_decides_on_second_parent(void)
{
    static const struct {
        double rate;
        size_t least, most;
    } cases[] = {{0, 1000, 1000}, {0.5, 450, 600}, {1, 10, 80}};
    for (size_t i = 0; i < 3; i++) {
        struct problem recombining = onemax_problem;
        struct ga_keys keys = vanilla;
        struct lone lone;
        recombining.recombine = spy_recombine;
        keys.crossover = cases[i].rate;
        n_alone = 0;
        lone_open(&lone, &recombining, &bits_256, &ga_algorithm, &keys, 16);
        for (int g = 0; g < 10; g++)
            lone_step(&lone);
        CU_ASSERT(n_alone >= cases[i].least && n_alone <= cases[i].most);
        lone_close(&lone);
    }
}

/* either: a fixed number of children is crossed and not mutated, the others have one
 * parent and are mutated. */
static size_t n_crossed, n_mutated;

static void spy_crossover(const void *self, const void *a, const void *b,
                          struct rng *rng, struct arena scratch, void *child)
{
    n_crossed++;
    onemax_problem.crossover(self, a, b, rng, scratch, child);
}

static void spy_mutate(const void *self, double rate, struct rng *rng,
                       struct arena scratch, void *genome)
{
    n_mutated += rate > 0;
    onemax_problem.mutate(self, rate, rng, scratch, genome);
}

static void either_divides_children(void)
{
    struct problem spied = onemax_problem;
    struct ga_keys keys = vanilla;
    struct lone lone;
    spied.crossover = spy_crossover;
    spied.mutate = spy_mutate;
    spied.breed = NULL;
    keys.children = GA_EITHER;
    keys.crossover = 0.73;
    keys.selection = SELECT_TOURNAMENT;
    keys.tournament = 1;
    lone_open(&lone, &spied, &bits_256, &ga_algorithm, &keys, 17);
    n_crossed = n_mutated = 0;
    for (int g = 0; g < 10; g++)
        lone_step(&lone);
    CU_ASSERT_EQUAL(n_mutated, 270);
    CU_ASSERT(n_crossed > 680 && n_crossed <= 730); /* a parent with itself is copied */
    lone_close(&lone);
}

/* Infeasible individuals sort last and leave first. */
/* The operation breed makes the children that calls of each operator make. */
static size_t n_broods;

static void spy_breed(const void *self, const struct breeding *breeding,
                      struct rng *rng, struct arena scratch)
{
    n_broods++;
    onemax_problem.breed(self, breeding, rng, scratch);
}

static void check_breed(const struct ga_keys *keys)
{
    struct problem breeding = onemax_problem, calling = onemax_problem;
    struct lone bred, called;
    breeding.breed = spy_breed;
    calling.breed = NULL;
    n_broods = 0;
    lone_open(&bred, &breeding, &bits_256, &ga_algorithm, keys, 19);
    lone_open(&called, &calling, &bits_256, &ga_algorithm, keys, 19);
    for (int g = 0; g < 30; g++) {
        lone_step(&bred);
        lone_step(&called);
    }
    CU_ASSERT(n_broods >= 30);
    CU_ASSERT_EQUAL(
        memcmp(bred.pop.genomes, called.pop.genomes, bred.pop.count * bred.pop.stride),
        0);
    CU_ASSERT_EQUAL(bred.island.evaluations, called.island.evaluations);
    CU_ASSERT_EQUAL(rng_next(&bred.island.rng), rng_next(&called.island.rng));
    lone_close(&bred);
    lone_close(&called);
}

static void breed_makes_the_same_children(void)
{
    struct ga_keys comma = vanilla, half = vanilla, either = vanilla;
    comma.survivors = GA_COMMA;
    comma.selection = SELECT_TOURNAMENT;
    comma.tournament = 3;
    half.crossover = 0.5;
    either.children = GA_EITHER;
    either.crossover = 0.7;
    check_breed(&vanilla);
    check_breed(&comma);
    check_breed(&half);
    check_breed(&either);
}

static bool refuse_to_heal(const void *self, struct rng *rng, struct arena scratch,
                           void *genome)
{
    (void)self, (void)rng, (void)scratch, (void)genome;
    return false;
}

static void breed_gives_way_to_other_operators(void)
{
    struct problem healing = onemax_problem, searching = onemax_problem;
    struct lone lone;
    healing.breed = searching.breed = spy_breed;
    healing.heal = refuse_to_heal;
    searching.local_search = permutation_problem.local_search;
    n_broods = 0;
    lone_open(&lone, &healing, &bits_256, &ga_algorithm, &vanilla, 20);
    lone_step(&lone);
    lone_close(&lone);
    lone_open(&lone, &searching, &bits_256, &ga_algorithm, &vanilla, 20);
    lone_step(&lone);
    lone_close(&lone);
    CU_ASSERT_EQUAL(n_broods, 0);
}

static void infeasible_individuals_sort_last(void)
{
    struct lone lone;
    lone_open(&lone, &onemax_problem, &bits_256, &ga_algorithm, &vanilla, 15);
    for (size_t i = 0; i < 49; i++)
        population_cost(&lone.pop, i)[0] = INFINITY;
    double kept = population_cost(&lone.pop, 49)[0];
    lone_step(&lone);
    CU_ASSERT(lone_best(&lone) <= kept);
    for (size_t i = 0; i < lone.pop.count; i++)
        CU_ASSERT(isfinite(population_cost(&lone.pop, i)[0]));
    lone_close(&lone);
}

static void refused(const struct problem *problem, const struct ga_keys *keys,
                    const char *key, const char *text)
{
    lone_refused(problem, &bits_256, &ga_algorithm, keys, key, text);
}

static void init_refuses_what_does_not_fit(void)
{
    struct ga_keys elite = vanilla, comma = vanilla;
    elite.elite = 51;
    comma.survivors = GA_COMMA;
    comma.offspring = 49;
    struct ga_keys growing = vanilla;
    growing.mutation_growth = 2;
    growing.mutation_max = 0.001;
    refused(&onemax_problem, &growing, "ga.mutation_max", "0.001 is less");
    refused(&onemax_problem, &elite, "ga.elite", "51");
    refused(&onemax_problem, &comma, "ga.offspring", "49 + 0 < 50");
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(onemax_reaches_the_optimum),
        SUITE_TEST(same_seed_gives_same_run),
        SUITE_TEST(plus_never_worsens_any_rank),
        SUITE_TEST(comma_keeps_the_elite_alone),
        SUITE_TEST(dropping_leaves_no_two_equal),
        SUITE_TEST(refresh_below_threshold_replaces_share),
        SUITE_TEST(refresh_above_threshold_does_nothing),
        SUITE_TEST(mutation_grows_while_diversity_is_low),
        SUITE_TEST(improve_is_given_to_its_share),
        SUITE_TEST(infeasible_children_give_way),
        SUITE_TEST(breed_is_preferred),
        SUITE_TEST(crossover_rate_decides_on_second_parent),
        SUITE_TEST(either_divides_children),
        SUITE_TEST(breed_makes_the_same_children),
        SUITE_TEST(breed_gives_way_to_other_operators),
        SUITE_TEST(infeasible_individuals_sort_last),
        SUITE_TEST(init_refuses_what_does_not_fit),
        CU_TEST_INFO_NULL,
    };
    return suite_run("ga", NULL, NULL, tests);
}
