/* Moves islands between the ranks of a replica, so that none waits for a slower one. */
#include "run_state.h"

/* Islands are moved if the slowest rank is to take less than this share of its time. Chosen by
 * hand, above the noise of measured times. */
static const double WORTH_MOVING = 0.9;

/* Compares the speeds of the group's ranks. *first: a layout that is worth a change, or NULL.
 * Collective over group; the same on all its ranks. */
static enum status compare_speeds(struct run_state *run, const size_t **first,
                                  struct error *err)
{
    struct rebalancing *r = &run->rebalancing;
    size_t ranks = run->layout.ranks;
    *first = NULL;
    if (comm_allgather(run->group, &r->load, sizeof r->load, r->loads, err) ||
        !balance_is_due(r->loads, ranks))
        return err->status;
    size_t *other = r->first[run->layout.first == r->first[0]];
    if (balance_layout(&run->layout, r->loads, other) < WORTH_MOVING)
        *first = other;
    r->load.busy_s = 0;
    return STATUS_OK;
}

/* Packs this rank's islands for their new ranks, in order of ranks. */
static void pack_islands(struct run_state *run, const struct island_layout *layout,
                         size_t *bytes, struct pack *out)
{
    size_t i = 0;
    for (size_t r = 0; r < layout->ranks; r++) {
        size_t before = out->used, end = island_layout_first(layout, r + 1);
        for (; i < run->n_own && run->first_island + i < end; i++) {
            size_t blob = pack_blob_begin(out);
            island_state_pack_elites(&run->states[i], out);
            pack_blob_end(out, blob);
            blob = pack_blob_begin(out);
            island_state_pack(&run->states[i], out);
            pack_blob_end(out, blob);
        }
        bytes[r] = out->used - before;
    }
}

/* Sends the packed islands to their new ranks. Collective over group; the same status on all
 * its ranks. */
static enum status exchange_islands(struct run_state *run, const struct pack *sent,
                                    struct pack *out, struct error *err)
{
    struct rebalancing *r = &run->rebalancing;
    size_t ranks = run->layout.ranks, total = 0;
    for (size_t i = 0; i < ranks; i++)
        r->word[i] = sizeof *r->word;
    if (sent->lost)
        error_set(err, STATUS_MEMORY, "no memory to move islands");
    if (comm_agree(run->group, err) ||
        comm_alltoallv(run->group, r->sent, r->word, r->got, r->word,
                       ranks * sizeof *r->word, err))
        return err->status;
    for (size_t i = 0; i < ranks; i++)
        total += r->got[i];
    uint64_t most = total > sent->used ? total : sent->used;
    if (!pack_room(out, total))
        error_set(err, STATUS_MEMORY, "no memory for %zu bytes of islands", total);
    if (comm_agree(run->group, err) || comm_greatest(run->group, &most, err))
        return err->status;
    return comm_alltoallv(run->group, sent->data, r->sent, out->data, r->got,
                          (size_t)most, err);
}

/* Makes in `next` the islands that this rank has in the layout. Collective over group; the
 * same status on all its ranks. */
static enum status make_next(struct run_state *run, struct run_state *next,
                             struct error *err)
{
    struct pack sent = {0}, got = {0};
    pack_islands(run, &next->layout, run->rebalancing.sent, &sent);
    exchange_islands(run, &sent, &got, err);
    pack_free(&sent);
    if (!err->status && !run_init_states(next, err))
        run_place_states(next, &got, false, err);
    pack_free(&got);
    if (err->status == STATUS_COMM || run_host(next, err) == STATUS_COMM)
        return STATUS_COMM;
    return comm_agree(run->group, err);
}

static void drop_islands(struct run_state *run)
{
    run_forget_states(run);
    migration_groups_close(run->migration);
    arena_free(&run->hosting);
    arena_free(&run->round);
}

/* Changes the layout. Without memory, or after an interrupt, the islands stay where they
 * are. */
static enum status move_islands(struct run_state *run, const size_t *first,
                                struct error *err)
{
    struct error local = {0};
    struct run_state next = *run;
    double began = run->outside->clock();
    next.layout.first = first;
    next.states = NULL;
    next.migration = NULL;
    arena_init(&next.round);
    arena_init(&next.hosting);
    run_find_own(&next);
    if (make_next(run, &next, &local)) {
        drop_islands(&next);
        run->rebalancing.failed = true;
        if (local.status == STATUS_COMM)
            *err = local;
        return err->status;
    }
    drop_islands(run);
    *run = next;
    stats_buffer_begin(run->stats, run->replica, run->states[0].island.generation + 1);
    run->rebalancing.load.move_s = run->outside->clock() - began;
    return STATUS_OK;
}

enum status run_rebalance(struct run_state *run, struct error *err)
{
    uint64_t generation = run->replica_statuses[run->my_group].generation;
    const size_t *first;
    if (!run->rebalancing.loads || run->rebalancing.failed || !run->working ||
        !generation || generation % run->plan->sub_generations)
        return STATUS_OK;
    if (compare_speeds(run, &first, err) || !first)
        return err->status;
    return move_islands(run, first, err);
}

enum status run_init_rebalancing(struct run_state *run, struct error *err)
{
    size_t ranks = run->layout.ranks;
    ensure(!run->plan->balances || run->plan->migration.period_s <= 0);
    if (!run->plan->balances || ranks == 1 || ranks == run->layout.islands)
        return STATUS_OK;
    struct rebalancing *r = &run->rebalancing;
    struct balance_load *loads = ARENA_NEW(&run->perm, struct balance_load, ranks);
    r->first[0] = ARENA_NEW(&run->perm, size_t, ranks + 1);
    r->first[1] = ARENA_NEW(&run->perm, size_t, ranks + 1);
    r->sent = ARENA_NEW(&run->perm, size_t, 3 * ranks);
    if (!loads || !r->first[0] || !r->first[1] || !r->sent)
        return error_set(err, STATUS_MEMORY, "no memory to balance %zu ranks", ranks);
    r->got = r->sent + ranks;
    r->word = r->sent + 2 * ranks;
    r->loads = loads;
    return STATUS_OK;
}
