/* When a replica is done, and when a whole run stops: asked in one place, answered
 * alike on every rank, since all it looks at comes from status_sync.h.
 */
#ifndef SKERRY_ENGINE_STOPPING_H
#define SKERRY_ENGINE_STOPPING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The limits of a run beside its time, which interrupt.h has; a zero or -INFINITY
 * stands for none. */
struct stopping {
    uint64_t epochs;          /* of each replica; 0: none */
    uint64_t max_evaluations; /* of each replica, all islands together; 0: none */
    double target_cost; /* a replica is done at this first cost; -INFINITY: none */
};

/* The state of one replica at a generation's end. */
struct replica_status {
    uint32_t replica; /* NO_REPLICA: its group has nothing to do */
    uint64_t generation, evaluations;
    double best, bound; /* first cost; bound -INFINITY: none */
    double diversity;   /* mean over islands */
    double elapsed_s;
    bool exhausted; /* every island has finished: nothing is left to look at */
    bool gave_up;   /* every island has finished, some at a limit of their own */
    bool optimal;   /* best is proven */
};

#define NO_REPLICA UINT32_MAX

/* Why a replica is done, or NULL while it is not. */
const char *stopping_done(const struct stopping *limits, uint64_t sub_generations,
                          const struct replica_status *replica_status);

#ifdef __cplusplus
}
#endif

#endif
