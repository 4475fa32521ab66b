/* Party: the list of cheapest parties that differ, beside looking at every set of heroes. */
#include "instances.h"
#include "interrupt.h"
#include "party_sets.h"
#include "party_solutions.h"
#include "suite.h"

enum { INSTANCES = INSTANCES_OF(4000), MOST_PLACES = 5 };

static struct random_party x;
static struct party_sets sets;

/* The least price of a set that differs enough from the first n parties found. */
static double least_left(const struct party *p, const struct party_solutions *found,
                         size_t n, size_t apart)
{
    double least = INFINITY;
    for (size_t i = 0; i < sets.n; i++) {
        bool differs = true;
        for (size_t k = 0; k < n; k++)
            differs = differs && __builtin_popcount(
                                     sets.members[i] &
                                     ~party_members(p, found->hero[k])) >= (int)apart;
        if (differs)
            least = fmin(least, sets.price[i]);
    }
    return least;
}

static bool same(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fabs(b);
}

static void list_is_that_of_enumeration(void)
{
    unsigned several = 0, complete = 0, none = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct rng rng;
        struct party_solutions found;
        struct error err = {0};
        rng_init(&rng, seed, 2, 0, RNG_PROBLEM);
        random_party_make(&x, seed, 0.1);
        if (x.party.n_places > MOST_PLACES)
            continue;
        struct party_solutions_wanted wanted = {
            .count = (size_t)random_in(&rng, 1, (int)party_solutions_most(&x.party)),
            .apart = (size_t)random_in(&rng, 1, (int)x.party.n_places),
            .amount = rng_chance(&rng, 0.5) ? (double)INFINITY
                                            : (double)random_in(&rng, 0, 50),
            .share = rng_chance(&rng, 0.5) ? 0 : rng_unit(&rng),
            .work = 100000000};
        CU_ASSERT_TRUE_FATAL(party_list_sets(&x.party, &sets));
        CU_ASSERT_EQUAL_FATAL(party_solutions_find(&x.party, &wanted, &found, &err),
                              STATUS_OK);
        for (size_t k = 0; k < found.n; k++) {
            CU_ASSERT_TRUE(party_is_feasible(&x.party, found.hero[k], NULL));
            CU_ASSERT_TRUE(same(found.cost[k], party_price(&x.party, found.hero[k])));
            CU_ASSERT_TRUE(
                same(found.cost[k], least_left(&x.party, &found, k, wanted.apart)));
        }
        double left = least_left(&x.party, &found, found.n, wanted.apart), limit = left;
        if (found.n)
            limit = found.cost[0] + fmax(wanted.amount, wanted.share * found.cost[0]);
        for (size_t k = 0; k < found.n; k++)
            CU_ASSERT_TRUE(found.cost[k] <= limit || same(found.cost[k], limit));
        CU_ASSERT_FALSE(found.open);
        CU_ASSERT_EQUAL(found.complete, found.n < wanted.count);
        if (found.complete)
            CU_ASSERT_TRUE(isinf(left) || (found.n && left > limit));
        several += found.n > 2;
        complete += found.complete && found.n;
        none += !found.n;
    }
    CU_ASSERT_TRUE(several > 30 && complete > 30 && none > 30);
}

/* Of prices of thirteen digits, or of billionths, those just above the limit are not listed. */
static void the_limit_is_kept_to_the_last_digit(void)
{
    unsigned complete = 0;
    for (uint64_t seed = 0; seed < INSTANCES / 4; seed++) {
        struct rng rng;
        struct party_solutions found;
        struct error err = {0};
        rng_init(&rng, seed, 3, 0, RNG_PROBLEM);
        random_party_make(&x, seed, 0.1);
        if (x.party.n_places > MOST_PLACES)
            continue;
        bool large = rng_chance(&rng, 0.5);
        for (size_t h = 0; h < RANDOM_HEROES; h++)
            x.price[h] = large ? 1e12 + random_in(&rng, 0, 30)
                               : random_in(&rng, 1, 30) * 0x1p-36;
        struct party_solutions_wanted wanted = {.count = party_solutions_most(&x.party),
                                                .apart = 1,
                                                .amount = large ? 2 : 0x1p-35,
                                                .work = 100000000};
        CU_ASSERT_TRUE_FATAL(party_list_sets(&x.party, &sets));
        CU_ASSERT_EQUAL_FATAL(party_solutions_find(&x.party, &wanted, &found, &err),
                              STATUS_OK);
        for (size_t k = 0; k < found.n; k++) {
            CU_ASSERT_EQUAL(found.cost[k], least_left(&x.party, &found, k, 1));
            CU_ASSERT_TRUE(found.cost[k] <= found.cost[0] + wanted.amount);
        }
        if (found.complete && found.n)
            CU_ASSERT_TRUE(least_left(&x.party, &found, found.n, 1) >
                           found.cost[0] + wanted.amount);
        complete += found.complete && found.n;
    }
    CU_ASSERT_TRUE(complete > 10);
}

static void work_that_is_too_little_proves_nothing(void)
{
    struct party_solutions found;
    struct error err = {0};
    const struct party_solutions_wanted wanted = {
        .count = 1, .apart = 1, .amount = INFINITY, .work = 0};
    random_party_make(&x, 1, 0);
    CU_ASSERT_EQUAL(party_solutions_find(&x.party, &wanted, &found, &err), STATUS_OK);
    CU_ASSERT_TRUE(found.open && !found.complete && !found.n);
}

static void no_time_is_no_error(void)
{
    struct party_solutions found;
    struct error err = {0};
    const struct party_solutions_wanted wanted = {
        .count = 1, .apart = 1, .amount = INFINITY, .work = 1000000};
    unsigned open = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_party_make(&x, seed, 0);
        interrupt_set_limit(0);
        CU_ASSERT_EQUAL(party_solutions_find(&x.party, &wanted, &found, &err),
                        STATUS_OK);
        interrupt_set_limit(NAN);
        open += found.open;
    }
    CU_ASSERT_TRUE(open > 10);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(list_is_that_of_enumeration),
        SUITE_TEST(the_limit_is_kept_to_the_last_digit),
        SUITE_TEST(work_that_is_too_little_proves_nothing),
        SUITE_TEST(no_time_is_no_error),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party_solutions", NULL, NULL, tests);
}
