#include "python_process.h"

#include "clock.h"
#include "python_path.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKER_SOCKET = 3, MOST_VARIABLES = 4096, CANNOT_START = 127 };

/* Variables that the worker has in any case: strings are hashed alike in all processes, since
 * the order of a set depends on it. */
static const char HASHES[] = "PYTHONHASHSEED=0";
/* Those that it has unless the user sets them: libraries of linear algebra start no threads,
 * since other ranks use the other cores. */
static const char *const threads[] = {"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1",
                                      "MKL_NUM_THREADS=1"};
enum { N_THREADS = sizeof threads / sizeof *threads };

static bool has_name(const char *variable, const char *other)
{
    size_t n = strcspn(other, "=");
    return !strncmp(variable, other, n + 1);
}

/* Fills in the worker's environment; out has MOST_VARIABLES + 8 places. */
static void fill_environment(const char *path, const char **out)
{
    size_t n = 0, own = 2;
    out[n++] = path;
    out[n++] = HASHES;
    for (char **v = environ; *v && n < MOST_VARIABLES; v++)
        if (!has_name(*v, path) && !has_name(*v, HASHES))
            out[n++] = *v;
    for (size_t t = 0, given = n; t < N_THREADS; t++) {
        bool is_set = false;
        for (size_t i = own; i < given; i++)
            is_set = is_set || has_name(out[i], threads[t]);
        if (!is_set)
            out[n++] = threads[t];
    }
    out[n] = NULL;
}

/* In the child: nothing here may take memory, since threads of MPI may hold its lock. */
static _Noreturn void become_worker(int socket, pid_t parent, const char *python,
                                    const char **variables)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGQUIT};
    const char *const words[] = {python, "-P", "-m", "skerry.worker", NULL};
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(CANNOT_START);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_RDONLY);
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    if (socket == WORKER_SOCKET)
        fcntl(socket, F_SETFD, 0);
    else
        dup2(socket, WORKER_SOCKET);
    close_range(WORKER_SOCKET + 1, ~0U, 0);
    execvpe(python, (char *const *)words, (char *const *)variables);
    _exit(CANNOT_START);
}

enum status python_process_start(struct python_process *process, struct error *err)
{
    static const char name[] = "PYTHONPATH=";
    char path[sizeof name + PYTHON_PATH_BYTES];
    const char *variables[MOST_VARIABLES + 8];
    int ends[2];
    *process = (struct python_process){.socket = -1};
    memcpy(path, name, sizeof name);
    if (!python_search_path(path + sizeof name - 1))
        return error_set(err, STATUS_INPUT,
                         "the Python package of skerry is neither installed beside the "
                         "program nor in %s",
                         python_source_folder());
    fill_environment(path, variables);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return error_set(err, STATUS_FAILED, "no socket for Python: %s",
                         strerror(errno));
    pid_t parent = getpid(), child = fork();
    if (child == 0)
        become_worker(ends[1], parent, python_interpreter(), variables);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return error_set(err, STATUS_FAILED, "no process for Python: %s",
                         strerror(errno));
    }
    clock_watch_child(child);
    setpgid(child, child); /* whichever of the two is first */
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *process = (struct python_process){child, ends[0]};
    return STATUS_OK;
}

/* The state of the ended process; -1: unknown. */
static int await_end(struct python_process *process)
{
    int state = -1;
    pid_t ended = 0;
    close(process->socket);
    kill(-process->pid, SIGKILL);
    do
        ended = waitpid(process->pid, &state, 0);
    while (ended < 0 && errno == EINTR);
    clock_unwatch_child(process->pid);
    *process = (struct python_process){.socket = -1};
    return ended < 0 ? -1 : state;
}

void python_process_kill(struct python_process *process)
{
    if (process->pid)
        (void)await_end(process);
}

/* Whether it ended by itself within a second; it is still to be waited for. */
static bool has_ended(const struct python_process *process)
{
    for (int i = 0; i < 1000; i++) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
            info.si_pid)
            return true;
        usleep(1000);
    }
    return false;
}

enum status python_process_reap(struct python_process *process, char *words,
                                size_t bytes)
{
    bool by_itself = has_ended(process);
    int state = await_end(process);
    if (!by_itself || state == -1)
        snprintf(words, bytes, "closed its connection");
    else if (WIFSIGNALED(state))
        snprintf(words, bytes, "ended by signal %d (%s)", WTERMSIG(state),
                 strsignal(WTERMSIG(state)));
    else if (WEXITSTATUS(state) != CANNOT_START)
        snprintf(words, bytes, "ended with exit code %d", WEXITSTATUS(state));
    else {
        snprintf(words, bytes,
                 "%s cannot be started (expected: Debian's package python3, or "
                 "SKERRY_PYTHON naming Python 3.11 or later)",
                 python_interpreter());
        return STATUS_INPUT;
    }
    return STATUS_FAILED;
}
