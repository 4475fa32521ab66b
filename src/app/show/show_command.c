#include "show_command.h"

#include "arguments.h"
#include "json_output.h"
#include "result.h"
#include "show_json.h"
#include "show_text.h"
#include "text_output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static enum status print_visible(const struct result *result,
                                 const struct show_choice *choice, FILE *out,
                                 struct error *err)
{
    struct text_output output;
    if (text_output_begin(&output, err))
        return err->status;
    if (choice->solution >= 0)
        show_solution(result, (size_t)choice->solution, output.page);
    else
        show_text(result, choice->solutions, output.page);
    return text_output_end(&output, out, err);
}

enum status show_result(const char *path, const struct show_choice *choice, FILE *out,
                        struct error *err)
{
    struct result result;
    struct arena arena;
    arena_init(&arena);
    enum status status = result_read(path, &arena, &result, err);
    if (status == STATUS_OK && choice->solution >= (int64_t)result.n_solutions)
        status =
            result.n_solutions
                ? error_set(err, STATUS_INPUT,
                            "--solution: '%" PRId64 "': %s has %zu (expected: %s%zu)",
                            choice->solution, path, result.n_solutions,
                            result.n_solutions > 1 ? "0 to " : "",
                            result.n_solutions - 1)
                : error_set(err, STATUS_INPUT, "--solution: %s has no solution", path);
    if (status == STATUS_OK && choice->json)
        status = json_output(show_json(&result, choice->solution, choice->solutions),
                             out, err);
    else if (status == STATUS_OK)
        status = print_visible(&result, choice, out, err);
    arena_free(&arena);
    return status;
}

/* The command line. */
struct request {
    const char *path;
    struct show_choice choice;
    bool help;
};

/* A number of an option; unchanged without its text. */
static enum status read_number(const char *option, const char *text, int64_t *number,
                               struct error *err)
{
    if (!text)
        return STATUS_OK;
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    if (errno || *end || end == text || *number < 0)
        return error_set(err, STATUS_INPUT,
                         "%s: '%.40s' (expected: a whole number >= 0)", option, text);
    return STATUS_OK;
}

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *request, struct error *err)
{
    const char *solution = NULL, *solutions = NULL;
    struct show_choice *choice = &request->choice;
    const struct argument table[] = {
        {'\0', "json", NULL, ARGUMENT_FLAG, &choice->json, "print one JSON object"},
        {'\0', "solution", "K", ARGUMENT_TEXT, &solution,
         "only solution K; 0 is the best"},
        {'\0', "solutions", "N", ARGUMENT_TEXT, &solutions,
         "at most N solutions, the best; default: 10"},
        {0}};
    const struct usage usage = {
        .line = "skerry show FILE [--json] [--solution K | --solutions N]",
        .summary =
            "Summarizes a run: status, best, bound, solutions, last generations.",
        .arguments = table,
        .positional = "result file",
        .least = 1,
        .most = 1};
    if (arguments_parse_word(argc, argv, &usage, rank, perm, &request->path,
                             &request->help, err))
        return err->status;
    if (solution && solutions)
        return error_set(err, STATUS_INPUT,
                         "--solution and --solutions (expected: one of them)");
    if (read_number("--solution", solution, &choice->solution, err))
        return err->status;
    return read_number("--solutions", solutions, &choice->solutions, err);
}

enum status show_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    struct arena perm;
    struct request request = {.choice = {.solution = -1, .solutions = -1}};
    arena_init(&perm);
    read_arguments(argc, argv, &perm, comm->rank, &request, err);
    if (err->status == STATUS_OK && !request.help && comm->rank == 0)
        show_result(request.path, &request.choice, stdout, err);
    comm_agree(comm, err);
    arena_free(&perm);
    return err->status;
}
