#include "run_state.h"

#include <math.h>

/* Longest interval between reports, so that a run with long generations can be followed.
 * Chosen by hand. */
static const double REPORT_EVERY_S = 1.0;

/* Checkpoints of improvements take at most 1 / SAVING_SHARE of the run time. Chosen by
 * hand. */
enum { SAVING_SHARE = 20 };

/* Whether an improved best may be saved by now. */
static bool may_save(const struct run_state *run, double now)
{
    double pause = now - run->last_checkpoint;
    return pause >= run->plan->checkpoint_better_s &&
           pause >= SAVING_SHARE * run->checkpoint_s;
}

uint32_t run_requests(const struct run_state *run)
{
    double now = run->synced;
    uint32_t requests = 0;
    if (now - run->last_report >= REPORT_EVERY_S)
        requests |= REQUEST_REPORT;
    if (now - run->last_elites >= run->plan->elites_every_s)
        requests |= REQUEST_ELITES;
    if (run->plan->checkpoint_every_s > 0 &&
        now - run->last_checkpoint >= run->plan->checkpoint_every_s)
        requests |= REQUEST_CHECKPOINT;
    if (may_save(run, now))
        requests |= REQUEST_SAVE_BETTER;
    return requests;
}

static void notify_report(void *self, const struct report *report)
{
    struct run_state *run = self;
    RUN_NOTIFY(run, report, report);
}

static enum status deliver_rows(struct run_state *run, struct error *err)
{
    run->since_report = 0;
    run->last_report = run->outside->clock();
    return stats_buffer_deliver(run->stats, notify_report, run, err);
}

static enum status gather(struct run_state *run, enum snapshot_part part,
                          struct error *err)
{
    size_t n = run->replica == NO_REPLICA ? 0 : run->n_own;
    return snapshot_gather(&run->snapshot, part, run->world, run->states, n,
                           run->replica, run->first_island, err);
}

const struct archive *run_solutions(const struct run_state *run)
{
    return run->merged.grid.axes ? &run->sorted : &run->merged;
}

void run_report_solutions(struct run_state *run)
{
    snapshot_merge(&run->snapshot, run->setup.puzzle, &run->merged, run->scratch);
    if (run->merged.grid.axes)
        archive_sort(&run->sorted, &run->merged, run->scratch);
    RUN_NOTIFY(run, solutions, run_solutions(run));
}

/* Rank 0 merges the solutions of all replicas, unless many short ones end within a moment and
 * it is not `due`. */
static void tell_solutions(struct run_state *run, bool due)
{
    double now = run->outside->clock();
    if (!due && now - run->last_elites < REPORT_EVERY_S)
        return;
    if (run->world->rank == 0)
        run_report_solutions(run);
    run->last_elites = now;
}

static void tell_checkpoint(struct run_state *run)
{
    struct pack bytes = {0};
    snapshot_pack(&run->snapshot, &bytes);
    if (bytes.lost)
        error_set(&run->failed, STATUS_MEMORY, "no memory for a checkpoint");
    else
        RUN_NOTIFY(run, checkpoint, bytes.data, bytes.used);
    if (!run->failed.status)
        snapshot_stored(&run->snapshot);
    pack_free(&bytes);
}

static bool all_done(const struct run_state *run)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        if (run->snapshot.kept[r].stage != REPLICA_DONE)
            return false;
    return true;
}

/* Whether the best of some replica has improved since the last checkpoint; equal on all
 * ranks. */
static bool is_better(const struct run_state *run)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        const struct replica_record *kept = &run->snapshot.kept[r];
        if (kept->stage != REPLICA_WAITING && kept->result.best < kept->saved)
            return true;
    }
    return false;
}

static enum status make_checkpoint(struct run_state *run, struct error *err)
{
    double began = run->outside->clock();
    if (gather(run, SNAPSHOT_STATES, err))
        return err->status;
    if (run->world->rank == 0)
        tell_checkpoint(run);
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        if (run->snapshot.kept[r].stage != REPLICA_WAITING)
            run->snapshot.kept[r].saved = run->snapshot.kept[r].result.best;
    run->last_checkpoint = run->outside->clock();
    run->checkpoint_s = run->last_checkpoint - began;
    return STATUS_OK;
}

/* Notes what the next generation has to improve on. */
static void note_best(struct run_state *run)
{
    const struct replica_status *now = &run->replica_statuses[run->my_group];
    if (now->replica != NO_REPLICA)
        run->log->threshold = now->best;
    if (run->log->lost)
        error_set(&run->failed, STATUS_MEMORY, "no memory for improvements");
}

enum status run_collect(struct run_state *run, struct error *err)
{
    note_best(run);
    uint32_t requests = run->decision.requests;
    bool epoch_ended = run->decision.epoch_ended;
    bool end = run->newly_done || run->stop;
    bool checkpoint = (requests & REQUEST_CHECKPOINT) || run->stop || all_done(run) ||
                      (run->plan->checkpoint_every_s <= 0 && epoch_ended) ||
                      ((requests & REQUEST_SAVE_BETTER) && is_better(run));
    if ((epoch_ended || end || checkpoint || (requests & REQUEST_REPORT) ||
         run->since_report + run->decision.burst > STATS_BUFFER_GENERATIONS) &&
        deliver_rows(run, err))
        return err->status;
    if (end || checkpoint || (requests & REQUEST_ELITES)) {
        if (gather(run, SNAPSHOT_ELITES, err))
            return err->status;
        tell_solutions(run, checkpoint || (requests & REQUEST_ELITES));
    }
    if (checkpoint)
        return make_checkpoint(run, err);
    /* The states of a finished replica are kept for runs with raised limits. */
    return run->newly_done ? gather(run, SNAPSHOT_STATES, err) : STATUS_OK;
}
