#include "eternity_search.h"

#include "eternity_assign.h"
#include "eternity_beam.h"
#include "eternity_repair.h"

#include <math.h>
#include <string.h>

/* Cells in mixed order, and cells left to exact completion; both measured. */
enum { MIXED = 5, CORNER = 2, LAST = 12 };
/* Tiles laid at most to complete a state: for the best board, and for those near it. */
static const uint64_t COMPLETION_NODES = 100000, NEAR_NODES = 3000;
/* Of them take the time of one state of the beam, about. */
enum { NODES_A_WORK = 6 };

static const struct option options[] = {
    OPTION_INT_AT(struct eternity_search_keys, individuals, "64", 1, 1e4,
                  "boards an island keeps"),
    OPTION_INT_AT(struct eternity_search_keys, width, "30000", 1, 1e7,
                  "states of a depth that the first searches keep"),
    OPTION_INT_AT(struct eternity_search_keys, widest, "30000", 1, 1e7,
                  "to which the width grows; a state takes about 700 bytes"),
    OPTION_INT_AT(struct eternity_search_keys, rounds, "8", 1, 1e9,
                  "searches after which the width grows"),
    OPTION_REAL_AT(struct eternity_search_keys, growth, "2", 1, 1000,
                   "factor by which the width grows"),
    OPTION_REAL_AT(struct eternity_search_keys, descend, "0", 0, 1,
                   "share of searches that start from a part of a board of the "
                   "population"),
    OPTION_INT_AT(
        struct eternity_search_keys, near, "2", 0, 100,
        "boards of a search with fewer than so many breaks beyond its best are "
        "kept, to be mended"),
    OPTION_INT_AT(struct eternity_search_keys, slice, "100000", 1, 1e9,
                  "work in one step: a state is 1, a tile of a completion a sixth"),
    OPTION_INT_AT(struct eternity_search_keys, regions, "20", 0, 1e6,
                  "parts of boards solved again in one step"),
    OPTION_INT_AT(struct eternity_search_keys, assignments, "5", 0, 1e6,
                  "assignments of cells that do not touch in one step"),
    OPTION_INT_AT(struct eternity_search_keys, exact, "2000000", 0, 1e12,
                  "tiles laid in one step of the search for a board without breaks"),
    OPTION_REAL_AT(struct eternity_search_keys, weight, "4", 0.1, 20,
                   "what a break weighs beside the outlook of the colours"),
    OPTION_REAL_AT(struct eternity_search_keys, noise, "0.1", 0, 100,
                   "most that chance adds to the value of a state"),
    OPTION_REAL_AT(struct eternity_search_keys, free, "0.7", 0, 1,
                   "share of the board that is filled without breaks"),
    OPTION_REAL_AT(struct eternity_search_keys, gap, "3", 0.1, 1e6,
                   "cells by which one more break is allowed after that"),
    OPTION_END};

/* Where the search stands; all of it goes into a checkpoint. */
struct stand {
    uint64_t seed;      /* of the running round */
    uint64_t begun;     /* it has */
    uint64_t work;      /* of its beam that is done */
    uint64_t completed; /* states completed, once the beam has ended */
    uint64_t breaks;    /* of the states to complete now */
    uint64_t best;      /* breaks of the round's best board */
    uint64_t near;      /* its best is known: others near it are looked for */
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
    struct eternity_fill fill;
};

struct search {
    const struct eternity_search_keys *keys;
    const struct puzzle *puzzle;
    const struct eternity *eternity;
    struct eternity_order order, rows; /* of the rounds; of the exact search */
    struct eternity_lists lists;
    struct eternity_course course;
    struct eternity_beam beam;
    struct stand stand, done;     /* done: where the beam in memory stands */
    struct eternity_course whole; /* of the exact search */
    struct exact exact;
    uint64_t listed; /* seed of the lists in memory */
};

static void set_rules(struct search *search)
{
    struct eternity_rules *rules = &search->course.rules;
    unsigned cells = search->eternity->cells;
    unsigned free = (unsigned)(search->keys->free * cells);
    rules->goal = (uint16_t)(cells > LAST ? cells - LAST : 0);
    for (unsigned depth = free + 1; depth <= cells; depth++)
        rules->breaks[depth] =
            (uint16_t)((double)(depth - free - 1) / search->keys->gap + 1);
}

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
    eternity_order_set(search->eternity, MIXED, CORNER, &search->order);
    if (eternity_lists_init(&search->lists, search->eternity, perm, err))
        return err->status;
    eternity_course_set(&search->course, &search->lists, &search->order);
    eternity_order_set(search->eternity, 0, 0, &search->rows);
    eternity_course_set(&search->whole, &search->lists, &search->rows);
    set_rules(search);
    *plan = (struct plan){.individuals = (size_t)search->keys->individuals,
                          .capacity = (size_t)search->keys->individuals};
    *self = search;
    int64_t widest = search->keys->widest;
    if (widest < search->keys->width)
        widest = search->keys->width;
    return eternity_beam_init(&search->beam, &search->course, (size_t)widest,
                              search->keys->weight, search->keys->noise, perm, err);
}

/* Fills the lists in the order that the seed gives: at the start, and after a resume.
 */
static void list_candidates(struct search *search)
{
    struct rng rng;
    if (search->listed == search->exact.seed)
        return;
    rng_seed(&rng, search->exact.seed, 0);
    eternity_lists_fill(&search->lists, 0, &rng);
    search->listed = search->exact.seed;
}

static void start(void *self, struct island *island)
{
    struct search *search = self;
    algorithm_sample(search->puzzle, island, (size_t)search->keys->individuals);
    search->stand = search->done = (struct stand){0};
    search->exact.over = 0;
    search->exact.seed = rng_next(&island->rng) | 1; /* 0: lists are empty */
    list_candidates(search);
    eternity_fill_begin(&search->whole, NULL, 0, &search->exact.fill);
    island->diversity = algorithm_diversity(island->pop);
}

static void begin_beam(struct search *search)
{
    const struct stand *stand = &search->stand;
    eternity_beam_begin(&search->beam, (size_t)stand->width, stand->tiles,
                        (unsigned)stand->given, stand->seed);
}

/* Brings the beam in memory to where the stand says, after a resume. */
static void catch_up(struct search *search)
{
    struct stand *stand = &search->stand, *done = &search->done;
    if (!stand->begun || (stand->seed == done->seed && stand->work == done->work))
        return;
    begin_beam(search);
    eternity_beam_run(&search->beam, (size_t)stand->work);
    *done = *stand;
}

/* Cells of a board, in the order of the search, that keep its rules; sets tiles. */
static unsigned sound_part(const struct search *search, const int16_t *board,
                           int16_t *tiles)
{
    const struct eternity *eternity = search->eternity;
    unsigned breaks = 0, depth = 0;
    for (; depth < search->course.rules.goal; depth++) {
        unsigned cell = search->order.cell[depth], col = cell % eternity->cols;
        const uint8_t *side = eternity->sides[board[cell]];
        bool edge[N_SIDES] = {cell < eternity->cols, col + 1 == eternity->cols,
                              cell + eternity->cols >= eternity->cells, col == 0};
        for (unsigned s = 0; s < N_SIDES; s++)
            if ((side[s] == ETERNITY_GREY) != edge[s])
                return depth;
        breaks += !edge[WEST] && eternity->sides[board[cell - 1]][EAST] != side[WEST];
        breaks += !edge[NORTH] &&
                  eternity->sides[board[cell - eternity->cols]][SOUTH] != side[NORTH];
        if (breaks > search->course.rules.breaks[depth + 1])
            return depth;
        tiles[depth] = board[cell];
    }
    return depth - 1;
}

/* A round starts from an empty board, or from a part of one of the population. */
static void begin_round(struct search *search, struct island *island)
{
    struct stand *stand = &search->stand;
    const struct eternity_search_keys *keys = search->keys;
    uint64_t rounds = stand->rounds, widest = search->beam.widest;
    double grown = pow(keys->growth, (double)(rounds / (uint64_t)keys->rounds));
    double width = fmin((double)keys->width * grown, (double)widest);
    *stand = (struct stand){.seed = rng_next(&island->rng),
                            .begun = 1,
                            .best = search->eternity->best_score + 1,
                            .rounds = rounds + 1,
                            .width = (uint64_t)width};
    if (rng_chance(&island->rng, keys->descend)) {
        unsigned cells = search->eternity->cells;
        size_t row = rng_below(&island->rng, island->pop->count);
        unsigned part = cells / 4 + (unsigned)rng_below(&island->rng, cells / 2);
        unsigned sound =
            sound_part(search, population_genome(island->pop, row), stand->tiles);
        stand->given = part < sound ? part : sound;
    }
    begin_beam(search);
}

/* One of the worst of the population, which boards of a search are to replace. Chance
 * says which, or boards alike in cost would all take the same place. */
static size_t one_of_worst(struct island *island)
{
    const struct population *pop = island->pop;
    size_t worst = population_worst(pop), seen = 1;
    for (size_t i = worst + 1; i < pop->count; i++)
        if (!population_better(pop, worst, i) && !population_better(pop, i, worst) &&
            rng_below(&island->rng, ++seen) == 0)
            worst = i;
    return worst;
}

/* Puts a board in a place of the population whose own is not better, unless it is there
 * already. */
static void keep(const struct search *search, struct island *island,
                 const int16_t *board, size_t row)
{
    const struct puzzle *puzzle = search->puzzle;
    struct population *pop = island->pop;
    double cost[MAX_OBJECTIVES];
    for (size_t i = 0; i < pop->count; i++)
        if (!memcmp(population_genome(pop, i), board, puzzle->shape.genome_bytes))
            return;
    puzzle->problem->evaluate(puzzle->self, board, 1, island->scratch, cost);
    if (cost[0] <= population_cost(pop, row)[0])
        population_put(pop, row, board, puzzle->shape.genome_bytes, cost);
}

static void take(size_t *work, size_t done)
{
    *work -= done < *work ? done : *work;
}

/* States and boards of the round with so many breaks are of no use. */
static unsigned too_many(const struct search *search)
{
    const struct stand *stand = &search->stand;
    return (unsigned)(stand->best + (stand->near ? (uint64_t)search->keys->near : 0));
}

/* Fills the cells behind the goal with the pieces left, as well as can be. Returns the
 * work that it was. */
static size_t complete(struct search *search, struct island *island, size_t state)
{
    const struct eternity *eternity = search->eternity;
    struct eternity_region last = {0};
    int16_t tiles[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
    bool used[ETERNITY_MAX_CELLS] = {false};
    unsigned goal = search->beam.depth, pieces = 0;
    const uint64_t most = search->stand.near ? NEAR_NODES : COMPLETION_NODES;
    uint64_t nodes = most;
    unsigned breaks = eternity_beam_breaks(&search->beam, state);
    eternity_beam_tiles(&search->beam, state, tiles);
    for (unsigned depth = 0; depth < goal; depth++) {
        board[search->order.cell[depth]] = tiles[depth];
        used[eternity_piece(tiles[depth])] = true;
    }
    for (unsigned depth = goal; depth < eternity->cells; depth++)
        last.cell[last.cells++] = search->order.cell[depth];
    for (uint16_t piece = 0; piece < eternity->cells; piece++)
        if (!used[piece])
            last.piece[pieces++] = piece;
    unsigned below = too_many(search) - breaks;
    unsigned more = eternity_region_solve(eternity, &last, below, board, &nodes);
    if (more < below) {
        if (breaks + more < search->stand.best)
            search->stand.best = breaks + more;
        keep(search, island, board, one_of_worst(island));
    }
    return 1 + (size_t)(most - nodes) / NODES_A_WORK;
}

/* Completes states, those with few breaks first, until the work is done; true when it
 * has been done for all. */
static bool complete_some(struct search *search, struct island *island, size_t *work)
{
    struct stand *stand = &search->stand;
    struct eternity_beam *beam = &search->beam;
    while (beam->depth == search->course.rules.goal &&
           stand->breaks < too_many(search)) {
        for (; stand->completed < beam->states; stand->completed++) {
            if (eternity_beam_breaks(beam, stand->completed) != stand->breaks)
                continue;
            if (*work == 0)
                return false;
            take(work, complete(search, island, stand->completed));
            island->evaluations++;
            if (stand->breaks >= too_many(search))
                break;
        }
        stand->completed = 0;
        stand->breaks++;
    }
    return true;
}

/* First the best, which takes little time since all worse is cut off, then those near
 * it; true when the round is over. */
static bool end_round(struct search *search, struct island *island, size_t *work)
{
    struct stand *stand = &search->stand;
    if (!complete_some(search, island, work))
        return false;
    if (stand->near || search->keys->near == 0)
        return true;
    stand->near = 1;
    stand->breaks = 0;
    return complete_some(search, island, work);
}

/* Goes on with the round's beam. */
static void run_beam(struct search *search, struct island *island, size_t *work)
{
    struct stand *stand = &search->stand;
    struct eternity_beam *beam = &search->beam;
    uint64_t looked = beam->looked;
    stand->ended = eternity_beam_run(beam, *work);
    take(work, (size_t)(beam->work - stand->work));
    island->evaluations += beam->looked - looked;
    stand->work = beam->work;
}

/* Steps are of equal work, whatever part of a round they fall in: islands wait for each
 * other after steps, and would wait long otherwise. */
static void search_on(struct search *search, struct island *island)
{
    struct stand *stand = &search->stand;
    size_t work = (size_t)search->keys->slice;
    catch_up(search);
    while (work > 0) {
        if (!stand->begun) {
            begin_round(search, island);
            take(&work, BEAM_DEPTH_WORK);
        }
        if (!stand->ended)
            run_beam(search, island, &work);
        else
            stand->begun = !end_round(search, island, &work);
    }
    search->done = *stand;
}

/* Goes on looking for a board without breaks. */
static void try_exact(struct search *search, struct island *island)
{
    struct exact *exact = &search->exact;
    int16_t tiles[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
    if (exact->over)
        return;
    enum eternity_pause pause =
        eternity_fill_run(&search->whole, &exact->fill, (uint64_t)search->keys->exact);
    exact->over = pause != FILL_SPENT;
    if (pause != FILL_REACHED)
        return;
    eternity_fill_tiles(&exact->fill, tiles);
    for (unsigned depth = 0; depth < search->eternity->cells; depth++)
        board[search->rows.cell[depth]] = tiles[depth];
    keep(search, island, board, one_of_worst(island));
}

/* Boards of the population are improved, or changed at no cost, each in its place:
 * would a changed one take another's, boards of one search would soon be all there are.
 */
static void mend(struct search *search, struct island *island)
{
    const int64_t regions = search->keys->regions;
    for (int64_t i = 0; i < regions + search->keys->assignments; i++) {
        int16_t board[ETERNITY_MAX_CELLS];
        size_t row = rng_below(&island->rng, island->pop->count);
        memcpy(board, population_genome(island->pop, row),
               search->puzzle->shape.genome_bytes);
        if (i < regions ? eternity_repair(search->eternity, &island->rng, board)
                        : eternity_assign_some(search->eternity, &island->rng, board))
            keep(search, island, board, row);
    }
}

static void step(void *self, struct island *island)
{
    struct search *search = self;
    list_candidates(search);
    try_exact(search, island);
    search_on(search, island);
    mend(search, island);
    island->diversity = algorithm_diversity(island->pop);
}

static size_t state(void *self, struct view *views)
{
    struct search *search = self;
    views[0] = (struct view){"stand", &search->stand, sizeof search->stand};
    views[1] = (struct view){"exact", &search->exact, sizeof search->exact};
    return 2;
}

const struct algorithm eternity_beam_algorithm = {
    .name = "beam",
    .summary = "beam searches by the outlook of colours, completed exactly; parts of "
               "boards solved again",
    .options = options,
    .keys_bytes = sizeof(struct eternity_search_keys),
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
