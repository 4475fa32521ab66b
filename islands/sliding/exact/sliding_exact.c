#include "sliding_exact.h"

#include "interrupt.h"
#include "sliding_a_star.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bidirectional_bfs.h"
#include "sliding_proof.h"

#include <assert.h>
#include <math.h>

enum {
    STEP_PLACEMENTS = 10000, /* expanded in one step by each search: some hundredths of
                                a second together */
    STEP_BLOCKS = 50000,     /* of a search in one step: the same */
    RACE_NODES = 1500000, /* placements met, after which searches go on where they fit
                                memory: less than a second */
    RACE_LEAST_MB = 32    /* what the race keeps beside searches */
};

struct exact_keys {
    int64_t memory_mb;
};

static const struct config_option options[] = {
    OPTION_INT_AT(struct exact_keys, memory_mb, "1024", 1, 1 << 20,
                  "MB that the placements of the search may take; past it the search "
                  "ends unproven"),
    OPTION_END};

/* What is done now. */
enum stage {
    STAGE_RACE,   /* A* and search from both ends, side by side */
    STAGE_FLOODS, /* wide */
    STAGE_HALVES, /* search, from the start to half-way */
    STAGE_REST    /* search, from half-way to the target */
};

struct exact {
    const struct puzzle *puzzle;
    struct sliding_a_star a_star;
    struct sliding_bidirectional_a_star from_both;
    struct sliding_bidirectional_bfs wide;
    bool floods_fit;
    enum stage stage;
    uint64_t steps; /* of the island so far */
    uint64_t taken; /* of those, steps that the searches have done */
    uint64_t met;   /* placements expanded or reached */
    unsigned bound;
    bool of_start;      /* SLIDING_SEARCH_APART: whose component was exhausted */
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
    size_t least = (size_t)RACE_LEAST_MB << 20;
    exact->floods_fit = bytes >= least && sides <= bytes - least;
    if (exact->floods_fit) {
        bytes -= sides;
        if (sliding_bidirectional_bfs_init(&exact->wide, sliding, perm, err))
            return err->status;
    }
    if (!sliding_a_star_init(&exact->a_star, sliding, 1, bytes / 3, perm, err))
        sliding_bidirectional_a_star_init(&exact->from_both, sliding, bytes / 3 * 2,
                                          perm, err);
    return err->status;
}

static void start(void *self, struct island *island)
{
    struct exact *exact = self;
    sliding_proof_start(exact->puzzle, island);
    exact->steps = exact->taken = 0;
}

static void begin(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    sliding_a_star_begin(&exact->a_star, sliding->start, sliding->target);
    sliding_bidirectional_a_star_begin(&exact->from_both, sliding->start,
                                       sliding->target);
    exact->stage = STAGE_RACE;
    exact->bound = 0;
    exact->met = 0;
    exact->moves = 0;
}

static void raise_bound(struct exact *exact, unsigned bound)
{
    if (bound > exact->bound)
        exact->bound = bound;
}

/* A search has shown that there is no way. */
static enum sliding_search_end set_apart(struct exact *exact, bool of_start,
                                         uint64_t component)
{
    exact->of_start = of_start;
    exact->component = component;
    return SLIDING_SEARCH_APART;
}

static enum sliding_search_end work_seek(struct exact *exact)
{
    struct sliding_a_star *a_star = &exact->a_star;
    enum sliding_search_end end = sliding_a_star_work(a_star, STEP_PLACEMENTS);
    assert(end != SLIDING_SEARCH_FOUND || a_star->bound >= exact->bound);
    raise_bound(exact, a_star->bound);
    if (end == SLIDING_SEARCH_FOUND) {
        exact->moves = a_star->bound;
        assert(exact->moves <= SLIDING_OPEN_LIST_MOST_MOVES);
        sliding_a_star_way(a_star, exact->genes);
    }
    return end == SLIDING_SEARCH_APART ? set_apart(exact, true, a_star->list.count)
                                       : end;
}

/* Adds the way that it finds to the moves so far. */
static enum sliding_search_end work_meet(struct exact *exact)
{
    struct sliding_bidirectional_a_star *search = &exact->from_both;
    enum sliding_search_end end =
        sliding_bidirectional_a_star_work(search, STEP_PLACEMENTS);
    if (end == SLIDING_SEARCH_FOUND) {
        assert(exact->moves + search->best <=
               sizeof exact->genes / sizeof *exact->genes);
        sliding_bidirectional_a_star_way(search, exact->genes + exact->moves);
        exact->moves += search->best;
    }
    return end == SLIDING_SEARCH_APART
               ? set_apart(exact, search->exhausted == 0,
                           search->lists[search->exhausted].count)
               : end;
}

static bool is_open(enum sliding_search_end end)
{
    return end == SLIDING_SEARCH_WORKING || end == SLIDING_SEARCH_FULL;
}

/* A* and the search from both ends side by side: the first to end has the answer. */
static enum sliding_search_end race(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    enum sliding_search_end one = work_seek(exact);
    enum sliding_search_end other =
        is_open(one) ? work_meet(exact) : SLIDING_SEARCH_WORKING;
    raise_bound(exact, exact->from_both.bound);
    exact->met = exact->a_star.expanded + exact->from_both.expanded;
    if (!is_open(one))
        return one;
    if (!is_open(other))
        return other;
    bool full = one == SLIDING_SEARCH_FULL && other == SLIDING_SEARCH_FULL;
    uint64_t nodes = (uint64_t)exact->a_star.list.count +
                     exact->from_both.lists[0].count + exact->from_both.lists[1].count;
    if (exact->floods_fit && (full || nodes > RACE_NODES)) {
        sliding_bidirectional_bfs_begin(&exact->wide, sliding->start, sliding->target);
        exact->stage = STAGE_FLOODS;
        return SLIDING_SEARCH_WORKING;
    }
    return full ? SLIDING_SEARCH_FULL : SLIDING_SEARCH_WORKING;
}

/* Two searches, until they meet half-way. */
static enum sliding_search_end bfs(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    struct sliding_bidirectional_bfs *wide = &exact->wide;
    uint64_t before = wide->met;
    enum sliding_search_end end = sliding_bidirectional_bfs_work(wide, STEP_BLOCKS);
    raise_bound(exact, wide->bound);
    exact->met += wide->met - before;
    if (end == SLIDING_SEARCH_APART)
        return set_apart(exact, wide->exhausted == 0,
                         wide->sides[wide->exhausted].total);
    if (end == SLIDING_SEARCH_FOUND) {
        sliding_bidirectional_a_star_begin(&exact->from_both, sliding->start,
                                           wide->half);
        exact->stage = STAGE_HALVES;
    }
    return SLIDING_SEARCH_WORKING;
}

/* The moves of one half of the way, then of the other. */
static enum sliding_search_end halve(struct exact *exact)
{
    const struct sliding *sliding = exact->puzzle->self;
    uint64_t before = exact->from_both.expanded;
    enum sliding_search_end end = work_meet(exact);
    exact->met += exact->from_both.expanded - before;
    if (end != SLIDING_SEARCH_FOUND || exact->stage == STAGE_REST)
        return end;
    sliding_bidirectional_a_star_begin(&exact->from_both, exact->wide.half,
                                       sliding->target);
    exact->stage = STAGE_REST;
    return SLIDING_SEARCH_WORKING;
}

static enum sliding_search_end work(struct exact *exact)
{
    switch (exact->stage) {
    case STAGE_RACE:
        return race(exact);
    case STAGE_FLOODS:
        return bfs(exact);
    default:
        return halve(exact);
    }
}

/* One more slice of the search. After a checkpoint was restored, the search does its
 * steps over again, which ends in the same state: it draws no random numbers. */
static enum sliding_search_end go_on(struct exact *exact)
{
    enum sliding_search_end end = SLIDING_SEARCH_WORKING;
    exact->steps++;
    if (exact->taken + 1 != exact->steps)
        exact->taken = 0;
    if (exact->taken == 0)
        begin(exact);
    for (; exact->taken < exact->steps; exact->taken++) {
        (void)interrupt_pending();
        end = work(exact);
    }
    return end;
}

static void step(void *self, struct island *island)
{
    struct exact *exact = self;
    if (island->finished)
        return;
    enum sliding_search_end end = go_on(exact);
    island->evaluations = exact->met;
    island->bound = fmax(island->bound, exact->bound);
    if (end == SLIDING_SEARCH_FOUND)
        sliding_proof_found(exact->puzzle, island, exact->genes, exact->moves);
    else if (end == SLIDING_SEARCH_APART)
        sliding_proof_apart(exact->puzzle, island, exact->of_start, exact->component);
    else if (end == SLIDING_SEARCH_FULL)
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
