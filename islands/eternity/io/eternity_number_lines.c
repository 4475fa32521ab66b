#include "eternity_number_lines.h"

#include "utf8.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static enum status read_number(struct eternity_number_lines *lines, const char *text,
                               const char *end, const char **after, const char *key,
                               struct error *err)
{
    char *stop;
    long number = strtol(text, &stop, 10);
    bool ends =
        stop >= end || isspace((unsigned char)*stop) || *stop == ',' || *stop == '#';
    if (stop == text || stop > end || !ends || number < -1000000 || number > 1000000)
        return error_at(err, key, "%s:%u: '%.*s' (expected: a whole number)",
                        lines->file->path, lines->line, (int)strcspn(text, " \t\r\n,#"),
                        text);
    if (lines->count == ETERNITY_LINE_NUMBERS)
        return error_at(err, key, "%s:%u: more than %d numbers (expected: %d)",
                        lines->file->path, lines->line, ETERNITY_LINE_NUMBERS,
                        ETERNITY_LINE_NUMBERS);
    lines->number[lines->count++] = number;
    *after = stop;
    return STATUS_OK;
}

enum status eternity_number_lines_next(struct eternity_number_lines *lines,
                                       const char *key, struct error *err)
{
    const char *data = (const char *)lines->file->data;
    lines->count = 0;
    if (lines->at == 0)
        lines->at = utf8_mark_bytes(data, lines->file->bytes);
    while (lines->count == 0 && lines->at < lines->file->bytes) {
        const char *text = data + lines->at;
        const char *newline = memchr(text, '\n', lines->file->bytes - lines->at);
        const char *end = newline ? newline : data + lines->file->bytes;
        lines->at = (size_t)(end - data) + (newline != NULL);
        lines->line++;
        if (memchr(text, '\0', (size_t)(end - text)))
            return error_at(err, key, "%s:%u: a NUL byte (expected: text)",
                            lines->file->path, lines->line);
        while (text < end && *text != '#') {
            if (isspace((unsigned char)*text) || *text == ',') {
                text++;
                continue;
            }
            enum status status = read_number(lines, text, end, &text, key, err);
            if (status)
                return status;
        }
    }
    return STATUS_OK;
}
