/* The greatest common divisor against all divisors, and what counts as whole. */
#include "arithmetic.h"
#include "suite.h"

#include <stdlib.h>

static int64_t slow_gcd(int64_t a, int64_t b)
{
    int64_t d = a > b ? a : b;
    while (d > 1 && (a % d || b % d))
        d--;
    return d;
}

static void gcd_is_the_greatest(void)
{
    for (int64_t a = 0; a < 120; a++)
        for (int64_t b = 0; b < 120; b++)
            CU_ASSERT_EQUAL(arithmetic_gcd(a, b), slow_gcd(a, b));
    CU_ASSERT_EQUAL(arithmetic_gcd(INT64_MAX, INT64_MAX), INT64_MAX);
    CU_ASSERT_EQUAL(arithmetic_gcd(INT64_MAX, INT64_MAX - 1), 1);
}

static void gcd_is_of_any_sign_and_wide(void)
{
    for (int64_t a = -30; a < 30; a++)
        for (int64_t b = -30; b < 30; b++)
            CU_ASSERT_EQUAL(arithmetic_gcd(a, b), slow_gcd(llabs(a), llabs(b)));
    const arithmetic_wide big = (arithmetic_wide)INT64_MAX * INT64_MAX;
    CU_ASSERT_TRUE(arithmetic_gcd_wide(-big, 0) == big);
    CU_ASSERT_TRUE(arithmetic_gcd_wide(big, -3 * (arithmetic_wide)INT64_MAX) ==
                   INT64_MAX);
}

static void whole_numbers_are_told(void)
{
    CU_ASSERT(arithmetic_is_whole(0) && arithmetic_is_whole(-3.0));
    CU_ASSERT(arithmetic_is_whole(1e300) && arithmetic_is_whole(-INFINITY));
    CU_ASSERT_FALSE(arithmetic_is_whole(0.5) || arithmetic_is_whole(-0x1p-1074));
    CU_ASSERT_FALSE(arithmetic_is_whole(NAN));
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(gcd_is_the_greatest),
        SUITE_TEST(gcd_is_of_any_sign_and_wide),
        SUITE_TEST(whole_numbers_are_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("arithmetic", NULL, NULL, tests);
}
