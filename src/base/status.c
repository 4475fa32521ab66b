#include "status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int status_exit_code(enum status status)
{
    switch (status) {
#define X(name, exit_code, words)                                                      \
    case STATUS_##name:                                                                \
        return exit_code;
        STATUS_LIST(X)
#undef X
    }
    return 1;
}

const char *status_words(enum status status)
{
    switch (status) {
#define X(name, exit_code, words)                                                      \
    case STATUS_##name:                                                                \
        return words;
        STATUS_LIST(X)
#undef X
    }
    return "unknown status";
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
    if (used >= 0 && (size_t)used < sizeof err->text)
        snprintf(err->text + used, sizeof err->text - (size_t)used, ": %s", inner);
    return err->status;
}

void ensure_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "skerry: broken promise: %s (%s:%d)\n", condition, file, line);
    abort();
}
