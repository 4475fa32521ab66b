/* Party: bounds between which no sum lies, against the sums of all sets of a pool, and what is said of them. */
#include "instances.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_sum_gap.h"
#include "rng.h"
#include "suite.h"

enum { INSTANCES = INSTANCES_OF(2000), HEROES = 7, TENTHS = 10 };

static struct fixture f;

/* A pool of numbers in tenths: `first` and multiples of a step above it. */
struct pool {
    int tenths[HEROES], places, low, high;
    bool mean;
    int fixed, excluded; /* a hero in place 0, another one; -1: none */
};

static struct pool random_pool(struct rng *rng)
{
    static const int steps[] = {1, 2, 5, 10, 15, 100};
    int step = steps[rng_below(rng, 6)], first = (int)rng_below(rng, 400) - 200;
    struct pool p = {.places = 1 + (int)rng_below(rng, 4), .mean = rng_below(rng, 2)};
    for (int h = 0; h < HEROES; h++)
        p.tenths[h] = first + step * (int)rng_below(rng, 6);
    p.fixed = rng_below(rng, 2) ? (int)rng_below(rng, HEROES) : -1;
    p.excluded = rng_below(rng, 2) ? (p.fixed + 1 + HEROES) % HEROES : -1;
    if (p.fixed >= 0) /* often out of step */
        p.tenths[p.fixed] += (int)rng_below(rng, 7);
    if (p.excluded >= 0)
        p.tenths[p.excluded] += (int)rng_below(rng, 7);
    p.low = first + (int)rng_below(rng, 100);
    p.high = p.low + (int)rng_below(rng, (uint64_t)step);
    return p;
}

static bool load(const struct pool *p, char *text)
{
    size_t used = (size_t)sprintf(text, "id,level,price\n");
    for (int h = 0; h < HEROES; h++)
        used += (size_t)sprintf(text + used, "%d,%s%d.%d,1\n", h,
                                p->tenths[h] < 0 ? "-" : "", abs(p->tenths[h]) / TENTHS,
                                abs(p->tenths[h]) % TENTHS);
    fixture_init(&f, fixture_text("heroes.csv", text));
    fixture_formation(&f, p->places, "");
    fixture_require(&f, p->mean ? "mean" : "sum", "level", p->low / (double)TENTHS,
                    p->high / (double)TENTHS);
    if (p->fixed >= 0)
        fixture_fix(&f, "0", p->fixed);
    if (p->excluded >= 0)
        fixture_exclude(&f, p->excluded);
    return fixture_load(&f) == STATUS_OK;
}

/* Whether a set of heroes may be a party. */
static bool is_party(const struct pool *p, unsigned set)
{
    return __builtin_popcount(set) == p->places &&
           (p->fixed < 0 || set >> p->fixed & 1) &&
           (p->excluded < 0 || !(set >> p->excluded & 1));
}

/* The sums of all parties that are within the bounds, or strictly within a gap. */
static unsigned sums_within(const struct pool *p, const double *gap)
{
    int times = p->mean ? p->places : 1;
    unsigned found = 0;
    for (unsigned set = 0; set < 1U << HEROES; set++) {
        int sum = 0;
        for (int h = 0; h < HEROES; h++)
            sum += set >> h & 1 ? p->tenths[h] : 0;
        double value = sum / (double)TENTHS / times;
        if (is_party(p, set))
            found += gap ? value > gap[0] + 1e-9 && value < gap[1] - 1e-9
                         : sum >= p->low * times && sum <= p->high * times;
    }
    return found;
}

static void no_sum_is_in_a_gap(void)
{
    struct rng rng;
    unsigned gaps = 0, none = 0;
    rng_seed(&rng, 4, 1);
    for (int i = 0; i < INSTANCES; i++) {
        char text[400];
        double gap[2];
        struct pool p = random_pool(&rng);
        CU_ASSERT_TRUE_FATAL(load(&p, text));
        bool within = sums_within(&p, NULL) > 0;
        bool found = party_sum_gap(&f.party, &f.party.requirement[0], gap);
        CU_ASSERT_FALSE(found && within);
        CU_ASSERT_TRUE(!found || (gap[0] < p.low / (double)TENTHS &&
                                  gap[1] > p.high / (double)TENTHS));
        CU_ASSERT_TRUE(!found || sums_within(&p, gap) == 0);
        gaps += found;
        none += !within;
        arena_free(&f.perm);
    }
    printf("%u gaps of %u ", gaps, none);
    CU_ASSERT_TRUE(gaps > INSTANCES / 5 && gaps < none);
}

static void reason_is(const char *kind, double bound, const char *text)
{
    struct verdict verdict = {0};
    fixture_init(&f, fixture_text("heroes.csv", "id,level,price\n"
                                                "1,70,50\n2,75,150\n3,82,100\n"));
    fixture_formation(&f, 2, "");
    fixture_require(&f, kind, kind[0] == 'm' ? "level" : "price", NAN, NAN)->exactly =
        bound;
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    party_diagnose(&f.party, 10, &verdict);
    CU_ASSERT_TRUE(verdict.infeasible);
    CU_ASSERT_STRING_EQUAL(verdict.reason, text);
    arena_free(&f.perm);
}

static void reasons_name_the_gap(void)
{
    reason_is("mean", 75.25,
              "mean level = 75.25 cannot hold: no mean over 2 heroes is between 75 and "
              "75.5");
    reason_is(
        "sum", 175,
        "sum price = 175 cannot hold: no sum over 2 heroes is between 150 and 200");
    reason_is("sum", 300, "sum price = 300 cannot hold: the most possible is 250");
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(no_sum_is_in_a_gap),
        SUITE_TEST(reasons_name_the_gap),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party sum gap", NULL, NULL, tests);
}
