/* Party: the most synergy as the objective, against looking at every party. */
#include "instances.h"
#include "party_cases.h"
#include "party_construct.h"
#include "party_fixture.h"
#include "party_islands.h"
#include "party_local_search.h"
#include "party_most_synergy.h"
#include "party_objective.h"
#include "party_proven.h"
#include "party_refused.h"
#include "party_verify.h"
#include "suite.h"

enum { POOL = 10, PLACES = 4, INSTANCES = 150, ISLAND_INSTANCES = INSTANCES_OF(40) };

static struct fixture f;
static struct rng rng;
static struct party_requirement_keys alternative[2];

static const char *const csv = "id,race,level,price\n"
                               "1,elf,10,5\n"
                               "2,elf,20,3\n"
                               "3,orc,30,2\n"
                               "4,orc,40,1\n";

static void begin(void)
{
    fixture_init(&f, fixture_text("heroes.csv", csv));
    fixture_formation(&f, 2, "01");
    fixture_weight(&f, "race", 3);
    f.keys.objective.measure = "synergy";
}

static void bad_goals_are_refused(void)
{
    begin();
    f.keys.objective.goal = "min";
    fixture_refused(&f, "party.objective.goal",
                    "the least synergy cannot be the objective");
    begin();
    fixture_formation(&f, 2, "");
    fixture_refused(&f, "party.objective.measure", "no edge can give points");
    begin();
    f.keys.objective.measure = "sinergy";
    fixture_refused(&f, "party.objective.measure", "no measure 'sinergy'");
    begin();
    f.keys.objective.kind.mean = "level";
    fixture_refused(&f, "party.objective", "measure excludes mean, sum and count");
}

static void costs_are_shares(void)
{
    begin();
    f.keys.objective.goal = "max";
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(f.party.most_points, 8);
    CU_ASSERT_STRING_EQUAL(f.party.objective.name, "synergy");
    CU_ASSERT_TRUE(f.party.objective.maximise);
    CU_ASSERT_EQUAL(party_objective_cost(&f.party, (int32_t[]){0, 1}), -1);
    CU_ASSERT_EQUAL(party_objective_cost(&f.party, (int32_t[]){0, 2}), 0);
    CU_ASSERT_FALSE(signbit(party_objective_cost(&f.party, (int32_t[]){0, 2})));
    CU_ASSERT_EQUAL(party_objective_points(&f.party, -1), 8);
    CU_ASSERT_EQUAL(party_objective_points(&f.party, INFINITY), -1);
    CU_ASSERT_EQUAL(party_bound(&f.party), -1);
    arena_free(&f.perm);
}

static size_t below(size_t n)
{
    return (size_t)rng_below(&rng, n);
}

/* A random pool with a budget, requirements and an either/or; loaded. */
static void random_instance(uint64_t seed)
{
    static char text[POOL * 48 + 40];
    rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
    bool cents = below(3) == 0;
    size_t used = (size_t)sprintf(text, "id,race,nation,level,price\n");
    for (int i = 0; i < POOL; i++)
        used +=
            (size_t)sprintf(text + used, "%d,r%zu,n%zu,%zu,%zu%s\n", i + 1, below(3),
                            below(3), below(20), below(100), cents ? ".25" : "");
    fixture_init(&f, fixture_text("heroes.csv", text));
    static const char *const edges[] = {"01 ", "01 12 23 ", "01 12 23 30 ",
                                        "01 02 03 12 13 23 "};
    fixture_formation(&f, PLACES, edges[below(4)]);
    fixture_weight(&f, "race", 3);
    fixture_weight(&f, "nation", (int64_t)below(4));
    f.keys.synergy.min = below(2) ? (double)below(8) / 10 : 0;
    f.keys.objective.measure = "synergy";
    if (below(2))
        fixture_require(&f, "mean", "level", (double)below(15), NAN);
    if (below(4))
        f.keys.budget = (double)(50 + below(250));
    if (below(2)) {
        fixture_require(&f, "sum", "level", (double)below(60), NAN);
        alternative[0] = f.requirement[f.keys.requirements.count - 1];
        f.keys.requirements.count--;
        fixture_require(&f, "distinct", "race", 3, NAN);
        alternative[1] = f.requirement[f.keys.requirements.count - 1];
        f.keys.requirements.count--;
        fixture_require(&f, "mean", NULL, NAN, NAN)->any =
            (struct option_list){alternative, 2};
    }
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
}

static int most_from(size_t place, int32_t *hero)
{
    if (place == PLACES)
        return party_is_feasible(&f.party, hero, NULL) ? party_points(&f.party, hero)
                                                       : -1;
    int most = -1;
    for (int32_t h = 0; h < POOL; h++) {
        if (party_has_hero(hero, place, h))
            continue;
        hero[place] = h;
        int here = most_from(place + 1, hero);
        most = here > most ? here : most;
    }
    return most;
}

/* The most points of a feasible party; -1: there is none. */
static int most_points(void)
{
    int32_t hero[PLACES];
    return most_from(0, hero);
}

static void search_equals_enumeration(void)
{
    unsigned feasible = 0;
    double least;
    for (uint64_t seed = 0; seed < ISLAND_INSTANCES; seed++) {
        random_instance(seed);
        struct puzzle puzzle = puzzle_of(&f.party);
        int most = most_points();
        double optimum = most < 0 ? INFINITY : 0 - party_share(&f.party, most);
        feasible += most >= 0;
        for (unsigned count = 1; count <= 3; count += 2) {
            struct ending one = run_islands(&puzzle, count, false);
            struct ending two = run_islands(&puzzle, count, true);
            CU_ASSERT_EQUAL(one.best, optimum);
            CU_ASSERT_EQUAL(one.best, two.best);
            CU_ASSERT_EQUAL(one.steps, two.steps);
            CU_ASSERT_EQUAL(one.evaluations, two.evaluations);
            CU_ASSERT_TRUE(most < 0 || !one.infeasible);
        }
        CU_ASSERT_TRUE(party_bound(&f.party) <= optimum);
        if (most >= 0) {
            CU_ASSERT_EQUAL(prove_checked(&f.party, optimum, 10, &least), optimum);
            CU_ASSERT_EQUAL(prove_checked(&f.party, 0, 10, &least), optimum);
            CU_ASSERT_EQUAL(least, optimum);
            CU_ASSERT_TRUE(prove_checked(&f.party, optimum, 1e-6, &least) <= optimum);
        }
        CU_ASSERT_EQUAL(prove_checked(&f.party, INFINITY, 10, &least), optimum);
        CU_ASSERT_EQUAL(least, optimum);
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(feasible > ISLAND_INSTANCES / 4 && feasible < ISLAND_INSTANCES);
}

/* However little work a slice has, what is proven stays right, and it comes to an end. */
static void slices_prove_the_same(void)
{
    for (uint64_t seed = 0; seed < ISLAND_INSTANCES; seed++) {
        random_instance(seed);
        int most = most_points(), bound = f.party.most_points;
        struct party_most_synergy state;
        int32_t hero[PARTY_MAX_PLACES];
        bool found;
        party_most_synergy_begin(&state, &f.party);
        state.limit = 60; /* so that questions are put off */
        while (!state.finished) {
            CU_ASSERT_TRUE_FATAL(
                party_most_synergy_run(&state, &f.party, 20, hero, &found));
            if (found) {
                CU_ASSERT_TRUE(party_is_feasible(&f.party, hero, NULL));
                CU_ASSERT_EQUAL(party_points(&f.party, hero), state.least);
            }
            int now = party_most_synergy_bound(&state, &f.party);
            CU_ASSERT_TRUE(now >= most && now <= bound);
            bound = now;
        }
        CU_ASSERT_EQUAL(state.least, most < 0 ? f.party.synergy_min - 1 : most);
        arena_free(&f.perm);
    }
}

static struct arena prepared(struct party *party)
{
    size_t most = 0;
    for (size_t c = 0; c < party_n_cases(party); c++) {
        size_t build = 0, search = 0;
        struct party *one = party->n_either ? &party->cases[c] : party;
        int least = one->synergy_min;
        if (party_construct_prepare(one, &f.perm, &build, &f.err) ||
            party_local_search_prepare(one, &f.perm, &search, &f.err))
            CU_FAIL_FATAL("no memory");
        CU_ASSERT_EQUAL(one->synergy_min, least);
        most = build > most ? build : most;
        most = search > most ? search : most;
    }
    return arena_scratch(&f.perm, most);
}

/* Local search never takes synergy away, and often finds the most there is. */
static void local_search_raises_synergy(void)
{
    unsigned sampled = 0, raised = 0, best = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        random_instance(seed);
        struct arena scratch = prepared(&f.party);
        int32_t hero[PARTY_MAX_PLACES];
        if (party_cases_sample(&f.party, &rng, scratch, hero)) {
            struct party one = *party_cases_choose(&f.party, hero, &rng);
            int before = party_points(&f.party, hero);
            uint64_t work = party_local_search_synergy(&one, 1, &rng, scratch, hero);
            CU_ASSERT_EQUAL(work > 0, before < one.most_points);
            CU_ASSERT_TRUE(party_is_feasible(&f.party, hero, NULL));
            CU_ASSERT_TRUE(party_points(&f.party, hero) >= before);
            sampled++;
            raised += party_points(&f.party, hero) > before;
            best += party_points(&f.party, hero) == most_points();
        }
        arena_free(&f.perm);
    }
    printf("%u sampled, %u raised, %u of the most ", sampled, raised, best);
    CU_ASSERT_TRUE(sampled > INSTANCES / 4 && raised > sampled / 8 &&
                   best > sampled / 2);
}

/* The audit knows the objective. */
static void wrong_synergy_is_found(void)
{
    const int32_t id[] = {1, 2};
    FILE *out = fopen("/dev/null", "w");
    begin();
    double right = 1, wrong = 0.875;
    CU_ASSERT_EQUAL(party_verify(&f.keys, id, 2, &right, 1, out, &f.err), STATUS_OK);
    CU_ASSERT_EQUAL(party_verify(&f.keys, id, 2, &wrong, 1, out, &f.err),
                    STATUS_FAILED);
    fclose(out);
    arena_free(&f.perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(bad_goals_are_refused),
        SUITE_TEST(costs_are_shares),
        SUITE_TEST(search_equals_enumeration),
        SUITE_TEST(slices_prove_the_same),
        SUITE_TEST(local_search_raises_synergy),
        SUITE_TEST(wrong_synergy_is_found),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party most synergy", NULL, NULL, tests);
}
