#include "sweep_command.h"

#include "arguments.h"
#include "comm_serial.h"
#include "json_output.h"
#include "launch.h"
#include "lock.h"
#include "merge.h"
#include "run_command.h"
#include "sweep_merge.h"
#include "sweep_run.h"
#include "utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_JOBS = 65536 };

struct sweep {
    struct comm *comm;
    struct arena perm;
    const char *path, *task, *jobs, *ranks;
    bool help, count, list, merge, quiet;
    struct sweep_run_plan plan;
    struct sweep_table table;
    struct sweep_survey survey;
};

static enum status read_arguments(struct sweep *sweep, int argc, char **argv,
                                  struct error *err)
{
    const struct argument table[] = {
        {'j', "jobs", "N", ARGUMENT_TEXT, &sweep->jobs,
         "tasks at a time; default: one a core (or --ranks cores)"},
        {0, "ranks", "N", ARGUMENT_TEXT, &sweep->ranks,
         "ranks of each task, under mpirun; default: 1. A task without islands for all "
         "of "
         "them is refused, by --list too"},
        {0, "task", "N[:NAME]", ARGUMENT_TEXT, &sweep->task,
         "run this task alone (from 1), under mpirun on all its ranks; with a name, "
         "only if it is that of the task"},
        {0, "count", NULL, ARGUMENT_FLAG, &sweep->count, "print the number of tasks"},
        {0, "list", NULL, ARGUMENT_FLAG, &sweep->list,
         "print all tasks and their state"},
        {0, "merge", NULL, ARGUMENT_FLAG, &sweep->merge,
         "run nothing: write the merged file of the results that there are"},
        {'q', "quiet", NULL, ARGUMENT_FLAG, &sweep->quiet, "print failures only"},
        {0}};
    const struct usage usage = {
        .line = "skerry sweep TABLE [--jobs N] [--ranks N] [--quiet]\n"
                "       skerry sweep TABLE --task N[:NAME] | --count | --list "
                "[--ranks N] | --merge",
        .summary =
            "Runs configs with all settings and seeds of a table, and merges the "
            "results.\nTasks that are finished are not run again; the others "
            "continue from their checkpoints.",
        .arguments = table,
        .positional = "table",
        .least = 1,
        .most = 1};
    if (arguments_parse_word(argc, argv, &usage, sweep->comm->rank, &sweep->perm,
                             &sweep->path, &sweep->help, err))
        return err->status;
    if ((sweep->task != NULL) + sweep->count + sweep->list + sweep->merge > 1)
        return error_set(
            err, STATUS_INPUT,
            "sweep: --task, --count, --list and --merge exclude each other");
    return STATUS_OK;
}

/* ---- one task ---- */

/* The task that --task names. A name tells whether the table has changed since its tasks were numbered. */
static enum status find_task(struct sweep *sweep, size_t *number, struct error *err)
{
    char *text = arena_text(&sweep->perm, sweep->task);
    char *name = text ? strchr(text, ':') : NULL;
    if (!text)
        return error_set(err, STATUS_MEMORY, "no memory for a task");
    if (name)
        *name++ = '\0';
    if (arguments_count("--task", text, sweep->table.n_tasks, number, err))
        return err->status;
    const char *now = sweep->table.tasks[*number - 1].name;
    if (name && strcmp(name, now) != 0)
        return error_set(err, STATUS_INPUT,
                         "%s: has changed: task %zu is %.300s now (expected: %.300s)",
                         sweep->path, *number, now, name);
    return STATUS_OK;
}

/* A checkpoint whose result was moved away is put aside, since a result made from it would lack what came before. */
static enum status run_task(struct sweep *sweep, struct error *err)
{
    static char run[] = "run", set[] = "-s", output[] = "-o", resume[] = "--resume",
                quiet[] = "--quiet";
    size_t number = 1, n = 0;
    if (find_task(sweep, &number, err))
        return err->status;
    const struct sweep_task *task = &sweep->table.tasks[number - 1];
    char **words = ARENA_NEW(&sweep->perm, char *, 2 * task->n_overrides + 7);
    if (!words)
        return error_set(err, STATUS_MEMORY, "no memory for a task");
    words[n++] = run;
    words[n++] = arena_text(&sweep->perm, task->config);
    for (size_t i = 0; i < task->n_overrides; i++) {
        words[n++] = set;
        words[n++] = arena_text(&sweep->perm, task->overrides[i]);
    }
    words[n++] = output;
    words[n++] = arena_text(&sweep->perm, task->output);
    if (access(task->output, F_OK) == 0)
        words[n++] = resume;
    if (sweep->quiet)
        words[n++] = quiet;
    for (size_t i = 0; i < n; i++)
        if (!words[i])
            return error_set(err, STATUS_MEMORY, "no memory for a task");
    if (sweep->comm->rank == 0)
        sweep_run_folder(&sweep->table, err);
    if (comm_agree(sweep->comm, err))
        return err->status;
    if (run_command((int)n, words, sweep->comm, err))
        sweep_table_locate(&sweep->table, number, err);
    return err->status;
}

/* ---- all ---- */

static enum status print_list(struct sweep *sweep, struct error *err)
{
    printf("%6s  %-10s  %-16s  %s\n", "task", "state", "best", "name");
    for (size_t i = 0; i < sweep->table.n_tasks; i++) {
        const struct sweep_state *state = &sweep->survey.states[i];
        char best[32] = "-";
        if (!isnan(state->best))
            snprintf(best, sizeof best, "%.15g", state->best);
        utf8_print_note(stdout, "%6zu  %-10s  %-16s  %s", i + 1,
                        sweep_stage_word(state->stage), best,
                        sweep->table.tasks[i].name);
        if (state->stage == SWEEP_UNUSABLE)
            sweep_run_tell_unusable(&sweep->survey, i);
    }
    return json_output_flush(stdout, err);
}

static enum status write_merged(struct sweep *sweep, struct error *err)
{
    const size_t *count = sweep->survey.count;
    size_t usable = count[SWEEP_FINISHED] + count[SWEEP_STOPPED];
    if (sweep_merge(&sweep->survey, &sweep->perm, err))
        return err->status;
    if (!sweep->quiet)
        utf8_print_note(stderr, "%s: %zu of %zu results, and a table of all tasks",
                        sweep->table.merged, usable, sweep->table.n_tasks);
    return STATUS_OK;
}

static enum status merge_only(struct sweep *sweep, struct error *err)
{
    const size_t *count = sweep->survey.count;
    size_t lacking =
        sweep->table.n_tasks - count[SWEEP_FINISHED] - count[SWEEP_STOPPED];
    if (write_merged(sweep, err) || !lacking)
        return err->status;
    return error_set(err, STATUS_FAILED,
                     "%s: %zu of %zu tasks have no usable result: `skerry sweep %s "
                     "--list` names them",
                     sweep->table.path, lacking, sweep->table.n_tasks,
                     sweep->table.path);
}

static enum status make_plan(struct sweep *sweep, struct error *err)
{
    struct sweep_run_plan *plan = &sweep->plan;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *plan = (struct sweep_run_plan){.ranks = 1, .quiet = sweep->quiet};
    if (sweep->ranks && arguments_count("--ranks", sweep->ranks, ARGUMENTS_MOST_RANKS,
                                        &plan->ranks, err))
        return err->status;
    plan->jobs = cores > 0 ? (size_t)cores / plan->ranks : 1;
    if (!plan->jobs)
        plan->jobs = 1;
    if (sweep->jobs &&
        arguments_count("--jobs", sweep->jobs, MOST_JOBS, &plan->jobs, err))
        return err->status;
    if (!sweep->list && !sweep->merge && comm_is_launched())
        return error_set(err, STATUS_INPUT,
                         "sweep: starts the ranks itself (expected: no mpirun or srun "
                         "before it, or --task N)");
    return STATUS_OK;
}

static enum status run_all(struct sweep *sweep, struct error *err)
{
    size_t failed;
    bool stopped;
    if (sweep_run(&sweep->survey, &sweep->plan, &sweep->perm, &failed, &stopped, err))
        return err->status;
    if (stopped) {
        fprintf(stderr,
                "stopped with %zu of %zu tasks finished: the same command continues\n",
                sweep->survey.count[SWEEP_FINISHED], sweep->table.n_tasks);
        return STATUS_OK;
    }
    if (write_merged(sweep, err) || !failed)
        return err->status;
    return error_set(err, STATUS_FAILED,
                     "%zu of %zu tasks failed: %sthe same command %s", failed,
                     sweep->table.n_tasks,
                     sweep->survey.count[SWEEP_UNUSABLE]
                         ? "move away the results that cannot be used, then "
                         : "",
                     "runs them again");
}

/* What writes the merged file: one process at a time. */
static enum status write_all(struct sweep *sweep, struct error *err)
{
    struct lock lock;
    if (merge_check(sweep->table.merged, err) || sweep_run_folder(&sweep->table, err) ||
        lock_take(&lock, sweep->table.merged, err))
        return err->status;
    if (sweep->merge)
        merge_only(sweep, err);
    else
        run_all(sweep, err);
    lock_release(&lock);
    return err->status;
}

/* Rank 0: what concerns all tasks. */
static enum status survey(struct sweep *sweep, struct error *err)
{
    struct comm *alone;
    if (sweep->count) {
        printf("%zu\n", sweep->table.n_tasks);
        return json_output_flush(stdout, err);
    }
    if (make_plan(sweep, err) || comm_serial_open(&alone, err))
        return err->status;
    sweep_survey_take(&sweep->table, sweep->plan.ranks, !sweep->merge, alone,
                      &sweep->perm, &sweep->survey, err);
    comm_close(alone);
    if (err->status)
        return err->status;
    return sweep->list ? print_list(sweep, err) : write_all(sweep, err);
}

static enum status dispatch(struct sweep *sweep, struct error *err)
{
    if (sweep_table_load(sweep->path, sweep->comm, &sweep->perm, &sweep->table, err))
        return err->status;
    if (sweep->task)
        return run_task(sweep, err);
    if (sweep->comm->rank == 0)
        survey(sweep, err);
    return comm_agree(sweep->comm, err);
}

enum status sweep_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    struct sweep sweep = {.comm = comm};
    arena_init(&sweep.perm);
    if (!read_arguments(&sweep, argc, argv, err) && !sweep.help)
        dispatch(&sweep, err);
    arena_free(&sweep.perm);
    return err->status;
}
