#include "python_problem.h"

#include "python_operators.h"
#include "python_verify.h"

#include <math.h>
#include <string.h>

/* What `self` points to. Operations leave it as it is; the worker behind it is a connection. */
struct python {
    struct python_puzzle puzzle;
    size_t genes, genome_bytes, objectives, descriptors;
    struct python_worker *worker;
};

static void destroy(void *self)
{
    struct python *python = self;
    python_worker_close(python->worker);
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct python *python = ARENA_NEW(perm, struct python, 1);
    struct python_worker *worker = ARENA_NEW(perm, struct python_worker, 1);
    if (!python || !worker)
        return error_set(err, STATUS_MEMORY, "no memory for Python");
    if (!python_worker_open(worker, keys, err))
        python_puzzle_read(&worker->reply, perm, &python->puzzle, shape, err);
    if (err->status) {
        python_worker_close(worker);
        return err->status;
    }
    python->genes = shape->genes;
    python->genome_bytes = shape->genome_bytes;
    python->objectives = shape->objectives;
    python->descriptors = shape->descriptors;
    python->worker = worker;
    *self = python;
    return STATUS_OK;
}

static enum status failed(const void *self, struct error *err)
{
    const struct python *python = self;
    if (python->worker->failed.status)
        *err = python->worker->failed;
    return python->worker->failed.status;
}

/* Calls a method that gets random numbers and makes one genome. */
static bool make(const struct python *python, enum python_call_kind kind, size_t rows,
                 const void *a, const void *b, struct rng *rng, void *out,
                 uint64_t *number)
{
    size_t bytes = python->genome_bytes;
    struct python_call call = {.kind = kind,
                               .rows = rows,
                               .part = {a, b},
                               .part_bytes = {a ? bytes : 0, b ? bytes : 0},
                               .out = out,
                               .out_bytes = bytes};
    call.seed[0] = rng_next(rng);
    call.seed[1] = rng_next(rng);
    return python_worker_call(python->worker, &call, number);
}

/* Zeros behind the genes: genomes are compared as bytes. */
static void clear_rest(const struct python *python, void *genome)
{
    static const size_t bytes[] = {[PYTHON_PERMUTATION] = sizeof(int32_t),
                                   [PYTHON_BITS] = 1,
                                   [PYTHON_INTEGERS] = sizeof(int32_t),
                                   [PYTHON_REALS] = sizeof(double)};
    size_t used = python->genes * bytes[python->puzzle.kind];
    memset((char *)genome + used, 0, python->genome_bytes - used);
}

/* A genome is complete whatever happens. Whether it is feasible, its cost tells. */
static bool sample(const void *self, struct rng *rng, struct arena scratch,
                   void *genome)
{
    const struct python *python = self;
    (void)scratch;
    if (python->puzzle.has[PYTHON_SAMPLE] &&
        make(python, PYTHON_SAMPLE, 1, NULL, NULL, rng, genome, NULL))
        return true;
    python_operators_sample(&python->puzzle, python->genes, rng, genome);
    clear_rest(python, genome);
    return true;
}

static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    const struct python *python = self;
    size_t costs = n * python->objectives;
    struct python_call call = {.kind = PYTHON_EVALUATE,
                               .rows = n,
                               .part = {genomes},
                               .part_bytes = {n * python->genome_bytes},
                               .out = cost,
                               .out_bytes = costs * sizeof *cost};
    (void)scratch;
    if (n && !python_worker_call(python->worker, &call, NULL))
        for (size_t i = 0; i < costs; i++)
            cost[i] = INFINITY;
}

static void crossover(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena scratch, void *child)
{
    const struct python *python = self;
    memcpy(child, a, python->genome_bytes);
    if (!memcmp(a, b, python->genome_bytes))
        return;
    if (!python->puzzle.has[PYTHON_CROSSOVER])
        python_operators_crossover(&python->puzzle, python->genes, a, b, rng, scratch,
                                   child);
    else if (!make(python, PYTHON_CROSSOVER, 2, a, b, rng, child, NULL))
        memcpy(child, a, python->genome_bytes);
}

/* The call may have failed half-way through a reply; what it left is discarded with the step,
 * but must be a genome for the operators until then. */
static bool change(const struct python *python, enum python_call_kind kind,
                   struct rng *rng, struct arena scratch, void *genome,
                   uint64_t *number)
{
    void *kept = arena_take(&scratch, python->genome_bytes);
    memcpy(kept, genome, python->genome_bytes);
    bool done = make(python, kind, 1, kept, NULL, rng, genome, number);
    if (!done)
        memcpy(genome, kept, python->genome_bytes);
    return done;
}

static void mutate(const void *self, double rate, struct rng *rng, struct arena scratch,
                   void *genome)
{
    const struct python *python = self;
    if (!python->puzzle.has[PYTHON_MUTATE])
        python_operators_mutate(&python->puzzle, python->genes, rate, rng, genome);
    else if (rng_chance(rng, rate))
        (void)change(python, PYTHON_MUTATE, rng, scratch, genome, NULL);
}

static bool heal(const void *self, struct rng *rng, struct arena scratch, void *genome)
{
    const struct python *python = self;
    if (python->puzzle.has[PYTHON_HEAL])
        (void)change(python, PYTHON_HEAL, rng, scratch, genome, NULL);
    return true;
}

static uint64_t local_search(const void *self, double effort, struct rng *rng,
                             struct arena scratch, void *genome)
{
    const struct python *python = self;
    uint64_t evaluations = 0;
    (void)effort;
    if (python->puzzle.has[PYTHON_IMPROVE])
        (void)change(python, PYTHON_IMPROVE, rng, scratch, genome, &evaluations);
    return evaluations;
}

static double distance(const void *self, const void *a, const void *b,
                       struct arena scratch)
{
    const struct python *python = self;
    (void)scratch;
    return python_operators_distance(&python->puzzle, python->genes, a, b);
}

static void descriptors(const void *self, const void *genome, struct arena scratch,
                        double *out)
{
    const struct python *python = self;
    struct python_call call = {.kind = PYTHON_MEASURE,
                               .rows = 1,
                               .part = {genome},
                               .part_bytes = {python->genome_bytes},
                               .out = out,
                               .out_bytes = python->descriptors * sizeof *out};
    (void)scratch;
    if (!python_worker_call(python->worker, &call, NULL))
        memset(out, 0, python->descriptors * sizeof *out);
}

static void describe(const void *self, const void *genome, FILE *out)
{
    const struct python *python = self;
    struct python_call call = {.kind = PYTHON_DESCRIBE,
                               .rows = 1,
                               .part = {genome},
                               .part_bytes = {python->genome_bytes}};
    if (python_worker_call(python->worker, &call, NULL))
        (void)fwrite(python->worker->reply.data, 1, python->worker->reply.used, out);
}

const struct problem python_problem = {
    .name = "python",
    .summary = "a puzzle of one's own: a class in a Python file that evaluates genomes",
    .options = python_options,
    .keys_bytes = sizeof(struct python_keys),
    .init = init,
    .destroy = destroy,
    .sample = sample,
    .evaluate = evaluate,
    .crossover = crossover,
    .mutate = mutate,
    .heal = heal,
    .local_search = local_search,
    .distance = distance,
    .descriptors = descriptors,
    .failed = failed,
    .describe = describe,
    .verify = python_verify,
};
