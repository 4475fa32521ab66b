/* Runs of random numbers of islands, replicas and ranks, stopped at random and resumed on other
 * numbers of ranks: the result is that of one rank. Ranks are threads. */
#include "climb.h"
#include "suite.h"

enum { MOST_RANKS = 16, TRIALS = 60 };

static int draw_ranks(struct rng *rng, const struct play *play)
{
    uint64_t most = (uint64_t)play->plan.islands * play->plan.replicas;
    return 1 + (int)rng_below(rng, most < MOST_RANKS ? most : MOST_RANKS);
}

static struct play draw_play(struct rng *rng)
{
    struct play play = play_new(1 + (uint32_t)rng_below(rng, MOST_ISLANDS),
                                1 + (uint32_t)rng_below(rng, MOST_REPLICAS));
    struct migration_plan *migration = &play.plan.migration;
    migration->policy = (enum migration_policy)rng_below(rng, MIGRATE_SIMILARITY + 1);
    migration->similarity = (enum migration_similarity)rng_below(rng, 2);
    migration->sample_sort_above = rng_below(rng, 2) * 1000;
    migration->group = rng_below(rng, 6);
    migration->between_every = rng_below(rng, 5);
    play.plan.migrate_at_start = rng_chance(rng, 0.3);
    play.plan.sub_generations = 1 + rng_below(rng, 6);
    return play;
}

/* Plays on, from what `part` has told and kept. */
static struct spy *resume(struct play *play, struct spy *part, int ranks)
{
    struct spy *rest = spy_after(part);
    play->snapshot = &part->checkpoint;
    play->spy = rest;
    play_ranks(play, ranks);
    play->snapshot = NULL;
    spy_free(part);
    return rest;
}

static void results_are_equal_on_any_ranks(void)
{
    struct rng rng;
    rng_init(&rng, 20261124, 1, 0, RNG_PROBLEM);
    for (int i = 0; i < TRIALS; i++) {
        struct play play = draw_play(&rng);
        struct spy *whole = play_on(&play, 1);
        CU_ASSERT_EQUAL(whole->kind, OUTCOME_FINISHED);
        int first = draw_ranks(&rng, &play), second = draw_ranks(&rng, &play);
        struct spy *part = spy_new();
        part->stop_at = 1 + rng_below(&rng, 10);
        play.spy = part;
        play_ranks(&play, first);
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        struct spy *rest = resume(&play, part, second);
        CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
        bool same = same_runs(whole, rest);
        CU_ASSERT_TRUE(same);
        if (!same)
            fprintf(stderr, "trial %d: %u islands, %u replicas, %d and %d ranks\n", i,
                    play.plan.islands, play.plan.replicas, first, second);
        spy_free(whole);
        spy_free(rest);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(results_are_equal_on_any_ranks),
        CU_TEST_INFO_NULL,
    };
    return suite_run("ranks", NULL, NULL, tests);
}
