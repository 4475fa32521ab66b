/* Party: how much work the exact search takes, on the shipped pool and on small random
 * challenges. */
#include "interrupt.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_random.h"
#include "party_searcher.h"
#include "suite.h"

#include <inttypes.h>
#include <stddef.h>

enum { INSTANCES = 2500, MOST_WORK = 2000000 };

static struct random_party random_one;

/* Of searches from nothing, summed up: no wall clock is in it. */
struct effort {
    uint64_t heroes, shapes, items; /* that are left to look at before the search */
    uint64_t nodes, work, searches; /* searches: of an arrangement */
    double bound;                   /* price proven */
    double without_synergy;         /* party_bound */
    uint64_t asks;                  /* whether to go on: at least as many */
};

static uint64_t asks;

/* A clock that stands still; whoever asks whether to go on looks at it. */
static double count_asks(void)
{
    asks++;
    return 0;
}

static void add_effort(const struct party *party, struct effort *sum)
{
    struct searcher s;
    struct party_bnb_state state = {0};
    asks = 0;
    interrupt_set_clock(count_asks);
    interrupt_set_limit(1);
    searcher_init(&s, party);
    while (!state.finished && state.work < MOST_WORK)
        searcher_slice(&s, &state, 0, 1, s.best, MOST_WORK / 10);
    interrupt_set_limit(NAN);
    interrupt_set_clock(NULL);
    sum->asks += asks;
    sum->heroes += s.reduced.n;
    sum->shapes += s.groups.n_partitions;
    sum->items += s.groups.n_subproblems;
    sum->nodes += state.nodes;
    sum->work += state.work;
    sum->searches += s.placement.searches;
    sum->bound += fmin(state.bound, s.best);
    sum->without_synergy += party_bound(party);
    arena_free(&s.perm);
}

/* What pruning is worth: a search that prunes less is right as well, and slower. Where
 * a change makes these fewer, or the bound higher, the numbers here follow it. */
static void check_effort(const struct effort *now, const struct effort *most)
{
    const uint64_t *a = &now->heroes, *b = &most->heroes;
    bool fits = now->asks >= most->asks && now->bound >= most->bound * (1 - 1e-12) &&
                now->without_synergy >= most->without_synergy * (1 - 1e-9);
    for (size_t i = 0; i < offsetof(struct effort, bound) / sizeof *a; i++)
        fits = fits && a[i] <= b[i];
    CU_ASSERT_TRUE(fits);
    if (!fits)
        printf("{%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64
               ", %" PRIu64 ", %.17g, %.17g, %" PRIu64 "}\n",
               now->heroes, now->shapes, now->items, now->nodes, now->work,
               now->searches, now->bound, now->without_synergy, now->asks);
}

static void search_takes_no_more_work_than_it_did(void)
{
    static const double synergy[] = {0.5, 0.8, 0.95};
    static const struct effort most[3][3] = {
        {{9978, 42, 9967, 296756, 2191796, 112407, 25200, 28000, 116357},
         {9978, 18, 3208, 11808, 295402, 483, 38100, 28000, 1481},
         {9978, 1, 21, 10, 1388, 44, 50250, 28000, 447}},
        {{9311, 42, 11373, 357991, 2161806, 112508, 4450, 4450, 100018},
         {9311, 18, 4505, 41207, 1999699, 1657, 5700, 4450, 6036},
         {9311, 1, 89, 61, 26177, 45, 7400, 4450, 442}},
        {{9978, 42, 9967, 528137, 2008185, 112296, 29300, 32850, 104707},
         {9978, 18, 3208, 79649, 393491, 518, 46500, 32850, 9045},
         {9978, 1, 21, 37, 2496, 47, 60900, 32850, 454}}};
    static struct fixture f;
    for (int type = 1; type <= 3; type++)
        for (size_t i = 0; i < 3; i++) {
            struct effort now = {0};
            fixture_type(&f, type);
            f.keys.synergy.min = synergy[i];
            if (fixture_load(&f))
                CU_FAIL_FATAL("cannot load");
            add_effort(&f.party, &now);
            check_effort(&now, &most[type - 1][i]);
            arena_free(&f.perm);
        }
}

/* paired: of how many traits some pairs of values have weights. */
static void check_small_searches(double paired, const struct effort *most)
{
    struct effort now = {0};
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        random_party_make(&random_one, seed, paired);
        if (isfinite(random_party_optimum(&random_one.party)))
            add_effort(&random_one.party, &now);
    }
    check_effort(&now, most);
}

static void small_searches_take_no_more_work_than_they_did(void)
{
    check_small_searches(0, &(struct effort){5556, 1789, 2383, 8446, 121806, 6579,
                                             2578965.4641407863, 2373133.1238569361,
                                             7321});
    check_small_searches(0.5, &(struct effort){5478, 1768, 2379, 8243, 93309, 6774,
                                               2703782.9644410335, 2520372.5863399808,
                                               7234});
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(search_takes_no_more_work_than_it_did),
        SUITE_TEST(small_searches_take_no_more_work_than_they_did),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party effort", NULL, NULL, tests);
}
