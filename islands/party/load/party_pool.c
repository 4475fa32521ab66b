#include "party_pool.h"

#include "number.h"
#include "party_csv.h"
#include "party_spelling.h"

#include <math.h>
#include <string.h>

enum { MOST_VALUES = 65536 /* codes have 16 bits */, ABSENT = -1 };

/* The values of one trait so far. */
struct dictionary {
    const char **values; /* capacity: a value a row, at most MOST_VALUES */
    uint32_t *slots;     /* hash table, open addressing: code + 1, or 0 */
    size_t slot_mask, room;
    uint16_t *code;
};

struct pool {
    struct party_loading *load;
    size_t room;               /* capacity in rows */
    int id_field, price_field; /* columns of the file */
    int trait_field[PARTY_MAX_TRAITS];
    int number_field[PARTY_MAX_NUMBERS];
    struct dictionary dictionary[PARTY_MAX_TRAITS];
    double *number[PARTY_MAX_NUMBERS];
};

enum status party_pool_trait_column(struct party_loading *load, const char *column,
                                    const char *key, uint32_t *index, struct error *err)
{
    struct party *party = load->party;
    for (uint32_t t = 0; t < party->n_traits; t++)
        if (!strcmp(party->trait[t].name, column)) {
            *index = t;
            return STATUS_OK;
        }
    if (party->n_traits == PARTY_MAX_TRAITS)
        return error_at(err, key, "'%s' is one trait too many: at most %d can be used",
                        column, PARTY_MAX_TRAITS);
    *index = (uint32_t)party->n_traits++;
    party->trait[*index] = (struct party_trait){.name = column};
    snprintf(load->trait_key[*index], sizeof load->trait_key[0], "%s", key);
    return STATUS_OK;
}

enum status party_pool_number_column(struct party_loading *load, const char *column,
                                     const char *key, uint32_t *index,
                                     struct error *err)
{
    struct party *party = load->party;
    for (uint32_t c = 0; c < party->n_numbers; c++)
        if (!strcmp(party->number[c].name, column)) {
            *index = c;
            return STATUS_OK;
        }
    if (party->n_numbers == PARTY_MAX_NUMBERS)
        return error_at(err, key, "'%s' is one number too many: at most %d can be used",
                        column, PARTY_MAX_NUMBERS);
    *index = (uint32_t)party->n_numbers++;
    party->number[*index] = (struct party_number){.name = column};
    snprintf(load->number_key[*index], sizeof load->number_key[0], "%s", key);
    return STATUS_OK;
}

/* Mixes all bits of a number into its low ones (Murmur3's finaliser). */
static size_t mixed(uint64_t x)
{
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdULL;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return (size_t)(x ^ x >> 33);
}

static size_t text_hash(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325ULL; /* FNV-1a */
    while (*text)
        hash = (hash ^ (unsigned char)*text++) * 0x100000001b3ULL;
    return mixed(hash);
}

/* Slots of a hash that stays at most half full. */
static size_t slots_for(size_t n)
{
    size_t slots = 16;
    while (slots < 2 * n)
        slots *= 2;
    return slots;
}

int32_t party_pool_find(const struct party_loading *load, int64_t id)
{
    size_t slot = mixed((uint64_t)id) & load->slot_mask;
    while (load->slots[slot]) {
        uint32_t row = load->slots[slot] - 1;
        if (load->id[row] == id)
            return (int32_t)row;
        slot = (slot + 1) & load->slot_mask;
    }
    return -1;
}

static void add_id(struct party_loading *load, uint32_t row)
{
    size_t slot = mixed((uint64_t)load->id[row]) & load->slot_mask;
    while (load->slots[slot])
        slot = (slot + 1) & load->slot_mask;
    load->slots[slot] = row + 1;
}

static enum status find_field(const struct party_csv_record *header, const char *column,
                              const char *key, int *field, struct error *err)
{
    char hint[400];
    *field = ABSENT;
    for (size_t f = 0; f < header->count; f++) {
        if (strcmp(header->field[f], column) != 0)
            continue;
        if (*field != ABSENT)
            return error_at(err, key, "%s:%zu: two columns are called '%s'",
                            header->file, header->line, column);
        *field = (int)f;
    }
    if (*field != ABSENT)
        return STATUS_OK;
    party_spelling_hint(column, header->field, header->count, hint, sizeof hint);
    bool by_default = !strcmp(key, "party.id") || !strcmp(key, "party.price");
    return error_at(err, key, "%s has no column '%s'%s%s%s%s", header->file, column,
                    hint, by_default ? " (expected: the name of that column, as " : "",
                    by_default ? key : "", by_default ? ")" : "");
}

static enum status read_header(struct pool *pool, const struct party_csv_record *header,
                               struct error *err)
{
    struct party_loading *load = pool->load;
    const struct party *party = load->party;
    enum status status =
        find_field(header, load->keys->id, "party.id", &pool->id_field, err);
    if (!status)
        status = find_field(header, load->keys->price, "party.price",
                            &pool->price_field, err);
    for (size_t t = 0; t < party->n_traits && !status; t++)
        status = find_field(header, party->trait[t].name, load->trait_key[t],
                            &pool->trait_field[t], err);
    for (size_t c = 0; c < party->n_numbers && !status; c++)
        status = find_field(header, party->number[c].name, load->number_key[c],
                            &pool->number_field[c], err);
    return status;
}

static enum status read_id(struct pool *pool, const struct party_csv_record *record,
                           size_t row, struct error *err)
{
    struct party_loading *load = pool->load;
    const char *text = record->field[pool->id_field];
    int64_t id;
    if (!party_csv_whole_number(text, &id) || id < 0 || id > INT32_MAX)
        return error_at(err, "party.id",
                        "%s:%zu: %s: '%s' is not a whole number from 0 to %d "
                        "(expected: ids that are numbers; names can be a trait)",
                        record->file, record->line, load->keys->id, text, INT32_MAX);
    int32_t other = party_pool_find(load, id);
    if (other >= 0)
        return error_at(err, "party.id", "%s:%zu: %s: %s is in line %u already",
                        record->file, record->line, load->keys->id, text,
                        load->line[other]);
    load->id[row] = id;
    load->line[row] = (uint32_t)record->line;
    add_id(load, (uint32_t)row);
    return STATUS_OK;
}

static enum status read_number(const struct party_csv_record *record, int field,
                               const char *name, const char *key, double *value,
                               struct error *err)
{
    const char *text = record->field[field];
    if (party_csv_number(text, value)) {
        char kept[NUMBER_BYTES];
        if (number_is_kept(text))
            return STATUS_OK;
        number_text(*value, kept);
        return error_at(err, key,
                        "%s:%zu: %s: '%s' has more digits than are kept (expected: "
                        "such as %s)",
                        record->file, record->line, name, text, kept);
    }
    return error_at(err, key,
                    isnan(*value) ? "%s:%zu: %s: '%s' is not a number (expected: such "
                                    "as 12.5)"
                                  : "%s:%zu: %s: '%s' is too large (expected: a number "
                                    "between -1e15 and 1e15)",
                    record->file, record->line, name, text);
}

static enum status read_price(struct pool *pool, const struct party_csv_record *record,
                              size_t row, struct error *err)
{
    struct party_loading *load = pool->load;
    const char *name = load->keys->price;
    enum status status = read_number(record, pool->price_field, name, "party.price",
                                     &load->price[row], err);
    if (!status && load->price[row] < 0)
        status = error_at(
            err, "party.price", "%s:%zu: %s: %s is negative (expected: 0 or more)",
            record->file, record->line, name, record->field[pool->price_field]);
    return status;
}

static enum status read_trait(struct pool *pool, size_t t,
                              const struct party_csv_record *record, size_t row,
                              struct error *err)
{
    struct dictionary *words = &pool->dictionary[t];
    struct party_trait *trait = &pool->load->party->trait[t];
    const char *text = record->field[pool->trait_field[t]];
    size_t slot = text_hash(text) & words->slot_mask;
    while (words->slots[slot] &&
           strcmp(words->values[words->slots[slot] - 1], text) != 0)
        slot = (slot + 1) & words->slot_mask;
    if (!words->slots[slot]) {
        if (trait->n_values == words->room)
            return error_at(err, pool->load->trait_key[t],
                            "%s:%zu: %s has more than %zu different values",
                            record->file, record->line, trait->name, words->room);
        words->values[trait->n_values] = arena_text(pool->load->perm, text);
        if (!words->values[trait->n_values])
            return error_set(err, STATUS_MEMORY, "%s: out of memory", record->file);
        words->slots[slot] = ++trait->n_values;
    }
    words->code[row] = (uint16_t)(words->slots[slot] - 1);
    return STATUS_OK;
}

static enum status read_hero(void *self, const struct party_csv_record *record,
                             bool is_header, struct error *err)
{
    struct pool *pool = self;
    struct party *party = pool->load->party;
    size_t row = party->n_heroes;
    if (is_header)
        return read_header(pool, record, err);
    ensure(row < pool->room);
    enum status status = read_id(pool, record, row, err);
    if (!status)
        status = read_price(pool, record, row, err);
    for (size_t t = 0; t < party->n_traits && !status; t++)
        status = read_trait(pool, t, record, row, err);
    for (size_t c = 0; c < party->n_numbers && !status; c++)
        status = read_number(record, pool->number_field[c], party->number[c].name,
                             pool->load->number_key[c], &pool->number[c][row], err);
    party->n_heroes++;
    return status;
}

/* Upper bound on the records of a file: its line ends of either kind, plus one. */
static size_t most_records(const struct option_file *file)
{
    size_t count = 1;
    for (size_t i = 0; i < file->bytes; i++)
        count += file->data[i] == '\n' || file->data[i] == '\r';
    return count;
}

static bool take_dictionary(struct pool *pool, struct dictionary *words)
{
    struct arena *temporary = &pool->load->temporary;
    words->room = pool->room < MOST_VALUES ? pool->room : MOST_VALUES;
    size_t slots = slots_for(words->room);
    words->slot_mask = slots - 1;
    words->slots = ARENA_NEW(temporary, uint32_t, slots);
    words->values = ARENA_NEW(temporary, const char *, words->room);
    words->code = ARENA_NEW(pool->load->perm, uint16_t, pool->room);
    return words->slots && words->values && words->code;
}

static bool take_columns(struct pool *pool)
{
    struct party_loading *load = pool->load;
    size_t slots = slots_for(pool->room);
    load->slot_mask = slots - 1;
    load->slots = ARENA_NEW(&load->temporary, uint32_t, slots);
    load->line = ARENA_NEW(&load->temporary, uint32_t, pool->room);
    load->id = ARENA_NEW(load->perm, int64_t, pool->room);
    load->price = ARENA_NEW(load->perm, double, pool->room);
    bool taken = load->slots && load->line && load->id && load->price;
    for (size_t t = 0; t < load->party->n_traits && taken; t++)
        taken = take_dictionary(pool, &pool->dictionary[t]);
    for (size_t c = 0; c < load->party->n_numbers && taken; c++) {
        pool->number[c] = ARENA_NEW(load->perm, double, pool->room);
        taken = pool->number[c];
    }
    return taken;
}

/* Moves the columns into the party. */
static bool hand_over(struct pool *pool)
{
    struct party *party = pool->load->party;
    party->id = pool->load->id;
    party->coins = pool->load->price;
    for (size_t c = 0; c < party->n_numbers; c++)
        party->number[c].value = pool->number[c];
    for (size_t t = 0; t < party->n_traits; t++) {
        struct party_trait *trait = &party->trait[t];
        trait->code = pool->dictionary[t].code;
        trait->values = ARENA_NEW(pool->load->perm, const char *, trait->n_values + 1);
        if (!trait->values)
            return false;
        for (size_t v = 0; v < trait->n_values; v++)
            trait->values[v] = pool->dictionary[t].values[v];
    }
    return true;
}

/* The column as exact numbers; `name` and `key` as for read_number. */
static enum status read_exact(const struct party_loading *load, const double *value,
                              const char *name, const char *key,
                              struct party_decimals *exact, struct error *err)
{
    size_t worst, n = load->party->n_heroes;
    if (party_decimal_read(value, n, load->perm, exact, &worst))
        return STATUS_OK;
    if (worst == n)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    return error_at(
        err, key, "%s:%u: %s: %.17g together with the largest has more than %d digits",
        load->keys->heroes.path, load->line[worst], name, value[worst],
        PARTY_DECIMAL_DIGITS);
}

enum status party_pool_exact_coins(struct party_loading *load, struct error *err)
{
    return read_exact(load, load->price, load->keys->price, "party.price",
                      &load->party->exact_coins, err);
}

enum status party_pool_hidden_number(struct party_loading *load,
                                     const struct party_number *number, const char *key,
                                     uint32_t *index, struct error *err)
{
    struct party *party = load->party;
    if (party->n_numbers == PARTY_MAX_NUMBERS)
        return error_at(err, key, "sums up one number too many: at most %d can be used",
                        PARTY_MAX_NUMBERS);
    *index = (uint32_t)party->n_numbers++;
    party->number[*index] = *number;
    party->n_hidden++;
    return STATUS_OK;
}

enum status party_pool_read(struct party_loading *load, struct error *err)
{
    const struct option_file *file = &load->keys->heroes;
    struct pool *pool = ARENA_NEW(&load->temporary, struct pool, 1);
    if (!pool)
        return error_set(err, STATUS_MEMORY, "%s: out of memory", file->path);
    *pool = (struct pool){.load = load, .room = most_records(file)};
    if (!take_columns(pool))
        return error_set(err, STATUS_MEMORY, "%s: out of memory", file->path);
    enum status status = party_csv_read(file, "party.heroes", read_hero, pool, err);
    if (!status && !load->party->n_heroes)
        status = error_at(err, "party.heroes",
                          "%s: a header and no hero (expected: a line for each hero)",
                          file->path);
    if (!status && !hand_over(pool))
        status = error_set(err, STATUS_MEMORY, "%s: out of memory", file->path);
    for (size_t c = 0; c < load->party->n_numbers && !status; c++) {
        struct party_number *number = &load->party->number[c];
        status = read_exact(load, number->value, number->name, load->number_key[c],
                            &number->exact, err);
    }
    return status;
}
