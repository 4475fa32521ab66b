#include "sliding_operators.h"

#include "sliding_path_index.h"

#include <math.h>

size_t sliding_operators_bytes(const struct sliding_instance *instance)
{
    size_t positions = instance->puzzle.length + 1;
    return 2 * sliding_path_bytes(instance) + hash_index_bytes(positions) +
           positions * (2 * sizeof(uint64_t) + sizeof(uint16_t)) +
           (size_t)5 * ARENA_ALIGN;
}

static bool is_end(const struct sliding *puzzle, const int16_t *genome, size_t from)
{
    for (size_t i = from; i < puzzle->length; i++)
        if (genome[i] != SLIDING_END)
            return false;
    return true;
}

bool sliding_is_solution(const struct sliding_instance *instance, const int16_t *genome)
{
    const struct sliding *puzzle = &instance->puzzle;
    struct sliding_position position;
    size_t moves = sliding_replay(puzzle, genome, &position);
    return sliding_matches(puzzle, &position) == puzzle->rings &&
           is_end(puzzle, genome, moves);
}

void sliding_evaluate(const void *self, const void *genomes, size_t n,
                      struct arena scratch, double *cost)
{
    const struct sliding *puzzle = self;
    const int16_t *genome = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++, genome += puzzle->length, cost += 2) {
        struct sliding_position position;
        size_t moves = sliding_replay(puzzle, genome, &position);
        cost[1] = sliding_bound(puzzle, position.at, puzzle->target);
        cost[0] =
            cost[1] > 0 || !is_end(puzzle, genome, moves) ? INFINITY : (double)moves;
    }
}

static struct sliding_path path_of(const struct sliding_instance *instance,
                                   const int16_t *genome, struct arena *scratch)
{
    struct sliding_path path = sliding_path_take(instance, scratch);
    sliding_path_follow(instance, &path, genome, instance->puzzle.length);
    return path;
}

void sliding_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                       struct arena scratch, void *child)
{
    const struct sliding_instance *instance = self;
    size_t length = instance->puzzle.length;
    struct sliding_crossover_point point = {0, 0};
    memcpy(child, a, length * sizeof(int16_t));
    if (!memcmp(a, b, length * sizeof(int16_t)))
        return;
    struct sliding_path one = path_of(instance, a, &scratch);
    struct sliding_path other = path_of(instance, b, &scratch);
    if (!sliding_path_common_position(&one, &other, length, rng, scratch, &point)) {
        point.i = (size_t)rng_below(rng, one.moves + 1);
        point.j = one.moves ? point.i * other.moves / one.moves : 0;
    }
    size_t n = other.moves - point.j, room = length - point.i;
    one.moves = point.i;
    sliding_path_write(instance, &one, child);
    memcpy((int16_t *)child + point.i, other.gene + point.j,
           (n < room ? n : room) * sizeof(int16_t));
}

void sliding_mutate(const void *self, double rate, struct rng *rng,
                    struct arena scratch, void *genome)
{
    const struct sliding *puzzle = self;
    int16_t *gene = genome;
    struct sliding_position position;
    (void)scratch;
    sliding_place(puzzle, puzzle->start, &position);
    for (size_t i = 0; i < puzzle->length && gene[i] != SLIDING_END; i++) {
        if (rng_chance(rng, rate)) {
            unsigned ring = (unsigned)rng_below(rng, puzzle->rings);
            vertex_set reach =
                sliding_reach(puzzle, position.occupied, position.at[ring]);
            if (reach)
                gene[i] = sliding_gene(
                    puzzle, ring,
                    sliding_nth(reach, (size_t)rng_below(rng, sliding_count(reach))));
        }
        if (sliding_legal(puzzle, &position, gene[i]))
            sliding_shift(&position, sliding_ring_of(puzzle, gene[i]),
                          sliding_vertex_of(puzzle, gene[i]));
    }
}

/* Keys of the moves, each with the position before it; returns how many. */
static size_t transitions(const struct sliding_instance *instance,
                          const int16_t *genome, uint64_t *key)
{
    const struct sliding *puzzle = &instance->puzzle;
    uint8_t at[SLIDING_MAX_RINGS];
    uint64_t position = sliding_key(instance, puzzle->start);
    size_t n = 0;
    memcpy(at, puzzle->start, puzzle->rings);
    for (; n < puzzle->length && genome[n] >= 0; n++) {
        unsigned ring = sliding_ring_of(puzzle, genome[n]);
        unsigned to = sliding_vertex_of(puzzle, genome[n]);
        if (ring >= puzzle->rings)
            break;
        uint64_t after = sliding_key_after(instance, position, ring, at[ring], to);
        key[n] = 3 * position + after;
        position = after;
        at[ring] = (uint8_t)to;
    }
    return n;
}

/* How many of n + m transitions are in both paths; a path may have one several times. */
static size_t shared(const uint64_t *one, size_t n, const uint64_t *other, size_t m,
                     struct arena scratch)
{
    struct sliding_path_index index = sliding_path_index_take(one, n + 1, &scratch);
    uint16_t *times = ARENA_NEW(&scratch, uint16_t, n + 1); /* that `one` has it */
    size_t in_both = 0;
    memset(times, 0, n * sizeof *times);
    for (size_t i = 0; i < n; i++) {
        uint32_t *slot = sliding_path_index_slot(&index, one[i]);
        if (!*slot)
            *slot = (uint32_t)i + 1;
        times[*slot - 1]++;
    }
    for (size_t i = 0; i < m; i++) {
        int64_t at = sliding_path_index_find(&index, other[i]);
        if (at < 0)
            continue;
        in_both += 1 + (size_t)times[at]; /* those of `one` at the first of `other` */
        times[at] = 0;
    }
    return in_both;
}

double sliding_distance(const void *self, const void *a, const void *b,
                        struct arena scratch)
{
    const struct sliding_instance *instance = self;
    size_t length = instance->puzzle.length;
    if (!memcmp(a, b, length * sizeof(int16_t)))
        return 0;
    uint64_t *one = ARENA_NEW(&scratch, uint64_t, length);
    uint64_t *other = ARENA_NEW(&scratch, uint64_t, length);
    size_t n = transitions(instance, a, one), m = transitions(instance, b, other);
    size_t apart = n + m - shared(one, n, other, m, scratch);
    /* Distance 0 is reserved for equal genomes. */
    return apart ? (double)apart / (double)(n + m) : 1 / (double)(2 * length);
}
