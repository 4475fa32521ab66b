#include "party_verify_csv.h"

#include <string.h>

const char *party_verify_csv_at(const struct party_verify_csv *csv, size_t record,
                                size_t column)
{
    return csv->field[record * csv->columns + column];
}

size_t party_verify_csv_column(const struct party_verify_csv *csv, const char *name)
{
    size_t column = 0;
    while (column < csv->columns &&
           strcmp(party_verify_csv_at(csv, 0, column), name) != 0)
        column++;
    return column;
}

static bool is_end(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

static char *skip_spaces(char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* Reads an unquoted field in place, and advances `at` to its end. */
static char *take_plain(char **at)
{
    char *text = *at, *end;
    while (**at != ',' && !is_end(**at))
        ++*at;
    for (end = *at; end > text && (end[-1] == ' ' || end[-1] == '\t'); end--)
        ;
    if (end < *at)
        *end = '\0';
    return text;
}

static char *take_quoted(char **at)
{
    char *text = ++*at, *to = text;
    while (**at && (**at != '"' || (*at)[1] == '"')) {
        *at += **at == '"';
        *to++ = *(*at)++;
    }
    if (!**at)
        return NULL;
    *at = skip_spaces(*at + 1);
    if (**at != ',' && !is_end(**at))
        return NULL;
    *to = '\0'; /* at or before the closing quote, never at the delimiter */
    return text;
}

/* Ends a record of the last n fields, if one of them has text; false if it has not as many as the header. */
static bool end_record(struct party_verify_csv *csv, size_t n, size_t *fields)
{
    size_t first = *fields - n, with_text = 0;
    for (size_t i = first; i < *fields; i++)
        with_text += csv->field[i][0] != '\0';
    if (with_text == 0) {
        *fields = first;
        return true;
    }
    csv->columns = csv->records++ ? csv->columns : n;
    return n == csv->columns;
}

static bool take_records(char *at, struct party_verify_csv *csv)
{
    size_t fields = 0, in_record = 0;
    while (*at) {
        at = skip_spaces(at);
        char *text = *at == '"' ? take_quoted(&at) : take_plain(&at);
        if (!text)
            return false;
        csv->field[fields++] = text;
        in_record++;
        char ended = *at;
        if (ended)
            *at++ = '\0';
        if (ended == ',' && *at) /* else the file ends in an empty field */
            continue;
        if (ended == ',') {
            csv->field[fields++] = at;
            in_record++;
        }
        if (!end_record(csv, in_record, &fields))
            return false;
        in_record = 0;
    }
    return csv->records > 0;
}

bool party_verify_csv_read(const struct option_file *file, struct arena *arena,
                           struct party_verify_csv *csv)
{
    const char *data = (const char *)file->data;
    size_t skip = strncmp(data, "\xEF\xBB\xBF", 3) ? 0 : 3, most = 2;
    char *copy = arena_take(arena, file->bytes + 1 - skip);
    *csv = (struct party_verify_csv){0};
    if (!copy)
        return false;
    memcpy(copy, data + skip, file->bytes - skip);
    copy[file->bytes - skip] = '\0';
    for (const char *at = copy; *at; at++)
        most += *at == ',' || is_end(*at);
    csv->field = arena_take_array(arena, most, sizeof *csv->field);
    return csv->field && take_records(copy, csv);
}
