#include "eternity_beam_algorithm.h"

#include "eternity_beam_backtracker.h"
#include "eternity_multi_order_beam.h"
#include "eternity_population_lns.h"
#include "interrupt.h"

#include <math.h>
#include <string.h>

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

/* Defaults of weight, branches, early_noise, free and gap: measured, see the sections
 * The value of a board, Several orders, Noise and What did not help of
 * results/eternity/experiments.md. The others are chosen by hand, for little memory;
 * configs/eternity/record.yaml has the values of the record. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct eternity_beam_keys, individuals, "64", 1, 1e4,
                  "boards an island keeps"),
    OPTION_INT_AT(struct eternity_beam_keys, width, "30000", 1, 1e8,
                  "states of a depth that the first searches keep"),
    OPTION_INT_AT(struct eternity_beam_keys, widest, "30000", 1, 1e8,
                  "to which the width grows; a state takes about 560 bytes"),
    OPTION_INT_AT(struct eternity_beam_keys, rounds, "8", 1, 1e9,
                  "searches after which the width grows"),
    OPTION_REAL_AT(struct eternity_beam_keys, growth, "2", 1, 1000,
                   "factor by which the width grows"),
    OPTION_INT_AT(
        struct eternity_beam_keys, branches, "4", 1, ETERNITY_MULTI_ORDER_BEAM_BRANCHES,
        "scan orders in which each search fills the last rows, one after another"),
    OPTION_REAL_AT(struct eternity_beam_keys, descend, "0", 0, 1,
                   "share of searches that start from a part of a board of the "
                   "population"),
    OPTION_INT_AT(
        struct eternity_beam_keys, near, "2", 0, 100,
        "boards of a branch with fewer than so many breaks beyond its best are "
        "kept for improvement by large neighbourhood search"),
    OPTION_INT_AT(struct eternity_beam_keys, slice, "100000", 1, 1e9,
                  "work in one step: a state is 1, a completion 10 and more"),
    OPTION_INT_AT(struct eternity_beam_keys, regions, "20", 0, 1e6,
                  "parts of boards solved again in one step"),
    OPTION_INT_AT(struct eternity_beam_keys, assignments, "5", 0, 1e6,
                  "assignments of cells that do not touch in one step"),
    OPTION_INT_AT(struct eternity_beam_keys, exact, "2000000", 0, 1e12,
                  "tiles placed in one step of the search for a board without breaks"),
    OPTION_REAL_AT(struct eternity_beam_keys, weight, "4", 0.1, 20,
                   "cost of a break in the colour-matching heuristic"),
    OPTION_REAL_AT(
        struct eternity_beam_keys, early_noise, "1", 0, 100,
        "largest random term in the value of a state in the first quarter of "
        "the board, which diversifies restarts"),
    OPTION_REAL_AT(struct eternity_beam_keys, noise, "0.1", 0, 100,
                   "the same, after that"),
    OPTION_REAL_AT(struct eternity_beam_keys, free, "0.7", 0, 1,
                   "share of the board that is filled without breaks"),
    OPTION_REAL_AT(struct eternity_beam_keys, gap, "3", 0.1, 1e6,
                   "cells by which one more break is allowed after that"),
    OPTION_END};

/* Progress of the search; all of it is in the checkpoint. */
struct progress {
    uint64_t seed;      /* of the running round */
    uint64_t begun;     /* it has */
    uint64_t part;      /* of it, see eternity_multi_order_beam.h */
    uint64_t work;      /* of the part's beam that is done */
    uint64_t completed; /* states completed, once the beam has ended */
    uint64_t pass;      /* that this is in */
    uint64_t best;      /* breaks of the part's best board */
    uint64_t ended;     /* the beam has */
    uint64_t rounds;    /* begun */
    uint64_t width;     /* of this one */
    uint64_t given;     /* cells that it started from, and their tiles by depth */
    int16_t tiles[ETERNITY_MAX_CELLS];
};

/* The search for a board without breaks, beside the rounds; in the checkpoint too. */
struct exact {
    uint64_t seed; /* of the order of candidates */
    uint64_t over;
    struct eternity_backtracker backtracker;
};

struct search {
    const struct eternity_beam_keys *keys;
    const struct puzzle *puzzle;
    const struct eternity *eternity;
    struct eternity_multi_order_beam multi_order;
    struct progress progress, done;  /* done: state of the beam in memory */
    struct eternity_scan_order rows; /* of the exact search */
    struct eternity_fill_plan whole; /* the same */
    struct exact exact;
    struct eternity_beam_backtracker restarts; /* beside it, from beams */
    uint64_t listed;                           /* seed of the lists in memory */
};

static enum status init(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    struct search *search = ARENA_NEW(perm, struct search, 1);
    if (!search)
        return error_set(err, STATUS_MEMORY, "no memory for beam");
    search->keys = keys;
    search->puzzle = puzzle;
    search->eternity = puzzle->self;
    const struct eternity_beam_keys *own = search->keys;
    const struct eternity_multi_order_beam_options multi_order = {
        .widest = (size_t)(own->widest > own->width ? own->widest : own->width),
        .branches = (unsigned)own->branches,
        .weight = own->weight,
        .early_noise = own->early_noise,
        .noise = own->noise,
        .free = own->free,
        .gap = own->gap};
    if (eternity_multi_order_beam_init(&search->multi_order, search->eternity,
                                       &multi_order, perm, err))
        return err->status;
    eternity_scan_order_set(search->eternity, 0, 0, &search->rows);
    eternity_fill_plan_set(&search->whole, search->multi_order.table, &search->rows);
    if (own->exact > 0 && eternity_beam_backtracker_init(
                              &search->restarts, search->multi_order.table, own->weight,
                              own->early_noise, own->noise, perm, err))
        return err->status;
    *plan = (struct plan){.individuals = (size_t)own->individuals,
                          .capacity = (size_t)own->individuals};
    *self = search;
    return STATUS_OK;
}

/* Fills the candidate lists in the seed's order: at the start, and after a resume. */
static void fill_table(struct search *search)
{
    if (search->listed == search->exact.seed)
        return;
    eternity_multi_order_beam_fill(&search->multi_order, search->exact.seed);
    search->listed = search->exact.seed;
}

/* Begins the search for a board without breaks. A square puzzle without clues can be
 * turned, so that any of the corner pieces may lie in the first cell. */
static void begin_exact(struct search *search)
{
    const struct eternity *puzzle = search->eternity;
    const struct eternity_candidate_list *corners =
        eternity_fill_plan_list(&search->whole, 0, ETERNITY_GREY, ETERNITY_GREY);
    int16_t first = 0;
    unsigned given = 0;
    if (puzzle->rows == puzzle->cols && puzzle->clues == 0 &&
        corners->first < corners->end[0]) {
        first = eternity_entry_tile(search->whole.table->entry[corners->first]);
        given = 1;
    }
    search->exact.over = 0;
    eternity_backtracker_begin(&search->whole, &first, given,
                               &search->exact.backtracker);
    search->restarts.progress = (struct eternity_beam_backtracker_progress){0};
}

static void start(void *self, struct island *island)
{
    struct search *search = self;
    algorithm_sample(search->puzzle, island, (size_t)search->keys->individuals);
    search->progress = search->done = (struct progress){0};
    search->exact.seed = rng_next(&island->rng) | 1; /* 0: lists are empty */
    fill_table(search);
    begin_exact(search);
    island->diversity = algorithm_diversity(island->pop);
}

static struct eternity_beam *beam_of(struct search *search)
{
    return &search->multi_order.part[search->progress.part].beam;
}

static void begin_trunk(struct search *search)
{
    const struct progress *progress = &search->progress;
    eternity_multi_order_beam_begin(&search->multi_order, (size_t)progress->width,
                                    progress->tiles, (unsigned)progress->given,
                                    progress->seed);
}

/* The next part of a round, of which the trunk has ended. */
static void begin_part(struct search *search)
{
    struct progress *progress = &search->progress;
    if (progress->part == 0)
        eternity_multi_order_beam_keep(&search->multi_order);
    progress->part++;
    progress->work = progress->ended = progress->completed = progress->pass = 0;
    progress->best = search->eternity->best_score + 1;
    eternity_multi_order_beam_branch(&search->multi_order, (unsigned)progress->part);
}

/* Repeats the running search up to the recorded progress, after a resume. */
static void replay(struct search *search)
{
    struct progress *progress = &search->progress, *done = &search->done;
    if (!progress->begun ||
        (progress->seed == done->seed && progress->part == done->part &&
         progress->work == done->work))
        return;
    begin_trunk(search);
    if (progress->part > 0) {
        eternity_beam_run(&search->multi_order.part[0].beam, SIZE_MAX);
        eternity_multi_order_beam_keep(&search->multi_order);
        eternity_multi_order_beam_branch(&search->multi_order,
                                         (unsigned)progress->part);
    }
    eternity_beam_run(beam_of(search), (size_t)progress->work);
    *done = *progress;
}

/* The cells of a board, in the order of the trunk, that keep to the break schedule;
 * sets tiles. */
static unsigned valid_part(const struct search *search, const int16_t *board,
                           int16_t *tiles)
{
    const struct eternity *eternity = search->eternity;
    const struct eternity_multi_order_beam_part *trunk = search->multi_order.part;
    unsigned breaks = 0, depth = 0;
    for (; depth < search->multi_order.fork; depth++) {
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
static void begin_round(struct search *search, struct island *island)
{
    struct progress *progress = &search->progress;
    const struct eternity_beam_keys *keys = search->keys;
    const uint64_t rounds = progress->rounds, times = rounds / (uint64_t)keys->rounds;
    const uint64_t widest = search->multi_order.part[0].beam.widest;
    double grown = pow(keys->growth, (double)times);
    double width = fmin((double)keys->width * grown, (double)widest);
    *progress = (struct progress){.seed = rng_next(&island->rng),
                                  .begun = 1,
                                  .rounds = rounds + 1,
                                  .width = (uint64_t)width};
    if (rng_chance(&island->rng, keys->descend)) {
        unsigned cells = search->eternity->cells;
        size_t row = rng_below(&island->rng, island->pop->count);
        unsigned part = cells / 4 + (unsigned)rng_below(&island->rng, cells / 2);
        unsigned valid =
            valid_part(search, population_genome(island->pop, row), progress->tiles);
        progress->given = part < valid ? part : valid;
    }
    begin_trunk(search);
}

/* Completes a state by branch and bound on the remaining cells, if that can give a
 * board that the pass accepts. Returns the work done. */
static uint64_t complete_state(struct search *search, struct island *island,
                               size_t state)
{
    struct progress *progress = &search->progress;
    const unsigned breaks = eternity_beam_breaks(beam_of(search), state);
    const uint64_t near = progress->pass == FOR_NEAR ? (uint64_t)search->keys->near : 0;
    const uint64_t most = passes[progress->pass].nodes;
    struct eternity_region last;
    int16_t board[ETERNITY_MAX_CELLS];
    uint64_t nodes = most;
    if (breaks >= progress->best + near)
        return 1;
    unsigned below = (unsigned)(progress->best + near) - breaks;
    eternity_multi_order_beam_board(&search->multi_order, (unsigned)progress->part,
                                    state, board, &last);
    unsigned more =
        eternity_region_solve(search->eternity, &last, below, board, &nodes);
    if (more < below) {
        if (breaks + more < progress->best)
            progress->best = breaks + more;
        eternity_population_keep(search->puzzle, island, board,
                                 eternity_population_worst(island));
    }
    return COMPLETION_WORK + (most - nodes) / NODES_A_WORK;
}

/* Completes states of a branch that has reached its goal, until the work is done; true
 * when it has been done in both passes. */
static bool complete_branch(struct search *search, struct island *island,
                            uint64_t *work)
{
    struct progress *progress = &search->progress;
    struct eternity_beam *beam = beam_of(search);
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
                work, complete_state(search, island, state[progress->completed++]));
            island->evaluations++;
        }
        progress->completed = 0;
    }
    return true;
}

/* Runs the beam of the current part. */
static void run_beam(struct search *search, struct island *island, uint64_t *work)
{
    struct progress *progress = &search->progress;
    struct eternity_beam *beam = beam_of(search);
    uint64_t expanded = beam->expanded;
    progress->ended = eternity_beam_run(beam, (size_t)*work);
    eternity_beam_spend(work, beam->work - progress->work);
    island->evaluations += beam->expanded - expanded;
    progress->work = beam->work;
}

/* Continues with the next part of the round, or another round. */
static void next_part(struct search *search, uint64_t *work)
{
    struct progress *progress = &search->progress;
    progress->begun = progress->part + 1 < search->multi_order.parts;
    if (progress->begun)
        begin_part(search);
    eternity_beam_spend(work, ETERNITY_BEAM_DEPTH_WORK);
}

/* Every step does the same amount of work, wherever in a round it falls: islands wait
 * for each other after a step. */
static void run_rounds(struct search *search, struct island *island)
{
    struct progress *progress = &search->progress;
    uint64_t work = (uint64_t)search->keys->slice;
    replay(search);
    while (work > 0) {
        if (!progress->begun) {
            begin_round(search, island);
            eternity_beam_spend(&work, ETERNITY_BEAM_DEPTH_WORK);
        }
        if (!progress->ended)
            run_beam(search, island, &work);
        else if (progress->part == 0 || complete_branch(search, island, &work))
            next_part(search, &work);
    }
    search->done = *progress;
}

/* Tiles placed between two checks for an interrupt, and the share of the exhaustive
 * search while that from beams gets on; chosen by hand. */
enum { FILL_AT_ONCE = 1000000, EXHAUSTIVE = 16 };

/* Places so many tiles of the exhaustive search; true when they fill the board. */
static bool exhaust(struct search *search, uint64_t left, int16_t *tiles)
{
    struct exact *exact = &search->exact;
    enum eternity_backtracker_result pause = ETERNITY_BACKTRACKER_SPENT;
    while (left && pause == ETERNITY_BACKTRACKER_SPENT) {
        uint64_t n = left < FILL_AT_ONCE ? left : FILL_AT_ONCE;
        (void)interrupt_pending();
        pause = eternity_backtracker_run(&search->whole, &exact->backtracker, NULL, n);
        left -= n;
    }
    exact->over = pause != ETERNITY_BACKTRACKER_SPENT;
    if (pause == ETERNITY_BACKTRACKER_REACHED)
        eternity_backtracker_tiles(&exact->backtracker, tiles);
    return pause == ETERNITY_BACKTRACKER_REACHED;
}

/* Continues the search for a board without breaks: from beams, and with what that
 * leaves, the exhaustive one, which needs all of it only where beams lead nowhere. */
static void try_exact(struct search *search, struct island *island)
{
    const uint64_t work = (uint64_t)search->keys->exact;
    const uint64_t own = (work + EXHAUSTIVE - 1) / EXHAUSTIVE;
    int16_t tiles[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
    uint64_t left = work - own;
    if (search->exact.over || work == 0)
        return;
    bool found =
        eternity_beam_backtracker_run(&search->restarts, &island->rng, &left, tiles);
    if (found)
        search->exact.over = 1;
    else
        found = exhaust(search, own + left, tiles);
    if (!found)
        return;
    for (unsigned depth = 0; depth < search->eternity->cells; depth++)
        board[search->rows.cell[depth]] = tiles[depth];
    eternity_population_keep(search->puzzle, island, board,
                             eternity_population_worst(island));
}

static void step(void *self, struct island *island)
{
    struct search *search = self;
    fill_table(search);
    try_exact(search, island);
    run_rounds(search, island);
    eternity_population_improve(search->puzzle, island, search->keys->regions,
                                search->keys->assignments);
    island->diversity = algorithm_diversity(island->pop);
}

static size_t state(void *self, struct view *views)
{
    struct search *search = self;
    views[0] = (struct view){"stand", &search->progress, sizeof search->progress};
    views[1] = (struct view){"exact", &search->exact, sizeof search->exact};
    views[2] = (struct view){"restarts", &search->restarts.progress,
                             sizeof search->restarts.progress};
    return 3;
}

const struct algorithm eternity_beam_algorithm = {
    .name = "beam",
    .summary = "restarted beam searches by colour matching, exact completion, large "
               "neighbourhood search",
    .options = options,
    .keys_bytes = sizeof(struct eternity_beam_keys),
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
