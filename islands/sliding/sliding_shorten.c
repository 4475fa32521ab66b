#include "sliding_shorten.h"

#include "sliding_bridge.h"

/* Tuned on configs/sliding/large: a quarter or four times the nodes of a search make no
 * difference, stretches twice as long are worse, and so are calls three times as long
 * with fewer generations. */
enum {
    STRETCH_MOST = 20,   /* moves */
    SEARCH_NODES = 2048, /* positions that one search may keep */
    CALL_NODES = 30000   /* and all searches of one call, at full effort */
};

static const double shift_rate = 0.5; /* share of searches that settle for no shorter */

size_t sliding_improve_bytes(const struct sliding_instance *instance)
{
    size_t search = sliding_bridge_bytes(instance, SEARCH_NODES);
    size_t path = sliding_path_bytes(instance);
    return path + instance->puzzle.length * sizeof(int16_t) + ARENA_ALIGN +
           (search > path ? search : path);
}

/* Replaces one random stretch of at least two moves, if a way is found. Returns the
 * positions kept. */
static size_t replace(const struct sliding_instance *instance,
                      struct sliding_path *path, struct rng *rng, struct arena scratch,
                      int16_t *genes)
{
    size_t longest = path->moves < STRETCH_MOST ? path->moves : STRETCH_MOST;
    size_t stretch = 2 + (size_t)rng_below(rng, longest - 1);
    size_t i = (size_t)rng_below(rng, path->moves - stretch + 1), j = i + stretch;
    struct sliding_bridge bridge = {.from = sliding_path_at(instance, path, i),
                                    .to = sliding_path_at(instance, path, j),
                                    .most = stretch - !rng_chance(rng, shift_rate),
                                    .nodes = SEARCH_NODES,
                                    .greed = 2};
    int n = sliding_bridge_find(instance, &bridge, rng, scratch, genes);
    if (n != SLIDING_NO_BRIDGE) {
        sliding_path_splice(instance, path, i, j, genes, (size_t)n);
        sliding_path_cut(instance, path, scratch);
    }
    return bridge.met + 1;
}

uint64_t sliding_improve(const void *self, double effort, struct rng *rng,
                         struct arena scratch, void *genome)
{
    const struct sliding_instance *instance = self;
    struct sliding_path path = sliding_path_take(instance, &scratch);
    int16_t *genes = ARENA_NEW(&scratch, int16_t, instance->puzzle.length);
    size_t met = 0, most = (size_t)(effort * CALL_NODES);
    sliding_path_follow(instance, &path, genome, instance->puzzle.length);
    sliding_path_cut(instance, &path, scratch);
    while (met < most && path.moves > instance->bound && path.moves > 1)
        met += replace(instance, &path, rng, scratch, genes);
    sliding_path_write(instance, &path, genome);
    return met;
}
