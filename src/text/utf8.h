/* Whether bytes are UTF-8 (RFC 3629): what YAML, HDF5's readers and terminals want. */
#ifndef SKERRY_BASE_UTF8_H
#define SKERRY_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* How many of the bytes, from the first on, are whole characters: all of them, or as
 * many as stand before the first that is none. */
size_t utf8_prefix(const char *text, size_t bytes);

static inline bool utf8_is_valid(const char *text, size_t bytes)
{
    return utf8_prefix(text, bytes) == bytes;
}

#endif
