#include "party_positions.h"

#include <string.h>

/* Codes have 16 bits. */
enum { MOST_VALUES = 65536, KEY_BYTES = 64 };

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "party: out of memory");
}

/* Where each hero of the pool would be out of position; returns how many heroes would. */
static size_t find_places(const struct party_loading *load, uint64_t *places)
{
    const struct party *party = load->party;
    size_t n = 0;
    for (size_t h = 0; h < party->n_heroes; h++) {
        for (size_t i = 0; i < party->n_place_rules; i++)
            if (party->place_rule[i].unlinked && !(load->rules[h] >> i & 1))
                places[h] |= party->place_rule[i].places;
        n += places[h] != 0;
    }
    return n;
}

/* A column with the values of the first rows repeated for their other ones; NULL without memory. */
static void *extended(const struct party *party, struct arena *arena,
                      const void *column, size_t item_bytes)
{
    char *out = arena_take_array(arena, party->n_heroes + 1, item_bytes);
    if (!out)
        return NULL;
    memcpy(out, column, party->n_listed * item_bytes);
    for (size_t h = party->n_listed; h < party->n_heroes; h++)
        memcpy(out + h * item_bytes, out + (size_t)party->other[h] * item_bytes,
               item_bytes);
    return out;
}

static bool extend_columns(struct party_loading *load)
{
    struct party *party = load->party;
    struct arena *perm = load->perm, *temporary = &load->temporary;
    load->id = extended(party, perm, load->id, sizeof *load->id);
    load->price = extended(party, perm, load->price, sizeof *load->price);
    load->line = extended(party, temporary, load->line, sizeof *load->line);
    load->rules = extended(party, temporary, load->rules, sizeof *load->rules);
    party->id = load->id;
    party->coins = load->price;
    bool taken = load->id && load->price && load->line && load->rules;
    for (size_t t = 0; t < party->n_traits && taken; t++) {
        struct party_trait *trait = &party->trait[t];
        trait->code = extended(party, perm, trait->code, sizeof *trait->code);
        taken = trait->code != NULL;
    }
    for (size_t c = 0; c < party->n_numbers && taken; c++) {
        struct party_number *number = &party->number[c];
        bool decimals = number->exact.units != NULL;
        number->value = extended(party, perm, number->value, sizeof *number->value);
        if (decimals)
            number->exact.units =
                extended(party, perm, number->exact.units, sizeof *number->exact.units);
        taken = number->value && (!decimals || number->exact.units);
    }
    return taken;
}

/* The next trait that is no column of the pool; NULL if there are too many. */
static struct party_trait *next_trait(struct party_loading *load, const char *name,
                                      const char *key, struct error *err)
{
    struct party *party = load->party;
    if (party->n_traits == PARTY_MAX_TRAITS) {
        error_at(
            err, key,
            "with heroes out of position '%s' takes one trait more: at most %d can "
            "be used",
            name, PARTY_MAX_TRAITS);
        return NULL;
    }
    party->n_hidden_traits++;
    party->trait[party->n_traits] = (struct party_trait){.name = name};
    return &party->trait[party->n_traits++];
}

/* The trait by which heroes in position share the values of trait t. */
static enum status link_trait(struct party_loading *load, size_t t, struct error *err)
{
    struct party *party = load->party;
    struct party_trait *from = &party->trait[t];
    struct party_trait *to = next_trait(load, from->name, load->trait_key[t], err);
    uint16_t *code = ARENA_NEW(load->perm, uint16_t, party->n_heroes + 1);
    const char **values = ARENA_NEW(load->perm, const char *, from->n_values + 1);
    if (!to)
        return err->status;
    if (from->n_values == MOST_VALUES)
        return error_at(err, load->trait_key[t],
                        "%s has %d different values (expected: fewer, with heroes out "
                        "of position)",
                        from->name, MOST_VALUES);
    if (!code || !values)
        return no_memory(err);
    memcpy(code, from->code, party->n_listed * sizeof *code);
    for (size_t h = party->n_listed; h < party->n_heroes; h++)
        code[h] = (uint16_t)from->n_values;
    memcpy(values, from->values, from->n_values * sizeof *values);
    values[from->n_values] = "out of position";
    to->n_values = from->n_values + 1;
    to->values = values;
    to->code = code;
    to->unlinked = from->n_values + 1;
    to->weight = from->weight;
    from->weight = 0;
    from->linked = (uint32_t)party->n_traits;
    return STATUS_OK;
}

/* The number that counts for heroes in position alone. */
static enum status restrict_number(struct party_loading *load, size_t c,
                                   struct error *err)
{
    struct party *party = load->party;
    const struct party_number *from = &party->number[c];
    double *value = ARENA_NEW(load->perm, double, party->n_heroes + 1);
    party_wide *units = ARENA_NEW(load->perm, party_wide, party->n_heroes + 1);
    struct party_number to = {.name = from->name,
                              .exact = {.decimals = from->exact.decimals}};
    uint32_t column;
    if (!value || !units)
        return no_memory(err);
    memcpy(value, from->value, party->n_listed * sizeof *value);
    to.value = value;
    if (from->exact.units) {
        memcpy(units, from->exact.units, party->n_listed * sizeof *units);
        to.exact.units = units;
    }
    if (party_pool_hidden_number(load, &to, load->number_key[c], &column, err))
        return err->status;
    party->number[c].in_position = column + 1;
    return STATUS_OK;
}

/* A value for each hero, of both of its rows. */
static enum status add_identity(struct party_loading *load, struct error *err)
{
    struct party *party = load->party;
    struct party_trait *trait = next_trait(load, "hero", "party.places", err);
    uint16_t *code = ARENA_NEW(load->perm, uint16_t, party->n_heroes + 1);
    const char **values = ARENA_NEW(load->perm, const char *, party->n_listed + 1);
    if (!trait)
        return err->status;
    if (party->n_listed > MOST_VALUES)
        return error_at(err, "party.places",
                        "%s has %zu heroes (expected: at most %d, where they may stand "
                        "out of position)",
                        load->keys->heroes.path, party->n_listed, MOST_VALUES);
    if (!code || !values)
        return no_memory(err);
    for (size_t h = 0; h < party->n_heroes; h++)
        code[h] = (uint16_t)(h < party->n_listed ? (int32_t)h : party->other[h]);
    for (size_t v = 0; v < party->n_listed; v++)
        values[v] = "";
    trait->n_values = (uint32_t)party->n_listed;
    trait->values = values;
    trait->code = code;
    party->identity = (uint32_t)party->n_traits - 1;
    return STATUS_OK;
}

/* Adds a row for each hero that would be out of position somewhere. */
static enum status add_rows(struct party_loading *load, size_t n_out,
                            const uint64_t *places, struct error *err)
{
    struct party *party = load->party;
    size_t n = party->n_heroes;
    if (n_out > INT32_MAX - n)
        return error_at(err, "party.places", "%s has too many heroes",
                        load->keys->heroes.path);
    int32_t *other = ARENA_NEW(load->perm, int32_t, n + n_out + 1);
    if (!other)
        return no_memory(err);
    for (size_t h = 0, next = n; h < n; h++) {
        other[h] = places[h] ? (int32_t)next : -1;
        if (places[h])
            other[next++] = (int32_t)h;
    }
    party->n_listed = n;
    party->n_heroes = n + n_out;
    party->other = other;
    party->out_places = places;
    return extend_columns(load) ? STATUS_OK : no_memory(err);
}

enum status party_positions_load(struct party_loading *load, struct error *err)
{
    struct party *party = load->party;
    bool unlinked = false;
    for (size_t i = 0; i < party->n_place_rules; i++)
        unlinked |= party->place_rule[i].unlinked;
    if (!unlinked)
        return STATUS_OK;
    uint64_t *places = ARENA_NEW(load->perm, uint64_t, party->n_heroes + 1);
    if (!places)
        return no_memory(err);
    if (add_rows(load, find_places(load, places), places, err) ||
        add_identity(load, err))
        return err->status;
    for (size_t t = 0; t < PARTY_MAX_TRAITS; t++)
        if (load->links[t] && link_trait(load, t, err))
            return err->status;
    for (size_t c = 0; c < PARTY_MAX_NUMBERS; c++)
        if (load->restricts[c] && restrict_number(load, c, err))
            return err->status;
    return STATUS_OK;
}
