#include "verify_command.h"

#include "arguments.h"
#include "config.h"
#include "json_output.h"
#include "plugins.h"
#include "python_problem.h"
#include "result.h"
#include "result_check.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A stored input compared with the file that its path names now. */
enum on_disk { SAME, DIFFERS, ABSENT };
static const char *const on_disk_words[] = {
    "same on disk", "the file on disk differs now", "the file is not on disk now"};

/* The outcome of the check of one solution. */
struct check {
    bool ok;
    bool skipped; /* the problem has no independent check; ok covers the rest only */
    char *report; /* lines; freed by the caller */
};

static enum on_disk compare_with_disk(const struct result_input *input)
{
    char buffer[1 << 14];
    size_t at = 0, n;
    FILE *in = fopen(input->path, "rb");
    if (!in)
        return ABSENT;
    bool same = true;
    while (same && (n = fread(buffer, 1, sizeof buffer, in)) > 0) {
        same = n <= input->bytes - at && !memcmp(input->data + at, buffer, n);
        at += same ? n : 0;
    }
    same = same && at == input->bytes && !ferror(in);
    return fclose(in) == 0 && same ? SAME : DIFFERS;
}

/* Code is never loaded because of a result file: its plugins must be named by the user. */
static enum status check_plugins(const struct result *result,
                                 const struct plugins *plugins, struct error *err)
{
    for (size_t i = 0; i < result->n_inputs; i++)
        if (plugins_is_key(result->inputs[i].key) &&
            !(plugins && plugins_named(plugins, result->inputs[i].path)))
            return error_set(err, STATUS_INPUT,
                             "%s: the result needs a plugin, which is not loaded "
                             "automatically (expected: --plugin %s)",
                             result->path, result->inputs[i].path);
    return STATUS_OK;
}

/* The same for a puzzle whose code the result itself contains. */
static enum status check_python(const struct result *result,
                                const struct config *config, bool run_python,
                                struct error *err)
{
    if (run_python || config->problem != &python_problem)
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "%s: its puzzle is Python code, which is not run automatically "
                     "(expected: --run-python, if you trust it)",
                     result->path);
}

/* Loads the config that the result contains. */
static enum status rebuild(const struct result *result, const struct registry *registry,
                           struct arena *perm, struct config *config, struct error *err)
{
    struct config_file *files =
        ARENA_NEW(perm, struct config_file, result->n_inputs + 1);
    if (!files)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    for (size_t i = 0; i < result->n_inputs; i++) {
        const struct result_input *input = &result->inputs[i];
        files[i] = (struct config_file){
            .key = input->key, .file = {input->path, input->data, input->bytes}};
    }
    enum status status =
        config_from_text(result->config, result->path, files, result->n_inputs,
                         registry, perm, config, err);
    if (status == STATUS_OK && strcmp(config->problem->name, result->problem) != 0)
        status = error_set(err, STATUS_INPUT,
                           "%s: the result is of problem %s, its config of %s",
                           result->path, result->problem, config->problem->name);
    return status;
}

/* Checks that the solution is not better than the proven bound. */
static bool respects_bound(const struct result *result,
                           const struct result_solution *solution, FILE *report)
{
    double fitness = solution->objectives[0], bound = solution->bound[0];
    if (isnan(bound))
        return true;
    bool most = result->objective[0].maximise;
    bool respects = most ? fitness <= bound : fitness >= bound;
    fprintf(report, "%s %s %.15g, proven bound %.15g\n", respects ? "ok" : "WRONG",
            result->objective[0].name, fitness, bound);
    return respects;
}

/* Whether no other solution of the Pareto front is as good as this one in every objective.
 * While a run writes, or after a kill, the table may be of two moments. */
static bool is_on_front(const struct result *result, size_t index, FILE *report)
{
    const double *own = result->solutions[index].objectives;
    bool good = true;
    if (!result->front || !strcmp(result->status, "running"))
        return true;
    for (size_t i = 0; i < result->n_solutions && good; i++) {
        bool dominated = i != index;
        for (size_t k = 0; k < result->n_objectives && dominated; k++) {
            double other = result->solutions[i].objectives[k];
            dominated =
                result->objective[k].maximise ? other >= own[k] : other <= own[k];
        }
        if (dominated)
            fprintf(report, "WRONG solution %zu is as good in every objective\n", i);
        good = !dominated;
    }
    if (good)
        fprintf(report, "ok no other solution is as good in every objective\n");
    return good;
}

/* A copy of a genome with room for genes of any type: the file may name another type than the
 * problem has, and a verifier reads its own. NULL if memory ran out. */
static void *widest_copy(const struct result *result, const void *genome)
{
    double *copy = calloc(result->n_genes, sizeof *copy); /* the widest gene */
    if (copy)
        memcpy(copy, genome, result->n_genes * gene_bytes(result->gene_type));
    return copy;
}

/* Calls the problem's verifier. */
static enum status call_verify(const struct result *result, const struct config *config,
                               const struct result_solution *solution, FILE *report,
                               struct error *err)
{
    void *genome = widest_copy(result, solution->genome);
    if (!genome)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    enum status status = config->problem->verify(config->problem_keys, genome,
                                                 result->n_genes, solution->objectives,
                                                 result->n_objectives, report, err);
    free(genome);
    return status;
}

/* Returns STATUS_OK also for a wrong solution; `check` has the outcome. */
static enum status check_solution(const struct result *result,
                                  const struct config *config, size_t index,
                                  struct check *check, struct error *err)
{
    const struct result_solution *solution = &result->solutions[index];
    size_t n = 0;
    assert(config->problem);
    *check = (struct check){0};
    FILE *report = open_memstream(&check->report, &n);
    if (!report)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    enum status status = STATUS_OK;
    check->skipped = !config->problem->verify;
    if (check->skipped)
        fprintf(report, "not checked: problem %s brings no verify\n",
                config->problem->name);
    else
        status = call_verify(result, config, solution, report, err);
    check->ok = status == STATUS_OK && respects_bound(result, solution, report);
    check->ok = is_on_front(result, index, report) && check->ok;
    if (solution->fitness != solution->objectives[0]) {
        fprintf(report, "WRONG fitness %.15g is not its first objective %.15g\n",
                solution->fitness, solution->objectives[0]);
        check->ok = false;
    }
    if (fclose(report) && (status == STATUS_OK || status == STATUS_FAILED))
        status =
            error_set(err, STATUS_MEMORY, "%s: no memory to verify it", result->path);
    return status == STATUS_FAILED ? STATUS_OK : status;
}

/* The same for what the result claims to be proven; an empty report: nothing to check. */
static enum status check_claim(const struct result *result, const struct config *config,
                               struct check *check, struct error *err)
{
    struct claim claim = {.best = result->best,
                          .bound = result->bound,
                          .optimal = result->optimal,
                          .infeasible = result->infeasible};
    size_t n = 0;
    *check = (struct check){.ok = true};
    assert(config->problem);
    if (!config->problem->confirm)
        return STATUS_OK;
    FILE *report = open_memstream(&check->report, &n);
    if (!report)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    enum status status =
        config->problem->confirm(config->problem_keys, &claim, report, err);
    check->ok = status == STATUS_OK;
    if (fclose(report) && (status == STATUS_OK || status == STATUS_FAILED))
        status =
            error_set(err, STATUS_MEMORY, "%s: no memory to verify it", result->path);
    return status == STATUS_FAILED ? STATUS_OK : status;
}

/* Checks the history of a run that has ended; an empty report: there is nothing to check.
 *
 * found  text: what is wrong */
static enum status check_improvements(const struct result *result,
                                      const struct config *config, struct check *check,
                                      struct error *found, struct error *err)
{
    bool moving = config->run.distribution == DISTRIBUTE_BY_SPEED;
    size_t n = 0;
    *check = (struct check){.ok = true};
    if (!result->has_improvements || !result_has_settled(result))
        return STATUS_OK;
    enum status status = result_check_improvements(result, moving, found);
    if (status != STATUS_OK && status != STATUS_FAILED) {
        *err = *found;
        return status;
    }
    check->ok = status == STATUS_OK;
    FILE *report = open_memstream(&check->report, &n);
    if (report && check->ok)
        fprintf(report, "ok %zu rows fit replicas and curves\n",
                result->n_improvements);
    else if (report)
        fprintf(report, "WRONG %s\n", found->text);
    if (!report || fclose(report))
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify it",
                         result->path);
    return STATUS_OK;
}

static void print_lines(const struct check *check, FILE *out)
{
    for (const char *line = check->report; line && *line;) {
        size_t n = strcspn(line, "\n");
        fprintf(out, "  %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void print_check(size_t index, const struct check *check, FILE *out)
{
    fprintf(out, "solution %zu: %s\n", index,
            !check->ok       ? "WRONG"
            : check->skipped ? "not checked"
                             : "ok");
    print_lines(check, out);
}

static json_t *check_object(const struct check *check)
{
    json_t *object = json_object(), *lines = json_array();
    for (const char *line = check->report; line && *line;) {
        size_t n = strcspn(line, "\n");
        (void)json_array_append_new(lines, json_stringn(line, n));
        line += n + (line[n] == '\n');
    }
    (void)json_object_set_new(object, "ok",
                              check->ok && check->skipped ? json_null()
                                                          : json_boolean(check->ok));
    (void)json_object_set_new(object, "lines", lines);
    return object;
}

/* Prints the outcome of a check of the whole, or adds it to the JSON object; nothing if it has an
 * empty report. */
static void tell_check(const char *name, const struct check *check, json_t *whole,
                       FILE *out)
{
    if (!check->report || !*check->report)
        return;
    if (whole) {
        (void)json_object_set_new(whole, name, check_object(check));
        return;
    }
    fprintf(out, "%s: %s\n", name, check->ok ? "ok" : "WRONG");
    print_lines(check, out);
}

/* Prints a line or a JSON object per input; counts the damaged ones. */
static size_t check_inputs(const struct result *result, json_t *list, FILE *out)
{
    size_t damaged = 0;
    for (size_t i = 0; i < result->n_inputs; i++) {
        const struct result_input *input = &result->inputs[i];
        enum on_disk on_disk = compare_with_disk(input);
        damaged += !input->intact;
        if (!list) {
            fprintf(out, "input %s: %s (%s; %s)\n", input->key,
                    input->intact ? "ok SHA-256 fits" : "WRONG SHA-256 differs",
                    input->path, on_disk_words[on_disk]);
            continue;
        }
        static const char *const words[] = {"same", "differs", "absent"};
        json_t *object = json_object();
        (void)json_object_set_new(object, "key", json_string(input->key));
        (void)json_object_set_new(object, "path", json_string(input->path));
        (void)json_object_set_new(object, "ok", json_boolean(input->intact));
        (void)json_object_set_new(object, "on_disk", json_string(words[on_disk]));
        (void)json_array_append_new(list, object);
    }
    return damaged;
}

/* Prints a line, or adds a member to the JSON object, about the file as a whole. Damaged
 * files have been refused before. */
static void tell_seal(const struct result *result, json_t *object, FILE *out)
{
    bool sealed = result_is_sealed(result->path);
    if (object)
        (void)json_object_set_new(object, "sealed", json_boolean(sealed));
    else
        fprintf(out, "file: %s\n",
                sealed ? "ok every byte is as the run left it (SHA-256)"
                       : "has no digest: the run was killed or is still running");
}

/* Checks all solutions; counts the verified ones and those without an independent check. */
static enum status check_solutions(const struct result *result,
                                   const struct config *config, json_t *list, FILE *out,
                                   size_t *verified, size_t *skipped, struct error *err)
{
    for (size_t i = 0; i < result->n_solutions; i++) {
        struct check check;
        enum status status = check_solution(result, config, i, &check, err);
        if (status == STATUS_OK && list)
            (void)json_array_append_new(list, check_object(&check));
        else if (status == STATUS_OK)
            print_check(i, &check, out);
        *verified += status == STATUS_OK && check.ok && !check.skipped;
        *skipped += status == STATUS_OK && check.ok && check.skipped;
        free(check.report);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static void fill_object(json_t *object, const struct result *result, json_t *inputs,
                        json_t *checks, size_t verified, size_t skipped)
{
    (void)json_object_set_new(object, "file", json_string(result->path));
    (void)json_object_set_new(object, "problem", json_string(result->problem));
    (void)json_object_set_new(object, "solutions",
                              json_integer((json_int_t)result->n_solutions));
    (void)json_object_set_new(object, "verified", json_integer((json_int_t)verified));
    if (skipped)
        (void)json_object_set_new(object, "not_checked",
                                  json_integer((json_int_t)skipped));
    (void)json_object_set(object, "inputs", inputs);
    (void)json_object_set(object, "checks", checks);
}

/* Verifies a result that has been read. */
static enum status verify_all(const struct result *result, const struct config *config,
                              bool json, FILE *out, struct error *err)
{
    json_t *whole = json ? json_object() : NULL;
    json_t *inputs = json ? json_array() : NULL;
    json_t *solutions = json ? json_array() : NULL;
    tell_seal(result, whole, out);
    size_t verified = 0, skipped = 0, damaged = check_inputs(result, inputs, out);
    struct check claim = {.ok = true}, history = {.ok = true};
    struct error found = {0};
    enum status status =
        check_solutions(result, config, solutions, out, &verified, &skipped, err);
    if (status == STATUS_OK)
        status = check_claim(result, config, &claim, err);
    if (status == STATUS_OK)
        status = check_improvements(result, config, &history, &found, err);
    if (status == STATUS_OK) {
        tell_check("proof", &claim, whole, out);
        tell_check("improvements", &history, whole, out);
    }
    if (status == STATUS_OK && json) {
        fill_object(whole, result, inputs, solutions, verified, skipped);
        status = json_output(json_incref(whole), out, err);
    } else if (status == STATUS_OK) {
        fprintf(out, "%zu of %zu solutions verified\n", verified, result->n_solutions);
        if (skipped)
            fprintf(out, "%zu not checked: problem %s brings no verify\n", skipped,
                    result->problem);
        status = json_output_flush(out, err);
    }
    json_decref(whole);
    json_decref(inputs);
    json_decref(solutions);
    if (status == STATUS_OK && damaged)
        status = error_set(err, STATUS_FAILED, "%s: %zu of %zu stored inputs damaged",
                           result->path, damaged, result->n_inputs);
    if (status == STATUS_OK && verified + skipped < result->n_solutions)
        status = error_set(err, STATUS_FAILED, "%s: %zu of %zu solutions are wrong",
                           result->path, result->n_solutions - verified - skipped,
                           result->n_solutions);
    if (status == STATUS_OK && !claim.ok)
        status = error_set(err, STATUS_FAILED, "%s: what it calls proven is wrong",
                           result->path);
    if (status == STATUS_OK && !history.ok)
        status = error_set(err, STATUS_FAILED, "%s: improvements: %s", result->path,
                           found.text);
    free(claim.report);
    free(history.report);
    return status;
}

static enum status verify_with(const char *path, const struct registry *registry,
                               const struct plugins *plugins, bool run_python,
                               bool json, FILE *out, struct error *err)
{
    struct arena arena;
    struct result result;
    struct config config = {0};
    arena_init(&arena);
    enum status status = result_read(path, &arena, &result, err);
    if (status == STATUS_OK)
        status = check_plugins(&result, plugins, err);
    if (status == STATUS_OK)
        status = rebuild(&result, registry, &arena, &config, err);
    if (status == STATUS_OK)
        status = check_python(&result, &config, run_python, err);
    if (status == STATUS_OK)
        status = verify_all(&result, &config, json, out, err);
    arena_free(&arena);
    return status;
}

enum status verify_command_result(const char *path, const struct registry *registry,
                                  bool json, FILE *out, struct error *err)
{
    return verify_with(path, registry, NULL, false, json, out, err);
}

/* The command line. */
struct request {
    const char *path;
    struct argument_list plugins;
    bool run_python, json, help;
};

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *request, struct error *err)
{
    const struct argument table[] = {
        PLUGINS_ARGUMENT(&request->plugins),
        {'\0', "run-python", NULL, ARGUMENT_FLAG, &request->run_python,
         "run the Python code of its puzzle, which the file contains"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &request->json, "print one JSON object"},
        {0}};
    const struct usage usage = {
        .line = "skerry verify FILE [--plugin FILE]... [--run-python] [--json]",
        .summary = "Checks every stored solution independently, from the stored input, "
                   "and the history of improvements.",
        .arguments = table,
        .positional = "result file",
        .least = 1,
        .most = 1};
    struct argument_list words;
    if (arguments_parse(argc, argv, &usage, rank, perm, &words, &request->help, err))
        return err->status;
    if (!request->help)
        request->path = words.items[0];
    return STATUS_OK;
}

enum status verify_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    struct arena perm;
    struct request request = {0};
    struct plugins plugins;
    arena_init(&perm);
    plugins_init(&plugins, &registry_all);
    if (!read_arguments(argc, argv, &perm, comm->rank, &request, err) &&
        !request.help &&
        !plugins_open_all(&plugins, &request.plugins, comm, &perm, err) &&
        comm->rank == 0)
        verify_with(request.path, &plugins.registry, &plugins, request.run_python,
                    request.json, stdout, err);
    comm_agree(comm, err);
    plugins_close(&plugins);
    arena_free(&perm);
    return err->status;
}
