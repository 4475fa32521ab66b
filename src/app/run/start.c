#include "start.h"

#include "party_problem.h"
#include "party_spelling.h"
#include "plural.h"
#include "python_problem.h"
#include "result.h"

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

/* Sets place p to the row of the hero with this id; false if it is not in the pool, excluded, in a
 * place before p, or if one of the two is fixed otherwise: operations rely on all of that. */
static bool place_hero(const struct party *party, int64_t id, size_t p, int32_t *hero)
{
    size_t row = 0;
    while (row < party->n_heroes && party->id[row] != id)
        row++;
    hero[p] = (int32_t)row;
    for (size_t q = 0; q < p; q++)
        if (hero[q] == hero[p])
            return false;
    if (row == party->n_heroes)
        return false;
    return party->fixed[p] >= 0 ? party->fixed[p] == hero[p] : !party->banned[row];
}

static bool encode_party(const struct party *party, const int32_t *id, int32_t *hero)
{
    for (size_t p = 0; p < party->n_places; p++)
        if (!place_hero(party, id[p], p, hero))
            return false;
    return true;
}

/* The genome of a recorded solution; false if it is none of this instance. */
static bool encode(const struct config *config, const struct shape *shape,
                   const struct result_solution *solution, void *genome, FILE *report)
{
    const struct puzzle *puzzle = starting.puzzle;
    struct error unused = {0};
    if (!strcmp(puzzle->problem->name, "party"))
        return encode_party(puzzle->self, solution->genome, genome);
    if (puzzle->problem->verify(config->problem_keys, solution->genome, shape->genes,
                                solution->objectives, shape->objectives, report,
                                &unused))
        return false;
    memcpy(genome, solution->genome, shape->genes * gene_bytes(shape->gene_type));
    if (!strcmp(puzzle->problem->name, "eternity"))
        for (size_t i = 0; i < shape->genes; i++)
            ((int16_t *)genome)[i] = (int16_t)(((int16_t *)genome)[i] - 4);
    return true;
}

static enum status check_kind(const struct result *result, const struct shape *shape,
                              struct error *err)
{
    const char *name = starting.puzzle->problem->name;
    if (strcmp(result->problem, name) != 0)
        return error_set(err, STATUS_INPUT,
                         "run.start: %s: is of problem %s (expected: a result of %s)",
                         result->path, result->problem, name);
    if (result->n_genes != shape->genes || result->gene_type != shape->gene_type ||
        result->n_objectives != shape->objectives)
        return error_set(err, STATUS_INPUT,
                         "run.start: %s: its solutions have %zu gene%s and %zu "
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
            if (encode(config, shape, &result->solutions[i],
                       starting.genomes + starting.n * bytes, report))
                starting.n++;
        if (starting.n < result->n_solutions)
            fprintf(stderr,
                    "skerry: run.start: %s: %zu of %zu solution%s left out, not "
                    "of this config's instance\n",
                    result->path, result->n_solutions - (size_t)starting.n,
                    result->n_solutions, plural_s(result->n_solutions));
        if (!starting.n)
            error_set(err, STATUS_INPUT,
                      "run.start: %s: has no solution of this config's instance "
                      "(expected: at least one)",
                      result->path);
    }
    if (report)
        (void)fclose(report);
    return err->status;
}

/* Without those at its ends; overwritten. */
static char *without_blanks(char *text)
{
    text += strspn(text, " \t");
    for (char *end = text + strlen(text); end > text && strchr(" \t", end[-1]);)
        *--end = '\0';
    return text;
}

/* Reads a line of hero ids; `line` is overwritten. */
static enum status read_party(const char *path, size_t number, char *line,
                              int32_t *hero, struct error *err)
{
    const struct party *party = starting.puzzle->self;
    size_t p = 0;
    for (char *field; (field = strsep(&line, ",")); p++) {
        int64_t id;
        field = without_blanks(field);
        if (!party_csv_whole_number(field, &id))
            return error_set(
                err, STATUS_INPUT,
                "run.start: %s:%zu: place %zu: '%.40s' is not a hero id (expected: "
                "the ids of a party, separated by commas, or as file a "
                "result of skerry)",
                path, number, p, field);
        if (p < party->n_places && !place_hero(party, id, p, hero))
            return error_set(err, STATUS_INPUT,
                             "run.start: %s:%zu: place %zu: '%.40s' (expected: the id "
                             "of a hero of the pool who may be there, each once)",
                             path, number, p, field);
    }
    return p == party->n_places
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "run.start: %s:%zu: %zu id%s (expected: %zu, one a place, "
                           "separated by commas)",
                           path, number, p, plural_s(p), party->n_places);
}

/* Rank 0: parties as text, the ids of one a line. */
static enum status read_parties(const struct option_file *file, struct arena *perm,
                                struct error *err)
{
    char *text = arena_text(perm, (const char *)file->data);
    size_t lines = 1, number = 0, bytes = starting.puzzle->shape.genome_bytes;
    for (size_t i = 0; i < file->bytes; i++)
        lines += file->data[i] == '\n';
    starting.genomes = arena_take(perm, lines * bytes);
    if (!text || !starting.genomes)
        return error_set(err, STATUS_MEMORY, "no memory for %zu parties", lines);
    for (char *line; (line = strsep(&text, "\n"));) {
        void *genome = starting.genomes + starting.n * bytes;
        number++;
        line[strcspn(line, "\r")] = '\0';
        if (!line[strspn(line, " \t")])
            continue;
        if (read_party(file->path, number, line, genome, err))
            return err->status;
        starting.n++;
    }
    return starting.n ? STATUS_OK
                      : error_set(err, STATUS_INPUT,
                                  "run.start: %s: is empty (expected: a result, or "
                                  "parties, the hero ids of one a line)",
                                  file->path);
}

static bool is_party_text(const struct option_file *file)
{
    static const char hdf5[] = "\x89HDF\r\n\x1a\n";
    return !strcmp(starting.puzzle->problem->name, "party") &&
           (file->bytes < sizeof hdf5 - 1 ||
            memcmp(file->data, hdf5, sizeof hdf5 - 1) != 0);
}

/* Rank 0. */
static enum status read_result(const struct config *config, struct arena *perm,
                               struct error *err)
{
    struct arena arena;
    struct result result;
    arena_init(&arena);
    if (result_read(config->run.start.path, &arena, &result, err))
        error_wrap(err, "run.start");
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
        return error_set(err, STATUS_INPUT, "run.start: problem %s takes no start",
                         config->problem->name);
    memset(&starting, 0, sizeof starting);
    starting.puzzle = puzzle;
    if (comm->rank == 0 && is_party_text(&config->run.start))
        read_parties(&config->run.start, perm, err);
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
