#include "party_place_rules.h"

#include "number.h"
#include "party_quantity.h"
#include "party_spelling.h"
#include "utf8.h"

#include <math.h>
#include <string.h>

/* Bounds on the party that are added at most; by hand, for memory. */
enum { MOST_BOUNDS = 8, KEY_BYTES = 64, TEXT_BYTES = 256 };

static const struct party_place_rule_keys *rules_of(const struct party_loading *load)
{
    return load->keys->places.items;
}

/* The trait or number of a rule. */
static enum status column_of(struct party_loading *load, size_t i, uint32_t *column,
                             struct error *err)
{
    const struct party_place_rule_keys *rule = &rules_of(load)[i];
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "party.places[%zu].%s", i,
             rule->trait ? "trait" : "number");
    return rule->trait ? party_pool_trait_column(load, rule->trait, key, column, err)
                       : party_pool_number_column(load, rule->number, key, column, err);
}

static enum status check_keys(const struct party_place_rule_keys *rule, const char *key,
                              struct error *err)
{
    bool bounded = !isnan(rule->min) || !isnan(rule->max);
    if (!rule->trait == !rule->number)
        return error_at(err, key,
                        "needs either a trait or a number, as {places: [0], "
                        "trait: role, values: [tank]}");
    if (rule->trait && bounded)
        return error_at(err, key, "min and max belong to a number; a trait has values");
    if (rule->trait && !rule->values.count)
        return error_at(err, key,
                        "trait needs the values allowed, as {trait: role, "
                        "values: [tank]}");
    if (rule->number && (rule->values.count || rule->separator))
        return error_at(err, key, "values belong to a trait; a number has min and max");
    if (rule->number && !bounded)
        return error_at(err, key, "number needs min or max");
    if (rule->min > rule->max)
        return error_at(err, key, "min is above max");
    if (rule->separator && !*rule->separator)
        return error_at(err, key, "separator is empty");
    return STATUS_OK;
}

enum status party_place_rules_columns(struct party_loading *load, struct error *err)
{
    uint32_t column;
    for (size_t i = 0; i < load->keys->places.count; i++) {
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "party.places[%zu]", i);
        if (check_keys(&rules_of(load)[i], key, err) ||
            column_of(load, i, &column, err))
            return err->status;
    }
    return STATUS_OK;
}

/* What stands between the values of a hero; NULL: a hero has one. */
static const char *separator_of(const struct party_place_rule_keys *rule)
{
    bool none = rule->separator && !strcmp(rule->separator, "none");
    return none ? NULL : rule->separator;
}

/* Whether one of the values that a cell lists is `sought`. */
static bool lists(const char *cell, const char *separator, const char *sought)
{
    size_t bytes = strlen(sought);
    for (const char *end; separator && (end = strstr(cell, separator));
         cell = end + strlen(separator))
        if ((size_t)(end - cell) == bytes && !memcmp(cell, sought, bytes))
            return true;
    return !strcmp(cell, sought);
}

/* Refuses a rule without a separator where a hero apparently lists an allowed value among
 * others: it would silently not be admitted. */
static enum status check_separator(const struct party_loading *load, size_t i,
                                   const struct party_trait *trait, struct error *err)
{
    static const char *const usual[] = {"/", "|", ";", "+", "&", NULL};
    const struct party_place_rule_keys *rule = &rules_of(load)[i];
    const struct party_word *word = rule->values.items;
    for (size_t k = 0; k < rule->values.count && !rule->separator; k++)
        for (size_t v = 0; v < trait->n_values; v++)
            for (size_t u = 0; usual[u]; u++) {
                const char *cell = trait->values[v];
                char key[KEY_BYTES];
                if (!strcmp(cell, word[k].value) ||
                    !lists(cell, usual[u], word[k].value))
                    continue;
                snprintf(key, sizeof key, "party.places[%zu].values[%zu]", i, k);
                return error_at(err, key,
                                "some hero's %s is '%.40s', which lists '%.40s' "
                                "(expected: separator: \"%s\", or separator: none if "
                                "that is one value)",
                                trait->name, cell, word[k].value, usual[u]);
            }
    return STATUS_OK;
}

/* Marks the values of a trait that a rule allows, each of which some hero must have. */
static enum status allow_values(const struct party_loading *load, size_t i,
                                const struct party_trait *trait, uint8_t *allowed,
                                struct error *err)
{
    const struct party_place_rule_keys *rule = &rules_of(load)[i];
    const struct party_word *word = rule->values.items;
    for (size_t k = 0; k < rule->values.count; k++) {
        size_t found = 0;
        for (size_t v = 0; v < trait->n_values; v++)
            if (lists(trait->values[v], separator_of(rule), word[k].value)) {
                allowed[v] = 1;
                found++;
            }
        if (found)
            continue;
        char key[KEY_BYTES], hint[400];
        snprintf(key, sizeof key, "party.places[%zu].values[%zu]", i, k);
        party_spelling_hint(word[k].value, trait->values, trait->n_values, hint,
                            sizeof hint);
        return error_at(err, key, "no hero's %s is '%s'%s", trait->name, word[k].value,
                        hint);
    }
    return STATUS_OK;
}

/* Sets bit i of the rules of each hero that rule i admits. */
static enum status admit(struct party_loading *load, size_t i, struct error *err)
{
    const struct party_place_rule_keys *rule = &rules_of(load)[i];
    const struct party *party = load->party;
    uint64_t *rules = load->rules;
    uint32_t column;
    if (column_of(load, i, &column, err))
        return err->status;
    if (rule->number) {
        const double *value = party->number[column].value;
        for (size_t h = 0; h < party->n_heroes; h++)
            if (!(value[h] < rule->min) && !(value[h] > rule->max)) /* NaN: no bound */
                rules[h] |= (uint64_t)1 << i;
        return STATUS_OK;
    }
    const struct party_trait *trait = &party->trait[column];
    uint8_t *allowed = ARENA_NEW(&load->temporary, uint8_t, trait->n_values + 1);
    if (!allowed)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    if (allow_values(load, i, trait, allowed, err) ||
        check_separator(load, i, trait, err))
        return err->status;
    for (size_t h = 0; h < party->n_heroes; h++)
        if (allowed[trait->code[h]])
            rules[h] |= (uint64_t)1 << i;
    return STATUS_OK;
}

/* A text that grows by words; what exceeds it is dropped. */
static void add_word(char *text, const char *word)
{
    size_t used = strlen(text);
    snprintf(text + used, TEXT_BYTES - used, "%s", word);
    utf8_drop_part(text);
}

/* "places 0, 3: role tank or guard", "place 9: level >= 40". */
static const char *text_of(const struct party_loading *load, size_t i)
{
    const struct party_place_rule_keys *rule = &rules_of(load)[i];
    const struct party_whole *place = rule->places.items;
    const struct party_word *word = rule->values.items;
    char text[TEXT_BYTES] = "", number[NUMBER_BYTES];
    add_word(text, rule->places.count > 1 ? "places " : "place ");
    for (size_t k = 0; k < rule->places.count; k++) {
        snprintf(number, sizeof number, "%s%d", k ? ", " : "", (int)place[k].value);
        add_word(text, number);
    }
    add_word(text, ": ");
    add_word(text, rule->trait ? rule->trait : rule->number);
    for (size_t k = 0; k < rule->values.count; k++) {
        add_word(text, k ? " or " : " ");
        add_word(text, party_spelling_shown(word[k].value));
    }
    if (!isnan(rule->min)) {
        number_text(rule->min, number);
        add_word(text, isnan(rule->max) ? " >= " : " ");
        add_word(text, number);
    }
    if (!isnan(rule->max)) {
        number_text(rule->max, number);
        add_word(text, isnan(rule->min) ? " <= " : " to ");
        add_word(text, number);
    }
    return arena_text(load->perm, text);
}

static enum status take_rule(struct party_loading *load, size_t i, struct error *err)
{
    struct party *party = load->party;
    struct party_place_rule *rule = &party->place_rule[party->n_place_rules++];
    const struct party_whole *place = rules_of(load)[i].places.items;
    for (size_t k = 0; k < rules_of(load)[i].places.count; k++) {
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "party.places[%zu].places[%zu]", i, k);
        if (place[k].value >= (int64_t)party->n_places)
            return error_at(err, key, "no place %lld: places are numbered 0 to %zu",
                            (long long)place[k].value, party->n_places - 1);
        rule->places |= (uint64_t)1 << place[k].value;
    }
    rule->unlinked = rules_of(load)[i].otherwise == PARTY_UNLINKED;
    rule->text = text_of(load, i);
    return rule->text ? STATUS_OK
                      : error_set(err, STATUS_MEMORY, "party: out of memory");
}

/* Numbers the sets of rules that occur: the place classes. */
static enum status number_classes(struct party_loading *load, struct error *err)
{
    enum { MOST_CLASSES = 65536, SLOT_BITS = 17, SLOTS = 1 << SLOT_BITS };
    struct party *party = load->party;
    uint32_t *slot = ARENA_NEW(&load->temporary, uint32_t, SLOTS);
    uint16_t *code = ARENA_NEW(load->perm, uint16_t, party->n_heroes + 1);
    size_t room = party->n_heroes < MOST_CLASSES ? party->n_heroes : MOST_CLASSES;
    uint64_t *class_rules = ARENA_NEW(load->perm, uint64_t, room + 1);
    uint64_t *class_places = ARENA_NEW(load->perm, uint64_t, room + 1);
    size_t n = 0;
    if (!slot || !code || !class_rules || !class_places)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t h = 0; h < party->n_heroes; h++) {
        uint64_t rules =
            load->rules[h] | (party_is_out(party, (int32_t)h) ? PARTY_OUT : 0);
        size_t at = rules * 0x9E3779B97F4A7C15ULL >> (64 - SLOT_BITS);
        while (slot[at] && class_rules[slot[at] - 1] != rules)
            at = (at + 1) % SLOTS;
        if (!slot[at]) {
            if (n == MOST_CLASSES)
                return error_at(err, "party.places",
                                "the rules tell heroes apart in more than %d ways",
                                MOST_CLASSES);
            class_rules[n] = rules;
            class_places[n] = party_places_of(party, rules, true);
            slot[at] = (uint32_t)++n;
        }
        code[h] = (uint16_t)(slot[at] - 1);
    }
    party->place_class = code;
    party->class_rules = class_rules;
    party->class_places = class_places;
    party->n_place_classes = n;
    return STATUS_OK;
}

static enum status check_fixed(const struct party *party, struct error *err)
{
    for (size_t p = 0; p < party->n_places; p++) {
        int32_t row = party->fixed[p];
        char key[KEY_BYTES];
        if (row < 0 || party_may_stand(party, row, p))
            continue;
        snprintf(key, sizeof key, "party.fixed.%zu", p);
        for (size_t i = 0; i < party->n_place_rules; i++)
            if (party->place_rule[i].places >> p & 1 &&
                !party->place_rule[i].unlinked &&
                !(party->class_rules[party->place_class[row]] >> i & 1))
                return error_at(err, key, "hero %lld may not stand there (%s)",
                                (long long)party->id[row], party->place_rule[i].text);
    }
    return STATUS_OK;
}

/* Adds the bound of a set of places: as many heroes that may stand in one of them. Sets that all
 * heroes of the pool may take bound nothing. */
static enum status bound_places(struct party_loading *load, uint64_t places,
                                struct error *err)
{
    struct party *party = load->party;
    bool bounds = false;
    if (party->n_implied == MOST_BOUNDS || party->n_numbers == PARTY_MAX_NUMBERS ||
        party->n_requirements + party->n_either == PARTY_MAX_REQUIREMENTS)
        return STATUS_OK;
    double *may = ARENA_NEW(load->perm, double, party->n_heroes + 1);
    uint32_t column;
    if (!may)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t h = 0; h < party->n_heroes; h++) {
        may[h] = (party->class_places[party->place_class[h]] & places) != 0;
        bounds |= may[h] == 0;
    }
    if (!bounds)
        return STATUS_OK;
    const struct party_number number = {.name = "rules for places", .value = may};
    if (party_pool_hidden_number(load, &number, "party.places", &column, err) ||
        party_quantity_bound_sum(load, column, __builtin_popcountll(places), INFINITY,
                                 "rules for places", "party.places", err))
        return err->status;
    party->n_implied++;
    return STATUS_OK;
}

/* Places with the same rules are of one kind; returns how many kinds have rules. */
static size_t find_kinds(const struct party *party, uint64_t *kind)
{
    uint64_t rules[PARTY_MAX_PLACES] = {0}, of_kind[PARTY_MAX_PLACES];
    size_t n = 0;
    for (size_t p = 0; p < party->n_places; p++) {
        size_t k = 0;
        for (size_t i = 0; i < party->n_place_rules; i++)
            rules[p] |= (party->place_rule[i].places >> p & 1) << i;
        while (k < n && of_kind[k] != rules[p])
            k++;
        if (!rules[p])
            continue;
        if (k == n) {
            of_kind[n] = rules[p];
            kind[n++] = 0;
        }
        kind[k] |= (uint64_t)1 << p;
    }
    return n;
}

/* Bounds of each kind of places, of all together, and of two: those most likely to bind first. */
static enum status bound_kinds(struct party_loading *load, struct error *err)
{
    uint64_t kind[PARTY_MAX_PLACES], all = 0;
    size_t n = find_kinds(load->party, kind);
    for (size_t k = 0; k < n; k++) {
        all |= kind[k];
        if (bound_places(load, kind[k], err))
            return err->status;
    }
    if (n > 1 && bound_places(load, all, err))
        return err->status;
    for (size_t k = 0; k < n && n > 2; k++)
        for (size_t l = 0; l < k; l++)
            if (bound_places(load, kind[k] | kind[l], err))
                return err->status;
    return STATUS_OK;
}

enum status party_place_rules_read(struct party_loading *load, struct error *err)
{
    if (!load->keys->places.count)
        return STATUS_OK;
    load->rules = ARENA_NEW(&load->temporary, uint64_t, load->party->n_heroes + 1);
    if (!load->rules)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t i = 0; i < load->keys->places.count; i++)
        if (take_rule(load, i, err) || admit(load, i, err))
            return err->status;
    return STATUS_OK;
}

enum status party_place_rules_load(struct party_loading *load, struct error *err)
{
    struct party *party = load->party;
    if (!load->keys->places.count)
        return STATUS_OK;
    if (number_classes(load, err) || check_fixed(party, err) ||
        party_quantity_identity_load(load, err))
        return err->status;
    return bound_kinds(load, err);
}
