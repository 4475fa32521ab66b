/* The clocks of POSIX (clock_gettime), in seconds since a moment that is only good for
 * differences. CPU time stands still while others have the processor: limits in it mean
 * the same on a busy machine. None can fail on a
 * system that has them, and all may be called from any thread. */
#ifndef SKERRY_BASE_CLOCK_H
#define SKERRY_BASE_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

/* CPU time of the calling thread; a system call. */
double clock_thread_s(void);

/* CPU time of all threads of this process, ended ones as well; a system call. */
double clock_process_s(void);

/* Time on the wall, whoever sets the date meanwhile; the cheap one. */
double clock_monotonic_s(void);

#ifdef __cplusplus
}
#endif

#endif
