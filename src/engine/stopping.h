/* Termination criteria of a replica. They depend only on what status_sync.h exchanges, so
 * that every rank decides alike. */
#ifndef SKERRY_ENGINE_STOPPING_H
#define SKERRY_ENGINE_STOPPING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The limits of a run, except for the time limit, which is in interrupt.h. */
struct stopping {
    uint64_t epochs;          /* of each replica; 0: none */
    uint64_t max_evaluations; /* of each replica, all islands together; 0: none */
    double target_cost;       /* a replica ends at this first cost; -INFINITY: none */
};

/* The state of one replica at the end of a generation. */
struct replica_status {
    uint32_t replica; /* NO_REPLICA: its group is idle */
    uint64_t generation, evaluations;
    double best, bound; /* first cost; bound -INFINITY: none */
    double diversity;   /* mean over islands */
    double elapsed_s;
    bool exhausted; /* every island has finished: the search space is exhausted */
    bool gave_up;   /* every island has finished, some at a limit of the algorithm */
    bool optimal;   /* best is proven optimal */
};

#define NO_REPLICA UINT32_MAX

/* Why a replica has ended; NULL while it has not. */
const char *stopping_done(const struct stopping *limits, uint64_t sub_generations,
                          const struct replica_status *replica_status);

#ifdef __cplusplus
}
#endif

#endif
