#include "sliding_shorten.h"

#include "sliding_bridge.h"

enum {
    WINDOW_NODES = 4096, /* positions that the search of one window may keep */
    LEAST_NODES = 64,
    ROUND_NODES = 65536 /* and all searches of one call, at full effort */
};

size_t sliding_improve_bytes(const struct sliding_instance *instance)
{
    size_t search = sliding_bridge_bytes(instance, WINDOW_NODES);
    size_t path = sliding_path_bytes(instance);
    return path + instance->puzzle.length * sizeof(int16_t) + ARENA_ALIGN +
           (search > path ? search : path);
}

/* Looks for a shorter way from position i to position j. */
static bool shorten(const struct sliding_instance *instance, struct sliding_path *path,
                    size_t i, size_t j, size_t nodes, struct rng *rng,
                    struct arena scratch, size_t *met)
{
    int16_t *genes = ARENA_NEW(&scratch, int16_t, instance->puzzle.length);
    struct sliding_bridge bridge = {.from = sliding_path_at(instance, path, i),
                                    .to = sliding_path_at(instance, path, j),
                                    .most = j - i - 1,
                                    .nodes = nodes,
                                    .greed = 2};
    int n = sliding_bridge_find(instance, &bridge, rng, scratch, genes);
    *met += bridge.met + 1;
    if (n != SLIDING_NO_BRIDGE)
        sliding_path_splice(instance, path, i, j, genes, (size_t)n);
    return n != SLIDING_NO_BRIDGE;
}

uint64_t sliding_improve(const void *self, double effort, struct rng *rng,
                         struct arena scratch, void *genome)
{
    const struct sliding_instance *instance = self;
    struct sliding_path path = sliding_path_take(instance, &scratch);
    size_t met = 0, most = (size_t)(effort * ROUND_NODES);
    size_t nodes = (size_t)(effort * WINDOW_NODES);
    if (nodes < LEAST_NODES)
        nodes = LEAST_NODES;
    sliding_path_follow(instance, &path, genome, instance->puzzle.length);
    sliding_path_cut(instance, &path, scratch);
    for (size_t window = 3; window < 2 * path.moves && met < most; window *= 2) {
        size_t step = (window + 3) / 4;
        for (size_t i = 0; i < path.moves && met < most; i += step) {
            size_t j = i + window < path.moves ? i + window : path.moves;
            while (j - i > 1 &&
                   shorten(instance, &path, i, j, nodes, rng, scratch, &met))
                j = i + window < path.moves ? i + window : path.moves;
        }
    }
    sliding_path_write(instance, &path, genome);
    return met;
}
