#include "level_repair_command.h"

#include "arguments.h"
#include "level_methods.h"
#include "level_repair_output.h"
#include "level_repair_round.h"
#include "signals.h"
#include "time_limit.h"

#include <string.h>
#include <unistd.h>

/* Levels a rank between two gatherings: each waits for the slowest. */
enum { LEVELS_A_ROUND = 16 };

struct request {
    struct argument_list words;
    const char *game, *method, *objective, *time_limit, *out;
    bool json, help;
};

/* What the words of a request mean. */
struct task {
    struct level_files levels;
    const struct level_method *method;
    double time_limit_s;
};

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *r, struct error *err)
{
    const struct argument table[] = {
        {'g', "game", "GAME", ARGUMENT_NEED, &r->game,
         "whose rules: zelda, pacman, pacman-paper, dungeon, or a file"},
        {'m', "method", "METHOD", ARGUMENT_TEXT, &r->method,
         "fast (default), or mip: the paper's program in CBC"},
        {'\0', "objective", "WHAT", ARGUMENT_TEXT, &r->objective,
         "edit (default): moves and deletions; hamming: cells that differ"},
        {'t', "time-limit", "S", ARGUMENT_TEXT, &r->time_limit,
         "CPU seconds a level; then the best so far, with its bound"},
        {'o', "output", "OUT", ARGUMENT_TEXT, &r->out,
         "file for the repaired levels, or a folder that is there"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &r->json,
         "print one JSON object a level, each on a line"},
        {0}};
    const struct usage usage = {
        .line = "skerry repair LEVEL... --game GAME [options]",
        .summary = "Finds the cheapest playable level for each that is given, with a "
                   "proof.\nLEVEL is a file, a folder of *.txt or - for stdin; empty "
                   "lines divide levels.\nUnder mpirun the levels are shared out over "
                   "the ranks.",
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
    if (task->method)
        return STATUS_OK;
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

/* Puts a repair out; a signal waits until it is written. */
static void put_whole(struct repair_output *out, const struct level_repair *repair,
                      struct error *err)
{
    signals_hold(true);
    level_repair_output_put(out, repair, err);
    signals_hold(false);
}

/* Repairs round by round; rank 0 puts each out before the next begins. */
static enum status repair_all(const struct task *task, struct repair_output *out,
                              struct comm *comm, struct error *err)
{
    size_t size = (size_t)comm->size, step = size > 1 ? size * LEVELS_A_ROUND : 1;
    for (size_t first = 0; first < task->levels.count; first += step) {
        size_t left = task->levels.count - first, n = left < step ? left : step;
        struct arena arena;
        arena_init(&arena);
        struct level_repair *repairs = ARENA_NEW(&arena, struct level_repair, n);
        if (!repairs)
            error_set(err, STATUS_MEMORY, "no memory for the repaired levels");
        if (!comm_agree(comm, err))
            level_repair_round(&task->levels, first, n, task->method,
                               task->time_limit_s, comm, &arena, repairs, err);
        for (size_t i = 0; comm->rank == 0 && i < n && !err->status; i++)
            put_whole(out, &repairs[i], err);
        arena_free(&arena);
        if (comm_agree(comm, err))
            return err->status;
    }
    return STATUS_OK;
}

static enum status run(const struct request *r, const struct task *task,
                       struct comm *comm, struct error *err)
{
    struct repair_output out = {.levels = &task->levels,
                                .method = task->method->name,
                                .json = r->json,
                                .path = r->out,
                                .terminal = isatty(STDOUT_FILENO) != 0};
    signals_end_with(comm->rank ? NULL
                                : "skerry: repair: stopped; what was printed and "
                                  "written so far is whole\n");
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
    struct task task = {0};
    arena_init(&perm);
    if (!read_arguments(argc, argv, &perm, comm->rank, &request, err) &&
        !request.help && !read_method(&request, &task, err) &&
        !time_limit_read(request.time_limit, &task.time_limit_s, err) &&
        !level_files_load(&request.words, request.game, comm, &perm, &task.levels,
                          err) &&
        !read_objective(&request, &task, err))
        run(&request, &task, comm, err);
    comm_agree(comm, err);
    arena_free(&perm);
    return err->status;
}
