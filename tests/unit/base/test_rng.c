/* The generator against its published sequence, and what is drawn from it. */
#include "rng.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>

/* What the reference implementation in C prints for pcg64 with seed 42 and stream 54:
 * six numbers at the start of each of five rounds, in which 149 others follow (65
 * coins, 33 rolls, 51 swaps of cards). Source: pcg-c,
 * test-high/expected/check-pcg64.out. */
static const uint64_t published[5][6] = {
    {0x86b1da1d72062b68, 0x1304aa46c9853d39, 0xa3670e9e0dd50358, 0xf9090e529a7dae00,
     0xc85b9fd837996f2c, 0x606121f8e3919196},
    {0x1773ba241e7a792a, 0xe41aed7117b0bc10, 0x36bac8d9432af525, 0xe0c78e2f3c850a38,
     0xe3ad939c1c7ce70d, 0xa302fdced8c79e93},
    {0xc96006593aed3b62, 0xf04d5afa3f197bf1, 0xce6f729cc913a50f, 0x98b5fc4fbb1e4aea,
     0x802dce1b410fc8c3, 0xe3bac0a14f6e5033},
    {0x68da679de81de48a, 0x7ee3c031fa0aa440, 0x6eb1663983530403, 0xfec4d7a9a7aec823,
     0xbce221c255ee9467, 0x460a42a962b8a2f9},
    {0x9e0d084cff42fe2f, 0x63cd8347aae338ea, 0x112aae00540d3fa1, 0x53968bc829afd6ec,
     0x1b9900eb6c5b6d90, 0xe89ed17ea33cb420}};

static void next_gives_published_sequence(void)
{
    struct rng rng;
    rng_seed(&rng, 42, 54);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 6; i++)
            CU_ASSERT_EQUAL(rng_next(&rng), published[round][i]);
        for (int i = 0; i < 65 + 33 + 51; i++)
            rng_next(&rng);
    }
}

static void streams_of_a_run_differ(void)
{
    enum { N = 3 * 8 * 3 };
    uint64_t first[N];
    size_t n = 0;
    for (uint64_t replica = 0; replica < 3; replica++)
        for (uint64_t island = 0; island < 8; island++)
            for (int purpose = RNG_ALGORITHM; purpose <= RNG_PROBLEM; purpose++) {
                struct rng rng;
                rng_init(&rng, 1, replica, island, (enum rng_purpose)purpose);
                first[n++] = rng_next(&rng);
            }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            CU_ASSERT_NOT_EQUAL(first[i], first[j]);
}

/* Neighbouring islands share no bits beyond chance: 64,000 bits, deviation 126. */
static void neighbouring_islands_are_unlike(void)
{
    struct rng a, b;
    int equal = 0;
    rng_init(&a, 1, 0, 0, RNG_ALGORITHM);
    rng_init(&b, 1, 0, 1, RNG_ALGORITHM);
    for (int i = 0; i < 1000; i++)
        equal += __builtin_popcountll(~(rng_next(&a) ^ rng_next(&b)));
    CU_ASSERT(abs(equal - 32000) < 5 * 126);
}

static void below_is_uniform(void)
{
    enum { N = 7, DRAWS = 700000 };
    size_t drawn[N] = {0};
    double sum = 0;
    struct rng rng;
    rng_init(&rng, 2, 0, 0, RNG_ALGORITHM);
    for (int i = 0; i < DRAWS; i++) {
        uint64_t value = rng_below(&rng, N);
        CU_ASSERT_FATAL(value < N);
        drawn[value]++;
    }
    for (int i = 0; i < N; i++)
        sum += pow((double)drawn[i] - DRAWS / N, 2) / (DRAWS / N);
    CU_ASSERT(sum < 22.46); /* 0.999 quantile for 6 degrees of freedom */
}

/* The range is three quarters of all 64-bit numbers: without rejection every third
 * number would come up twice as often as the others. */
static void below_has_no_bias_for_large_ranges(void)
{
    const uint64_t n = (uint64_t)3 << 62;
    int third[3] = {0, 0, 0};
    struct rng rng;
    rng_init(&rng, 3, 0, 0, RNG_ALGORITHM);
    for (int i = 0; i < 30000; i++) {
        uint64_t value = rng_below(&rng, n);
        CU_ASSERT_FATAL(value < n);
        third[value % 3]++;
    }
    for (int i = 0; i < 3; i++)
        CU_ASSERT(abs(third[i] - 10000) < 5 * 82);
    for (int i = 0; i < 100; i++)
        CU_ASSERT_EQUAL(rng_below(&rng, 1), 0);
}

static void unit_lies_in_range(void)
{
    struct rng rng;
    double sum = 0;
    rng_init(&rng, 4, 0, 0, RNG_ALGORITHM);
    for (int i = 0; i < 100000; i++) {
        double u = rng_unit(&rng);
        CU_ASSERT_FATAL(u >= 0 && u < 1);
        sum += u;
    }
    CU_ASSERT(fabs(sum / 100000 - 0.5) < 5 * 0.2887 / sqrt(100000));
    for (int i = 0; i < 100; i++) {
        CU_ASSERT(rng_chance(&rng, 1));
        CU_ASSERT(!rng_chance(&rng, 0));
    }
}

/* All 24 orders of four items, equally often. */
static void shuffle_gives_every_order(void)
{
    enum { DRAWS = 240000 };
    int drawn[256] = {0}, orders = 0;
    double sum = 0;
    struct rng rng;
    rng_init(&rng, 5, 0, 0, RNG_ALGORITHM);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t item[4] = {0, 1, 2, 3};
        rng_shuffle(&rng, item, 4);
        CU_ASSERT_EQUAL_FATAL(
            1U << item[0] | 1U << item[1] | 1U << item[2] | 1U << item[3], 15);
        drawn[item[0] | item[1] << 2 | item[2] << 4 | item[3] << 6]++;
    }
    for (int i = 0; i < 256; i++)
        if (drawn[i]) {
            orders++;
            sum += pow(drawn[i] - DRAWS / 24, 2) / (DRAWS / 24);
        }
    CU_ASSERT_EQUAL(orders, 24);
    CU_ASSERT(sum < 49.73); /* 0.999 quantile for 23 degrees of freedom */
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(next_gives_published_sequence),
        SUITE_TEST(streams_of_a_run_differ),
        SUITE_TEST(neighbouring_islands_are_unlike),
        SUITE_TEST(below_is_uniform),
        SUITE_TEST(below_has_no_bias_for_large_ranges),
        SUITE_TEST(unit_lies_in_range),
        SUITE_TEST(shuffle_gives_every_order),
        CU_TEST_INFO_NULL,
    };
    return suite_run("rng", NULL, NULL, tests);
}
