/* Migration against a slow twin that holds the whole archipelago in one array, for any
 * communicator: run by tests/unit on threads and by tests/mpi on processes.
 *
 * An individual is a number; its genome and costs follow from it, so that the twin only
 * keeps who is where. */
#ifndef SKERRY_TESTS_MIGRATE_CHECKS_H
#define SKERRY_TESTS_MIGRATE_CHECKS_H

#include "migration.h"

#include <math.h>

enum { CHECK_OBJECTIVES = 2, CHECK_EPOCHS = 3 };

enum costs {
    COSTS_RANDOM,
    COSTS_FEW,        /* many ties */
    COSTS_EQUAL,      /* nothing but ties */
    COSTS_ASCENDING,  /* everything is in its place */
    COSTS_DESCENDING, /* everything moves */
    COSTS_ODD,        /* both zeros, infinities, NaN, negative, tiny */
    COSTS_KINDS
};

struct trial {
    struct migration_plan plan;
    unsigned islands;
    size_t individuals, genome_bytes;
    enum costs costs;
    uint64_t seed;
    size_t spread;       /* island i has individuals + i % (spread + 1) of them */
    size_t offset;       /* the number of its first island */
    const size_t *first; /* of each rank, see island_layout.h; NULL: even */
};

static size_t trial_size(const struct trial *t, size_t island)
{
    return t->individuals + (t->offset + island) % (t->spread + 1);
}

/* The number of an island's first individual; for t->islands, that of all. */
static size_t trial_first(const struct trial *t, size_t island)
{
    size_t first = 0;
    for (size_t i = 0; i < island; i++)
        first += trial_size(t, i);
    return first;
}

static size_t trial_island(const struct trial *t, size_t number)
{
    size_t island = 0;
    while (trial_first(t, island + 1) <= number)
        island++;
    return island;
}

static double trial_cost(const struct trial *t, uint64_t number)
{
    static const double odd[] = {0.0, -0.0,   INFINITY, NAN, -INFINITY,
                                 -3,  5e-324, 2,        -2,  1e308};
    struct rng rng;
    rng_init(&rng, t->seed, 77, number, RNG_PROBLEM);
    switch (t->costs) {
    case COSTS_RANDOM:
        return 1000 * rng_unit(&rng) - 300;
    case COSTS_FEW:
        return (double)rng_below(&rng, 4);
    case COSTS_ASCENDING:
        return (double)number;
    case COSTS_DESCENDING:
        return -(double)number;
    case COSTS_ODD:
        return odd[rng_below(&rng, sizeof odd / sizeof *odd)];
    default:
        return 42;
    }
}

/* The second cost. */
static uint64_t trial_excess(const struct trial *t, uint64_t number)
{
    struct rng rng;
    rng_init(&rng, t->seed, 79, number, RNG_PROBLEM);
    return rng_below(&rng, 4);
}

static void trial_genome(const struct trial *t, uint64_t number, unsigned char *genome)
{
    struct rng rng;
    rng_init(&rng, t->seed, 78, number, RNG_PROBLEM);
    for (size_t i = 0; i < t->genome_bytes; i += 8) {
        uint64_t word = rng_next(&rng);
        size_t left = t->genome_bytes - i;
        memcpy(genome + i, &word, left < 8 ? left : 8);
    }
}

/* The share of bytes that differ. */
static double trial_distance(const void *self, const void *a, const void *b,
                             struct arena scratch)
{
    const struct trial *t = self;
    const unsigned char *left = a, *right = b;
    size_t differ = 0;
    (void)scratch;
    for (size_t i = 0; i < t->genome_bytes; i++)
        differ += left[i] != right[i];
    return (double)differ / (double)t->genome_bytes;
}

/* The twin: who[position] is the number of the individual there. */

static double plain_cost(const struct trial *t, uint64_t number)
{
    double cost = trial_cost(t, number);
    return isnan(cost) ? INFINITY : cost;
}

/* How far an infeasible individual is from being feasible; 0 for the others. */
static uint64_t twin_excess(const struct trial *t, uint64_t number)
{
    return plain_cost(t, number) == INFINITY ? trial_excess(t, number) : 0;
}

static bool twin_better(const struct trial *t, uint64_t a, uint64_t b)
{
    double left = plain_cost(t, a), right = plain_cost(t, b);
    return left < right || (left == right && twin_excess(t, a) < twin_excess(t, b));
}

static uint64_t twin_best(const struct trial *t, const uint64_t *who, size_t n)
{
    size_t best = 0;
    for (size_t p = 1; p < n; p++)
        if (twin_better(t, who[p], who[best]))
            best = p;
    return who[best];
}

static void twin_distances(const struct trial *t, const uint64_t *who, size_t n,
                           double *key)
{
    unsigned char *best = malloc(t->genome_bytes), *other = malloc(t->genome_bytes);
    trial_genome(t, twin_best(t, who, n), best);
    for (size_t p = 0; p < n; p++) {
        trial_genome(t, who[p], other);
        key[p] = trial_distance(t, best, other, (struct arena){0});
    }
    free(best);
    free(other);
}

/* Sorts who[first..] of n by double or, for equals, by word; insertion keeps ties. */
static void twin_sort(uint64_t *who, double *real, uint64_t *word, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            if (real[j - 1] < real[j] ||
                (real[j - 1] == real[j] && word[j - 1] <= word[j]))
                break;
            double r = real[j];
            uint64_t w = word[j], id = who[j];
            real[j] = real[j - 1], word[j] = word[j - 1], who[j] = who[j - 1];
            real[j - 1] = r, word[j - 1] = w, who[j - 1] = id;
        }
}

static void twin_deal(const struct trial *t, uint64_t epoch, uint32_t replica,
                      uint64_t *who, size_t n)
{
    double *real = calloc(n, sizeof *real);
    uint64_t *word = calloc(n, sizeof *word);
    struct rng rng;
    for (size_t p = 0; p < n; p++) {
        if (t->plan.policy == MIGRATE_RANDOM) {
            size_t island = trial_island(t, p);
            if (p == trial_first(t, island))
                rng_init(&rng, t->seed, replica, epoch << 32 | (t->offset + island),
                         RNG_MIGRATION);
            word[p] = rng_next(&rng);
        } else if (t->plan.similarity == SIMILAR_FITNESS) {
            real[p] = plain_cost(t, who[p]);
            word[p] = twin_excess(t, who[p]);
        }
    }
    if (t->plan.policy == MIGRATE_SIMILARITY && t->plan.similarity == SIMILAR_GENOTYPE)
        twin_distances(t, who, n, real);
    twin_sort(who, real, word, n);
    free(real);
    free(word);
}

/* Place k of island i's individuals in order of cost. */
static size_t twin_place(const struct trial *t, const uint64_t *who, size_t island,
                         size_t k)
{
    size_t first = trial_first(t, island), n = trial_size(t, island);
    const uint64_t *mine = who + first;
    for (size_t p = 0; p < n; p++) {
        size_t before = 0;
        for (size_t q = 0; q < n; q++)
            before += twin_better(t, mine[q], mine[p]) ||
                      (!twin_better(t, mine[p], mine[q]) && q < p);
        if (before == k)
            return first + p;
    }
    return SIZE_MAX;
}

static void twin_ring(const struct trial *t, uint64_t *who, size_t n)
{
    uint64_t *old = malloc(n * sizeof *old);
    memcpy(old, who, n * sizeof *old);
    for (size_t island = 0; t->islands > 1 && island < t->islands; island++)
        for (size_t k = 0; k < t->plan.migrants; k++) {
            size_t next = (island + 1) % t->islands;
            who[twin_place(t, old, next, trial_size(t, next) - 1 - k)] =
                old[twin_place(t, old, island, k)];
        }
    free(old);
}

static void twin_migrate(const struct trial *t, uint64_t epoch, uint32_t replica,
                         uint64_t *who)
{
    size_t n = trial_first(t, t->islands);
    if (t->plan.policy == MIGRATE_RING)
        twin_ring(t, who, n);
    else if (t->plan.policy != MIGRATE_NONE)
        twin_deal(t, epoch, replica, who, n);
}

/* The archipelago's part on one rank. */
struct demes {
    struct arena perm;
    struct problem problem;
    struct puzzle puzzle;
    struct island_layout layout;
    size_t first, count, *sizes;
    struct island **own;
    struct migration *migration;
    struct migration_row *rows;
};

static enum status demes_open(struct demes *d, struct comm *comm, const struct trial *t,
                              struct error *err)
{
    arena_init(&d->perm);
    d->problem = (struct problem){.name = "trial", .distance = trial_distance};
    d->puzzle = (struct puzzle){.problem = &d->problem, .self = (void *)(uintptr_t)t};
    d->puzzle.shape = (struct shape){.genes = t->genome_bytes,
                                     .genome_bytes = t->genome_bytes,
                                     .objectives = CHECK_OBJECTIVES};
    d->layout = (struct island_layout){
        .islands = t->islands, .ranks = (size_t)comm->size, .first = t->first};
    d->first = island_layout_first(&d->layout, (size_t)comm->rank);
    d->count = island_layout_count(&d->layout, (size_t)comm->rank);
    d->own = ARENA_NEW(&d->perm, struct island *, d->count);
    d->rows = ARENA_NEW(&d->perm, struct migration_row, d->count);
    size_t *sizes = d->sizes = ARENA_NEW(&d->perm, size_t, t->islands);
    for (size_t i = 0; i < t->islands; i++)
        sizes[i] = trial_size(t, i);
    for (size_t i = 0; i < d->count; i++) {
        struct island *island = d->own[i] = ARENA_NEW(&d->perm, struct island, 1);
        island->index = (unsigned)(d->first + i);
        island->pop = ARENA_NEW(&d->perm, struct population, 1);
        size_t n = sizes[d->first + i];
        if (population_init(island->pop, &d->puzzle.shape, n + i % 2, &d->perm, err) !=
            STATUS_OK)
            return err->status;
        island->pop->count = n;
        for (size_t row = 0; row < n; row++) {
            uint64_t number = trial_first(t, d->first + i) + row;
            trial_genome(t, number, population_genome(island->pop, row));
            population_cost(island->pop, row)[0] = trial_cost(t, number);
            population_cost(island->pop, row)[1] = (double)trial_excess(t, number);
        }
    }
    return migration_init(&t->plan, comm, &d->layout, &d->puzzle, sizes, &d->perm,
                          &d->migration, err);
}

static size_t wrong_individuals(const struct demes *d, const struct trial *t,
                                const uint64_t *who)
{
    unsigned char *genome = malloc(t->genome_bytes);
    size_t wrong = 0;
    for (size_t i = 0; i < d->count; i++)
        for (size_t row = 0; row < d->own[i]->pop->count; row++) {
            const struct population *pop = d->own[i]->pop;
            uint64_t number = who[trial_first(t, d->first + i) + row];
            double cost = trial_cost(t, number);
            trial_genome(t, number, genome);
            wrong += memcmp(genome, population_genome(pop, row), t->genome_bytes) != 0;
            wrong += memcmp(&cost, &population_cost(pop, row)[0], sizeof cost) != 0;
            wrong += population_cost(pop, row)[1] != (double)trial_excess(t, number);
        }
    free(genome);
    return wrong;
}

static size_t wrong_row(const struct trial *t, const struct migration_row *row,
                        const uint64_t *before, const uint64_t *after, size_t island)
{
    size_t n = trial_first(t, t->islands), at = trial_first(t, island);
    double low = INFINITY, high = -INFINITY;
    uint64_t moved = 0;
    for (size_t p = at; p < at + trial_size(t, island); p++) {
        size_t was = 0;
        while (was < n && before[was] != after[p])
            was++;
        moved += was < at || was >= at + trial_size(t, island);
        low = fmin(low, plain_cost(t, after[p]));
        high = fmax(high, plain_cost(t, after[p]));
    }
    if (t->plan.policy == MIGRATE_RING) /* a copy may be of one that is here already */
        moved = t->islands > 1 ? t->plan.migrants : 0;
    return (size_t)(row->moved != moved) + (row->low != low) + (row->high != high) +
           (row->bytes != moved * (t->genome_bytes + CHECK_OBJECTIVES * 8)) +
           !(row->seconds >= 0);
}

/* Runs some migrations; how many individuals, rows or statuses are not the twin's. */
static inline size_t check_migration(struct comm *comm, const struct trial *t)
{
    size_t n = trial_first(t, t->islands), wrong = 0;
    uint64_t *who = malloc(2 * n * sizeof *who), *before = who + n;
    struct error err = {0};
    struct demes states;
    if (demes_open(&states, comm, t, &err) != STATUS_OK)
        wrong = 1;
    for (size_t p = 0; p < n; p++)
        who[p] = p;
    for (uint64_t epoch = 0; epoch < CHECK_EPOCHS && !wrong; epoch++) {
        uint32_t replica = 5;
        memcpy(before, who, n * sizeof *who);
        twin_migrate(t, epoch, replica, who);
        wrong += migration_run(states.migration, states.own, t->seed, replica, epoch,
                               states.rows, &err) != STATUS_OK;
        wrong += wrong_individuals(&states, t, who);
        for (size_t i = 0; i < states.count; i++)
            wrong += wrong_row(t, &states.rows[i], before, who, states.first + i);
    }
    if (wrong)
        fprintf(
            stderr,
            "%zu wrong on rank %d of %d: policy %d, similarity %d, migrants %zu, "
            "above %zu, %u islands x %zu to %zu x %zu bytes, costs %d, seed %llu: %s\n",
            wrong, comm->rank, comm->size, t->plan.policy, t->plan.similarity,
            t->plan.migrants, t->plan.sample_sort_above, t->islands, t->individuals,
            t->individuals + t->spread, t->genome_bytes, t->costs,
            (unsigned long long)t->seed, err.text);
    free(who);
    arena_free(&states.perm);
    return wrong;
}

/* All policies; similarity both ways, and both ways to sort. */
static const struct migration_plan trial_plans[] = {{.policy = MIGRATE_NONE,
                                                     .similarity = SIMILAR_FITNESS,
                                                     .migrants = 1,
                                                     .sample_sort_above = SIZE_MAX},
                                                    {.policy = MIGRATE_RING,
                                                     .similarity = SIMILAR_FITNESS,
                                                     .migrants = 1,
                                                     .sample_sort_above = SIZE_MAX},
                                                    {.policy = MIGRATE_RING,
                                                     .similarity = SIMILAR_FITNESS,
                                                     .migrants = 2,
                                                     .sample_sort_above = SIZE_MAX},
                                                    {.policy = MIGRATE_RANDOM,
                                                     .similarity = SIMILAR_FITNESS,
                                                     .migrants = 1,
                                                     .sample_sort_above = SIZE_MAX},
                                                    {.policy = MIGRATE_RANDOM,
                                                     .similarity = SIMILAR_FITNESS,
                                                     .migrants = 1,
                                                     .sample_sort_above = 0},
                                                    {.policy = MIGRATE_SIMILARITY,
                                                     .similarity = SIMILAR_FITNESS,
                                                     .migrants = 1,
                                                     .sample_sort_above = SIZE_MAX},
                                                    {.policy = MIGRATE_SIMILARITY,
                                                     .similarity = SIMILAR_FITNESS,
                                                     .migrants = 1,
                                                     .sample_sort_above = 0},
                                                    {.policy = MIGRATE_SIMILARITY,
                                                     .similarity = SIMILAR_GENOTYPE,
                                                     .migrants = 1,
                                                     .sample_sort_above = SIZE_MAX},
                                                    {.policy = MIGRATE_SIMILARITY,
                                                     .similarity = SIMILAR_GENOTYPE,
                                                     .migrants = 1,
                                                     .sample_sort_above = 0}};
enum { TRIAL_PLANS = sizeof trial_plans / sizeof *trial_plans };

#endif
