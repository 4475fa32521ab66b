#include "signals.h"

#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { LISTEN_AGAIN_US = 200000 };

static volatile sig_atomic_t caught;

static void note(int signal)
{
    caught = signal;
}

volatile sig_atomic_t *signals_catch(void)
{
    static const int wanted[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2};
    const struct itimerval never = {{0}, {0}};
    struct sigaction action;
    setitimer(ITIMER_REAL, &never, NULL); /* of signals_end_with */
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        sigaction(wanted[i], &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
    return &caught;
}

static const char *last_words;

static void end(int signal)
{
    if (last_words && write(STDERR_FILENO, last_words, strlen(last_words)) < 0)
        last_words = NULL;
    raise(signal);
}

static void listen(int signal)
{
    struct sigaction action;
    (void)signal;
    memset(&action, 0, sizeof action);
    action.sa_handler = end;
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

void signals_end_with(const char *line)
{
    /* CBC takes SIGINT for itself whenever it begins, and then goes on for minutes. */
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
}
