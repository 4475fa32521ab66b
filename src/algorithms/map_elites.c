#include "map_elites.h"

#include "variation.h"

#include <math.h>
#include <string.h>

/* Bounds the memory of a grid; chosen by hand. */
enum { MOST_CELLS = 1000000 };

/* Without bins in the config, each of the first two descriptors has so many. */
enum { USUAL_BINS = 10, USUAL_AXES = 2 };

static const struct config_option bin_fields[] = {{.name = "",
                                                   .type = OPTION_INT,
                                                   .min = 1,
                                                   .max = MOST_CELLS,
                                                   .meaning = "bins of one descriptor"},
                                                  OPTION_END};

/* The mutation rate is that of ga; the other defaults are chosen by hand, not measured. */
static const struct config_option map_elites_options[] = {
    OPTION_LIST_AT(struct map_elites_keys, bins, "~", bin_fields, sizeof(int64_t), 1,
                   MAX_DESCRIPTORS,
                   "bins of the problem's first descriptors, one number each; without "
                   "them 10 of each of the first two, or of the only one"),
    OPTION_INT_AT(struct map_elites_keys, start, "100", 1, 1e6,
                  "random individuals to begin with, rounded up to whole batches"),
    OPTION_INT_AT(struct map_elites_keys, batch, "20", 1, 1e6, "children a generation"),
    OPTION_REAL_AT(struct map_elites_keys, crossover, "0.5", 0, 1,
                   "probability that a child has two parents, not one"),
    OPTION_REAL_AT(struct map_elites_keys, mutation, "0.2", 0, 1,
                   "mutation rate: probability of each gene"),
    OPTION_REAL_AT(struct map_elites_keys, local_search, "0.5", 0, 1,
                   "probability of local search for each child, where the problem has "
                   "it"),
    OPTION_REAL_AT(struct map_elites_keys, local_search_start, "0", 0, 1,
                   "the same for the random individuals"),
    OPTION_REAL_AT(struct map_elites_keys, effort, "1", 1e-6, 1,
                   "effort of each local search, as a share of the full one"),
    OPTION_END};

/* The state beside the grid. */
struct tally {
    uint64_t elites; /* cells that have an elite */
    uint64_t best;   /* the cell of the least cost; set if elites > 0 */
};

struct map_elites {
    const struct map_elites_keys *keys;
    const struct puzzle *puzzle;
    struct variation variation;
    size_t cells, batch;
    struct grid grid;
    struct population elite; /* row c belongs to cell c; cost INFINITY: empty */
    uint32_t *filled;        /* cells with an elite, tally.elites of them */
    struct tally tally;
    struct population children; /* batch rows */
    uint32_t *fresh;            /* cells whose elite is a new child, n_fresh of them */
    size_t n_fresh;
};

/* Refuses a puzzle without descriptors, and says where it could have some. */
static enum status no_descriptors(const struct problem *problem, struct error *err)
{
    const struct config_option *option = problem->options;
    while (option && option->name && strcmp(option->name, "descriptors") != 0)
        option++;
    if (option && option->name)
        return error_at(
            err, "algorithm",
            "map_elites needs descriptors (expected: some in %s.descriptors)",
            problem->name);
    return error_at(
        err, "algorithm",
        "map_elites needs descriptors, and this puzzle declares none "
        "(expected: some; of a class in Python, its attribute `descriptors`)");
}

static enum status count_cells(struct map_elites *map, struct error *err)
{
    const struct puzzle *puzzle = map->puzzle;
    const struct option_list *bins = &map->keys->bins;
    size_t described = puzzle->shape.descriptors;
    map->cells = 1;
    if (!puzzle->problem->descriptors)
        return error_at(err, "algorithm",
                        "map_elites needs descriptors, and %s has none",
                        puzzle->problem->name);
    if (!described)
        return no_descriptors(puzzle->problem, err);
    if (bins->count > described)
        return error_at(err, "map_elites.bins",
                        "%zu numbers (expected: one for each of the descriptors, of "
                        "which %s has %zu, or of the first ones)",
                        bins->count, puzzle->problem->name, described);
    map->grid.axes = bins->count      ? bins->count
                     : described == 1 ? described
                                      : USUAL_AXES;
    for (size_t d = 0; d < map->grid.axes; d++) {
        map->grid.bins[d] =
            bins->count ? (size_t)((const int64_t *)bins->items)[d] : USUAL_BINS;
        map->cells *= map->grid.bins[d];
        if (map->cells > MOST_CELLS)
            return error_at(err, "map_elites.bins", "more than %d cells", MOST_CELLS);
    }
    return STATUS_OK;
}

static enum status take_memory(struct map_elites *map, struct arena *perm,
                               struct error *err)
{
    const struct shape *shape = &map->puzzle->shape;
    map->filled = ARENA_NEW(perm, uint32_t, map->cells);
    map->fresh = ARENA_NEW(perm, uint32_t, map->batch);
    if (!map->filled || !map->fresh)
        return error_set(err, STATUS_MEMORY, "no memory for a grid of %zu cells",
                         map->cells);
    if (population_init(&map->children, shape, map->batch, perm, err))
        return err->status;
    return population_init(&map->elite, shape, map->cells, perm, err);
}

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct map_elites_keys *keys = section;
    struct map_elites *map = ARENA_NEW(perm, struct map_elites, 1);
    if (!map)
        return error_set(err, STATUS_MEMORY, "no memory for map_elites");
    *map = (struct map_elites){.keys = keys,
                               .puzzle = puzzle,
                               .variation = {keys->crossover, keys->mutation,
                                             keys->local_search, keys->effort},
                               .batch = (size_t)keys->batch};
    if (count_cells(map, err) || take_memory(map, perm, err))
        return err->status;
    plan->individuals = plan->capacity = map->batch + 1;
    plan->scratch_bytes = 0;
    plan->grid = map->grid;
    *self = map;
    return STATUS_OK;
}

/* Replaces the elite of the solution's cell if the solution is better; returns whether it
 * did. */
static bool place(struct map_elites *map, const void *genome, const double *cost,
                  struct arena scratch, size_t *cell)
{
    struct population *elite = &map->elite;
    if (!isfinite(cost[0]))
        return false;
    *cell = grid_cell(&map->grid, map->puzzle, genome, scratch);
    double held = population_cost(elite, *cell)[0];
    if (cost[0] >= held)
        return false;
    if (!isfinite(held))
        map->filled[map->tally.elites++] = (uint32_t)*cell;
    population_put(elite, *cell, genome, map->puzzle->shape.genome_bytes, cost);
    if (map->tally.elites == 1 || cost[0] < population_cost(elite, map->tally.best)[0])
        map->tally.best = *cell;
    return true;
}

/* Evaluates the first n children and inserts them into the grid. */
static void place_children(struct map_elites *map, struct island *island, size_t n)
{
    variation_evaluate(map->puzzle, &map->children, 0, n, island->scratch);
    island->evaluations += n;
    map->n_fresh = 0;
    for (size_t i = 0; i < n; i++) {
        size_t cell;
        if (place(map, population_genome(&map->children, i),
                  population_cost(&map->children, i), island->scratch, &cell))
            map->fresh[map->n_fresh++] = (uint32_t)cell;
    }
}

/* Fills the children with random individuals. */
static void sample_children(struct map_elites *map, struct island *island,
                            const struct variation *variation, size_t n)
{
    for (size_t i = 0; i < n; i++)
        island->evaluations +=
            variation_sample(map->puzzle, variation, &island->rng, island->scratch,
                             population_genome(&map->children, i));
    place_children(map, island, n);
}

/* Offers new elites to the archive directly: the first population is too small to show all
 * of them. */
static void offer_fresh(const struct map_elites *map, struct island *island)
{
    struct origin origin = {.generation = island->generation,
                            .island = island->index,
                            .replica = island->replica};
    for (size_t i = 0; i < map->n_fresh; i++)
        archive_offer(
            island->archive, map->puzzle, population_genome(&map->elite, map->fresh[i]),
            population_cost(&map->elite, map->fresh[i]), origin, island->scratch);
}

static size_t random_elite(const struct map_elites *map, struct rng *rng)
{
    return map->filled[rng_below(rng, map->tally.elites)];
}

/* Fills the population with elites, or with the latest children while there are none. */
static void show(struct map_elites *map, struct island *island)
{
    struct population *pop = island->pop;
    pop->count = map->batch + 1;
    island->diversity = (double)map->tally.elites / (double)map->cells;
    for (size_t i = 0; i < pop->count; i++) {
        if (!map->tally.elites)
            population_copy(pop, i, &map->children, i % map->batch);
        else if (i == 0)
            population_copy(pop, i, &map->elite, map->tally.best);
        else if (i <= map->n_fresh)
            population_copy(pop, i, &map->elite, map->fresh[i - 1]);
        else
            population_copy(pop, i, &map->elite, random_elite(map, &island->rng));
    }
}

static void start(void *self, struct island *island)
{
    struct map_elites *map = self;
    struct variation variation = map->variation;
    variation.local_search = map->keys->local_search_start;
    for (size_t cell = 0; cell < map->cells; cell++)
        population_cost(&map->elite, cell)[0] = INFINITY;
    map->tally.elites = 0;
    /* Whole batches, so that the children fill the population while there is no elite. */
    for (int64_t left = map->keys->start; left > 0; left -= map->keys->batch) {
        sample_children(map, island, &variation, map->batch);
        offer_fresh(map, island);
    }
    show(map, island);
}

static void step(void *self, struct island *island)
{
    struct map_elites *map = self;
    if (!map->tally.elites) {
        sample_children(map, island, &map->variation, map->batch);
        show(map, island);
        return;
    }
    for (size_t i = 0; i < map->batch; i++) {
        const void *a = population_genome(&map->elite, random_elite(map, &island->rng));
        const void *b = population_genome(&map->elite, random_elite(map, &island->rng));
        island->evaluations +=
            variation_child(map->puzzle, &map->variation, a, b, &island->rng,
                            island->scratch, population_genome(&map->children, i));
    }
    place_children(map, island, map->batch);
    show(map, island);
}

static void welcome(void *self, struct island *island)
{
    struct map_elites *map = self;
    for (size_t i = 0; i < island->pop->count; i++) {
        size_t cell;
        place(map, population_genome(island->pop, i), population_cost(island->pop, i),
              island->scratch, &cell);
    }
    island->diversity = (double)map->tally.elites / (double)map->cells;
}

static size_t state(void *self, struct view *views)
{
    struct map_elites *map = self;
    const struct population *elite = &map->elite;
    views[0] = (struct view){"elites", elite->genomes, map->cells * elite->stride};
    views[1] = (struct view){"costs", elite->costs,
                             map->cells * elite->objectives * sizeof *elite->costs};
    views[2] = (struct view){"filled", map->filled, map->cells * sizeof *map->filled};
    views[3] = (struct view){"tally", &map->tally, sizeof map->tally};
    return 4;
}

const struct algorithm map_elites_algorithm = {
    .name = "map_elites",
    .summary = "MAP-Elites: best solution of each cell of a grid over descriptors "
               "(Mouret and Clune 2015)",
    .options = map_elites_options,
    .keys_bytes = sizeof(struct map_elites_keys),
    .init = init,
    .start = start,
    .step = step,
    .welcome = welcome,
    .state = state,
};
