#include "signals.h"

#include "clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { LISTEN_AGAIN_US = 200000 };

static volatile sig_atomic_t caught;

static void note(int signal)
{
    caught = signal;
}

void signals_release(void)
{
    const struct itimerval never = {{0}, {0}};
    setitimer(ITIMER_REAL, &never, NULL); /* started by signals_end_with */
}

volatile sig_atomic_t *signals_catch(void)
{
    static const int wanted[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2};
    struct sigaction action;
    signals_release();
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        sigaction(wanted[i], &action, NULL);
    return &caught;
}

static const char *last_words, *late_words;
static const char *volatile last_output;
static const char *volatile unfinished;

static void say(const char *line)
{
    if (unfinished)
        unlink(unfinished);
    if (line && write(STDERR_FILENO, line, strlen(line)) < 0)
        unfinished = NULL; /* nobody is left to be told */
}

static void end(int signal)
{
    say(last_words);
    if (last_output && write(STDOUT_FILENO, last_output, strlen(last_output)) < 0)
        last_output = NULL; /* nobody is left to be told */
    raise(signal);
}

static void end_late(int signal)
{
    (void)signal;
    say(late_words);
    _exit(EXIT_FAILURE);
}

void signals_end_with_output(const char *text)
{
    last_output = text;
}

void signals_remove(const char *path)
{
    unfinished = path;
}

void signals_end_after(double seconds, const char *line)
{
    struct sigaction action;
    late_words = line;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_late;
    sigaction(SIGPROF, &action, NULL);
    clock_signal_after(seconds);
}

static void listen(int signal)
{
    struct sigaction action;
    (void)signal;
    memset(&action, 0, sizeof action);
    action.sa_handler = end;
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART);
    sigaddset(&action.sa_mask, SIGALRM); /* would set it again before it has ended */
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

void signals_hold(bool hold)
{
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGINT);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &ending, NULL);
}

void signals_end_with(const char *line)
{
    /* CBC installs its own handler of SIGINT whenever it starts, and may then continue for
     * minutes. */
    const struct itimerval often = {{.tv_usec = LISTEN_AGAIN_US},
                                    {.tv_usec = LISTEN_AGAIN_US}};
    struct sigaction action;
    last_words = line;
    listen(0);
    memset(&action, 0, sizeof action);
    action.sa_handler = listen;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
}
