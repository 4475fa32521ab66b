/* CPU time of the calling thread, in which all limits of the repair are told. */
#ifndef SKERRY_LEVEL_CLOCK_H
#define SKERRY_LEVEL_CLOCK_H

#include <time.h>

static inline double level_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
