#include "party_verify.h"

#include "party_verify_check.h"
#include "plural.h"

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
    const char *name = party_verify_name(kind);
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
    double value = party_verify_amount(check, kind, column);
    for (size_t p = 0; p < check->places && (kind->mean || kind->sum); p++)
        size += fabs(party_verify_number(check, p, column));
    audit_say(&check->audit, fabs(value - recorded) <= PRICE_ERROR * size,
              "objective %s %s is %.15g, recorded as %.15g", party_verify_kind(kind),
              name, value, recorded);
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
    if (!party_verify_points(check, &points, &possible))
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
    else if (party_verify_name(kind))
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
    if (!find_heroes(check))
        return;
    check_repetition(check);
    party_verify_positions(check);
    party_verify_marks(check);
    party_verify_requirements(check);
    party_verify_synergy(check);
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
