/* Error handling: status codes and messages.
 *
 * A function that can fail returns `enum status` and takes `struct error *err` as its last
 * parameter. The error is set where it occurs, may be given context by callers, and is
 * printed once, by main on rank 0. Mistakes of users are errors; bugs are assertions. */
#ifndef SKERRY_BASE_STATUS_H
#define SKERRY_BASE_STATUS_H

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Name, exit code of the process, description. Ordered by severity: of different statuses on
 * several ranks the largest counts. NOTHING and INFEASIBLE are valid outcomes of a search. */
#define STATUS_LIST(X)                                                                 \
    X(OK, 0, "ok")                                                                     \
    X(CUT, 4, "stopped by a limit or signal before anything was found")                \
    X(NOTHING, 4, "no feasible solution found")                                        \
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

/* One error. `key` is the dotted path of the config key that it concerns
 * ("party.synergy.min", "party.requirements[2].value"), from which file and line are found
 * later (config_locate), or empty. `text` is one line without a newline. */
struct error {
    enum status status;
    char key[128];
    char text[896];
};

/* Exit code of the process for a status: 0 to 4. */
int status_exit_code(enum status status);
const char *status_words(enum status status);

/* Sets err and returns status, for use as `return error_set(err, ...)`. */
enum status error_set(struct error *err, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for an error in the config: STATUS_INPUT at the dotted path `key`. */
enum status error_at(struct error *err, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prepends "context: " to the text of an error that is already set; returns its status. */
enum status error_wrap(struct error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An assertion that is also checked in release builds. */
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
