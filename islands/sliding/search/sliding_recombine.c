#include "sliding_recombine.h"

#include "sliding_beam_connect.h"
#include "sliding_bounded_bidirectional.h"
#include "sliding_heal.h"
#include "sliding_operators.h"
#include "sliding_path_crossover.h"

#include <string.h>

/* Chosen by hand. */
enum {
    PAIR_TRIES = 64,        /* random pairs of positions, of which the nearest is
                               connected */
    CONNECT_MIN_WIDTH = 16, /* least width of the beam between them */
    DETOUR_NODES = 1024,    /* placements of the search that ends a detour */
    DETOUR_LENGTH = 10,     /* most moves that a detour replaces; moves of a path per
                           draw of `rate` */
    DETOUR_WEIGHT = 4,      /* of h, as in struct sliding_bounded_bidirectional: ... */
    DETOUR_BRANCHING = 4    /* ... twice that of A* */
};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t sliding_recombine_bytes(const struct sliding_instance *instance)
{
    size_t search = larger(sliding_beam_connect_bytes(instance),
                           sliding_bounded_bidirectional_bytes(instance, DETOUR_NODES));
    size_t most = larger(search, sliding_heal_path_bytes(instance));
    return 2 * sliding_path_bytes(instance) +
           larger(most, sliding_path_crossover_bytes()) +
           (instance->puzzle.length + 1) * sizeof(int16_t) + ARENA_ALIGN;
}

/* Of PAIR_TRIES random pairs of positions the one with the least lower bound of the
 * child's length, which is *least. */
static struct sliding_crossover_point
find_near_pair(const struct sliding_instance *instance, const struct sliding_path *a,
               const struct sliding_path *b, struct rng *rng, size_t *least)
{
    struct sliding_crossover_point best = {0, 0};
    *least = SIZE_MAX;
    for (int try = 0; try < PAIR_TRIES; try++) {
        struct sliding_crossover_point point = {1 + (size_t)rng_below(rng, a->moves),
                                                (size_t)rng_below(rng, b->moves)};
        unsigned apart =
            sliding_bound(&instance->puzzle, sliding_path_at(instance, a, point.i),
                          sliding_path_at(instance, b, point.j));
        size_t moves = point.i + apart + b->moves - point.j;
        if (moves < *least) {
            *least = moves;
            best = point;
        }
    }
    return best;
}

/* Replaces `a` by its prefix, a path found by beam search, and the suffix of b, unless
 * that is longer. */
static void connect_by_beam(const struct sliding_instance *instance,
                            struct sliding_path *a, const struct sliding_path *b,
                            struct rng *rng, struct arena scratch, int16_t *genes)
{
    size_t least;
    struct sliding_crossover_point point = find_near_pair(instance, a, b, rng, &least);
    size_t ends = point.i + b->moves - point.j;
    if (least > a->moves)
        return;
    struct sliding_beam_connect connect = {
        .from = sliding_path_at(instance, a, point.i),
        .to = sliding_path_at(instance, b, point.j),
        .width = sliding_beam_connect_width(CONNECT_MIN_WIDTH, rng),
        .limit = a->moves - ends + 1};
    int n = 0;
    if (least > ends)
        n = sliding_beam_connect_find(instance, &connect, rng, scratch, genes);
    if (n == SLIDING_BEAM_NO_PATH)
        return;
    a->moves = point.i;
    for (int i = 0; i < n; i++)
        sliding_path_add(instance, a, genes[i]);
    sliding_path_follow(instance, a, b->gene + point.j, b->moves - point.j);
}

/* Replaces `a` by the child of both. */
static void cross(const struct sliding_instance *instance, struct sliding_path *a,
                  const struct sliding_path *b, struct rng *rng, struct arena scratch)
{
    int16_t *genes = ARENA_NEW(&scratch, int16_t, instance->puzzle.length + 1);
    size_t least = a->moves < b->moves ? a->moves : b->moves;
    if (least == 0)
        return;
    size_t moves = sliding_path_crossover_apply(instance, a, b, rng, scratch, genes);
    a->moves = 0;
    for (size_t i = 0; i < moves; i++)
        sliding_path_add(instance, a, genes[i]);
    if (moves == least)
        connect_by_beam(instance, a, b, rng, scratch, genes);
}

/* Replaces a random segment of moves, from position i to j, by a random move and a path
 * from there to j. */
static void detour(const struct sliding_instance *instance, struct sliding_path *path,
                   struct rng *rng, struct arena scratch)
{
    int16_t *genes = ARENA_NEW(&scratch, int16_t, instance->puzzle.length);
    size_t longest = path->moves < DETOUR_LENGTH ? path->moves : DETOUR_LENGTH;
    size_t stretch = 1 + (size_t)rng_below(rng, longest);
    size_t i = (size_t)rng_below(rng, path->moves - stretch + 1), j = i + stretch;
    size_t room = instance->puzzle.length - path->moves;
    size_t more = (size_t)rng_below(rng, 3);
    uint8_t at[SLIDING_MAX_RINGS];
    memcpy(at, sliding_path_at(instance, path, i), instance->puzzle.rings);
    if (!sliding_random_walk(instance, 1, rng, at, genes))
        return;
    struct sliding_bounded_bidirectional task = {
        .from = at,
        .to = sliding_path_at(instance, path, j),
        .most = stretch - 1 + (more < room ? more : room),
        .nodes = DETOUR_NODES,
        .weight = DETOUR_WEIGHT,
        .branching = DETOUR_BRANCHING};
    int n =
        sliding_bounded_bidirectional_find(instance, &task, rng, scratch, genes + 1);
    if (n != SLIDING_BOUNDED_BIDIRECTIONAL_NO_PATH)
        sliding_path_splice(instance, path, i, j, genes, (size_t)n + 1);
}

static struct sliding_path path_of(const struct sliding_instance *instance,
                                   const int16_t *genome, struct arena *scratch)
{
    struct sliding_path path = sliding_path_take(instance, scratch);
    sliding_path_follow(instance, &path, genome, instance->puzzle.length);
    return path;
}

bool sliding_recombine(const void *self, const void *a, const void *b, double rate,
                       struct rng *rng, struct arena scratch, void *child)
{
    const struct sliding_instance *instance = self;
    size_t bytes = instance->puzzle.length * sizeof(int16_t);
    bool feasible = sliding_is_solution(instance, a);
    if (!feasible && sliding_is_solution(instance, b)) {
        a = b;
        feasible = true;
    }
    bool same = !memcmp(a, b, bytes);
    if (same && feasible && rate <= 0) {
        memcpy(child, a, bytes);
        return true;
    }
    struct sliding_path one = path_of(instance, a, &scratch);
    if (!same && sliding_is_solution(instance, b)) {
        struct sliding_path other = path_of(instance, b, &scratch);
        cross(instance, &one, &other, rng, scratch);
    }
    feasible = sliding_heal_path(instance, rng, scratch, &one);
    for (size_t i = 0; feasible && i < one.moves; i += DETOUR_LENGTH)
        if (rng_chance(rng, rate))
            detour(instance, &one, rng, scratch);
    sliding_path_remove_loops(instance, &one, scratch);
    sliding_path_write(instance, &one, child);
    return feasible;
}
