/* The clocks of POSIX (clock_gettime), in seconds since an arbitrary time, for differences.
 * CPU time does not advance while other processes run, so that limits of CPU time mean the
 * same on a loaded machine. The functions cannot fail where the clocks exist, and may be
 * called from any thread. */
#ifndef SKERRY_BASE_CLOCK_H
#define SKERRY_BASE_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

/* CPU time of the calling thread; a system call. */
double clock_thread_s(void);

/* CPU time of all threads of this process, including finished ones; a system call. */
double clock_process_s(void);

/* Wall-clock time, not affected by changes of the date; cheap (no system call). */
double clock_monotonic_s(void);

#ifdef __cplusplus
}
#endif

#endif
