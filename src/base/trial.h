/* Tries work in a child process before this one does it: for a library that may crash or hang
 * on data that others have made.
 *
 * The child is a copy of this process, so that the same work, done next, takes the same course.
 * Cost: the work itself, and a fork (about a millisecond, more with much memory). */
#ifndef SKERRY_BASE_TRIAL_H
#define SKERRY_BASE_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

enum trial {
    TRIAL_WHOLE,  /* the work returned true, or no child could be started */
    TRIAL_BROKEN, /* it returned false */
    TRIAL_CRASHED /* it crashed or took too long */
};

/* The child has no open files but stdin and stdout, and the signal handlers of a crash are the
 * system's. Local.
 *
 * bytes  of the data: the work may take 5 s of CPU time, and a second more for each MiB */
enum trial trial_run(bool (*work)(void *context), void *context, size_t bytes);

#endif
