#include "status_sync.h"

#include "partition.h"

#include <math.h>

struct rank_status rank_status_of(const struct island_state *states, size_t n_states,
                                  uint32_t replica, uint64_t sub_generations)
{
    struct rank_status status = {
        .replica = replica, .best = INFINITY, .bound = INFINITY};
    status.islands = (uint32_t)n_states;
    for (size_t i = 0; i < n_states; i++) {
        const struct island *island = &states[i].island;
        status.best = fmin(status.best, island_state_best(&states[i]));
        status.finished += island->finished;
        status.gave_up += island->gave_up;
        if (!island->finished || island->gave_up)
            status.bound = fmin(status.bound, island->bound);
        status.evaluations += island->evaluations;
        status.diversity += island->diversity;
        status.generation = island->generation;
    }
    status.epoch_ended =
        status.generation > 0 && status.generation % sub_generations == 0;
    return status;
}

static struct replica_status stand(const struct rank_status *statuses, size_t n,
                                   bool exact, double floor)
{
    struct replica_status all = {.replica = statuses[0].replica,
                                 .generation = statuses[0].generation,
                                 .best = INFINITY,
                                 .bound = INFINITY};
    uint32_t islands = 0, finished = 0, gave_up = 0;
    for (size_t r = 0; r < n; r++) {
        all.elapsed_s = fmax(all.elapsed_s, statuses[r].elapsed_s);
        all.best = fmin(all.best, statuses[r].best);
        all.bound = fmin(all.bound, statuses[r].bound);
        all.evaluations += statuses[r].evaluations;
        all.diversity += statuses[r].diversity;
        islands += statuses[r].islands;
        finished += statuses[r].finished;
        gave_up += statuses[r].gave_up;
    }
    all.diversity = islands ? all.diversity / islands : 0;
    all.exhausted = islands && finished == islands && !gave_up;
    all.gave_up = islands && finished == islands && gave_up;
    /* A branch and bound that prunes with the incumbent proves no bound above it. */
    all.bound = exact ? fmin(all.best, fmax(floor, all.bound)) : floor;
    all.optimal = isfinite(all.best) && all.bound >= all.best;
    return all;
}

static void conclude(const struct rank_status *statuses, int size,
                     struct sync_decision *all)
{
    *all = (struct sync_decision){.burst = UINT16_MAX};
    for (int r = 0; r < size; r++) {
        if (statuses[r].status > (int)all->status) {
            all->status = (enum status)statuses[r].status;
            all->status_rank = r;
        }
        all->requests |= statuses[r].requests;
        if (!all->signal)
            all->signal = statuses[r].signal;
        all->epoch_ended = all->epoch_ended || statuses[r].epoch_ended;
        if (statuses[r].burst < all->burst)
            all->burst = statuses[r].burst;
    }
}

enum status status_sync(struct comm *world, const struct rank_status *own,
                        size_t n_groups, bool exact, double floor,
                        struct rank_status *statuses,
                        struct replica_status *replica_statuses,
                        struct sync_decision *decision, struct error *err)
{
    if (comm_allgather(world, own, sizeof *own, statuses, err))
        return err->status;
    size_t size = (size_t)world->size;
    for (size_t g = 0; g < n_groups; g++) {
        size_t first = partition_first(size, n_groups, g);
        size_t last = partition_first(size, n_groups, g + 1);
        replica_statuses[g] = stand(statuses + first, last - first, exact, floor);
    }
    conclude(statuses, world->size, decision);
    return STATUS_OK;
}
