/* The operators on genes of any kind, on bits and on whole numbers: how their children are distributed, with
 * fixed seeds, and where they may be. */
#include "distributions.h"
#include "operators.h"
#include "suite.h"

#include <string.h>

enum { MOST = 64 };

static struct rng rng;

/* ---- any genes ---- */

static void one_point_cuts_everywhere_alike(void)
{
    enum { N = 12 };
    double seen[N + 1] = {0}, middle[N - 1];
    uint16_t a[N], b[N], child[N];
    for (int i = 0; i < N; i++) {
        a[i] = (uint16_t)i;
        b[i] = (uint16_t)(100 + i);
    }
    for (int t = 0; t < DRAWS; t++) {
        int cut = 0;
        skerry_crossover_one_point(a, b, N, 2, &rng, child);
        while (cut < N && child[cut] == a[cut])
            cut++;
        for (int i = cut; i < N; i++)
            CU_ASSERT_EQUAL(child[i], b[i]);
        seen[cut]++;
    }
    CU_ASSERT_EQUAL(seen[0] + seen[N], 0);
    memcpy(middle, seen + 1, sizeof middle);
    expect_even("one point", middle, N - 1);
}

static void two_point_takes_every_arc_alike(void)
{
    enum { N = 9 };
    double seen[N * (N - 1)] = {0};
    uint8_t a[N] = {0}, b[N], child[N];
    memset(b, 1, N);
    for (int t = 0; t < DRAWS; t++) {
        int length = 0, first = -1;
        skerry_crossover_two_point(a, b, N, 1, &rng, child);
        for (int i = 0; i < N; i++) {
            length += child[i];
            if (child[i] && !child[(i + N - 1) % N]) {
                CU_ASSERT_EQUAL(first, -1); /* one arc */
                first = i;
            }
        }
        CU_ASSERT_TRUE_FATAL(length > 0 && length < N);
        seen[first * (N - 1) + length - 1]++;
    }
    expect_even("two points", seen, N * (N - 1));
}

static void uniform_takes_its_share_of_each(void)
{
    static const double shares[] = {0.5, 0.2, 0.9};
    for (size_t s = 0; s < 3; s++) {
        enum { N = 8 };
        double seen[1 << N] = {0}, expected[1 << N];
        uint32_t a[N], b[N], child[N];
        for (uint32_t i = 0; i < N; i++) {
            a[i] = i;
            b[i] = i + 50;
        }
        for (int t = 0; t < 40 * DRAWS; t++) {
            unsigned mask = 0;
            skerry_crossover_uniform(a, b, N, 4, shares[s], &rng, child);
            for (unsigned i = 0; i < N; i++) {
                mask |= (unsigned)(child[i] == b[i]) << i;
                if (child[i] != a[i] && child[i] != b[i])
                    CU_FAIL("a gene of neither");
            }
            seen[mask]++;
        }
        for (unsigned mask = 0; mask < 1 << N; mask++) {
            int ones = __builtin_popcount(mask);
            expected[mask] =
                40.0 * DRAWS * pow(shares[s], ones) * pow(1 - shares[s], N - ones);
        }
        /* Cells that expect less than 5 are one cell. */
        double rare = 0, rare_seen = 0;
        size_t kept = 0;
        for (unsigned mask = 0; mask < 1 << N; mask++)
            if (expected[mask] < 5) {
                rare += expected[mask];
                rare_seen += seen[mask];
            } else {
                expected[kept] = expected[mask];
                seen[kept++] = seen[mask];
            }
        if (rare >= 5) {
            expected[kept] = rare;
            seen[kept++] = rare_seen;
        }
        expect_fits("uniform", seen, expected, kept);
    }
}

static void one_gene_is_the_first_parents(void)
{
    int32_t a = 3, b = 4, child = 0;
    skerry_crossover_one_point(&a, &b, 1, sizeof a, &rng, &child);
    CU_ASSERT_EQUAL(child, 3);
    child = 0;
    skerry_crossover_two_point(&a, &b, 1, sizeof a, &rng, &child);
    CU_ASSERT_EQUAL(child, 3);
}

/* ---- bits and whole numbers ---- */

static void bits_flip_on_their_own(void)
{
    static const double rates[] = {0.01, 0.1, 0.5, 0.97};
    for (size_t r = 0; r < 4; r++) {
        enum { N = 6 };
        double seen[1 << N] = {0}, expected[1 << N];
        uint8_t bits[N];
        double draws = rates[r] == 0.5 ? DRAWS : 8e6;
        if (rates[r] < 0.1 || rates[r] > 0.9)
            draws = 4e6;
        for (double t = 0; t < draws; t++) {
            unsigned mask = 0;
            memset(bits, 0, N);
            skerry_bit_flip(bits, N, rates[r], &rng);
            for (unsigned i = 0; i < N; i++)
                mask |= (unsigned)bits[i] << i;
            seen[mask]++;
        }
        double rare = 0, rare_seen = 0;
        size_t kept = 0;
        for (unsigned mask = 0; mask < 1 << N; mask++) {
            int ones = __builtin_popcount(mask);
            double chance = draws * pow(rates[r], ones) * pow(1 - rates[r], N - ones);
            double count = seen[mask];
            if (chance < 5) {
                rare += chance;
                rare_seen += count;
                continue;
            }
            expected[kept] = chance;
            seen[kept++] = count;
        }
        if (rare >= 5) {
            expected[kept] = rare;
            seen[kept++] = rare_seen;
        }
        expect_fits("flip", seen, expected, kept);
    }
}

static void rates_of_0_and_1_are_none_and_all(void)
{
    uint8_t bits[MOST] = {0};
    for (int t = 0; t < 100; t++) {
        skerry_bit_flip(bits, MOST, 0, &rng);
        for (int i = 0; i < MOST; i++)
            CU_ASSERT_EQUAL(bits[i], t % 2);
        skerry_bit_flip(bits, MOST, 1, &rng);
    }
}

static void creep_moves_to_its_neighbours_alike(void)
{
    static const int32_t low[] = {-10, 0, 5, INT32_MIN}, high[] = {10, 3, 5, INT32_MAX};
    double seen[3][64] = {{0}};
    for (int t = 0; t < DRAWS; t++) {
        int32_t genes[] = {2, 1, 5, INT32_MAX};
        skerry_integer_creep(genes, 4, low, high, 3, 1, &rng);
        seen[0][genes[0] + 10]++;
        seen[1][genes[1]]++;
        CU_ASSERT_EQUAL(genes[2], 5);
        CU_ASSERT_TRUE_FATAL(genes[3] >= INT32_MAX - 3 && genes[3] < INT32_MAX);
        seen[2][INT32_MAX - genes[3]]++;
    }
    double near[] = {seen[0][9],  seen[0][10], seen[0][11],
                     seen[0][13], seen[0][14], seen[0][15]};
    double edge[] = {seen[1][0], seen[1][2], seen[1][3]};
    expect_even("creep", near, 6);
    expect_even("creep at a bound", edge, 3);
    expect_even("creep at the last number", seen[2] + 1, 3);
    CU_ASSERT_EQUAL(near[0] + near[1] + near[2] + near[3] + near[4] + near[5], DRAWS);
    CU_ASSERT_EQUAL(edge[0] + edge[1] + edge[2], DRAWS);
}

static void reset_takes_every_other_number(void)
{
    static const int32_t low[] = {-2, INT32_MIN}, high[] = {3, INT32_MAX};
    double seen[6] = {0};
    for (int t = 0; t < DRAWS; t++) {
        int32_t genes[] = {0, 7};
        skerry_integer_reset(genes, 2, low, high, 1, &rng);
        CU_ASSERT_TRUE_FATAL(genes[0] >= -2 && genes[0] <= 3);
        CU_ASSERT_NOT_EQUAL(genes[1], 7);
        seen[genes[0] + 2]++;
    }
    double others[] = {seen[0], seen[1], seen[3], seen[4], seen[5]};
    CU_ASSERT_EQUAL(seen[2], 0);
    expect_even("reset", others, 5);
}

static void rate_is_the_chance_of_each_gene(void)
{
    int32_t low[MOST] = {0}, high[MOST];
    double changed[MOST] = {0}, expected[MOST];
    for (int i = 0; i < MOST; i++)
        high[i] = 1;
    for (int t = 0; t < DRAWS; t++) {
        int32_t genes[MOST] = {0};
        skerry_integer_reset(genes, MOST, low, high, 0.03, &rng);
        for (int i = 0; i < MOST; i++)
            changed[i] += genes[i];
    }
    for (int i = 0; i < MOST; i++)
        expected[i] = 0.03 * DRAWS;
    expect_fits("rate", changed, expected, MOST);
}

int main(void)
{
    rng_seed(&rng, 20261123, 1);
    CU_TestInfo tests[] = {
        SUITE_TEST(one_point_cuts_everywhere_alike),
        SUITE_TEST(two_point_takes_every_arc_alike),
        SUITE_TEST(uniform_takes_its_share_of_each),
        SUITE_TEST(one_gene_is_the_first_parents),
        SUITE_TEST(bits_flip_on_their_own),
        SUITE_TEST(rates_of_0_and_1_are_none_and_all),
        SUITE_TEST(creep_moves_to_its_neighbours_alike),
        SUITE_TEST(reset_takes_every_other_number),
        SUITE_TEST(rate_is_the_chance_of_each_gene),
        CU_TEST_INFO_NULL,
    };
    return suite_run("gene operators", NULL, NULL, tests);
}
