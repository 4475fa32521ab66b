/* backtrack: searches small puzzles to their end, which finds what was planted. */
#include "eternity_backtrack.h"
#include "eternity_operators.h"
#include "eternity_planted.h"
#include "eternity_problem.h"
#include "lone.h"

enum { PUZZLES = 20, MOST_STEPS = 20000, SEED = 300 };

static struct eternity_keys keys;
static uint64_t seed;

/* A planted puzzle in place of a file. */
static enum status init(const void *section, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct eternity_instance *instance = ARENA_NEW(perm, struct eternity_instance, 1);
    int16_t solution[ETERNITY_MAX_CELLS];
    struct rng rng;
    (void)err;
    rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
    unsigned side = 3 + (unsigned)rng_below(&rng, 2);
    planted_puzzle(&rng, side, side + 1, 4, 3, &instance->puzzle, solution);
    if (rng_chance(&rng, 0.5))
        planted_clue(&instance->puzzle, solution,
                     (unsigned)rng_below(&rng, instance->puzzle.cells));
    eternity_instance_prepare(instance, section);
    *shape = (struct shape){.gene_type = GENE_I16,
                            .genes = instance->puzzle.cells,
                            .genome_bytes = 2 * (size_t)instance->puzzle.cells,
                            .objectives = 3};
    *self = instance;
    return STATUS_OK;
}

/* To the end of the search, or a solution that was there from the start. */
static void finds_what_is_planted(void)
{
    const struct backtrack_keys own = {.individuals = 3, .work = 100};
    struct problem planted = eternity_problem;
    planted.init = init;
    keys.initialization = SAMPLING_RANDOM;
    for (seed = SEED; seed < SEED + PUZZLES; seed++) {
        struct lone lone;
        unsigned before = CU_get_number_of_failures();
        lone_open(&lone, &planted, &keys, &eternity_backtrack_algorithm, &own, seed);
        const struct eternity *puzzle = lone.puzzle.self;
        for (int s = 0; s < MOST_STEPS && !lone.island.finished; s++)
            lone_step(&lone);
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
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("eternity: backtrack", NULL, NULL);
    CU_ADD_TEST(suite, finds_what_is_planted);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures != 0;
}
