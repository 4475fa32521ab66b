#include "party_quantity.h"

#include "arithmetic.h"
#include "number.h"
#include "party_chemistry.h"
#include "party_rating.h"
#include "party_spelling.h"
#include "utf8.h"

#include <math.h>
#include <string.h>

enum { KINDS = 7, KEY_BYTES = 64 };

static const struct {
    const char *name;
    enum party_requirement_kind kind;
    bool mean;
} kinds[KINDS] = {{"mean", PARTY_SUM, true},
                  {"sum", PARTY_SUM, false},
                  {"count", PARTY_COUNT, false},
                  {"distinct", PARTY_DISTINCT, false},
                  {"same", PARTY_SAME, false},
                  {"rating", PARTY_RATING, false},
                  {"chemistry", PARTY_CHEMISTRY, false}};

bool party_quantity_is_given(const struct party_kind_keys *kind)
{
    return kind->mean || kind->sum || kind->count || kind->distinct || kind->same ||
           kind->rating || kind->chemistry || kind->value || kind->in_position;
}

/* What follows the name of a quantity. */
static const char *whose(const struct party_quantity *quantity)
{
    return quantity->in_position ? " in position" : "";
}

const char *party_quantity_name(const struct party_quantity *quantity,
                                struct arena *perm)
{
    const char *const names[] = {quantity->mean ? "mean" : "sum",
                                 "count",
                                 "distinct",
                                 "same",
                                 "chemistry",
                                 "chemistry",
                                 "rating"};
    bool counts = quantity->kind == PARTY_COUNT;
    char name[200];
    snprintf(name, sizeof name, "%s %s%s%s%s", names[quantity->kind],
             quantity->column_name, counts ? " " : "",
             counts ? party_spelling_shown(quantity->value_name) : "", whose(quantity));
    utf8_drop_part(name);
    for (char *at = name; *at; at++)
        *at = (unsigned char)*at < ' ' || *at == 0x7f ? ' ' : *at;
    return arena_text(perm, name);
}

static enum status choose_kind(const struct party_kind_keys *keys, const char *key,
                               size_t *chosen, struct party_quantity *quantity,
                               struct error *err)
{
    const char *columns[KINDS] = {keys->mean,     keys->sum,  keys->count,
                                  keys->distinct, keys->same, keys->rating,
                                  keys->chemistry};
    *chosen = KINDS;
    for (size_t k = 0; k < KINDS; k++) {
        if (!columns[k])
            continue;
        if (*chosen != KINDS)
            return error_at(err, key, "both %s and %s are given; only one is allowed",
                            kinds[*chosen].name, kinds[k].name);
        *chosen = k;
    }
    if (*chosen == KINDS)
        return error_at(
            err, key,
            "one of mean, sum, count, distinct, same and rating must name a column, or "
            "chemistry be total or least");
    *quantity = (struct party_quantity){.kind = kinds[*chosen].kind,
                                        .mean = kinds[*chosen].mean,
                                        .column_name = columns[*chosen],
                                        .value_name = keys->value,
                                        .in_position = keys->in_position};
    return STATUS_OK;
}

/* Which chemistry a quantity is. */
static enum status choose_chemistry(const struct party_loading *load, const char *key,
                                    struct party_quantity *quantity, struct error *err)
{
    const char *name = quantity->column_name;
    quantity->kind = PARTY_CHEMISTRY;
    if (!load->keys->chemistry.traits.count)
        return error_at(err, key,
                        "no traits give chemistry: party.chemistry.traits is empty");
    if (!strcmp(name, "least"))
        quantity->kind = PARTY_LEAST_CHEMISTRY;
    else if (strcmp(name, "total") != 0)
        return error_at(err, key, "no chemistry '%s' (expected: total or least)", name);
    return STATUS_OK;
}

enum status party_quantity_read(struct party_loading *load,
                                const struct party_kind_keys *kind, const char *key,
                                struct party_quantity *quantity, struct error *err)
{
    char at[KEY_BYTES + sizeof ".in_position"];
    size_t chosen;
    enum status status = choose_kind(kind, key, &chosen, quantity, err);
    if (status)
        return status;
    if (quantity->kind == PARTY_COUNT && !quantity->value_name)
        return error_at(err, key,
                        "count needs the value to count, as "
                        "{count: race, value: elf, min: 2}");
    if (quantity->kind != PARTY_COUNT && quantity->value_name) {
        snprintf(at, sizeof at, "%s.value", key);
        return error_at(err, at, "only count has a value");
    }
    bool sums = quantity->kind == PARTY_SUM && !quantity->mean;
    snprintf(at, sizeof at, "%s.in_position", key);
    if (quantity->in_position && !sums && quantity->kind != PARTY_COUNT)
        return error_at(err, at, "only sum and count can be of heroes in position");
    snprintf(at, sizeof at, "%s.%s", key, kinds[chosen].name);
    if (quantity->kind == PARTY_CHEMISTRY)
        return choose_chemistry(load, at, quantity, err);
    if (quantity->kind == PARTY_SUM || quantity->kind == PARTY_RATING)
        party_pool_number_column(load, quantity->column_name, at, &quantity->column,
                                 err);
    else
        party_pool_trait_column(load, quantity->column_name, at, &quantity->column,
                                err);
    if (!err->status && quantity->in_position)
        *(sums ? &load->restricts[quantity->column] : &load->links[quantity->column]) =
            true;
    return err->status;
}

enum status party_quantity_measured(const struct party *party,
                                    const struct party_quantity *quantity,
                                    const char *key, uint32_t *column,
                                    struct error *err)
{
    char at[KEY_BYTES + sizeof ".in_position"];
    *column = quantity->column;
    if (!quantity->in_position)
        return STATUS_OK;
    snprintf(at, sizeof at, "%s.in_position", key);
    if (!party->other)
        return error_at(
            err, at,
            "everyone is in position (expected: a rule of party.places with "
            "otherwise: unlinked)");
    *column = quantity->kind == PARTY_SUM
                  ? party->number[quantity->column].in_position - 1
                  : party_linked(party, quantity->column);
    return STATUS_OK;
}

/* Ratings are of whole numbers. */
static enum status check_rating(const struct party_loading *load, uint32_t column,
                                const char *key, struct error *err)
{
    const struct party *party = load->party;
    char at[KEY_BYTES], text[NUMBER_BYTES];
    for (size_t h = 0; h < party->n_heroes; h++) {
        double value = party->number[column].value[h];
        if (value >= 0 && value <= PARTY_RATING_MOST && arithmetic_is_whole(value))
            continue;
        snprintf(at, sizeof at, "%s.rating", key);
        number_text(value, text);
        return error_at(err, at,
                        "hero %lld has %s %s, but a team rating needs whole numbers "
                        "from 0 to %d",
                        (long long)party->id[h], party->number[column].name, text,
                        PARTY_RATING_MOST);
    }
    return STATUS_OK;
}

enum status party_quantity_value(const struct party_loading *load,
                                 const struct party_quantity *quantity, const char *key,
                                 uint32_t *value, struct error *err)
{
    char at[KEY_BYTES], hint[400];
    const struct party_trait *trait = &load->party->trait[quantity->column];
    if (quantity->kind == PARTY_RATING)
        return check_rating(load, quantity->column, key, err);
    if (quantity->kind != PARTY_COUNT)
        return STATUS_OK;
    for (*value = 0; *value < trait->n_values; ++*value)
        if (!strcmp(trait->values[*value], quantity->value_name))
            return STATUS_OK;
    snprintf(at, sizeof at, "%s.value", key);
    party_spelling_hint(quantity->value_name, trait->values, trait->n_values, hint,
                        sizeof hint);
    return error_at(err, at, "no hero's %s is '%s'%s", trait->name,
                    quantity->value_name, hint);
}

enum status party_quantity_requirement_columns(struct party_loading *load,
                                               struct party_quantity *quantities,
                                               struct error *err)
{
    const struct party_requirement_keys *keys = load->keys->requirements.items;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < load->keys->requirements.count && !status; i++) {
        char key[KEY_BYTES];
        if (keys[i].any.count)
            continue;
        snprintf(key, sizeof key, "party.requirements[%zu]", i);
        status = party_quantity_read(load, &keys[i].kind, key, &quantities[i], err);
    }
    return status;
}

static enum status read_bounds(const struct party_requirement_keys *keys,
                               const struct party_quantity *quantity,
                               struct party_requirement *out, struct error *err)
{
    bool has_min = !isnan(keys->min), has_max = !isnan(keys->max);
    bool exact = !isnan(keys->exactly);
    if (exact && (has_min || has_max))
        return error_at(err, out->key, "exactly excludes min and max");
    if (!exact && !has_min && !has_max)
        return error_at(err, out->key, "min, max or exactly is required");
    out->min = exact ? keys->exactly : has_min ? keys->min : -INFINITY;
    out->max = exact ? keys->exactly : has_max ? keys->max : INFINITY;
    out->given_min = out->min;
    out->given_max = out->max;
    char text[2][NUMBER_BYTES];
    number_text(out->min, text[0]);
    number_text(out->max, text[1]);
    if (out->min > out->max)
        return error_at(err, out->key, "min %s is above max %s", text[0], text[1]);
    for (int side = 0; side < 2; side++) {
        double bound = side ? out->max : out->min;
        if (quantity->kind != PARTY_SUM && isfinite(bound) &&
            !arithmetic_is_whole(bound))
            return error_at(err, out->key, "%s is not a whole number of %s", text[side],
                            party_is_special(quantity->kind)   ? "points"
                            : quantity->kind == PARTY_DISTINCT ? "values"
                                                               : "heroes");
    }
    return STATUS_OK;
}

/* "at least 8", "2 to 4", "exactly 3": for counts. */
static void print_count(const struct party_requirement *r, char *text, size_t bytes)
{
    if (r->min == r->max)
        snprintf(text, bytes, "exactly %.0f", r->min);
    else if (isinf(r->max))
        snprintf(text, bytes, "at least %.0f", r->min);
    else if (isinf(r->min))
        snprintf(text, bytes, "at most %.0f", r->max);
    else
        snprintf(text, bytes, "%.0f to %.0f", r->min, r->max);
}

/* Whether 1 is the only number that print_count prints. */
static bool is_of_one(const struct party_requirement *r)
{
    return isinf(r->max) ? r->min == 1 : r->max == 1 && (isinf(r->min) || r->min == 1);
}

static void print_sum(const struct party_requirement *r, const char *what, char *text,
                      size_t bytes)
{
    char min[NUMBER_BYTES], max[NUMBER_BYTES];
    number_text(r->min, min);
    number_text(r->max, max);
    if (r->min == r->max)
        snprintf(text, bytes, "%s = %s", what, min);
    else if (isinf(r->max))
        snprintf(text, bytes, "%s >= %s", what, min);
    else if (isinf(r->min))
        snprintf(text, bytes, "%s <= %s", what, max);
    else
        snprintf(text, bytes, "%s %s to %s", what, min, max);
}

static char *requirement_text(const struct party_quantity *quantity,
                              const struct party_requirement *r, struct arena *perm)
{
    char text[256], amount[256 - 8 - 2 * NUMBER_BYTES]; /* both bounds follow */
    if (quantity->kind == PARTY_SUM || quantity->kind == PARTY_RATING) {
        snprintf(amount, sizeof amount, "%s %s%s",
                 quantity->kind == PARTY_RATING ? "team rating of"
                 : quantity->mean               ? "mean"
                                                : "sum",
                 quantity->column_name, whose(quantity));
        utf8_drop_part(amount);
        print_sum(r, amount, text, sizeof text);
        return arena_text(perm, text);
    }
    if (party_is_chemistry(quantity->kind)) {
        print_sum(r,
                  quantity->kind == PARTY_CHEMISTRY ? "chemistry"
                                                    : "chemistry of each hero",
                  text, sizeof text);
        return arena_text(perm, text);
    }
    print_count(r, amount, sizeof amount);
    if (quantity->kind == PARTY_COUNT)
        snprintf(text, sizeof text, "%s with %s %s%s", amount, quantity->column_name,
                 party_spelling_shown(quantity->value_name), whose(quantity));
    else
        snprintf(text, sizeof text, "%s %s %s", amount,
                 quantity->kind == PARTY_SAME ? "of the same"
                 : is_of_one(r)               ? "different value of"
                                              : "different values of",
                 quantity->column_name);
    utf8_drop_part(text);
    return arena_text(perm, text);
}

static double largest(const double *value, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(value[i]));
    return most;
}

/* A bound of whole numbers' sums, which lies less than 1 inside of `x` as it was
 * rounded: 0.1 * 30 is 3, whatever it is in binary. */
static double whole_bound(double x, double whole, bool upper)
{
    bool near = upper ? whole <= x && x < whole + 1 : whole - 1 < x && x <= whole;
    return near ? x : whole;
}

/* Bounds of a mean become bounds of the sum. */
static void bound_sum(const struct party *party, const struct party_quantity *quantity,
                      struct party_requirement *r)
{
    const struct party_number *number = &party->number[quantity->column];
    int64_t times = quantity->mean ? (int64_t)party->n_places : 1;
    double *bound[2] = {&r->min, &r->max};
    double size = (double)party->n_places * largest(number->value, party->n_heroes);
    r->least = party_decimal_bound(r->min, times, number->exact.decimals, true);
    r->most = party_decimal_bound(r->max, times, number->exact.decimals, false);
    for (int side = 0; side < 2; side++) {
        double x = *bound[side] * (double)times;
        double slack = PARTY_SLACK * (size + fabs(x));
        if (isfinite(x) && !number->exact.units)
            x = whole_bound(x, (double)(side ? r->most : r->least), side);
        else if (isfinite(x))
            x += side ? slack : -slack;
        *bound[side] = x;
    }
}

enum status party_quantity_requirement(struct party_loading *load,
                                       const struct party_requirement_keys *keys,
                                       const struct party_quantity *quantity,
                                       const char *key, struct party_requirement *out,
                                       struct error *err)
{
    *out = (struct party_requirement){.kind = quantity->kind, .mean = quantity->mean};
    snprintf(out->key, sizeof out->key, "%s", key);
    enum status status = read_bounds(keys, quantity, out, err);
    if (!status)
        status =
            party_quantity_measured(load->party, quantity, out->key, &out->column, err);
    if (!status)
        status = party_quantity_value(load, quantity, out->key, &out->value, err);
    if (status)
        return status;
    out->text = requirement_text(quantity, out, load->perm);
    if (!out->text)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    if (out->kind == PARTY_SUM)
        bound_sum(load->party, quantity, out);
    return STATUS_OK;
}

enum status party_quantity_requirements_load(struct party_loading *load,
                                             const struct party_quantity *quantities,
                                             struct error *err)
{
    const struct party_requirement_keys *keys = load->keys->requirements.items;
    struct party *party = load->party;
    for (size_t i = 0; i < load->keys->requirements.count; i++) {
        char key[KEY_BYTES];
        if (keys[i].any.count)
            continue;
        snprintf(key, sizeof key, "party.requirements[%zu]", i);
        if (party_quantity_requirement(load, &keys[i], &quantities[i], key,
                                       &party->requirement[party->n_requirements], err))
            return err->status;
        party->n_requirements++;
    }
    return STATUS_OK;
}

/* The next requirement; NULL if there are too many. */
static struct party_requirement *next_requirement(struct party_loading *load,
                                                  const char *key, struct error *err)
{
    struct party *party = load->party;
    if (party->n_requirements + party->n_either < PARTY_MAX_REQUIREMENTS)
        return &party->requirement[party->n_requirements];
    error_at(err, key, "is one requirement too many: at most %d are possible",
             PARTY_MAX_REQUIREMENTS);
    return NULL;
}

static const char unique_key[] = "party.unique";

enum status party_quantity_unique_column(struct party_loading *load, uint32_t *trait,
                                         struct error *err)
{
    return load->keys->unique ? party_pool_trait_column(load, load->keys->unique,
                                                        unique_key, trait, err)
                              : STATUS_OK;
}

enum status party_quantity_unique_load(struct party_loading *load, struct error *err)
{
    const struct party_requirement_keys keys = {.min = NAN, .max = 1, .exactly = NAN};
    struct party_quantity quantity = {.kind = PARTY_SAME,
                                      .column_name = load->keys->unique};
    if (!load->keys->unique)
        return STATUS_OK;
    if (party_quantity_unique_column(load, &quantity.column, err))
        return err->status;
    struct party_requirement *r = next_requirement(load, unique_key, err);
    if (!r || party_quantity_requirement(load, &keys, &quantity, unique_key, r, err))
        return err->status;
    r->unique = true;
    load->party->n_requirements++;
    return STATUS_OK;
}

enum status party_quantity_bound_sum(struct party_loading *load, uint32_t number,
                                     double min, double max, const char *text,
                                     const char *key, struct error *err)
{
    struct party *party = load->party;
    const struct party_quantity sum = {.kind = PARTY_SUM, .column = number};
    struct party_requirement *r = next_requirement(load, key, err);
    if (!r)
        return err->status;
    *r = (struct party_requirement){.kind = PARTY_SUM,
                                    .column = number,
                                    .min = min,
                                    .max = max,
                                    .given_min = min,
                                    .given_max = max,
                                    .text = arena_text(load->perm, text)};
    snprintf(r->key, sizeof r->key, "%s", key);
    if (!r->text)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    bound_sum(party, &sum, r);
    party->n_requirements++;
    return STATUS_OK;
}

enum status party_quantity_identity_load(struct party_loading *load, struct error *err)
{
    struct party *party = load->party;
    if (!party->other || load->keys->unique)
        return STATUS_OK;
    struct party_requirement *r = next_requirement(load, "party.places", err);
    if (!r)
        return err->status;
    *r = party_identity_requirement(party);
    party->n_requirements++;
    party->n_implied++;
    return STATUS_OK;
}
