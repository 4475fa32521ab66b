/* Words as a POSIX shell takes them, for commands that messages show. */
#ifndef SKERRY_TEXT_SHELL_H
#define SKERRY_TEXT_SHELL_H

#include <stddef.h>

/* The most bytes that shell_word writes, with the NUL. */
size_t shell_word_bytes(const char *word);

/* Writes a word to `out`, in single quotes if a shell would take it for anything but itself; returns
 * `out`. O(bytes). */
char *shell_word(const char *word, char *out);

#endif
