/* Signal handling: signals stop a run with a checkpoint, and end other commands. */
#ifndef SKERRY_CLI_SIGNALS_H
#define SKERRY_CLI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Catches SIGTERM, SIGINT, SIGUSR1 and SIGUSR2; returns a pointer to the number of the last
 * signal caught. */
volatile sig_atomic_t *signals_catch(void);

/* Blocks or unblocks SIGTERM and SIGINT, around output that must not be interrupted. */
void signals_hold(bool hold);

/* Ends this process after this many CPU seconds, like signals_end_with after a signal, but
 * with another line and exit code 1.
 *
 * line  with its newline; must stay valid */
void signals_end_after(double seconds, const char *line);

/* Sets an incomplete file to be removed before the process ends in one of these ways; NULL:
 * none. The string must stay valid. */
void signals_remove(const char *path);

/* Makes SIGTERM and SIGINT print a line to stderr, once, before their default action ends the
 * process. signals_catch reverts this. Ignores SIGXFSZ, so that writing too large a file fails with an error.
 *
 * line  with its newline; NULL: none; must stay valid */
void signals_end_with(const char *line);

/* What signals_end_with also writes then, to stdout; NULL: nothing. Must stay valid. */
void signals_end_with_output(const char *text);

/* Reverts signals_end_with before another program takes the place of this one. */
void signals_release(void);

#endif
