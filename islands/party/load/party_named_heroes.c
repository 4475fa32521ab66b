#include "party_named_heroes.h"

#include "party_csv.h"
#include "party_spelling.h"

#include <string.h>

enum { KEY_BYTES = 128 };

static enum status find_hero(const struct party_loading *load, int64_t id,
                             const char *key, int32_t *row, struct error *err)
{
    *row = party_pool_find(load, id);
    if (*row >= 0)
        return STATUS_OK;
    return error_at(err, key, "no hero %lld in %s", (long long)id,
                    load->keys->heroes.path);
}

static enum status exclude(struct party_loading *load, uint8_t *banned,
                           struct error *err)
{
    const struct party_whole *ids = load->keys->excluded.items;
    for (size_t i = 0; i < load->keys->excluded.count; i++) {
        char key[KEY_BYTES];
        int32_t row;
        snprintf(key, sizeof key, "party.excluded[%zu]", i);
        enum status status = find_hero(load, ids[i].value, key, &row, err);
        if (status)
            return status;
        party_ban(load->party, row, banned);
    }
    return STATUS_OK;
}

/* Excluded heroes are banned already. A fixed hero is banned from all other places, so
 * a hero that is both is found here. */
static enum status fix(struct party_loading *load, const struct party_fixed_keys *keys,
                       uint8_t *banned, struct error *err)
{
    struct party *party = load->party;
    char key[KEY_BYTES];
    int64_t place;
    int32_t row;
    snprintf(key, sizeof key, "party.fixed.%s", keys->key);
    if (!party_csv_whole_number(keys->key, &place) || place < 0 ||
        place >= (int64_t)party->n_places)
        return error_at(err, key, "no place '%s': places are numbered 0 to %zu",
                        keys->key, party->n_places - 1);
    enum status status = find_hero(load, keys->value, key, &row, err);
    if (status)
        return status;
    if (party->fixed[place] >= 0)
        return error_at(err, key, "place %lld has a fixed hero already",
                        (long long)place);
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0 && party_is_same_hero(party, party->fixed[p], row))
            return error_at(err, key, "hero %lld is fixed in place %zu already",
                            (long long)keys->value, p);
    if (banned[row])
        return error_at(err, key, "hero %lld is also excluded", (long long)keys->value);
    party->fixed[place] = party_row_in(party, row, (size_t)place);
    party_ban(party, row, banned);
    return STATUS_OK;
}

struct owned {
    struct party_loading *load;
    size_t field; /* of the id */
};

static enum status own(struct owned *owned, const struct party_csv_record *record,
                       struct error *err)
{
    const char *text = record->field[owned->field];
    int64_t id;
    if (!party_csv_whole_number(text, &id))
        return error_at(err, "party.owned", "%s:%zu: '%s' is not a hero id",
                        record->file, record->line, text);
    int32_t row = party_pool_find(owned->load, id);
    if (row < 0)
        return error_at(err, "party.owned", "%s:%zu: no hero %s in %s", record->file,
                        record->line, text, owned->load->keys->heroes.path);
    owned->load->price[row] = 0;
    const struct party *party = owned->load->party;
    if (party_other(party, row) >= 0)
        owned->load->price[party_other(party, row)] = 0;
    return STATUS_OK;
}

/* A first line that begins with a number is not a header: one id a line. */
static enum status read_owned(void *self, const struct party_csv_record *record,
                              bool is_header, struct error *err)
{
    struct owned *owned = self;
    const char *name = owned->load->keys->id;
    int64_t id;
    if (!is_header || party_csv_whole_number(record->field[0], &id))
        return own(owned, record, err);
    for (size_t f = 0; f < record->count; f++)
        if (!strcmp(record->field[f], name)) {
            owned->field = f;
            return STATUS_OK;
        }
    return error_at(
        err, "party.owned",
        "%s has no column '%s' (expected: hero ids, one a line, or a header "
        "with that column)",
        record->file, name);
}

enum status party_named_heroes_load(struct party_loading *load, struct error *err)
{
    const struct party_fixed_keys *fixed = load->keys->fixed.items;
    struct party *party = load->party;
    uint8_t *banned = ARENA_NEW(load->perm, uint8_t, party->n_heroes + 1);
    if (!banned)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t p = 0; p < PARTY_MAX_PLACES; p++)
        party->fixed[p] = -1;
    enum status status = exclude(load, banned, err);
    for (size_t i = 0; i < load->keys->fixed.count && !status; i++)
        status = fix(load, &fixed[i], banned, err);
    if (!status && load->keys->owned.data) {
        struct owned owned = {.load = load};
        status =
            party_csv_read(&load->keys->owned, "party.owned", read_owned, &owned, err);
    }
    party->banned = banned;
    return status;
}
