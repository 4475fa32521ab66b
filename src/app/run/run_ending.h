/* Observer that prints the summary of a run to stderr at its end: the best solution, what is proven, and what
 * to do next. */
#ifndef SKERRY_APP_RUN_ENDING_H
#define SKERRY_APP_RUN_ENDING_H

#include "observer.h"
#include "recorder.h"

struct run_ending {
    const struct puzzle *puzzle;
    struct recorder *recorder; /* for what the run had found before it was resumed */
    const char *path;          /* of the result */
    uint32_t replicas;
    bool asynchronous;
    bool begun; /* there is a file to speak of: set by `start`, after the recorder's */
};

/* Makes an observer that uses the caller's struct, which must outlive the run. It does not fail if nobody can
 * read what it prints. */
struct observer run_ending_observer(struct run_ending *ending);

#endif
