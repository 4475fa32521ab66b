#include "random_search.h"

/* The number has no effect on the search: it only sets how often the curves have a row.
 * Chosen by hand. */
static const struct config_option random_options[] = {
    OPTION_INT_AT(struct random_keys, samples, "100", 1, 1e6,
                  "random individuals a generation"),
    OPTION_END};

struct random_search {
    const struct puzzle *puzzle;
    size_t samples;
};

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct random_keys *keys = section;
    struct random_search *search = ARENA_NEW(perm, struct random_search, 1);
    if (!search)
        return error_set(err, STATUS_MEMORY, "no memory for random");
    *search = (struct random_search){puzzle, (size_t)keys->samples};
    *plan = (struct plan){.individuals = search->samples, .capacity = search->samples};
    *self = search;
    return STATUS_OK;
}

static void step(void *self, struct island *island)
{
    struct random_search *search = self;
    algorithm_sample(search->puzzle, island, search->samples);
    island->diversity = algorithm_diversity(island->pop);
}

const struct algorithm random_search_algorithm = {
    .name = "random",
    .summary = "random search: independent random individuals, as a baseline",
    .options = random_options,
    .keys_bytes = sizeof(struct random_keys),
    .init = init,
    .start = step,
    .step = step,
};
