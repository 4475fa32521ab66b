/* Trials of migration_checks.h on ranks that are threads. */
#ifndef SKERRY_TESTS_MIGRATION_THREADS_H
#define SKERRY_TESTS_MIGRATION_THREADS_H

#include "comm_local.h"
#include "migration_checks.h"

enum { RANKS_MAX = 9 };

/* A trial, and what each rank found. */
struct job {
    struct trial trial;
    size_t wrong[RANKS_MAX];
    enum status status[RANKS_MAX];
    size_t allocations[RANKS_MAX];
};

/* How much is wrong, by `run`, which gets the job and sets the rank's `wrong`. */
static inline size_t wrong_by(void (*run)(struct comm *comm, void *job), int ranks,
                              const struct trial *trial)
{
    static struct job job;
    struct error err = {0};
    memset(&job, 0xff, sizeof job);
    job.trial = *trial;
    size_t wrong = comm_local_run(ranks, NULL, run, &job, &err) != STATUS_OK;
    for (int r = 0; r < ranks; r++)
        wrong += job.wrong[r];
    return wrong;
}

#endif
