#include "party_start.h"

#include "party_spelling.h"
#include "plural.h"
#include "utf8.h"

#include <string.h>

/* Sets place p to the row of the hero with this id; false if it is not in the pool, excluded, in a
 * place before p, or if one of the two is fixed otherwise: operations rely on all of that. */
static bool place_hero(const struct party *party, int64_t id, size_t p, int32_t *hero)
{
    size_t row = 0;
    while (row < party->n_heroes && party->id[row] != id)
        row++;
    if (row == party->n_heroes)
        return false;
    hero[p] = party_row_in(party, (int32_t)row, p);
    for (size_t q = 0; q < p; q++)
        if (party_is_same_hero(party, hero[q], hero[p]))
            return false;
    return party->fixed[p] >= 0 ? party->fixed[p] == hero[p] : !party->banned[row];
}

bool party_start_encode(const void *self, const void *ids, void *genome)
{
    const struct party *party = self;
    const int32_t *id = ids;
    for (size_t p = 0; p < party->n_places; p++)
        if (!place_hero(party, id[p], p, genome))
            return false;
    return true;
}

/* Without those at its ends; overwritten. */
static char *without_blanks(char *text)
{
    text += strspn(text, " \t");
    for (char *end = text + strlen(text); end > text && strchr(" \t", end[-1]);)
        *--end = '\0';
    return text;
}

/* Reads a line of hero ids; `line` is overwritten. */
static enum status read_party(const struct party *party, const char *path,
                              size_t number, char *line, int32_t *hero,
                              struct error *err)
{
    size_t p = 0;
    for (char *field; (field = strsep(&line, ",")); p++) {
        int64_t id;
        field = without_blanks(field);
        if (!party_csv_whole_number(field, &id))
            return error_set(err, STATUS_INPUT,
                             "%s:%zu: place %zu: '%.40s' is not a hero id (expected: "
                             "the ids of a party, separated by commas, or as file a "
                             "result of skerry)",
                             path, number, p, field);
        if (p < party->n_places && !place_hero(party, id, p, hero))
            return error_set(err, STATUS_INPUT,
                             "%s:%zu: place %zu: '%.40s' (expected: the id "
                             "of a hero of the pool who may be there, each once)",
                             path, number, p, field);
    }
    return p == party->n_places
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "%s:%zu: %zu id%s (expected: %zu, one a place, "
                           "separated by commas)",
                           path, number, p, plural_s(p), party->n_places);
}

/* Messages quote the text, and a NUL would end it. */
static enum status check_bytes(const struct option_file *file, struct error *err)
{
    const char *at = (const char *)file->data, *end = at + file->bytes;
    for (size_t number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t bytes = (size_t)((newline ? newline + 1 : end) - at);
        bool has_nul = memchr(at, '\0', bytes) != NULL;
        if (has_nul || !utf8_is_valid(at, bytes))
            return error_set(err, STATUS_INPUT,
                             "%s:%zu: %s (expected: the ids of a party, separated by "
                             "commas, or as file a result of skerry)",
                             file->path, number, has_nul ? "a NUL byte" : "not UTF-8");
        at += bytes;
    }
    return STATUS_OK;
}

enum status party_start_parse(const void *self, const struct option_file *file,
                              struct arena *perm, void **genomes, uint64_t *n,
                              struct error *err)
{
    const struct party *party = self;
    if (check_bytes(file, err))
        return err->status;
    size_t mark = utf8_mark_bytes(file->data, file->bytes);
    char *text = arena_text(perm, (const char *)file->data + mark);
    size_t lines = 1, number = 0;
    for (size_t i = 0; i < file->bytes; i++)
        lines += file->data[i] == '\n';
    int32_t *hero = ARENA_NEW(perm, int32_t, lines * party->n_places);
    if (!text || !hero)
        return error_set(err, STATUS_MEMORY, "no memory for %zu parties", lines);
    *genomes = hero;
    *n = 0;
    for (char *line; (line = strsep(&text, "\n"));) {
        number++;
        size_t end = strlen(line);
        if (end > 0 && line[end - 1] == '\r')
            line[end - 1] = '\0';
        if (!line[strspn(line, " \t")])
            continue;
        if (read_party(party, file->path, number, line, hero, err))
            return err->status;
        hero += party->n_places;
        ++*n;
    }
    return *n ? STATUS_OK
              : error_set(err, STATUS_INPUT,
                          "%s: is empty (expected: a result, or parties, the hero ids "
                          "of one a line)",
                          file->path);
}
