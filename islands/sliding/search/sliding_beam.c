#include "sliding_beam.h"

#include "sliding_beam_search.h"

#include <math.h>
#include <string.h>

/* A generation ends with the level after so many expansions. Chosen by hand: some
 * milliseconds. */
enum { EXPANSIONS_A_STEP = 4096 };

/* Defaults chosen by hand; 4 million nodes take 56 MB. */
static const struct config_option beam_options[] = {
    OPTION_INT_AT(struct sliding_beam_keys, width, "64", 1, 1e7,
                  "placements a level in the first two searches"),
    OPTION_INT_AT(struct sliding_beam_keys, widest, "131072", 1, 1e7,
                  "placements a level in any search"),
    OPTION_INT_AT(struct sliding_beam_keys, nodes, "4000000", 1, 1e9,
                  "placements a search may keep, about 14 bytes each"),
    OPTION_END};

/* Determines a search and its progress: the content of a checkpoint. */
struct search_state {
    uint64_t seed, width, levels; /* levels: completed */
    uint64_t limit;               /* paths must have fewer moves, at the start of the
                                     search */
    uint64_t backward;            /* 1: from the target */
    uint64_t best;                /* moves of the island's best path */
};

struct beam {
    const struct sliding_beam_keys *keys;
    const struct sliding_instance *instance;
    struct search_state search_state;
    /* The running search; not in a checkpoint. */
    uint64_t seed; /* of that search; 0: none */
    struct sliding_beam_search search;
    int16_t *path; /* puzzle.length genes: the path just found */
};

static enum status check(const struct sliding_beam_keys *keys, struct error *err)
{
    if (keys->widest < keys->width)
        return error_at(err, "beam.widest",
                        "%lld (expected: at least beam.width, %lld)",
                        (long long)keys->widest, (long long)keys->width);
    if (keys->nodes < keys->widest)
        return error_at(err, "beam.nodes",
                        "%lld (expected: at least beam.widest, %lld)",
                        (long long)keys->nodes, (long long)keys->widest);
    return STATUS_OK;
}

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct sliding_beam_keys *keys = section;
    const struct sliding_instance *instance = puzzle->self;
    if (check(keys, err))
        return err->status;
    struct beam *beam = ARENA_NEW(perm, struct beam, 1);
    if (!beam)
        return error_set(err, STATUS_MEMORY, "no memory for beam");
    *beam = (struct beam){.keys = keys,
                          .instance = instance,
                          .search_state = {.best = UINT64_MAX},
                          .path = ARENA_NEW(perm, int16_t, instance->puzzle.length)};
    if (!beam->path ||
        !sliding_beam_search_take(&beam->search, instance, (size_t)keys->widest,
                                  (size_t)keys->nodes, perm))
        return error_set(err, STATUS_MEMORY, "no memory for a beam of %lld placements",
                         (long long)keys->nodes);
    *plan = (struct plan){.individuals = 1, .capacity = 1};
    *self = beam;
    return STATUS_OK;
}

/* Writes the path that was found to the individual; false when a key collision made it
 * up. */
static bool write_row(struct beam *beam, struct population *pop)
{
    const struct sliding *puzzle = &beam->instance->puzzle;
    int16_t *gene = population_genome(pop, 0);
    size_t moves = beam->search.task.limit;
    bool traced = beam->search_state.backward
                      ? sliding_beam_search_trace_back(&beam->search, beam->path)
                      : sliding_beam_search_trace(&beam->search, beam->path);
    if (!traced)
        return false;
    for (size_t i = 0; i < puzzle->length; i++)
        gene[i] = i < moves ? beam->path[i] : SLIDING_END;
    population_cost(pop, 0)[0] = (double)moves;
    population_cost(pop, 0)[1] = 0;
    return true;
}

/* Expands one level; returns the moves generated. */
static size_t advance(struct beam *beam, struct population *pop)
{
    size_t moves = sliding_beam_search_advance(&beam->search);
    if (beam->search.found && beam->search.task.limit < beam->search_state.best &&
        write_row(beam, pop))
        beam->search_state.best = beam->search.task.limit;
    return moves;
}

/* Starts the search that search_state describes. */
static void begin_search(struct beam *beam)
{
    const struct sliding *puzzle = &beam->instance->puzzle;
    const struct search_state *search_state = &beam->search_state;
    struct sliding_beam_search_task task = {
        .from = search_state->backward ? puzzle->target : puzzle->start,
        .to = search_state->backward ? puzzle->start : puzzle->target,
        .width = (size_t)search_state->width,
        .limit = (size_t)search_state->limit,
        .seed = search_state->seed};
    beam->seed = search_state->seed;
    sliding_beam_search_begin(&beam->search, &task);
}

static void choose_search(struct beam *beam, struct island *island, uint64_t width)
{
    struct search_state *search_state = &beam->search_state;
    search_state->limit = beam->instance->puzzle.length + 1;
    if (search_state->best < search_state->limit)
        search_state->limit = search_state->best;
    if (island->incumbent < (double)search_state->limit)
        search_state->limit = (uint64_t)island->incumbent;
    search_state->seed = rng_next(&island->rng) | 1;
    search_state->width = width;
    search_state->levels = 0;
}

static void start(void *self, struct island *island)
{
    struct beam *beam = self;
    const struct sliding *puzzle = &beam->instance->puzzle;
    int16_t *gene = population_genome(island->pop, 0);
    double *cost = population_cost(island->pop, 0);
    for (size_t i = 0; i < puzzle->length; i++)
        gene[i] = SLIDING_END;
    cost[1] = sliding_bound(puzzle, puzzle->start, puzzle->target);
    cost[0] = cost[1] > 0 ? INFINITY : 0;
    if (cost[0] < INFINITY)
        beam->search_state.best = 0;
    island->pop->count = 1;
    island->evaluations++;
    choose_search(beam, island, (uint64_t)beam->keys->width);
}

/* After a resume, repeats the search up to where it was. */
static void catch_up(struct beam *beam, struct island *island)
{
    if (beam->seed == beam->search_state.seed &&
        beam->search.levels == beam->search_state.levels)
        return;
    begin_search(beam);
    while (beam->search.levels < beam->search_state.levels)
        advance(beam, island->pop);
}

/* The direction alternates; the width doubles after every backward search. */
static void end_search(struct beam *beam, struct island *island)
{
    uint64_t width = beam->search_state.width, widest = (uint64_t)beam->keys->widest;
    island->finished = !beam->search.pruned;
    if (beam->search_state.backward)
        width = 2 * width < widest ? 2 * width : widest;
    beam->search_state.backward ^= 1;
    choose_search(beam, island, width);
}

static void step(void *self, struct island *island)
{
    struct beam *beam = self;
    const struct sliding_beam_search_level *now = &beam->search.now;
    size_t expanded = 0;
    catch_up(beam, island);
    while (expanded < EXPANSIONS_A_STEP && now->count) {
        expanded += now->count;
        island->evaluations += advance(beam, island->pop);
    }
    beam->search_state.levels = beam->search.levels;
    if (!now->count)
        end_search(beam, island);
}

static size_t state(void *self, struct view *views)
{
    struct beam *beam = self;
    views[0] = (struct view){"course", &beam->search_state, sizeof beam->search_state};
    return 1;
}

const struct algorithm sliding_beam_algorithm = {
    .name = "beam",
    .summary = "beam search by the lower bound, wider with each restart, as a baseline",
    .options = beam_options,
    .keys_bytes = sizeof(struct sliding_beam_keys),
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
