#include "clock.h"

#include <math.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

static const double NEVER_S = 1e9;
enum { US_A_SECOND = 1000000 };

enum { MOST_WATCHED = 8 }; /* by hand: a process has one or two */

static struct {
    bool counts;
    double before_s; /* of the children that ended before */
    double most_s;   /* the last answer: the kernel rounds times when a process ends */
    pid_t watched[MOST_WATCHED];
} children;

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_thread_s(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

double clock_process_s(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static double ended_children_s(void)
{
    struct rusage spent;
    if (getrusage(RUSAGE_CHILDREN, &spent))
        return 0;
    return (double)(spent.ru_utime.tv_sec + spent.ru_stime.tv_sec) +
           1e-6 * (double)(spent.ru_utime.tv_usec + spent.ru_stime.tv_usec);
}

void clock_count_children(void)
{
    children.counts = true;
    children.before_s = ended_children_s();
}

/* Replaces one pid by another; 0 is none. */
static void replace_watched(pid_t old, pid_t new)
{
    for (int i = 0; i < MOST_WATCHED; i++)
        if (children.watched[i] == old) {
            children.watched[i] = new;
            return;
        }
}

void clock_watch_child(pid_t child)
{
    replace_watched(0, child);
}

void clock_unwatch_child(pid_t child)
{
    replace_watched(child, 0);
}

double clock_work_s(void)
{
    clockid_t clock;
    if (!children
             .counts) /* then ranks may be threads, which must not share what follows */
        return clock_thread_s();
    double s = ended_children_s() - children.before_s;
    for (int i = 0; i < MOST_WATCHED; i++)
        if (children.watched[i] && !clock_getcpuclockid(children.watched[i], &clock))
            s += seconds(clock);
    children.most_s = s > children.most_s ? s : children.most_s;
    return clock_thread_s() + children.most_s;
}

void clock_signal_after(double seconds)
{
    double whole = floor(fmax(seconds, 0));
    if (!(seconds < NEVER_S))
        return;
    long us = (long)(US_A_SECOND * fmax(seconds - whole, 0)) + 1; /* 0 is no timer */
    const struct itimerval limit = {
        .it_value = {.tv_sec = (time_t)whole + us / US_A_SECOND,
                     .tv_usec = (suseconds_t)(us % US_A_SECOND)}};
    setitimer(ITIMER_PROF, &limit, NULL);
}

double clock_monotonic_s(void)
{
    return seconds(CLOCK_MONOTONIC);
}
