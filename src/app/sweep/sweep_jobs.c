#include "sweep_jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

struct job {
    pid_t pid; /* 0: free */
    size_t task;
};

struct running {
    const struct sweep_jobs *jobs;
    struct job *slots; /* jobs->at_once */
    size_t n;          /* that run */
    bool told;         /* they were told to stop */
};

static struct job *slot_of(struct running *running, pid_t pid)
{
    struct job *slot = running->slots;
    while (slot->pid != pid)
        slot++;
    return slot;
}

/* Starts a task with its output in its log and nothing to read. */
static enum status start(struct running *running, size_t task, struct error *err)
{
    const struct sweep_jobs *jobs = running->jobs;
    char *const *command = jobs->command(jobs->self, task);
    const char *log = jobs->log(jobs->self, task);
    struct job *slot = slot_of(running, 0);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    int failed = posix_spawnp(&slot->pid, command[0], &files, NULL, command, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed) {
        slot->pid = 0;
        return error_set(err, STATUS_FAILED,
                         "cannot start %s with its output in %s: %s", command[0], log,
                         strerror(failed));
    }
    slot->task = task;
    running->n++;
    return STATUS_OK;
}

/* Notes the end of a process, if one has ended. */
static bool reap(struct running *running)
{
    int how;
    pid_t pid = waitpid(-1, &how, WNOHANG);
    if (pid <= 0)
        return false;
    struct job *slot = running->slots;
    for (size_t i = 0; i < running->jobs->at_once; i++, slot++)
        if (slot->pid == pid) {
            slot->pid = 0;
            running->n--;
            running->jobs->ended(running->jobs->self, slot->task,
                                 WIFEXITED(how) ? WEXITSTATUS(how)
                                                : 128 + WTERMSIG(how));
        }
    return true;
}

/* SIGUSR1: mpirun passes it on at once, unlike SIGTERM, which it follows with SIGKILL. */
static void tell_to_stop(struct running *running)
{
    for (size_t i = 0; i < running->jobs->at_once; i++)
        if (running->slots[i].pid)
            kill(running->slots[i].pid, SIGUSR1);
    running->told = true;
}

enum status sweep_jobs_run(const struct sweep_jobs *jobs, const size_t *tasks, size_t n,
                           struct error *err)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    struct arena arena;
    struct running running = {.jobs = jobs};
    size_t next = 0;
    arena_init(&arena);
    running.slots = ARENA_NEW(&arena, struct job, jobs->at_once);
    if (!running.slots)
        error_set(err, STATUS_MEMORY, "no memory for %zu jobs", jobs->at_once);
    while (running.n || (next < n && !err->status && !*jobs->signal)) {
        bool full = running.n == jobs->at_once || next == n;
        if (!full && !*jobs->signal && !err->status)
            start(&running, tasks[next++], err);
        else if (!reap(&running))
            nanosleep(&pause, NULL);
        if (*jobs->signal && !running.told)
            tell_to_stop(&running);
    }
    arena_free(&arena);
    return err->status;
}
