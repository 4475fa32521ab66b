#include "level_repair_command.h"

#include "arguments.h"
#include "config_value.h"
#include "level_methods.h"
#include "level_repair_output.h"
#include "level_repair_round.h"
#include "signals.h"
#include "time_limit.h"

#include <string.h>
#include <unistd.h>

/* Levels per rank between two gatherings: each of these waits for the slowest rank.
 * Chosen by hand, not measured. */
enum { LEVELS_PER_ROUND = 16 };

struct request {
    struct argument_list words;
    const char *game, *method, *objective, *keep, *solutions, *apart, *time_limit, *out;
    bool explain, json, help;
};

/* A request after parsing. */
struct task {
    struct level_files levels;
    const struct level_method *method;
    struct level_solutions wanted;
};

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *r, struct error *err)
{
    const struct argument table[] = {
        {'g', "game", "GAME", ARGUMENT_NEED, &r->game,
         "game whose rules apply: " LEVEL_FILES_GAMES},
        {'m', "method", "METHOD", ARGUMENT_TEXT, &r->method,
         "fast (default), or mip: the paper's program in CBC"},
        {'\0', "objective", "WHAT", ARGUMENT_TEXT, &r->objective,
         "edit (default): moves and deletions; hamming: cells that differ"},
        {'k', "keep", "MASK", ARGUMENT_TEXT, &r->keep,
         "file of a level's size: # a cell that stays as it is, . a free one"},
        {'\0', "solutions", "K", ARGUMENT_TEXT, &r->solutions,
         "the K cheapest repairs that differ, in order of cost (default: 1)"},
        {'\0', "apart", "D", ARGUMENT_TEXT, &r->apart,
         "each differs in at least D cells from those before it (default: 1)"},
        {'t', "time-limit", "S", ARGUMENT_TEXT, &r->time_limit,
         "CPU seconds per level; then the best level so far, with its bound"},
        {'o', "output", "OUT", ARGUMENT_OUT, &r->out,
         "new file for the repaired levels, or an existing folder"},
        {'\0', "explain", NULL, ARGUMENT_FLAG, &r->explain,
         "say for each edit which rules would be violated without it"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &r->json,
         "print one JSON object per level, each on its own line"},
        {0}};
    const struct usage usage = {
        .line = "skerry repair LEVEL... --game GAME [options]",
        .summary =
            "Finds the cheapest playable level for each given level, and proves it "
            "optimal.\nLEVEL is a file, a folder of *.txt or - for stdin; levels "
            "are separated by\nempty lines. Under mpirun the levels are "
            "distributed over the ranks.",
        .arguments = table,
        .positional = "level",
        .least = 1,
        .most = (size_t)argc};
    return arguments_parse(argc, argv, &usage, rank, perm, &r->words, &r->help, err);
}

static enum status read_method(const struct request *r, struct task *task,
                               struct error *err)
{
    char names[200] = "";
    size_t used = 0;
    task->method = r->method ? level_method_find(r->method) : &level_methods[0];
    if (task->method) {
        task->wanted.method = task->method->repair;
        return STATUS_OK;
    }
    for (const struct level_method *m = level_methods; m->name; m++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 used ? ", " : "", m->name);
    return error_set(err, STATUS_INPUT, "--method: '%.40s' is unknown (expected: %s)",
                     r->method, names);
}

static enum status read_objective(const struct request *r, struct task *task,
                                  struct error *err)
{
    if (r->objective && !strcmp(r->objective, "hamming"))
        level_game_hamming(&task->levels.game);
    else if (r->objective && strcmp(r->objective, "edit") != 0)
        return error_set(err, STATUS_INPUT,
                         "--objective: '%.40s' is unknown (expected: edit, hamming)",
                         r->objective);
    return STATUS_OK;
}

static enum status read_count(const char *name, const char *text, int64_t most,
                              size_t *out, struct error *err)
{
    int64_t number = 1;
    bool huge;
    if (text &&
        (!config_value_int(text, &number, &huge) || number < 1 || number > most))
        return error_set(err, STATUS_INPUT,
                         "--%s: '%.40s' (expected: a whole number in 1..%lld)", name,
                         text, (long long)most);
    *out = (size_t)number;
    return STATUS_OK;
}

static enum status read_solutions(const struct request *r, struct task *task,
                                  struct error *err)
{
    const int64_t cells = (int64_t)LEVEL_MAX_SIDE * LEVEL_MAX_SIDE;
    if (read_count("solutions", r->solutions, LEVEL_MAX_SOLUTIONS, &task->wanted.count,
                   err) ||
        read_count("apart", r->apart, cells, &task->wanted.apart, err))
        return err->status;
    return r->apart && !r->solutions
               ? error_set(
                     err, STATUS_INPUT,
                     "--apart: concerns several repairs (expected: --solutions K)")
               : STATUS_OK;
}

/* Explains and outputs the repairs of a level; a signal is held back until all are
 * written, since each says how many there are. */
static void output_repairs(struct repair_output *out, struct level_repair *repairs,
                           struct error *err)
{
    if (level_repair_output_explain(out, repairs, err))
        return;
    signals_hold(true);
    level_repair_output_put(out, repairs, err);
    signals_hold(false);
}

/* Repairs round by round; rank 0 outputs each round before the next one starts. */
static enum status repair_all(const struct task *task, struct repair_output *out,
                              struct comm *comm, struct error *err)
{
    size_t size = (size_t)comm->size, step = size > 1 ? size * LEVELS_PER_ROUND : 1;
    for (size_t first = 0; first < task->levels.count; first += step) {
        size_t left = task->levels.count - first, n = left < step ? left : step;
        const struct level_repair_round round = {&task->levels, first, n,
                                                 &task->wanted};
        struct arena arena;
        arena_init(&arena);
        struct level_repair *repairs =
            ARENA_NEW(&arena, struct level_repair, n * task->wanted.count);
        if (!repairs)
            error_set(err, STATUS_MEMORY, "no memory for the repaired levels");
        if (!comm_agree(comm, err))
            level_repair_round(&round, comm, &arena, repairs, err);
        for (size_t i = 0; comm->rank == 0 && i < n && !err->status; i++)
            output_repairs(out, &repairs[i * task->wanted.count], err);
        arena_free(&arena);
        if (comm_agree(comm, err))
            return err->status;
    }
    return STATUS_OK;
}

/* Open MPI's mpirun gives rank 0 a terminal of its own, wherever its output goes. */
static bool prints_to_terminal(const struct comm *comm)
{
    return strcmp(comm->ops->name, "mpi") != 0 && isatty(STDOUT_FILENO);
}

static enum status run(const struct request *r, const struct task *task,
                       struct comm *comm, struct error *err)
{
    struct repair_output out = {.report = {.levels = &task->levels,
                                           .method = task->method->name,
                                           .solutions = task->wanted.count,
                                           .apart = task->wanted.apart},
                                .files = {.path = r->out},
                                .explain = r->explain,
                                .json = r->json,
                                .terminal = prints_to_terminal(comm)};
    signals_end_with(comm->rank ? NULL
                                : "skerry: repair: stopped; the output so far is "
                                  "complete\n");
    if (comm->rank == 0)
        level_repair_output_open(&out, err);
    if (!comm_agree(comm, err))
        repair_all(task, &out, comm, err);
    if (comm->rank == 0)
        level_repair_output_close(&out, err);
    return err->status;
}

enum status level_repair_command(int argc, char **argv, const void *keys,
                                 struct comm *comm, struct error *err)
{
    (void)keys;
    struct arena perm;
    struct request request = {0};
    struct task task = {.wanted = {.run = level_repair_process_run}};
    arena_init(&perm);
    if (!read_arguments(argc, argv, &perm, comm->rank, &request, err) &&
        !request.help && !read_method(&request, &task, err) &&
        !read_solutions(&request, &task, err) &&
        !time_limit_read(request.time_limit, &task.wanted.time_limit_s, err) &&
        !level_files_load(&request.words, request.game, request.keep, comm, &perm,
                          &task.levels, err) &&
        !read_objective(&request, &task, err))
        run(&request, &task, comm, err);
    comm_agree(comm, err);
    arena_free(&perm);
    return err->status;
}
