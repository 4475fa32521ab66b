/* Bursts: the generations that the ranks make between two syncs, and how they are undone. */
#include "run_state.h"

#include "interrupt.h"

#include <math.h>

/* All are chosen by hand; they decide when ranks wait for each other, not what they find.
 *
 * Steps of at least SLOW_S may be aborted, provided that saving the islands before each step takes
 * at most SLOW_SAVING of its time (a tenth was exceeded at random on a loaded machine, so that
 * steps were not saved). Bursts of several steps heed an interrupt or a limit late: by
 * BURST_S at most, and by BURST_SHARE of the run time so far. */
static const double SLOW_S = 0.05, SLOW_SAVING = 0.3;
static const double BURST_S = 0.5, BURST_SHARE = 0.05, BURST_SAVING = 0.05;

/* Decay per step of the estimated time of a step, which is the maximum of the last step's time
 * and the decayed estimate; and of the time of saving, which is measured anew where it pays. */
static const double PACE_KEPT = 0.9, SAVE_KEPT = 0.99;

enum { BURST_MOST = STATS_BUFFER_GENERATIONS / 4 };

void run_note_pace(struct run_state *run, double step_s)
{
    double before = isfinite(run->pace_s) ? PACE_KEPT * run->pace_s : 0;
    run->pace_s = fmax(step_s, before);
}

bool run_is_slow(const struct run_state *run)
{
    return run->pace_s >= SLOW_S && run->save_s <= SLOW_SAVING * run->pace_s;
}

uint16_t run_burst_wanted(const struct run_state *run)
{
    bool shared = run->states[0].plan.shared; /* to undo it is too dear */
    if (run->world->size == 1 || run->asynchronous || run->singly || shared)
        return 1;
    if (!run->working)
        return BURST_MOST;
    double late_s = fmin(BURST_S, BURST_SHARE * run_elapsed(run));
    double most = fmin(BURST_MOST, (double)run->plan->sub_generations);
    double n = fmin(floor(late_s / run->pace_s), most);
    return n > 1 && run->save_s <= BURST_SAVING * n * run->pace_s ? (uint16_t)n : 1;
}

size_t run_burst_length(const struct run_state *run)
{
    uint64_t sub = run->plan->sub_generations;
    uint64_t left = sub - run->states[0].island.generation % sub;
    return left < run->burst ? (size_t)left : run->burst;
}

void run_prepare_burst(struct run_state *run)
{
    run->burst = run->decision.burst;
    run->singly -= run->singly > 0;
    run->made = 0;
    run->abortable = run->decision.requests & SAYS_SLOW;
    run->saved = run->working && (run->abortable || run->burst > 1);
    run->log->overwritten = false;
    double began = run->saved ? run->outside->clock() : 0;
    for (size_t i = 0; i < run->n_own; i++) {
        run->states[i].saved = false;
        if (run->saved && !island_state_save(&run->states[i], run->abortable)) {
            /* Another rank may abort its step: this one cannot undo its own. */
            error_set(&run->failed, STATUS_MEMORY, "no memory to undo a step");
            run->lost = true;
        }
    }
    run->save_s = run->saved ? run->outside->clock() - began : SAVE_KEPT * run->save_s;
}

bool run_has_overrun(const struct run_state *run)
{
    struct stopping limits = run->plan->stopping;
    limits.epochs = 0; /* a burst ends with its epoch, at the latest */
    for (size_t g = 0; run->burst > 1 && g < run->n_groups; g++) {
        struct replica_status end = run_end_status(run, g);
        if (end.replica != NO_REPLICA &&
            run->snapshot.kept[end.replica].stage != REPLICA_DONE &&
            stopping_done(&limits, run->plan->sub_generations, &end))
            return true;
    }
    return false;
}

void run_undo_burst(struct run_state *run)
{
    run->singly = run->burst;
    run->burst = 1;
    run->cut = false;
    if (!run->working)
        return;
    if (run->fresh) {
        run->replica = NO_REPLICA;
        run->working = false;
        stats_buffer_begin(run->stats, NO_REPLICA, 0);
        return;
    }
    for (size_t i = 0; i < run->n_own && run->saved; i++)
        if (run->states[i].saved)
            island_state_restore(&run->states[i]);
    for (; run->saved && run->made > 0; run->made--)
        stats_buffer_undo(run->stats);
}
