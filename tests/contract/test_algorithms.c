/* The promises of algorithm.h, over every algorithm on every problem that it suits. */
#include "instances.h"
#include "subject.h"
#include "suite.h"

enum {
    SOME_STEPS = 4,
    SOME_CONFIGS = 1 + INSTANCES_OF(1), /* of each problem; one with sanitizers */
    MAX_STATE = 1 << 24
};

/* Calls of the allocator by our code; the linker sends them here. */
static size_t allocations;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *block, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *block, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
    allocations++;
    return __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    allocations++;
    return __real_calloc(n, bytes);
}

void *__wrap_realloc(void *block, size_t bytes)
{
    allocations++;
    return __real_realloc(block, bytes);
}

/* One algorithm on one problem, not yet started. */
struct pair {
    struct arena perm;
    struct config config;
    struct lone lone;
};

/* False when the algorithm says that the problem does not suit. */
static bool pair_open(struct pair *pair, const struct subject *subject,
                      const struct algorithm *algorithm, uint64_t seed)
{
    subject_load(subject, algorithm->name, &pair->perm, &pair->config);
    lone_load(&pair->lone, subject->problem, pair->config.problem_keys);
    enum status status =
        lone_plan(&pair->lone, algorithm, pair->config.algorithms[0].keys);
    if (!status)
        lone_populate(&pair->lone, seed);
    else
        CU_ASSERT(status == STATUS_INPUT && *pair->lone.err.text);
    return !status;
}

static void pair_close(struct pair *pair)
{
    lone_close(&pair->lone);
    arena_free(&pair->perm);
}

static void start(struct pair *pair)
{
    pair->lone.algorithm->start(pair->lone.self, &pair->lone.island);
}

static void steps(struct pair *pair, int n)
{
    for (int i = 0; i < n && !pair->lone.island.finished; i++)
        lone_step(&pair->lone);
}

/* Runs one promise over all pairs; `promise` opens what it needs. */
static void over_all(void (*promise)(const struct subject *subject,
                                     const struct algorithm *algorithm))
{
    static struct subject subjects[MAX_SUBJECTS];
    size_t n = subjects_list(subjects, SOME_CONFIGS);
    for (size_t i = 0; i < n; i++) {
        const struct algorithm *algorithm;
        for (size_t k = 0;
             (algorithm = registry_algorithm_at(&registry_all, subjects[i].problem, k));
             k++) {
            unsigned before = CU_get_number_of_failures();
            promise(&subjects[i], algorithm);
            subject_blame(&subjects[i], algorithm->name, before);
        }
    }
}

/* Costs belong to their genomes, evaluations and bounds go one way only. */
static void generations_are_whole(const struct subject *subject,
                                  const struct algorithm *algorithm)
{
    struct pair pair;
    if (pair_open(&pair, subject, algorithm, 1)) {
        struct lone *lone = &pair.lone;
        const struct puzzle *puzzle = &lone->puzzle;
        uint64_t evaluations = 0;
        CU_ASSERT(lone->plan.individuals <= lone->plan.capacity);
        start(&pair);
        for (int g = 0; g <= SOME_STEPS; g++) {
            CU_ASSERT_EQUAL_FATAL(lone->pop.count, lone->plan.individuals);
            CU_ASSERT_EQUAL(lone->pop.capacity, lone->plan.capacity);
            CU_ASSERT(lone->island.evaluations >= evaluations);
            CU_ASSERT(lone->island.diversity >= 0 && lone->island.diversity <= 1);
            evaluations = lone->island.evaluations;
            for (size_t i = 0; i < lone->pop.count; i++) {
                double cost[MAX_OBJECTIVES];
                puzzle->problem->evaluate(puzzle->self,
                                          population_genome(&lone->pop, i), 1,
                                          lone->island.scratch, cost);
                CU_ASSERT_EQUAL(memcmp(cost, population_cost(&lone->pop, i),
                                       lone->pop.objectives * sizeof *cost),
                                0);
            }
            steps(&pair, 1);
        }
    }
    pair_close(&pair);
}

/* A level is healed by an exact search, whose memory is not known beforehand. */
static bool heals_by_search(const struct problem *problem)
{
    return !strcmp(problem->name, "level");
}

static void generations_do_not_allocate(const struct subject *subject,
                                        const struct algorithm *algorithm)
{
    struct pair pair;
    if (heals_by_search(subject->problem))
        return;
    if (pair_open(&pair, subject, algorithm, 2)) {
        size_t before = allocations;
        start(&pair);
        steps(&pair, SOME_STEPS);
        if (algorithm->welcome)
            algorithm->welcome(pair.lone.self, &pair.lone.island);
        steps(&pair, SOME_STEPS);
        CU_ASSERT_EQUAL(allocations, before);
    }
    pair_close(&pair);
}

/* All that a checkpoint holds of an island, as one run of bytes. */
struct saved {
    unsigned char *bytes;
    size_t n;
};

/* Copies between an island and the saved bytes, the one way or the other. */
static void carry(struct saved *saved, bool save, void *data, size_t bytes)
{
    CU_ASSERT_FATAL(saved->n + bytes <= MAX_STATE);
    if (save)
        memcpy(saved->bytes + saved->n, data, bytes);
    else
        memcpy(data, saved->bytes + saved->n, bytes);
    saved->n += bytes;
}

static void carry_population(struct saved *saved, bool save, struct population *pop,
                             size_t genome_bytes)
{
    carry(saved, save, &pop->count, sizeof pop->count);
    for (size_t i = 0; i < pop->count; i++) {
        carry(saved, save, population_genome(pop, i), genome_bytes);
        carry(saved, save, population_cost(pop, i), pop->objectives * sizeof(double));
    }
}

static void carry_island(struct saved *saved, bool save, struct lone *lone)
{
    struct island *island = &lone->island;
    struct view views[MAX_VIEWS];
    size_t bytes = lone->puzzle.shape.genome_bytes;
    size_t n = lone->algorithm->state ? lone->algorithm->state(lone->self, views) : 0;
    CU_ASSERT_FATAL(n <= MAX_VIEWS);
    saved->n = 0;
    carry(saved, save, &island->generation, sizeof island->generation);
    carry(saved, save, &island->evaluations, sizeof island->evaluations);
    carry(saved, save, &island->diversity, sizeof island->diversity);
    carry(saved, save, &island->bound, sizeof island->bound);
    carry(saved, save, &island->incumbent, sizeof island->incumbent);
    carry(saved, save, &island->finished, sizeof island->finished);
    carry(saved, save, &island->rng, sizeof island->rng);
    carry_population(saved, save, &lone->pop, bytes);
    carry_population(saved, save, &lone->archive.pop, bytes);
    carry(saved, save, lone->archive.origins,
          lone->archive.pop.count * sizeof *lone->archive.origins);
    for (size_t i = 0; i < n; i++) {
        CU_ASSERT(views[i].name && *views[i].name);
        carry(saved, save, views[i].data, views[i].bytes);
    }
}

static struct saved saved_init(struct pair *pair)
{
    struct saved saved = {ARENA_NEW(&pair->perm, unsigned char, MAX_STATE), 0};
    CU_ASSERT_PTR_NOT_NULL_FATAL(saved.bytes);
    return saved;
}

/* Stopped after some steps, put into a fresh island of another seed, and gone on. */
static void state_restores_a_run(const struct subject *subject,
                                 const struct algorithm *algorithm)
{
    struct pair whole, resumed;
    bool suits = pair_open(&whole, subject, algorithm, 3);
    CU_ASSERT_EQUAL_FATAL(pair_open(&resumed, subject, algorithm, 4), suits);
    if (suits) {
        struct saved middle = saved_init(&whole), end = saved_init(&whole),
                     again = saved_init(&resumed);
        start(&whole);
        steps(&whole, SOME_STEPS);
        carry_island(&middle, true, &whole.lone);
        carry_island(&middle, false, &resumed.lone);
        steps(&whole, SOME_STEPS);
        steps(&resumed, SOME_STEPS);
        carry_island(&end, true, &whole.lone);
        carry_island(&again, true, &resumed.lone);
        CU_ASSERT_EQUAL_FATAL(end.n, again.n);
        CU_ASSERT_EQUAL(memcmp(end.bytes, again.bytes, end.n), 0);
    }
    pair_close(&whole);
    pair_close(&resumed);
}

/* Equal seeds give equal runs, whatever scratch held. */
static void seed_decides_a_run(const struct subject *subject,
                               const struct algorithm *algorithm)
{
    struct pair a, b;
    bool suits = pair_open(&a, subject, algorithm, 5);
    CU_ASSERT_EQUAL_FATAL(pair_open(&b, subject, algorithm, 5), suits);
    if (suits) {
        struct arena *scratch = &b.lone.island.scratch;
        struct saved one = saved_init(&a), other = saved_init(&b);
        memset(scratch->at, 0xa5, (size_t)(scratch->end - scratch->at));
        start(&a);
        start(&b);
        steps(&a, SOME_STEPS);
        steps(&b, SOME_STEPS);
        carry_island(&one, true, &a.lone);
        carry_island(&other, true, &b.lone);
        CU_ASSERT_EQUAL_FATAL(one.n, other.n);
        CU_ASSERT_EQUAL(memcmp(one.bytes, other.bytes, one.n), 0);
    }
    pair_close(&a);
    pair_close(&b);
}

/* Every general algorithm suits one problem at least: the promises were not empty. */
static void every_algorithm_suits_a_problem(void)
{
    static struct subject subjects[MAX_SUBJECTS];
    size_t n = subjects_list(subjects, SOME_CONFIGS);
    for (size_t k = 0; registry_algorithms[k]; k++) {
        size_t suited = 0;
        for (size_t i = 0; i < n; i++) {
            struct pair pair;
            suited += pair_open(&pair, &subjects[i], registry_algorithms[k], 6);
            pair_close(&pair);
        }
        CU_ASSERT(suited > 0);
    }
}

static void all_generations_are_whole(void)
{
    over_all(generations_are_whole);
}

static void all_generations_do_not_allocate(void)
{
    over_all(generations_do_not_allocate);
}

static void all_state_restores_a_run(void)
{
    over_all(state_restores_a_run);
}

static void all_seed_decides_a_run(void)
{
    over_all(seed_decides_a_run);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(every_algorithm_suits_a_problem),
        SUITE_TEST(all_generations_are_whole),
        SUITE_TEST(all_generations_do_not_allocate),
        SUITE_TEST(all_state_restores_a_run),
        SUITE_TEST(all_seed_decides_a_run),
        CU_TEST_INFO_NULL,
    };
    return suite_run("algorithms", NULL, NULL, tests);
}
