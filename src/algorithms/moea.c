#include "moea.h"

#include "dominance.h"
#include "variation.h"

static const char *const archives[] = {"best", "front", NULL};

/* Tournament, elite and the ratio of crossover to mutation are those of MOEA_1 in Table I
 * of the source (moea.h), 9000 : 990; its population is 10,000, this one is chosen by
 * hand. */
static const struct config_option moea_options[] = {
    OPTION_INT_AT(struct moea_keys, population, "100", 1, 1e5, "individuals an island"),
    OPTION_INT_AT(struct moea_keys, tournament, "3", 1, 1e5,
                  "individuals in a tournament"),
    OPTION_INT_AT(struct moea_keys, elite, "10", 0, 1e5,
                  "members of the nondominated front that survive, at most"),
    OPTION_REAL_AT(struct moea_keys, crossover, "0.9", 0, 1,
                   "share of children by crossover; the others are mutated"),
    OPTION_REAL_AT(struct moea_keys, mutation, "1", 0, 1,
                   "mutation rate: probability of each gene, or of the one change that "
                   "the problem makes"),
    OPTION_REAL_AT(struct moea_keys, local_search, "0", 0, 1,
                   "probability of local search for each child"),
    OPTION_REAL_AT(struct moea_keys, effort, "1", 0.001, 1,
                   "budget of each local search, as a share of the problem's"),
    OPTION_CHOICE_AT(struct moea_keys, archive, "best", archives,
                     "solutions of the run: best by the first objective, or the Pareto "
                     "front of all"),
    OPTION_END};

struct moea {
    const struct moea_keys *keys;
    const struct puzzle *puzzle;
    struct population spare; /* the next generation while it is made */
};

/* What tournaments compare. */
struct merits {
    uint32_t *dominators;
    double *distance;
};

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct moea_keys *keys = section;
    if (keys->elite > keys->population)
        return error_at(err, "moea.elite", "%lld is more than the population of %lld",
                        (long long)keys->elite, (long long)keys->population);
    struct moea *moea = ARENA_NEW(perm, struct moea, 1);
    if (!moea)
        return error_set(err, STATUS_MEMORY, "no memory for moea");
    *moea = (struct moea){.keys = keys, .puzzle = puzzle};
    size_t population = (size_t)keys->population;
    *plan = (struct plan){.front = keys->archive == MOEA_FRONT,
                          .individuals = population,
                          .capacity = population,
                          .scratch_bytes =
                              dominance_scratch(population, puzzle->shape.objectives) +
                              16 * population + 4 * ARENA_ALIGN};
    *self = moea;
    return population_init(&moea->spare, &puzzle->shape, population, perm, err);
}

static void start(void *self, struct island *island)
{
    struct moea *moea = self;
    struct variation plain = {0};
    variation_start(moea->puzzle, &plain, island, (size_t)moea->keys->population);
    island->diversity = algorithm_diversity(island->pop);
}

static bool is_better(const struct merits *merits, size_t a, size_t b)
{
    if (merits->dominators[a] != merits->dominators[b])
        return merits->dominators[a] < merits->dominators[b];
    return merits->distance[a] > merits->distance[b];
}

static size_t pick(const struct moea *moea, const struct merits *merits,
                   struct island *island)
{
    size_t best = rng_below(&island->rng, island->pop->count);
    for (int64_t i = 1; i < moea->keys->tournament; i++) {
        size_t row = rng_below(&island->rng, island->pop->count);
        if (is_better(merits, row, best))
            best = row;
    }
    return best;
}

/* Copies the members of the front with the largest distances to the first rows of the
 * next generation, in descending order of distance, ties by row (insertion sort). */
static void keep_elite(struct moea *moea, const struct merits *merits,
                       const struct population *pop, struct arena scratch)
{
    size_t most = (size_t)moea->keys->elite, n = 0;
    uint32_t *kept = ARENA_NEW(&scratch, uint32_t, most + 1);
    for (size_t row = 0; row < pop->count; row++) {
        if (merits->dominators[row])
            continue;
        size_t at = n;
        for (; at > 0 && merits->distance[kept[at - 1]] < merits->distance[row]; at--)
            kept[at] = kept[at - 1];
        kept[at] = (uint32_t)row;
        n += n < most;
    }
    for (size_t i = 0; i < n; i++)
        population_copy(&moea->spare, i, pop, kept[i]);
    moea->spare.count = n;
}

static void add_children(struct moea *moea, const struct merits *merits,
                         struct island *island, struct arena scratch)
{
    const struct moea_keys *keys = moea->keys;
    const struct population *pop = island->pop;
    struct population *next = &moea->spare;
    size_t first = next->count, n = pop->count - first;
    size_t crossed = (size_t)(keys->crossover * (double)n + 0.5);
    const struct variation crossing = {1, 0, keys->local_search, keys->effort};
    const struct variation mutating = {0, keys->mutation, keys->local_search,
                                       keys->effort};
    for (size_t i = 0; i < n; i++) {
        size_t a = pick(moea, merits, island);
        size_t b = i < crossed ? pick(moea, merits, island) : a;
        island->evaluations +=
            variation_child(moea->puzzle, i < crossed ? &crossing : &mutating,
                            population_genome(pop, a), population_genome(pop, b),
                            &island->rng, scratch, population_genome(next, first + i));
    }
    next->count = first + n;
    variation_evaluate(moea->puzzle, next, first, n, scratch);
    island->evaluations += n;
}

static void step(void *self, struct island *island)
{
    struct moea *moea = self;
    struct arena scratch = island->scratch;
    size_t n = island->pop->count;
    struct merits merits = {ARENA_NEW(&scratch, uint32_t, n),
                            ARENA_NEW(&scratch, double, n)};
    dominance_weigh(island->pop, scratch, merits.dominators, merits.distance);
    keep_elite(moea, &merits, island->pop, scratch);
    add_children(moea, &merits, island, scratch);
    struct population parents = *island->pop;
    *island->pop = moea->spare;
    moea->spare = parents;
    island->diversity = algorithm_diversity(island->pop);
}

const struct algorithm moea_algorithm = {
    .name = "moea",
    .summary = "multi-objective variant of NSGA-II: domination counts, distance in "
               "objectives, bounded elite (Munoz, Gutierrez, Sanchis, III.D)",
    .options = moea_options,
    .keys_bytes = sizeof(struct moea_keys),
    .init = init,
    .start = start,
    .step = step,
};
