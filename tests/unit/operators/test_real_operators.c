/* The operators on real numbers: how their children are distributed, with fixed seeds, and where they may be. */
#include "distributions.h"
#include "operators.h"
#include "suite.h"

#include <string.h>

static struct rng rng;

static double normal_law(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

static void normal_numbers_are_normal(void)
{
    static double drawn[DRAWS];
    for (size_t i = 0; i < DRAWS; i++)
        drawn[i] = skerry_real_normal(&rng);
    expect_law("normal", drawn, DRAWS, normal_law);
}

/* Deviation 0.1 of a width of 20, from 5: mirrored at 10. */
static double mirrored_law(double x)
{
    return x >= 10 ? 1 : normal_law((x - 9) / 2) + 1 - normal_law((20 - x - 9) / 2);
}

static void gaussian_is_reflected(void)
{
    static double drawn[DRAWS];
    const double low = -10, high = 10;
    for (size_t i = 0; i < DRAWS; i++) {
        drawn[i] = 9;
        skerry_real_gaussian(&drawn[i], 1, &low, &high, 0.1, 1, &rng);
        CU_ASSERT_TRUE_FATAL(drawn[i] >= low && drawn[i] <= high);
    }
    expect_law("Gaussian", drawn, DRAWS, mirrored_law);
    for (int t = 0; t < 1000; t++) {
        double gene = 3;
        skerry_real_gaussian(&gene, 1, &low, &high, 50, 1, &rng);
        CU_ASSERT_TRUE(gene >= low && gene <= high);
        double fixed = 2;
        skerry_real_gaussian(&fixed, 1, &(double){2}, &(double){2}, 1, 1, &rng);
        CU_ASSERT_EQUAL(fixed, 2);
    }
}

/* The density (index + 1) / 2 * (1 - |share|)^index, far from bounds, integrated; index
 * 20, width 2, from 0. */
static double polynomial_law(double x)
{
    double tail = pow(1 - fabs(x) / 2, 21) / 2;
    return x < 0 ? tail : 1 - tail;
}

static void polynomial_has_its_density(void)
{
    static double drawn[DRAWS];
    const double low = -1, high = 1;
    for (size_t i = 0; i < DRAWS; i++) {
        drawn[i] = 0;
        skerry_real_polynomial(&drawn[i], 1, &low, &high, 20, 1, &rng);
    }
    /* Of the unbounded law 2e-7 lies outside. */
    expect_law("polynomial", drawn, DRAWS, polynomial_law);
    for (int t = 0; t < DRAWS; t++) {
        double gene = t % 2 ? -1 : 0.999;
        skerry_real_polynomial(&gene, 1, &low, &high, (double)(t % 5), 1, &rng);
        CU_ASSERT_TRUE_FATAL(gene >= low && gene <= high);
    }
}

/* Deb and Agrawal's spread: contracting for beta <= 1 with chance 1/2, density (index + 1) /
 * 2 * beta^index, else (index + 1) / 2 / beta^(index + 2); index 2. */
static double spread_law(double beta)
{
    return beta <= 1 ? pow(beta, 3) / 2 : 1 - 1 / pow(beta, 3) / 2;
}

static void sbx_has_its_spread(void)
{
    static double drawn[2 * DRAWS];
    const double low = -1e6, high = 1e6, a = -0.5, b = 0.5;
    size_t n = 0;
    double kept = 0, above = 0;
    for (int t = 0; t < DRAWS; t++) {
        double child;
        skerry_real_sbx(&a, &b, 1, &low, &high, 2, &rng, &child);
        if (child == a) {
            kept++;
            continue;
        }
        above += child > 0;
        drawn[n++] = fabs(child) / 0.5;
    }
    double coin[] = {kept, DRAWS - kept}, side[] = {above, (double)n - above};
    expect_even("SBX: genes that are crossed", coin, 2);
    expect_even("SBX: sides", side, 2);
    expect_law("SBX", drawn, n, spread_law);
}

/* Bounds 2^70 times narrower have children that are so much smaller. */
static void sbx_crosses_genes_of_narrow_bounds(void)
{
    const double low = 0, high = 1, narrow = 0x1p-70;
    for (int t = 0; t < 1000; t++) {
        double a = rng_unit(&rng), b = rng_unit(&rng), child, small;
        double small_a = a * narrow, small_b = b * narrow;
        struct rng same = rng;
        skerry_real_sbx(&a, &b, 1, &low, &high, 20, &rng, &child);
        skerry_real_sbx(&small_a, &small_b, 1, &low, &narrow, 20, &same, &small);
        CU_ASSERT_EQUAL(small, child * narrow);
    }
}

static void sbx_stays_in_bounds(void)
{
    for (int t = 0; t < DRAWS; t++) {
        double a[3], b[3], child[3], low[] = {0, -1, 5}, high[] = {1, 1, 5};
        for (int i = 0; i < 3; i++) {
            a[i] = t % 7 ? low[i] + (high[i] - low[i]) * rng_unit(&rng) : low[i];
            b[i] = t % 5 ? low[i] + (high[i] - low[i]) * rng_unit(&rng) : high[i];
        }
        skerry_real_sbx(a, b, 3, low, high, t % 20, &rng, child);
        for (int i = 0; i < 3; i++)
            CU_ASSERT_TRUE_FATAL(child[i] >= low[i] && child[i] <= high[i]);
        skerry_real_sbx(a, a, 3, low, high, 2, &rng, child);
        CU_ASSERT_EQUAL(memcmp(a, child, sizeof a), 0);
    }
}

static void differential_takes_one_gene_at_least(void)
{
    enum { N = 5 };
    static const double low[N] = {-9, -9, -9, -9, -9}, high[N] = {9, 9, 9, 9, 9},
                        target[N] = {0}, base[N] = {1, 1, 1, 1, 1},
                        plus[N] = {5, 5, 5, 5, 5}, minus[N] = {3, 3, 3, 3, 3};
    double seen[1 << N] = {0}, expected[1 << N] = {0};
    for (int t = 0; t < DRAWS; t++) {
        double child[N];
        unsigned mask = 0;
        skerry_real_differential(target, base, plus, minus, N, low, high, 0.5, 0.3,
                                 &rng, child);
        for (unsigned i = 0; i < N; i++) {
            CU_ASSERT_TRUE_FATAL(child[i] == 0 || child[i] == 2);
            mask |= (unsigned)(child[i] > 0) << i;
        }
        seen[mask]++;
    }
    for (unsigned always = 0; always < N; always++)
        for (unsigned mask = 0; mask < 1 << N; mask++)
            if (mask >> always & 1) {
                int ones = __builtin_popcount(mask) - 1;
                expected[mask] +=
                    DRAWS / (double)N * pow(0.3, ones) * pow(0.7, N - 1 - ones);
            }
    expect_fits("differential", seen, expected, 1 << N);
    double child[N], far[N] = {99, 99, 99, 99, 99};
    skerry_real_differential(target, base, far, minus, N, low, high, 1, 1, &rng, child);
    CU_ASSERT_EQUAL(child[2], 5); /* halfway from 1 to the bound */
    skerry_real_differential(target, base, minus, far, N, low, high, 1, 1, &rng, child);
    CU_ASSERT_EQUAL(child[2], -4);
}

int main(void)
{
    rng_seed(&rng, 20261123, 1);
    CU_TestInfo tests[] = {
        SUITE_TEST(normal_numbers_are_normal),
        SUITE_TEST(gaussian_is_reflected),
        SUITE_TEST(polynomial_has_its_density),
        SUITE_TEST(sbx_has_its_spread),
        SUITE_TEST(sbx_crosses_genes_of_narrow_bounds),
        SUITE_TEST(sbx_stays_in_bounds),
        SUITE_TEST(differential_takes_one_gene_at_least),
        CU_TEST_INFO_NULL,
    };
    return suite_run("real operators", NULL, NULL, tests);
}
