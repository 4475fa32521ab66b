#include "sliding_astar_algorithm.h"

#include "sliding_a_star.h"
#include "sliding_proof.h"

#include <math.h>

/* Expansions in a step, about a tenth of a second; decides how often limits are
 * checked, not the result. Chosen by hand. */
enum { STEP_PLACEMENTS = 100000 };

enum heuristic { HEURISTIC_PAPER, HEURISTIC_PATTERN };
static const char *const heuristics[] = {"paper", "pattern", NULL};

struct astar_keys {
    int heuristic;
    int64_t pattern_rings;
    int64_t memory_mb;
};

/* Defaults: the paper's h; three rings to a group as in note 0007; memory by hand. */
static const struct config_option options[] = {
    OPTION_CHOICE_AT(struct astar_keys, heuristic, "paper", heuristics,
                     "lower bound of what is left: the paper's h, or patterns of "
                     "several rings"),
    OPTION_INT_AT(struct astar_keys, pattern_rings, "3", 1, 8,
                  "rings of a pattern; its table has 2^(d * rings) bytes, 2^24 at "
                  "most"),
    OPTION_INT_AT(struct astar_keys, memory_mb, "1024", 1, 1 << 20,
                  "MB that the placements of the search may take; past it the search "
                  "ends unproven"),
    OPTION_END};

struct astar {
    const struct puzzle *puzzle;
    struct sliding_a_star search;
    uint64_t steps;    /* of the island so far */
    uint64_t replayed; /* how many of them the search has executed */
    int16_t genes[SLIDING_OPEN_LIST_MOST_MOVES];
};

static enum status init(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct astar_keys *given = keys;
    struct astar *astar = ARENA_NEW(perm, struct astar, 1);
    if (!astar)
        return error_set(err, STATUS_MEMORY, "no memory for A*");
    astar->puzzle = puzzle;
    *self = astar;
    if (sliding_proof_init(puzzle, "astar", plan, err))
        return err->status;
    const struct sliding *sliding = puzzle->self;
    unsigned per_group =
        given->heuristic == HEURISTIC_PAPER ? 1 : (unsigned)given->pattern_rings;
    if (per_group * sliding->d > SLIDING_PDB_MAX_BITS)
        return error_at(err, "astar.pattern_rings",
                        "%u rings in %u dimensions (expected: at most %u)", per_group,
                        sliding->d, SLIDING_PDB_MAX_BITS / sliding->d);
    return sliding_a_star_init(&astar->search, sliding, per_group,
                               (size_t)given->memory_mb << 20, perm, err);
}

static void start(void *self, struct island *island)
{
    struct astar *astar = self;
    sliding_proof_start(astar->puzzle, island);
    astar->steps = astar->replayed = 0;
}

/* One more step; after a restored checkpoint, all steps before it again. */
static enum sliding_search_end run_step(struct astar *astar)
{
    const struct sliding *sliding = astar->puzzle->self;
    astar->steps++;
    if (astar->replayed + 1 != astar->steps)
        astar->replayed = 0;
    if (astar->replayed == 0)
        sliding_a_star_begin(&astar->search, sliding->start, sliding->target);
    for (; astar->replayed < astar->steps; astar->replayed++)
        sliding_a_star_run(&astar->search, STEP_PLACEMENTS);
    return astar->search.end;
}

static void step(void *self, struct island *island)
{
    struct astar *astar = self;
    const struct sliding_a_star *search = &astar->search;
    if (island->finished)
        return;
    enum sliding_search_end end = run_step(astar);
    island->evaluations = search->expanded;
    island->bound = fmax(island->bound, search->bound);
    if (end == SLIDING_SEARCH_FOUND) {
        sliding_a_star_path(search, astar->genes);
        sliding_proof_found(astar->puzzle, island, astar->genes, search->bound);
    } else if (end == SLIDING_SEARCH_NO_PATH && search->list.pruned) {
        sliding_proof_no_path_pruned(island, search->pdb.groups[0].count,
                                     search->list.count);
    } else if (end == SLIDING_SEARCH_NO_PATH) {
        sliding_proof_no_path(astar->puzzle, island, true, search->list.count);
    } else if (end == SLIDING_SEARCH_OUT_OF_MEMORY) {
        sliding_proof_gave_up(island);
    }
}

static size_t state(void *self, struct view *views)
{
    struct astar *astar = self;
    views[0] = (struct view){"steps", &astar->steps, sizeof astar->steps};
    return 1;
}

const struct algorithm sliding_astar_algorithm = {
    .name = "astar",
    .summary = "fewest moves, proven: A* (Merleau et al., 3.1), or with patterns",
    .options = options,
    .keys_bytes = sizeof(struct astar_keys),
    .ends = true,
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
