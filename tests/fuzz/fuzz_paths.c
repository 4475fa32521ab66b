#include "fuzz_paths.h"

#include "sliding_keys.h"
#include "sliding_problem.h"

static struct {
    struct sliding_vertex start[SLIDING_MAX_RINGS], target[SLIDING_MAX_RINGS];
    struct arena perm, scratch;
    void *self;
    struct rng rng;
} own;

bool fuzz_paths_open(const struct fuzz_paths_puzzle *puzzle, uint64_t seed)
{
    struct shape shape;
    struct error err = {0};
    struct sliding_keys keys = {.d = puzzle->d,
                                .k = puzzle->k,
                                .l = OPTION_ABSENT,
                                .start = {own.start, puzzle->rings},
                                .target = {own.target, puzzle->rings},
                                .length = puzzle->length};
    for (unsigned r = 0; r < puzzle->rings; r++) {
        own.start[r].value = puzzle->start[r];
        own.target[r].value = puzzle->target[r];
    }
    arena_init(&own.perm);
    rng_init(&own.rng, seed, 0, 0, RNG_PROBLEM);
    if (sliding_problem.init(&keys, &own.perm, &own.self, &shape, &err))
        return false;
    own.scratch = arena_scratch(&own.perm, shape.scratch_bytes);
    return own.scratch.at;
}

void fuzz_paths_close(void)
{
    arena_free(&own.perm);
}

bool fuzz_paths_heal(struct fuzz_path *path)
{
    return sliding_problem.heal(own.self, &own.rng, own.scratch, path->gene);
}

bool fuzz_paths_recombine(const struct fuzz_path *a, const struct fuzz_path *b,
                          double rate, struct fuzz_path *child)
{
    return sliding_problem.recombine(own.self, a->gene, b->gene, rate, &own.rng,
                                     own.scratch, child->gene);
}

bool fuzz_paths_cross(const struct fuzz_path *a, const struct fuzz_path *b, double rate,
                      struct fuzz_path *child)
{
    sliding_problem.crossover(own.self, a->gene, b->gene, &own.rng, own.scratch,
                              child->gene);
    sliding_problem.mutate(own.self, rate, &own.rng, own.scratch, child->gene);
    return fuzz_paths_heal(child);
}
