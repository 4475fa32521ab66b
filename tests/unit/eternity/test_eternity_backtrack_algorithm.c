/* backtrack: searches small puzzles to their end, which finds what was planted. */
#include "eternity_backtrack_algorithm.h"
#include "eternity_lone.h"
#include "interrupt.h"
#include "suite.h"

enum { PUZZLES = 20, MOST_STEPS = 20000, SEED = 300 };

static struct eternity_keys keys;

static unsigned asks;

/* A clock that stands still; whoever asks whether to go on looks at it. */
static double count_asks(void)
{
    asks++;
    return 0;
}

/* To the end of the search, or a solution that was there from the start. */
static void finds_what_is_planted(void)
{
    const struct eternity_backtrack_keys own = {.individuals = 3, .work = 100};
    const struct problem problem = planted_problem();
    keys.initialization = ETERNITY_SAMPLING_RANDOM;
    for (uint64_t seed = SEED; seed < SEED + PUZZLES; seed++) {
        struct lone lone;
        unsigned before = CU_get_number_of_failures();
        rng_init(&planted.rng, seed, 0, 0, RNG_PROBLEM);
        planted.rows = 3 + (unsigned)rng_below(&planted.rng, 2);
        planted.cols = planted.rows + 1;
        planted.ring = 4;
        planted.inner = 3;
        planted.clue = 0.5;
        lone_open(&lone, &problem, &keys, &eternity_backtrack_algorithm, &own, seed);
        const struct eternity *puzzle = lone.puzzle.self;
        asks = 0;
        interrupt_set_clock(count_asks);
        interrupt_set_limit(1);
        for (int s = 0; s < MOST_STEPS && !lone.island.finished; s++)
            lone_step(&lone);
        interrupt_set_limit(NAN);
        CU_ASSERT(asks > 1); /* beside interrupt_set_limit's own */
        CU_ASSERT(lone.island.finished);
        CU_ASSERT_EQUAL(-lone_best(&lone), puzzle->best_score);
        for (size_t i = 0; i < lone.pop.count; i++)
            CU_ASSERT(planted_keeps_rules(puzzle, population_genome(&lone.pop, i)));
        if (CU_get_number_of_failures() != before)
            printf("  above: seed %llu\n", (unsigned long long)seed);
        lone_close(&lone);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(finds_what_is_planted),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity: backtrack", NULL, NULL, tests);
}
