#include "start.h"

#include "eternity_problem.h"
#include "eternity_start.h"
#include "file.h"
#include "party_problem.h"
#include "party_start.h"
#include "plural.h"
#include "python_problem.h"
#include "result.h"
#include "sliding_problem.h"
#include "sliding_start.h"
#include "utf8.h"

#include <stdio.h>
#include <string.h>

/* What `start` of an algorithm needs, which knows its island only. */
static struct {
    const struct puzzle *puzzle;
    struct engine_plan plan; /* with the algorithms themselves */
    unsigned char *genomes;  /* n genomes of genome_bytes each */
    uint64_t n;
    void *work; /* one genome */
} starting;

/* Costs of the k-th genome, healed in starting.work if it has to be. */
static bool prepare(struct island *island, size_t k, double *cost)
{
    const struct puzzle *puzzle = starting.puzzle;
    const struct problem *problem = puzzle->problem;
    size_t bytes = puzzle->shape.genome_bytes;
    memcpy(starting.work, starting.genomes + k * bytes, bytes);
    problem->evaluate(puzzle->self, starting.work, 1, island->scratch, cost);
    island->evaluations++;
    if (cost[0] < INFINITY || !problem->heal)
        return cost[0] < INFINITY;
    if (!problem->heal(puzzle->self, &island->rng, island->scratch, starting.work))
        return false;
    problem->evaluate(puzzle->self, starting.work, 1, island->scratch, cost);
    island->evaluations++;
    return cost[0] < INFINITY;
}

/* Makes the first population, and puts this island's share of the genomes into it. */
static void start(void *self, struct island *island)
{
    const struct algorithm *algorithm =
        engine_plan_algorithm(&starting.plan, island->index)->algorithm;
    struct population *pop = island->pop;
    struct origin origin = {.island = island->index, .replica = island->replica};
    double cost[MAX_OBJECTIVES];
    algorithm->start(self, island);
    size_t room = algorithm->ends ? starting.n : pop->count;
    for (size_t k = island->index; k < starting.n && room; k += island->count) {
        if (!prepare(island, k, cost))
            continue;
        room--;
        if (algorithm->ends)
            archive_offer(island->archive, starting.puzzle, starting.work, cost, origin,
                          island->scratch);
        else
            population_put(pop, room, starting.work,
                           starting.puzzle->shape.genome_bytes, cost);
    }
    if (!algorithm->ends && algorithm->welcome)
        algorithm->welcome(self, island);
}

/* A problem of which operations take other genes than results have, or whose results may have
 * another number of them. */
struct translation {
    const struct problem *problem;
    /* NULL: the genes are recorded as they are */
    bool (*encode)(const void *self, const void *recorded, void *genome);
    bool encode_checks; /* all that operations rely on: verify need not pass */
    /* Optional: reads solutions as people write them. */
    enum status (*parse)(const void *self, const struct option_file *file,
                         struct arena *perm, void **genomes, uint64_t *n,
                         struct error *err);
    /* Optional: makes a recorded genome of n genes one of `genes`; false if it cannot be. */
    bool (*resize)(const void *recorded, size_t n, void *genome, size_t genes);
};

static const struct translation translations[] = {
    {&party_problem, party_start_encode, true, party_start_parse, NULL},
    {&eternity_problem, eternity_start_encode, false, NULL, NULL},
    {&sliding_problem, NULL, false, NULL, sliding_start_resize}};

/* NULL: there is none. */
static const struct translation *translation_of(const struct problem *problem)
{
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++)
        if (translations[i].problem == problem)
            return &translations[i];
    return NULL;
}

bool start_encode(const struct puzzle *puzzle, const void *recorded, void *genome)
{
    const struct translation *translation = translation_of(puzzle->problem);
    const struct shape *shape = &puzzle->shape;
    if (translation && translation->encode)
        return translation->encode(puzzle->self, recorded, genome);
    memcpy(genome, recorded, shape->genes * gene_bytes(shape->gene_type));
    return true;
}

/* The genome of a recorded solution; false if it is none of this instance. */
static bool encode(const struct config *config, const struct result *result,
                   const struct result_solution *solution, void *genome, FILE *report)
{
    const struct puzzle *puzzle = starting.puzzle;
    const struct shape *shape = &puzzle->shape;
    const struct translation *translation = translation_of(puzzle->problem);
    const void *recorded = solution->genome;
    struct error unused = {0};
    if (result->n_genes != shape->genes) {
        if (!translation->resize(recorded, result->n_genes, genome, shape->genes))
            return false;
        recorded = genome;
    }
    if (!(translation && translation->encode_checks) &&
        puzzle->problem->verify(config->problem_keys, recorded, shape->genes,
                                solution->objectives, shape->objectives, report,
                                &unused))
        return false;
    return recorded == genome || start_encode(puzzle, recorded, genome);
}

static enum status check_kind(const struct result *result, const struct shape *shape,
                              struct error *err)
{
    const char *name = starting.puzzle->problem->name;
    const struct translation *translation = translation_of(starting.puzzle->problem);
    bool resizes = translation && translation->resize;
    if (strcmp(result->problem, name) != 0)
        return error_at(err, "run.start",
                        "%s: is of problem %s (expected: a result of %s)", result->path,
                        result->problem, name);
    if ((result->n_genes != shape->genes && !resizes) ||
        result->gene_type != shape->gene_type ||
        result->n_objectives != shape->objectives)
        return error_at(err, "run.start",
                        "%s: its solutions have %zu gene%s and %zu "
                        "objective%s (expected: %zu and %zu, of the same type)",
                        result->path, result->n_genes, plural_s(result->n_genes),
                        result->n_objectives, plural_s(result->n_objectives),
                        shape->genes, shape->objectives);
    return STATUS_OK;
}

static enum status encode_all(const struct config *config, const struct result *result,
                              struct arena *perm, struct error *err)
{
    const struct shape *shape = &starting.puzzle->shape;
    size_t bytes = shape->genome_bytes;
    FILE *report = fopen("/dev/null", "w");
    starting.genomes = arena_take(perm, result->n_solutions * bytes + 1);
    if (!report || !starting.genomes) {
        error_set(err, STATUS_MEMORY, "no memory for %zu solutions",
                  result->n_solutions);
    } else {
        memset(starting.genomes, 0, result->n_solutions * bytes);
        for (size_t i = 0; i < result->n_solutions; i++)
            if (encode(config, result, &result->solutions[i],
                       starting.genomes + starting.n * bytes, report))
                starting.n++;
        if (starting.n && starting.n < result->n_solutions)
            utf8_print_note(
                stderr,
                "skerry: run.start: %s: %zu of %zu solution%s left out, not "
                "of this config's instance or objectives",
                result->path, result->n_solutions - (size_t)starting.n,
                result->n_solutions, plural_s(result->n_solutions));
        if (!starting.n)
            error_at(err, "run.start",
                     "%s: has no solution of this config's instance and objectives "
                     "(expected: at least one)",
                     result->path);
    }
    if (report)
        (void)fclose(report);
    return err->status;
}

/* Gives an error in the file its key. */
static enum status of_start(struct error *err)
{
    if (err->status == STATUS_INPUT)
        snprintf(err->key, sizeof err->key, "run.start");
    return err->status;
}

/* Rank 0. */
static enum status read_text(const struct config *config, struct arena *perm,
                             struct error *err)
{
    const struct puzzle *puzzle = starting.puzzle;
    void *genomes = NULL;
    if (translation_of(puzzle->problem)
            ->parse(puzzle->self, &config->run.start, perm, &genomes, &starting.n, err))
        return of_start(err);
    starting.genomes = genomes;
    return STATUS_OK;
}

/* Whether the file is to be read as text: it is not in HDF5, and the problem has a form of its
 * own. */
static bool is_text(const struct config *config)
{
    static const char hdf5[] = "\x89HDF\r\n\x1a\n";
    const struct translation *translation = translation_of(config->problem);
    const struct option_file *file = &config->run.start;
    return translation && translation->parse &&
           (file->bytes < sizeof hdf5 - 1 ||
            memcmp(file->data, hdf5, sizeof hdf5 - 1) != 0);
}

/* Whether the file still has the bytes that the run's identity is made of, and that its result keeps: a result that
 * another run is writing may not. */
static bool is_as_read(const struct option_file *file, struct arena *arena)
{
    char why[FILE_WHY_BYTES];
    unsigned char *data;
    size_t bytes;
    return !file_read(file->path, arena, &data, &bytes, why) && bytes == file->bytes &&
           !memcmp(data, file->data, bytes);
}

/* Rank 0. */
static enum status read_result(const struct config *config, struct arena *perm,
                               struct error *err)
{
    struct arena arena;
    struct result result;
    arena_init(&arena);
    if (result_read(config->run.start.path, &arena, &result, err))
        of_start(err);
    else if (!is_as_read(&config->run.start, &arena))
        error_at(err, "run.start",
                 "%s: changed while it was read (expected: a result that no run is "
                 "writing)",
                 config->run.start.path);
    else if (!check_kind(&result, &starting.puzzle->shape, err))
        encode_all(config, &result, perm, err);
    arena_free(&arena);
    return err->status;
}

/* Gives the algorithms of the plan the function above. */
static enum status wrap(struct arena *perm, struct engine_plan *plan, struct error *err)
{
    size_t n = plan->n_algorithms;
    struct engine_islands *parts = ARENA_NEW(perm, struct engine_islands, n);
    struct algorithm *tables = ARENA_NEW(perm, struct algorithm, n);
    if (!parts || !tables)
        return error_set(err, STATUS_MEMORY, "no memory for %zu algorithms", n);
    starting.plan = *plan;
    for (size_t i = 0; i < n; i++) {
        parts[i] = plan->algorithms[i];
        tables[i] = *parts[i].algorithm;
        tables[i].start = start;
        parts[i].algorithm = &tables[i];
    }
    plan->algorithms = parts;
    return STATUS_OK;
}

enum status start_load(const struct config *config, const struct puzzle *puzzle,
                       struct comm *comm, struct arena *perm, struct engine_plan *plan,
                       struct error *err)
{
    size_t bytes = puzzle->shape.genome_bytes;
    if (!config->run.start.data)
        return STATUS_OK;
    if (config->problem == &python_problem || !config->problem->verify)
        return error_at(err, "run.start", "problem %s takes no start",
                        config->problem->name);
    memset(&starting, 0, sizeof starting);
    starting.puzzle = puzzle;
    if (comm->rank == 0 && is_text(config))
        read_text(config, perm, err);
    else if (comm->rank == 0)
        read_result(config, perm, err);
    if (comm_agree(comm, err) ||
        comm_broadcast(comm, &starting.n, sizeof starting.n, err))
        return err->status;
    if (comm->rank)
        starting.genomes = arena_take(perm, starting.n * bytes);
    starting.work = arena_take(perm, bytes);
    if (!starting.genomes || !starting.work)
        error_set(err, STATUS_MEMORY, "no memory for %zu solutions",
                  (size_t)starting.n);
    else
        wrap(perm, plan, err);
    return comm_agree(comm, err)
               ? err->status
               : comm_broadcast(comm, starting.genomes, starting.n * bytes, err);
}
