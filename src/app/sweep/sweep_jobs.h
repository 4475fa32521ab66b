/* Runs tasks of a sweep as processes of this machine. Used inside src/app/sweep. */
#ifndef SKERRY_APP_SWEEP_JOBS_H
#define SKERRY_APP_SWEEP_JOBS_H

#include "arena.h"
#include "status.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct sweep_jobs {
    char *const *(*command)(void *self,
                            size_t task);        /* argv of a task, NULL at its end */
    const char *(*log)(void *self, size_t task); /* file for its output; is replaced */
    void (*ended)(void *self, size_t task, int code); /* exit code, or 128 + signal */
    void *self;
    size_t at_once; /* processes, >= 1 */
    const volatile sig_atomic_t
        *signal; /* once it is not 0 no task is started, and those
                                            that run are told to stop with SIGUSR1 */
};

/* Runs these tasks in order, some at a time, and waits for all that were started.
 *
 * err  STATUS_FAILED if a process cannot be started; those that run are waited for */
enum status sweep_jobs_run(const struct sweep_jobs *jobs, const size_t *tasks, size_t n,
                           struct error *err);

#endif
