#include "verify_command.h"

#include "arguments.h"
#include "config.h"
#include "plugins.h"
#include "python_problem.h"
#include "result.h"
#include "result_check.h"
#include "text_output.h"

#include <stdlib.h>
#include <string.h>

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

/* Checks all solutions. */
static enum status check_solutions(const struct result *result,
                                   const struct config *config,
                                   struct verify_report *report, struct error *err)
{
    for (size_t i = 0; i < result->n_solutions; i++) {
        struct verify_check check;
        enum status status = verify_check_solution(result, config, i, &check, err);
        if (status == STATUS_OK)
            verify_report_solution(report, i, &check);
        free(check.report);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* What is checked besides the solutions. */
struct wholes {
    struct verify_check claim, history, contents;
    struct error found,
        contradiction; /* what is wrong in the history, in the contents */
};

/* Whether the status and the digest, which the end of a run writes, fit each other. */
static enum status check_digest(const struct result *result, struct error *err)
{
    bool settled = result_has_settled(result), sealed = result_is_sealed(result->path);
    if (settled && !sealed)
        return error_set(err, STATUS_FAILED,
                         "%s: its run is %s, but it has no digest (expected: the file "
                         "as its run left it; after a kill, `skerry run --resume`)",
                         result->path, result->status);
    if (!settled && sealed && strcmp(result->status, "failed") != 0)
        return error_set(
            err, STATUS_FAILED,
            "%s: it has the digest of a run that has ended, and the status "
            "%s (expected: finished, stopped or failed)",
            result->path, result->status);
    return STATUS_OK;
}

/* The outcome as a status: the first thing that is wrong. */
static enum status outcome(const struct result *result,
                           const struct verify_report *report,
                           const struct wholes *wholes, struct error *err)
{
    size_t right = report->verified + report->skipped;
    if (report->damaged)
        return error_set(err, STATUS_FAILED, "%s: %zu of %zu stored inputs damaged",
                         result->path, report->damaged, result->n_inputs);
    if (right < result->n_solutions)
        return error_set(err, STATUS_FAILED, "%s: %zu of %zu solutions are wrong",
                         result->path, result->n_solutions - right,
                         result->n_solutions);
    if (!wholes->claim.ok)
        return error_set(err, STATUS_FAILED, "%s: what it calls proven is wrong",
                         result->path);
    if (!wholes->history.ok)
        return error_set(err, STATUS_FAILED, "%s: improvements: %s", result->path,
                         wholes->found.text);
    if (!wholes->contents.ok)
        return error_set(err, STATUS_FAILED, "%s: %s", result->path,
                         wholes->contradiction.text);
    return check_digest(result, err);
}

/* Verifies a result that has been read. */
static enum status verify_all(const struct result *result, const struct config *config,
                              enum verify_form form, FILE *out, struct error *err)
{
    struct verify_report report;
    struct wholes wholes = {0};
    verify_report_begin(&report, form, out);
    verify_report_file(&report, result);
    enum status status = check_solutions(result, config, &report, err);
    if (status == STATUS_OK)
        status = verify_check_claim(result, config, &wholes.claim, err);
    if (status == STATUS_OK)
        status = verify_check_improvements(result, config, &wholes.history,
                                           &wholes.found, err);
    if (status == STATUS_OK)
        status = verify_check_contents(
            result, config, report.verified + report.skipped == result->n_solutions,
            &wholes.contents, &wholes.contradiction, err);
    if (status == STATUS_OK) {
        verify_report_whole(&report, "proof", &wholes.claim);
        verify_report_whole(&report, "improvements", &wholes.history);
        verify_report_whole(&report, "contents", &wholes.contents);
        status = verify_report_end(&report, result, err);
    }
    if (status == STATUS_OK)
        status = outcome(result, &report, &wholes, err);
    verify_report_free(&report);
    free(wholes.claim.report);
    free(wholes.history.report);
    free(wholes.contents.report);
    return status;
}

static enum status verify_file(const char *path, const struct registry *registry,
                               const struct plugins *plugins, bool run_python,
                               enum verify_form form, FILE *out, struct error *err)
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
        status = verify_all(&result, &config, form, out, err);
    arena_free(&arena);
    return status;
}

static enum status verify_with(const char *path, const struct registry *registry,
                               const struct plugins *plugins, bool run_python,
                               enum verify_form form, FILE *out, struct error *err)
{
    struct text_output output;
    if (form == VERIFY_JSON)
        return verify_file(path, registry, plugins, run_python, form, out, err);
    if (text_output_begin(&output, err))
        return err->status;
    verify_file(path, registry, plugins, run_python, form, output.page, err);
    return text_output_end(&output, out, err);
}

enum status verify_command_result(const char *path, const struct registry *registry,
                                  enum verify_form form, FILE *out, struct error *err)
{
    return verify_with(path, registry, NULL, false, form, out, err);
}

/* The command line. */
struct request {
    const char *path;
    struct argument_list plugins;
    bool run_python, all, json, help;
};

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *request, struct error *err)
{
    const struct argument table[] = {
        PLUGINS_ARGUMENT(&request->plugins),
        {'\0', "run-python", NULL, ARGUMENT_FLAG, &request->run_python,
         "run the Python code of its puzzle, which the file contains"},
        {'\0', "all", NULL, ARGUMENT_FLAG, &request->all,
         "print every solution and every rule, also those that are right"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &request->json,
         "print one JSON object, with every rule"},
        {0}};
    const struct usage usage = {
        .line = "skerry verify FILE [--plugin FILE]... [--run-python] [--all] [--json]",
        .summary = "Checks every stored solution independently, from the stored input, "
                   "and the history of improvements.",
        .arguments = table,
        .positional = "result file",
        .least = 1,
        .most = 1};
    return arguments_parse_word(argc, argv, &usage, rank, perm, &request->path,
                                &request->help, err);
}

static enum verify_form form_of(const struct request *request)
{
    return request->json ? VERIFY_JSON : request->all ? VERIFY_ALL : VERIFY_SHORT;
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
                    form_of(&request), stdout, err);
    comm_agree(comm, err);
    plugins_close(&plugins);
    arena_free(&perm);
    return err->status;
}
