#include "sliding_window_search.h"

#include "sliding_beam_connect.h"

/* Tuned on configs/sliding/large. */
enum {
    WINDOW_MOST = 40,      /* moves */
    NARROWEST = 16,        /* placements a level of a search */
    CALL_PLACEMENTS = 2048 /* left behind by all searches of one call, at full effort */
};

static const double shift_rate = 0.5; /* share of searches that settle for no shorter */

size_t sliding_local_search_bytes(const struct sliding_instance *instance)
{
    size_t link = sliding_beam_connect_bytes(instance),
           path = sliding_path_bytes(instance);
    return path + instance->puzzle.length * sizeof(int16_t) + ARENA_ALIGN +
           (link > path ? link : path);
}

/* Replaces one random window of at least two moves, if a way is found. Returns the
 * placements left behind. */
static size_t replace(const struct sliding_instance *instance,
                      struct sliding_path *path, struct rng *rng, struct arena scratch,
                      int16_t *genes)
{
    size_t longest = path->moves < WINDOW_MOST ? path->moves : WINDOW_MOST;
    size_t window = 2 + (size_t)rng_below(rng, longest - 1);
    size_t i = (size_t)rng_below(rng, path->moves - window + 1), j = i + window;
    struct sliding_beam_connect link = {
        .from = sliding_path_at(instance, path, i),
        .to = sliding_path_at(instance, path, j),
        .width = sliding_beam_connect_width(NARROWEST, rng),
        .limit = window + (size_t)rng_chance(rng, shift_rate)};
    int n = sliding_beam_connect_find(instance, &link, rng, scratch, genes);
    if (n != SLIDING_BEAM_NO_PATH) {
        sliding_path_splice(instance, path, i, j, genes, (size_t)n);
        sliding_path_cut(instance, path, scratch);
    }
    return link.left;
}

uint64_t sliding_local_search(const void *self, double effort, struct rng *rng,
                              struct arena scratch, void *genome)
{
    const struct sliding_instance *instance = self;
    struct sliding_path path = sliding_path_take(instance, &scratch);
    int16_t *genes = ARENA_NEW(&scratch, int16_t, instance->puzzle.length + 1);
    size_t left = 0, most = (size_t)(effort * CALL_PLACEMENTS);
    sliding_path_follow(instance, &path, genome, instance->puzzle.length);
    sliding_path_cut(instance, &path, scratch);
    while (left < most && path.moves > instance->bound && path.moves > 1)
        left += replace(instance, &path, rng, scratch, genes);
    sliding_path_write(instance, &path, genome);
    return left;
}
