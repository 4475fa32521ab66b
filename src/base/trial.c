#include "trial.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Far above what HDF5 takes, 0.01 s for each MiB; chosen by hand. */
enum { LEAST_CPU_S = 5, BYTES_PER_CPU_S = 1 << 20 };

/* Exit codes of a child that came to its end. A sanitizer ends it with 1, a library perhaps, too. */
enum { CODE_WHOLE = 90, CODE_BROKEN = 91 };

enum trial trial_run(bool (*work)(void *context), void *context, size_t bytes)
{
    int state;
    pid_t child = fork(), ended;
    if (child < 0)
        return TRIAL_WHOLE;
    if (child == 0) {
        /* No messages of a crash, and no signal handlers of the run. */
        static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGPROF};
        struct itimerval limit = {
            .it_value = {.tv_sec = LEAST_CPU_S + (time_t)(bytes / BYTES_PER_CPU_S)}};
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
            signal(signals[i], SIG_DFL);
        /* No open files either: otherwise the child would hold the lock of a killed run.
         * Kernels before 5.9 cannot close them. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)close_range(STDERR_FILENO, ~0U, 0);
        setitimer(ITIMER_PROF, &limit, NULL);
        _exit(work(context) ? CODE_WHOLE : CODE_BROKEN);
    }
    do
        ended = waitpid(child, &state, 0);
    while (ended < 0 && errno == EINTR);
    if (ended != child || !WIFEXITED(state))
        return TRIAL_CRASHED;
    int code = WEXITSTATUS(state);
    return code == CODE_WHOLE    ? TRIAL_WHOLE
           : code == CODE_BROKEN ? TRIAL_BROKEN
                                 : TRIAL_CRASHED;
}
