/* The pulse: one small allgather at each generation's border, by which all ranks learn
 * where every replica in work stands, whether someone failed or was told to stop, and
 * what rank 0 wants done now. From the same beats every rank draws the same
 * conclusions, so all do the same collective calls next and leave together. */
#ifndef SKERRY_ENGINE_STATUS_SYNC_H
#define SKERRY_ENGINE_STATUS_SYNC_H

#include "comm.h"
#include "island_state.h"
#include "stopping.h"

/* What rank 0 may order with its beat, and what any rank may say. */
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

/* What one rank says. */
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

/* What all conclude. */
struct sync_decision {
    enum status status; /* gravest of all ranks */
    int status_rank;    /* lowest rank that has it */
    int signal;         /* of the lowest rank that has one; 0: none */
    uint32_t requests;  /* of rank 0, and what any rank says */
    bool epoch_ended;   /* some replica has just ended an epoch */
};

/* Beats of `demes` demes of one rank; the caller fills status, signal and orders. */
struct rank_status rank_status_of(const struct island_state *states, size_t n_states,
                                  uint32_t replica, uint64_t sub_generations);

/* Exchanges beats.
 *
 * beats      out, world->size
 * standings  out, one a group of ranks (n_groups)
 * exact      whether a finished search proves its best
 * floor      the problem's own lower bound of the first cost
 * Collective over world. */
enum status status_sync(struct comm *world, const struct rank_status *own,
                        size_t n_groups, bool exact, double floor,
                        struct rank_status *statuses,
                        struct replica_status *replica_statuses,
                        struct sync_decision *decision, struct error *err);

#endif
