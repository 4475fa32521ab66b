/* Status synchronisation: one small allgather at the end of each burst of generations, by which all
 * ranks learn the state of every running replica, whether some rank failed or was
 * interrupted, and what rank 0 requests. Every rank derives the same decision from the same
 * statuses, so that all make the same collective calls and stop together.
 *
 * Cost: one allgather of sizeof(struct rank_status), 80 bytes, per rank. */
#ifndef SKERRY_ENGINE_STATUS_SYNC_H
#define SKERRY_ENGINE_STATUS_SYNC_H

#include "comm.h"
#include "island_state.h"
#include "stopping.h"

/* Requests that rank 0 sends with its status, and flags of any rank. */
enum sync_request {
    REQUEST_REPORT = 1,      /* send the rows */
    REQUEST_ELITES = 2,      /* send the archives */
    REQUEST_CHECKPOINT = 4,  /* send the states */
    REQUEST_SAVE_BETTER = 8, /* send the states if a best improved */
    /* Of any rank: */
    SAYS_TIME_UP = 16, /* the time limit has passed */
    SAYS_CUT = 32,    /* its step was aborted, or lacks improvements: all undo theirs */
    SAYS_SLOW = 64,   /* steps are so long that they may have to be aborted */
    SAYS_FAILED = 128 /* the problem or memory failed in its step: it has no result */
};

/* The status of one rank. */
struct rank_status {
    int32_t status; /* enum status of the rank */
    int32_t signal; /* that it has caught, or 0 */
    uint32_t requests;
    uint32_t replica;
    uint32_t islands, finished;
    uint16_t epoch_ended; /* 1: an epoch has just ended */
    uint16_t burst;       /* generations that it would make until the next sync */
    uint32_t gave_up;     /* of the finished ones */
    uint64_t generation, evaluations;
    double best, bound; /* minima over its islands; a finished island that has not given
                           up counts as a bound of +INFINITY */
    double diversity;   /* sum over its islands */
    double elapsed_s;
};

/* What all ranks derive from the statuses. */
struct sync_decision {
    enum status status; /* the most severe of all ranks */
    int status_rank;    /* the lowest rank that has it */
    int signal;         /* of the lowest rank that has one; 0: none */
    uint32_t requests;  /* of rank 0, and the flags of all ranks */
    bool epoch_ended;   /* some replica has just ended an epoch */
    size_t burst; /* generations until the next sync, at most: the fewest wanted */
};

/* The status of a rank from its islands; the caller sets status, signal, requests, burst and elapsed_s. */
struct rank_status rank_status_of(const struct island_state *states, size_t n_states,
                                  uint32_t replica, uint64_t sub_generations);

/* Exchanges statuses and derives the state of the replicas and the decision.
 *
 * statuses          out, world->size
 * replica_statuses  out, one per group of ranks (n_groups)
 * exact             whether a finished search proves its best optimal
 * floor             the problem's own lower bound of the first cost
 * err               STATUS_COMM if a rank is lost
 *
 * Collective over world. */
enum status status_sync(struct comm *world, const struct rank_status *own,
                        size_t n_groups, bool exact, double floor,
                        struct rank_status *statuses,
                        struct replica_status *replica_statuses,
                        struct sync_decision *decision, struct error *err);

#endif
