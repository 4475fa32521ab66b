#include "pulse.h"

#include "block.h"

#include <math.h>

struct beat beat_of(const struct deme *demes, size_t n_demes, uint32_t replica,
                    uint64_t sub_generations)
{
    struct beat beat = {.replica = replica, .best = INFINITY, .bound = INFINITY};
    beat.islands = (uint32_t)n_demes;
    for (size_t i = 0; i < n_demes; i++) {
        const struct island *island = &demes[i].island;
        beat.best = fmin(beat.best, deme_best(&demes[i]));
        beat.finished += island->finished;
        beat.gave_up += island->gave_up;
        if (!island->finished || island->gave_up)
            beat.bound = fmin(beat.bound, island->bound);
        beat.evaluations += island->evaluations;
        beat.diversity += island->diversity;
        beat.generation = island->generation;
    }
    beat.at_border = beat.generation > 0 && beat.generation % sub_generations == 0;
    return beat;
}

static struct standing stand(const struct beat *beats, size_t n, bool exact,
                             double floor)
{
    struct standing all = {.replica = beats[0].replica,
                           .generation = beats[0].generation,
                           .elapsed_s = beats[0].elapsed_s,
                           .best = INFINITY,
                           .bound = INFINITY};
    uint32_t islands = 0, finished = 0, gave_up = 0;
    for (size_t r = 0; r < n; r++) {
        all.best = fmin(all.best, beats[r].best);
        all.bound = fmin(all.bound, beats[r].bound);
        all.evaluations += beats[r].evaluations;
        all.diversity += beats[r].diversity;
        islands += beats[r].islands;
        finished += beats[r].finished;
        gave_up += beats[r].gave_up;
    }
    all.diversity = islands ? all.diversity / islands : 0;
    all.exhausted = islands && finished == islands && !gave_up;
    all.gave_up = islands && finished == islands && gave_up;
    /* A search that prunes with the best bounds only what could be better than it. */
    all.bound = exact ? fmin(all.best, fmax(floor, all.bound)) : floor;
    all.optimal = isfinite(all.best) && all.bound >= all.best;
    return all;
}

static void conclude(const struct beat *beats, int size, struct conclusion *all)
{
    *all = (struct conclusion){0};
    for (int r = 0; r < size; r++) {
        if (beats[r].status > (int)all->status) {
            all->status = (enum status)beats[r].status;
            all->status_rank = r;
        }
        all->orders |= beats[r].orders;
        if (!all->signal)
            all->signal = beats[r].signal;
        all->at_border = all->at_border || beats[r].at_border;
    }
}

enum status pulse_exchange(struct comm *world, const struct beat *own, size_t n_groups,
                           bool exact, double floor, struct beat *beats,
                           struct standing *standings, struct conclusion *conclusion,
                           struct error *err)
{
    if (comm_allgather(world, own, sizeof *own, beats, err))
        return err->status;
    size_t size = (size_t)world->size;
    for (size_t g = 0; g < n_groups; g++) {
        size_t first = block_first(size, n_groups, g);
        size_t last = block_first(size, n_groups, g + 1);
        standings[g] = stand(beats + first, last - first, exact, floor);
    }
    conclude(beats, world->size, conclusion);
    return STATUS_OK;
}
