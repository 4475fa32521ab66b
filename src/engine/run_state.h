/* The state of a run on one rank, shared by run.c (rounds of generations), sync.c (what
 * all ranks learn of one another) and collect.c (what they bring to rank 0). Private to
 * src/engine. */
#ifndef SKERRY_ENGINE_RUN_STATE_H
#define SKERRY_ENGINE_RUN_STATE_H

#include "migration.h"
#include "run_plan.h"
#include "snapshot.h"
#include "stats_buffer.h"
#include "status_sync.h"

struct run_state {
    const struct engine_plan *plan;
    const struct engine_world *outside;
    struct island_state_setup setup;
    struct comm *world, *group;
    struct arena perm, round; /* the run's, one round's */

    size_t n_groups, my_group;
    unsigned first_island; /* of this rank's */
    size_t n_own;
    struct island_state *states; /* n_own, of `replica` */
    struct island **islands;
    uint32_t replica; /* of this group in this round, or NO_REPLICA */
    bool working;     /* it is not done */
    bool exact;
    double floor; /* the problem's own lower bound of the first cost */

    struct stats_buffer *stats;
    struct migration *migration;
    struct snapshot snapshot;
    struct archive merged, solutions; /* of all islands; the same best first */
    struct arena scratch;

    struct rank_status *statuses;            /* a rank */
    struct replica_status *replica_statuses; /* a group */
    struct sync_decision decision;
    bool newly_done;           /* some replica became so at this generation's end */
    bool stop;                 /* all leave now */
    const char *why;           /* the latest reason for an end */
    struct error failed;       /* this rank's failure, for the next sync */
    bool diagnosed, proof_cut; /* by an interrupt: asked, but not answered */
    bool fresh;                /* the round's generation 0 was just made */
    bool saved;            /* states also hold where they were before the last step */
    bool cut;              /* this rank's last step was, by an interrupt */
    double pace_s, save_s; /* how long steps take, how long saving the islands took */

    double began, round_began, carried_s; /* clock; elapsed before this round */
    double last_elites, last_checkpoint, last_report;
    double checkpoint_s; /* what the last one took */
    size_t since_report; /* generations, alike on all ranks */
};

/* Tells every observer; the first failure goes into run->failed. Rank 0 only. */
#define RUN_TELL(run, what, ...)                                                       \
    do {                                                                               \
        for (size_t o_ = 0; o_ < (run)->outside->n_observers; o_++) {                  \
            const struct observer *watch_ = &(run)->outside->observers[o_];            \
            struct error told_ = {0};                                                  \
            if (watch_->what && watch_->what(watch_->self, __VA_ARGS__, &told_) &&     \
                !(run)->failed.status)                                                 \
                (run)->failed = told_;                                                 \
        }                                                                              \
    } while (0)

/* comm_called, for interrupt_listen. */
bool run_is_called(void *world);

/* Seconds since this group's replica began, earlier processes' included. */
double run_elapsed(const struct run_state *run);

/* All ranks learn the state of all replicas: fills replica_statuses and decision. The
 * failure of one rank stops all, with its text in `failed`. Collective over world. */
enum status run_sync(struct run_state *run, struct error *err);

/* Records what replica_statuses say of each replica; the same on all ranks. Local. */
void run_note_replicas(struct run_state *run);

/* When sampling found nothing feasible: rank 0 asks the problem whether anything is,
 * and a proof that nothing is ends all replicas. *cut: an interrupt ended that
 * question, and the next sync will tell all to stop. Collective over world. */
enum status run_diagnose(struct run_state *run, bool *cut, struct error *err);

/* Rank 0: tells observers the progress of the run. */
void run_tell_progress(struct run_state *run);

/* What rank 0 asks of all ranks at this generation's end: bits of enum sync_request. */
uint32_t run_requests(const struct run_state *run);

/* After a sync: brings rows, elites and states to rank 0 as requested, and tells
 * observers. Collective over world. */
enum status run_collect(struct run_state *run, struct error *err);

/* Rank 0: merges what is kept and tells the solutions. */
void run_tell_solutions(struct run_state *run);

#endif
