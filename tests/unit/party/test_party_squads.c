/* Party: unique, chemistry and team ratings: what a config means, that the two evaluations agree,
 * that every search keeps to them, and that the exact search agrees with looking at every party. */
#include "party_chemistry.h"
#include "party_construct.h"
#include "party_exact.h"
#include "party_penalty_search.h"
#include "party_rating.h"
#include "party_rating_relaxation.h"
#include "party_refused.h"
#include "party_searcher.h"
#include "party_squads.h"
#include "party_variation.h"
#include "party_violation.h"
#include "suite.h"

static const char *const csv = "id,name,club,nation,rating,price\n"
                               "1,ann,red,x,80,5\n"
                               "2,ann,red,y,85,6\n"
                               "3,bob,red,x,70,2\n"
                               "4,cid,blue,x,60,1\n"
                               "5,dan,red,y,90,9\n";

static void begin(int64_t places)
{
    fixture_init(&f, fixture_text("heroes.csv", csv));
    fixture_formation(&f, places, "");
}

static double amount(enum party_requirement_kind kind, const int32_t *hero)
{
    return party_amount(&f.party, kind, 0, 0, hero);
}

static void chemistry_counts_heroes_alike(void)
{
    int points[4];
    begin(4);
    react("club", "2 1 3 2");
    react("nation", "3 2");
    f.keys.chemistry.cap = 3;
    fixture_require(&f, "chemistry", "total", 8, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    /* red x, red y, red x, blue x: clubs 2 2 2 0, nations 2 0 2 2 */
    const int32_t hero[4] = {0, 1, 2, 3};
    const int expected[4] = {3, 2, 3, 2};
    party_chemistry_count(&f.party, hero, points);
    for (size_t p = 0; p < 4; p++) {
        CU_ASSERT_EQUAL(party_chemistry_of(&f.party, hero, p), expected[p]);
        CU_ASSERT_EQUAL(points[p], expected[p]);
    }
    CU_ASSERT_EQUAL(amount(PARTY_CHEMISTRY, hero), 10);
    CU_ASSERT_EQUAL(amount(PARTY_LEAST_CHEMISTRY, hero), 2);
    CU_ASSERT_TRUE(party_is_feasible(&f.party, hero, NULL));
    CU_ASSERT_EQUAL(f.party.chemistry->potential[0], 3); /* 4 heroes are red, 3 of x */
    CU_ASSERT_EQUAL(f.party.chemistry->potential[3], 2);
    CU_ASSERT_STRING_EQUAL(f.party.requirement[0].text, "chemistry >= 8");
    arena_free(&f.perm);
}

/* By hand, with the formula: 11 places as players have it, and halves, which are rounded up. */
static void ratings_follow_the_formula(void)
{
    /* sum 914, mean 83.09, excess 1.91 + 0.91 * 4 + 3.91 = 9.45: round(923.45) / 11 = 83.9 */
    int64_t squad[11] = {85, 84, 84, 84, 84, 87, 83, 81, 81, 80, 81};
    CU_ASSERT_EQUAL(party_rating_of(squad, 11), 83);
    squad[7] = 82; /* 915 + 9.1 = 924.1 */
    CU_ASSERT_EQUAL(party_rating_of(squad, 11), 84);
    CU_ASSERT_EQUAL(party_rating_of((int64_t[]){80, 80, 80}, 3), 80);
    /* sum 3, excess 0.5: 3.5 is rounded to 4 */
    CU_ASSERT_EQUAL(party_rating_of((int64_t[]){1, 2}, 2), 2);
    CU_ASSERT_EQUAL(party_rating_of((int64_t[]){0, 0, 0, 1}, 4), 0);
    begin(2);
    fixture_require(&f, "rating", "rating", 85, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    const char *broken = NULL;
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){0, 4}, NULL)); /* 175 / 2 */
    CU_ASSERT_FALSE(party_is_feasible(&f.party, (int32_t[]){0, 1}, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "team rating of rating >= 85"); /* 168 / 2 */
    arena_free(&f.perm);
}

static void versions_exclude_each_other(void)
{
    const char *broken = NULL;
    begin(2);
    f.keys.unique = "name";
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_FALSE(party_is_feasible(&f.party, (int32_t[]){0, 1}, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "at most 1 of the same name");
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){0, 2}, NULL));
    arena_free(&f.perm);
}

static void bad_keys_are_refused(void)
{
    begin(2);
    f.keys.unique = "nmae";
    fixture_refused(&f, "party.unique", "no column 'nmae'; did you mean 'name'?");
    begin(2);
    react("clbu", "2 1");
    fixture_refused(&f, "party.chemistry.traits.clbu", "did you mean 'club'?");
    begin(2);
    react("club", "2 1 x 2");
    fixture_refused(&f, "party.chemistry.traits.club.x",
                    "'x' is not a number of heroes from 1 to 64");
    begin(2);
    react("club", "2 1 0 2");
    fixture_refused(&f, "party.chemistry.traits.club.0", "is not a number of heroes");
    begin(2);
    react("club", "2 1 2 2");
    fixture_refused(&f, "party.chemistry.traits.club.2",
                    "2 heroes have points already");
    begin(2);
    react("club", "4 1 2 3");
    fixture_refused(&f, "party.chemistry.traits.club.4",
                    "4 heroes have fewer points than 3");
    begin(2);
    f.keys.chemistry.cap = 3;
    fixture_refused(&f, "party.chemistry.cap", "no traits give chemistry");
    begin(2);
    fixture_require(&f, "chemistry", "total", 3, NAN);
    fixture_refused(&f, "party.requirements[0].chemistry", "no traits give chemistry");
    begin(2);
    react("club", "2 1");
    fixture_require(&f, "chemistry", "most", 3, NAN);
    fixture_refused(&f, "party.requirements[0].chemistry",
                    "no chemistry 'most' (expected: total or least)");
    begin(2);
    react("club", "2 1");
    fixture_require(&f, "chemistry", "total", 2.5, NAN);
    fixture_refused(&f, "party.requirements[0]", "2.5 is not a whole number of points");
    begin(2);
    f.keys.heroes = fixture_text("heroes.csv", "id,ovr,price\n1,80,1\n2,80.5,1\n");
    fixture_require(&f, "rating", "ovr", 80, NAN);
    fixture_refused(&f, "party.requirements[0].rating",
                    "hero 2 has ovr 80.5, but a team rating needs whole numbers");
    begin(2);
    f.keys.objective.kind.rating = "rating";
    fixture_refused(&f, "party.objective", "rating cannot be the objective");
}

/* The cheapest party that the searches of all parts find, each divided into shares; `few` as of
 * struct party_bnb_thresholds. */
static double search_shares(unsigned shares, int64_t few)
{
    const struct party *part[PARTY_RATING_PARTS];
    double best = INFINITY;
    size_t n;
    CU_ASSERT_EQUAL_FATAL(party_rating_divide(&f.party, &f.perm, part, &n, &f.err),
                          STATUS_OK);
    CU_ASSERT_TRUE(n >= 1 && n <= PARTY_RATING_PARTS);
    CU_ASSERT_EQUAL(n > 1, part[0] != &f.party);
    for (size_t i = 0; i < n * shares; i++) {
        struct searcher s;
        struct party_bnb_state state = {0};
        searcher_init(&s, part[i / shares]);
        s.thresholds.few_heroes = few;
        while (!state.finished)
            searcher_slice(&s, &state, (unsigned)(i % shares), shares, s.best, 500);
        best = fmin(best, s.best);
        arena_free(&s.perm);
    }
    return best;
}

/* Each party with the rating is in one part by its sum, whatever the range of sums. */
static void parts_hold_each_party_once(void)
{
    static char text[POOL * 32 + 64];
    size_t n, most = 0, checked = 0;
    for (uint64_t seed = 0; seed < 4 * INSTANCES; seed++) {
        const struct party *part[PARTY_RATING_PARTS];
        rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
        size_t spread = 2 + below(below(2) ? 60 : below(2) ? 3000 : 1000000);
        size_t used = (size_t)sprintf(text, "id,rating,price\n");
        for (int i = 0; i < POOL; i++)
            used += (size_t)sprintf(text + used, "%d,%zu,1\n", i + 1, below(spread));
        fixture_init(&f, fixture_text("heroes.csv", text));
        fixture_formation(&f, 2 + (int64_t)below(4), "");
        fixture_require(&f, "rating", "rating", (double)below(spread), NAN);
        CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(party_rating_divide(&f.party, &f.perm, part, &n, &f.err),
                              STATUS_OK);
        most = n > most ? n : most;
        for (int k = 0; k < 50 && n > 1; k++) {
            int32_t hero[PARTY_MAX_PLACES];
            int64_t sum = 0;
            size_t in = 0;
            for (size_t p = 0; p < f.party.n_places;) {
                hero[p] = (int32_t)below(POOL);
                p += !party_has_hero(hero, p, hero[p]);
            }
            if (!party_is_feasible(&f.party, hero, NULL))
                continue;
            for (size_t p = 0; p < f.party.n_places; p++)
                sum += (int64_t)f.party.number[0].value[hero[p]];
            for (size_t i = 0; i < n; i++)
                in += sum >= part[i]->sum_from && sum < part[i]->sum_to;
            CU_ASSERT_EQUAL(in, 1);
            checked++;
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_EQUAL(most, PARTY_RATING_PARTS);
    CU_ASSERT_TRUE(checked > 10 * INSTANCES);
}

static double search_parts(void)
{
    return search_shares(1, party_bnb_thresholds_default.few_heroes);
}

/* Two cards of one player are better than that of another, but only one of them can be in the party
 * beside it. */
static void versions_do_not_crowd_out_others(void)
{
    fixture_init(&f, fixture_text("heroes.csv", "id,name,level,price\n1,ann,5,1\n"
                                                "2,ann,6,2\n3,bob,5,3\n"));
    fixture_formation(&f, 2, "");
    f.keys.unique = "name";
    fixture_require(&f, "sum", "level", 10, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(search_parts(), 4);
    arena_free(&f.perm);
}

/* The only party costs all that may be spent, however the search takes that as its limit. */
static void a_party_may_cost_its_budget(void)
{
    int32_t hero[PLACES];
    bool found;
    fixture_init(&f, fixture_text("heroes.csv", "id,name,level,price\n1,ann,5,1\n"
                                                "2,cleo,1,1\n3,bob,5,3\n"));
    fixture_formation(&f, 2, "");
    fixture_require(&f, "sum", "level", 10, NAN);
    f.keys.budget = 4;
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(party_prove(&f.party, INFINITY, 1, hero, &found), 4);
    CU_ASSERT_TRUE(found);
    arena_free(&f.perm);
}

static double least_price(void)
{
    int32_t hero[PLACES];
    double least = INFINITY;
    n_parties = 0;
    list_parties(0, hero);
    for (size_t k = 0; k < n_parties; k++)
        least = fmin(least, party_price(&f.party, party_list[k]));
    return least;
}

static void search_equals_enumeration(void)
{
    unsigned feasible = 0;
    for (uint64_t seed = 0; seed < 2 * INSTANCES; seed++) {
        nested = seed >= INSTANCES;
        random_instance(seed, true);
        double optimum = least_price();
        double best =
            search_shares(1 + (unsigned)(seed % 3),
                          seed % 2 ? party_bnb_thresholds_default.few_heroes : 0);
        if (best != optimum)
            printf("seed %d: %g, not %g\n", (int)seed, best, optimum);
        CU_ASSERT_EQUAL(best, optimum);
        CU_ASSERT_TRUE(party_bound_price(&f.party) <= optimum);
        feasible += isfinite(optimum);
        arena_free(&f.perm);
    }
    nested = false;
    CU_ASSERT_TRUE(feasible > INSTANCES / 2 && feasible < 2 * INSTANCES);
}

/* Operators say what is feasible, the evaluations agree, and a penalty walk finds parties, none of
 * which is dearer than the one it began with. */
static void operators_keep_to_the_rules(void)
{
    unsigned possible = 0, found = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        size_t bytes = 0;
        random_instance(seed, false);
        struct party *party = &f.party;
        CU_ASSERT_EQUAL_FATAL(party_construct_prepare(party, &f.perm, &bytes, &f.err),
                              STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(party_penalty_prepare(party, &f.perm, &f.err), STATUS_OK);
        struct arena scratch = arena_scratch(&f.perm, bytes);
        int32_t hero[PLACES];
        double cost;
        for (int i = 0; i < 20; i++) {
            bool one = party_variation_sample(party, &rng, scratch, hero);
            CU_ASSERT_EQUAL(one, party_is_feasible(party, hero, NULL));
            party_operators_mutate(party, 0.5, &rng, scratch, hero);
            bool is = party_is_feasible(party, hero, NULL);
            party_operators_evaluate(party, hero, 1, scratch, &cost);
            CU_ASSERT_EQUAL(cost, is ? party_price(party, hero) : INFINITY);
            struct violations v;
            party_violation_measure(party, hero, &v);
            if (!party_has_hero(hero, PLACES, -1) && party->penalty)
                CU_ASSERT_TRUE(is || v.n > 0 || party->fixed[1] >= 0);
        }
        double optimum = least_price();
        possible += isfinite(optimum) && party->penalty;
        if (party->penalty && party_penalty_walk(party, 5000, false, &rng, hero)) {
            CU_ASSERT_TRUE(party_is_feasible(party, hero, NULL));
            CU_ASSERT_TRUE(party_price(party, hero) >= optimum);
            double before = party_price(party, hero);
            CU_ASSERT_TRUE(party_penalty_walk(party, 10, false, &rng, hero));
            CU_ASSERT_TRUE(party_price(party, hero) <= before);
            found++;
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(found <= possible && 20 * found > 19 * possible);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(chemistry_counts_heroes_alike),
        SUITE_TEST(ratings_follow_the_formula),
        SUITE_TEST(versions_exclude_each_other),
        SUITE_TEST(bad_keys_are_refused),
        SUITE_TEST(versions_do_not_crowd_out_others),
        SUITE_TEST(a_party_may_cost_its_budget),
        SUITE_TEST(parts_hold_each_party_once),
        SUITE_TEST(search_equals_enumeration),
        SUITE_TEST(operators_keep_to_the_rules),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party squads", NULL, NULL, tests);
}
