/* Signals: those that ask a run to stop with a checkpoint, and those that end others.
 */
#ifndef SKERRY_CLI_SIGNALS_H
#define SKERRY_CLI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Catches SIGTERM, SIGINT, SIGUSR1 and SIGUSR2: the number of the last one caught is
 * put where this points to. Ignores SIGXFSZ, so that a file too large is an error of
 * write. */
volatile sig_atomic_t *signals_catch(void);

/* Keeps SIGTERM and SIGINT waiting while something is written that is to be whole. */
void signals_hold(bool hold);

/* Ends this process after so many CPU seconds, as signals_end_with does at a signal,
 * but with a line of its own and exit code 1.
 *
 * line  with its newline; it must last */
void signals_end_after(double seconds, const char *line);

/* A file that is removed before the process ends in one of these ways, since it is not
 * whole; NULL: none. It must last. */
void signals_remove(const char *path);

/* Has SIGTERM and SIGINT print a line to stderr, once on this process, before they end
 * it as they do by default. signals_catch takes it back.
 *
 * line  with its newline; NULL: none; it must last */
void signals_end_with(const char *line);

#endif
