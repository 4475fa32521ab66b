#include "sliding_heal.h"

#include "sliding_beam_connect.h"
#include "sliding_bounded_bidirectional.h"
#include "sliding_operators.h"
#include "sliding_reaches.h"

#include <string.h>

/* Searches for a path to the target, tried in this order. Where most moves are legal a
 * large weight with few moves branched is fastest; where few are, breadth-first search
 * reaches the perimeter. Chosen by hand, not measured one by one. */
static const struct {
    size_t nodes;
    unsigned weight, branching;
} attempts[] = {{2048, 8, 3},
                {4096, 4, 3},
                {32768, 0, 0},
                {32768, 8, 3},
                {SLIDING_BOUNDED_BIDIRECTIONAL_NODES, 4, 3}};

enum {
    ATTEMPTS = sizeof attempts / sizeof *attempts,
    SAMPLE_LENGTH_FACTOR = 4, /* longest sample, in multiples of the lower bound;
                                 chosen by hand */
    SAMPLE_MIN_WIDTH = 64,    /* width of the first beam search of a sample ... */
    SAMPLE_MAX_WIDTH = 1024   /* ... and of the last; chosen by hand */
};

size_t sliding_heal_path_bytes(const struct sliding_instance *instance)
{
    size_t search = sliding_bounded_bidirectional_bytes(
               instance, SLIDING_BOUNDED_BIDIRECTIONAL_NODES),
           cut = sliding_path_bytes(instance);
    return instance->puzzle.length * sizeof(int16_t) + ARENA_ALIGN +
           (search > cut ? search : cut);
}

size_t sliding_heal_bytes(const struct sliding_instance *instance)
{
    size_t heal = sliding_heal_path_bytes(instance),
           connect = sliding_beam_connect_bytes(instance);
    return sliding_path_bytes(instance) + (heal > connect ? heal : connect) +
           2 * (instance->puzzle.length + 1) * sizeof(int16_t) +
           (size_t)2 * ARENA_ALIGN;
}

static bool is_at_target(const struct sliding_instance *instance,
                         const struct sliding_path *path)
{
    return !memcmp(sliding_path_end(instance, path), instance->puzzle.target,
                   instance->puzzle.rings);
}

/* Appends a path to the target. unsolvable: out, no path from the start is short
 * enough. */
static bool complete(const struct sliding_instance *instance, int attempt,
                     struct rng *rng, struct arena scratch, struct sliding_path *path,
                     bool *unsolvable)
{
    int16_t *genes = ARENA_NEW(&scratch, int16_t, instance->puzzle.length);
    struct sliding_bounded_bidirectional task = {
        .from = sliding_path_end(instance, path),
        .to = instance->puzzle.target,
        .most = instance->puzzle.length - path->moves,
        .nodes = attempts[attempt].nodes,
        .weight = attempts[attempt].weight,
        .branching = attempts[attempt].branching};
    int n = sliding_bounded_bidirectional_find(instance, &task, rng, scratch, genes);
    *unsolvable = task.exhausted && path->moves == 0;
    for (int i = 0; i < n; i++)
        sliding_path_add(instance, path, genes[i]);
    return n != SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH;
}

bool sliding_heal_path(const struct sliding_instance *instance, struct rng *rng,
                       struct arena scratch, struct sliding_path *path)
{
    bool unsolvable = false;
    sliding_path_end_at_target(instance, path);
    sliding_path_remove_loops(instance, path, scratch);
    if (is_at_target(instance, path))
        return true;
    for (int i = 0; i < ATTEMPTS && !unsolvable; i++) {
        if (complete(instance, i, rng, scratch, path, &unsolvable)) {
            sliding_path_remove_loops(instance, path, scratch);
            return true;
        }
        path->moves /= 2;
    }
    return false;
}

bool sliding_heal(const void *self, struct rng *rng, struct arena scratch, void *genome)
{
    const struct sliding_instance *instance = self;
    if (sliding_is_solution(instance, genome))
        return true;
    struct sliding_path path = sliding_path_take(instance, &scratch);
    sliding_path_follow(instance, &path, genome, instance->puzzle.length);
    bool solved = sliding_heal_path(instance, rng, scratch, &path);
    sliding_path_write(instance, &path, genome);
    return solved;
}

size_t sliding_random_walk(const struct sliding_instance *instance, size_t n,
                           struct rng *rng, uint8_t *at, int16_t *genes)
{
    const struct sliding *puzzle = &instance->puzzle;
    vertex_set reach[SLIDING_MAX_RINGS];
    for (size_t i = 0; i < n; i++) {
        size_t moves = 0;
        unsigned r = 0;
        sliding_reaches(puzzle, at, reach);
        for (unsigned s = 0; s < puzzle->rings; s++)
            moves += sliding_count(reach[s]);
        if (moves == 0)
            return i;
        size_t drawn = (size_t)rng_below(rng, moves);
        for (; drawn >= sliding_count(reach[r]); r++)
            drawn -= sliding_count(reach[r]);
        at[r] = (uint8_t)sliding_nth(reach[r], drawn);
        genes[i] = sliding_gene(puzzle, r, at[r]);
    }
    return n;
}

/* Beam searches between start and target, of growing width until one succeeds; false
 * when none does. */
static bool sample_by_beam(const struct sliding_instance *instance, struct rng *rng,
                           struct arena scratch, struct sliding_path *path)
{
    const struct sliding *puzzle = &instance->puzzle;
    size_t short_length =
        SAMPLE_LENGTH_FACTOR * sliding_bound(puzzle, puzzle->start, puzzle->target);
    struct sliding_beam_connect connect = {
        .from = puzzle->start,
        .to = puzzle->target,
        .limit = (short_length < puzzle->length ? short_length : puzzle->length) + 1,
        .pruned = true};
    int16_t *genes = ARENA_NEW(&scratch, int16_t, puzzle->length + 1);
    int n = SLIDING_BEAM_NO_PATH;
    for (connect.width = SAMPLE_MIN_WIDTH;
         n == SLIDING_BEAM_NO_PATH && connect.pruned &&
         connect.width <= SAMPLE_MAX_WIDTH;
         connect.width *= 4)
        n = sliding_beam_connect_find(instance, &connect, rng, scratch, genes);
    for (int i = 0; i < n; i++)
        sliding_path_add(instance, path, genes[i]);
    return n != SLIDING_BEAM_NO_PATH;
}

/* A random walk from the start, then repaired by sliding_heal_path. */
static bool sample_by_walk(const struct sliding_instance *instance, struct rng *rng,
                           struct arena scratch, struct sliding_path *path)
{
    const struct sliding *puzzle = &instance->puzzle;
    size_t most = sliding_bound(puzzle, puzzle->start, puzzle->target);
    if (most > puzzle->length)
        most = puzzle->length;
    uint8_t at[SLIDING_MAX_RINGS];
    int16_t *genes = ARENA_NEW(&scratch, int16_t, most);
    memcpy(at, puzzle->start, puzzle->rings);
    size_t n =
        sliding_random_walk(instance, (size_t)rng_below(rng, most + 1), rng, at, genes);
    for (size_t i = 0; i < n; i++)
        sliding_path_add(instance, path, genes[i]);
    return sliding_heal_path(instance, rng, scratch, path);
}

bool sliding_sample(const void *self, struct rng *rng, struct arena scratch,
                    void *genome)
{
    const struct sliding_instance *instance = self;
    const struct sliding *puzzle = &instance->puzzle;
    struct sliding_path path = sliding_path_take(instance, &scratch);
    bool solved = !memcmp(puzzle->start, puzzle->target, puzzle->rings) ||
                  sample_by_beam(instance, rng, scratch, &path) ||
                  sample_by_walk(instance, rng, scratch, &path);
    sliding_path_write(instance, &path, genome);
    return solved;
}
