/* Party: several challenges that share a pool, beside looking at every choice of disjoint sets of heroes. */
#include "instances.h"
#include "interrupt_at.h"
#include "party_disjoint_search.h"
#include "party_sets.h"
#include "suite.h"

enum { INSTANCES = INSTANCES_OF(500), COMBINED = INSTANCES_OF(4000) };
enum { MOST_CHALLENGES = 3, MOST_PLACES = 3 };

static struct random_party x[MOST_CHALLENGES];
static struct party_sets sets[MOST_CHALLENGES];
static const struct party *party[MOST_CHALLENGES];

/* Challenges with as many heroes each; false if there are none with few places. */
static bool make(uint64_t seed, struct rng *rng, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t own = seed * 1000 + i * 100;
        /* Challenges that are alike compete for the same heroes; some are the same one. */
        bool alike = i && rng_chance(rng, 0.4), same = alike && rng_chance(rng, 0.5);
        if (alike)
            own = seed * 1000;
        for (size_t tries = 0;; tries++, own++) {
            random_party_make(&x[i], own, 0.1);
            if (x[i].party.n_places <= MOST_PLACES && x[i].party.n_heroes >= 5)
                break;
            if (tries == 99)
                return false;
        }
        party[i] = same ? party[0] : &x[i].party;
    }
    size_t heroes = RANDOM_HEROES;
    for (size_t i = 0; i < n; i++)
        heroes = x[i].party.n_heroes < heroes ? x[i].party.n_heroes : heroes;
    for (size_t i = 0; i < n; i++)
        x[i].party.n_heroes = heroes;
    return true;
}

/* The least sum from challenge i on, without the heroes that are taken. */
static double least_sum(size_t i, size_t n, uint32_t taken, double before, double *best)
{
    if (i == n)
        return *best = fmin(*best, before);
    CU_ASSERT_TRUE_FATAL(i < MOST_CHALLENGES);
    for (size_t k = 0; k < sets[i].n; k++)
        if (!(sets[i].members[k] & taken) && before + sets[i].price[k] < *best)
            least_sum(i + 1, n, taken | sets[i].members[k], before + sets[i].price[k],
                      best);
    return *best;
}

/* Lists the parties of each challenge; returns the sum of the cheapest ones, heroes shared or not. */
static double list_all(size_t n)
{
    double alone = 0;
    for (size_t i = 0; i < n; i++) {
        double least = INFINITY;
        CU_ASSERT_TRUE_FATAL(party_list_sets(party[i], &sets[i]));
        for (size_t k = 0; k < sets[i].n; k++)
            least = fmin(least, sets[i].price[k]);
        alone += least;
    }
    return alone;
}

static bool same(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-8 * fmax(1, fabs(b));
}

static void check_parties(const struct party_disjoint *found, size_t n)
{
    uint32_t taken = 0;
    double total = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t members = party_members(party[i], found->hero[i]);
        CU_ASSERT_TRUE(party_is_feasible(party[i], found->hero[i], NULL));
        CU_ASSERT_EQUAL(found->price[i], party_price(party[i], found->hero[i]));
        CU_ASSERT_FALSE(taken & members);
        taken |= members;
        total += found->price[i];
    }
    CU_ASSERT_TRUE(same(found->total, total));
}

static void sum_is_that_of_enumeration(void)
{
    unsigned apart = 0, together = 0, none = 0, impossible = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct rng rng;
        struct party_disjoint found;
        struct error err = {0};
        double optimum = INFINITY;
        rng_init(&rng, seed, 3, 0, RNG_PROBLEM);
        size_t n = (size_t)random_in(&rng, 1, MOST_CHALLENGES), first = n;
        if (!make(seed, &rng, n))
            continue;
        double alone = list_all(n);
        for (size_t i = n; i-- > 0;)
            first = sets[i].n ? first : i;
        least_sum(0, n, 0, 0, &optimum);
        CU_ASSERT_EQUAL_FATAL(party_disjoint_find(party, n, 1000000,
                                                  &party_disjoint_thresholds_default,
                                                  &found, &err),
                              STATUS_OK);
        CU_ASSERT_TRUE(found.proven);
        CU_ASSERT_EQUAL(found.found, isfinite(optimum));
        CU_ASSERT_TRUE(same(found.total, optimum) && same(found.bound, optimum));
        CU_ASSERT_EQUAL(found.impossible, first);
        CU_ASSERT_EQUAL(found.each, first == n);
        if (found.found)
            check_parties(&found, n);
        together += isfinite(optimum) && same(optimum, alone);
        apart += isfinite(optimum) && !same(optimum, alone);
        none += !isfinite(optimum) && first == n;
        impossible += first < n;
    }
    CU_ASSERT_TRUE(apart > INSTANCES / 40 && together > INSTANCES / 40 &&
                   none > INSTANCES / 100 && impossible > INSTANCES / 40);
}

/* Sums of which only the last of thirteen digits differ are told apart. */
static void the_last_digit_decides(void)
{
    unsigned apart = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct rng rng;
        struct party_disjoint found;
        struct error err = {0};
        double optimum = INFINITY;
        rng_init(&rng, seed, 5, 0, RNG_PROBLEM);
        if (!make(seed, &rng, 2))
            continue;
        for (size_t i = 0; i < 2; i++)
            for (size_t h = 0; h < RANDOM_HEROES; h++)
                x[i].price[h] = 1e12 + random_in(&rng, 0, 30);
        double alone = list_all(2);
        least_sum(0, 2, 0, 0, &optimum);
        CU_ASSERT_EQUAL_FATAL(party_disjoint_find(party, 2, 1000000,
                                                  &party_disjoint_thresholds_default,
                                                  &found, &err),
                              STATUS_OK);
        CU_ASSERT_TRUE(found.proven);
        CU_ASSERT_EQUAL(found.total, optimum);
        CU_ASSERT_EQUAL(found.bound, optimum);
        apart += isfinite(optimum) && optimum != alone;
    }
    CU_ASSERT_TRUE(apart > INSTANCES / 40);
}

static void check_bounds(const struct party_disjoint *found, double optimum)
{
    CU_ASSERT_TRUE(found->bound <= optimum || same(found->bound, optimum));
    CU_ASSERT_TRUE(found->total >= optimum || same(found->total, optimum));
    CU_ASSERT_TRUE(!found->proven || same(found->total, optimum));
}

/* Numbers of sixteen digits, of which doubles do not tell the last one, and the sum of some heroes, or a tenth beside it. */
static void make_long_sum(struct random_party *one, struct rng *rng, party_wide *units)
{
    struct party *p = &one->party;
    party_wide sum = random_in(rng, -1, 1);
    for (size_t h = 0; h < p->n_heroes; h++) {
        units[h] =
            (party_wide)random_in(rng, 0, 3) * 4000000000000000 + random_in(rng, -9, 9);
        one->value[0][h] = party_decimal_value(units[h], 1);
    }
    for (size_t i = 0; i < p->n_places; i++)
        sum += units[i];
    const double slack = 1e3;
    p->number[0].exact = (struct party_decimals){units, 1};
    p->requirement[0] = (struct party_requirement){.kind = PARTY_SUM,
                                                   .min = (double)sum / 10 - slack,
                                                   .max = (double)sum / 10 + slack,
                                                   .least = sum,
                                                   .most = sum,
                                                   .text = "a long sum"};
    p->n_requirements = 1;
}

/* A sample that keeps its sums by doubles alone is none. */
static void samples_keep_exact_sums(void)
{
    static const struct party_disjoint_thresholds early = {
        .list_steps = 0, .brief_nodes = 1, .first_work = 1};
    static party_wide units[MOST_CHALLENGES][RANDOM_HEROES];
    unsigned feasible = 0, none = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct rng rng;
        struct party_disjoint found;
        struct error err = {0};
        double optimum = INFINITY;
        rng_init(&rng, seed, 7, 0, RNG_PROBLEM);
        size_t n = (size_t)random_in(&rng, 1, 2);
        if (!make(seed, &rng, n))
            continue;
        for (size_t i = 0; i < n; i++)
            if (party[i] == &x[i].party)
                make_long_sum(&x[i], &rng, units[i]);
        list_all(n);
        least_sum(0, n, 0, 0, &optimum);
        CU_ASSERT_EQUAL_FATAL(
            party_disjoint_find(party, n, 1000000, &early, &found, &err), STATUS_OK);
        if (found.found)
            check_parties(&found, n);
        check_bounds(&found, optimum);
        feasible += isfinite(optimum);
        none += isinf(optimum) != 0;
    }
    CU_ASSERT_TRUE(feasible > INSTANCES / 40 && none > INSTANCES / 40);
}

/* A quantum may be more units of the last digit than 64 bits hold. */
static void multipliers_raise_prices_of_many_digits(void)
{
    enum { DECIMALS = 26 };
    static party_wide units[RANDOM_HEROES];
    static double price[RANDOM_HEROES];
    struct party_multipliers m;
    struct party variant;
    struct error err = {0};
    struct arena perm;
    arena_init(&perm);
    random_party_make(&x[0], 1, 0);
    struct party *p = &x[0].party;
    for (size_t h = 0; h < p->n_heroes; h++) {
        units[h] = 1;
        for (int digit = 0; h && digit <= DECIMALS; digit++)
            units[h] *= 10;
        price[h] = party_decimal_value(units[h], DECIMALS);
    }
    p->price = price;
    p->exact_price = (struct party_decimals){units, DECIMALS};
    party[0] = p;
    CU_ASSERT_EQUAL_FATAL(party_multipliers_init(&m, party, 1, 100, &perm, &err),
                          STATUS_OK);
    CU_ASSERT_TRUE(party_multipliers_tune(&m, 0, 1) > 0);
    CU_ASSERT_EQUAL_FATAL(
        party_multipliers_apply(&m, p, p->banned, &perm, &variant, &err), STATUS_OK);
    CU_ASSERT_TRUE(same(variant.price[0], 1) && same(variant.price[1], 10));
    arena_free(&perm);
}

/* A search of little work, or with little time, leaves bounds that hold. */
static void bounds_hold(bool timed)
{
    unsigned open = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct rng rng;
        struct party_disjoint found;
        struct error err = {0};
        double optimum = INFINITY;
        rng_init(&rng, seed, 4, 0, RNG_PROBLEM);
        size_t n = (size_t)random_in(&rng, 2, MOST_CHALLENGES);
        if (!make(seed, &rng, n))
            continue;
        (void)list_all(n);
        least_sum(0, n, 0, 0, &optimum);
        uint64_t work = timed ? 1000000 : (uint64_t)random_in(&rng, 1, 20);
        interrupt_set_limit(timed ? 1e-4 * random_in(&rng, 0, 9) : NAN);
        CU_ASSERT_EQUAL_FATAL(party_disjoint_find(party, n, work,
                                                  &party_disjoint_thresholds_default,
                                                  &found, &err),
                              STATUS_OK);
        interrupt_set_limit(NAN);
        check_bounds(&found, optimum);
        for (size_t i = 0; i < n; i++)
            CU_ASSERT_TRUE(sets[i].n || !found.each);
        open += !found.proven;
    }
    CU_ASSERT_TRUE(open > INSTANCES / 50);
}

static void bounds_of_little_work_hold(void)
{
    bounds_hold(false);
}

static void bounds_of_little_time_hold(void)
{
    bounds_hold(true);
}

/* Searches up to a look, without lists, so that it divides, and soon begins again. */
static void find_until(size_t n, uint64_t look, size_t brief_nodes,
                       struct party_disjoint *found)
{
    const struct party_disjoint_thresholds thresholds = {.brief_nodes = brief_nodes,
                                                         .first_work = 1000000};
    struct error err = {0};
    interrupt_at(look);
    CU_ASSERT_EQUAL_FATAL(
        party_disjoint_find(party, n, 1000000, &thresholds, found, &err), STATUS_OK);
    interrupt_at(0);
}

/* Wherever a search is interrupted, also where it has just begun again: there answers of the last subproblem once
 * counted for the first one, in challenges of these seeds. */
static void bounds_after_an_interrupt_hold(void)
{
    enum { MOST_LOOKS = 300 };
    static const uint64_t seeds[] = {72, 183};
    unsigned open = 0;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        struct rng rng;
        struct party_disjoint found;
        double optimum = INFINITY;
        rng_init(&rng, seeds[i], 8, 0, RNG_PROBLEM);
        size_t n = (size_t)random_in(&rng, 2, MOST_CHALLENGES);
        size_t brief_nodes = (size_t)random_in(&rng, 1, 4);
        CU_ASSERT_TRUE_FATAL(make(seeds[i], &rng, n));
        (void)list_all(n);
        least_sum(0, n, 0, 0, &optimum);
        for (uint64_t look = 1; look <= MOST_LOOKS; look++) {
            find_until(n, look, brief_nodes, &found);
            check_bounds(&found, optimum);
            open += !found.proven;
        }
    }
    CU_ASSERT_TRUE(open > MOST_LOOKS);
}

/* Interrupted as the last challenge was solved, a search once took parties that share a hero, in challenges of these
 * seeds. */
static void parties_after_an_interrupt_are_apart(void)
{
    enum { MOST_LOOKS = 300 };
    static const uint64_t seeds[] = {23, 33, 44, 72};
    unsigned some = 0;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        struct rng rng;
        struct party_disjoint found;
        rng_init(&rng, seeds[i], 9, 0, RNG_PROBLEM);
        size_t n = (size_t)random_in(&rng, 2, MOST_CHALLENGES);
        CU_ASSERT_TRUE_FATAL(make(seeds[i], &rng, n));
        for (uint64_t look = 1; look <= MOST_LOOKS; look++) {
            find_until(n, look, 4, &found);
            if (found.found)
                check_parties(&found, n);
            some += found.found;
        }
    }
    CU_ASSERT_TRUE(some > MOST_LOOKS);
}

/* What all prices are multiples of; 0: unknown. */
static double common_step(size_t n)
{
    double step = party_price_step(party[0]);
    for (size_t i = 1; i < n; i++)
        if (party_price_step(party[i]) != step)
            return 0;
    return step;
}

/* Bans some heroes in one challenge, and takes the sets that have them out of its list. */
static void ban_some(struct party_disjoint_search *s, size_t i, struct rng *rng)
{
    uint32_t banned = 0;
    size_t kept = 0;
    for (size_t h = 0; h < party[i]->n_heroes; h++)
        if (rng_chance(rng, 0.1) && party_columns_ban(&s->column[i], (int32_t)h))
            banned |= UINT32_C(1) << h;
    for (size_t k = 0; k < sets[i].n; k++)
        if (!(sets[i].members[k] & banned)) {
            sets[i].price[kept] = sets[i].price[k];
            sets[i].members[kept++] = sets[i].members[k];
        }
    sets[i].n = kept;
}

/* Prepares a search with multipliers, and bans in some challenges, at random, and the answers with these. False: a
 * challenge has no party.
 *
 * banning  share of challenges */
static bool prepare(struct party_disjoint_search *s, size_t n, double banning,
                    struct rng *rng, struct error *err)
{
    double most = 0;
    s->n = n;
    s->unit = common_step(n);
    for (size_t h = 0; h < party[0]->n_heroes; h++)
        most = fmax(most, party[0]->price[h]);
    if (party_multipliers_init(&s->m, party, n, most * MOST_PLACES, s->perm, err) ||
        party_multipliers_init(&s->none, party, n, most * MOST_PLACES, s->perm, err))
        return false;
    for (size_t h = 0; h < party[0]->n_heroes; h++)
        if (rng_chance(rng, 0.4))
            party_multipliers_tune(&s->m, (int32_t)h, most * rng_unit(rng) / 2);
    for (size_t i = 0; i < n; i++) {
        if (party_columns_init(&s->column[i], party[i], 1000000, 1000000, s->perm, err))
            return false;
        if (rng_chance(rng, banning))
            ban_some(s, i, rng);
        if (party_disjoint_solve_one(s, &s->m, i, &s->answer[i], err) ||
            !s->answer[i].known)
            return false;
    }
    return true;
}

/* A sum that is dearer by some units, often by one. */
static double dearer(double sum, double unit, struct rng *rng)
{
    double more = rng_chance(rng, 0.5) ? unit : sum * rng_unit(rng);
    return sum + (unit > 0 ? ceil(more / unit) * unit : more);
}

/* At any multipliers, however much dearer than the optimum the parties known are. */
static void combinations_find_the_optimum(void)
{
    static struct party_disjoint_search s;
    unsigned found = 0, none = 0;
    for (uint64_t seed = 0; seed < COMBINED; seed++) {
        struct rng rng;
        struct party_disjoint out = {.found = true};
        struct error err = {0};
        struct arena arena;
        double optimum = INFINITY;
        rng_init(&rng, seed, 7, 0, RNG_PROBLEM);
        size_t n = (size_t)random_in(&rng, 2, MOST_CHALLENGES);
        if (!make(seed, &rng, n))
            continue;
        (void)list_all(n);
        arena_init(&arena);
        s = (struct party_disjoint_search){.perm = &arena,
                                           .out = &out,
                                           .thresholds =
                                               party_disjoint_thresholds_default};
        if (prepare(&s, n, 0.5, &rng, &err)) {
            least_sum(0, n, 0, 0, &optimum);
            double known = dearer(isfinite(optimum) ? optimum : 100, s.unit, &rng);
            out.total = known;
            CU_ASSERT_TRUE(party_disjoint_combine(&s, &err));
            CU_ASSERT_TRUE(same(out.total, fmin(known, optimum)));
            if (out.total < known)
                check_parties(&out, n);
            found += out.total < known;
            none += isinf(optimum) != 0;
        }
        CU_ASSERT_EQUAL(err.status, STATUS_OK);
        arena_free(&arena);
    }
    CU_ASSERT_TRUE(found > COMBINED / 10 && none > COMBINED / 100);
}

/* Tuning from any multipliers proves no more than the optimum, and closes a subproblem only where no sum is less than the
 * one known, however much dearer than the optimum that is. */
static void tuned_bounds_hold(void)
{
    static struct party_disjoint_search s;
    static const struct party_disjoint_node root;
    unsigned closed = 0, open = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct rng rng;
        struct party_disjoint out = {.found = true};
        struct error err = {0};
        struct arena arena;
        double optimum = INFINITY;
        rng_init(&rng, seed, 10, 0, RNG_PROBLEM);
        size_t n = (size_t)random_in(&rng, 2, MOST_CHALLENGES);
        if (!make(seed, &rng, n))
            continue;
        (void)list_all(n);
        least_sum(0, n, 0, 0, &optimum);
        arena_init(&arena);
        size_t heroes = party[0]->n_heroes;
        s = (struct party_disjoint_search){.perm = &arena,
                                           .out = &out,
                                           .most = INFINITY,
                                           .best = {.bound = -INFINITY},
                                           .is_thorough = rng_chance(&rng, 0.5),
                                           .direction =
                                               ARENA_NEW(&arena, double, heroes),
                                           .users = ARENA_NEW(&arena, uint8_t, heroes)};
        if (isfinite(optimum) && prepare(&s, n, 0, &rng, &err)) {
            out.total = dearer(optimum, s.unit, &rng);
            bool goes_on = party_disjoint_tune(&s, &root, &err);
            CU_ASSERT_TRUE(s.best.bound <= optimum || same(s.best.bound, optimum));
            CU_ASSERT_TRUE(goes_on || same(out.total, optimum));
            open += goes_on;
            closed += !goes_on;
        }
        CU_ASSERT_EQUAL(err.status, STATUS_OK);
        arena_free(&arena);
    }
    CU_ASSERT_TRUE(closed > INSTANCES / 40 && open > INSTANCES / 10);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(sum_is_that_of_enumeration),
        SUITE_TEST(the_last_digit_decides),
        SUITE_TEST(samples_keep_exact_sums),
        SUITE_TEST(combinations_find_the_optimum),
        SUITE_TEST(tuned_bounds_hold),
        SUITE_TEST(multipliers_raise_prices_of_many_digits),
        SUITE_TEST(bounds_of_little_work_hold),
        SUITE_TEST(bounds_of_little_time_hold),
        SUITE_TEST(bounds_after_an_interrupt_hold),
        SUITE_TEST(parties_after_an_interrupt_are_apart),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party_disjoint", NULL, NULL, tests);
}
