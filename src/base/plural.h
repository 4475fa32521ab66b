/* Endings of nouns in messages: "1 hero", "2 heroes", "0 heroes". */
#ifndef SKERRY_BASE_PLURAL_H
#define SKERRY_BASE_PLURAL_H

#include <stddef.h>

/* "s" unless n is 1. */
static inline const char *plural_s(size_t n)
{
    return n == 1 ? "" : "s";
}

/* "es" unless n is 1. */
static inline const char *plural_es(size_t n)
{
    return n == 1 ? "" : "es";
}

#endif
