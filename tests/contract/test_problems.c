/* The promises of problem.h, over every problem. */
#include "instances.h"
#include "subject.h"
#include "suite.h"

enum {
    GENOMES = 24,
    SOME_CONFIGS = 2 + INSTANCES_OF(4) /* of each problem; three with sanitizers */
};

/* A loaded problem with some feasible genomes. */
struct instance {
    struct arena perm;
    struct config config;
    struct lone lone;
    const struct problem *problem;
    const void *self;
    struct shape shape;
    struct arena scratch;
    struct population pop; /* GENOMES feasible samples with costs, then children */
    struct rng rng;
};

static void instance_open(struct instance *in, const struct subject *subject)
{
    *in = (struct instance){.problem = subject->problem};
    subject_load(subject, "random", &in->perm, &in->config);
    lone_load(&in->lone, in->problem, in->config.problem_keys);
    in->self = in->lone.puzzle.self;
    in->shape = in->lone.puzzle.shape;
    in->scratch = arena_scratch(&in->perm, in->shape.scratch_bytes);
    CU_ASSERT_EQUAL_FATAL(
        population_init(&in->pop, &in->shape, 2 * GENOMES, &in->perm, &in->lone.err),
        STATUS_OK);
}

static void instance_close(struct instance *in)
{
    lone_close(&in->lone);
    arena_free(&in->perm);
}

/* Fills scratch with a byte: nothing may depend on what it held before. */
static void soil(struct instance *in, int byte)
{
    memset(in->scratch.at, byte, (size_t)(in->scratch.end - in->scratch.at));
}

static double cost_of(struct instance *in, const void *genome)
{
    double cost[MAX_OBJECTIVES];
    in->problem->evaluate(in->self, genome, 1, in->scratch, cost);
    return cost[0];
}

/* The same genomes for each promise: row i of the population becomes feasible, by sampling as often as it
 * takes. */
static void fill_feasible(struct instance *in)
{
    rng_init(&in->rng, 11, 0, 0, RNG_ALGORITHM);
    in->pop.count = GENOMES;
    for (size_t i = 0; i < GENOMES; i++) {
        void *genome = population_genome(&in->pop, i);
        int tries = 1000;
        while (!in->problem->sample(in->self, &in->rng, in->scratch, genome) && --tries)
            ;
        CU_ASSERT_FATAL(tries > 0);
        in->problem->evaluate(in->self, genome, 1, in->scratch,
                              population_cost(&in->pop, i));
        CU_ASSERT(isfinite(population_cost(&in->pop, i)[0]));
    }
}

static bool same(const struct instance *in, const void *a, const void *b)
{
    return !memcmp(a, b, in->shape.genome_bytes);
}

/* Every subject, loaded for the first promise. */
static struct subject subjects[MAX_SUBJECTS];
static struct instance instances[MAX_SUBJECTS];
static size_t n_subjects;

static void open_all(void)
{
    size_t n = subjects_list(subjects, SOME_CONFIGS);
    for (; n_subjects < n; n_subjects++)
        instance_open(&instances[n_subjects], &subjects[n_subjects]);
}

static int close_all(void)
{
    while (n_subjects > 0)
        instance_close(&instances[--n_subjects]);
    return 0;
}

/* Runs one promise over every subject. */
static void over_all(void (*promise)(struct instance *in))
{
    if (!n_subjects)
        open_all();
    for (size_t i = 0; i < n_subjects; i++) {
        unsigned before = CU_get_number_of_failures();
        fill_feasible(&instances[i]);
        promise(&instances[i]);
        subject_blame(&subjects[i], "", before);
    }
}

static void check_measure(const struct measure *measure)
{
    CU_ASSERT(measure->name && *measure->name);
    CU_ASSERT(measure->unit && *measure->unit);
}

static void shape_is_whole(struct instance *in)
{
    const struct shape *shape = &in->shape;
    CU_ASSERT(shape->genes > 0);
    CU_ASSERT(shape->genome_bytes >= shape->genes * gene_bytes(shape->gene_type));
    CU_ASSERT(shape->gene_unit && *shape->gene_unit);
    CU_ASSERT(shape->objectives >= 1 && shape->objectives <= MAX_OBJECTIVES);
    CU_ASSERT(shape->descriptors <= MAX_DESCRIPTORS);
    CU_ASSERT_EQUAL(shape->descriptors > 0 && !in->problem->descriptors, false);
    for (size_t i = 0; i < shape->objectives; i++)
        check_measure(&shape->objective[i]);
    for (size_t i = 0; i < shape->descriptors; i++) {
        check_measure(&shape->descriptor[i]);
        CU_ASSERT(shape->descriptor[i].low < shape->descriptor[i].high);
    }
    CU_ASSERT(in->problem->summary && *in->problem->summary);
}

static void sample_tells_feasibility(struct instance *in)
{
    void *genome = population_genome(&in->pop, GENOMES);
    for (int i = 0; i < 100; i++) {
        bool feasible = in->problem->sample(in->self, &in->rng, in->scratch, genome);
        CU_ASSERT_EQUAL(isfinite(cost_of(in, genome)) != 0, feasible);
    }
}

/* All at once, one by one, and the other way round. */
static void equal_genomes_cost_the_same(struct instance *in)
{
    size_t bytes = in->shape.genome_bytes, k = in->shape.objectives;
    unsigned char *row = ARENA_NEW(&in->perm, unsigned char, GENOMES *bytes);
    double *batch = ARENA_NEW(&in->perm, double, GENOMES *k);
    for (size_t i = 0; i < GENOMES; i++)
        memcpy(row + i * bytes, population_genome(&in->pop, i), bytes);
    soil(in, 0x55);
    in->problem->evaluate(in->self, row, GENOMES, in->scratch, batch);
    for (size_t i = 0; i < GENOMES; i++)
        CU_ASSERT_EQUAL(
            memcmp(batch + i * k, population_cost(&in->pop, i), k * sizeof *batch), 0);
    for (size_t i = 0; i < GENOMES; i++)
        memcpy(row + (GENOMES - 1 - i) * bytes, population_genome(&in->pop, i), bytes);
    soil(in, 0xaa);
    in->problem->evaluate(in->self, row, GENOMES, in->scratch, batch);
    for (size_t i = 0; i < GENOMES; i++)
        CU_ASSERT_EQUAL(memcmp(batch + (GENOMES - 1 - i) * k,
                               population_cost(&in->pop, i), k * sizeof *batch),
                        0);
}

static void crossover_of_equal_parents_gives_them(struct instance *in)
{
    if (!in->problem->crossover)
        return;
    void *child = population_genome(&in->pop, GENOMES);
    for (size_t i = 0; i < GENOMES; i++) {
        const void *parent = population_genome(&in->pop, i);
        in->problem->crossover(in->self, parent, parent, &in->rng, in->scratch, child);
        CU_ASSERT(same(in, child, parent));
    }
}

/* Parents, kept aside, are as before. */
static void operators_leave_parents_alone(struct instance *in)
{
    size_t bytes = in->shape.genome_bytes;
    unsigned char *kept = ARENA_NEW(&in->perm, unsigned char, GENOMES *bytes);
    for (size_t i = 0; i < GENOMES; i++)
        memcpy(kept + i * bytes, population_genome(&in->pop, i), bytes);
    void *child = population_genome(&in->pop, GENOMES);
    for (size_t i = 0; i < GENOMES; i++) {
        const void *a = population_genome(&in->pop, i);
        const void *b = population_genome(&in->pop, (i + 1) % GENOMES);
        if (in->problem->crossover)
            in->problem->crossover(in->self, a, b, &in->rng, in->scratch, child);
        if (in->problem->recombine)
            in->problem->recombine(in->self, a, b, 0.3, &in->rng, in->scratch, child);
        in->problem->distance(in->self, a, b, in->scratch);
    }
    for (size_t i = 0; i < GENOMES; i++)
        CU_ASSERT(same(in, kept + i * bytes, population_genome(&in->pop, i)));
}

static void mutation_follows_its_rate(struct instance *in)
{
    if (!in->problem->mutate)
        return;
    void *genome = population_genome(&in->pop, GENOMES);
    size_t changed = 0;
    for (size_t i = 0; i < GENOMES; i++) {
        const void *parent = population_genome(&in->pop, i);
        memcpy(genome, parent, in->shape.genome_bytes);
        in->problem->mutate(in->self, 0, &in->rng, in->scratch, genome);
        CU_ASSERT(same(in, genome, parent));
        in->problem->mutate(in->self, 1, &in->rng, in->scratch, genome);
        changed += !same(in, genome, parent);
    }
    CU_ASSERT(changed > GENOMES / 2);
}

static void healing_is_idempotent(struct instance *in)
{
    const struct problem *problem = in->problem;
    unsigned char *genome = population_genome(&in->pop, GENOMES);
    unsigned char *healed = population_genome(&in->pop, GENOMES + 1);
    if (!problem->heal)
        return;
    for (size_t i = 0; i < GENOMES; i++) {
        const void *parent = population_genome(&in->pop, i);
        memcpy(genome, parent, in->shape.genome_bytes);
        CU_ASSERT(problem->heal(in->self, &in->rng, in->scratch, genome));
        CU_ASSERT(same(in, genome, parent));
        if (problem->mutate)
            problem->mutate(in->self, 0.3, &in->rng, in->scratch, genome);
        bool feasible = problem->heal(in->self, &in->rng, in->scratch, genome);
        CU_ASSERT_EQUAL(isfinite(cost_of(in, genome)) != 0, feasible);
        memcpy(healed, genome, in->shape.genome_bytes);
        if (feasible) {
            CU_ASSERT(problem->heal(in->self, &in->rng, in->scratch, healed));
            CU_ASSERT(same(in, healed, genome));
        }
    }
}

static void breed_tells_feasibility(struct instance *in)
{
    void *child = population_genome(&in->pop, GENOMES);
    if (!in->problem->recombine)
        return;
    for (size_t i = 0; i < 10 * GENOMES; i++) {
        const void *a = population_genome(&in->pop, i % GENOMES);
        const void *b = population_genome(&in->pop, (7 * i + 1) % GENOMES);
        bool feasible =
            in->problem->recombine(in->self, a, b, 0.2, &in->rng, in->scratch, child);
        if (feasible)
            CU_ASSERT(isfinite(cost_of(in, child)));
        feasible =
            in->problem->recombine(in->self, a, a, 0, &in->rng, in->scratch, child);
        CU_ASSERT(feasible);
        CU_ASSERT(same(in, child, a));
    }
}

/* Where nothing heals, nothing breaks either. */
static void children_without_healing_are_feasible(struct instance *in)
{
    const struct problem *problem = in->problem;
    void *child = population_genome(&in->pop, GENOMES);
    if (problem->heal || problem->recombine || !problem->crossover)
        return;
    for (size_t i = 0; i < GENOMES; i++) {
        problem->crossover(in->self, population_genome(&in->pop, i),
                           population_genome(&in->pop, (i + 1) % GENOMES), &in->rng,
                           in->scratch, child);
        problem->mutate(in->self, 0.2, &in->rng, in->scratch, child);
        CU_ASSERT(isfinite(cost_of(in, child)));
    }
}

static void improve_never_worsens(struct instance *in)
{
    static const double efforts[] = {1e-6, 0.01, 0.1, 1};
    void *genome = population_genome(&in->pop, GENOMES);
    if (!in->problem->local_search)
        return;
    for (size_t i = 0; i < GENOMES; i++) {
        memcpy(genome, population_genome(&in->pop, i), in->shape.genome_bytes);
        double before = population_cost(&in->pop, i)[0];
        in->problem->local_search(in->self, efforts[i % 4], &in->rng, in->scratch,
                                  genome);
        double after = cost_of(in, genome);
        CU_ASSERT(isfinite(after) && after <= before);
    }
}

static void distance_is_symmetric_in_range(struct instance *in)
{
    for (size_t i = 0; i < GENOMES; i++)
        for (size_t j = 0; j < GENOMES; j++) {
            const void *a = population_genome(&in->pop, i);
            const void *b = population_genome(&in->pop, j);
            double d = in->problem->distance(in->self, a, b, in->scratch);
            CU_ASSERT(d >= 0 && d <= 1);
            CU_ASSERT_EQUAL(d, in->problem->distance(in->self, b, a, in->scratch));
            if (same(in, a, b))
                CU_ASSERT_EQUAL(d, 0);
            if (d == 0)
                CU_ASSERT_EQUAL(population_cost(&in->pop, i)[0],
                                population_cost(&in->pop, j)[0]);
        }
}

/* Where the shape says so, distance is 0 of equal genomes only, also of parent and child. */
static void canonical_genomes_tell_solutions_apart(struct instance *in)
{
    const struct problem *problem = in->problem;
    void *child = population_genome(&in->pop, GENOMES);
    for (size_t i = 0; i < GENOMES && in->shape.canonical; i++) {
        const void *parent = population_genome(&in->pop, i);
        memcpy(child, parent, in->shape.genome_bytes);
        if (problem->recombine)
            problem->recombine(in->self, parent, parent, 0.1, &in->rng, in->scratch,
                               child);
        else
            problem->mutate(in->self, 0.1, &in->rng, in->scratch, child);
        double d = problem->distance(in->self, parent, child, in->scratch);
        CU_ASSERT_EQUAL(d == 0, same(in, parent, child));
    }
}

static void descriptors_depend_on_the_genome_alone(struct instance *in)
{
    size_t n = in->shape.descriptors;
    if (!in->problem->descriptors || !n)
        return;
    for (size_t i = 0; i < GENOMES; i++) {
        double a[MAX_DESCRIPTORS], b[MAX_DESCRIPTORS];
        const void *genome = population_genome(&in->pop, i);
        soil(in, 0x55);
        in->problem->descriptors(in->self, genome, in->scratch, a);
        soil(in, 0xaa);
        in->problem->descriptors(in->self, genome, in->scratch, b);
        CU_ASSERT_EQUAL(memcmp(a, b, n * sizeof *a), 0);
        for (size_t d = 0; d < n; d++)
            CU_ASSERT(isfinite(a[d]));
    }
}

/* One child by all operators in turn, from a given state of the generator. */
static void whole_life(struct instance *in, const void *self, int byte, void *child)
{
    const struct problem *problem = in->problem;
    struct rng rng;
    rng_init(&rng, 12, 0, 0, RNG_ALGORITHM);
    soil(in, byte);
    bool feasible = problem->sample(self, &rng, in->scratch, child);
    if (problem->recombine) {
        feasible = problem->recombine(self, population_genome(&in->pop, 0),
                                      population_genome(&in->pop, 1), 0.3, &rng,
                                      in->scratch, child);
    } else if (problem->crossover && problem->mutate) {
        problem->crossover(self, population_genome(&in->pop, 0),
                           population_genome(&in->pop, 1), &rng, in->scratch, child);
        problem->mutate(self, 0.3, &rng, in->scratch, child);
        feasible = !problem->heal || problem->heal(self, &rng, in->scratch, child);
    }
    if (problem->local_search && feasible)
        problem->local_search(self, 0.1, &rng, in->scratch, child);
}

/* Neither what scratch held nor which init made it matters. */
static void same_draws_give_same_genomes(struct instance *in)
{
    struct lone other;
    void *first = population_genome(&in->pop, GENOMES);
    void *second = population_genome(&in->pop, GENOMES + 1);
    lone_load(&other, in->problem, in->config.problem_keys);
    CU_ASSERT_EQUAL(other.puzzle.shape.scratch_bytes, in->shape.scratch_bytes);
    whole_life(in, in->self, 0x55, first);
    whole_life(in, in->self, 0xaa, second);
    CU_ASSERT(same(in, first, second));
    whole_life(in, other.puzzle.self, 0, second);
    CU_ASSERT(same(in, first, second));
    lone_close(&other);
}

static void descriptions_are_lines(struct instance *in)
{
    for (size_t i = 0; i < 3; i++) {
        char *text = NULL;
        size_t bytes = 0;
        FILE *out = open_memstream(&text, &bytes);
        in->problem->describe(in->self, population_genome(&in->pop, i), out);
        fclose(out);
        CU_ASSERT(bytes > 1 && text[bytes - 1] == '\n');
        free(text);
    }
}

static void bound_is_below_every_cost(struct instance *in)
{
    if (!in->problem->bound)
        return;
    double bound = in->problem->bound(in->self);
    CU_ASSERT(!isnan(bound));
    for (size_t i = 0; i < GENOMES; i++)
        CU_ASSERT(bound <= population_cost(&in->pop, i)[0]);
}

static enum status verify(struct instance *in, const void *genome,
                          const double *fitness)
{
    struct error err = {0};
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    enum status status =
        in->problem->verify(in->config.problem_keys, genome, in->shape.genes, fitness,
                            in->shape.objectives, out, &err);
    fclose(out);
    if (status == STATUS_OK)
        CU_ASSERT_PTR_NULL(strstr(text, "WRONG"));
    if (status == STATUS_FAILED)
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "WRONG"));
    free(text);
    return status;
}

/* The independent check agrees, and does not agree with a wrong fitness. */
static void verify_accepts_what_evaluate_says(struct instance *in)
{
    void *decoded = population_genome(&in->pop, GENOMES);
    if (!in->problem->verify)
        return;
    for (size_t i = 0; i < GENOMES; i++) {
        double fitness[MAX_OBJECTIVES];
        const void *genome = population_genome(&in->pop, i);
        memcpy(decoded, genome, in->shape.genome_bytes);
        if (in->problem->decode)
            in->problem->decode(in->self, genome, decoded);
        for (size_t k = 0; k < in->shape.objectives; k++)
            fitness[k] = in->shape.objective[k].maximise
                             ? -population_cost(&in->pop, i)[k]
                             : population_cost(&in->pop, i)[k];
        CU_ASSERT_EQUAL(verify(in, decoded, fitness), STATUS_OK);
        fitness[0] += 1;
        CU_ASSERT_EQUAL(verify(in, decoded, fitness), STATUS_FAILED);
    }
}

static void proof_is_at_most_what_is_known(struct instance *in)
{
    double best = INFINITY;
    for (size_t i = 0; i < GENOMES; i++)
        best = fmin(best, population_cost(&in->pop, i)[0]);
    if (!in->problem->prove)
        return;
    struct population *pop = &in->pop;
    void *genome = population_genome(pop, 0);
    bool found, again;
    double proven = in->problem->prove(in->self, best, 0.01, genome, &found);
    CU_ASSERT(proven <= best);
    if (found) {
        in->problem->evaluate(in->self, genome, 1, in->scratch,
                              population_cost(pop, 0));
        CU_ASSERT(population_cost(pop, 0)[0] < best &&
                  population_cost(pop, 0)[0] >= proven);
    }
    CU_ASSERT_EQUAL(in->problem->prove(in->self, best, 0.01, genome, &again), proven);
    CU_ASSERT_EQUAL(again, found);
}

#define PROMISES(X)                                                                    \
    X(shape_is_whole)                                                                  \
    X(sample_tells_feasibility)                                                        \
    X(equal_genomes_cost_the_same)                                                     \
    X(crossover_of_equal_parents_gives_them)                                           \
    X(operators_leave_parents_alone)                                                   \
    X(mutation_follows_its_rate)                                                       \
    X(healing_is_idempotent)                                                           \
    X(breed_tells_feasibility)                                                         \
    X(children_without_healing_are_feasible)                                           \
    X(improve_never_worsens)                                                           \
    X(distance_is_symmetric_in_range)                                                  \
    X(canonical_genomes_tell_solutions_apart)                                          \
    X(descriptors_depend_on_the_genome_alone)                                          \
    X(same_draws_give_same_genomes)                                                    \
    X(descriptions_are_lines)                                                          \
    X(bound_is_below_every_cost)                                                       \
    X(proof_is_at_most_what_is_known)                                                  \
    X(verify_accepts_what_evaluate_says)

#define X(promise)                                                                     \
    static void all_##promise(void)                                                    \
    {                                                                                  \
        over_all(promise);                                                             \
    }
PROMISES(X)
#undef X

int main(void)
{
#define X(promise) {#promise, all_##promise},
    CU_TestInfo tests[] = {PROMISES(X) CU_TEST_INFO_NULL};
#undef X
    return suite_run("problems", NULL, close_all, tests);
}
