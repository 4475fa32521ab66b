/* Party: the list of all sets within a price, beside looking at every set of heroes. */
#include "instances.h"
#include "party_disjoint.h"
#include "party_disjoint_list.h"
#include "party_sets.h"
#include "suite.h"

#include <math.h>

enum { INSTANCES = INSTANCES_OF(6000), MOST_PLACES = 5 };

static struct random_party x;
static struct party_sets sets;

static bool has(const struct party_disjoint_list *list, uint32_t members)
{
    for (size_t i = 0; i < list->n; i++)
        if (party_members(&x.party, list->set[i].hero) == members)
            return true;
    return false;
}

static struct party_either either;
static struct party_alternative alternative[2];

/* Makes the last two requirements an either/or. */
static void make_either(struct party *party)
{
    if (party->n_requirements < 2)
        return;
    party->n_requirements -= 2;
    for (uint64_t i = 0; i < 2; i++)
        alternative[i] = (struct party_alternative){
            party->requirement[party->n_requirements + i], UINT64_C(1) << i};
    either = (struct party_either){0, 2, "one or the other"};
    party->either = &either;
    party->alternative = alternative;
    party->n_either = 1;
    party->n_cases = 2;
}

/* Between the cheapest and the dearest set, now and then beyond. */
static double some_limit(struct rng *rng)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < sets.n; i++) {
        least = fmin(least, sets.price[i]);
        most = fmax(most, sets.price[i]);
    }
    return sets.n ? round(least + (most - least) * (1.2 * rng_unit(rng) - 0.1)) : 1e6;
}

/* Sets are listed once, by rising price, with fixed heroes in their places, none that is excluded. */
static void check_order(const struct party_disjoint_list *list, double limit)
{
    for (size_t i = 0; i < list->n; i++) {
        const int32_t *hero = list->set[i].hero;
        CU_ASSERT_EQUAL(list->set[i].price, party_price(&x.party, hero));
        CU_ASSERT_TRUE(list->set[i].price <= limit + 1e-6 * fabs(limit));
        CU_ASSERT_TRUE(i == 0 || list->set[i - 1].price <= list->set[i].price);
        CU_ASSERT_EQUAL((size_t)__builtin_popcount(party_members(&x.party, hero)),
                        x.party.n_places);
        for (size_t k = 0; k < i; k++)
            CU_ASSERT_NOT_EQUAL(party_members(&x.party, hero),
                                party_members(&x.party, list->set[k].hero));
        for (size_t p = 0; p < x.party.n_places; p++)
            CU_ASSERT_TRUE(x.party.fixed[p] >= 0 ? hero[p] == x.party.fixed[p]
                                                 : !x.party.banned[hero[p]]);
    }
}

static void no_party_is_missing(void)
{
    unsigned some = 0, others = 0, fewer = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct party_disjoint_list list;
        struct error err = {0};
        struct arena arena;
        struct rng rng;
        size_t within = 0;
        rng_init(&rng, seed, 6, 0, RNG_PROBLEM);
        random_party_make(&x, seed, 0.1);
        if (rng_chance(&rng, 0.3))
            make_either(&x.party);
        if (x.party.n_places > MOST_PLACES || !party_list_sets(&x.party, &sets))
            continue;
        double limit = some_limit(&rng);
        arena_init(&arena);
        CU_ASSERT_EQUAL_FATAL(
            party_disjoint_list_make(&x.party, limit,
                                     party_disjoint_thresholds_default.list_steps,
                                     &arena, &list, &err),
            STATUS_OK);
        CU_ASSERT_TRUE(list.complete);
        check_order(&list, limit);
        for (size_t i = 0; i < sets.n; i++)
            if (sets.price[i] <= limit) {
                CU_ASSERT_TRUE(has(&list, sets.members[i]));
                within++;
            }
        some += within > 0;
        others += list.n > within;
        fewer += within < sets.n;
        arena_free(&arena);
    }
    CU_ASSERT_TRUE(some > INSTANCES / 10 && others > INSTANCES / 10 &&
                   fewer > INSTANCES / 10);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(no_party_is_missing),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party_disjoint_list", NULL, NULL, tests);
}
