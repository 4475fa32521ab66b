/* Party: what is proven to have no party, and why, against looking at every party. */
#include "instances.h"
#include "party_contradiction.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_infeasible_subset.h"
#include "party_presolve.h"
#include "party_random.h"
#include "suite.h"

enum { INSTANCES = INSTANCES_OF(2500), CORE_INSTANCES = INSTANCES_OF(400) };

static struct random_party random_one;
static struct fixture challenge;

static double optimum_under(party_rule_set rules)
{
    struct arena arena;
    struct party variant;
    struct error err = {0};
    arena_init(&arena);
    if (party_infeasible_variant(&random_one.party, rules, &arena, &variant, &err))
        CU_FAIL_FATAL("no memory");
    double optimum = random_party_optimum(&variant);
    arena_free(&arena);
    return optimum;
}

static void check_core(uint64_t seed, const struct party_infeasible_subset *subset)
{
    CU_ASSERT_TRUE(subset->least);
    if (isfinite(optimum_under(subset->rules)))
        instance_fail(seed, "a core that holds", (double)subset->rules, 0);
    for (size_t i = 0; i < PARTY_RULES; i++)
        if ((subset->rules & party_rule_bit(i)) &&
            isinf(optimum_under(subset->rules & ~party_rule_bit(i))))
            instance_fail(seed, "a rule too many in a core", (double)i, 0);
}

/* A budget near the least price, or of nothing. */
static void bound_price(struct party *p, double least, uint64_t seed)
{
    static const double shares[] = {0, 0.5, 0.9, 0.999, 1, 1.2};
    double share = shares[seed % (sizeof shares / sizeof *shares)];
    p->coins = p->price;
    p->number[p->n_numbers] =
        (struct party_number){.name = "price", .value = random_one.price};
    p->requirement[p->n_requirements++] =
        (struct party_requirement){.kind = PARTY_SUM,
                                   .column = (uint32_t)p->n_numbers++,
                                   .min = -INFINITY,
                                   .max = isfinite(least) ? floor(share * least) : 500,
                                   .text = "budget"};
}

static void core_is_infeasible_and_least(void)
{
    unsigned infeasible = 0;
    for (uint64_t seed = 0; seed < CORE_INSTANCES; seed++) {
        random_party_make(&random_one, seed, 0.25);
        double optimum = random_party_optimum(&random_one.party);
        if (seed % 2) {
            bound_price(&random_one.party, optimum, seed / 2);
            optimum = random_party_optimum(&random_one.party);
        }
        struct party_infeasible_subset subset;
        bool proven = party_infeasible_find(&random_one.party, 10000000, &subset);
        if (proven != (bool)isinf(optimum))
            instance_fail(seed, "proven infeasible", proven, isinf(optimum));
        infeasible += proven;
        if (proven)
            check_core(seed, &subset);
    }
    CU_ASSERT_TRUE(infeasible > CORE_INSTANCES / 4);
}

static enum party_infeasible_answer ask_by_sums(party_rule_set rules, uint64_t work)
{
    return party_infeasible_ask_by_sums(&random_one.party, rules, &work);
}

/* Of some of the rules, and whatever their bounds are. */
static void check_fewer_rules(uint64_t seed, struct rng *rng)
{
    party_rule_set all = party_infeasible_all(&random_one.party),
                   rules = all & rng_next(rng);
    enum party_infeasible_answer answer = ask_by_sums(rules, 10000000);
    bool none = isinf(optimum_under(rules));
    if (answer == (none ? PARTY_SUBSET_FEASIBLE : PARTY_SUBSET_INFEASIBLE))
        instance_fail(seed, "asked by sums, fewer rules", (double)answer, none);
}

/* Adds a bound on a sum of whole numbers. */
static struct party_requirement *bound_number(struct party *p, struct rng *rng)
{
    struct party_requirement *r = &p->requirement[p->n_requirements++];
    *r = (struct party_requirement){.kind = PARTY_SUM,
                                    .column = (uint32_t)rng_below(rng, p->n_numbers),
                                    .min = -INFINITY,
                                    .max = INFINITY,
                                    .text = "bound"};
    for (size_t h = 0; h < p->n_heroes; h++)
        random_one.value[r->column][h] = random_in(rng, -20, 40);
    return r;
}

/* The largest least sum, or the smallest most one, that some party keeps; INFINITY: none does. */
static double tightest(struct party_requirement *r, bool most)
{
    const double reach = 64 * (double)random_one.party.n_places;
    double holds = reach,
           fails = -reach; /* as bounds of the negative sum for a least one */
    double *bound = most ? &r->max : &r->min;
    const double sign = most ? 1 : -1;
    *bound = sign * holds;
    if (isinf(random_party_optimum(&random_one.party)))
        return INFINITY;
    while (holds - fails > 1) {
        double middle = floor((holds + fails) / 2);
        *bound = sign * middle;
        if (isinf(random_party_optimum(&random_one.party)))
            fails = middle;
        else
            holds = middle;
    }
    return sign * holds;
}

/* At the tightest bound that a party keeps there is one, and beyond it there is none; with little work, neither is
 * claimed wrongly. */
static void sums_tell_what_is_infeasible(void)
{
    unsigned asked = 0, open = 0;
    for (uint64_t seed = 0; seed < CORE_INSTANCES; seed++) {
        struct rng rng;
        rng_init(&rng, seed, 5, 0, RNG_PROBLEM);
        random_party_make(&random_one, seed, 0.25);
        struct party_requirement *r = bound_number(&random_one.party, &rng);
        bool most = rng_chance(&rng, 0.5);
        double bound = tightest(r, most), beyond = most ? -1 : 1;
        for (int i = 0; i < 4 && isfinite(bound); i++) {
            static const double by[] = {0, -0.5, 0.5, 1};
            *(most ? &r->max : &r->min) = bound + by[i] * beyond;
            bool none = i >= 2;
            party_rule_set all = party_infeasible_all(&random_one.party);
            enum party_infeasible_answer answer = ask_by_sums(all, 10000000),
                                         hasty = ask_by_sums(all, 1);
            if (answer != (none ? PARTY_SUBSET_INFEASIBLE : PARTY_SUBSET_FEASIBLE))
                instance_fail(seed, "asked by sums", (double)answer, none);
            if (hasty != PARTY_SUBSET_OPEN && hasty != answer)
                instance_fail(seed, "asked in haste", (double)hasty, none);
            check_fewer_rules(seed, &rng);
            asked++;
            open += hasty == PARTY_SUBSET_OPEN;
        }
    }
    CU_ASSERT_TRUE(asked > CORE_INSTANCES);
    CU_ASSERT_TRUE(open > asked / 10);
}

/* Two bounds, of a number and of the same or of one that rises with it, apart by `gap` in all. */
static void bound_twice(struct party *p, struct rng *rng, int gap)
{
    int n = (int)p->n_places, factor = random_in(rng, 1, 3),
        more = random_in(rng, -9, 9);
    int least = n * random_in(rng, 10, 20);
    bool other = rng_chance(rng, 0.7);
    p->n_numbers = 2;
    for (size_t h = 0; h < p->n_heroes; h++) {
        random_one.value[0][h] = random_in(rng, -5, 40);
        random_one.value[1][h] = factor * random_one.value[0][h] + more;
    }
    p->number[1] = (struct party_number){.name = "other", .value = random_one.value[1]};
    struct party_requirement *r = &p->requirement[p->n_requirements];
    p->n_requirements += 2;
    r[0] = (struct party_requirement){
        .kind = PARTY_SUM, .min = least, .max = INFINITY, .text = "at least"};
    r[1] = (struct party_requirement){.kind = PARTY_SUM,
                                      .column = other,
                                      .min = -INFINITY,
                                      .max = other ? factor * (least - gap) + n * more
                                                   : least - gap,
                                      .text = "at most"};
}

/* What is called a contradiction holds in no party; each of two bounds apart is called one. */
static void contradiction_is_in_no_party(void)
{
    unsigned apart = 0, others = 0, feasible = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct arena arena;
        struct party_reduced r;
        struct error err;
        struct rng rng;
        rng_init(&rng, seed, 3, 0, RNG_PROBLEM);
        random_party_make(&random_one, seed, 0);
        int gap = random_in(&rng, -1, 1);
        if (seed % 2)
            bound_twice(&random_one.party, &rng, gap);
        arena_init(&arena);
        CU_ASSERT_EQUAL(party_presolve_rules(&r, &random_one.party, &arena, &err),
                        STATUS_OK);
        bool found = party_contradiction_holds(&r);
        if (found && isfinite(random_party_optimum(&random_one.party)))
            instance_fail(seed, "a contradiction that holds", gap, 0);
        CU_ASSERT_TRUE(!found || r.impossible);
        if (seed % 2 && gap > 0 && r.n >= r.n_free) {
            CU_ASSERT_TRUE(found);
            apart++;
        } else {
            others += found;
            feasible += !found;
        }
        arena_free(&arena);
    }
    CU_ASSERT_TRUE(apart > INSTANCES / 100 && others > INSTANCES / 200 &&
                   feasible > INSTANCES / 2);
}

/* Diagnoses the challenge; the reason must hold each of the words. */
static void reason_names(const char *const *words)
{
    struct verdict verdict = {0};
    if (fixture_load(&challenge)) {
        printf("%s: %s\n", challenge.err.key, challenge.err.text);
        CU_FAIL_FATAL("cannot load");
    }
    party_diagnose(&challenge.party, 10, &verdict);
    CU_ASSERT_TRUE(verdict.infeasible);
    for (; *words; words++)
        if (!strstr(verdict.reason, *words)) {
            printf("no \"%s\" in: %s\n", *words, verdict.reason);
            CU_FAIL("another reason");
        }
    arena_free(&challenge.perm);
}
#define REASON(...) reason_names((const char *const[]){__VA_ARGS__, NULL})

static void diagnose_names_a_level_out_of_reach(void)
{
    fixture_type(&challenge, 1);
    challenge.requirement[0].min = 98;
    REASON("mean level >= 98", "the most possible is 96.2");
}

static void diagnose_names_counts_that_exceed_the_places(void)
{
    fixture_type(&challenge, 1);
    fixture_count(&challenge, "race", "elf", 8, NAN);
    fixture_count(&challenge, "race", "dwarf", 4, NAN);
    REASON("8", "elf", "4", "dwarf", "cannot hold together in 10 places");
}

static void diagnose_names_more_values_than_places(void)
{
    fixture_type(&challenge, 1);
    fixture_formation(&challenge, 6, "01 12 23 34 45 ");
    fixture_require(&challenge, "same", "religion", NAN, 1);
    fixture_require(&challenge, "distinct", "religion", 8, NAN);
    REASON("8", "religion", "the most possible is 6");
}

static void diagnose_names_variety_against_synergy(void)
{
    fixture_type(&challenge, 1);
    challenge.keys.synergy.min = 0.9;
    fixture_require(&challenge, "same", "race", NAN, 1);
    fixture_require(&challenge, "same", "nation", NAN, 1);
    REASON("1", "race", "synergy >= 0.9", "cannot hold together");
}

static void diagnose_names_fixed_heroes(void)
{
    fixture_type(&challenge, 3);
    fixture_fix(&challenge, "0", 1);
    fixture_fix(&challenge, "1", 2);
    fixture_fix(&challenge, "2", 3);
    fixture_count(&challenge, "race", "elf", 10, NAN);
    REASON("elf", "fixed heroes", "cannot hold together");
}

static void diagnose_names_excluded_heroes(void)
{
    static const char pool[] = "id,race,level,price\n1,elf,50,1\n2,elf,60,2\n"
                               "3,orc,70,3\n4,orc,80,4\n";
    fixture_init(&challenge, fixture_text("heroes.csv", pool));
    fixture_formation(&challenge, 2, "01");
    fixture_weight(&challenge, "race", 1);
    fixture_count(&challenge, "race", "elf", 1, NAN);
    fixture_exclude(&challenge, 1);
    fixture_exclude(&challenge, 2);
    REASON("elf", "excluded heroes", "cannot hold together");
}

/* Those of town T0 are of nation N1 if nobody of N9 may come, but not all of them otherwise. */
static void diagnose_names_dependencies_of_the_heroes_admitted(void)
{
    static const char rows[] = "id,town,nation,price\n1,T0,N1,1\n2,T0,N1,1\n"
                               "4,T1,N2,1\n5,T1,N2,1\n3,T0,N9,1\n";
    for (int with = 0; with < 2; with++) {
        char pool[sizeof rows];
        snprintf(pool, with ? sizeof pool : sizeof pool - strlen("3,T0,N9,1\n"), "%s",
                 rows);
        fixture_init(&challenge, fixture_text("heroes.csv", pool));
        fixture_formation(&challenge, 2, "01");
        fixture_weight(&challenge, "town", 1);
        challenge.keys.synergy.min = 1;
        fixture_require(&challenge, "distinct", "nation", 2, NAN);
        if (with)
            fixture_exclude(&challenge, 3);
        REASON("cannot hold together in 2 places: heroes of the same town",
               with ? " that these rules admit are all of the same nation"
                    : "of the same town are all of the same nation");
    }
}

static void diagnose_is_silent_about_feasible_challenges(void)
{
    for (int type = 1; type <= 3; type++) {
        struct verdict verdict = {0};
        fixture_type(&challenge, type);
        if (fixture_load(&challenge))
            CU_FAIL_FATAL("cannot load");
        party_diagnose(&challenge.party, 1, &verdict);
        CU_ASSERT_FALSE(verdict.infeasible);
        arena_free(&challenge.perm);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(core_is_infeasible_and_least),
        SUITE_TEST(sums_tell_what_is_infeasible),
        SUITE_TEST(contradiction_is_in_no_party),
        SUITE_TEST(diagnose_names_a_level_out_of_reach),
        SUITE_TEST(diagnose_names_counts_that_exceed_the_places),
        SUITE_TEST(diagnose_names_more_values_than_places),
        SUITE_TEST(diagnose_names_variety_against_synergy),
        SUITE_TEST(diagnose_names_fixed_heroes),
        SUITE_TEST(diagnose_names_excluded_heroes),
        SUITE_TEST(diagnose_names_dependencies_of_the_heroes_admitted),
        SUITE_TEST(diagnose_is_silent_about_feasible_challenges),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party infeasible", NULL, NULL, tests);
}
