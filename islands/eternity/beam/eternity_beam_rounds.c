#include "eternity_beam_rounds.h"

#include "eternity_population_lns.h"
#include "interrupt.h"

#include <math.h>

/* The share of the states, by value, that is completed with at most `nodes` tiles
 * placed each: first for the best board of a branch, then for those near it. Nineteen
 * of twenty branches had their best board in the first fifth
 * (results/eternity/experiments.md, Completion); the nodes are chosen by hand. */
enum { FOR_BEST, FOR_NEAR, N_PASSES };
static const struct {
    unsigned share;
    uint64_t nodes;
} passes[N_PASSES] = {{5, 100000}, {20, 1000}};
/* Work of a completion in units of a state of the beam, and tiles placed for one more
 * unit: both in proportion to their CPU time. */
enum { COMPLETION_WORK = 10, NODES_A_WORK = 24 };

enum status eternity_beam_rounds_init(struct eternity_beam_rounds *rounds,
                                      const struct eternity_beam_keys *keys,
                                      const struct puzzle *puzzle, size_t islands,
                                      struct arena *perm, struct error *err)
{
    *rounds = (struct eternity_beam_rounds){.keys = keys,
                                            .puzzle = puzzle,
                                            .eternity = puzzle->self,
                                            .shared = {.islands = islands}};
    size_t widest = (size_t)(keys->widest > keys->width ? keys->widest : keys->width);
    if (keys->shared)
        widest = eternity_shared_beam_room(widest, islands);
    if (widest > ETERNITY_BEAM_MOST)
        return error_at(err, "beam.widest",
                        "%zu states on an island (expected: at most %d; with "
                        "beam.shared, the width is that of all islands)",
                        widest, ETERNITY_BEAM_MOST);
    const struct eternity_multi_order_beam_options options = {
        .widest = widest,
        .branches = (unsigned)keys->branches,
        .weight = keys->weight,
        .early_noise = keys->early_noise,
        .noise = keys->noise,
        .free = keys->free,
        .gap = keys->gap};
    if (eternity_multi_order_beam_init(&rounds->multi_order, rounds->eternity, &options,
                                       perm, err))
        return err->status;
    return keys->shared
               ? eternity_shared_beam_init(&rounds->shared.beam, islands,
                                           rounds->multi_order.part[0].beam.stride,
                                           perm, err)
               : STATUS_OK;
}

struct eternity_beam *eternity_beam_rounds_beam(struct eternity_beam_rounds *rounds)
{
    return &rounds->multi_order.part[rounds->progress.part].beam;
}

static void begin_trunk(struct eternity_beam_rounds *rounds)
{
    const struct eternity_beam_progress *progress = &rounds->progress;
    size_t width = (size_t)progress->width;
    if (rounds->keys->shared)
        width = eternity_shared_beam_room(width, rounds->shared.islands);
    eternity_multi_order_beam_begin(&rounds->multi_order, width, progress->tiles,
                                    (unsigned)progress->given, progress->seed);
}

void eternity_beam_rounds_begin_part(struct eternity_beam_rounds *rounds)
{
    const unsigned part = (unsigned)rounds->progress.part;
    if (part == 0)
        begin_trunk(rounds);
    else
        eternity_multi_order_beam_branch(&rounds->multi_order, part);
}

/* Repeats the running search up to the recorded progress, after a resume. */
static void replay(struct eternity_beam_rounds *rounds)
{
    struct eternity_beam_progress *progress = &rounds->progress, *done = &rounds->done;
    if (!progress->begun ||
        (progress->seed == done->seed && progress->part == done->part &&
         progress->work == done->work))
        return;
    begin_trunk(rounds);
    if (progress->part > 0) {
        eternity_beam_run(&rounds->multi_order.part[0].beam, SIZE_MAX);
        eternity_multi_order_beam_keep(&rounds->multi_order);
        eternity_multi_order_beam_branch(&rounds->multi_order,
                                         (unsigned)progress->part);
    }
    eternity_beam_run(eternity_beam_rounds_beam(rounds), (size_t)progress->work);
    *done = *progress;
}

/* The cells of a board, in the order of the trunk, that keep to the break schedule;
 * sets tiles. */
static unsigned valid_part(const struct eternity_beam_rounds *rounds,
                           const int16_t *board, int16_t *tiles)
{
    const struct eternity *eternity = rounds->eternity;
    const struct eternity_multi_order_beam_part *trunk = rounds->multi_order.part;
    unsigned breaks = 0, depth = 0;
    for (; depth < rounds->multi_order.fork; depth++) {
        const unsigned cell = trunk->order.cell[depth],
                       rim = eternity_rim(eternity, cell);
        const uint8_t *side = eternity->sides[board[cell]];
        if (eternity_grey_sides(eternity, board[cell]) != rim)
            return depth;
        breaks +=
            !(rim >> WEST & 1) && eternity->sides[board[cell - 1]][EAST] != side[WEST];
        breaks += !(rim >> NORTH & 1) &&
                  eternity->sides[board[cell - eternity->cols]][SOUTH] != side[NORTH];
        if (breaks > trunk->plan.schedule.breaks[depth + 1])
            return depth;
        tiles[depth] = board[cell];
    }
    return depth;
}

/* A round starts from an empty board, or from a part of one of the population. */
void eternity_beam_rounds_choose(struct eternity_beam_rounds *rounds,
                                 struct island *island)
{
    struct eternity_beam_progress *progress = &rounds->progress;
    const struct eternity_beam_keys *keys = rounds->keys;
    const uint64_t begun = progress->rounds, times = begun / (uint64_t)keys->rounds;
    double grown = pow(keys->growth, (double)times);
    double widest = (double)(keys->widest > keys->width ? keys->widest : keys->width);
    double width = fmin((double)keys->width * grown, widest);
    *progress = (struct eternity_beam_progress){.seed = rng_next(&island->rng),
                                                .begun = 1,
                                                .rounds = begun + 1,
                                                .width = (uint64_t)width};
    if (rng_chance(&island->rng, keys->descend)) {
        unsigned cells = rounds->eternity->cells;
        size_t row = rng_below(&island->rng, island->pop->count);
        unsigned part = cells / 4 + (unsigned)rng_below(&island->rng, cells / 2);
        unsigned valid =
            valid_part(rounds, population_genome(island->pop, row), progress->tiles);
        progress->given = part < valid ? part : valid;
    }
}

/* Completes a state by branch and bound on the remaining cells, if that can give a
 * board that the pass accepts. Returns the work done. */
static uint64_t complete_state(struct eternity_beam_rounds *rounds,
                               struct island *island, size_t state)
{
    struct eternity_beam_progress *progress = &rounds->progress;
    const unsigned breaks =
        eternity_beam_breaks(eternity_beam_rounds_beam(rounds), state);
    const uint64_t near = progress->pass == FOR_NEAR ? (uint64_t)rounds->keys->near : 0;
    const uint64_t most = passes[progress->pass].nodes;
    struct eternity_region last;
    int16_t board[ETERNITY_MAX_CELLS];
    uint64_t nodes = most;
    if (breaks >= progress->best + near)
        return 1;
    unsigned below = (unsigned)(progress->best + near) - breaks;
    eternity_multi_order_beam_board(&rounds->multi_order, (unsigned)progress->part,
                                    state, board, &last);
    unsigned more =
        eternity_region_solve(rounds->eternity, &last, below, board, &nodes);
    if (more < below) {
        if (breaks + more < progress->best)
            progress->best = breaks + more;
        eternity_population_keep(rounds->puzzle, island, board,
                                 eternity_population_worst(island));
    }
    return COMPLETION_WORK + (most - nodes) / NODES_A_WORK;
}

bool eternity_beam_rounds_complete(struct eternity_beam_rounds *rounds,
                                   struct island *island, uint64_t *work)
{
    struct eternity_beam_progress *progress = &rounds->progress;
    struct eternity_beam *beam = eternity_beam_rounds_beam(rounds);
    if (beam->depth < beam->plan->schedule.goal)
        return true;
    const uint32_t *state = eternity_beam_by_value(beam);
    for (; progress->pass < N_PASSES; progress->pass++) {
        const unsigned share = passes[progress->pass].share;
        while (progress->completed < (beam->states + share - 1) / share) {
            if (*work == 0)
                return false;
            (void)interrupt_pending();
            eternity_beam_spend(
                work, complete_state(rounds, island, state[progress->completed++]));
            island->evaluations++;
        }
        progress->completed = 0;
    }
    return true;
}

/* Runs the beam of the current part. */
static void run_beam(struct eternity_beam_rounds *rounds, struct island *island,
                     uint64_t *work)
{
    struct eternity_beam_progress *progress = &rounds->progress;
    struct eternity_beam *beam = eternity_beam_rounds_beam(rounds);
    uint64_t expanded = beam->expanded;
    progress->ended = eternity_beam_run(beam, (size_t)*work);
    eternity_beam_spend(work, beam->work - progress->work);
    island->evaluations += beam->expanded - expanded;
    progress->work = beam->work;
}

bool eternity_beam_rounds_next_part(struct eternity_beam_rounds *rounds)
{
    struct eternity_beam_progress *progress = &rounds->progress;
    progress->begun = progress->part + 1 < rounds->multi_order.parts;
    if (!progress->begun)
        return false;
    if (progress->part == 0)
        eternity_multi_order_beam_keep(&rounds->multi_order);
    progress->part++;
    progress->work = progress->ended = progress->completed = progress->pass = 0;
    progress->best = rounds->eternity->best_score + 1;
    return true;
}

/* Every step does the same amount of work, wherever in a round it falls: islands wait
 * for each other after a step. */
void eternity_beam_rounds_run(struct eternity_beam_rounds *rounds,
                              struct island *island)
{
    struct eternity_beam_progress *progress = &rounds->progress;
    uint64_t work = (uint64_t)rounds->keys->slice;
    replay(rounds);
    while (work > 0) {
        if (!progress->begun) {
            eternity_beam_rounds_choose(rounds, island);
            eternity_beam_rounds_begin_part(rounds);
            eternity_beam_spend(&work, ETERNITY_BEAM_DEPTH_WORK);
        }
        if (!progress->ended) {
            run_beam(rounds, island, &work);
        } else if (progress->part == 0 ||
                   eternity_beam_rounds_complete(rounds, island, &work)) {
            if (eternity_beam_rounds_next_part(rounds))
                eternity_beam_rounds_begin_part(rounds);
            eternity_beam_spend(&work, ETERNITY_BEAM_DEPTH_WORK);
        }
    }
    rounds->done = *progress;
}
