/* Clocks in seconds. */
#include "clock.h"

#include <CUnit/Basic.h>
#include <time.h>

static const double BUSY_S = 0.02, ASLEEP_S = 0.05;

/* What POSIX says, read between two calls of ours. */
static void is_between(double (*clock)(void), clockid_t twin)
{
    struct timespec now;
    double before = clock();
    CU_ASSERT_EQUAL_FATAL(clock_gettime(twin, &now), 0);
    double after = clock(), seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    CU_ASSERT(before <= seconds);
    CU_ASSERT(seconds <= after);
}

static void clocks_are_those_of_posix(void)
{
    is_between(clock_thread_s, CLOCK_THREAD_CPUTIME_ID);
    is_between(clock_process_s, CLOCK_PROCESS_CPUTIME_ID);
    is_between(clock_monotonic_s, CLOCK_MONOTONIC);
}

static void work_takes_time_of_all_clocks(void)
{
    /* In this order, each spans the next. */
    double wall = clock_monotonic_s(), process = clock_process_s(),
           thread = clock_thread_s();
    while (clock_thread_s() < thread + BUSY_S)
        ;
    CU_ASSERT(clock_process_s() - process >= BUSY_S);
    CU_ASSERT(clock_monotonic_s() - wall >= BUSY_S / 2);
}

static void sleep_takes_no_cpu_time(void)
{
    struct timespec pause = {.tv_nsec = (long)(ASLEEP_S * 1e9)};
    double thread = clock_thread_s(), process = clock_process_s(),
           wall = clock_monotonic_s();
    while (nanosleep(&pause, &pause))
        ;
    CU_ASSERT(clock_monotonic_s() - wall >= ASLEEP_S);
    CU_ASSERT(clock_thread_s() - thread < ASLEEP_S / 2);
    CU_ASSERT(clock_process_s() - process < ASLEEP_S / 2);
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("clock", NULL, NULL);
    CU_ADD_TEST(suite, clocks_are_those_of_posix);
    CU_ADD_TEST(suite, work_takes_time_of_all_clocks);
    CU_ADD_TEST(suite, sleep_takes_no_cpu_time);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures != 0;
}
