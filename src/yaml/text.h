/* Text that grows in an arena, and says at the end whether memory lasted (streams in
 * memory do not). */
#ifndef SKERRY_YAML_TEXT_H
#define SKERRY_YAML_TEXT_H

#include "arena.h"

#include <stdbool.h>

struct text {
    struct arena *arena;
    char *bytes; /* a NUL follows the last */
    size_t used, capacity;
    bool lost; /* memory ran out: what was added since is gone */
};

static inline struct text text_begin(struct arena *arena)
{
    return (struct text){.arena = arena};
}

void text_add(struct text *text, const void *bytes, size_t n);
void text_print(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The text, "" when nothing was added; NULL when memory ran out. */
char *text_end(struct text *text);

#endif
