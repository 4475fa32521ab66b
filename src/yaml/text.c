#include "text.h"

#include "status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool has_room(struct text *text, size_t n)
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

void text_add(struct text *text, const void *bytes, size_t n)
{
    if (!has_room(text, n))
        return;
    memcpy(text->bytes + text->used, bytes, n);
    text->used += n;
    text->bytes[text->used] = '\0';
}

void text_print(struct text *text, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    ensure(n >= 0 && (size_t)n < sizeof line);
    text_add(text, line, (size_t)n);
}

char *text_end(struct text *text)
{
    text_add(text, "", 0);
    return text->lost ? NULL : text->bytes;
}
