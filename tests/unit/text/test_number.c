/* Numbers as text. */
#include "number.h"
#include "rng.h"
#include "suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_NUMBERS = 100000 };

static void is_text(double x, const char *expected)
{
    char text[NUMBER_BYTES];
    number_text(x, text);
    CU_ASSERT_STRING_EQUAL(text, expected);
}

static void numbers_are_as_they_were_written(void)
{
    is_text(0, "0");
    is_text(0.1, "0.1");
    is_text(-2.5, "-2.5");
    is_text(472856142090820.9, "472856142090820.9");
    is_text(472856142090821, "472856142090821");
    is_text(0.1 + 0.2, "0.30000000000000004");
    is_text(-INFINITY, "-inf");
}

/* Of all exponents: what is read is what was printed, and one digit less would not do.
 */
static void random_numbers_come_back(void)
{
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < RANDOM_NUMBERS; i++) {
        char text[NUMBER_BYTES], shorter[NUMBER_BYTES];
        uint64_t bits = rng_next(&rng);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        number_text(x, text);
        CU_ASSERT_EQUAL_FATAL(strtod(text, NULL), x);
        snprintf(shorter, sizeof shorter, "%.15g", x);
        if (strlen(text) > strlen(shorter))
            CU_ASSERT_NOT_EQUAL_FATAL(strtod(shorter, NULL), x);
    }
}

/* Both the same digits in many forms, and others that become the same double. */
static void numbers_that_are_kept_are_known(void)
{
    const char *kept[] = {"0",
                          "-0.000",
                          "0e9",
                          "1",
                          "00100",
                          "1e2",
                          "100.e-2",
                          ".5",
                          "-0.50",
                          "+12.5E-1",
                          "1e300",
                          "5e-324",
                          "0.10000000000000001",
                          "1.000000000000000056e-01",
                          "1234567890",
                          "0.001e+3",
                          "0.30000000000000004",
                          "92592591759.25874",
                          "9007199254740992",
                          "123456789012345e-30"};
    const char *changed[] = {
        "92592591759.25875",
        "82304526008.229667",
        "1e-400",
        "1e-99999999999999999999",
        "1.0000000000000000001",
        "0.100000000000000001",
        "9007199254740993",
        "1000000000000000000000000000001",
        "0.000000000000000000000000000000000000000012345678901234567"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        CU_ASSERT(number_is_kept(kept[i]));
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        CU_ASSERT(!number_is_kept(changed[i]));
}

/* All decimals of up to 15 digits, with the point and the exponent anywhere, are kept, and all
 * that doubles are printed as; no other is. */
static void random_decimals_are_kept(void)
{
    struct rng rng;
    int unlikely = 0;
    rng_seed(&rng, 2, 0);
    for (int i = 0; i < RANDOM_NUMBERS; i++) {
        char text[64];
        uint64_t digits = 1 + rng_below(&rng, 999999999999999);
        int exponent = (int)rng_below(&rng, 580) - 290, more = (int)rng_below(&rng, 22);
        snprintf(text, sizeof text, "%" PRIu64 "e%d", digits, exponent);
        CU_ASSERT_FATAL(number_is_kept(text));
        double x = strtod(text, NULL) / 3;
        snprintf(text, sizeof text, "-0.00%015" PRIu64 "E%+d", digits, exponent);
        CU_ASSERT_FATAL(number_is_kept(text));
        snprintf(text, sizeof text, "%.*e", 16 + more, x);
        CU_ASSERT_FATAL(number_is_kept(text));
        text[17 + more] = (char)(text[17 + more] == '9' ? '8' : text[17 + more] + 1);
        CU_ASSERT_FATAL(!number_is_kept(text) || strtod(text, NULL) != x);
        snprintf(text, sizeof text, "%" PRIu64 ".%04d5e%d",
                 digits + UINT64_C(1000000000000000), (int)rng_below(&rng, 10000),
                 exponent / 2);
        unlikely += number_is_kept(text);
    }
    CU_ASSERT(unlikely < RANDOM_NUMBERS / 1000);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(numbers_that_are_kept_are_known),
        SUITE_TEST(random_decimals_are_kept),
        SUITE_TEST(numbers_are_as_they_were_written),
        SUITE_TEST(random_numbers_come_back),
        CU_TEST_INFO_NULL,
    };
    return suite_run("number", NULL, NULL, tests);
}
