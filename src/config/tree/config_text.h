/* Text that grows in an arena, and says at the end whether memory lasted (streams in
 * memory do not). */
#ifndef SKERRY_CONFIG_TEXT_H
#define SKERRY_CONFIG_TEXT_H

#include "arena.h"

#include <stdbool.h>

struct config_text {
    struct arena *arena;
    char *bytes; /* a NUL follows the last */
    size_t used, capacity;
    bool lost; /* memory ran out: what was added since is gone */
};

static inline struct config_text config_text_begin(struct arena *arena)
{
    return (struct config_text){.arena = arena};
}

void config_text_add(struct config_text *text, const void *bytes, size_t n);
void config_text_print(struct config_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The text, "" when nothing was added; NULL when memory ran out. */
char *config_text_end(struct config_text *text);

#endif
