/* Party: coins of reduced prices, and the bound that their multipliers are from, against all sets of heroes that keep
 * to the sums and counts. */
#include "instances.h"
#include "party_presolve.h"
#include "party_random.h"
#include "party_relaxation.h"
#include "suite.h"

enum { INSTANCES = INSTANCES_OF(6000) };

static struct random_party random_one;

/* The sets of free heroes of an instance, one after the other. */
struct sets {
    const struct party_reduced *r;
    size_t at[RANDOM_HEROES]; /* rising */
    double least;   /* the price of the cheapest set that keeps to the rules */
    unsigned tight; /* sets whose coins leave a price of less than 2 % below theirs */
    bool begun;
};

static bool next_set(struct sets *s)
{
    size_t n = s->r->n_free;
    if (!s->begun) {
        for (size_t k = 0; k < n; k++)
            s->at[k] = k;
        s->begun = true;
        return n <= s->r->n;
    }
    for (size_t k = n; k-- > 0;) {
        if (s->at[k] + (n - k) >= s->r->n)
            continue;
        s->at[k]++;
        for (size_t j = k + 1; j < n; j++)
            s->at[j] = s->at[j - 1] + 1;
        return true;
    }
    return false;
}

static bool keeps_to_sums(const struct sets *s)
{
    const struct party_reduced *r = s->r;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *c = &r->constraint[l];
        double sum = c->fixed;
        for (size_t k = 0; k < r->n_free; k++)
            sum += party_constraint_value(r->party, c, r->row[s->at[k]]);
        if (sum < c->lo || sum > c->hi)
            return false;
    }
    return true;
}

/* Coins of a set: at most what a limit above its price allows, and worth at most its price. */
static void check_coins(struct sets *s, uint64_t seed)
{
    const struct party_reduced *r = s->r;
    int32_t coins = r->fixed_coins;
    double price = 0;
    for (size_t f = 0; f < r->n_fixed; f++)
        price += r->party->price[r->fixed_row[f]];
    for (size_t k = 0; k < r->n_free; k++) {
        coins += r->coins[s->at[k]];
        price += r->party->price[r->row[s->at[k]]];
    }
    double worth = party_integer_scaling_price(r, coins);
    bool right = worth <= price * (1 + 1e-12) &&
                 coins <= party_integer_scaling_limit(r, price + r->unit);
    if (!right)
        fprintf(stderr, "seed %llu: a set of %.17g has %d coins, worth %.17g\n",
                (unsigned long long)seed, price, (int)coins, worth);
    CU_ASSERT_TRUE(right);
    s->tight += worth > 0.98 * price;
    s->least = price < s->least ? price : s->least;
}

/* Within a group and value of the diverse trait coins rise, which the dynamic programs rely on; heroes that are called
 * interchangeable are. */
static void check_order(const struct party_reduced *r)
{
    for (size_t i = 1; i < r->n; i++) {
        const uint16_t *diverse =
            r->diverse < 0 ? NULL : r->party->trait[r->limits[r->diverse].trait].code;
        uint32_t a = r->row[i - 1], b = r->row[i];
        CU_ASSERT_TRUE(r->group[i - 1] <= r->group[i]);
        if (r->group[i - 1] == r->group[i] && (!diverse || diverse[a] == diverse[b]))
            CU_ASSERT_TRUE(r->coins[i - 1] <= r->coins[i]);
        for (size_t l = 0; l < r->n_constraints && r->twin[i]; l++)
            CU_ASSERT_EQUAL(party_constraint_value(r->party, &r->constraint[l], a),
                            party_constraint_value(r->party, &r->constraint[l], b));
        CU_ASSERT_TRUE(!r->twin[i] || (r->group[i - 1] == r->group[i] &&
                                       r->party->price[a] == r->party->price[b]));
    }
}

static double bound_of_all(const struct party_reduced *r, int steps)
{
    struct party_relaxation x = {.party = r->party,
                                 .row = r->row,
                                 .n = r->n,
                                 .n_free = r->n_free,
                                 .n_constraints = r->n_constraints};
    memcpy(x.constraint, r->constraint, sizeof x.constraint);
    for (size_t f = 0; f < r->n_fixed; f++)
        x.fixed_price += r->party->price[r->fixed_row[f]];
    party_relaxation_tune(&x);
    double tuned = x.bound;
    party_relaxation_climb(&x, steps);
    CU_ASSERT_TRUE(x.bound >= tuned);
    return x.bound;
}

/* A second number that rises with the first, and opposite bounds. */
static void oppose(struct random_party *x, struct rng *rng)
{
    struct party *p = &x->party;
    if (p->n_numbers == 0 || p->n_requirements + 2 > PARTY_MAX_REQUIREMENTS ||
        p->n_numbers >= PARTY_MAX_NUMBERS)
        return;
    double mean = 0;
    for (size_t h = 0; h < p->n_heroes; h++) {
        x->value[p->n_numbers][h] = x->value[0][h] + random_in(rng, 0, 6);
        mean += x->value[0][h] / (double)p->n_heroes;
    }
    p->number[p->n_numbers] =
        (struct party_number){.name = "other", .value = x->value[p->n_numbers]};
    double n = (double)p->n_places, from = n * (mean + random_in(rng, -2, 3));
    struct party_requirement *r = &p->requirement[p->n_requirements];
    r[0] = (struct party_requirement){
        .kind = PARTY_SUM, .min = from, .max = INFINITY, .text = "at least"};
    r[1] = (struct party_requirement){.kind = PARTY_SUM,
                                      .column = (uint32_t)p->n_numbers,
                                      .min = -INFINITY,
                                      .max = from + n * random_in(rng, 0, 4),
                                      .text = "at most"};
    p->n_numbers++;
    p->n_requirements += 2;
}

/* Some heroes equal the one before them in everything. */
static void repeat_heroes(struct random_party *x, struct rng *rng)
{
    struct party *p = &x->party;
    for (size_t h = 1; h < p->n_heroes; h++) {
        if (!rng_chance(rng, 0.4))
            continue;
        x->price[h] = x->price[h - 1];
        for (size_t t = 0; t < p->n_traits; t++)
            x->code[t][h] = x->code[t][h - 1];
        for (size_t c = 0; c < p->n_numbers; c++)
            x->value[c][h] = x->value[c][h - 1];
    }
}

static void coins_of_reduced_prices_are_bounds(void)
{
    unsigned reduced = 0, tight = 0, feasible = 0, climbed = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct arena perm;
        struct error err = {0};
        struct rng rng;
        static struct party_reduced r;
        random_party_make(&random_one, seed, 0);
        rng_init(&rng, seed, 3, 0, RNG_PROBLEM);
        if (seed % 4)
            oppose(&random_one, &rng);
        if (seed % 4 == 2)
            repeat_heroes(&random_one, &rng);
        arena_init(&perm);
        CU_ASSERT_EQUAL_FATAL(party_presolve_run(&r, &random_one.party, &perm, &err),
                              STATUS_OK);
        if (!r.impossible) {
            struct sets sets = {.r = &r, .least = INFINITY};
            check_order(&r);
            CU_ASSERT_TRUE(r.fixed_coins >= 0);
            while (next_set(&sets))
                if (keeps_to_sums(&sets))
                    check_coins(&sets, seed);
            reduced += r.fine > 0;
            tight += r.fine > 0 && sets.tight > 0;
            feasible += r.fine > 0 && isfinite(sets.least);
            CU_ASSERT_TRUE(bound_of_all(&r, 50) <= sets.least * (1 + 1e-12));
            climbed += bound_of_all(&r, 50) > bound_of_all(&r, 0) * (1 + 1e-6);
        }
        arena_free(&perm);
    }
    printf("%u reduced, %u feasible, %u tight, %u climbed ", reduced, feasible, tight,
           climbed);
    CU_ASSERT_TRUE(reduced > INSTANCES / 40);
    CU_ASSERT_TRUE(feasible > INSTANCES / 80);
    CU_ASSERT_TRUE(tight > INSTANCES / 100);
    CU_ASSERT_TRUE(climbed > INSTANCES / 100);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(coins_of_reduced_prices_are_bounds),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party reduced prices", NULL, NULL, tests);
}
