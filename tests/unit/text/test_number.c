/* Numbers as text. */
#include "number.h"
#include "rng.h"
#include "suite.h"

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

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(numbers_are_as_they_were_written),
        SUITE_TEST(random_numbers_come_back),
        CU_TEST_INFO_NULL,
    };
    return suite_run("number", NULL, NULL, tests);
}
