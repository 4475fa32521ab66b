/* The clocks of POSIX (clock_gettime), in seconds since an arbitrary time, for differences.
 * CPU time does not advance while other processes run, so that limits of CPU time mean the
 * same on a loaded machine. The functions cannot fail where the clocks exist, and may be
 * called from any thread. */
#ifndef SKERRY_BASE_CLOCK_H
#define SKERRY_BASE_CLOCK_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CPU time of the calling thread; a system call. */
double clock_thread_s(void);

/* CPU time of all threads of this process, including finished ones; a system call. */
double clock_process_s(void);

/* CPU time of the calling thread and of this process's children since clock_count_children (none
 * before): those that have been waited for, and those that run and are watched. Never falls; some
 * system calls. Where children count, for one thread of the process alone. */
double clock_work_s(void);

/* Begins to count children, from now. Once, at the start of a program: the times of what a shell
 * ran before it became the program are not its own. */
void clock_count_children(void);

/* Watches a child that runs until it has been waited for (clock_unwatch_child): its time counts
 * while it runs, and not only once it has ended. One thread at a time; further ones than a few are
 * not watched. */
void clock_watch_child(pid_t child);
void clock_unwatch_child(pid_t child);

/* Sends SIGPROF to this process after so many seconds of its CPU time, at least a microsecond; after more than 1e9 s, some
 * thirty years, never. */
void clock_signal_after(double seconds);

/* Wall-clock time, not affected by changes of the date; cheap (no system call). */
double clock_monotonic_s(void);

#ifdef __cplusplus
}
#endif

#endif
