#include "sliding_bound.h"

#include "sliding_bounded_bidirectional.h"

#include <math.h>

enum {
    NODES_A_SECOND = 100000, /* expansions of the diagnosis for each second allowed:
                                below the actual speed, so that it ends in time;
                                chosen by hand */
    MOST_NODES = 1 << 20,    /* most placements of the diagnosis, a limit of memory */
    LONGEST = UINT16_MAX     /* longest path that it searches for */
};

/* Shortens the path to the target until that is proven impossible or the search exceeds
 * its nodes; returns the lower bound. */
static unsigned tighten(const struct sliding_instance *instance, struct arena scratch)
{
    const struct sliding *puzzle = &instance->puzzle;
    struct sliding_bounded_bidirectional task = {
        .from = puzzle->start,
        .to = puzzle->target,
        .most = puzzle->length,
        .nodes = SLIDING_BOUNDED_BIDIRECTIONAL_NODES,
        .weight = 2};
    struct rng rng;
    int16_t *genes = ARENA_NEW(&scratch, int16_t, puzzle->length);
    unsigned bound = 0;
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    for (;;) {
        int moves =
            sliding_bounded_bidirectional_find(instance, &task, &rng, scratch, genes);
        if (task.exhausted)
            return (unsigned)task.most + 1;
        bound = task.least > bound ? task.least : bound;
        if (moves <= (int)bound)
            return bound;
        task.most = (size_t)moves - 1;
    }
}

size_t sliding_prove_bound(const struct sliding_instance *instance)
{
    const struct sliding *puzzle = &instance->puzzle;
    uint64_t key = sliding_key(instance, puzzle->start);
    unsigned bound =
        sliding_perimeter_bound(&instance->perimeter, key,
                                sliding_bound(puzzle, puzzle->start, puzzle->target));
    if (instance->perimeter.complete ||
        sliding_perimeter_distance(&instance->perimeter, key) >= 0)
        return bound;
    struct arena own;
    arena_init(&own);
    struct arena scratch =
        arena_scratch(&own, sliding_bounded_bidirectional_bytes(
                                instance, SLIDING_BOUNDED_BIDIRECTIONAL_NODES) +
                                puzzle->length * sizeof(int16_t) + ARENA_ALIGN);
    unsigned proven = scratch.at ? tighten(instance, scratch) : 0;
    arena_free(&own);
    return proven > bound ? proven : bound;
}

static void explain(struct verdict *verdict,
                    const struct sliding_bounded_bidirectional *task)
{
    const char *here = task->exhausted_end ? "target" : "start";
    const char *there = task->exhausted_end ? "start" : "target";
    verdict->infeasible = true;
    if (task->component == 1)
        snprintf(verdict->reason, sizeof verdict->reason,
                 "no ring can move from the %s, and the %s is elsewhere", here, there);
    else
        snprintf(verdict->reason, sizeof verdict->reason,
                 "all %zu placements that can be reached from the %s were searched, "
                 "and the %s is none of them",
                 task->component, here, there);
}

void sliding_diagnose(void *self, double seconds, struct verdict *verdict)
{
    const struct sliding_instance *instance = self;
    const struct sliding *puzzle = self;
    double nodes = fmax(1, fmin(MOST_NODES, seconds * NODES_A_SECOND));
    struct sliding_bounded_bidirectional task = {.from = puzzle->start,
                                                 .to = puzzle->target,
                                                 .most = LONGEST,
                                                 .nodes = (size_t)nodes,
                                                 .both_ends = true};
    struct rng rng;
    struct arena own;
    arena_init(&own);
    struct arena scratch =
        arena_scratch(&own, sliding_bounded_bidirectional_bytes(instance, task.nodes) +
                                LONGEST * sizeof(int16_t) + ARENA_ALIGN);
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    if (scratch.at) {
        int16_t *genes = ARENA_NEW(&scratch, int16_t, LONGEST);
        sliding_bounded_bidirectional_find(instance, &task, &rng, scratch, genes);
        if (task.exhausted)
            explain(verdict, &task);
    }
    arena_free(&own);
    if (!verdict->infeasible && instance->bound > puzzle->length) {
        verdict->infeasible = true;
        snprintf(verdict->reason, sizeof verdict->reason,
                 "every path has %zu moves or more, and sliding.length allows %zu",
                 instance->bound, puzzle->length);
    }
}
