#include "eternity_depth_first_algorithm.h"

#include "eternity_backtracker.h"
#include "eternity_beam.h"
#include "eternity_depth_first_schedule.h"
#include "eternity_instance.h"
#include "eternity_population_lns.h"
#include "eternity_region_lns.h"
#include "eternity_sample.h"
#include "interrupt.h"

#include <math.h>
#include <string.h>

/* Defaults of breaks, free, last, columns and the numbers of colours are those of J.
 * Blackwood's solver. All of its demand for colours is met after minutes or not at all;
 * with nine tenths of it searches come as far, at once. The others are chosen by hand. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct eternity_depth_first_keys, individuals, "64", 1, 1e4,
                  "boards an island keeps"),
    OPTION_INT_AT(struct eternity_depth_first_keys, work, "2000000", 1, 1e12,
                  "tiles placed in one step"),
    OPTION_INT_AT(struct eternity_depth_first_keys, restart, "100000000", 1, 1e15,
                  "tiles placed until a search ends and another one starts"),
    OPTION_INT_AT(struct eternity_depth_first_keys, breaks, "10", 0, ETERNITY_MAX_CELLS,
                  "breaks allowed at first; a board found lowers that to one less than "
                  "it has"),
    OPTION_REAL_AT(struct eternity_depth_first_keys, free, "0.77", 0, 1,
                   "share of the board that is filled without breaks"),
    OPTION_REAL_AT(struct eternity_depth_first_keys, last, "0.93", 0, 1,
                   "share of the board after which all breaks are allowed"),
    OPTION_INT_AT(struct eternity_depth_first_keys, columns, "5", 0, ETERNITY_MAX_SIDE,
                  "last rows that are filled column by column"),
    OPTION_INT_AT(
        struct eternity_depth_first_keys, ring_colours, "1", 0, ETERNITY_MAX_COLOURS,
        "colours between pieces of the rim whose sides are used up early; not "
        "with a beam"),
    OPTION_INT_AT(struct eternity_depth_first_keys, inner_colours, "2", 0,
                  ETERNITY_MAX_COLOURS, "the same, of other colours"),
    OPTION_REAL_AT(struct eternity_depth_first_keys, demand, "0.9", 0, 1,
                   "how much of the schedule of these colours is asked for"),
    OPTION_INT_AT(struct eternity_depth_first_keys, width, "0", 0, 1e7,
                  "states of a beam that fills the first cells; 0: none"),
    OPTION_REAL_AT(struct eternity_depth_first_keys, trunk, "0.6875", 0, 1,
                   "share of the board that the beam fills"),
    OPTION_INT_AT(struct eternity_depth_first_keys, states, "1000", 1, 1e7,
                  "best states of a beam from which searches start"),
    OPTION_INT_AT(struct eternity_depth_first_keys, regions, "20", 0, 1e6,
                  "parts of boards solved again in one step"),
    OPTION_INT_AT(struct eternity_depth_first_keys, assignments, "5", 0, 1e6,
                  "assignments of cells that do not touch in one step"),
    OPTION_END};

/* Of the beam: defaults of the algorithm `beam`. */
static const double WEIGHT = 4, EARLY_NOISE = 1, NOISE = 0.1;
/* Columns of the last rows that are filled by diagonals, as in
 * eternity_multi_order_beam.c. */
enum { CORNER = 2 };
/* CPU time as placements: of a unit of a beam's work, of the start of a search, and of
 * an entry of the lists (measured within a factor of two). */
enum { BEAM_WORK = 30, START_WORK = 40, ENTRY_WORK = 1 };
/* Placements between two checks for an interrupt; of a board that is filled up the nodes
 * of branch and bound on its open cells, and tries to improve it. Chosen by hand. */
enum { AT_ONCE = 1000000, NODES = 100000, TRIES = 200 };
/* Share of the cells behind which candidate lists are cut, if there is no beam: half a
 * time more placements a CPU second than without, on the official pieces. Below a beam's
 * states searches end earlier, and lists are cut from the first break on. */
static const double CUT = 0.86;
/* By which the demand for early colours falls. */
static const double RELAX = 0.9;

/* Progress of the search; all of it is in the checkpoint. */
struct progress {
    uint64_t seed;    /* of the running round; 0: none */
    uint64_t state;   /* of its beam, by value: the next to start from */
    uint64_t begun;   /* searches of the round */
    uint64_t active;  /* the search goes on */
    uint64_t breaks;  /* allowed */
    uint64_t relaxed; /* rounds that had too few early colours */
    uint64_t deepest; /* most cells that the search has filled */
    struct eternity_backtracker backtracker;
};

struct depth_first {
    const struct eternity_depth_first_keys *keys;
    const struct puzzle *puzzle;
    const struct eternity *eternity;
    struct eternity_candidate_table table;
    struct eternity_scan_order order;
    struct eternity_fill_plan first, whole; /* of the beam; of the search */
    struct eternity_backtracker_cut cut;
    struct eternity_beam beam;
    const uint32_t *state; /* of the beam, by value */
    unsigned early_end;    /* depth up to which early colours are asked for */
    uint64_t listed;       /* round whose lists and beam are in memory; 0: none */
    int16_t best[ETERNITY_MAX_CELLS]; /* of this step, by depth: the deepest board */
    unsigned best_depth;              /* 0: none that is deeper than those before */
    struct progress progress;
};

static enum status init(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    struct depth_first *search = ARENA_NEW(perm, struct depth_first, 1);
    if (!search)
        return error_set(err, STATUS_MEMORY, "no memory for depth_first");
    const struct eternity_depth_first_keys *own = search->keys = keys;
    const struct eternity *eternity = search->eternity = puzzle->self;
    search->puzzle = puzzle;
    if (own->last < own->free)
        return error_at(err, "depth_first.last", "%g is less than depth_first.free, %g",
                        own->last, own->free);
    if (eternity_candidate_table_init(&search->table, eternity, perm, err))
        return err->status;
    if (eternity_backtracker_cut_init(
            &search->cut, &search->table,
            (unsigned)((own->width > 0 ? own->free : CUT) * eternity->cells), perm,
            err))
        return err->status;
    eternity_scan_order_set(eternity, (unsigned)own->columns, CORNER, &search->order);
    eternity_fill_plan_set(&search->whole, &search->table, &search->order);
    eternity_fill_plan_set(&search->first, &search->table, &search->order);
    search->first.schedule.goal =
        (uint16_t)fmin(own->trunk * eternity->cells, eternity->cells - 1);
    eternity_depth_first_set_breaks(eternity->cells, own->free, own->last,
                                    (unsigned)own->breaks, &search->first.schedule);
    if (own->width > 0 &&
        eternity_beam_init(&search->beam, &search->first, (size_t)own->width, WEIGHT,
                           EARLY_NOISE, NOISE, perm, err))
        return err->status;
    *plan = (struct plan){.individuals = (size_t)own->individuals,
                          .capacity = (size_t)own->individuals};
    *self = search;
    return STATUS_OK;
}

static void start(void *self, struct island *island)
{
    struct depth_first *search = self;
    algorithm_sample(search->puzzle, island, (size_t)search->keys->individuals);
    memset(&search->progress, 0, sizeof search->progress);
    search->progress.breaks = (uint64_t)search->keys->breaks;
    search->listed = 0;
    island->diversity = algorithm_diversity(island->pop);
}

static bool has_beam(const struct depth_first *search)
{
    return search->keys->width > 0 && search->first.schedule.goal > 0;
}

static void set_breaks(struct depth_first *search)
{
    const struct eternity_depth_first_keys *keys = search->keys;
    eternity_depth_first_set_breaks(search->eternity->cells, keys->free, keys->last,
                                    (unsigned)search->progress.breaks,
                                    &search->whole.schedule);
}

/* Runs the beam of the round; where a state needs more breaks than allowed, it ends. */
static void run_beam(struct depth_first *search)
{
    const size_t width = (size_t)search->keys->width;
    eternity_beam_begin(&search->beam, width, NULL, 0, search->progress.seed);
    while (!eternity_beam_run(&search->beam, width) && search->beam.more == 0)
        ;
    search->state = eternity_beam_by_value(&search->beam);
}

/* Makes what a round has in memory, all of it a function of the seed and of how often
 * the demand for early colours was relaxed: when it begins, and after a resume. So the
 * beam may make the breaks that the config allows, whatever was found since. */
static void set_round(struct depth_first *search)
{
    const struct eternity_depth_first_keys *keys = search->keys;
    const struct progress *progress = &search->progress;
    struct rng rng;
    if (search->listed == progress->seed)
        return;
    search->listed = 0; /* an interrupt may leave it half done */
    rng_seed(&rng, progress->seed, 0);
    search->table.early = has_beam(search)
                              ? 0
                              : eternity_depth_first_draw_colours(
                                    search->eternity, (unsigned)keys->ring_colours,
                                    (unsigned)keys->inner_colours, &rng);
    search->early_end = eternity_depth_first_set_early(
        search->eternity, search->table.early,
        keys->demand * pow(RELAX, (double)progress->relaxed), &search->whole.schedule);
    eternity_candidate_table_fill(&search->table, &rng);
    if (has_beam(search))
        run_beam(search);
    search->listed = progress->seed;
}

static void begin_round(struct depth_first *search, struct rng *rng, uint64_t *work)
{
    struct progress *progress = &search->progress;
    progress->seed = rng_next(rng) | 1;
    progress->state = progress->begun = 0;
    set_round(search);
    eternity_beam_spend(work, search->table.entries * ENTRY_WORK);
    if (has_beam(search))
        eternity_beam_spend(work, search->beam.work * BEAM_WORK);
}

/* The tiles of the beam's next state that has no more breaks than allowed, their number
 * in n; false when there is none. */
static bool next_state(struct depth_first *search, int16_t *tiles, unsigned *n)
{
    struct progress *progress = &search->progress;
    const struct eternity_beam *beam = &search->beam;
    const unsigned most = search->whole.schedule.breaks[beam->depth];
    while (progress->state < beam->states &&
           progress->state < (uint64_t)search->keys->states) {
        const size_t state = search->state[progress->state++];
        if (eternity_beam_breaks(beam, state) > most)
            continue;
        eternity_beam_tiles(beam, state, tiles);
        *n = beam->depth;
        return true;
    }
    return false;
}

/* Starts the next search of the round: from a state of the beam, or once from the empty
 * board where there is none. False when there is no further one. */
static bool begin_search(struct depth_first *search, uint64_t *work)
{
    struct progress *progress = &search->progress;
    int16_t tiles[ETERNITY_MAX_CELLS];
    unsigned n = 0;
    if (!(has_beam(search) && next_state(search, tiles, &n)) && progress->begun > 0)
        return false;
    eternity_backtracker_begin(&search->whole, tiles, n, &progress->backtracker);
    progress->begun++;
    progress->active = 1;
    progress->deepest = 0;
    eternity_beam_spend(work, START_WORK);
    return true;
}

static void set_board(const struct depth_first *search, const int16_t *tiles,
                      unsigned n, int16_t *board)
{
    for (unsigned depth = 0; depth < n; depth++)
        board[search->order.cell[depth]] = tiles[depth];
}

static void keep(const struct depth_first *search, struct island *island,
                 const int16_t *board)
{
    eternity_population_keep(search->puzzle, island, board,
                             eternity_population_worst(island));
}

/* Keeps the whole board that was found, and allows one break less than it has. */
static void keep_whole(struct depth_first *search, struct island *island)
{
    struct progress *progress = &search->progress;
    const struct eternity_backtracker *backtracker = &progress->backtracker;
    const unsigned breaks = backtracker->level[backtracker->depth].breaks;
    int16_t tiles[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
    eternity_backtracker_tiles(backtracker, tiles);
    set_board(search, tiles, backtracker->depth, board);
    keep(search, island, board);
    progress->breaks = breaks > 0 ? breaks - 1 : 0;
    set_breaks(search);
}

/* Notes the deepest board of the search in this step. */
static void note_deepest(struct depth_first *search)
{
    struct progress *progress = &search->progress;
    const struct eternity_backtracker *backtracker = &progress->backtracker;
    if (backtracker->deepest > progress->deepest)
        progress->deepest = backtracker->deepest;
    if (backtracker->deepest <= search->best_depth ||
        backtracker->deepest == search->eternity->cells)
        return;
    search->best_depth = backtracker->deepest;
    memcpy(search->best, backtracker->deepest_tile, sizeof search->best);
}

/* Continues the running search. */
static void run_search(struct depth_first *search, struct island *island,
                       uint64_t *work)
{
    struct progress *progress = &search->progress;
    struct eternity_backtracker *backtracker = &progress->backtracker;
    const uint64_t before = backtracker->placements;
    uint64_t n = (uint64_t)search->keys->restart - before;
    n = n < AT_ONCE ? n : AT_ONCE;
    (void)interrupt_pending();
    enum eternity_backtracker_result pause = eternity_backtracker_run(
        &search->whole, backtracker, &search->cut, *work < n ? *work : n);
    eternity_beam_spend(work, backtracker->placements - before);
    island->evaluations += backtracker->placements - before;
    if (pause == ETERNITY_BACKTRACKER_REACHED)
        keep_whole(search, island);
    note_deepest(search);
    progress->active = pause != ETERNITY_BACKTRACKER_DONE &&
                       backtracker->placements < (uint64_t)search->keys->restart;
    if (!progress->active && progress->deepest < search->early_end)
        progress->relaxed++;
}

/* Lays the pieces of the open cells of a full board again, if they are few. */
static void solve_open(const struct depth_first *search, int16_t *board)
{
    struct eternity_region open = {.cells = 0};
    uint64_t nodes = NODES;
    if (search->eternity->cells - search->best_depth > ETERNITY_REGION_CELLS)
        return;
    for (unsigned depth = search->best_depth; depth < search->eternity->cells;
         depth++) {
        const uint16_t cell = search->order.cell[depth];
        open.cell[open.cells] = cell;
        open.piece[open.cells++] = (uint16_t)eternity_piece(board[cell]);
    }
    const unsigned breaks = eternity_region_breaks(search->eternity, &open, board);
    eternity_region_solve(search->eternity, &open, breaks, board, &nodes);
}

/* Fills up the deepest board of this step. */
static void complete_deepest(struct depth_first *search, struct island *island)
{
    const struct eternity *eternity = search->eternity;
    int16_t board[ETERNITY_MAX_CELLS];
    if (search->best_depth == 0)
        return;
    memcpy(board, eternity->clue, eternity->cells * sizeof *board);
    set_board(search, search->best, search->best_depth, board);
    eternity_sample_complete(search->puzzle->self, &island->rng, board);
    solve_open(search, board);
    for (unsigned i = 0; i < TRIES; i++) {
        (void)interrupt_pending();
        eternity_region_lns(eternity, &island->rng, board);
    }
    keep(search, island, board);
}

static void step(void *self, struct island *island)
{
    struct depth_first *search = self;
    struct progress *progress = &search->progress;
    uint64_t work = (uint64_t)search->keys->work;
    search->best_depth = 0;
    if (progress->active)
        eternity_backtracker_reset_deepest(&progress->backtracker);
    set_breaks(search);
    if (progress->seed)
        set_round(search);
    while (work > 0) {
        if (progress->seed == 0)
            begin_round(search, &island->rng, &work);
        if (progress->active)
            run_search(search, island, &work);
        else if (!begin_search(search, &work))
            progress->seed = 0;
    }
    complete_deepest(search, island);
    eternity_population_improve(search->puzzle, island, search->keys->regions,
                                search->keys->assignments);
    island->diversity = algorithm_diversity(island->pop);
}

static size_t state(void *self, struct view *views)
{
    struct depth_first *search = self;
    views[0] = (struct view){"stand", &search->progress, sizeof search->progress};
    return 1;
}

const struct algorithm eternity_depth_first_algorithm = {
    .name = "depth_first",
    .summary =
        "depth first with late breaks and early colours, from the empty board or "
        "from beams (Blackwood)",
    .options = options,
    .keys_bytes = sizeof(struct eternity_depth_first_keys),
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
