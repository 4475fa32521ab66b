/* Party: either/or in the requirements (`any`), against the cases that it stands for, and every
 * search against looking at every party. */
#include "instances.h"
#include "party_cases.h"
#include "party_construct.h"
#include "party_draw.h"
#include "party_fixture.h"
#include "party_islands.h"
#include "party_local_search.h"
#include "party_multipliers.h"
#include "party_objective.h"
#include "party_proven.h"
#include "party_random.h"
#include "party_random_fixture.h"
#include "party_refused.h"
#include "party_verify.h"
#include "party_violation.h"
#include "suite.h"

enum { POOL = 12, INSTANCES = INSTANCES_OF(300), ISLAND_INSTANCES = 30, MOST_ANY = 4 };

static struct fixture f;
static struct rng rng;
static struct party_requirement_keys alternative[MOST_ANY][PARTY_MAX_CASES];

static const char *const csv = "id,race,level,price\n"
                               "1,elf,10,5\n"
                               "2,elf,20,3\n"
                               "3,orc,30,2\n"
                               "4,orc,40,1\n";

static const char *const tenths = "id,race,level,price\n"
                                  "1,elf,10,0.5\n"
                                  "2,elf,20,0.3\n"
                                  "3,orc,30,0.2\n"
                                  "4,orc,40,0.1\n";

/* Adds an empty {any: []} as number i of those. */
static struct party_requirement_keys *add_any(size_t i)
{
    struct party_requirement_keys *r = fixture_require(&f, "mean", NULL, NAN, NAN);
    r->any = (struct option_list){alternative[i], 0};
    return r;
}

/* Adds an alternative. */
static struct party_requirement_keys *add_to(struct party_requirement_keys *any,
                                             const char *kind, const char *column,
                                             double min, double max)
{
    struct party_requirement_keys *r = any->any.items;
    r += any->any.count++;
    fixture_require(&f, kind, column, min, max);
    *r = f.requirement[--f.keys.requirements.count];
    return r;
}

static void begin(int64_t places)
{
    fixture_init(&f, fixture_text("heroes.csv", csv));
    fixture_formation(&f, places, "");
}

/* any: [{mean: level, min: 35}, {count: race, value: elf, min: 2}] */
static struct party_requirement_keys *strong_or_elves(void)
{
    struct party_requirement_keys *any = add_any(0);
    add_to(any, "mean", "level", 35, NAN);
    add_to(any, "count", "race", 2, NAN)->kind.value = "elf";
    return any;
}

static void one_alternative_suffices(void)
{
    const char *broken = NULL;
    begin(2);
    strong_or_elves();
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(f.party.n_cases, 2);
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){0, 1}, &broken)); /* elves */
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){2, 3}, &broken)); /* mean */
    CU_ASSERT_PTR_NULL(broken);
    CU_ASSERT_FALSE(party_is_feasible(&f.party, (int32_t[]){0, 3}, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "mean level >= 35 or at least 2 with race elf");
    CU_ASSERT_EQUAL(party_cases_met(&f.party, (int32_t[]){0, 1}), 2);
    CU_ASSERT_EQUAL(party_cases_met(&f.party, (int32_t[]){3, 2}), 1);
    CU_ASSERT_STRING_EQUAL(f.party.cases[1].requirement[0].key,
                           "party.requirements[0].any[1]");
    arena_free(&f.perm);
}

/* Also prices that are added up as decimals. */
static void multipliers_are_on_the_prices_of_each_case(void)
{
    static const int32_t hero[] = {0, 1};
    const struct party *party = &f.party;
    struct party_multipliers m;
    struct party variant;
    begin(2);
    f.keys.heroes = fixture_text("heroes.csv", tenths);
    strong_or_elves();
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(party_multipliers_init(&m, &party, 1, 1, &f.perm, &f.err),
                          STATUS_OK);
    CU_ASSERT_TRUE(party_multipliers_tune(&m, 0, 0.2) > 0);
    CU_ASSERT_EQUAL_FATAL(
        party_multipliers_apply(&m, party, party->banned, &f.perm, &variant, &f.err),
        STATUS_OK);
    CU_ASSERT_EQUAL(party_price(&variant, hero), 1);
    for (size_t c = 0; c < 2; c++)
        CU_ASSERT_EQUAL(party_price(&variant.cases[c], hero), 1);
    arena_free(&f.perm);
}

static void bad_any_is_refused(void)
{
    begin(2);
    strong_or_elves()->min = 3;
    fixture_refused(&f, "party.requirements[0]",
                    "any excludes a column and its bounds");
    begin(2);
    strong_or_elves()->kind.mean = "level";
    fixture_refused(&f, "party.requirements[0]",
                    "any excludes a column and its bounds");
    begin(2);
    strong_or_elves()->kind.in_position = true;
    fixture_refused(&f, "party.requirements[0]",
                    "any excludes a column and its bounds");
    begin(2);
    add_to(strong_or_elves(), "mean", "levle", 3, NAN);
    fixture_refused(&f, "party.requirements[0].any[2].mean", "did you mean 'level'?");
    begin(2);
    add_to(strong_or_elves(), "sum", "level", NAN, NAN);
    fixture_refused(&f, "party.requirements[0].any[2]",
                    "min, max or exactly is required");
    begin(2);
    add_to(strong_or_elves(), "count", "race", 1, NAN)->kind.value = "efl";
    fixture_refused(&f, "party.requirements[0].any[2].value", "did you mean 'elf'?");
    begin(2);
    for (size_t i = 0; i < MOST_ANY; i++)
        for (size_t k = 0, n = i ? 3 : 1; k < n; k++)
            add_to(k ? &f.requirement[i] : add_any(i), "sum", "level", 1, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK); /* 27 */
    CU_ASSERT_EQUAL(f.party.n_cases, 27);
    arena_free(&f.perm);
    begin(2);
    for (size_t i = 0; i < MOST_ANY; i++)
        for (size_t k = 0; k < 3; k++)
            add_to(k ? &f.requirement[i] : add_any(i), "sum", "level", 1, NAN);
    fixture_refused(&f, "party.requirements[3].any", "81 ways");
}

/* 31 requirements and an any leave no room for a budget. */
static void room_is_left_for_alternatives(void)
{
    begin(2);
    strong_or_elves();
    for (size_t i = 1; i < PARTY_MAX_REQUIREMENTS; i++)
        fixture_require(&f, "sum", "level", 1, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(f.party.cases[1].n_requirements, PARTY_MAX_REQUIREMENTS);
    arena_free(&f.perm);
    begin(2);
    strong_or_elves();
    for (size_t i = 1; i < PARTY_MAX_REQUIREMENTS; i++)
        fixture_require(&f, "sum", "level", 1, NAN);
    f.keys.budget = 3;
    fixture_refused(&f, "party.budget", "one requirement too many");
}

static size_t below(size_t n)
{
    return (size_t)rng_below(&rng, n);
}

static void add_random(struct party_requirement_keys *any)
{
    static const char *const kinds[] = {"mean", "sum", "count", "distinct", "same"};
    size_t kind = below(5);
    double low = kind == 0   ? (double)below(18)
                 : kind == 1 ? (double)below(60)
                             : (double)below(4) + (kind > 2);
    double high = low + (kind < 2 ? 8 : (double)below(2));
    struct party_requirement_keys *r = add_to(
        any, kinds[kind], kind < 2 ? "level" : "race", below(3) ? low : NAN, high);
    if (below(2) && !isnan(r->min))
        r->max = NAN;
    if (kind == 2)
        r->kind.value = "r0";
}

/* A random pool, formation, requirement, rule for places and objective, and up to three any. */
static void random_instance(uint64_t seed)
{
    static char text[POOL * 48 + 32];
    static struct party_whole at = {0};
    static struct party_word may = {"r0"};
    static struct party_place_rule_keys rule;
    rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
    size_t used = (size_t)sprintf(text, "id,race,level,price\n");
    for (int i = 0; i < POOL; i++)
        used += (size_t)sprintf(text + used, "%d,r%zu,%zu.%zu,%zu\n", i + 1,
                                i ? below(3) : 0, below(20), below(10),
                                below(2) ? below(5) : below(100));
    fixture_init(&f, fixture_text("heroes.csv", text));
    static const char *const edges[] = {"", "01 12 23 ", "01 12 23 30 ",
                                        "01 02 03 12 "};
    fixture_draw_formation(&f, &rng, edges, 8);
    if (below(2))
        fixture_require(&f, "mean", "level", (double)below(12), NAN);
    for (size_t i = below(MOST_ANY); i > 0; i--) {
        struct party_requirement_keys *any = add_any(i);
        for (size_t k = 1 + below(3); k > 0; k--)
            add_random(any);
    }
    rule = (struct party_place_rule_keys){.places = {&at, 1},
                                          .trait = "race",
                                          .values = {&may, 1},
                                          .min = NAN,
                                          .max = NAN};
    if (below(3) == 0)
        f.keys.places = (struct option_list){&rule, 1};
    if (below(3) == 0)
        f.keys.budget = (double)below(200);
    if (below(3) == 0)
        f.keys.objective.kind.sum = "level";
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
}

static void random_party(int32_t *hero)
{
    for (size_t p = 0; p < 4; p++)
        do
            hero[p] = (int32_t)below(POOL);
        while (party_has_hero(hero, p, hero[p]));
}

/* Feasible is what is feasible in a case, for the reference, the evaluation and the audit. */
static void feasible_is_feasible_in_a_case(void)
{
    unsigned held = 0, several = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        random_instance(seed);
        const struct party *party = &f.party;
        several += party_n_cases(party) > 1;
        for (int i = 0; i < 20; i++) {
            int32_t hero[4], id[4];
            bool feasible = false;
            double cost;
            random_party(hero);
            for (size_t c = 0; c < party_n_cases(party); c++)
                feasible |= party_is_feasible(party_case(party, c), hero, NULL);
            CU_ASSERT_EQUAL(party_is_feasible(party, hero, NULL), feasible);
            party_operators_evaluate(party, hero, 1, (struct arena){0}, &cost);
            CU_ASSERT_EQUAL(cost,
                            feasible ? party_objective_cost(party, hero) : INFINITY);
            for (size_t p = 0; p < 4; p++)
                id[p] = (int32_t)party->id[hero[p]];
            double fitness = party_objective_cost(party, hero);
            fitness = party->objective.maximise ? 0 - fitness : fitness;
            FILE *out = fopen("/dev/null", "w");
            CU_ASSERT_EQUAL(party_verify(&f.keys, id, 4, &fitness, 1, out, &f.err),
                            feasible ? STATUS_OK : STATUS_FAILED);
            fclose(out);
            struct violations violations;
            party_violation_measure(party, hero, &violations);
            CU_ASSERT_EQUAL(violations.n == 0, feasible);
            held += feasible;
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(held > INSTANCES && several > INSTANCES / 2);
}

static struct arena prepared(struct party *party)
{
    size_t most = 0;
    for (size_t c = 0; c < party_n_cases(party); c++) {
        size_t build = 0, search = 0;
        struct party *one = party->n_either ? &party->cases[c] : party;
        if (party_construct_prepare(one, &f.perm, &build, &f.err) ||
            party_local_search_prepare(one, &f.perm, &search, &f.err))
            CU_FAIL_FATAL("no memory");
        most = build > most ? build : most;
        most = search > most ? search : most;
    }
    return arena_scratch(&f.perm, most);
}

/* What samples, recombines or heals as feasible is feasible; a feasible party heals to itself,
 * equal parents make that parent, and local search makes no party worse. */
static void operators_keep_to_a_case(void)
{
    unsigned done = 0, improved = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        random_instance(seed);
        struct party *party = &f.party;
        struct arena scratch = prepared(party);
        int32_t a[4], b[4], child[4], before[4];
        bool one = party_cases_sample(party, &rng, scratch, a);
        bool other = party_cases_sample(party, &rng, scratch, b);
        CU_ASSERT_EQUAL(one, party_is_feasible(party, a, NULL));
        CU_ASSERT_EQUAL(other, party_is_feasible(party, b, NULL));
        for (int i = 0; i < 8; i++) {
            bool made = party_cases_recombine(party, a, b, 0.3, &rng, scratch, child);
            CU_ASSERT_EQUAL(made, party_is_feasible(party, child, NULL));
            done += made;
            party_operators_mutate(party, 0.5, &rng, scratch, child);
            memcpy(before, child, sizeof before);
            bool was = party_is_feasible(party, child, NULL);
            bool heals = party_cases_heal(party, &rng, scratch, child);
            CU_ASSERT_EQUAL(heals, party_is_feasible(party, child, NULL));
            CU_ASSERT_TRUE(!was || (heals && !memcmp(before, child, sizeof before)));
        }
        const struct party *met = party_cases_choose(party, a, &rng);
        CU_ASSERT_TRUE(!one || met);
        if (one && met) {
            double was = party_objective_cost(party, a);
            CU_ASSERT_TRUE(party_cases_recombine(party, a, a, 0, &rng, scratch, child));
            CU_ASSERT_FALSE(memcmp(a, child, sizeof child));
            party_local_search(met, 1, &rng, scratch, a);
            CU_ASSERT_TRUE(party_is_feasible(party, a, NULL));
            CU_ASSERT_TRUE(party_objective_cost(party, a) <= was);
            improved += party_objective_cost(party, a) < was;
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(done > INSTANCES && improved > INSTANCES / 8);
}

/* Whether a and b are equal but for rounding. */
static bool near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

/* The exact search on any number of islands, resumed or not, the bound, the proof and the
 * diagnosis. */
static void search_equals_enumeration(void)
{
    unsigned feasible = 0;
    double least;
    for (uint64_t seed = 0; seed < ISLAND_INSTANCES; seed++) {
        random_instance(seed);
        struct puzzle puzzle = puzzle_of(&f.party);
        double price = random_party_optimum(&f.party);
        double optimum =
            isfinite(price) ? party_objective_bound(&f.party, price) : price;
        feasible += isfinite(price);
        for (unsigned count = 1; count <= 3; count += 2) {
            struct ending one = run_islands(&puzzle, count, false);
            struct ending two = run_islands(&puzzle, count, true);
            CU_ASSERT_TRUE(near(one.best, optimum));
            CU_ASSERT_EQUAL(one.infeasible, isinf(price) != 0);
            CU_ASSERT_EQUAL(one.best, two.best);
            CU_ASSERT_EQUAL(one.steps, two.steps);
            CU_ASSERT_EQUAL(one.evaluations, two.evaluations);
        }
        CU_ASSERT_TRUE(!(party_bound(&f.party) > optimum + 1e-9 * fabs(optimum)));
        if (isfinite(price)) {
            CU_ASSERT_TRUE(
                near(prove_checked(&f.party, optimum + 1, 10, &least), optimum));
            CU_ASSERT_TRUE(near(least, optimum));
            CU_ASSERT_TRUE(prove_checked(&f.party, optimum + 1, 1e-5, &least) <=
                           optimum + 1e-9);
        }
        struct verdict verdict = {0};
        party_diagnose(&f.party, 10, &verdict);
        CU_ASSERT_EQUAL(verdict.infeasible, isinf(price) != 0);
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(feasible > ISLAND_INSTANCES / 4 && feasible < ISLAND_INSTANCES);
}

static void reason_is(const char *text)
{
    struct verdict verdict = {0};
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    party_diagnose(&f.party, 10, &verdict);
    CU_ASSERT_TRUE(verdict.infeasible);
    if (strcmp(verdict.reason, text) != 0)
        printf("%s\n", verdict.reason);
    CU_ASSERT_STRING_EQUAL(verdict.reason, text);
    arena_free(&f.perm);
}

static void reasons_name_what_contradicts(void)
{
    begin(2);
    fixture_require(&f, "sum", "level", NAN, 40);
    fixture_require(&f, "distinct", "race", 2, NAN);
    strong_or_elves();
    reason_is(
        "no choice of any holds: (1) sum level <= 40; and mean level >= 35 cannot "
        "hold together in 2 places; (2) at least 2 different values of race; and at "
        "least 2 with race elf cannot hold together in 2 places");
    begin(2); /* one reason for all */
    fixture_require(&f, "sum", "level", 100, NAN);
    strong_or_elves();
    reason_is("sum level >= 100 cannot hold: the most possible is 70");
    begin(2); /* the first refutes the cases of the second any */
    struct party_requirement_keys *any = add_any(0);
    add_to(any, "sum", "level", 100, NAN);
    add_to(any, "sum", "level", 101, NAN);
    any = add_any(1);
    add_to(any, "distinct", "race", 2, NAN);
    add_to(any, "same", "race", 2, NAN);
    reason_is(
        "no choice of any holds: (1) sum level >= 100 cannot hold: the most possible "
        "is 70; (2) sum level >= 101 cannot hold: the most possible is 70");
    begin(2);
    any = add_any(0);
    for (size_t k = 0; k < 5; k++)
        add_to(any, "sum", "level", 100 + (double)k, NAN);
    reason_is(
        "no choice of any holds: (1) sum level >= 100 cannot hold: the most possible "
        "is 70; (2) sum level >= 101 cannot hold: the most possible is 70; (3) sum "
        "level >= 102 cannot hold: the most possible is 70; and others");
}

static void drawings_show_which_alternatives_hold(void)
{
    static const struct party_draw_layout layout;
    char *text = NULL, line[100];
    size_t bytes;
    begin(2);
    strong_or_elves();
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    for (int broken = 0; broken < 2; broken++) {
        FILE *out = open_memstream(&text, &bytes);
        party_draw(&f.party, &f.keys, &layout, (int32_t[]){0, broken ? 3 : 1}, out);
        fclose(out);
        CU_ASSERT_PTR_NOT_NULL(
            strstr(text, broken ? "one of these 2   BROKEN\n" : "one of these 2\n"));
        snprintf(line, sizeof line, "  %-40s %s\n", "mean level >= 35",
                 broken ? "25          BROKEN" : "15");
        CU_ASSERT_PTR_NOT_NULL(strstr(text, line));
        snprintf(line, sizeof line, "  %-40s %s\n", "at least 2 with race elf",
                 broken ? "1           BROKEN" : "2           0 to spare");
        CU_ASSERT_PTR_NOT_NULL(strstr(text, line));
        free(text);
    }
    arena_free(&f.perm);
}

/* The nearest party breaks nothing where a party is feasible, and names the nearest alternative of
 * an either/or that it breaks. */
static void nearest_is_over_the_alternatives(void)
{
    struct violations violations;
    int32_t hero[4];
    for (uint64_t seed = 0; seed < ISLAND_INSTANCES; seed++) {
        random_instance(seed);
        prepared(&f.party);
        bool feasible = isfinite(random_party_optimum(&f.party));
        CU_ASSERT_TRUE(party_violation_nearest(&f.party, hero, &violations));
        CU_ASSERT_EQUAL(violations.n == 0, feasible);
        arena_free(&f.perm);
    }
    begin(2);
    struct party_requirement_keys *any = add_any(0);
    add_to(any, "sum", "level", 100, NAN);
    add_to(any, "sum", "level", 75, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    prepared(&f.party);
    CU_ASSERT_TRUE(party_violation_nearest(&f.party, hero, &violations));
    CU_ASSERT_EQUAL(violations.n, 1);
    CU_ASSERT_STRING_EQUAL(violations.broken[0].rule,
                           "sum level >= 75, or sum level >= 100");
    CU_ASSERT_EQUAL(violations.broken[0].has, 70);
    arena_free(&f.perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(one_alternative_suffices),
        SUITE_TEST(multipliers_are_on_the_prices_of_each_case),
        SUITE_TEST(bad_any_is_refused),
        SUITE_TEST(room_is_left_for_alternatives),
        SUITE_TEST(feasible_is_feasible_in_a_case),
        SUITE_TEST(operators_keep_to_a_case),
        SUITE_TEST(search_equals_enumeration),
        SUITE_TEST(reasons_name_what_contradicts),
        SUITE_TEST(drawings_show_which_alternatives_hold),
        SUITE_TEST(nearest_is_over_the_alternatives),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party any", NULL, NULL, tests);
}
