/* beam as an algorithm: which boards of its searches an island keeps, and that
 * improvement leaves each in its place. */
#include "eternity_beam_algorithm.h"
#include "eternity_lone.h"
#include "suite.h"

enum { PUZZLES = 4, STEPS = 40, INDIVIDUALS = 24 };

static const struct eternity_keys first_boards;

/* Narrow searches, which do not solve 8 x 8. */
static const struct eternity_beam_keys narrow = {.individuals = INDIVIDUALS,
                                                 .width = 20,
                                                 .widest = 80,
                                                 .rounds = 2,
                                                 .branches = 4,
                                                 .slice = 1000,
                                                 .growth = 2,
                                                 .weight = 4,
                                                 .early_noise = 1,
                                                 .noise = 0.1,
                                                 .free = 0.7,
                                                 .gap = 3};

static void open(struct lone *lone, const struct eternity_beam_keys *keys,
                 uint64_t seed)
{
    static struct problem problem;
    problem = planted_problem();
    rng_init(&planted.rng, seed, 0, 0, RNG_PROBLEM);
    planted.rows = planted.cols = 8;
    planted.ring = 3;
    planted.inner = 7;
    planted.clue = 0;
    lone_open(lone, &problem, &first_boards, &eternity_beam_algorithm, keys, seed);
}

static void check_boards(const struct lone *lone)
{
    const struct population *pop = &lone->pop;
    const struct eternity *puzzle = lone->puzzle.self;
    for (size_t i = 0; i < pop->count; i++) {
        CU_ASSERT(planted_keeps_rules(puzzle, population_genome(pop, i)));
        for (size_t j = 0; j < i; j++)
            CU_ASSERT(memcmp(population_genome(pop, i), population_genome(pop, j),
                             lone->puzzle.shape.genome_bytes) != 0);
    }
}

/* Boards of the population within so many breaks of its best. */
static size_t boards_near_best(struct lone *lone, double breaks)
{
    size_t n = 0;
    for (size_t i = 0; i < lone->pop.count; i++)
        n += population_cost(&lone->pop, i)[0] <= lone_best(lone) + breaks;
    return n;
}

static void keeps_boards_near_the_best(void)
{
    size_t kept[2] = {0};
    for (unsigned near = 0; near < 2; near++)
        for (uint64_t seed = 1; seed <= PUZZLES; seed++) {
            struct eternity_beam_keys keys = narrow;
            struct lone lone;
            keys.near = 3 * near;
            open(&lone, &keys, seed);
            for (int s = 0; s < STEPS; s++)
                lone_step(&lone);
            check_boards(&lone);
            kept[near] += boards_near_best(&lone, 2);
            lone_close(&lone);
        }
    CU_ASSERT(kept[1] > kept[0]);
}

static unsigned cells_apart(const int16_t *one, const int16_t *other)
{
    unsigned n = 0;
    for (unsigned cell = 0; cell < 64; cell++)
        n += one[cell] != other[cell];
    return n;
}

/* One part a step: what lies in a row differs from what lay there by that part. */
static void check_one_part_changes(uint64_t seed)
{
    struct eternity_beam_keys keys = narrow;
    struct lone lone;
    int16_t before[INDIVIDUALS][64];
    keys.regions = 1;
    keys.slice = 1;
    open(&lone, &keys, seed);
    for (int s = 0; s < STEPS; s++) {
        for (size_t i = 0; i < lone.pop.count; i++)
            memcpy(before[i], population_genome(&lone.pop, i), sizeof before[i]);
        lone_step(&lone);
        for (size_t i = 0; i < lone.pop.count; i++)
            CU_ASSERT(cells_apart(before[i], population_genome(&lone.pop, i)) <= 16);
    }
    lone_close(&lone);
}

/* A step mends; without searches each board only ever gets better where it is. */
static void mends_each_board_in_its_place(void)
{
    for (uint64_t seed = 1; seed <= PUZZLES; seed++) {
        struct eternity_beam_keys keys = narrow;
        struct lone lone;
        double before[INDIVIDUALS], grown = 0;
        keys.regions = 200;
        keys.assignments = 40;
        keys.slice = 1; /* the search does not end */
        open(&lone, &keys, seed);
        check_one_part_changes(seed);
        for (int s = 0; s < STEPS; s++) {
            for (size_t i = 0; i < lone.pop.count; i++)
                before[i] = population_cost(&lone.pop, i)[0];
            lone_step(&lone);
            for (size_t i = 0; i < lone.pop.count; i++) {
                double now = population_cost(&lone.pop, i)[0];
                CU_ASSERT(now <= before[i]);
                grown += before[i] - now;
            }
        }
        CU_ASSERT(grown > 0);
        check_boards(&lone);
        lone_close(&lone);
    }
}

/* What a checkpoint holds of an island. */
static void copy_island(struct lone *from, struct lone *to)
{
    struct view here[MAX_VIEWS], there[MAX_VIEWS];
    size_t views = from->algorithm->state(from->self, here);
    CU_ASSERT_EQUAL_FATAL(to->algorithm->state(to->self, there), views);
    for (size_t i = 0; i < views; i++)
        memcpy(there[i].data, here[i].data, here[i].bytes);
    for (size_t i = 0; i < from->pop.count; i++)
        population_put(&to->pop, i, population_genome(&from->pop, i),
                       from->puzzle.shape.genome_bytes, population_cost(&from->pop, i));
    to->island.rng = from->island.rng;
    to->island.generation = from->island.generation;
    to->island.evaluations = from->island.evaluations;
}

static void check_same(const struct lone *one, const struct lone *other)
{
    CU_ASSERT_EQUAL(one->island.evaluations, other->island.evaluations);
    for (size_t i = 0; i < one->pop.count; i++)
        CU_ASSERT(!memcmp(population_genome(&one->pop, i),
                          population_genome(&other->pop, i),
                          one->puzzle.shape.genome_bytes));
}

/* Stopped after any step, in a trunk, a branch or among completions. */
static void goes_on_as_if_not_stopped(void)
{
    for (uint64_t seed = 1; seed <= PUZZLES; seed++) {
        struct eternity_beam_keys keys = narrow;
        struct lone whole;
        keys.slice = 2100;
        keys.regions = 4;
        open(&whole, &keys, seed);
        for (int s = 0; s < STEPS; s++) {
            struct lone resumed;
            open(&resumed, &keys, seed);
            copy_island(&whole, &resumed);
            lone_step(&whole);
            lone_step(&resumed);
            check_same(&whole, &resumed);
            lone_close(&resumed);
        }
        lone_close(&whole);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(keeps_boards_near_the_best),
        SUITE_TEST(mends_each_board_in_its_place),
        SUITE_TEST(goes_on_as_if_not_stopped),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity: beam as an algorithm", NULL, NULL, tests);
}
