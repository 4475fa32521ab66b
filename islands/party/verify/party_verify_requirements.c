#include "number.h"
#include "party_verify_check.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* How many heroes have the same text in a column as the one in a place. */
static size_t alike(const struct party_verify_check *check, size_t place, size_t column)
{
    size_t count = 0;
    for (size_t q = 0; q < check->places; q++)
        count += !strcmp(party_verify_text(check, place, column),
                         party_verify_text(check, q, column));
    return count;
}

/* The team rating: places times the sum, and what each hero times places exceeds the sum by, are
 * places times what is rounded, halves up, to whole numbers. */
static double rating_of(const struct party_verify_check *check, size_t column)
{
    long long places = (long long)check->places, sum = 0, excess = 0;
    for (size_t p = 0; p < check->places; p++)
        sum += (long long)party_verify_number(check, p, column);
    for (size_t p = 0; p < check->places; p++) {
        long long here = (long long)party_verify_number(check, p, column) * places;
        excess += here > sum ? here - sum : 0;
    }
    assert(places > 0);
    long long parts = places * sum + excess, rest = parts % places;
    long long rounded = parts / places + (2 * rest >= places);
    long long rating = rounded / places;
    return (double)rating;
}

/* The number of different values is the sum over heroes of 1 / (frequency of the hero's value). */
double party_verify_amount(const struct party_verify_check *check,
                           const struct party_kind_keys *kind, size_t column)
{
    double sum = 0, most = 0;
    if (kind->rating)
        return rating_of(check, column);
    for (size_t p = 0; p < check->places; p++) {
        double same = (double)alike(check, p, column);
        if (kind->in_position && check->out[p])
            continue;
        if (kind->mean || kind->sum)
            sum += party_verify_number(check, p, column);
        else if (kind->count)
            sum += kind->value &&
                   !strcmp(party_verify_text(check, p, column), kind->value);
        else
            sum += 1 / same;
        most = fmax(most, same);
    }
    if (kind->same)
        return most;
    if (kind->distinct)
        return round(sum);
    return kind->mean ? sum / (double)check->places : sum;
}

/* -1, 0, 1: exact comparison of the sum or mean with a bound; 0 if there is none. */
static int compare(const struct party_verify_check *check,
                   const struct party_kind_keys *kind, size_t column, double bound)
{
    struct party_verify_sum sum = {{0}};
    if (isnan(bound))
        return 0;
    if (isinf(bound))
        return bound < 0 ? 1 : -1;
    for (size_t p = 0; p < check->places; p++)
        if (!(kind->in_position && check->out[p]))
            party_verify_sum_add(&sum, party_verify_number(check, p, column), 1);
    party_verify_sum_add(&sum, bound, kind->mean ? -(int64_t)check->places : -1);
    return party_verify_sum_sign(sum);
}

static void print_bounds(const struct party_requirement_keys *r, char *text,
                         size_t bytes)
{
    char exactly[NUMBER_BYTES], min[NUMBER_BYTES], max[NUMBER_BYTES];
    number_text(r->exactly, exactly);
    number_text(r->min, min);
    number_text(r->max, max);
    if (!isnan(r->exactly))
        snprintf(text, bytes, "exactly %s", exactly);
    else if (isnan(r->max))
        snprintf(text, bytes, "at least %s", min);
    else if (isnan(r->min))
        snprintf(text, bytes, "at most %s", max);
    else
        snprintf(text, bytes, "%s to %s", min, max);
}

const char *party_verify_name(const struct party_kind_keys *kind)
{
    return kind->mean       ? kind->mean
           : kind->sum      ? kind->sum
           : kind->count    ? kind->count
           : kind->distinct ? kind->distinct
           : kind->rating   ? kind->rating
                            : kind->same;
}

const char *party_verify_kind(const struct party_kind_keys *kind)
{
    return kind->mean       ? "mean"
           : kind->sum      ? "sum"
           : kind->count    ? "count"
           : kind->distinct ? "distinct"
           : kind->rating   ? "rating"
                            : "same";
}

/* The same for chemistry. */
static bool measure_chemistry(struct party_verify_check *check,
                              const struct party_requirement_keys *r, char *text,
                              size_t bytes)
{
    char bounds[80];
    double points;
    text[0] = '\0';
    if (!party_verify_chemistry(check, r->kind.chemistry, &points))
        return false;
    double min = isnan(r->exactly) ? r->min : r->exactly;
    double max = isnan(r->exactly) ? r->max : r->exactly;
    print_bounds(r, bounds, sizeof bounds);
    snprintf(text, bytes, "chemistry %s is %.15g: %s", r->kind.chemistry, points,
             bounds);
    return !(points < min) && !(points > max);
}

/* Whether a requirement holds, and its value and bounds in words; false too if its column is
 * missing, `text` is then empty. */
static bool measure(struct party_verify_check *check,
                    const struct party_requirement_keys *r, char *text, size_t bytes)
{
    const struct party_kind_keys *kind = &r->kind;
    const char *name = party_verify_name(kind), *what = party_verify_kind(kind);
    char bounds[80];
    size_t column;
    if (kind->chemistry)
        return measure_chemistry(check, r, text, bytes);
    text[0] = '\0';
    if (!party_verify_column(check, name, &column))
        return false;
    double amount = party_verify_amount(check, kind, column);
    double min = isnan(r->exactly) ? r->min : r->exactly;
    double max = isnan(r->exactly) ? r->max : r->exactly;
    bool holds = kind->mean || kind->sum
                     ? compare(check, kind, column, min) >= 0 &&
                           compare(check, kind, column, max) <= 0
                     : !(amount < min) && !(amount > max); /* NaN: no bound */
    print_bounds(r, bounds, sizeof bounds);
    snprintf(text, bytes, "%s %s%s%s%s is %.15g: %s", what, name,
             kind->value ? " " : "", kind->value ? kind->value : "",
             kind->in_position ? " in position" : "", amount, bounds);
    return holds;
}

/* One of the alternatives must hold. */
static void check_any(struct party_verify_check *check, const struct option_list *any)
{
    const struct party_requirement_keys *alternative = any->items;
    char text[2000] = "", one[400];
    size_t held = 0;
    for (size_t k = 0; k < any->count; k++) {
        size_t used = strlen(text);
        bool holds = measure(check, &alternative[k], one, sizeof one);
        held += holds;
        if (!one[0])
            return;
        snprintf(text + used, sizeof text - used, "%s%s%s", k ? "; " : "", one,
                 holds ? "" : " (not met)");
    }
    audit_say(&check->audit, held > 0, "%zu of %zu alternatives, at least 1: %s", held,
              any->count, text);
}

static void check_requirement(struct party_verify_check *check,
                              const struct party_requirement_keys *r)
{
    char text[400];
    if (r->any.count) {
        check_any(check, &r->any);
        return;
    }
    bool holds = measure(check, r, text, sizeof text);
    if (text[0])
        audit_say(&check->audit, holds, "%s", text);
}

/* No two heroes have the same text in the column of `unique`. */
static void check_unique(struct party_verify_check *check)
{
    const char *name = check->keys->unique;
    size_t column, wrong = 0;
    if (!name || !party_verify_column(check, name, &column))
        return;
    for (size_t p = 0; p < check->places; p++)
        for (size_t q = 0; q < p; q++)
            if (!strcmp(party_verify_text(check, p, column),
                        party_verify_text(check, q, column))) {
                audit_say(&check->audit, false,
                          "places %zu and %zu have the same %s, %s", q, p, name,
                          party_verify_text(check, p, column));
                wrong++;
            }
    if (!wrong)
        audit_say(&check->audit, true, "no %s twice", name);
}

void party_verify_requirements(struct party_verify_check *check)
{
    const struct party_requirement_keys *r = check->keys->requirements.items;
    for (size_t i = 0; i < check->keys->requirements.count; i++)
        check_requirement(check, &r[i]);
    check_unique(check);
}
