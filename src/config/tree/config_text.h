/* A string builder in an arena, which reports at the end if memory ran out (unlike
 * open_memstream). */
#ifndef SKERRY_CONFIG_TEXT_H
#define SKERRY_CONFIG_TEXT_H

#include "arena.h"

#include <stdbool.h>

struct config_text {
    struct arena *arena;
    char *bytes; /* a NUL follows the last */
    size_t used, capacity;
    bool lost; /* memory ran out; later additions are lost */
};

static inline struct config_text config_text_begin(struct arena *arena)
{
    return (struct config_text){.arena = arena};
}

void config_text_add(struct config_text *text, const void *bytes, size_t n);
void config_text_print(struct config_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The text, "" if nothing was added; NULL if memory ran out. */
char *config_text_end(struct config_text *text);

#endif
