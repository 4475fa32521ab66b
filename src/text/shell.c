#include "shell.h"

#include <stdbool.h>
#include <string.h>

/* What no POSIX shell treats in a special way, anywhere in a word; bytes of UTF-8 are letters. */
static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_@%+=:,./-";
    for (const char *at = word; *at; at++)
        if (!strchr(plain, *at) && (unsigned char)*at < 0x80)
            return false;
    return word[0] != '\0';
}

size_t shell_word_bytes(const char *word)
{
    size_t bytes = strlen(word) + sizeof "''";
    for (; *word; word++)
        bytes += *word == '\'' ? strlen("\\''") : 0;
    return bytes;
}

char *shell_word(const char *word, char *out)
{
    if (is_plain(word))
        return strcpy(out, word);
    char *to = out;
    *to++ = '\'';
    for (; *word; word++)
        if (*word == '\'')
            to = stpcpy(to, "'\\''");
        else
            *to++ = *word;
    strcpy(to, "'");
    return out;
}
