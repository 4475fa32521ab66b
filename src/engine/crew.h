/* The inside of a run, shared by archipelago.c (rounds) and exchange.c (what ranks
 * bring to rank 0). Not for others. */
#ifndef SKERRY_ENGINE_CREW_H
#define SKERRY_ENGINE_CREW_H

#include "archipelago.h"
#include "ledger.h"
#include "pulse.h"
#include "snapshot.h"

struct crew {
    const struct archipelago_plan *plan;
    const struct archipelago_world *outside;
    struct deme_setup setup;
    struct comm *world, *group;
    struct arena perm, round; /* the run's, one round's */

    size_t n_groups, my_group;
    unsigned first_island; /* of this rank's */
    size_t n_own;
    struct deme *demes; /* n_own, of `replica` */
    struct island **islands;
    uint32_t replica; /* of this group in this round, or NO_REPLICA */
    bool working;     /* it is not done */
    bool exact;
    double floor; /* the problem's own lower bound of the first cost */

    struct ledger *ledger;
    struct migrator *migrator;
    struct store store;
    struct archive merged, solutions; /* of all islands; the same best first */
    struct arena scratch;

    struct beat *beats;         /* a rank */
    struct standing *standings; /* a group */
    struct conclusion conclusion;
    bool newly_done;           /* some replica became so at this border */
    bool stop;                 /* all leave now */
    const char *why;           /* the latest reason for an end */
    struct error failed;       /* this rank's failure, for the next beat */
    bool diagnosed, proof_cut; /* by an interrupt: asked, but not answered */
    bool fresh;                /* the round's generation 0 was just made */
    bool saved;                /* demes are as of before the last step, too */
    bool cut;                  /* this rank's last step was, by an interrupt */
    double pace_s, save_s;     /* how long steps take, how long saving the demes took */

    double began, round_began, carried_s; /* clock; elapsed before this round */
    double last_findings, last_checkpoint, last_report;
    double checkpoint_s; /* what the last one took */
    size_t since_report; /* generations, alike on all ranks */
};

/* Tells every observer; the first failure goes into crew->failed. Rank 0 only. */
#define CREW_TELL(crew, what, ...)                                                     \
    do {                                                                               \
        for (size_t o_ = 0; o_ < (crew)->outside->n_observers; o_++) {                 \
            const struct observer *watch_ = &(crew)->outside->observers[o_];           \
            struct error told_ = {0};                                                  \
            if (watch_->what && watch_->what(watch_->self, __VA_ARGS__, &told_) &&     \
                !(crew)->failed.status)                                                \
                (crew)->failed = told_;                                                \
        }                                                                              \
    } while (0)

/* comm_called, for interrupt_listen. */
bool crew_is_called(void *world);

/* Seconds since this group's replica began, earlier processes' included. */
double crew_elapsed(const struct crew *crew);

/* All ranks learn where all replicas stand: standings and conclusion. A rank's failure
 * stops all, with its text in `failed`. Collective over world. */
enum status crew_heartbeat(struct crew *crew, struct error *err);

/* Notes what the standings say of each replica; alike on all ranks, local. */
void crew_settle(struct crew *crew);

/* When sampling found nothing feasible: rank 0 asks the problem whether anything is,
 * and a proof ends all replicas. *cut: an interrupt ended
 * that question, and the next beat will tell all to stop. Collective over world. */
enum status crew_diagnose(struct crew *crew, bool *cut, struct error *err);

/* Rank 0: tells observers where all stands. */
void crew_tell_pulse(struct crew *crew);

/* What rank 0 wants done at this border, as pulse_order bits. */
uint32_t crew_orders(const struct crew *crew);

/* After a pulse: brings rows, findings and states to rank 0 as ordered, and tells
 * observers. Collective over world. */
enum status crew_exchange(struct crew *crew, struct error *err);

/* Rank 0: merges what is kept and tells the solutions. */
void crew_tell_solutions(struct crew *crew);

#endif
