/* Status synchronisation: one small allgather at the end of each generation, by which
 * all ranks learn the state of every running replica, whether some rank failed or was
 * told to stop, and what rank 0 requests. Every rank derives the same decision from the
 * same statuses, so all make the same collective calls next and leave together.
 *
 * Cost: one allgather of sizeof(struct rank_status), some 100 bytes, a rank. */
#ifndef SKERRY_ENGINE_STATUS_SYNC_H
#define SKERRY_ENGINE_STATUS_SYNC_H

#include "comm.h"
#include "island_state.h"
#include "stopping.h"

/* What rank 0 may request with its status, and what any rank may say. */
enum sync_request {
    REQUEST_REPORT = 1,      /* bring the rows */
    REQUEST_ELITES = 2,      /* bring the archives */
    REQUEST_CHECKPOINT = 4,  /* bring the states */
    REQUEST_SAVE_BETTER = 8, /* bring the states where a best improved */
    /* Of any rank: */
    SAYS_TIME_UP = 16, /* the time limit has passed */
    SAYS_CUT = 32,     /* its step was cut short: all undo theirs */
    SAYS_SLOW = 64     /* steps take so long that they may have to be cut short */
};

/* The status of one rank. */
struct rank_status {
    int32_t status; /* enum status of the rank */
    int32_t signal; /* a signal it has caught, or 0 */
    uint32_t requests;
    uint32_t replica;
    uint32_t islands, finished;
    uint32_t epoch_ended; /* 1: an epoch has just ended */
    uint32_t gave_up;     /* of the finished ones */
    uint64_t generation, evaluations;
    double best, bound; /* least over its islands; one that is finished and has not
                           given up bounds by +INFINITY */
    double diversity;   /* sum over its islands */
    double elapsed_s;
};

/* What all ranks derive from them. */
struct sync_decision {
    enum status status; /* gravest of all ranks */
    int status_rank;    /* lowest rank that has it */
    int signal;         /* of the lowest rank that has one; 0: none */
    uint32_t requests;  /* of rank 0, and what any rank says */
    bool epoch_ended;   /* some replica has just ended an epoch */
};

/* The status of a rank from its islands; the caller fills status, signal and requests.
 */
struct rank_status rank_status_of(const struct island_state *states, size_t n_states,
                                  uint32_t replica, uint64_t sub_generations);

/* Exchanges statuses and derives the rest.
 *
 * statuses          out, world->size
 * replica_statuses  out, one a group of ranks (n_groups)
 * exact             whether a search that has finished proves its best
 * floor             the problem's own lower bound of the first cost
 * err               STATUS_COMM when a rank is lost
 *
 * Collective over world. */
enum status status_sync(struct comm *world, const struct rank_status *own,
                        size_t n_groups, bool exact, double floor,
                        struct rank_status *statuses,
                        struct replica_status *replica_statuses,
                        struct sync_decision *decision, struct error *err);

#endif
