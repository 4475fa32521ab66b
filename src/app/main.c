/* skerry: an island-model optimizer for puzzles. See README.md. */
#include "build_digest.h"
#include "check_command.h"
#include "clock.h"
#include "comm_mpi.h"
#include "command_names.h"
#include "complete.h"
#include "completion_command.h"
#include "export_command.h"
#include "init_command.h"
#include "json_output.h"
#include "launch.h"
#include "list_command.h"
#include "manual_command.h"
#include "problem_command.h"
#include "python_command.h"
#include "registry.h"
#include "run_command.h"
#include "show_command.h"
#include "signals.h"
#include "sweep_command.h"
#include "utf8.h"
#include "verify_command.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static const struct command *all_commands(void);

static enum status print_manual(int argc, char **argv, struct comm *comm,
                                struct error *err)
{
    return manual_command(argc, argv, all_commands(), comm, err);
}

static const struct command commands[] = {
    {"init", "write a config of a problem to begin with", init_command},
    {"run", "run a config", run_command},
    {"sweep", "run a table of configs, settings and seeds", sweep_command},
    {"check", "validate a config and its data, run nothing", check_command},
    {"show", "summarize a result file", show_command},
    {"verify", "check every stored solution independently", verify_command},
    {"draw", "draw a solution as SVG, PNG or GIF", python_command},
    {"watch", "show a run while it goes on", python_command},
    {"table", "print results as a table, a row for each run", python_command},
    {"plot", "draw results into a file", python_command},
    {"compare", "test whether one setting is better than another", python_command},
    {"ioh", "write runs for IOHanalyzer", python_command},
    {"report", "write results as one HTML page", python_command},
    {"list", "problems, algorithms and their options", list_command},
    {"export", "write a puzzle as a mixed-integer program", export_command},
    {"manual", "print a manual page", print_manual},
    {"completion", "print a script by which a shell completes", completion_command},
    {0},
};

static const struct command *all_commands(void)
{
    return commands;
}

static void print_help(void)
{
    struct command_name one;
    puts("usage: skerry COMMAND [arguments]\n\nTo begin: skerry init party\n");
    for (size_t i = 0; command_name_at(commands, i, &one); i++) {
        printf("  %-11s %s", one.name, one.summary);
        one.problem ? printf(" (problem %s)\n", one.problem) : puts("");
    }
    puts("\nExit codes: 0 success; 1 a run or a check failed, or a time limit cut the "
         "output\nshort; 2 wrong usage, config or input; of `run`, `repair`, `parties` "
         "and `disjoint`:\n3 proven infeasible, 4 no solution found. One of these, or "
         "`god`, that its time\nlimit has stopped, or a run that a signal has, returns "
         "the code for what it has\nfound so far.");
    puts(
        "\nSee `skerry COMMAND --help`. Under mpirun, `run` distributes the islands "
        "over the\nranks; the result is the same on any number of them, if run.islands "
        "is set.");
}

static const struct command *find_command(const char *name)
{
    const struct command *command = commands;
    while (command->name && strcmp(command->name, name) != 0)
        command++;
    return command->name ? command : NULL;
}

static const struct problem_command *find_own(const char *name,
                                              const struct problem **problem)
{
    const struct problem_command *own;
    for (size_t i = 0; (own = problem_command_at(&registry_all, i, problem)); i++)
        if (!strcmp(own->name, name))
            return own;
    return NULL;
}

/* Words that other programs have for options of this one. */
static const char *option_like(const char *name)
{
    if (!strcmp(name, "help") || !strcmp(name, "-help"))
        return "skerry --help, or skerry COMMAND --help";
    if (!strcmp(name, "version") || !strcmp(name, "-V") || !strcmp(name, "-v"))
        return "skerry --version";
    return NULL;
}

static enum status refuse(const char *name, struct error *err)
{
    char names[512] = "";
    struct command_name one;
    const char *nearest = command_name_nearest(commands, name);
    size_t used = 0;
    if (option_like(name))
        return error_set(err, STATUS_INPUT, "no command '%.40s' (expected: %s)", name,
                         option_like(name));
    for (size_t i = 0; command_name_at(commands, i, &one) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i ? ", " : "", one.name);
    if (nearest)
        return error_set(err, STATUS_INPUT, "no command '%.40s', did you mean '%s'?",
                         name, nearest);
    return error_set(err, STATUS_INPUT, "no command '%.40s' (expected: %s)", name,
                     names);
}

/* Runs the command on every rank. */
static enum status dispatch(int argc, char **argv, struct comm *comm, struct error *err)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    const struct command *command = find_command(name);
    const struct problem *problem;
    const struct problem_command *own = find_own(name, &problem);
    signals_end_with(comm->rank ? NULL : "skerry: stopped by a signal\n");
    if (command)
        return command->run(argc - 1, argv + 1, comm, err);
    if (own)
        return problem_command_run(own, problem, argc - 1, argv + 1, comm, err);
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        if (comm->rank == 0)
            print_help();
        return STATUS_OK;
    }
    if (!strcmp(name, "--version")) {
        if (comm->rank == 0)
            printf("skerry %s (%s)\n", SKERRY_VERSION, skerry_commit());
        return STATUS_OK;
    }
    if (!strcmp(name, "complete"))
        return complete_command(argc - 1, argv + 1, commands, comm, err);
    return refuse(name, err);
}

enum { HOST_BYTES = 128 };

/* Refuses ranks that run another build, on hosts with programs of their own: they would not search alike.
 * Collective over world. */
static enum status check_builds(struct comm *world, struct error *err)
{
    char host[HOST_BYTES];
    if (world->size == 1)
        return STATUS_OK;
    struct digest own = build_digest_alone(), first = own;
    if (comm_broadcast(world, &first, sizeof first, err))
        return err->status;
    comm_host(host, sizeof host);
    if (memcmp(&first, &own, sizeof own) != 0)
        error_set(err, STATUS_INPUT,
                  "rank %d on %s runs another build of skerry, %s (%s), than rank 0 "
                  "(expected: one build on all hosts)",
                  world->rank, host, SKERRY_VERSION, skerry_commit());
    return comm_agree(world, err);
}

/* Memory that a search gives back serves the next one. With the thresholds that glibc begins with, small searches one
 * after another, as of `disjoint`, spend five sixths of their time on pages that the system takes and gives again. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

/* The process that has not come to its end, of so many ranks; 0: it has. */
static pid_t unended;
static int ranks;

/* At exit: a plugin or a library that calls exit() would end a run as if it had succeeded. A child process of such a
 * library may. */
static void refuse_exit(void)
{
    static const char line[] =
        "skerry: a plugin or library has called exit(), before the end (expected: that "
        "it returns an error)\n";
    if (getpid() != unended)
        return;
    unended = 0;
    ssize_t told = write(STDERR_FILENO, line, sizeof line - 1);
    (void)told; /* nobody else is left to be told */
    if (ranks > 1)
        comm_mpi_abort(EXIT_FAILURE);
    _exit(EXIT_FAILURE);
}

static void watch_exit(const struct comm *world)
{
    unended = getpid();
    ranks = world->size;
    atexit(refuse_exit);
}

int main(int argc, char **argv)
{
    struct comm *world = NULL;
    struct error err = {0};
    keep_memory();
    clock_count_children();
    enum status status = comm_open(&argc, &argv, &world, &err);
    if (status == STATUS_OK) {
        watch_exit(world);
        status = registry_check(&registry_all, &err);
    }
    if (status == STATUS_OK)
        status = check_builds(world, &err);
    if (status == STATUS_OK)
        status = dispatch(argc, argv, world, &err);
    bool answered =
        status == STATUS_OK || status == STATUS_NOTHING || status == STATUS_INFEASIBLE;
    if (answered && (!world || world->rank == 0) && json_output_flush(stdout, &err))
        status = err.status;
    /* A lost rank may be noticed by one group of ranks only, without rank 0. */
    if (status && err.text[0] && (!world || world->rank == 0 || status == STATUS_COMM))
        utf8_print_note(stderr, "skerry: %s", err.text);
    /* Ignore signals from here on: mpirun signals the other ranks if one exits with an
     * error. */
    signals_end_with(NULL);
    int code = status_exit_code(status);
    /* After the loss of a rank no collective call succeeds: abort the others. */
    if (status == STATUS_COMM && world && world->size > 1)
        comm_mpi_abort(code);
    /* Only rank 0 returns a code for the outcome, which mpirun passes on. */
    if ((status == STATUS_NOTHING || status == STATUS_INFEASIBLE) && world &&
        world->rank != 0)
        code = 0;
    unended = 0;
    comm_close(world);
    return code;
}
