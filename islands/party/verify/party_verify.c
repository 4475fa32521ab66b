#include "party_verify.h"

#include "number.h"
#include "party_verify_check.h"
#include "plural.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Relative rounding error allowed in a sum of at most 64 prices: 63 * 2^-53 = 7e-15 for
 * each of the two sums compared. */
static const double PRICE_ERROR = 2e-14;

/* Finds the record of each id; false if one is missing. */
static bool find_heroes(struct party_verify_check *check)
{
    size_t column = party_verify_csv_column(&check->heroes, check->keys->id);
    bool found[PARTY_VERIFY_PLACES] = {false}, all = column < check->heroes.columns;
    for (size_t r = 1; r < check->heroes.records && all; r++) {
        long long id =
            strtoll(party_verify_csv_at(&check->heroes, r, column), NULL, 10);
        for (size_t p = 0; p < check->places; p++)
            if (id == check->id[p]) {
                check->record[p] = r;
                found[p] = true;
            }
    }
    for (size_t p = 0; p < check->places; p++)
        if (!found[p]) {
            audit_say(&check->audit, false, "hero %d of place %zu is not in the pool",
                      check->id[p], p);
            all = false;
        }
    if (all)
        audit_say(&check->audit, true, "%zu hero%s of the pool in %zu place%s",
                  check->places, plural_es(check->places), check->places,
                  plural_s(check->places));
    return all;
}

static void check_repetition(struct party_verify_check *check)
{
    bool holds = true;
    for (size_t p = 0; p < check->places; p++)
        for (size_t q = 0; q < p; q++)
            if (check->id[p] == check->id[q]) {
                audit_say(&check->audit, false, "hero %d is in places %zu and %zu",
                          check->id[p], q, p);
                holds = false;
            }
    if (holds)
        audit_say(&check->audit, true, "no hero twice");
}

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

/* The quantity of a requirement; the number of different values is the sum over heroes
 * of 1 / (frequency of the hero's value). */
static double amount_of(const struct party_verify_check *check,
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

/* The column that a requirement or objective names. */
static const char *name_of(const struct party_kind_keys *kind)
{
    return kind->mean       ? kind->mean
           : kind->sum      ? kind->sum
           : kind->count    ? kind->count
           : kind->distinct ? kind->distinct
           : kind->rating   ? kind->rating
                            : kind->same;
}

static const char *kind_of(const struct party_kind_keys *kind)
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
    const char *name = name_of(kind), *what = kind_of(kind);
    char bounds[80];
    size_t column;
    if (kind->chemistry)
        return measure_chemistry(check, r, text, bytes);
    text[0] = '\0';
    if (!party_verify_column(check, name, &column))
        return false;
    double amount = amount_of(check, kind, column);
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

static long long points_of(const struct party_synergy_keys *synergy, long long match)
{
    const struct party_whole *points = synergy->points.items;
    size_t last = synergy->points.count - 1;
    return points[(size_t)match < last ? (size_t)match : last].value;
}

/* What two values of a trait add to an edge's match. */
static long long weight_of(const struct party_synergy_keys *synergy,
                           const struct party_weight_keys *trait, const char *a,
                           const char *b)
{
    const struct party_pair_keys *pair = synergy->pairs.items;
    for (size_t i = 0; i < synergy->pairs.count; i++) {
        const struct party_word *value = pair[i].values.items;
        if (strcmp(pair[i].trait, trait->key) != 0)
            continue;
        if ((!strcmp(value[0].value, a) && !strcmp(value[1].value, b)) ||
            (!strcmp(value[0].value, b) && !strcmp(value[1].value, a)))
            return pair[i].weight;
    }
    return strcmp(a, b) != 0 ? 0 : trait->value;
}

static long long largest_weight(const struct party_synergy_keys *synergy,
                                const struct party_weight_keys *trait)
{
    const struct party_pair_keys *pair = synergy->pairs.items;
    long long most = trait->value;
    for (size_t i = 0; i < synergy->pairs.count; i++)
        if (!strcmp(pair[i].trait, trait->key) && pair[i].weight > most)
            most = pair[i].weight;
    return most;
}

/* The points of the party and the most possible; false if a column is missing. */
static bool count_points(struct party_verify_check *check, long long *points,
                         long long *possible)
{
    const struct party_synergy_keys *synergy = &check->keys->synergy;
    const struct party_numbers *edges = check->keys->formation.edges.items;
    const struct party_weight_keys *weight = synergy->weights.items;
    size_t n_edges = check->keys->formation.edges.count;
    long long most = 0, sum = 0, all = 0;
    for (size_t e = 0; e < n_edges; e++) {
        const struct party_whole *end = edges[e].numbers.items;
        size_t a = (size_t)end[0].value, b = (size_t)end[1].value, column;
        long long match = 0;
        for (size_t t = 0; t < synergy->weights.count; t++) {
            if (!party_verify_column(check, weight[t].key, &column))
                return false;
            match += check->out[a] || check->out[b]
                         ? 0
                         : weight_of(synergy, &weight[t],
                                     party_verify_text(check, a, column),
                                     party_verify_text(check, b, column));
        }
        sum += points_of(synergy, match);
    }
    for (size_t t = 0; t < synergy->weights.count; t++)
        all += largest_weight(synergy, &weight[t]);
    for (long long match = 0; match <= all; match++)
        if (points_of(synergy, match) > most)
            most = points_of(synergy, match);
    *points = sum;
    *possible = most * (long long)n_edges;
    return true;
}

static void check_synergy(struct party_verify_check *check)
{
    const struct party_synergy_keys *synergy = &check->keys->synergy;
    long long sum, most;
    if (!count_points(check, &sum, &most))
        return;
    struct party_verify_sum spare = {{0}};
    party_verify_sum_add(&spare, (double)sum, 1);
    party_verify_sum_add(&spare, synergy->min, -most);
    audit_say(&check->audit, party_verify_sum_sign(spare) >= 0,
              "synergy is %lld of %lld points, %.6g: at least %.6g", sum, most,
              most ? (double)sum / (double)most : 0, synergy->min);
}

/* Whether the file of owned heroes names an id. */
static bool owns(const struct party_verify_csv *owned, const char *id_name, int32_t id)
{
    size_t column = party_verify_csv_column(owned, id_name), first = 1;
    if (column == owned->columns)
        column = first = 0; /* no header */
    for (size_t r = first; r < owned->records; r++)
        if (strtoll(party_verify_csv_at(owned, r, column), NULL, 10) == id)
            return true;
    return false;
}

/* The sum of the coins, also compared with the budget; NaN if it is not known. */
static double check_price(struct party_verify_check *check)
{
    struct party_verify_csv owned = {0};
    size_t column, n_owned = 0;
    double total = 0;
    struct party_verify_sum sum = {{0}};
    if (!party_verify_column(check, check->keys->price, &column))
        return NAN;
    if (check->keys->owned.data &&
        !party_verify_csv_read(&check->keys->owned, &check->arena, &owned)) {
        audit_say(&check->audit, false, "%s cannot be read", check->keys->owned.path);
        return NAN;
    }
    for (size_t p = 0; p < check->places; p++) {
        bool is_owned = owns(&owned, check->keys->id, check->id[p]);
        n_owned += is_owned;
        total += is_owned ? 0 : party_verify_number(check, p, column);
        if (!is_owned)
            party_verify_sum_add(&sum, party_verify_number(check, p, column), 1);
    }
    if (check->keys->owned.data)
        audit_say(&check->audit, true, "%zu hero%s owned and cost%s nothing", n_owned,
                  n_owned == 1 ? " is" : "es are", n_owned == 1 ? "s" : "");
    if (!isnan(check->keys->budget)) {
        party_verify_sum_add(&sum, check->keys->budget, -1);
        audit_say(&check->audit, party_verify_sum_sign(sum) <= 0,
                  "price is %.15g: at most %.15g", total, check->keys->budget);
    }
    return total;
}

/* A quantity as recorded. */
static void check_recorded(struct party_verify_check *check,
                           const struct party_kind_keys *kind, double recorded)
{
    const char *name = name_of(kind);
    double size = 0, points;
    size_t column;
    if (kind->chemistry && party_verify_chemistry(check, kind->chemistry, &points))
        audit_say(&check->audit, points == recorded,
                  "objective chemistry %s is %.15g, recorded as %.15g", kind->chemistry,
                  points, recorded);
    if (kind->chemistry)
        return;
    if (!party_verify_column(check, name, &column))
        return;
    double value = amount_of(check, kind, column);
    for (size_t p = 0; p < check->places && (kind->mean || kind->sum); p++)
        size += fabs(party_verify_number(check, p, column));
    audit_say(&check->audit, fabs(value - recorded) <= PRICE_ERROR * size,
              "objective %s %s is %.15g, recorded as %.15g", kind_of(kind), name, value,
              recorded);
}

static void check_recorded_price(struct party_verify_check *check, double price,
                                 double recorded)
{
    audit_say(&check->audit, fabs(price - recorded) <= PRICE_ERROR * price,
              "price is %.15g, recorded as %.15g", price, recorded);
}

/* The synergy as recorded. */
static void check_recorded_synergy(struct party_verify_check *check, double recorded)
{
    long long points, possible;
    if (!count_points(check, &points, &possible))
        return;
    double value = possible ? (double)points / (double)possible : 0;
    audit_say(&check->audit, value == recorded, "synergy is %.15g, recorded as %.15g",
              value, recorded);
}

/* The first objective. */
static void check_goal(struct party_verify_check *check, double price, double recorded)
{
    const struct party_kind_keys *kind = &check->keys->objective.kind;
    const char *measure = check->keys->objective.measure;
    if (measure && !strcmp(measure, "synergy"))
        check_recorded_synergy(check, recorded);
    else if (name_of(kind))
        check_recorded(check, kind, recorded);
    else
        check_recorded_price(check, price, recorded);
}

/* A further objective, as recorded. */
static void check_objective(struct party_verify_check *check,
                            const struct party_objective_keys *objective, double price,
                            double recorded)
{
    if (objective->measure && !strcmp(objective->measure, "price"))
        check_recorded_price(check, price, recorded);
    else if (objective->measure)
        check_recorded_synergy(check, recorded);
    else
        check_recorded(check, &objective->kind, recorded);
}

static void check_all(struct party_verify_check *check, const double *fitness,
                      size_t objectives)
{
    const struct party_requirement_keys *r = check->keys->requirements.items;
    if (!find_heroes(check))
        return;
    check_repetition(check);
    party_verify_positions(check);
    party_verify_marks(check);
    for (size_t i = 0; i < check->keys->requirements.count; i++)
        check_requirement(check, &r[i]);
    check_unique(check);
    check_synergy(check);
    double price = check_price(check);
    const struct party_objective_keys *more = check->keys->objectives.items;
    if (objectives != 1 + check->keys->objectives.count) {
        audit_say(&check->audit, false,
                  "%zu objectives are recorded, the config has %zu", objectives,
                  1 + check->keys->objectives.count);
        return;
    }
    check_goal(check, price, fitness[0]);
    for (size_t i = 0; i < check->keys->objectives.count; i++)
        check_objective(check, &more[i], price, fitness[1 + i]);
}

enum status party_verify(const void *keys, const void *genome, size_t genes,
                         const double *fitness, size_t objectives, FILE *report,
                         struct error *err)
{
    struct party_verify_check check = {
        .keys = keys, .id = genome, .audit = {.report = report}};
    check.places = (size_t)check.keys->formation.places;
    if (genes != check.places || genes > PARTY_VERIFY_PLACES) {
        audit_say(&check.audit, false, "%zu genes, the formation has %zu places", genes,
                  check.places);
        return STATUS_FAILED;
    }
    arena_init(&check.arena);
    bool read = party_verify_csv_read(&check.keys->heroes, &check.arena, &check.heroes);
    if (read)
        check_all(&check, fitness, objectives);
    arena_free(&check.arena);
    if (!read)
        return error_at(err, "party.heroes", "%s cannot be read as CSV",
                        check.keys->heroes.path);
    return check.audit.wrong ? STATUS_FAILED : STATUS_OK;
}
