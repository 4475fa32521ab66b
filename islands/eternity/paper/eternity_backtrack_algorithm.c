#include "eternity_backtrack_algorithm.h"

#include "eternity_sample.h"
#include "eternity_tile_fit.h"
#include "interrupt.h"

#include <assert.h>
#include <string.h>

static const char *const units[] = {"try", "placement", NULL};

/* The defaults are chosen by hand; the paper has no parameters here. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct eternity_backtrack_keys, individuals, "4", 1, 1e4,
                  "boards an island keeps"),
    OPTION_INT_AT(struct eternity_backtrack_keys, work, "10000", 1, 1e9,
                  "dead ends in one step"),
    OPTION_CHOICE_AT(struct eternity_backtrack_keys, evaluation, "try", units,
                     "what counts as an evaluation: a tile tried in a cell, or a tile "
                     "placed"),
    OPTION_INT_AT(
        struct eternity_backtrack_keys, slack, "0", 0, ETERNITY_MAX_CELLS,
        "how many cells before the deepest a dead end is still completed to a "
        "board"),
    OPTION_END};

/* Progress of the search; all of it is in the checkpoint. */
struct progress {
    int32_t depth;   /* cells of the path that are filled; -1: all was searched */
    int32_t deepest; /* so far */
    uint16_t list[ETERNITY_MAX_CELLS]; /* pieces in the order of trying */
    uint16_t next[ETERNITY_MAX_CELLS]; /* at a depth: see next_tile */
    int16_t board[ETERNITY_MAX_CELLS];
    uint8_t used[ETERNITY_MAX_CELLS]; /* of a piece */
};

struct backtrack {
    const struct eternity_backtrack_keys *keys;
    const struct puzzle *puzzle;
    const struct eternity_instance *instance;
    uint16_t path[ETERNITY_MAX_CELLS]; /* cells without a clue, centre first */
    int32_t cells;
    uint64_t evaluations; /* in this step, by the key `evaluation` */
    struct progress progress;
};

static enum status init(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    struct backtrack *search = ARENA_NEW(perm, struct backtrack, 1);
    if (!search)
        return error_set(err, STATUS_MEMORY, "no memory for backtrack");
    search->keys = keys;
    search->puzzle = puzzle;
    search->instance = puzzle->self;
    const struct eternity_instance *instance = search->instance;
    for (unsigned i = instance->puzzle.cells; i-- > 0;)
        if (instance->cell_class[instance->spiral[i]] != ETERNITY_CLUED)
            search->path[search->cells++] = instance->spiral[i];
    *plan = (struct plan){.individuals = (size_t)search->keys->individuals,
                          .capacity = (size_t)search->keys->individuals};
    *self = search;
    return STATUS_OK;
}

static void start(void *self, struct island *island)
{
    struct backtrack *search = self;
    const struct eternity *puzzle = &search->instance->puzzle;
    struct progress *progress = &search->progress;
    uint32_t order[ETERNITY_MAX_CELLS];
    algorithm_sample(search->puzzle, island, (size_t)search->keys->individuals);
    memset(progress, 0, sizeof *progress);
    memcpy(progress->board, puzzle->clue, puzzle->cells * sizeof *progress->board);
    for (unsigned piece = 0; piece < puzzle->cells; piece++) {
        order[piece] = piece;
        progress->used[piece] = search->instance->is_clue[piece];
    }
    rng_shuffle(&island->rng, order, puzzle->cells);
    for (unsigned i = 0; i < puzzle->cells; i++)
        progress->list[i] = (uint16_t)order[i];
    island->diversity = algorithm_diversity(island->pop);
}

/* The next tile of a cell that fits, from *next on: 4 * place in the list + turn.
 * Counts evaluations. */
static int16_t next_tile(struct backtrack *search, const struct progress *progress,
                         unsigned cell, uint16_t *next)
{
    const struct eternity *puzzle = &search->instance->puzzle;
    struct eternity_fit_constraint constraint =
        eternity_fit_constraint_of(search->instance, progress->board, cell);
    while (*next < 4 * puzzle->cells) {
        unsigned piece = progress->list[*next / 4], turn = *next % 4u, after = 4;
        int16_t tile = ETERNITY_NONE;
        assert(piece < puzzle->cells);
        if (!progress->used[piece]) {
            tile = eternity_fit_tile(puzzle, piece, turn, constraint);
            after = tile == ETERNITY_NONE ? 4 : eternity_turn(tile) + 1;
            search->evaluations += search->keys->evaluation == ETERNITY_EVALUATION_TRY
                                       ? after - turn
                                       : (unsigned)(tile != ETERNITY_NONE);
        }
        *next = (uint16_t)(*next - turn + after);
        if (tile != ETERNITY_NONE)
            return tile;
    }
    return ETERNITY_NONE;
}

/* Offers a board to the population, in the place of its worst. */
static void offer(const struct backtrack *search, struct island *island,
                  const int16_t *board)
{
    const struct puzzle *puzzle = search->puzzle;
    struct population *pop = island->pop;
    double cost[MAX_OBJECTIVES];
    size_t worst = population_worst(pop);
    puzzle->problem->evaluate(puzzle->self, board, 1, island->scratch, cost);
    if (cost[0] < population_cost(pop, worst)[0])
        population_put(pop, worst, board, puzzle->shape.genome_bytes, cost);
}

/* Continues along the path without backtracking. */
static void complete_board(struct backtrack *search, struct island *island)
{
    struct progress filled = search->progress;
    for (int32_t at = filled.depth; at < search->cells; at++) {
        uint16_t next = 0;
        unsigned cell = search->path[at];
        int16_t tile = next_tile(search, &filled, cell, &next);
        filled.board[cell] = tile;
        if (tile != ETERNITY_NONE)
            filled.used[eternity_piece(tile)] = 1;
    }
    eternity_sample_complete(search->instance, &island->rng, filled.board);
    offer(search, island, filled.board);
}

static void undo_last(struct backtrack *search)
{
    struct progress *progress = &search->progress;
    if (--progress->depth < 0)
        return;
    unsigned cell = search->path[progress->depth];
    assert(progress->board[cell] >= 0 &&
           progress->used[eternity_piece(progress->board[cell])]);
    progress->used[eternity_piece(progress->board[cell])] = 0;
    progress->board[cell] = ETERNITY_NONE;
}

/* Places one tile, or ends at a dead end: true then. */
static bool advance(struct backtrack *search)
{
    struct progress *progress = &search->progress;
    if (progress->depth == search->cells)
        return true;
    unsigned cell = search->path[progress->depth];
    uint16_t *next = &progress->next[progress->depth];
    assert(progress->depth >= 0 && progress->board[cell] == ETERNITY_NONE);
    bool fresh = *next == 0;
    int16_t tile = next_tile(search, progress, cell, next);
    if (tile == ETERNITY_NONE) {
        if (!fresh)
            undo_last(search);
        return fresh;
    }
    progress->board[cell] = tile;
    progress->used[eternity_piece(tile)] = 1;
    if (++progress->depth < search->cells)
        progress->next[progress->depth] = 0;
    return false;
}

/* Dead ends between two checks for an interrupt. */
enum { ASK_EVERY = 64 };

static void step(void *self, struct island *island)
{
    struct backtrack *search = self;
    struct progress *progress = &search->progress;
    for (int64_t ends = 0; ends < search->keys->work && progress->depth >= 0;) {
        if (!advance(search))
            continue;
        if (ends++ % ASK_EVERY == 0)
            (void)interrupt_pending();
        if (progress->depth + search->keys->slack >= progress->deepest)
            complete_board(search, island);
        if (progress->depth > progress->deepest)
            progress->deepest = progress->depth;
        undo_last(search);
    }
    island->evaluations += search->evaluations;
    search->evaluations = 0;
    island->finished = progress->depth < 0;
    island->diversity = algorithm_diversity(island->pop);
}

static size_t state(void *self, struct view *views)
{
    struct backtrack *search = self;
    views[0] = (struct view){"stand", &search->progress, sizeof search->progress};
    return 1;
}

const struct algorithm eternity_backtrack_algorithm = {
    .name = "backtrack",
    .summary = "depth first from the centre, filled on at the deepest point (Munoz, "
               "Gutierrez, Sanchis, III.A)",
    .options = options,
    .keys_bytes = sizeof(struct eternity_backtrack_keys),
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
