/* Party: rules for places, the budget and the objective: what a config means, that every search
 * keeps to it, and that the exact search agrees with looking at every party. */
#include "party_annealing.h"
#include "party_construct.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_local_search.h"
#include "party_objective.h"
#include "party_presolve.h"
#include "party_random.h"
#include "party_random_fixture.h"
#include "party_refused.h"
#include "party_searcher.h"
#include "party_variation.h"
#include "party_violation.h"
#include "suite.h"

enum { POOL = 12, INSTANCES = 400, TRIES = 200 };

static struct fixture f;
static struct rng rng;

/* One rule of the config, as fixtures hold it. */
static struct party_place_rule_keys rule[4];
static struct party_whole place[4][PARTY_MAX_PLACES];
static struct party_word word[4][3];

static const char *const csv = "id,role,level,price\n"
                               "1,tank,10,5\n"
                               "2,tank/healer,20,3\n"
                               "3,healer,30,2\n"
                               "4,scout,40,1\n";

/* Adds {places: PLACES, trait: role, values: [a, b]}; b may be NULL. places: digits. */
static struct party_place_rule_keys *admit(const char *places, const char *a,
                                           const char *b)
{
    size_t i = f.keys.places.count++, n = 0;
    for (; places[n]; n++)
        place[i][n].value = places[n] - '0';
    word[i][0].value = a;
    word[i][1].value = b;
    rule[i] = (struct party_place_rule_keys){
        .places = {place[i], n}, .trait = "role", .min = NAN, .max = NAN};
    rule[i].values = (struct option_list){word[i], b ? 2 : 1};
    f.keys.places.items = rule;
    return &rule[i];
}

/* The same by {number: level}. */
static struct party_place_rule_keys *admit_level(const char *places, double min,
                                                 double max)
{
    struct party_place_rule_keys *added = admit(places, NULL, NULL);
    added->trait = NULL;
    added->values.count = 0;
    added->number = "level";
    added->min = min;
    added->max = max;
    return added;
}

static void begin(int64_t places)
{
    fixture_init(&f, fixture_text("heroes.csv", csv));
    fixture_formation(&f, places, "");
}

/* Who may stand in place 0, as digits of ids. */
static void check_admitted(const char *ids)
{
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    for (int32_t row = 0; row < 4; row++) {
        CU_ASSERT_EQUAL(party_may_stand(&f.party, row, 0),
                        strchr(ids, '1' + row) != NULL);
        CU_ASSERT_TRUE(party_may_stand(&f.party, row, 1));
    }
    arena_free(&f.perm);
}

static void rules_admit_by_trait_and_number(void)
{
    begin(2);
    admit("0", "tank", NULL)->separator = "none";
    check_admitted("1");
    begin(2);
    admit("0", "tank", "scout")->separator = "none";
    check_admitted("14");
    begin(2);
    admit("0", "tank", NULL)->separator = "/";
    check_admitted("12");
    begin(2);
    admit("0", "healer", NULL)->separator = "/";
    check_admitted("23");
    begin(2);
    admit("0", "tank/healer", NULL);
    check_admitted("2");
    begin(2);
    admit_level("0", 20, 30);
    check_admitted("23");
    begin(2);
    admit_level("0", 20.5, NAN);
    check_admitted("34");
    begin(2);
    admit_level("0", NAN, 10);
    check_admitted("1");
    begin(2); /* two rules for one place */
    admit("0", "tank", NULL)->separator = "/";
    admit_level("0", 20, NAN);
    check_admitted("2");
}

static void presolve_refutes(bool impossible)
{
    struct party_reduced r;
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(party_presolve_rules(&r, &f.party, &f.perm, &f.err),
                          STATUS_OK);
    CU_ASSERT_EQUAL(r.impossible, impossible);
    arena_free(&f.perm);
}

/* Two tanks and a scout of four: at least two roles, and two heroes of a role. */
static void places_and_fixed_heroes_demand_values(void)
{
    static const char pool[] = "id,role,level,price\n1,tank,1,1\n2,tank,2,2\n"
                               "3,tank,3,3\n4,scout,4,4\n5,mage,5,5\n6,bard,6,6\n";
    for (int i = 0; i < 8; i++) {
        fixture_init(&f, fixture_text("heroes.csv", pool));
        fixture_formation(&f, 4, "");
        if (i % 2)
            admit("01", "tank", NULL), admit("2", "scout", NULL);
        else
            fixture_fix(&f, "0", 2), fixture_fix(&f, "1", 1), fixture_fix(&f, "2", 4);
        int most = 1 + i / 2 % 2;
        fixture_require(&f, i / 4 ? "same" : "distinct", "role", NAN, most);
        presolve_refutes(most == 1);
    }
    for (int most = 1; most <= 2; most++) { /* five of 1 or 2 tanks and three others */
        fixture_init(&f, fixture_text("heroes.csv", pool));
        fixture_formation(&f, 5, "");
        fixture_count(&f, "role", "tank", NAN, most);
        presolve_refutes(most == 1);
    }
}

static void bad_rules_are_refused(void)
{
    begin(2);
    admit("02", "tank", NULL);
    fixture_refused(&f, "party.places[0].places[1]",
                    "no place 2: places are numbered 0 to 1");
    begin(2);
    admit("0", "tnak", NULL);
    fixture_refused(&f, "party.places[0].values[0]",
                    "no hero's role is 'tnak'; did you mean 'tank'?");
    begin(2);
    admit("0", "tank", NULL);
    fixture_refused(&f, "party.places[0].values[0]",
                    "'tank/healer', which lists 'tank' (expected: separator: \"/\"");
    begin(2);
    admit("0", "tank", NULL)->number = "level";
    fixture_refused(&f, "party.places[0]", "either a trait or a number");
    begin(2);
    admit("0", "tank", NULL)->min = 3;
    fixture_refused(&f, "party.places[0]", "min and max belong to a number");
    begin(2);
    admit("0", "tank", NULL)->values.count = 0;
    fixture_refused(&f, "party.places[0]", "trait needs the values allowed");
    begin(2);
    admit_level("0", NAN, NAN);
    fixture_refused(&f, "party.places[0]", "number needs min or max");
    begin(2);
    admit_level("0", 3, 2);
    fixture_refused(&f, "party.places[0]", "min is above max");
    begin(2);
    admit("0", "tank", NULL)->separator = "";
    fixture_refused(&f, "party.places[0]", "separator is empty");
    begin(2);
    admit("0", "tank", NULL)->trait = "rloe";
    fixture_refused(&f, "party.places[0].trait",
                    "no column 'rloe'; did you mean 'role'?");
    begin(2);
    admit("0", "tank", NULL)->separator = "/";
    fixture_fix(&f, "0", 3);
    fixture_refused(&f, "party.fixed.0",
                    "hero 3 may not stand there (place 0: role tank)");
}

static void bad_goals_are_refused(void)
{
    begin(1);
    f.keys.objective.goal = "most";
    fixture_refused(&f, "party.objective.goal", "'most' is not min or max");
    begin(1);
    f.keys.objective.kind.distinct = "role";
    fixture_refused(&f, "party.objective", "distinct cannot be the objective");
    begin(1);
    f.keys.objective.kind.sum = "level";
    f.keys.objective.measure = "price";
    fixture_refused(&f, "party.objective", "measure excludes mean, sum and count");
    begin(1);
    f.keys.objective.kind.in_position = true;
    f.keys.objective.measure = "price";
    fixture_refused(&f, "party.objective", "measure excludes mean, sum and count");
    begin(1);
    f.keys.objective.kind.value = "tank";
    f.keys.objective.goal = "max";
    fixture_refused(&f, "party.objective", "must name a column");
    begin(1);
    f.keys.objective.measure = "sinergy";
    fixture_refused(&f, "party.objective.measure",
                    "no measure 'sinergy' (expected: price or synergy)");
    begin(1);
    f.keys.objective.kind.mean = "levle";
    fixture_refused(&f, "party.objective.mean", "did you mean 'level'?");
}

/* The cost of a party of heroes 1 and 4, its price and back. */
static void check_cost(double cost)
{
    const int32_t hero[2] = {0, 3};
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(party_objective_cost(&f.party, hero), cost);
    CU_ASSERT_EQUAL(party_objective_price(&f.party, cost), party_price(&f.party, hero));
    CU_ASSERT_EQUAL(party_objective_bound(&f.party, party_price(&f.party, hero)), cost);
    CU_ASSERT_EQUAL(party_coins(&f.party, hero), 6);
    for (size_t h = 0; h < 4; h++)
        CU_ASSERT_TRUE(f.party.price[h] >= 0);
    arena_free(&f.perm);
}

static void objectives_are_costs(void)
{
    begin(2);
    check_cost(6);
    begin(2);
    f.keys.objective.goal = "max";
    check_cost(-6);
    begin(2);
    f.keys.objective.kind.sum = "level";
    check_cost(-50);
    begin(2);
    f.keys.objective.kind.mean = "level";
    f.keys.objective.goal = "min";
    check_cost(25);
    begin(2);
    f.keys.objective.kind.count = "role";
    f.keys.objective.kind.value = "tank";
    check_cost(-1);
}

static size_t below(size_t n)
{
    return (size_t)rng_below(&rng, n);
}

/* Sums of so many cents that a product of doubles is off by more than a millionth of one. */
static void bounds_of_objectives_are_no_more_than_costs(void)
{
    enum { HEROES = 400 };
    static char text[HEROES * 32 + 64];
    size_t used = (size_t)sprintf(text, "id,level,price\n0,0.01,1\n");
    rng_init(&rng, 1, 0, 0, RNG_PROBLEM);
    for (int i = 1; i <= HEROES; i++)
        used += (size_t)sprintf(text + used, "%d,%zu.%02zu,1\n", i,
                                1000000000 + below(1000000000), below(100));
    fixture_init(&f, fixture_text("heroes.csv", text));
    fixture_formation(&f, 1, "");
    f.keys.objective.kind.sum = "level";
    f.keys.objective.goal = "min";
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    for (int32_t row = 1; row <= HEROES; row++)
        CU_ASSERT_EQUAL(party_objective_bound(&f.party, party_price(&f.party, &row)),
                        party_objective_cost(&f.party, &row));
    arena_free(&f.perm);
}

/* What heroes lack to one who is far from them differs by less than a double has digits for. */
static void far_numbers_hide_no_better_party(void)
{
    int32_t hero[PARTY_MAX_PLACES];
    bool found;
    fixture_init(&f, fixture_text("heroes.csv", "id,level,price\n"
                                                "1,999999999999999,1\n"
                                                "2,0.01,1\n3,0.02,1\n4,0.03,1\n"
                                                "5,0.04,1\n6,0.05,1\n"));
    fixture_formation(&f, 2, "");
    fixture_require(&f, "sum", "level", NAN, 100);
    f.keys.objective.kind.sum = "level";
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_TRUE(party_prove(&f.party, INFINITY, 1, hero, &found) <= -0.09);
    CU_ASSERT_TRUE(found);
    arena_free(&f.perm);
}

static void budgets_bound_the_price(void)
{
    begin(2);
    f.keys.budget = 6;
    f.keys.owned = fixture_text("owned.csv", "2\n");
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    const char *broken = NULL;
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){0, 3}, &broken)); /* 5 + 1 */
    CU_ASSERT_FALSE(party_is_feasible(&f.party, (int32_t[]){0, 2}, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "price <= 6");
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){0, 1}, &broken)); /* owned */
    arena_free(&f.perm);
}

/* A random pool, formation, rules for places, requirement and objective; loaded. */
static void random_instance(uint64_t seed)
{
    static const char *const roles[] = {"a", "b", "c", "a/b", "b/c"};
    static char text[POOL * 48 + 32];
    rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
    size_t used = (size_t)sprintf(text, "id,role,race,level,price\n");
    for (int i = 0; i < POOL; i++)
        used += (size_t)sprintf(text + used, "%d,%s,r%zu,%zu.%zu,%zu\n", i + 1,
                                i < 5 ? roles[i] : roles[below(5)], below(3), below(20),
                                below(10), below(2) ? below(5) : below(100));
    fixture_init(&f, fixture_text("heroes.csv", text));
    static const char *const edges[] = {"", "01 12 23 ", "01 12 23 30 ",
                                        "01 02 03 12 "};
    fixture_draw_formation(&f, &rng, edges, 8);
    static const char *const places[] = {"0", "1", "01", "23", "3", "012", "0123"};
    for (size_t i = 1 + below(3); i > 0; i--) {
        if (below(4) == 0)
            admit_level(places[below(7)], below(2) ? (double)below(15) : NAN, 15);
        else
            admit(places[below(7)], roles[below(3)], below(3) ? NULL : roles[below(3)])
                ->separator = below(2) ? "/" : "none";
    }
    if (below(2))
        fixture_require(&f, "mean", "level", (double)below(15), NAN);
    if (below(2))
        f.keys.budget = (double)below(200);
    if (below(2))
        *(below(2) ? &f.keys.objective.kind.mean : &f.keys.objective.kind.sum) =
            "level";
    f.keys.objective.goal = below(2) ? "min" : "max";
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
}

static void search_equals_enumeration(void)
{
    unsigned feasible = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        random_instance(seed);
        double optimum = random_party_optimum(&f.party);
        struct searcher s;
        searcher_init(&s, &f.party);
        searcher_finish(&s, 500);
        if (isfinite(optimum) ? fabs(s.best - optimum) > 1e-9 : isfinite(s.best))
            printf("seed %d: %g, not %g\n", (int)seed, s.best, optimum);
        CU_ASSERT_TRUE(isfinite(optimum) ? fabs(s.best - optimum) <= 1e-9
                                         : isinf(s.best));
        feasible += isfinite(optimum);
        arena_free(&s.perm);
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(feasible > INSTANCES / 4 && feasible < INSTANCES);
}

/* More kinds of places than bounds that are added for them: 9 places for a role each, and one for
 * all. Cheap heroes of the first role, and one of no role before the one of the last, at his price,
 * must not displace who is needed. */
static void heroes_of_other_places_do_not_dominate(void)
{
    enum { KINDS = 9 };
    static const char *const digit[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
    static struct party_place_rule_keys own[KINDS];
    static char role[KINDS][4], text[2000];
    static struct party_whole at[KINDS];
    static struct party_word only[KINDS];
    size_t used = (size_t)sprintf(text, "id,role,price\n"), id = 1;
    for (; id <= KINDS; id++)
        used += (size_t)sprintf(text + used, "%zu,r0,1\n", id);
    used += (size_t)sprintf(text + used, "%zu,none,50\n", id++);
    for (size_t k = KINDS; k-- > 1;)
        used += (size_t)sprintf(text + used, "%zu,r%zu,50\n", id++, k);
    fixture_init(&f, fixture_text("heroes.csv", text));
    fixture_formation(&f, KINDS + 1, "");
    for (size_t k = 0; k < KINDS; k++) {
        snprintf(role[k], sizeof role[k], "r%s", digit[k]);
        at[k].value = (int64_t)k;
        only[k].value = role[k];
        own[k] = (struct party_place_rule_keys){.places = {&at[k], 1},
                                                .trait = "role",
                                                .values = {&only[k], 1},
                                                .min = NAN,
                                                .max = NAN};
    }
    f.keys.places = (struct option_list){own, KINDS};
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_TRUE(f.party.n_implied < KINDS);
    struct searcher s;
    searcher_init(&s, &f.party);
    searcher_finish(&s, 1000);
    CU_ASSERT_EQUAL(s.best, 2 + 50 * (KINDS - 1));
    arena_free(&s.perm);
    arena_free(&f.perm);
}

/* What samples, recombines or heals as feasible is feasible, and costs what it says. */
static void operators_keep_to_the_places(void)
{
    unsigned done = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        size_t bytes = 0;
        random_instance(seed);
        struct party *party = &f.party;
        CU_ASSERT_EQUAL_FATAL(party_construct_prepare(party, &f.perm, &bytes, &f.err),
                              STATUS_OK);
        struct arena scratch = arena_scratch(&f.perm, bytes);
        int32_t a[4], b[4], child[4];
        double cost;
        bool one = party_variation_sample(party, &rng, scratch, a);
        bool other = party_variation_sample(party, &rng, scratch, b);
        CU_ASSERT_EQUAL(one, party_is_feasible(party, a, NULL));
        CU_ASSERT_EQUAL(other, party_is_feasible(party, b, NULL));
        for (int i = 0; i < 10; i++) {
            if (party_variation_recombine(party, a, b, 0.3, &rng, scratch, child)) {
                CU_ASSERT_TRUE(party_is_feasible(party, child, NULL));
                done++;
            }
            party_operators_mutate(party, 0.5, &rng, scratch, child);
            bool heals = party_variation_heal(party, &rng, scratch, child);
            CU_ASSERT_EQUAL(heals, party_is_feasible(party, child, NULL));
            party_operators_evaluate(party, child, 1, scratch, &cost);
            CU_ASSERT_EQUAL(cost,
                            heals ? party_objective_cost(party, child) : INFINITY);
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(done > INSTANCES);
}

/* At each step, also where other rules are broken. */
static void annealing_keeps_to_the_places(void)
{
    unsigned begun = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        size_t build = 0, search = 0;
        struct party_annealing a;
        int32_t hero[4];
        random_instance(seed);
        struct party *party = &f.party;
        if (party_construct_prepare(party, &f.perm, &build, &f.err) ||
            party_local_search_prepare(party, &f.perm, &search, &f.err))
            CU_FAIL_FATAL("no memory");
        struct arena scratch = arena_scratch(&f.perm, build > search ? build : search);
        if (party_variation_sample(party, &rng, scratch, hero)) {
            party_annealing_init(&a, party, party->search, &rng, hero, &scratch);
            for (int i = 0; i < 100; i++) {
                party_annealing_step(&a, 3 * a.unit);
                for (size_t p = 0; p < party->n_places; p++)
                    CU_ASSERT_TRUE(party_may_stand(party, a.hero[p], p));
                CU_ASSERT_EQUAL(a.broken, !party_is_feasible(party, a.hero, NULL));
            }
            begun++;
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(begun > INSTANCES / 4);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(rules_admit_by_trait_and_number),
        SUITE_TEST(bad_rules_are_refused),
        SUITE_TEST(bad_goals_are_refused),
        SUITE_TEST(objectives_are_costs),
        SUITE_TEST(bounds_of_objectives_are_no_more_than_costs),
        SUITE_TEST(far_numbers_hide_no_better_party),
        SUITE_TEST(budgets_bound_the_price),
        SUITE_TEST(search_equals_enumeration),
        SUITE_TEST(places_and_fixed_heroes_demand_values),
        SUITE_TEST(heroes_of_other_places_do_not_dominate),
        SUITE_TEST(operators_keep_to_the_places),
        SUITE_TEST(annealing_keeps_to_the_places),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party places", NULL, NULL, tests);
}
