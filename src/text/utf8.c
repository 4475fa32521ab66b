#include "utf8.h"

#include <stdarg.h>
#include <stdlib.h>

/* The length in bytes of the character at this position; 0: invalid. */
static size_t character(const unsigned char *at, size_t bytes)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *at < 0x80   ? 1
               : *at < 0xC0 ? 0
               : *at < 0xE0 ? 2
               : *at < 0xF0 ? 3
               : *at < 0xF8 ? 4
                            : 0;
    if (n < 2 || n > bytes)
        return n > bytes ? 0 : n;
    unsigned code = *at & (0x7FU >> n);
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[n] || code > 0x10FFFF || surrogate ? 0 : n;
}

size_t utf8_prefix(const char *text, size_t bytes)
{
    size_t at = 0, n;
    while (at < bytes && (n = character((const unsigned char *)text + at, bytes - at)))
        at += n;
    return at;
}

size_t utf8_mend(const char *text, char *out, size_t bytes)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    size_t left = strlen(text), length = 0, written = 0;
    while (left) {
        size_t n = character((const unsigned char *)text, left);
        size_t own = n ? n : sizeof replacement - 1;
        if (length + own < bytes) {
            memcpy(out + length, n ? text : replacement, own);
            written = length + own;
        }
        length += own;
        text += n ? n : 1;
        left -= n ? n : 1;
    }
    if (bytes)
        out[written] = '\0';
    return length;
}

char *utf8_mended(const char *text)
{
    size_t bytes = utf8_mend(text, NULL, 0) + 1;
    char *copy = malloc(bytes);
    if (copy)
        utf8_mend(text, copy, bytes);
    return copy;
}

size_t utf8_control(const char *text, size_t bytes)
{
    enum { DELETE = 0x7F, SECOND_SET = 0xC2, SECOND_END = 0xA0 };
    const unsigned char *at = (const unsigned char *)text;
    if (!bytes)
        return 0;
    if (*at < ' ' || *at == DELETE)
        return 1;
    return *at == SECOND_SET && bytes > 1 && at[1] < SECOND_END ? 2 : 0;
}

void utf8_print_visible(const char *text, size_t bytes, FILE *out)
{
    for (size_t i = 0, n; i < bytes; i += n ? n : 1) {
        size_t control = utf8_control(text + i, bytes - i);
        n = character((const unsigned char *)text + i, bytes - i);
        if (control == 2)
            fprintf(out, "\\u%04x", (unsigned char)text[i + 1]); /* U+0080 to U+009F */
        else if (n == 0 || (control && text[i] != '\n' && text[i] != '\t'))
            fprintf(out, "\\x%02x", (unsigned char)text[i]);
        else
            (void)fwrite(text + i, 1, n, out);
    }
}

void utf8_print_name(const char *text, FILE *out)
{
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        utf8_print_visible(text, (size_t)(end - text), out);
        fputs("\\n", out);
    }
    utf8_print_visible(text, strlen(text), out);
}

void utf8_print_note(FILE *out, const char *format, ...)
{
    char text[UTF8_NOTE_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    utf8_print_name(text, out);
    fputc('\n', out);
}
