/* Whether what was drawn has a distribution: chi-square, and Kolmogorov and Smirnov's test of real
 * numbers. Includers use CUnit. */
#ifndef SKERRY_TESTS_DISTRIBUTIONS_H
#define SKERRY_TESTS_DISTRIBUTIONS_H

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_CELLS = 4096, DRAWS = 60000 };

/* The statistic stays under what chance alone passes once in 10,000 times (Wilson and
 * Hilferty's approximation of its quantile). Expected counts are at least 5. */
static inline void expect_fits(const char *what, const double *seen,
                               const double *expected, size_t cells)
{
    double sum = 0, free = -1;
    for (size_t i = 0; i < cells; i++) {
        if (expected[i] <= 0) {
            CU_ASSERT_EQUAL(seen[i], 0);
            continue;
        }
        CU_ASSERT_TRUE(expected[i] >= 5);
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
        free++;
    }
    double root = 1 - 2 / (9 * free) + 3.719 * sqrt(2 / (9 * free));
    double most = free * root * root * root;
    if (!(sum < most)) {
        printf("%s: chi-square %g of %g degrees, at most %g\n", what, sum, free, most);
        CU_FAIL("another distribution");
    }
}

static inline void expect_even(const char *what, const double *seen, size_t cells)
{
    CU_ASSERT_TRUE_FATAL(cells <= MOST_CELLS);
    double expected[MOST_CELLS], total = 0;
    for (size_t i = 0; i < cells; i++)
        total += seen[i];
    for (size_t i = 0; i < cells; i++)
        expected[i] = total / (double)cells;
    expect_fits(what, seen, expected, cells);
}

static inline int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Kolmogorov and Smirnov's distance at a level of 1 in 10,000: 2.23 / sqrt(n). */
static inline void expect_law(const char *what, double *drawn, size_t n,
                              double (*law)(double value))
{
    double worst = 0;
    qsort(drawn, n, sizeof *drawn, ascending);
    for (size_t i = 0; i < n; i++) {
        double p = law(drawn[i]);
        worst = fmax(worst,
                     fmax(p - (double)i / (double)n, (double)(i + 1) / (double)n - p));
    }
    if (!(worst < 2.23 / sqrt((double)n))) {
        printf("%s: distance %g over %zu\n", what, worst, n);
        CU_FAIL("another distribution");
    }
}

#endif
