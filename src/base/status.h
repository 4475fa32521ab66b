/* What can go wrong, and how it is told.
 *
 * A function that can fail returns `enum status` and takes `struct error *err` last.
 * The error is filled where it happens, wrapped on the way up, and printed once, by
 * main, on rank 0. Users' mistakes are errors; our own are asserts. */
#ifndef SKERRY_BASE_STATUS_H
#define SKERRY_BASE_STATUS_H

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* name, exit code of the process, words. Ordered by gravity: ranks that disagree take
 * the largest. NOTHING and INFEASIBLE are answers of a search that did its work. */
#define STATUS_LIST(X)                                                                 \
    X(OK, 0, "ok")                                                                     \
    X(CUT, 4, "stopped by a limit or signal before anything was found")                \
    X(NOTHING, 4, "nothing feasible found")                                            \
    X(INFEASIBLE, 3, "proven infeasible")                                              \
    X(FAILED, 1, "failed")                                                             \
    X(INPUT, 2, "bad usage, config or data")                                           \
    X(FULL, 1, "the disk is full")                                                     \
    X(IO, 1, "input or output failed")                                                 \
    X(MEMORY, 1, "out of memory")                                                      \
    X(COMM, 1, "a rank is lost")

enum status {
#define X(name, exit_code, words) STATUS_##name,
    STATUS_LIST(X)
#undef X
};

/* One failure. `key` is the dotted config path that it is about ("party.synergy.min",
 * "party.requirements[2].value") or empty; whoever knows the config turns it into file
 * and line. `text` is one line without a newline. */
struct error {
    enum status status;
    char key[128];
    char text[896];
};

/* Exit code of the process for a status: 0 to 4. */
int status_exit_code(enum status status);
const char *status_words(enum status status);

/* Fills err and returns status, so that `return error_set(err, ...)` reads well. */
enum status error_set(struct error *err, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a mistake in the config: STATUS_INPUT at the dotted path `key`. */
enum status error_at(struct error *err, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "context: " before the text of an error that is already set; returns its status.
 */
enum status error_wrap(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An assert that stays in release builds, for borders: a broken promise of our own. */
#define ensure(condition)                                                              \
    do {                                                                               \
        if (!(condition))                                                              \
            ensure_failed(#condition, __FILE__, __LINE__);                             \
    } while (0)
void ensure_failed(const char *condition, const char *file, int line)
    __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
