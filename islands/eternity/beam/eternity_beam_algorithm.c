#include "eternity_beam_algorithm.h"

#include "eternity_beam_backtracker.h"
#include "eternity_beam_rounds.h"
#include "eternity_population_lns.h"
#include "eternity_shared_rounds.h"
#include "interrupt.h"

#include <math.h>
#include <string.h>

/* Defaults of weight, branches, early_noise, free and gap: measured, see the sections
 * The value of a board, Several orders, Noise and What did not help of
 * results/eternity/experiments.md. The others are chosen by hand, for little memory;
 * configs/eternity/record.yaml has the values of the record. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct eternity_beam_keys, individuals, "64", 1, 1e4,
                  "boards an island keeps"),
    OPTION_INT_AT(struct eternity_beam_keys, width, "30000", 1, 1e9,
                  "states of a depth that the first searches keep"),
    OPTION_INT_AT(struct eternity_beam_keys, widest, "30000", 1, 1e9,
                  "to which the width grows; a state takes about 560 bytes"),
    OPTION_BOOL_AT(
        struct eternity_beam_keys, shared, "false",
        "all islands search with one beam, of which each has its share of the "
        "states; width and widest are those of all of them together"),
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
    struct eternity_beam_rounds rounds;
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
    const size_t islands = plan->islands ? plan->islands : 1;
    if (eternity_beam_rounds_init(&search->rounds, own, puzzle, islands, perm, err))
        return err->status;
    eternity_scan_order_set(search->eternity, 0, 0, &search->rows);
    eternity_fill_plan_set(&search->whole, search->rounds.multi_order.table,
                           &search->rows);
    if (own->exact > 0 && eternity_beam_backtracker_init(
                              &search->restarts, search->rounds.multi_order.table,
                              own->weight, own->early_noise, own->noise, perm, err))
        return err->status;
    *plan = (struct plan){.individuals = (size_t)own->individuals,
                          .capacity = (size_t)own->individuals,
                          .shared = own->shared};
    *self = search;
    return STATUS_OK;
}

/* Fills the candidate lists in the seed's order: at the start, and after a resume. */
static void fill_table(struct search *search)
{
    if (search->listed == search->exact.seed)
        return;
    eternity_multi_order_beam_fill(&search->rounds.multi_order, search->exact.seed);
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
    search->rounds.progress = search->rounds.done = (struct eternity_beam_progress){0};
    search->exact.seed = rng_next(&island->rng) | 1; /* 0: lists are empty */
    fill_table(search);
    begin_exact(search);
    island->diversity = algorithm_diversity(island->pop);
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
    if (!search->keys->shared)
        eternity_beam_rounds_run(&search->rounds, island);
    eternity_population_improve(search->puzzle, island, search->keys->regions,
                                search->keys->assignments);
    island->diversity = algorithm_diversity(island->pop);
}

static bool superstep(void *self, struct island *island, struct mailbox *mailbox)
{
    struct search *search = self;
    fill_table(search);
    return eternity_shared_rounds_superstep(&search->rounds, island, mailbox);
}

static size_t state(void *self, struct view *views)
{
    struct search *search = self;
    views[0] = (struct view){"stand", &search->rounds.progress,
                             sizeof search->rounds.progress};
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
    .superstep = superstep,
    .state = state,
};
