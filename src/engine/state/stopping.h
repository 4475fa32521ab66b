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

/* Why a replica has ended. Checkpoints contain these numbers. */
enum stop_reason {
    STOP_NOT, /* it has not */
    STOP_TARGET,
    STOP_OPTIMAL,
    STOP_EXHAUSTED,
    STOP_GAVE_UP,
    STOP_EVALUATIONS,
    STOP_EPOCHS,
    STOP_INFEASIBLE, /* by the problem's diagnosis; not from stopping_done */
    STOP_BY_ITSELF /* STOP_EXHAUSTED of algorithms that are not exact; for words only */
};

enum stop_reason stopping_done(const struct stopping *limits, uint64_t sub_generations,
                               const struct replica_status *replica_status);

/* In words, static; of STOP_NOT "nothing to do". */
const char *stopping_words(enum stop_reason reason);

#ifdef __cplusplus
}
#endif

#endif
