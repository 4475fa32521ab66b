/* Validation of UTF-8, which YAML, readers of HDF5 and terminals require.
 *
 * Source: RFC 3629. O(bytes). */
#ifndef SKERRY_TEXT_UTF8_H
#define SKERRY_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The length in bytes of the longest valid prefix. */
size_t utf8_prefix(const char *text, size_t bytes);

static inline bool utf8_is_valid(const char *text, size_t bytes)
{
    return utf8_prefix(text, bytes) == bytes;
}

/* Drops the part of a character that a text which was cut ends with. */
static inline void utf8_drop_part(char *text)
{
    text[utf8_prefix(text, strlen(text))] = '\0';
}

/* Copies a text of any bytes as UTF-8: each byte that is none as U+FFFD. As many whole characters as
 * fit into the `bytes` of `out` with a NUL; nothing is written if they are 0. Returns the length of
 * the whole copy without its NUL. */
size_t utf8_mend(const char *text, char *out, size_t bytes);

/* The whole copy, to be freed by the caller; NULL if memory ran out. */
char *utf8_mended(const char *text);

/* The length in bytes of the control character that begins here (U+0000 to U+001F, U+007F to
 * U+009F); 0: another character. */
size_t utf8_control(const char *text, size_t bytes);

/* Prints a text for a terminal, which obeys control characters: those other than newline and tab
 * become visible, as \x1b or \u009b, and so do bytes that are no UTF-8, such as \x9b, which some
 * terminals obey as well. */
void utf8_print_visible(const char *text, size_t bytes, FILE *out);

/* The same for a text that is to stay within a line, such as the name of a file: newlines, too, as
 * \n. */
void utf8_print_name(const char *text, FILE *out);

/* The same for a formatted text, which becomes a line of its own: adds a newline. Cut after
 * UTF8_NOTE_BYTES. */
enum { UTF8_NOTE_BYTES = 16384 };
void utf8_print_note(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The bytes of the byte order mark that a file may begin with, as editors and spreadsheet programs
 * of Windows write it: 3 or 0. */
static inline size_t utf8_mark_bytes(const void *file, size_t bytes)
{
    return bytes >= 3 && !memcmp(file, "\xEF\xBB\xBF", 3) ? 3 : 0;
}

#endif
