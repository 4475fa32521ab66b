#include "sliding_exact.h"

#include "interrupt.h"
#include "sliding_a_star.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bidirectional_bfs.h"
#include "sliding_proof.h"

#include <assert.h>
#include <math.h>

enum {
    STEP_PLACEMENTS = 10000, /* expansions of each search in a step, some hundredths
                                of a second in all; decides how often limits are
                                checked */
    STEP_BLOCKS = 50000,     /* blocks of the bitmap search in a step, for the same
                                reason */
    A_STAR_NODES = 1500000,  /* placements generated, then the breadth-first search
                               takes over if it fits memory; chosen by hand for less
                               than a second */
    A_STAR_LEAST_MB = 32     /* memory reserved for the two A* searches */
};

struct exact_keys {
    int64_t memory_mb;
};

/* The default holds the bitmaps of both sides for d = 5 with six rings, 678 MB. */
static const struct config_option options[] = {
    OPTION_INT_AT(struct exact_keys, memory_mb, "1024", 1, 1 << 20,
                  "MB that the placements of the search may take; past it the search "
                  "ends unproven"),
    OPTION_END};

/* The search that is running. */
enum stage {
    STAGE_A_STAR,     /* A* and the bidirectional search, alternating */
    STAGE_BFS,        /* bidirectional breadth-first search */
    STAGE_FIRST_HALF, /* path from the start to the meeting placement */
    STAGE_SECOND_HALF /* path from there to the target */
};

struct exact {
    const struct puzzle *puzzle;
    struct sliding_a_star a_star;
    struct sliding_bidirectional_a_star bidirectional;
    struct sliding_bidirectional_bfs bfs;
    bool bfs_fits;
    enum stage stage;
    uint64_t steps;    /* of the island so far */
    uint64_t replayed; /* how many of them the searches have executed */
    uint64_t met;      /* placements expanded or reached */
    unsigned bound;
    bool from_start;    /* SLIDING_SEARCH_NO_PATH: whose component was exhausted */
    uint64_t component; /* its placements */
    size_t moves;       /* of genes */
    int16_t genes[SLIDING_OPEN_LIST_MOST_MOVES * 2];
};

static enum status init(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct exact_keys *given = keys;
    struct exact *exact = ARENA_NEW(perm, struct exact, 1);
    if (!exact)
        return error_set(err, STATUS_MEMORY, "no memory for the exact search");
    exact->puzzle = puzzle;
    *self = exact;
    if (sliding_proof_init(puzzle, "exact", plan, err))
        return err->status;
    const struct sliding *sliding = puzzle->self;
    size_t bytes = (size_t)given->memory_mb << 20,
           sides = sliding_bidirectional_bfs_bytes(sliding);
    size_t least = (size_t)A_STAR_LEAST_MB << 20;
    exact->bfs_fits = bytes >= least && sides <= bytes - least;
    if (exact->bfs_fits) {
        bytes -= sides;
        if (sliding_bidirectional_bfs_init(&exact->bfs, sliding, perm, err))
            return err->status;
    }
    if (!sliding_a_star_init(&exact->a_star, sliding, 1, bytes / 3, perm, err))
        sliding_bidirectional_a_star_init(&exact->bidirectional, sliding, bytes / 3 * 2,
                                          perm, err);
    return err->status;
}

static void start(void *self, struct island *island)
{
    struct exact *exact = self;
    sliding_proof_start(exact->puzzle, island);
    exact->steps = exact->replayed = 0;
}

static void begin(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    sliding_a_star_begin(&exact->a_star, sliding->start, sliding->target);
    sliding_bidirectional_a_star_begin(&exact->bidirectional, sliding->start,
                                       sliding->target);
    exact->stage = STAGE_A_STAR;
    exact->bound = 0;
    exact->met = 0;
    exact->moves = 0;
}

static void raise_bound(struct exact *exact, unsigned bound)
{
    if (bound > exact->bound)
        exact->bound = bound;
}

/* Records that a search has proven that there is no path. */
static enum sliding_search_end set_no_path(struct exact *exact, bool from_start,
                                           uint64_t component)
{
    exact->from_start = from_start;
    exact->component = component;
    return SLIDING_SEARCH_NO_PATH;
}

static enum sliding_search_end run_a_star(struct exact *exact)
{
    struct sliding_a_star *a_star = &exact->a_star;
    enum sliding_search_end end = sliding_a_star_run(a_star, STEP_PLACEMENTS);
    assert(end != SLIDING_SEARCH_FOUND || a_star->bound >= exact->bound);
    raise_bound(exact, a_star->bound);
    if (end == SLIDING_SEARCH_FOUND) {
        exact->moves = a_star->bound;
        assert(exact->moves <= SLIDING_OPEN_LIST_MOST_MOVES);
        sliding_a_star_path(a_star, exact->genes);
    }
    return end == SLIDING_SEARCH_NO_PATH ? set_no_path(exact, true, a_star->list.count)
                                         : end;
}

/* Runs the bidirectional search and appends the path that it finds. */
static enum sliding_search_end run_bidirectional(struct exact *exact)
{
    struct sliding_bidirectional_a_star *search = &exact->bidirectional;
    enum sliding_search_end end =
        sliding_bidirectional_a_star_run(search, STEP_PLACEMENTS);
    if (end == SLIDING_SEARCH_FOUND) {
        assert(exact->moves + search->best <=
               sizeof exact->genes / sizeof *exact->genes);
        sliding_bidirectional_a_star_path(search, exact->genes + exact->moves);
        exact->moves += search->best;
    }
    return end == SLIDING_SEARCH_NO_PATH
               ? set_no_path(exact, search->exhausted == 0,
                             search->lists[search->exhausted].count)
               : end;
}

static bool is_unanswered(enum sliding_search_end end)
{
    return end == SLIDING_SEARCH_RUNNING || end == SLIDING_SEARCH_OUT_OF_MEMORY;
}

/* Runs A* and the bidirectional search for one step each; the first to end decides. */
static enum sliding_search_end run_both_a_star(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    enum sliding_search_end one = run_a_star(exact);
    enum sliding_search_end other =
        is_unanswered(one) ? run_bidirectional(exact) : SLIDING_SEARCH_RUNNING;
    raise_bound(exact, exact->bidirectional.bound);
    exact->met = exact->a_star.expanded + exact->bidirectional.expanded;
    if (!is_unanswered(one))
        return one;
    if (!is_unanswered(other))
        return other;
    bool full =
        one == SLIDING_SEARCH_OUT_OF_MEMORY && other == SLIDING_SEARCH_OUT_OF_MEMORY;
    uint64_t nodes = (uint64_t)exact->a_star.list.count +
                     exact->bidirectional.lists[0].count +
                     exact->bidirectional.lists[1].count;
    if (exact->bfs_fits && (full || nodes > A_STAR_NODES)) {
        sliding_bidirectional_bfs_begin(&exact->bfs, sliding->start, sliding->target);
        exact->stage = STAGE_BFS;
        return SLIDING_SEARCH_RUNNING;
    }
    return full ? SLIDING_SEARCH_OUT_OF_MEMORY : SLIDING_SEARCH_RUNNING;
}

/* Breadth-first search from both ends until the frontiers meet. */
static enum sliding_search_end run_bfs(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    struct sliding_bidirectional_bfs *bfs = &exact->bfs;
    uint64_t before = bfs->reached;
    enum sliding_search_end end = sliding_bidirectional_bfs_run(bfs, STEP_BLOCKS);
    raise_bound(exact, bfs->bound);
    exact->met += bfs->reached - before;
    if (end == SLIDING_SEARCH_NO_PATH)
        return set_no_path(exact, bfs->exhausted == 0,
                           bfs->sides[bfs->exhausted].total);
    if (end == SLIDING_SEARCH_FOUND) {
        sliding_bidirectional_a_star_begin(&exact->bidirectional, sliding->start,
                                           bfs->midpoint);
        exact->stage = STAGE_FIRST_HALF;
    }
    return SLIDING_SEARCH_RUNNING;
}

/* Finds the path to the meeting placement, then the path from there. */
static enum sliding_search_end run_half(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    uint64_t before = exact->bidirectional.expanded;
    enum sliding_search_end end = run_bidirectional(exact);
    exact->met += exact->bidirectional.expanded - before;
    if (end != SLIDING_SEARCH_FOUND || exact->stage == STAGE_SECOND_HALF)
        return end;
    sliding_bidirectional_a_star_begin(&exact->bidirectional, exact->bfs.midpoint,
                                       sliding->target);
    exact->stage = STAGE_SECOND_HALF;
    return SLIDING_SEARCH_RUNNING;
}

static enum sliding_search_end run_stage(struct exact *exact)
{
    switch (exact->stage) {
    case STAGE_A_STAR:
        return run_both_a_star(exact);
    case STAGE_BFS:
        return run_bfs(exact);
    default:
        return run_half(exact);
    }
}

/* One more step. After a checkpoint was restored the steps before it are executed
 * again: the searches are deterministic, so this restores their state. */
static enum sliding_search_end run_step(struct exact *exact)
{
    enum sliding_search_end end = SLIDING_SEARCH_RUNNING;
    exact->steps++;
    if (exact->replayed + 1 != exact->steps)
        exact->replayed = 0;
    if (exact->replayed == 0)
        begin(exact);
    for (; exact->replayed < exact->steps; exact->replayed++) {
        (void)interrupt_pending();
        end = run_stage(exact);
    }
    return end;
}

static void step(void *self, struct island *island)
{
    struct exact *exact = self;
    if (island->finished)
        return;
    enum sliding_search_end end = run_step(exact);
    island->evaluations = exact->met;
    island->bound = fmax(island->bound, exact->bound);
    if (end == SLIDING_SEARCH_FOUND)
        sliding_proof_found(exact->puzzle, island, exact->genes, exact->moves);
    else if (end == SLIDING_SEARCH_NO_PATH)
        sliding_proof_no_path(exact->puzzle, island, exact->from_start,
                              exact->component);
    else if (end == SLIDING_SEARCH_OUT_OF_MEMORY)
        sliding_proof_gave_up(island);
}

static size_t state(void *self, struct view *views)
{
    struct exact *exact = self;
    views[0] = (struct view){"steps", &exact->steps, sizeof exact->steps};
    return 1;
}

const struct algorithm sliding_exact_algorithm = {
    .name = "exact",
    .summary = "fewest moves, proven: A*, search from both ends, breadth-first search",
    .options = options,
    .keys_bytes = sizeof(struct exact_keys),
    .ends = true,
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
