/* Work in a child process: what becomes of it, and that it changes nothing here. */
#include "suite.h"
#include "trial.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

static int calls;

static bool succeeds(void *context)
{
    calls++;
    return *(int *)context == 7;
}

static bool crashes(void *context)
{
    (void)context;
    raise(SIGSEGV);
    return true;
}

static bool hangs(void *context)
{
    for (volatile int *at = context; *at >= 0;)
        *at = 0;
    return true;
}

/* Waits for a few hundredths of a second of CPU time. */
static bool takes_a_while(void *context)
{
    for (volatile int i = 0; i < 30000000; i++)
        ++*(volatile int *)context;
    return true;
}

static void on_alarm(int signal)
{
    (void)signal;
}

static void run_tells_what_the_work_returned(void)
{
    int right = 7, wrong = 8;
    CU_ASSERT_EQUAL(trial_run(succeeds, &right, 0), TRIAL_WHOLE);
    CU_ASSERT_EQUAL(trial_run(succeeds, &wrong, 0), TRIAL_BROKEN);
    CU_ASSERT_EQUAL(calls, 0);
}

static void run_survives_crashes_and_hangs(void)
{
    int count = 0;
    CU_ASSERT_EQUAL(trial_run(crashes, NULL, 0), TRIAL_CRASHED);
    CU_ASSERT_EQUAL(trial_run(hangs, &count, 0), TRIAL_CRASHED);
}

static void run_is_not_cut_short_by_signals(void)
{
    int count = 0;
    struct sigaction act = {.sa_handler = on_alarm}; /* without SA_RESTART */
    struct itimerval every = {{0, 5000}, {0, 5000}}, never = {0};
    CU_ASSERT_EQUAL(sigaction(SIGALRM, &act, NULL), 0);
    CU_ASSERT_EQUAL(setitimer(ITIMER_REAL, &every, NULL), 0);
    CU_ASSERT_EQUAL(trial_run(takes_a_while, &count, 0), TRIAL_WHOLE);
    CU_ASSERT_EQUAL(setitimer(ITIMER_REAL, &never, NULL), 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(run_tells_what_the_work_returned),
        SUITE_TEST(run_survives_crashes_and_hangs),
        SUITE_TEST(run_is_not_cut_short_by_signals),
        CU_TEST_INFO_NULL,
    };
    return suite_run("trial", NULL, NULL, tests);
}
