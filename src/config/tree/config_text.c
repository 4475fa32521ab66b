#include "config_text.h"

#include "status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool has_room(struct config_text *text, size_t n)
{
    if (text->lost || n < text->capacity - text->used)
        return !text->lost;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity - text->used <= n)
        capacity *= 2;
    char *more = arena_take(text->arena, capacity);
    text->lost = !more;
    if (!more)
        return false;
    if (text->used)
        memcpy(more, text->bytes, text->used);
    text->bytes = more;
    text->capacity = capacity;
    return true;
}

void config_text_add(struct config_text *text, const void *bytes, size_t n)
{
    if (!has_room(text, n))
        return;
    memcpy(text->bytes + text->used, bytes, n);
    text->used += n;
    text->bytes[text->used] = '\0';
}

void config_text_print(struct config_text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    ensure(n >= 0);
    if (has_room(text, (size_t)n)) {
        vsnprintf(text->bytes + text->used, (size_t)n + 1, format, again);
        text->used += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

char *config_text_end(struct config_text *text)
{
    config_text_add(text, "", 0);
    return text->lost ? NULL : text->bytes;
}
