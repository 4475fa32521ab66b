/* Clocks in seconds. */
#include "clock.h"
#include "suite.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

/* Seconds until SIGPROF; 0: never. No timer is left. */
static double timer_of(double seconds)
{
    const struct itimerval none = {.it_value = {0}};
    struct itimerval timer;
    clock_signal_after(seconds);
    CU_ASSERT_EQUAL(getitimer(ITIMER_PROF, &timer), 0);
    setitimer(ITIMER_PROF, &none, NULL);
    return (double)timer.it_value.tv_sec + 1e-6 * (double)timer.it_value.tv_usec;
}

static void timers_are_set_for_every_number_of_seconds(void)
{
    static const double some[] = {10.5, 10.9999999, 10.999999999999};
    signal(SIGPROF, SIG_IGN);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        CU_ASSERT_DOUBLE_EQUAL(timer_of(some[i]), some[i], 0.1);
    CU_ASSERT(timer_of(1e6) > 9e5);
    CU_ASSERT_EQUAL(timer_of(1e300), 0);
    CU_ASSERT_EQUAL(timer_of(INFINITY), 0);
    signal(SIGPROF, SIG_DFL);
}

static void keep_busy(void)
{
    double thread = clock_thread_s();
    while (clock_thread_s() < thread + BUSY_S)
        ;
}

/* A child that is busy, says so, and ends once it is told to. */
static pid_t start_child(int *say, int *told)
{
    int up[2], down[2];
    char byte = 0;
    CU_ASSERT_EQUAL_FATAL(pipe(up) || pipe(down), 0);
    pid_t child = fork();
    if (child == 0) {
        close(down[1]);
        keep_busy();
        _exit(write(up[1], &byte, 1) == 1 && read(down[0], &byte, 1) >= 0 ? 0 : 1);
    }
    CU_ASSERT_FATAL(child > 0);
    close(up[1]);
    close(down[0]);
    *told = up[0];
    *say = down[1];
    CU_ASSERT_EQUAL(read(*told, &byte, 1), 1);
    return child;
}

static void end_child(pid_t child, int say, int told)
{
    int how = -1;
    close(say);
    close(told);
    CU_ASSERT_EQUAL(waitpid(child, &how, 0), child);
    CU_ASSERT_EQUAL(how, 0);
}

/* The time of children: before they count, while one runs, watched or not, and after its end. */
static void work_includes_children(void)
{
    int say, told;
    pid_t child = start_child(&say, &told);
    end_child(child, say, told);
    double thread = clock_thread_s(), work = clock_work_s();
    CU_ASSERT(thread <= work && work <= clock_thread_s());
    clock_count_children();
    child = start_child(&say, &told);
    work = clock_work_s();
    CU_ASSERT(work <= clock_thread_s());
    clock_watch_child(child);
    work = clock_work_s();
    CU_ASSERT(work >= thread + BUSY_S);
    end_child(child, say, told);
    clock_unwatch_child(child);
    double after = clock_work_s(), own = clock_thread_s();
    CU_ASSERT(after >= work);
    CU_ASSERT(after - own < 1.5 * (work - thread)); /* the child counts once */
    child = start_child(&say, &told);
    CU_ASSERT(clock_work_s() - own < after - own + BUSY_S);
    end_child(child, say, told);
    CU_ASSERT(clock_work_s() >= own + 2 * BUSY_S);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(clocks_are_those_of_posix),
        SUITE_TEST(work_takes_time_of_all_clocks),
        SUITE_TEST(sleep_takes_no_cpu_time),
        SUITE_TEST(timers_are_set_for_every_number_of_seconds),
        SUITE_TEST(work_includes_children),
        CU_TEST_INFO_NULL,
    };
    return suite_run("clock", NULL, NULL, tests);
}
