#include "ga.h"

#include "selection.h"
#include "variation.h"

static const char *const selections[] = {"rank", "tournament", NULL};
static const char *const survivals[] = {"plus", "comma", NULL};
static const char *const makings[] = {"both", "either", NULL};
static const char *const duplicate_rules[] = {"keep", "drop", NULL};
static const char *const refresh_policies[] = {"population", "offspring", NULL};

/* Population, offspring, mutation and refresh are those of an island in Table I and V.B of
 * the source (ga.h), which does not give the diversity threshold. The other defaults are
 * chosen by hand, not measured. */
static const struct config_option ga_options[] = {
    OPTION_INT_AT(struct ga_keys, population, "10", 1, 1e6, "individuals an island"),
    OPTION_INT_AT(struct ga_keys, offspring, "20", 1, 1e6, "children a generation"),
    OPTION_REAL_AT(struct ga_keys, crossover, "1", 0, 1,
                   "probability that a child has two parents, not one"),
    OPTION_REAL_AT(struct ga_keys, mutation, "0.2", 0, 1,
                   "mutation rate: probability of each gene"),
    OPTION_REAL_AT(struct ga_keys, mutation_growth, "1", 1, 1e6,
                   "factor of the mutation rate after each generation of a diversity "
                   "below diversity_min; 1: the rate is constant"),
    OPTION_REAL_AT(struct ga_keys, mutation_max, "1", 0, 1,
                   "the most that mutation_growth makes of the mutation rate"),
    OPTION_CHOICE_AT(struct ga_keys, children, "both", makings,
                     "by crossover and mutation (both), or a share `crossover` by "
                     "crossover and the rest by mutation (either)"),
    OPTION_CHOICE_AT(struct ga_keys, selection, "rank", selections,
                     "how parents are selected"),
    OPTION_INT_AT(struct ga_keys, tournament, "2", 1, 1e6,
                  "individuals in a tournament (selection: tournament)"),
    OPTION_CHOICE_AT(struct ga_keys, survivors, "plus", survivals,
                     "the best of parents and children (plus) or of children (comma)"),
    OPTION_INT_AT(
        struct ga_keys, elite, "1", 0, 1e6,
        "best individuals that comma keeps and that refresh does not replace"),
    OPTION_REAL_AT(
        struct ga_keys, diversity_min, "0.02", 0, 1,
        "diversity of fitness below which part of the population is replaced "
        "by random individuals"),
    OPTION_REAL_AT(struct ga_keys, refresh, "0.3334", 0, 1,
                   "share of the population that is then replaced"),
    OPTION_CHOICE_AT(struct ga_keys, refresh_policy, "population", refresh_policies,
                     "where the random individuals go: in the place of others of the "
                     "population, or beside the next generation's offspring"),
    OPTION_REAL_AT(struct ga_keys, local_search, "0.2", 0, 1,
                   "probability of local search for each child, where the problem has "
                   "it"),
    OPTION_REAL_AT(struct ga_keys, local_search_start, "1", 0, 1,
                   "the same for the first population"),
    OPTION_REAL_AT(struct ga_keys, effort, "1", 1e-6, 1,
                   "effort of each local search, as a share of the full one"),
    OPTION_CHOICE_AT(struct ga_keys, duplicates, "drop", duplicate_rules,
                     "whether several copies of a genome may survive"),
    OPTION_END};

struct ga {
    const struct ga_keys *keys;
    const struct puzzle *puzzle;
    struct variation variation; /* local_search has another value at the start */
    struct variation mutating;  /* EITHER: of the children by mutation */
    size_t population, offspring, elite, refreshed;
    double rate;             /* the mutation rate of the next generation */
    size_t crossed;          /* children made by `variation`; the rest by `mutating` */
    struct population spare; /* COMMA: the children, then the former parents */
};

static enum status check(const struct ga_keys *keys, struct error *err)
{
    if (keys->elite > keys->population)
        return error_at(err, "ga.elite", "%lld is more than the population of %lld",
                        (long long)keys->elite, (long long)keys->population);
    if (keys->mutation_growth > 1 && keys->mutation_max < keys->mutation)
        return error_at(err, "ga.mutation_max", "%g is less than ga.mutation, %g",
                        keys->mutation_max, keys->mutation);
    if (keys->survivors == GA_COMMA && keys->offspring + keys->elite < keys->population)
        return error_at(err, "ga.offspring",
                        "survivors: comma needs offspring + elite >= population, and "
                        "%lld + %lld < %lld",
                        (long long)keys->offspring, (long long)keys->elite,
                        (long long)keys->population);
    return STATUS_OK;
}

/* Divides the offspring: `crossed` children by crossover alone, the rest by mutation. */
static void divide_children(struct ga *ga)
{
    ga->mutating = ga->variation;
    ga->mutating.crossover = 0;
    ga->variation.crossover = 1;
    ga->variation.mutation = 0;
    ga->crossed = (size_t)(ga->keys->crossover * (double)ga->keys->offspring + 0.5);
}

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct ga_keys *keys = section;
    if (check(keys, err))
        return err->status;
    struct ga *ga = ARENA_NEW(perm, struct ga, 1);
    if (!ga)
        return error_set(err, STATUS_MEMORY, "no memory for ga");
    *ga = (struct ga){.keys = keys,
                      .puzzle = puzzle,
                      .variation = {keys->crossover, keys->mutation, keys->local_search,
                                    keys->effort},
                      .population = (size_t)keys->population,
                      .offspring = (size_t)keys->offspring,
                      .elite = (size_t)keys->elite,
                      .rate = keys->mutation, /* start is not called on a resume */
                      .crossed = (size_t)keys->offspring};
    if (keys->children == GA_EITHER)
        divide_children(ga);
    size_t most = ga->population - ga->elite;
    ga->refreshed = (size_t)(keys->refresh * (double)ga->population + 0.5);
    if (ga->refreshed > most)
        ga->refreshed = most;
    plan->individuals = ga->population;
    plan->capacity = ga->population + ga->offspring;
    if (keys->refresh_policy == GA_REFRESH_OFFSPRING)
        plan->capacity += ga->refreshed;
    plan->scratch_bytes = 48 * plan->capacity + (size_t)8 * ARENA_ALIGN;
    *self = ga;
    if (keys->survivors == GA_PLUS)
        return STATUS_OK;
    return population_init(&ga->spare, &puzzle->shape, plan->capacity, perm, err);
}

static void start(void *self, struct island *island)
{
    struct ga *ga = self;
    ga->rate = ga->keys->mutation;
    struct variation variation = ga->variation;
    variation.local_search = ga->keys->local_search_start;
    variation_start(ga->puzzle, &variation, island, ga->population);
    island->diversity = algorithm_diversity(island->pop);
}

/* Makes and evaluates the offspring, as rows of `to` from `first` on. */
static void make_children(struct ga *ga, struct island *island, struct population *to,
                          size_t first)
{
    const struct population *pop = island->pop;
    struct arena scratch = island->scratch;
    struct selection selector;
    selection_init(&selector, (enum selection_rule)ga->keys->selection,
                   (size_t)ga->keys->tournament, pop, &scratch);
    struct breeding breeding = {.parents = &selector,
                                .children = to,
                                .first = first,
                                .n = ga->crossed,
                                .genome_bytes = ga->puzzle->shape.genome_bytes};
    variation_children(ga->puzzle, &ga->variation, breeding, island, scratch);
    breeding.first += ga->crossed;
    breeding.n = ga->offspring - ga->crossed;
    variation_children(ga->puzzle, &ga->mutating, breeding, island, scratch);
    variation_evaluate(ga->puzzle, to, first, ga->offspring, scratch);
    island->evaluations += ga->offspring;
    to->count = first + ga->offspring;
}

/* Policy offspring: appends random individuals. */
static void add_random(struct ga *ga, struct island *island, struct population *to)
{
    size_t first = to->count;
    for (; to->count < first + ga->refreshed; to->count++)
        island->evaluations +=
            variation_sample(ga->puzzle, &ga->variation, &island->rng, island->scratch,
                             population_genome(to, to->count));
    variation_evaluate(ga->puzzle, to, first, ga->refreshed, island->scratch);
    island->evaluations += ga->refreshed;
}

/* Comma selection: appends the best parents to the children, which become the population. */
static void leave_parents(struct ga *ga, struct island *island)
{
    struct arena scratch = island->scratch;
    uint32_t *best = ARENA_NEW(&scratch, uint32_t, island->pop->count);
    selection_best(island->pop, ga->elite, scratch, best);
    for (size_t i = 0; i < ga->elite; i++)
        population_copy(&ga->spare, ga->spare.count++, island->pop, best[i]);
    struct population parents = *island->pop;
    *island->pop = ga->spare;
    ga->spare = parents;
}

/* Replaces the listed rows by random individuals and evaluates these. */
static void replace(struct ga *ga, struct island *island, const uint32_t *rows,
                    size_t n, struct arena scratch)
{
    for (size_t i = 0; i < n; i++) {
        void *genome = population_genome(island->pop, rows[i]);
        island->evaluations +=
            variation_sample(ga->puzzle, &ga->variation, &island->rng, scratch, genome);
        variation_evaluate(ga->puzzle, island->pop, rows[i], 1, scratch);
    }
    island->evaluations += n;
}

/* Fills the rows that duplicates have left with random individuals. */
static void fill(struct ga *ga, struct island *island)
{
    struct population *pop = island->pop;
    for (uint32_t row = (uint32_t)pop->count; row < ga->population; row++)
        replace(ga, island, &row, 1, island->scratch);
    pop->count = ga->population;
}

/* Replaces a share of the population except for the elite, drawn without replacement. */
static void refresh(struct ga *ga, struct island *island)
{
    struct arena scratch = island->scratch;
    size_t n = island->pop->count;
    uint32_t *rows = ARENA_NEW(&scratch, uint32_t, n);
    if (ga->elite > 0)
        population_order(island->pop, scratch, rows);
    else
        for (size_t i = 0; i < n; i++)
            rows[i] = (uint32_t)i;
    rng_shuffle(&island->rng, rows + ga->elite, n - ga->elite);
    replace(ga, island, rows + ga->elite, ga->refreshed, scratch);
}

static void use_rate(struct ga *ga)
{
    bool divided = ga->keys->children == GA_EITHER;
    *(divided ? &ga->mutating.mutation : &ga->variation.mutation) = ga->rate;
}

static void adapt_rate(struct ga *ga, bool diverse)
{
    double grown = ga->rate * ga->keys->mutation_growth;
    double most = ga->keys->mutation_max;
    if (ga->keys->mutation_growth > 1)
        ga->rate = diverse ? ga->keys->mutation : grown < most ? grown : most;
}

static void step(void *self, struct island *island)
{
    struct ga *ga = self;
    use_rate(ga);
    bool plus = ga->keys->survivors == GA_PLUS;
    bool in_place = ga->keys->refresh_policy == GA_REFRESH_POPULATION;
    struct population *pool = plus ? island->pop : &ga->spare;
    make_children(ga, island, pool, plus ? island->pop->count : 0);
    if (!in_place && island->diversity < ga->keys->diversity_min)
        add_random(ga, island, pool);
    if (!plus)
        leave_parents(ga, island);
    size_t genome_bytes =
        ga->keys->duplicates == GA_DROP ? ga->puzzle->shape.genome_bytes : 0;
    selection_survivors(island->pop, ga->population, genome_bytes, island->scratch);
    fill(ga, island);
    algorithm_measure(island);
    adapt_rate(ga, island->diversity >= ga->keys->diversity_min);
    if (in_place && island->diversity < ga->keys->diversity_min)
        refresh(ga, island);
}

static size_t state(void *self, struct view *views)
{
    struct ga *ga = self;
    if (ga->keys->mutation_growth <= 1)
        return 0;
    views[0] = (struct view){"mutation rate", &ga->rate, sizeof ga->rate};
    return 1;
}

const struct algorithm ga_algorithm = {
    .name = "ga",
    .summary = "genetic algorithm with repair, partial restarts and local search "
               "(Levonyan, Harder, De Mesentier Silva, V)",
    .options = ga_options,
    .keys_bytes = sizeof(struct ga_keys),
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
