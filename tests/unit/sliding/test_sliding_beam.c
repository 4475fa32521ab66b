/* Sliding: beam search against the optimum, and its restarts. */
#include "sliding_beam.h"
#include "sliding_lone.h"
#include "suite.h"

enum { LENGTH = 40 };

static void steps(struct lone *lone, int n)
{
    for (int i = 0; i < n && !lone->island.finished; i++) {
        double before = lone_best(lone);
        lone_step(lone);
        CU_ASSERT(sliding_lone_is_legal(lone));
        CU_ASSERT(lone_best(lone) <= before);
    }
}

/* Wide enough to drop nothing it is a breadth-first search, and says so. */
static void a_wide_beam_is_exact(void)
{
    static const struct sliding_beam_keys wide = {
        .width = 4000, .widest = 4000, .nodes = 20000};
    static const struct {
        struct small small;
        double best;
    } known[] = {{{3, 2, 4, {6, 1, 4, 5}, {4, 1, 5, 6}}, 6},
                 {{3, 2, 4, {6, 4, 5, 1}, {4, 1, 5, 6}}, 7},
                 {{3, 1, 4, {5, 6, 4, 1}, {4, 1, 5, 6}}, 10},
                 {{3, 2, 4, {5, 1, 4, 6}, {4, 1, 5, 6}}, INFINITY}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct lone lone;
        sliding_lone_open(&lone, &known[i].small, LENGTH, &sliding_beam_algorithm,
                          &wide, 1);
        steps(&lone, 100);
        CU_ASSERT_TRUE(lone.island.finished);
        CU_ASSERT_EQUAL(lone_best(&lone), known[i].best);
        lone_close(&lone);
    }
}

/* A beam of one placement drops nearly all and is repeated with wider ones. */
static void narrow_beams_start_again(void)
{
    static const struct sliding_beam_keys narrow = {
        .width = 1, .widest = 64, .nodes = 4000};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct lone lone;
        sliding_lone_open(&lone, &cube_4_3, LENGTH, &sliding_beam_algorithm, &narrow,
                          seed);
        steps(&lone, 300);
        CU_ASSERT(lone_best(&lone) >= 8 && lone_best(&lone) <= LENGTH);
        if (lone_best(&lone) > LENGTH)
            printf("  seed %llu\n", (unsigned long long)seed);
        lone_close(&lone);
    }
}

/* What others have found is not looked for again. */
static void the_incumbent_is_a_limit(void)
{
    static const struct sliding_beam_keys wide = {
        .width = 4000, .widest = 4000, .nodes = 20000};
    struct lone lone;
    sliding_lone_open(&lone, &cube_3_2, LENGTH, &sliding_beam_algorithm, &wide, 2);
    lone.island.incumbent = 7; /* the optimum, but too late for the first search */
    steps(&lone, 100);
    CU_ASSERT_EQUAL(lone_best(&lone), 7);
    CU_ASSERT_TRUE(lone.island.finished);
    lone_close(&lone);
}

static void a_path_longer_than_a_genome_is_not_kept(void)
{
    static const struct sliding_beam_keys wide = {
        .width = 4000, .widest = 4000, .nodes = 20000};
    struct lone lone;
    sliding_lone_open(&lone, &cube_3_2, 6, &sliding_beam_algorithm, &wide, 3);
    steps(&lone, 100);
    CU_ASSERT_TRUE(lone.island.finished);
    CU_ASSERT_EQUAL(lone_best(&lone), INFINITY); /* the optimum is 7 */
    lone_close(&lone);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(a_wide_beam_is_exact),
        SUITE_TEST(narrow_beams_start_again),
        SUITE_TEST(the_incumbent_is_a_limit),
        SUITE_TEST(a_path_longer_than_a_genome_is_not_kept),
        CU_TEST_INFO_NULL,
    };
    return suite_run("sliding beam", NULL, NULL, tests);
}
