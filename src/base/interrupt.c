#include "interrupt.h"

#include <math.h>
#include <stddef.h>
#include <time.h>

static const volatile sig_atomic_t *watched;
static double deadline = NAN, first_seen = NAN; /* on the clock below */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void interrupt_watch_signal(const volatile sig_atomic_t *signal)
{
    watched = signal;
    first_seen = NAN;
}

void interrupt_set_limit(double seconds)
{
    deadline = now() + seconds;
    first_seen = NAN;
}

bool interrupt_time_is_up(void)
{
    return !isnan(deadline) && now() >= deadline;
}

bool interrupt_pending(void)
{
    return (watched && *watched) || interrupt_time_is_up();
}

bool interrupt_overdue(void)
{
    if (!interrupt_pending())
        return false;
    if (isnan(first_seen))
        first_seen = now();
    return now() - first_seen >= INTERRUPT_GRACE_S;
}
