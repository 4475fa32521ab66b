/* The main of a program of unit tests, which is one suite. */
#ifndef SKERRY_TESTS_SUITE_H
#define SKERRY_TESTS_SUITE_H

#include <CUnit/Basic.h>

/* A row of the table of tests, whose last one is CU_TEST_INFO_NULL. */
#define SUITE_TEST(function)                                                           \
    {                                                                                  \
#function, function                                                            \
    }

/* Runs the tests in order, printing each, and returns the exit code of the program.
 *
 * set_up, tear_down  before the first and after the last test, 0 for success; NULL: none */
static inline int suite_run(const char *name, CU_InitializeFunc set_up,
                            CU_CleanupFunc tear_down, CU_TestInfo *tests)
{
    CU_SuiteInfo suites[] = {{name, set_up, tear_down, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};
    CU_initialize_registry();
    if (CU_register_suites(suites) != CUE_SUCCESS)
        return 1;
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return failures != 0;
}

#endif
