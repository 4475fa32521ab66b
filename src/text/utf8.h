/* Validation of UTF-8, which YAML, readers of HDF5 and terminals require.
 *
 * Source: RFC 3629. O(bytes). */
#ifndef SKERRY_BASE_UTF8_H
#define SKERRY_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length in bytes of the longest valid prefix. */
size_t utf8_prefix(const char *text, size_t bytes);

static inline bool utf8_is_valid(const char *text, size_t bytes)
{
    return utf8_prefix(text, bytes) == bytes;
}

#endif
