/* Runs of skerry for the fuzzers: the one file of theirs that knows it. */
#include "clock.h"
#include "comm_serial.h"
#include "config_plan.h"
#include "fuzz.h"
#include "interrupt_at.h"
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a run: some methods look for minutes where nothing is feasible. A case hangs after --hang. */
static const double LIMIT_S = 30;

static struct fuzz_answer answer;

/* ---- interrupts ---- */

void fuzz_interrupt_at(uint64_t look)
{
    interrupt_at(look);
}

uint64_t fuzz_draw_look(struct fuzz *fuzz, double share)
{
    return fuzz_chance(fuzz, share) ? 1 + fuzz_below(fuzz, 1u << fuzz_below(fuzz, 14))
                                    : 0;
}

/* ---- runs ---- */

struct run {
    struct fuzz *fuzz;
    uint64_t look; /* at which it is interrupted; 0: none */
    struct comm *comm;
    struct arena perm;
    struct config config;
    struct puzzle puzzle;
};

static double gene_at(const struct shape *shape, const void *genome, size_t i)
{
    switch (shape->gene_type) {
    case GENE_U8:
        return ((const uint8_t *)genome)[i];
    case GENE_I16:
        return ((const int16_t *)genome)[i];
    case GENE_I32:
        return ((const int32_t *)genome)[i];
    case GENE_I64:
        return (double)((const int64_t *)genome)[i];
    case GENE_F32:
        return (double)((const float *)genome)[i];
    case GENE_F64:
        return ((const double *)genome)[i];
    }
    return NAN;
}

/* The independent check of one solution, as `skerry verify` makes it. */
static void verify(struct run *run, const void *genome, const double *fitness)
{
    struct error err = {0};
    const struct shape *shape = &run->puzzle.shape;
    char *report = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&report, &n);
    enum status status =
        run->puzzle.problem->verify(run->config.problem_keys, genome, shape->genes,
                                    fitness, shape->objectives, out, &err);
    fclose(out);
    const char *line = status ? strstr(report, "WRONG") : NULL;
    if (status && !answer.unverified[0])
        snprintf(answer.unverified, sizeof answer.unverified, "%.400s",
                 line ? line : err.text);
    free(report);
}

static void take_solutions(struct run *run, const struct archive *solutions)
{
    const struct problem *problem = run->puzzle.problem;
    const struct shape *shape = &run->puzzle.shape;
    void *shown = arena_take(&run->perm, shape->genome_bytes);
    for (size_t i = 0; i < solutions->pop.count && i < FUZZ_MOST_SOLUTIONS; i++) {
        const void *genome = population_genome(&solutions->pop, i);
        double fitness[MAX_OBJECTIVES];
        for (size_t o = 0; o < shape->objectives; o++) {
            double cost = population_cost(&solutions->pop, i)[o];
            fitness[o] = shape->objective[o].maximise ? -cost : cost;
        }
        if (problem->decode)
            problem->decode(run->puzzle.self, genome, shown);
        else
            memcpy(shown, genome, shape->genome_bytes);
        answer.fitness[answer.n_solutions++] = fitness[0];
        for (size_t g = 0; i == 0 && g < shape->genes && g < FUZZ_MOST_GENES; g++)
            answer.genes[answer.n_genes++] = gene_at(shape, shown, g);
        verify(run, shown, fitness);
    }
}

static void take_near_miss(struct run *run, const struct near_miss *miss)
{
    const struct shape *shape = &run->puzzle.shape;
    void *shown = arena_take(&run->perm, shape->genome_bytes);
    memcpy(shown, miss->genome, shape->genome_bytes);
    if (run->puzzle.problem->decode)
        run->puzzle.problem->decode(run->puzzle.self, miss->genome, shown);
    answer.nearest = true;
    for (size_t g = 0; g < shape->genes && g < FUZZ_MOST_GENES; g++)
        answer.near_genes[g] = gene_at(shape, shown, g);
    for (size_t i = 0; i < miss->violations.n; i++)
        memcpy(answer.broken[answer.n_broken++], miss->violations.broken[i].rule,
               sizeof answer.broken[0]);
}

/* An observer's end: everything that the fuzzer wants to know. */
static enum status take_outcome(void *self, const struct outcome *outcome,
                                struct error *err)
{
    struct run *run = self;
    double sign = run->puzzle.shape.objective[0].maximise ? -1 : 1;
    double best = INFINITY, bound = -INFINITY;
    (void)err;
    /* What any replica says must hold. */
    for (int64_t r = 0; r < run->config.run.replicas; r++) {
        const struct replica_result *result = &outcome->replicas[r];
        best = fmin(best, result->best);
        bound = fmax(bound, result->bound);
        answer.optimal = answer.optimal || (isfinite(result->best) && result->optimal);
        if (!result->verdict.infeasible)
            continue;
        answer.infeasible = true;
        memcpy(answer.reason, result->verdict.reason, sizeof answer.reason);
    }
    answer.feasible = isfinite(best);
    answer.best = sign * best;
    answer.bounded = isfinite(bound);
    answer.bound = sign * bound;
    answer.optimal = answer.optimal || (answer.feasible && bound >= best);
    take_solutions(run, outcome->solutions);
    if (outcome->near_miss)
        take_near_miss(run, outcome->near_miss);
    return STATUS_OK;
}

/* The newest checkpoint of the run at work; n = 0: there is none. */
static struct {
    void *bytes;
    size_t n;
} checkpoint;

static enum status keep_checkpoint(void *self, const void *bytes, size_t n,
                                   struct error *err)
{
    (void)self;
    free(checkpoint.bytes);
    checkpoint.bytes = malloc(n);
    if (!checkpoint.bytes)
        return error_set(err, STATUS_MEMORY, "no memory for a checkpoint");
    memcpy(checkpoint.bytes, bytes, n);
    checkpoint.n = n;
    return STATUS_OK;
}

static void run_islands(struct run *run, struct error *err)
{
    struct engine_plan plan =
        config_plan(&run->config, run->puzzle.shape.objective[0].maximise);
    plan.solutions = FUZZ_MOST_SOLUTIONS;
    /* There are no files. */
    plan.checkpoint_every_s = plan.elites_every_s = 1e9;
    plan.checkpoint_better_s = NAN;
    /* The engine borrows it until the end; meanwhile there are newer ones. */
    unsigned char *former = arena_take(&run->perm, checkpoint.n);
    if (!former) {
        error_set(err, STATUS_MEMORY, "no memory for a checkpoint");
        return;
    }
    if (checkpoint.n)
        memcpy(former, checkpoint.bytes, checkpoint.n);
    struct observer observer = {
        .self = run, .checkpoint = keep_checkpoint, .finish = take_outcome};
    struct engine_world world = {.comm = run->comm,
                                 .observers = &observer,
                                 .n_observers = 1,
                                 .clock = clock_monotonic_s,
                                 .snapshot = checkpoint.n ? former : NULL,
                                 .snapshot_bytes = checkpoint.n};
    enum outcome_kind kind;
    const char *why;
    if (run->look)
        fuzz_interrupt_at(run->look);
    else
        interrupt_set_limit(LIMIT_S);
    engine_run(&plan, &run->puzzle, &world, &kind, &why, err);
    answer.interrupted = interrupt_time_is_up();
    fuzz_interrupt_at(0);
}

/* The config and its puzzle. */
static void load(struct run *run, const char *name, const char *const *overrides,
                 struct error *err)
{
    struct config_request request = {
        .path = fuzz_path(run->fuzz, name), .overrides = overrides, .islands = 1};
    while (overrides[request.n_overrides])
        request.n_overrides++;
    if (config_load(&request, &registry_all, run->comm, &run->perm, &run->config, err))
        return;
    run->puzzle.problem = run->config.problem;
    run->puzzle.problem->init(run->config.problem_keys, &run->perm, &run->puzzle.self,
                              &run->puzzle.shape, err);
}

static bool is_given(const char *const *overrides, size_t n, const char *override)
{
    size_t key = strcspn(override, "=") + 1;
    for (size_t i = 0; i < n; i++)
        if (!strncmp(overrides[i], override, key))
            return true;
    return false;
}

/* Adds what a run is asked for beyond its method: little that matters most. */
static void add_extremes(struct fuzz *fuzz, size_t n, const char **overrides)
{
    static const char *const shapes[] = {
        "run.islands=1",           "run.islands=2",
        "run.islands=7",           "run.replicas=2",
        "run.replicas=3",          "run.sub_generations=1",
        "run.sub_generations=7",   "migration.policy=none",
        "migration.policy=random", "migration.policy=similarity",
        "migration.policy=ring",   "migration.similarity=genotype",
        "output.min_distance=1",
    };
    static const char *const limits[] = {"run.max_evaluations=1",
                                         "run.max_evaluations=50", "run.epochs=1",
                                         "run.target=1", "run.proof_s=0"};
    fuzz->limited = fuzz_chance(fuzz, 0.05);
    if (fuzz->limited) {
        const char *limit = limits[fuzz_below(fuzz, sizeof limits / sizeof *limits)];
        if (!is_given(overrides, n, limit))
            overrides[n++] = limit;
    }
    for (uint64_t more = fuzz_chance(fuzz, 0.2) ? 1 + fuzz_below(fuzz, 3) : 0; more;
         more--) {
        const char *shape = shapes[fuzz_below(fuzz, sizeof shapes / sizeof *shapes)];
        if (is_given(overrides, n, shape))
            continue;
        overrides[n++] = shape;
        if (!strcmp(shape, "migration.policy=ring"))
            overrides[n++] = "migration.migrants=1"; /* a population may hold one */
    }
}

static void name_method(struct fuzz *fuzz, const char *const *overrides, uint64_t look)
{
    size_t n = 0;
    *fuzz->method = '\0';
    if (look)
        snprintf(fuzz->method, sizeof fuzz->method,
                 "interrupted at look %llu: ", (unsigned long long)look);
    for (size_t i = 0; overrides[i]; i++) {
        n = strlen(fuzz->method);
        snprintf(fuzz->method + n, sizeof fuzz->method - n, "%s%s", i ? " " : "",
                 overrides[i]);
    }
}

/* Runs from the beginning, or from the checkpoint that is there, as another process would. */
static void start_run(struct fuzz *fuzz, const char *config,
                      const char *const *overrides, uint64_t look)
{
    struct run run = {.fuzz = fuzz, .look = look};
    struct error err = {0};
    answer = (struct fuzz_answer){0};
    arena_init(&run.perm);
    comm_serial_open(&run.comm, &err);
    if (!err.status)
        load(&run, config, overrides, &err);
    answer.refused = err.status != STATUS_OK;
    if (!err.status) {
        run_islands(&run, &err);
        /* Input that the algorithm cannot use is reported before its first generation. */
        answer.refused = err.status == STATUS_INPUT;
        answer.failed = err.status && err.status != STATUS_CUT && !answer.refused;
    }
    snprintf(answer.error, sizeof answer.error, "%.80s%s%.400s", err.key,
             err.key[0] ? ": " : "", err.text);
    if (run.puzzle.self && run.puzzle.problem->destroy)
        run.puzzle.problem->destroy(run.puzzle.self);
    comm_close(run.comm);
    arena_free(&run.perm);
}

const struct fuzz_answer *fuzz_run(struct fuzz *fuzz, const char *config,
                                   const char *const *words)
{
    const char *overrides[32] = {0};
    size_t given = 0;
    for (; words[given] && given < 16; given++)
        overrides[given] = words[given];
    add_extremes(fuzz, given, overrides);
    uint64_t look = fuzz_draw_look(fuzz, 0.1);
    bool resumes = look && fuzz_chance(fuzz, 0.5);
    name_method(fuzz, overrides, look);
    checkpoint.n = 0;
    start_run(fuzz, config, overrides, look);
    while (resumes && answer.interrupted) {
        look = fuzz_draw_look(fuzz, 0.5);
        start_run(fuzz, config, overrides, look);
        resumes = look;
    }
    fuzz->limited = fuzz->limited || look;
    return &answer;
}
