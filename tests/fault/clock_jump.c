/* Preloaded into a program: its wall clock jumps.
 *
 *     CLOCK_JUMP_S=n        by so many seconds, forth or back
 *     CLOCK_JUMP_AFTER_S=t  once it has run for so long; default: from the start
 *
 * The monotonic clock, which cannot jump, is left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

typedef int clock_function(clockid_t clock, struct timespec *now);

static int true_time(clockid_t clock, struct timespec *now)
{
    static clock_function *next;
    if (!next)
        next = (clock_function *)dlsym(RTLD_NEXT, "clock_gettime");
    return next(clock, now);
}

static double setting(const char *name)
{
    const char *text = getenv(name);
    return text ? atof(text) : 0;
}

/* Seconds to add by now. */
static time_t jump(void)
{
    static double began;
    struct timespec now;
    true_time(CLOCK_MONOTONIC, &now);
    double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (began == 0)
        began = seconds;
    return seconds - began >= setting("CLOCK_JUMP_AFTER_S")
               ? (time_t)setting("CLOCK_JUMP_S")
               : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = true_time(clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += jump();
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec fine;
    (void)zone;
    int failed = clock_gettime(CLOCK_REALTIME, &fine);
    if (!failed)
        *now = (struct timeval){fine.tv_sec, fine.tv_nsec / 1000};
    return failed;
}

time_t time(time_t *out)
{
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now))
        return -1;
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
