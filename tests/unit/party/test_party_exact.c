/* Party: the exact search and its bound, against looking at every party. */
#include "instances.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_islands.h"
#include "party_proven.h"
#include "party_random.h"
#include "party_searcher.h"
#include "party_shared_solvers.h"
#include "suite.h"

enum {
    INSTANCES = INSTANCES_OF(2500),
    ISLAND_INSTANCES = INSTANCES_OF(60),
    RELATED_INSTANCES = INSTANCES_OF(3000)
};

static struct random_party random_one;
static struct fixture challenge;

static bool near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fabs(b);
}

/* All shares in turn, slices of random size, incumbents exchanged in between. */
static void search(struct searcher *s, unsigned shares, struct rng *rng, uint64_t seed,
                   double optimum)
{
    struct party_bnb_state state[3] = {{0}};
    bool going = true;
    while (going) {
        double incumbent = s->best, bound = INFINITY;
        going = false;
        for (unsigned i = 0; i < shares; i++) {
            if (state[i].finished)
                continue;
            uint64_t work = 1 + rng_below(rng, rng_chance(rng, 0.3) ? 20 : 2000);
            searcher_slice(s, &state[i], i, shares, incumbent, work);
            if (!state[i].finished)
                bound = fmin(bound, state[i].bound);
            going = true;
        }
        bound = fmin(bound, s->best);
        if (bound > optimum && !near(bound, optimum)) {
            instance_fail(seed, "bound", bound, optimum);
            return;
        }
    }
}

/* On one to three islands, each from nothing. */
static void search_on_islands(struct searcher *s, struct rng *rng, uint64_t seed,
                              double optimum)
{
    for (unsigned shares = 1; shares <= 3; shares++) {
        s->best = INFINITY;
        search(s, shares, rng, seed, optimum);
        if (!near(s->best, optimum))
            instance_fail(seed, "price", s->best, optimum);
    }
}

static void search_equals_enumeration_on_any_number_of_islands(void)
{
    unsigned feasible = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct rng rng;
        random_party_make(&random_one, seed, 0.25);
        rng_init(&rng, seed, 0, 0, RNG_ALGORITHM);
        double optimum = random_party_optimum(&random_one.party);
        feasible += isfinite(optimum);
        struct searcher s;
        searcher_init(&s, &random_one.party);
        const int64_t after[] = {0, 20, party_bnb_thresholds_default.patterns_after};
        s.thresholds.patterns_after = after[seed % 3];
        if (seed / 3 % 2)
            s.thresholds.round_work = 5;
        if (seed / 6 % 2) /* parties are left undecided at first */
            s.thresholds.placings = 1;
        search_on_islands(&s, &rng, seed, optimum);
        arena_free(&s.perm);
    }
    CU_ASSERT_TRUE(feasible > INSTANCES / 4 && feasible < INSTANCES * 3 / 4);
}

/* A challenge that is searched by patterns: two traits that decide and one that matters little, edges
 * that share them worth what the paper says, and a demand on one value. */
static void make_related(struct random_party *x, uint64_t seed)
{
    struct party *p = &x->party;
    struct rng rng;
    uint64_t k = 1000 * seed;
    rng_init(&rng, seed, 2, 0, RNG_PROBLEM);
    do
        random_party_make(x, k++, 0);
    while (p->n_places < 4 || p->n_traits < 3 || p->n_edges < 3 || p->n_heroes < 8 ||
           p->n_requirements > 3);
    p->max_match = 7;
    for (size_t t = 0; t < p->n_traits; t++)
        p->trait[t].weight = p->trait[t].most_weight = t < 2 ? 3 : t == 2;
    for (int m = 0; m <= p->max_match; m++)
        x->points[m] = m >= 6 ? 20 : m >= 3 ? 2 + 2 * m : m;
    p->most_points = 20 * (int)p->n_edges;
    p->synergy_min = random_in(&rng, p->most_points / 8, p->most_points * 2 / 3);
    struct party_requirement *r = &p->requirement[p->n_requirements++];
    bool same = rng_chance(&rng, 0.5);
    *r = (struct party_requirement){.kind = same ? PARTY_SAME : PARTY_COUNT,
                                    .column = same ? 2 : (uint32_t)rng_below(&rng, 3),
                                    .min = same ? 3 : random_in(&rng, 1, 2),
                                    .max = INFINITY,
                                    .text = "a demand"};
    if (!same)
        r->value = (uint32_t)rng_below(&rng, p->trait[r->column].n_values);
}

static void search_by_patterns_equals_enumeration(void)
{
    unsigned feasible = 0, by_patterns = 0, counted = 0, chosen = 0;
    for (uint64_t seed = 0; seed < RELATED_INSTANCES; seed++) {
        static const int64_t after[] = {0, 0, 20, 200};
        struct rng rng;
        struct searcher s;
        make_related(&random_one, seed);
        rng_init(&rng, seed, 0, 0, RNG_ALGORITHM);
        double optimum = random_party_optimum(&random_one.party);
        searcher_init(&s, &random_one.party);
        s.thresholds.patterns_after = after[seed % 4];
        if (seed / 4 % 2)
            s.thresholds.round_work = 5;
        if (seed / 8 % 2)
            s.thresholds.placings = 1;
        search_on_islands(&s, &rng, seed, optimum);
        bool listed = s.patterns.n_subproblems > 0;
        feasible += listed && isfinite(optimum);
        by_patterns += listed;
        counted += listed && s.patterns.mark >= 0 && s.patterns.n_choices == 1;
        chosen += listed && s.patterns.n_choices > 1;
        arena_free(&s.perm);
    }
    CU_ASSERT_TRUE(feasible > by_patterns / 4 && feasible < by_patterns);
    CU_ASSERT_TRUE(by_patterns > RELATED_INSTANCES / 3);
    CU_ASSERT_TRUE(counted > RELATED_INSTANCES / 20 && chosen > RELATED_INSTANCES / 20);
}

/* A round that is put off has come to some partition; patterns begin with the first one all the same. */
static void patterns_forget_the_round_put_off(void)
{
    unsigned by_patterns = 0;
    for (uint64_t seed = 0; seed < RELATED_INSTANCES / 10; seed++) {
        struct searcher s;
        struct party_bnb_state state = {0};
        make_related(&random_one, seed);
        double optimum = random_party_optimum(&random_one.party);
        searcher_init(&s, &random_one.party);
        searcher_slice(&s, &state, 0, 1, INFINITY, 1);
        if (!state.finished && state.begun == PARTY_BNB_ALL_PARTITIONS) {
            state.put_off.ceiling = state.ceiling + 1;
            state.put_off.subproblem = UINT32_MAX;
            state.put_off.undecided = INFINITY;
            s.thresholds.patterns_after = 0;
            while (!state.finished)
                searcher_slice(&s, &state, 0, 1, s.best, 1000);
            if (!near(s.best, optimum))
                instance_fail(seed, "price after a round put off", s.best, optimum);
            CU_ASSERT_TRUE(state.bound <= optimum * (1 + 1e-9));
            by_patterns += s.patterns.n_subproblems > 0 && isfinite(optimum);
        }
        arena_free(&s.perm);
    }
    CU_ASSERT_TRUE(by_patterns > RELATED_INSTANCES / 200);
}

static void bound_is_below_the_optimum(void)
{
    unsigned useful = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        random_party_make(&random_one, seed, 0.25);
        double optimum = random_party_optimum(&random_one.party);
        double bound = party_bound(&random_one.party);
        if (isnan(bound) || (bound > optimum && !near(bound, optimum)))
            instance_fail(seed, "bound", bound, optimum);
        useful += isfinite(optimum) && bound > 0.8 * optimum;
    }
    CU_ASSERT_TRUE(useful > INSTANCES / 10);
}

/* At the optimum itself a proof is of no party but the cheaper ones; above it, it ends
 * at the optimum. However little work it may take, it claims no more. */
static void proof_ends_at_the_optimum(void)
{
    unsigned infeasible = 0;
    double least;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        random_party_make(&random_one, seed, 0.25);
        double optimum = random_party_optimum(&random_one.party);
        double above = seed % 4 == 3 ? INFINITY : optimum + (double)(seed % 4) * 100;
        if (isinf(optimum)) {
            infeasible +=
                isinf(prove_checked(&random_one.party, INFINITY, 10, &least)) != 0;
            CU_ASSERT_EQUAL(least, INFINITY);
            continue;
        }
        double proven = prove_checked(&random_one.party, above, 10, &least);
        if (!near(proven, optimum))
            instance_fail(seed, "proven", proven, optimum);
        if (above > optimum && !near(least, optimum))
            instance_fail(seed, "found by the proof", least, optimum);
        double hasty = prove_checked(&random_one.party, above, 1e-5, &least);
        if (hasty > optimum && !near(hasty, optimum))
            instance_fail(seed, "proven in haste", hasty, optimum);
    }
    CU_ASSERT_TRUE(infeasible > INSTANCES / 10);
    CU_ASSERT_EQUAL(prove_checked(&random_one.party, 1, 0, &least), -INFINITY);
}

/* Heroes of one price, and a sum that no three of them have: nearly all choices are rejected at the last
 * place. The first one's tenth keeps the numbers from having a step that tells (party_sum_gap.h). */
static void load_rejected_choices(int heroes)
{
    enum { MOST = 400 };
    static char text[MOST * 32 + 32];
    size_t used = (size_t)sprintf(text, "id,price,level\n");
    struct rng rng;
    rng_init(&rng, 20261125, 0, 0, RNG_PROBLEM);
    for (int i = 0; i < heroes; i++)
        used += (size_t)sprintf(text + used, "%d,100,%d.%d\n", i,
                                (int)rng_below(&rng, 100000), i == 0 ? 4 : 5);
    fixture_init(&challenge, fixture_text("heroes.csv", text));
    fixture_formation(&challenge, 3, "01 ");
    fixture_require(&challenge, "sum", "level", 150000.1, 150000.3);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&challenge), STATUS_OK);
}

/* Of 100 heroes the short search suffices, of 400, with 64 times as many choices, it proves nothing. */
static void short_search_refutes_what_it_has_searched(void)
{
    for (int heroes = 100; heroes <= 400; heroes += 300) {
        struct error err = {0};
        load_rejected_choices(heroes);
        struct party_shared_solvers *shared =
            party_shared_solvers_get(&challenge.party, &challenge.perm, &err);
        CU_ASSERT_PTR_NOT_NULL_FATAL(shared);
        for (int again = 0; again < 2; again++)
            CU_ASSERT_EQUAL(party_shared_solvers_refute(shared, 0), heroes == 100);
        arena_free(&challenge.perm);
    }
}

/* Slices end in time, and the work of all of them counts. */
static void rejected_choices_are_work(void)
{
    enum { SLICE = 1000 };
    load_rejected_choices(200);
    struct searcher s;
    struct party_bnb_state state = {0};
    searcher_init(&s, &challenge.party);
    while (!state.finished) {
        uint64_t before = state.work;
        searcher_slice(&s, &state, 0, 1, INFINITY, SLICE);
        CU_ASSERT_TRUE(state.work <= before + SLICE + 20000); /* a table and a slice */
    }
    CU_ASSERT_EQUAL(state.bound, INFINITY);
    CU_ASSERT_TRUE(state.work > 5 * state.nodes);
    CU_ASSERT_TRUE(state.work > 50000);
    arena_free(&s.perm);
    arena_free(&challenge.perm);
}

/* ---- the algorithm's table, on islands without an engine ---- */

static void algorithm_resumes_alike_on_any_number_of_islands(void)
{
    for (uint64_t seed = 0; seed < ISLAND_INSTANCES; seed++) {
        random_party_make(&random_one, seed, 0.25);
        double optimum = random_party_optimum(&random_one.party);
        struct puzzle puzzle = puzzle_of(&random_one.party);
        for (unsigned count = 1; count <= 3; count++) {
            struct ending one = run_islands(&puzzle, count, false);
            struct ending two = run_islands(&puzzle, count, true);
            if (!near(one.best, optimum))
                instance_fail(seed, "price", one.best, optimum);
            CU_ASSERT_EQUAL(one.infeasible, (bool)isinf(optimum));
            CU_ASSERT_EQUAL(one.best, two.best);
            CU_ASSERT_EQUAL(one.steps, two.steps);
            CU_ASSERT_EQUAL(one.evaluations, two.evaluations);
            CU_ASSERT_EQUAL(one.infeasible, two.infeasible);
        }
    }
}

/* Portfolio and proofs take the struct, the section `exact` of a config the texts of its keys. */
static void keys_have_the_default_thresholds(void)
{
    const struct party_bnb_thresholds *of = &party_bnb_thresholds_default;
    const struct {
        const char *name;
        int64_t value;
    } all[] = {{"patterns_after", of->patterns_after},
               {"round_work", of->round_work},
               {"few_heroes", of->few_heroes},
               {"placings", of->placings}};
    size_t found = 0;
    for (const struct config_option *key = party_exact_algorithm.options; key->name;
         key++)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (!strcmp(key->name, all[i].name)) {
                CU_ASSERT_EQUAL(atoll(key->fallback), all[i].value);
                found++;
            }
    CU_ASSERT_EQUAL(found, sizeof all / sizeof *all);
}

/* ---- the shipped pool ---- */

/* The exact optimum, from nothing, by patterns after so much work. */
static double optimum_of(const struct party *party, int64_t patterns_after)
{
    struct searcher s;
    struct party_bnb_state state = {0};
    searcher_init(&s, party);
    s.thresholds.patterns_after = patterns_after;
    while (!state.finished)
        searcher_slice(&s, &state, 0, 1, s.best, 500000);
    CU_ASSERT_TRUE(state.bound >= s.best);
    arena_free(&s.perm);
    return s.best;
}

static void search_proves_the_papers_types(void)
{
    static const double optimum[] = {38100, 6750, 46500};
    static struct fixture f;
    for (int type = 1; type <= 3; type++) {
        fixture_type(&f, type);
        if (fixture_load(&f))
            CU_FAIL_FATAL("cannot load");
        CU_ASSERT_EQUAL(optimum_of(&f.party, INT64_MAX), optimum[type - 1]);
        CU_ASSERT_EQUAL(optimum_of(&f.party, 0), optimum[type - 1]);
        CU_ASSERT_TRUE(party_bound(&f.party) > 0.5 * optimum[type - 1]);
        arena_free(&f.perm);
    }
}

/* Where one shared trait suffices, patterns of two traits are matrices of natural numbers up to the
 * order of rows and columns (sequence A007716 of the OEIS), but for the one in which nobody shares
 * anything. */
static void patterns_are_listed_once(void)
{
    static const size_t number[] = {1, 1, 4, 10, 33, 91, 298, 910, 3017};
    enum { VALUES = 8 };
    static char text[VALUES * VALUES * VALUES * 32 + 32];
    size_t used = (size_t)sprintf(text, "id,price,race,nation\n");
    for (int i = 0; i < VALUES * VALUES * VALUES; i++)
        used += (size_t)sprintf(text + used, "%d,%d,r%d,n%d\n", i, 100 + i, i % VALUES,
                                i / VALUES % VALUES);
    for (size_t places = 2; places < sizeof number / sizeof *number; places++) {
        struct searcher s;
        char edges[32] = "";
        for (size_t p = 1; p < places; p++)
            sprintf(edges + strlen(edges), "%zu%zu ", p - 1, p);
        fixture_init(&challenge, fixture_text("heroes.csv", text));
        fixture_formation(&challenge, (int64_t)places, edges);
        fixture_weight(&challenge, "race", 3);
        fixture_weight(&challenge, "nation", 3);
        challenge.keys.synergy.min = 0.01;
        CU_ASSERT_EQUAL_FATAL(fixture_load(&challenge), STATUS_OK);
        searcher_init(&s, &challenge.party);
        CU_ASSERT_TRUE(party_patterns_list(&s.patterns, &s.placement));
        CU_ASSERT_EQUAL(s.patterns.n, number[places] - 1);
        arena_free(&s.perm);
        arena_free(&challenge.perm);
    }
}

/* A search would look at parties until its time limit. */
static void presolve_counts_the_values(void)
{
    static const char edges[] = "01 12 23 34 45 56 67 78 89 ";
    for (int i = 0; i < 3; i++) {
        struct party_reduced r;
        struct error err = {0};
        fixture_type(&challenge, 1);
        fixture_formation(&challenge, 16, edges);
        challenge.requirement[0].min = 70;
        fixture_require(&challenge, i == 1 ? "distinct" : "same", "race",
                        i == 1 ? 15 : NAN,
                        i == 1 ? NAN
                        : i    ? 2
                               : 1);
        if (i == 2)
            fixture_require(&challenge, "distinct", "race", NAN, 7);
        CU_ASSERT_EQUAL_FATAL(fixture_load(&challenge), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(
            party_presolve_rules(&r, &challenge.party, &challenge.perm, &err),
            STATUS_OK);
        CU_ASSERT_TRUE(r.impossible);
        arena_free(&challenge.perm);
    }
}

/* Every hometown has a nation of its own, so that neighbours share neither; what joins
 * them is the weight of their hometowns. */
static void pairs_outlive_dependencies(void)
{
    double least;
    static const char pool[] = "id,nation,town,price\n1,N1,T1,1\n2,N2,T2,2\n"
                               "3,N3,T3,3\n4,N4,T4,4\n5,N1,T1,5\n";
    struct verdict verdict = {0};
    fixture_init(&challenge, fixture_text("heroes.csv", pool));
    fixture_formation(&challenge, 4, "01 12 23 03");
    fixture_weight(&challenge, "nation", 1);
    fixture_weight(&challenge, "town", 0);
    fixture_pair(&challenge, "town", "T1", "T2", 1);
    fixture_pair(&challenge, "town", "T2", "T3", 1);
    fixture_pair(&challenge, "town", "T3", "T4", 1);
    fixture_pair(&challenge, "town", "T4", "T1", 1);
    fixture_require(&challenge, "distinct", "nation", 4, NAN);
    challenge.keys.synergy.points.count = 2;
    challenge.keys.synergy.min = 1;
    if (fixture_load(&challenge))
        CU_FAIL_FATAL("cannot load");
    CU_ASSERT_EQUAL(random_party_optimum(&challenge.party), 10);
    CU_ASSERT_EQUAL(prove_checked(&challenge.party, 100, 10, &least), 10);
    CU_ASSERT_EQUAL(least, 10);
    party_diagnose(&challenge.party, 1, &verdict);
    CU_ASSERT_FALSE(verdict.infeasible);
    arena_free(&challenge.perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(search_equals_enumeration_on_any_number_of_islands),
        SUITE_TEST(search_by_patterns_equals_enumeration),
        SUITE_TEST(patterns_forget_the_round_put_off),
        SUITE_TEST(bound_is_below_the_optimum),
        SUITE_TEST(proof_ends_at_the_optimum),
        SUITE_TEST(short_search_refutes_what_it_has_searched),
        SUITE_TEST(rejected_choices_are_work),
        SUITE_TEST(keys_have_the_default_thresholds),
        SUITE_TEST(algorithm_resumes_alike_on_any_number_of_islands),
        SUITE_TEST(search_proves_the_papers_types),
        SUITE_TEST(patterns_are_listed_once),
        SUITE_TEST(presolve_counts_the_values),
        SUITE_TEST(pairs_outlive_dependencies),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party exact", NULL, NULL, tests);
}
