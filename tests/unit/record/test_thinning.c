#include "suite.h"
#include "thinning.h"

#include <stddef.h>

/* The slow twin: goes through the numbers one by one. */
static void compare(uint64_t all, uint64_t numbers)
{
    uint64_t rows = 0, end = all ? all : UINT64_MAX, step = 1, first = 0, row;
    for (uint64_t n = 0; n < numbers; n++) {
        if (n == end) {
            first = n;
            end *= 10;
            step *= 10;
        }
        bool has = (n - first) % step == 0;
        CU_ASSERT_EQUAL_FATAL(thinning_rows(all, n), rows);
        CU_ASSERT_EQUAL_FATAL(thinning_find(all, n, &row), has);
        if (has) {
            CU_ASSERT_EQUAL_FATAL(row, rows);
            CU_ASSERT_EQUAL_FATAL(thinning_number(all, rows), n);
        }
        rows += has;
    }
}

static void numbers_and_rows_are_those_of_counting(void)
{
    for (uint64_t all = 0; all <= 120; all++)
        compare(all, 20000);
}

static void every_number_has_a_row_without_a_limit(void)
{
    CU_ASSERT_EQUAL(thinning_rows(0, UINT64_MAX), UINT64_MAX);
    CU_ASSERT_EQUAL(thinning_number(0, UINT64_MAX - 1), UINT64_MAX - 1);
    uint64_t row;
    CU_ASSERT_TRUE(thinning_find(0, 123456789, &row));
    CU_ASSERT_EQUAL(row, 123456789);
}

static void rows_are_few_of_the_greatest_numbers(void)
{
    CU_ASSERT_EQUAL(thinning_rows(100000, 1000000000), 100000 + 4 * 90000);
    CU_ASSERT_TRUE(thinning_rows(1, UINT64_MAX) < 100);
    CU_ASSERT_TRUE(thinning_rows(100000, UINT64_MAX) < 2000000);
    uint64_t last = thinning_rows(100000, UINT64_MAX) - 1, row;
    CU_ASSERT_TRUE(thinning_find(100000, thinning_number(100000, last), &row));
    CU_ASSERT_EQUAL(row, last);
}

/* A damaged file may claim any number of rows. */
static void too_many_rows_end(void)
{
    (void)thinning_number(1, UINT64_MAX);
    (void)thinning_number(UINT64_MAX, UINT64_MAX);
    CU_PASS();
}

int main(void)
{
    CU_TestInfo tests[] = {SUITE_TEST(numbers_and_rows_are_those_of_counting),
                           SUITE_TEST(every_number_has_a_row_without_a_limit),
                           SUITE_TEST(rows_are_few_of_the_greatest_numbers),
                           SUITE_TEST(too_many_rows_end), CU_TEST_INFO_NULL};
    return suite_run("thinning", NULL, NULL, tests);
}
