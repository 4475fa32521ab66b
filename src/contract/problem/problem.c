#include "problem.h"

#include <math.h>

#define REQUIRE(table, member)                                                         \
    do {                                                                               \
        if (!(table)->member)                                                          \
            return #member;                                                            \
    } while (0)

static const char *missing_of_command(const struct problem_command *command)
{
    REQUIRE(command, summary);
    if (!command->run_all)
        REQUIRE(command, run);
    return NULL;
}

static const char *missing_of_problem(const struct problem *problem)
{
    REQUIRE(problem, summary);
    REQUIRE(problem, options);
    REQUIRE(problem, keys_bytes);
    REQUIRE(problem, init);
    REQUIRE(problem, sample);
    REQUIRE(problem, evaluate);
    REQUIRE(problem, crossover);
    REQUIRE(problem, mutate);
    REQUIRE(problem, distance);
    REQUIRE(problem, describe);
    REQUIRE(problem, verify);
    return NULL;
}

enum status problem_check(const struct problem *problem, struct error *err)
{
    const struct problem_command *command = problem->commands;
    if (!problem->name)
        return error_set(err, STATUS_FAILED, "a problem has no name");
    const char *missing = missing_of_problem(problem);
    if (missing)
        return error_set(err, STATUS_FAILED,
                         "problem %s has no '%s', which is required", problem->name,
                         missing);
    for (; command && command->name; command++)
        if ((missing = missing_of_command(command)))
            return error_set(err, STATUS_FAILED,
                             "problem %s: command %s has no '%s', which is required",
                             problem->name, command->name, missing);
    return STATUS_OK;
}

/* Whether a text can stand in a line of a table. */
static bool is_name(const char *text)
{
    size_t n = 0;
    for (; text && text[n]; n++)
        if ((unsigned char)text[n] < ' ' || text[n] == 0x7f)
            return false;
    return n > 0;
}

static const char *fault_of_measures(const struct measure *measures, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_name(measures[i].name) || !is_name(measures[i].unit))
            return "an objective or descriptor without a name or unit (expected: lines "
                   "of text)";
    return NULL;
}

static const char *fault_of_ranges(const struct shape *shape)
{
    for (size_t i = 0; i < shape->descriptors; i++) {
        double low = shape->descriptor[i].low, high = shape->descriptor[i].high;
        if (!isfinite(high - low) || low >= high)
            return "a descriptor without a range (expected: low < high)";
    }
    return NULL;
}

static const char *fault_of_genome(const struct shape *shape)
{
    if ((unsigned)shape->gene_type > GENE_F64)
        return "an unknown type of genes (expected: one of enum gene_type)";
    size_t bytes = gene_bytes(shape->gene_type);
    if (!shape->genes)
        return "no genes (expected: at least one)";
    if (shape->genome_bytes / bytes < shape->genes)
        return "too few bytes a genome (expected: those of its genes, or more)";
    return NULL;
}

/* What is wrong with it; NULL: nothing. */
static const char *fault_of_shape(const struct problem *problem,
                                  const struct shape *shape)
{
    const char *fault = fault_of_genome(shape);
    if (!fault && (shape->objectives < 1 || shape->objectives > MAX_OBJECTIVES))
        fault = "a number of objectives out of range (expected: 1 to MAX_OBJECTIVES)";
    if (!fault && shape->descriptors > MAX_DESCRIPTORS)
        fault = "too many descriptors (expected: at most MAX_DESCRIPTORS)";
    if (!fault && shape->descriptors && !problem->descriptors)
        fault = "descriptors (expected: none without an operation `descriptors`)";
    if (!fault)
        fault = fault_of_measures(shape->objective, shape->objectives);
    if (!fault)
        fault = fault_of_measures(shape->descriptor, shape->descriptors);
    return fault ? fault : fault_of_ranges(shape);
}

enum status problem_init(const struct problem *problem, const void *keys,
                         struct arena *perm, void **self, struct shape *shape,
                         struct error *err)
{
    enum status status = problem->init(keys, perm, self, shape, err);
    if (status && !err->status)
        error_set(err, status, "problem %s: its init failed and did not say why",
                  problem->name);
    if (err->status)
        return err->status;
    const char *fault = fault_of_shape(problem, shape);
    return fault ? error_set(err, STATUS_INPUT, "problem %s: its shape has %s",
                             problem->name, fault)
                 : STATUS_OK;
}
