#include "party_verify_check.h"

#include <math.h>
#include <string.h>

bool party_verify_column(struct party_verify_check *check, const char *name,
                         size_t *column)
{
    *column = party_verify_csv_column(&check->heroes, name);
    if (*column == check->heroes.columns)
        audit_say(&check->audit, false, "the pool has no column '%s'", name);
    return *column < check->heroes.columns;
}

static void check_fixed(struct party_verify_check *check)
{
    const struct party_fixed_keys *fixed = check->keys->fixed.items;
    for (size_t i = 0; i < check->keys->fixed.count; i++) {
        long place = strtol(fixed[i].key, NULL, 10);
        if (place < 0 || (size_t)place >= check->places) {
            audit_say(&check->audit, false, "no place '%s' to fix a hero in",
                      fixed[i].key);
            continue;
        }
        audit_say(&check->audit, check->id[place] == fixed[i].value,
                  "place %ld is fixed to hero %lld and holds %d", place,
                  (long long)fixed[i].value, check->id[place]);
    }
}

/* Whether the cell of a hero is or lists a value. */
static bool has_value(const char *cell, const char *separator, const char *value)
{
    for (const char *at = cell, *end; at; at = end ? end + strlen(separator) : NULL) {
        end = separator ? strstr(at, separator) : NULL;
        size_t bytes = end ? (size_t)(end - at) : strlen(at);
        if (bytes == strlen(value) && !memcmp(at, value, bytes))
            return true;
    }
    return false;
}

static bool may_stand(const struct party_verify_check *check,
                      const struct party_place_rule_keys *rule, size_t place,
                      size_t column)
{
    const struct party_word *word = rule->values.items;
    bool several = rule->separator && strcmp(rule->separator, "none") != 0;
    if (rule->number) {
        double value = party_verify_number(check, place, column);
        return (isnan(rule->min) || value >= rule->min) &&
               (isnan(rule->max) || value <= rule->max);
    }
    for (size_t k = 0; k < rule->values.count; k++)
        if (has_value(party_verify_text(check, place, column),
                      several ? rule->separator : NULL, word[k].value))
            return true;
    return false;
}

void party_verify_positions(struct party_verify_check *check)
{
    const struct party_place_rule_keys *rule = check->keys->places.items;
    size_t out = 0, column;
    bool some = false;
    for (size_t i = 0; i < check->keys->places.count; i++) {
        const struct party_whole *place = rule[i].places.items;
        const char *name = rule[i].trait ? rule[i].trait : rule[i].number;
        if (rule[i].otherwise != PARTY_UNLINKED || !name ||
            !party_verify_column(check, name, &column))
            continue;
        some = true;
        for (size_t k = 0; k < rule[i].places.count; k++)
            if ((size_t)place[k].value < check->places &&
                !may_stand(check, &rule[i], (size_t)place[k].value, column))
                check->out[place[k].value] = true;
    }
    for (size_t p = 0; p < check->places; p++)
        out += check->out[p];
    if (some)
        audit_say(&check->audit, true, "%zu hero%s out of position", out,
                  out == 1 ? " is" : "es are");
}

static void check_place_rule(struct party_verify_check *check, size_t i,
                             const struct party_place_rule_keys *rule)
{
    const struct party_whole *place = rule->places.items;
    const char *name = rule->trait ? rule->trait : rule->number;
    size_t column, wrong = 0;
    if (!name)
        audit_say(&check->audit, false, "places[%zu]: neither a trait nor a number", i);
    if (!name || !party_verify_column(check, name, &column))
        return;
    for (size_t k = 0; k < rule->places.count; k++)
        if ((size_t)place[k].value >= check->places) {
            wrong++;
            audit_say(&check->audit, false, "places[%zu]: no place %lld", i,
                      (long long)place[k].value);
        } else if (rule->otherwise != PARTY_UNLINKED &&
                   !may_stand(check, rule, (size_t)place[k].value, column)) {
            wrong++;
            audit_say(&check->audit, false,
                      "places[%zu]: place %lld does not admit %s %s", i,
                      (long long)place[k].value, name,
                      party_verify_text(check, (size_t)place[k].value, column));
        }
    if (!wrong && rule->otherwise != PARTY_UNLINKED)
        audit_say(&check->audit, true,
                  "places[%zu]: %s admits the heroes of %zu places", i, name,
                  rule->places.count);
}

static void check_excluded(struct party_verify_check *check)
{
    const struct party_whole *excluded = check->keys->excluded.items;
    size_t used = 0;
    for (size_t i = 0; i < check->keys->excluded.count; i++)
        for (size_t p = 0; p < check->places; p++)
            used += check->id[p] == excluded[i].value;
    if (check->keys->excluded.count)
        audit_say(&check->audit, used == 0, "%zu of %zu excluded heroes in the party",
                  used, check->keys->excluded.count);
}

void party_verify_marks(struct party_verify_check *check)
{
    const struct party_place_rule_keys *rule = check->keys->places.items;
    check_fixed(check);
    check_excluded(check);
    for (size_t i = 0; i < check->keys->places.count; i++)
        check_place_rule(check, i, &rule[i]);
}
