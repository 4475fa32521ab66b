/* The state of a run on one rank, shared by run.c (generations), burst.c (how many between two
 * syncs, and how to undo them), round.c (the islands of a round), asynchronous.c (generations
 * without waiting), superstep.c (messages between islands), rebalance.c (the change of layouts),
 * sync.c (exchange of status), collect.c (collection of results on rank 0) and finish.c (the end).
 * Private to src/engine. */
#ifndef SKERRY_ENGINE_RUN_STATE_H
#define SKERRY_ENGINE_RUN_STATE_H

#include "balance.h"
#include "migration_asynchronous.h"
#include "migration_groups.h"
#include "run_plan.h"
#include "snapshot.h"
#include "stats_buffer.h"
#include "status_sync.h"

/* What moves islands between ranks; see rebalance.c. */
struct rebalancing {
    struct balance_load load;
    struct balance_load *loads; /* of the group's ranks; NULL: islands stay */
    size_t *first[2];           /* ranks + 1: of the layout, and of the next one */
    size_t *sent, *got, *word;  /* ranks: bytes to and from each; of a number */
    bool failed;                /* memory ran out, or an interrupt came: islands stay */
};

/* Messages of islands that do one search together; see superstep.c. Those of this rank's islands
 * follow one another: of each, the messages to or from all islands. */
struct supersteps {
    struct mailbox *mailboxes; /* n_own */
    struct pack *out;          /* n_out = n_own * islands, as are the next three */
    size_t n_out;
    const unsigned char **in;
    size_t *in_at, *in_bytes; /* offset in `got`; length */
    uint64_t *words; /* 2 * n_words: what goes ahead of the messages, out and in */
    size_t n_words, most_words; /* most: on any rank */
    size_t *rank_bytes;         /* 3 * ranks */
    struct pack sent, got;      /* as the ranks exchange them */
};

struct run_state {
    const struct engine_plan *plan;
    const struct engine_world *outside;
    struct island_state_setup setup;
    struct comm *world, *group;
    struct arena perm, round; /* for the run, for one round */
    struct arena hosting;     /* for one layout */

    size_t n_groups, my_group;
    struct island_layout layout; /* on the group's ranks */
    size_t *sizes;               /* islands: individuals of each */
    struct rebalancing rebalancing;
    struct supersteps supersteps;
    unsigned first_island;       /* of this rank */
    size_t n_own;                /* islands of this rank */
    struct island_state *states; /* n_own, of `replica` */
    struct island **islands;
    struct migration_row *unrecorded; /* n_own, of the migration at the start */
    uint32_t replica;                 /* of this group in this round, or NO_REPLICA */
    bool working;                     /* the replica is not done */
    bool exact;
    double floor; /* the problem's own lower bound of the first cost */

    struct stats_buffer *stats;
    struct improvement_log *log; /* of this rank */
    struct migration_groups *migration;
    struct migration_asynchronous *asynchronous; /* NULL: islands wait for each other */
    uint64_t *own_steps; /* with it, n_own: of each island so far */
    size_t turn;         /* with it: the island that makes the next step */
    struct snapshot snapshot;
    struct archive merged; /* elites of all islands; best first without a grid */
    struct archive sorted; /* with a grid: the same, best first */
    struct arena scratch;

    struct rank_status *statuses;            /* one per rank */
    struct replica_status *replica_statuses; /* one per group */
    struct sync_decision decision;
    bool newly_done;        /* some replica ended with this generation */
    bool stop;              /* all ranks stop now */
    const char *why;        /* the latest reason to stop */
    struct error failed;    /* this rank's failure, for the next sync */
    bool diagnosed;         /* the problem's diagnosis has been run */
    struct verdict verdict; /* of it: no replica has a solution */
    bool proof_cut;         /* an interrupt ended the proof */
    bool fresh;             /* generation 0 of this round was just made */
    bool cut;               /* an interrupt aborted a step of this rank's last burst */
    bool lost;              /* memory ran out within it, so that it has no result */

    size_t burst;  /* generations of the last burst, at most; the same on all ranks */
    size_t made;   /* of them, by this rank */
    size_t singly; /* bursts of one generation to come, after a longer one was undone */
    bool saved;    /* `states` hold a copy of the state before the last burst */
    bool abortable;        /* an interrupt may abort its steps; the same on all ranks */
    double pace_s, save_s; /* time of a step; of saving the islands */

    double began, round_began, carried_s; /* clock; elapsed before this round */
    double synced;                        /* clock, when the last sync began */
    double last_elites, last_checkpoint, last_report;
    double checkpoint_s; /* time that the last checkpoint took */
    size_t since_report; /* generations, equal on all ranks */
};

/* Calls an operation of every observer; stores the first failure in run->failed. Rank 0
 * only. */
#define RUN_NOTIFY(run, what, ...)                                                     \
    do {                                                                               \
        for (size_t o_ = 0; o_ < (run)->outside->n_observers; o_++) {                  \
            const struct observer *watch_ = &(run)->outside->observers[o_];            \
            struct error failure_ = {0};                                               \
            if (watch_->what && watch_->what(watch_->self, __VA_ARGS__, &failure_) &&  \
                !(run)->failed.status)                                                 \
                (run)->failed = failure_;                                              \
        }                                                                              \
    } while (0)

/* Assigns groups, islands and memory to the ranks and begins the first round, from the
 * snapshot if there is one. Collective over world; the same status on all ranks. */
enum status run_set_out(struct run_state *run, struct error *err);

/* Sets first_island and n_own from the layout. Local. */
void run_find_own(struct run_state *run);

/* Makes this rank's islands in run->round, and restores them from the two blobs of each in
 * `packed`; anew: to be begun again (island_state_begin_anew). Local; STATUS_MEMORY, STATUS_CUT or STATUS_INPUT. */
enum status run_init_states(struct run_state *run, struct error *err);
enum status run_place_states(struct run_state *run, const struct pack *packed,
                             bool anew, struct error *err);

/* Takes what the ranks need for the layout from run->hosting. err: in/out, in: a failure of
 * this rank so far, which all ranks get. Collective over group; STATUS_MEMORY on all ranks, or only
 * on those that lack it. */
enum status run_host(struct run_state *run, struct error *err);

/* Memory of run_rebalance. Local. */
enum status run_init_rebalancing(struct run_state *run, struct error *err);

/* At the end of an epoch whose rows have been delivered: moves islands to faster ranks of the
 * group if that is worth it. The result does not depend on it. Collective over group. Fails
 * with STATUS_COMM only. */
enum status run_rebalance(struct run_state *run, struct error *err);

/* The g-th replica that is not done, or NO_REPLICA. */
uint32_t run_pending_replica(const struct run_state *run, size_t g);

/* Assigns a replica to this group and makes its islands, without a generation yet. Idle
 * groups make islands too, which only serve as buffers. Collective over world; the same status
 * on all ranks. */
enum status run_begin_round(struct run_state *run, struct error *err);

/* Makes the first population of a new replica; a resumed one has its population. Local. */
void run_start_round(struct run_state *run);

/* Frees the heap memory of the islands' states. */
void run_forget_states(struct run_state *run);

/* Another bound of a replica that has ended, which counts where it is tighter. */
void run_raise_bound(struct replica_result *result, double bound);

/* STATUS_FAILED if a solution of cost `best` outdoes a bound that the problem gives: then neither this
 * bound nor what else the problem proves can be relied on. Local. */
enum status run_check_bound(const struct run_state *run, double bound, double best,
                            struct error *err);

/* Rank 0: completes and proves the results, and tells the observers. kind: in/out. */
void run_tell_finish(struct run_state *run, enum outcome_kind *kind);

/* comm_called, for interrupt_listen. */
bool run_is_called(void *world);

/* Updates the estimated time of a step. Local. */
void run_note_pace(struct run_state *run, double step_s);

/* Whether steps take so long that they may have to be aborted, and saving the islands before
 * each of them is cheap. Local. */
bool run_is_slow(const struct run_state *run);

/* Generations that this rank would make until the next sync. Ranks that meet after each one wait
 * each time for the slowest; ranks that meet later find out late that a replica has ended, and
 * then undo the burst and make it again one by one. 1 where steps or saving take long. Local. */
uint16_t run_burst_wanted(const struct run_state *run);

/* The generations of this group's next burst: those agreed on, within the epoch. Local. */
size_t run_burst_length(const struct run_state *run);

/* Begins a burst: saves the islands if it may have to be undone. Ranks whose replica is done call
 * it too, so that all know of the burst. Local. */
void run_prepare_burst(struct run_state *run);

/* Whether some replica has ended in the last burst, and maybe before its last generation: all
 * limits but that of epochs stay reached once they are. The same on all ranks. Local. */
bool run_has_overrun(const struct run_state *run);

/* Undoes the last burst of this rank. After generation 0 the replica goes back to the waiting
 * ones. Local. */
void run_undo_burst(struct run_state *run);

/* If the islands do one search together: takes memory for their messages from run->round; frees
 * what the messages hold on the heap. Local; STATUS_MEMORY. */
enum status run_init_supersteps(struct run_state *run, struct error *err);
void run_forget_supersteps(struct run_state *run);

/* The supersteps of one generation, up to the end; if one was aborted on any rank, run->cut is set
 * on all of them, and the generation has to be undone. If memory runs out, run->lost is set too, on
 * some of them, and the next sync stops all ranks. Collective over group; STATUS_COMM only. */
enum status run_supersteps(struct run_state *run, struct error *err);

/* Lets the algorithm of an island of this rank see its immigrants. */
void run_welcome(struct run_state *run, size_t island);

/* One generation of a run whose islands do not wait for each other: this rank's islands make
 * steps in turn for migration.period_s seconds, or until an interrupt, a target that they have
 * reached, or the end of all their searches. Collective over group; STATUS_COMM. */
enum status run_advance_asynchronously(struct run_state *run, struct error *err);

/* Seconds since this group's replica began, including the time before it was resumed. */
double run_elapsed(const struct run_state *run);

/* Whether an operation of the problem has failed on this rank (problem.failed); run->failed then
 * says why. Local. */
bool run_ask_problem(struct run_state *run);

/* Exchanges the status of all ranks: fills replica_statuses and decision. The failure of
 * one rank stops all, with its text in `failed`. Collective over world. */
enum status run_sync(struct run_state *run, struct error *err);

/* The status of a group's replica as the termination criteria see it. Local. */
struct replica_status run_end_status(const struct run_state *run, size_t g);

/* Records replica_statuses in the snapshot; the same on all ranks. Local. */
void run_note_replicas(struct run_state *run);

/* If sampling found no feasible individual: rank 0 has the problem try to prove
 * infeasibility (problem.diagnose), and a proof ends each replica after its first population.
 * *cut: an interrupt ended
 * the attempt, and the next sync stops all ranks. Collective over world. */
enum status run_diagnose(struct run_state *run, bool *cut, struct error *err);

/* Rank 0: reports the progress of the run to the observers. */
void run_report_progress(struct run_state *run);

/* What rank 0 requests from all ranks at the end of this generation: bits of enum
 * sync_request. */
uint32_t run_requests(const struct run_state *run);

/* After a sync: gathers rows, elites and states on rank 0 as requested, and reports them to
 * the observers. Collective over world. */
enum status run_collect(struct run_state *run, struct error *err);

/* Rank 0: merges the elites of all islands and reports the solutions. */
void run_report_solutions(struct run_state *run);

/* Rank 0: the solutions that were merged last, best first. */
const struct archive *run_solutions(const struct run_state *run);

#endif
