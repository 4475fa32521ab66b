/* Generations of a run whose islands do not wait for each other. All ranks meet after each, as
 * in any other run, so that curves, checkpoints and limits are the same; but a generation is a
 * period of time, in which each rank makes as many steps as it can. Result and number of steps
 * depend on the speed of the ranks. */
#include "run_state.h"

#include "interrupt.h"

/* Makes a step of an island. False if an interrupt aborted it; the island is then as before. */
static bool make_step(struct run_state *run, struct island_state *state)
{
    double began = run->outside->clock();
    state->saved = false;
    if (run_is_slow(run) && !island_state_save(state, true))
        error_set(&run->failed, STATUS_MEMORY, "no memory to undo a step");
    double saved = run->outside->clock();
    if (state->saved)
        run->save_s = saved - began;
    if (!island_state_step_within(state))
        return false;
    run_note_pace(run, run->outside->clock() - saved);
    return true;
}

/* After enough steps of an island: takes in what has come from another rank, and sends from the
 * island. */
static enum status exchange(struct run_state *run, size_t island, struct error *err)
{
    size_t visited;
    bool any;
    if (++run->own_steps[island] % run->plan->migration.steps)
        return STATUS_OK;
    if (migration_asynchronous_receive(run->asynchronous, run->islands, &any, err))
        return err->status;
    if (any)
        run_welcome(run, 0);
    if (migration_asynchronous_send(run->asynchronous, run->islands, island, &visited,
                                    err))
        return err->status;
    if (visited != SIZE_MAX)
        run_welcome(run, visited);
    return STATUS_OK;
}

/* Whether, after a step of an island, there is nothing more to do before the other ranks know of
 * it. */
static bool is_called_off(const struct run_state *run, size_t island)
{
    const struct island_state *state = &run->states[island];
    bool finished = state->island.finished;
    for (size_t i = 0; finished && i < run->n_own; i++)
        finished = run->states[i].island.finished;
    return finished || interrupt_signal() || interrupt_time_is_up() ||
           run->failed.status ||
           island_state_best(state) <= run->plan->stopping.target_cost;
}

/* Steps of this rank's islands in turn until the period is over; at least one. */
static enum status work(struct run_state *run, struct error *err)
{
    double began = run->outside->clock();
    size_t island;
    do {
        island = run->turn;
        if (!make_step(run, &run->states[island]))
            return STATUS_OK;
        run->turn = (island + 1) % run->n_own;
        if (exchange(run, island, err))
            return err->status;
    } while (run->outside->clock() - began < run->plan->migration.period_s &&
             !is_called_off(run, island));
    return STATUS_OK;
}

enum status run_advance_asynchronously(struct run_state *run, struct error *err)
{
    struct row *rows = stats_buffer_next(run->stats);
    bool any;
    if (work(run, err) ||
        migration_asynchronous_settle(run->asynchronous, run->islands, &any, err))
        return err->status;
    if (any)
        run_welcome(run, 0);
    for (size_t i = 0; i < run->n_own; i++)
        island_state_end_generation(&run->states[i], &rows[i]);
    stats_buffer_stamp(run->stats, run_elapsed(run));
    uint64_t epoch = run->states[0].island.generation - 1;
    migration_asynchronous_rows(run->asynchronous, run->islands,
                                stats_buffer_migration(run->stats, epoch));
    return STATUS_OK;
}
