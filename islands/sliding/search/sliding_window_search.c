#include "sliding_window_search.h"

#include "sliding_beam_connect.h"

/* Tuned on configs/sliding/large. */
enum {
    MAX_WINDOW = 40,       /* moves */
    MIN_WIDTH = 16,        /* placements a level of a search */
    CALL_EXPANSIONS = 2048 /* placements expanded in one call at full effort */
};

static const double sideways_rate =
    0.5; /* share of searches that accept an equal length */

size_t sliding_local_search_bytes(const struct sliding_instance *instance)
{
    size_t connect = sliding_beam_connect_bytes(instance),
           path = sliding_path_bytes(instance);
    return path + instance->puzzle.length * sizeof(int16_t) + ARENA_ALIGN +
           (connect > path ? connect : path);
}

/* Searches one random window of at least two moves and replaces it if a path is found.
 * Returns the placements expanded. */
static size_t search_window(const struct sliding_instance *instance,
                            struct sliding_path *path, struct rng *rng,
                            struct arena scratch, int16_t *genes)
{
    size_t longest = path->moves < MAX_WINDOW ? path->moves : MAX_WINDOW;
    size_t window = 2 + (size_t)rng_below(rng, longest - 1);
    size_t i = (size_t)rng_below(rng, path->moves - window + 1), j = i + window;
    struct sliding_beam_connect connect = {
        .from = sliding_path_at(instance, path, i),
        .to = sliding_path_at(instance, path, j),
        .width = sliding_beam_connect_width(MIN_WIDTH, rng),
        .limit = window + (size_t)rng_chance(rng, sideways_rate)};
    int n = sliding_beam_connect_find(instance, &connect, rng, scratch, genes);
    if (n != SLIDING_BEAM_NO_PATH) {
        sliding_path_splice(instance, path, i, j, genes, (size_t)n);
        sliding_path_remove_loops(instance, path, scratch);
    }
    return connect.expanded;
}

uint64_t sliding_local_search(const void *self, double effort, struct rng *rng,
                              struct arena scratch, void *genome)
{
    const struct sliding_instance *instance = self;
    struct sliding_path path = sliding_path_take(instance, &scratch);
    int16_t *genes = ARENA_NEW(&scratch, int16_t, instance->puzzle.length + 1);
    size_t expanded = 0, budget = (size_t)(effort * CALL_EXPANSIONS);
    sliding_path_follow(instance, &path, genome, instance->puzzle.length);
    sliding_path_remove_loops(instance, &path, scratch);
    while (expanded < budget && path.moves > instance->bound && path.moves > 1)
        expanded += search_window(instance, &path, rng, scratch, genes);
    sliding_path_write(instance, &path, genome);
    return expanded;
}
