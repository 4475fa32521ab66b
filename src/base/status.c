#include "status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    int exit_code;
    const char *words;
} facts[] = {
#define X(name, exit_code, words) [STATUS_##name] = {exit_code, words},
    STATUS_LIST(X)
#undef X
};

static bool is_known(enum status status)
{
    return (size_t)status < sizeof facts / sizeof *facts;
}

int status_exit_code(enum status status)
{
    return is_known(status) ? facts[status].exit_code : 1;
}

const char *status_words(enum status status)
{
    return is_known(status) ? facts[status].words : "unknown status";
}

enum status error_set(struct error *err, enum status status, const char *format, ...)
{
    va_list args;
    err->status = status;
    err->key[0] = '\0';
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return status;
}

enum status error_at(struct error *err, const char *key, const char *format, ...)
{
    va_list args;
    err->status = STATUS_INPUT;
    snprintf(err->key, sizeof err->key, "%s", key);
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return STATUS_INPUT;
}

enum status error_wrap(struct error *err, const char *format, ...)
{
    char inner[sizeof err->text];
    va_list args;
    memcpy(inner, err->text, sizeof inner);
    va_start(args, format);
    int used = vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    if (used >= 0 && (size_t)used + 2 < sizeof err->text) {
        size_t begin = (size_t)used + 2;
        memcpy(err->text + used, ": ", 2);
        memccpy(err->text + begin, inner, '\0', sizeof err->text - begin);
        err->text[sizeof err->text - 1] = '\0';
    }
    return err->status;
}

void ensure_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "skerry: assertion failed: %s (%s:%d)\n", condition, file, line);
    abort();
}
