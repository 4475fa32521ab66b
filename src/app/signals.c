#include "signals.h"

#include <string.h>

static volatile sig_atomic_t caught;

static void note(int signal)
{
    caught = signal;
}

volatile sig_atomic_t *signals_catch(void)
{
    static const int wanted[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        sigaction(wanted[i], &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
    return &caught;
}
