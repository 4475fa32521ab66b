#include "show_json.h"

#include "json_output.h"
#include "show_grid.h"
#include "show_provenance.h"
#include "show_text.h"

#include <math.h>

/* JSON has neither NaN nor infinity: they become null. */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* A number of a replica's generations or evaluations: -1 before it has any. */
static json_t *count(int64_t value)
{
    return value >= 0 ? json_integer(value) : json_null();
}

/* Sets a key to a value, whose ownership passes to the object; NULL (text that is not UTF-8)
 * becomes null. */
static void put(json_t *object, const char *key, json_t *value)
{
    (void)json_object_set_new(object, key, value ? value : json_null());
}

static json_t *numbers(const double *values, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        (void)json_array_append_new(list, number(values[i]));
    return list;
}

static json_t *wholes(const int64_t *values, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        (void)json_array_append_new(list, json_integer(values[i]));
    return list;
}

static json_t *gene(const struct result *result, const char *at)
{
    switch (result->gene_type) {
    case GENE_U8:
        return json_integer(*(const uint8_t *)at);
    case GENE_I16:
        return json_integer(*(const int16_t *)(const void *)at);
    case GENE_I32:
        return json_integer(*(const int32_t *)(const void *)at);
    case GENE_I64:
        return json_integer(*(const int64_t *)(const void *)at);
    case GENE_F32:
        return number((double)*(const float *)(const void *)at);
    case GENE_F64:
        return number(*(const double *)(const void *)at);
    }
    return json_null();
}

static json_t *genes(const struct result *result, const void *genome)
{
    size_t bytes = gene_bytes(result->gene_type);
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_genes; i++)
        (void)json_array_append_new(list,
                                    gene(result, (const char *)genome + i * bytes));
    return list;
}

static json_t *solution_object(const struct result *result, size_t index)
{
    const struct result_solution *at = &result->solutions[index];
    json_t *object = json_object();
    put(object, "fitness", number(at->fitness));
    put(object, "objectives", numbers(at->objectives, result->n_objectives));
    put(object, "descriptors", numbers(at->descriptors, result->n_descriptors));
    if (result->grid.axes)
        put(object, "cell", wholes(at->cell, result->grid.axes));
    put(object, "text", json_string(at->text));
    put(object, "genome", genes(result, at->genome));
    put(object, "replica", json_integer(at->replica));
    put(object, "island", json_integer(at->island));
    put(object, "generation", json_integer(at->generation));
    return object;
}

static json_t *solution_list(const struct result *result, int64_t solution,
                             int64_t most)
{
    json_t *list = json_array();
    size_t best = most < 0 ? SHOW_SOLUTIONS : (size_t)most;
    for (size_t i = 0; i < result->n_solutions; i++)
        if (solution < 0 ? i < best : (size_t)solution == i)
            (void)json_array_append_new(list, solution_object(result, i));
    return list;
}

static json_t *objective_list(const struct result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_objectives; i++) {
        const struct result_objective *at = &result->objective[i];
        json_t *object = json_object();
        put(object, "name", json_string(at->name));
        put(object, "unit", json_string(at->unit));
        put(object, "goal", json_string(at->maximise ? "maximise" : "minimise"));
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *descriptor_list(const struct result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->n_descriptors; i++) {
        const struct measure *at = &result->descriptor[i];
        json_t *object = json_object();
        put(object, "name", json_string(at->name));
        put(object, "unit", json_string(at->unit));
        put(object, "low", number(at->low));
        put(object, "high", number(at->high));
        if (i < result->grid.axes)
            put(object, "bins", json_integer((json_int_t)result->grid.bins[i]));
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *grid_object(const struct result *result)
{
    if (!result->grid.axes)
        return json_null();
    json_t *object = json_object();
    put(object, "cells", json_integer((json_int_t)grid_cells(&result->grid)));
    put(object, "filled", json_integer((json_int_t)show_filled(result)));
    return object;
}

static json_t *island_list(const struct result *result,
                           const struct result_replica *replica)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < result->islands; i++) {
        const struct result_end *end = &replica->end[i];
        json_t *object = json_object();
        put(object, "best", number(end->best));
        put(object, "mean", number(end->mean));
        put(object, "worst", number(end->worst));
        put(object, "diversity", number(end->diversity));
        put(object, "evaluations", count(end->evaluations));
        (void)json_array_append_new(list, object);
    }
    return list;
}

/* The last improvement of a replica. */
static json_t *found_object(const struct result_improvement *row)
{
    if (!row)
        return json_null();
    json_t *object = json_object();
    put(object, "best", number(row->best));
    put(object, "evaluations", json_integer(row->evaluations));
    put(object, "elapsed_s", number(row->elapsed_s));
    put(object, "cpu_time_s", number(row->cpu_s));
    put(object, "generation", json_integer(row->generation));
    put(object, "island", json_integer(row->island));
    return object;
}

static json_t *replica_list(const struct result *result)
{
    json_t *list = json_array();
    for (uint32_t r = 0; r < result->replicas; r++) {
        const struct result_replica *at = &result->replica[r];
        json_t *object = json_object();
        put(object, "best", number(at->best));
        put(object, "bound", number(at->bound));
        put(object, "generations", count(at->generations));
        put(object, "evaluations", json_integer(at->evaluations));
        put(object, "elapsed_s", number(at->elapsed_s));
        put(object, "done", json_boolean(at->done));
        put(object, "optimal", json_boolean(at->optimal));
        put(object, "infeasible", json_boolean(at->infeasible));
        put(object, "reason", json_string(at->reason));
        put(object, "found", found_object(at->last));
        put(object, "last", island_list(result, at));
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *migration_object(const struct result_migration *sum)
{
    json_t *object = json_object();
    put(object, "epochs", json_integer(sum->epochs));
    put(object, "moved", json_integer(sum->moved));
    put(object, "bytes", json_integer(sum->bytes));
    put(object, "seconds", number(sum->seconds));
    return object;
}

static void put_run(json_t *object, const struct result *result)
{
    put(object, "file", json_output_name(result->path));
    put(object, "status", json_string(result->status));
    put(object, "why", json_string(result->why));
    put(object, "name", json_string(result->name));
    put(object, "description", json_string(result->description));
    put(object, "problem", json_string(result->problem));
    put(object, "algorithm", json_string(result->algorithm));
    put(object, "seed", json_integer((json_int_t)result->seed));
    put(object, "islands", json_integer(result->islands));
    put(object, "replicas", json_integer(result->replicas));
    put(object, "ranks", json_integer(result->ranks));
    put(object, "asynchronous", json_boolean(result->asynchronous));
    put(object, "hosts", json_string(result->hosts));
    put(object, "version", json_string(result->version));
    put(object, "commit", json_string(result->commit));
    put(object, "resumed_by", json_string(result->resumed_by));
    put(object, "started", json_string(result->started));
    put(object, "ended", json_string(result->ended));
    put(object, "written_s_ago", number(result->written_s_ago));
    put(object, "killed", json_boolean(show_is_killed(result)));
}

static void put_answer(json_t *object, const struct result *result)
{
    struct show_spread spread = show_spread(result);
    put(object, "generations", json_integer(result->generations));
    put(object, "evaluations", json_integer(result->evaluations));
    put(object, "elapsed_s", number(result->elapsed_s));
    put(object, "best", number(result->best));
    put(object, "bound", number(result->bound));
    put(object, "gap", number(result_gap(result)));
    put(object, "optimal", json_boolean(result->optimal));
    put(object, "infeasible", json_boolean(result->infeasible));
    put(object, "reason", json_string(result->reason));
    put(object, "objectives", objective_list(result));
    put(object, "descriptors", descriptor_list(result));
    put(object, "grid", grid_object(result));
    put(object, "front", json_boolean(result->front));
    put(object, "genes_that_differ", number(spread.mean));
    put(object, "genes_that_differ_at_least", number(spread.least));
}

/* A limit of a rule; null if it has none. */
static json_t *limit(double value)
{
    return isinf(value) ? json_null() : number(value);
}

static json_t *nearest_object(const struct result *result)
{
    if (!result->nearest)
        return json_null();
    const struct violations *v = &result->nearest->violations;
    json_t *object = json_object(), *list = json_array();
    put(object, "violation", number(v->sum));
    for (size_t i = 0; i < v->n; i++) {
        const struct broken_rule *broken = &v->broken[i];
        json_t *rule = json_object();
        put(rule, "rule", json_string(broken->rule));
        put(rule, "least", limit(broken->least));
        put(rule, "most", limit(broken->most));
        put(rule, "has", number(broken->has));
        put(rule, "violation", number(broken->violation));
        (void)json_array_append_new(list, rule);
    }
    put(object, "broken", list);
    put(object, "genome", genes(result, result->nearest->genome));
    put(object, "text", json_string(result->nearest->text));
    return object;
}

json_t *show_json(const struct result *result, int64_t solution, int64_t most)
{
    json_t *object = json_object();
    put_run(object, result);
    show_put_provenance(object, result);
    put_answer(object, result);
    put(object, "nearest", nearest_object(result));
    put(object, "n_solutions", json_integer((json_int_t)result->n_solutions));
    put(object, "solutions", solution_list(result, solution, most));
    put(object, "replica", replica_list(result));
    put(object, "migration", migration_object(&result->migration));
    return object;
}

json_t *show_json_unknown(const char *file, const char *why, const char *problem,
                          uint64_t seed)
{
    const struct result blank = {.path = file,
                                 .status = "stopped",
                                 .hosts = "",
                                 .cpu = "",
                                 .compiler = "",
                                 .mpi_library = "",
                                 .hdf5_version = "",
                                 .slurm_job_id = "",
                                 .slurm_job_name = ""};
    json_t *object = show_json(&blank, -1, -1), *value;
    const char *key;
    json_object_foreach(object, key, value)
    {
        put(object, key, NULL);
    }
    put(object, "file", json_output_name(file));
    put(object, "status", json_string(blank.status));
    put(object, "why", json_string(why));
    put(object, "problem", json_string(problem));
    put(object, "seed", json_integer((json_int_t)seed));
    return object;
}
