#include "party_csv.h"

#include "arena.h"
#include "utf8.h"

#include <csv.h>
#include <string.h>

struct reader {
    const char *key;
    enum status (*record)(void *, const struct party_csv_record *, bool,
                          struct error *);
    void *self;
    struct error *err;
    enum status status;
    struct party_csv_record at;
    size_t columns; /* of the header; 0 before it */
    size_t first;   /* line after the last record */
    size_t used;    /* bytes of text */
    char text[PARTY_CSV_RECORD_BYTES];
};

static void take_field(void *data, size_t bytes, void *self)
{
    struct reader *reader = self;
    if (reader->status)
        return;
    if (reader->at.count == PARTY_CSV_FIELDS ||
        bytes + 1 > sizeof reader->text - reader->used) {
        reader->status = error_at(reader->err, reader->key,
                                  "%s:%zu: a record of more than %d fields or %d "
                                  "bytes, as after quotes that do not end",
                                  reader->at.file, reader->first, PARTY_CSV_FIELDS,
                                  PARTY_CSV_RECORD_BYTES);
        return;
    }
    char *field = reader->text + reader->used;
    if (bytes)
        memcpy(field, data, bytes);
    field[bytes] = '\0';
    reader->used += bytes + 1;
    reader->at.field[reader->at.count++] = field;
}

static enum status pass_record(struct reader *reader)
{
    bool is_header = !reader->columns;
    if (is_header)
        reader->columns = reader->at.count;
    if (reader->at.count != reader->columns)
        return error_at(
            reader->err, reader->key,
            "%s:%zu: %zu fields, the header has %zu (expected: as many; a field with a "
            "comma in quotes)",
            reader->at.file, reader->at.line, reader->at.count, reader->columns);
    return reader->record(reader->self, &reader->at, is_header, reader->err);
}

/* A line of commas alone is a blank one: spreadsheet programs write it. */
static void end_record(int end, void *self)
{
    struct reader *reader = self;
    bool is_blank = reader->used == reader->at.count; /* each text has its end */
    (void)end;
    if (!reader->status && !is_blank)
        reader->status = pass_record(reader);
    reader->at.count = 0;
    reader->used = 0;
    reader->first = reader->at.line + 1;
}

static enum status broken(struct reader *reader, struct csv_parser *parser)
{
    if (csv_error(parser) == CSV_ENOMEM)
        return error_set(reader->err, STATUS_MEMORY, "%s: out of memory",
                         reader->at.file);
    return error_at(reader->err, reader->key,
                    "%s:%zu: misplaced quotes: a field with quotes is written "
                    "\"like \"\"this\"\"\"",
                    reader->at.file, reader->first);
}

/* Parses line by line, so that messages have line numbers. */
static enum status read_lines(struct reader *reader, struct csv_parser *parser,
                              const unsigned char *at, const unsigned char *end)
{
    while (at < end && !reader->status) {
        const unsigned char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t bytes = (size_t)((newline ? newline + 1 : end) - at);
        reader->at.line++;
        if (!utf8_is_valid((const char *)at, bytes) || memchr(at, '\0', bytes))
            return error_at(reader->err, reader->key,
                            "%s:%zu: %s (expected: UTF-8; spreadsheet programs export "
                            "\"CSV UTF-8\")",
                            reader->at.file, reader->at.line,
                            memchr(at, '\0', bytes) ? "a NUL byte" : "not UTF-8");
        if (csv_parse(parser, at, bytes, take_field, end_record, reader) != bytes &&
            !reader->status)
            return broken(reader, parser);
        at += bytes;
    }
    if (!reader->status && csv_fini(parser, take_field, end_record, reader))
        return broken(reader, parser);
    return reader->status;
}

/* Says what a spreadsheet program has written instead. */
static enum status check_format(const struct reader *reader,
                                const struct option_file *file)
{
    static const struct {
        char sign;
        const char *name;
    } others[] = {{';', "semicolons"}, {'\t', "tabs"}, {'|', "bars"}};
    const unsigned char *newline = memchr(file->data, '\n', file->bytes);
    size_t bytes = newline ? (size_t)(newline - file->data) : file->bytes;
    if (file->bytes >= 4 && !memcmp(file->data, "PK\3\4", 4))
        return error_at(reader->err, reader->key,
                        "%s is a spreadsheet or an archive (expected: CSV; spreadsheet "
                        "programs export it)",
                        file->path);
    if (file->bytes >= 2 &&
        (!memcmp(file->data, "\xFF\xFE", 2) || !memcmp(file->data, "\xFE\xFF", 2)))
        return error_at(reader->err, reader->key,
                        "%s is in UTF-16 (expected: UTF-8; spreadsheet programs export "
                        "\"CSV UTF-8\")",
                        file->path);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!memchr(file->data, ',', bytes) &&
            memchr(file->data, others[i].sign, bytes))
            return error_at(reader->err, reader->key,
                            "%s:1: columns are divided by %s (expected: commas)",
                            file->path, others[i].name);
    return STATUS_OK;
}

enum status party_csv_read(const struct option_file *file, const char *key,
                           enum status (*record)(void *self,
                                                 const struct party_csv_record *record,
                                                 bool is_header, struct error *err),
                           void *self, struct error *err)
{
    struct arena temporary;
    struct csv_parser parser;
    enum status status;
    arena_init(&temporary);
    struct reader *reader = ARENA_NEW(&temporary, struct reader, 1);
    if (!reader || csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI)) {
        arena_free(&temporary);
        return error_set(err, STATUS_MEMORY, "%s: out of memory", file->path);
    }
    *reader = (struct reader){.key = key,
                              .record = record,
                              .self = self,
                              .err = err,
                              .at.file = file->path,
                              .first = 1};
    size_t mark = utf8_mark_bytes(file->data, file->bytes);
    status = file->bytes ? check_format(reader, file) : STATUS_OK;
    if (!status)
        status =
            read_lines(reader, &parser, file->data + mark, file->data + file->bytes);
    if (!status && !reader->columns)
        status = error_at(err, key, "%s: the file is empty", file->path);
    csv_free(&parser);
    arena_free(&temporary);
    return status;
}
