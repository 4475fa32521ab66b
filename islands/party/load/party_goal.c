#include "party_goal.h"

#include "number.h"

#include <math.h>
#include <string.h>

static const char KEY[] = "party.objective";

enum status party_goal_columns(struct party_loading *load, struct party_target *goal,
                               struct error *err)
{
    const struct party_goal_keys *keys = &load->keys->objective;
    bool quantity = party_quantity_is_given(&keys->kind);
    bool synergy = keys->measure && !strcmp(keys->measure, "synergy");
    *goal = (struct party_target){.price = !quantity && !synergy, .synergy = synergy};
    if (keys->goal && strcmp(keys->goal, "min") != 0 && strcmp(keys->goal, "max") != 0)
        return error_at(err, "party.objective.goal", "'%s' is not min or max",
                        keys->goal);
    if (keys->measure && quantity)
        return error_at(err, KEY, "measure excludes mean, sum and count");
    if (keys->measure && !synergy && strcmp(keys->measure, "price") != 0)
        return error_at(err, "party.objective.measure",
                        "no measure '%s' (expected: price or synergy)", keys->measure);
    if (synergy && keys->goal && !strcmp(keys->goal, "min"))
        return error_at(err, "party.objective.goal",
                        "the least synergy cannot be the objective (expected: max)");
    if (keys->kind.distinct || keys->kind.same || keys->kind.rating ||
        keys->kind.chemistry)
        return error_at(err, KEY,
                        "%s cannot be the objective (expected: mean, sum or count)",
                        keys->kind.distinct ? "distinct"
                        : keys->kind.same   ? "same"
                        : keys->kind.rating ? "rating"
                                            : "chemistry");
    return quantity ? party_quantity_read(load, &keys->kind, KEY, &goal->quantity, err)
                    : STATUS_OK;
}

/* What a hero adds to the objective: a column, or 1 for each hero with the value. */
static enum status column_of(struct party_loading *load,
                             const struct party_target *goal, const double **value,
                             struct party_decimals *exact, struct error *err)
{
    struct party *party = load->party;
    const struct party_quantity *quantity = &goal->quantity;
    uint32_t code, column;
    enum status status = party_quantity_measured(party, quantity, KEY, &column, err);
    if (status)
        return status;
    *value = goal->price ? party->coins : party->number[column].value;
    *exact = goal->price ? party->exact_coins : party->number[column].exact;
    if (goal->price || quantity->kind == PARTY_SUM)
        return STATUS_OK;
    double *ones = ARENA_NEW(load->perm, double, party->n_heroes + 1);
    if (!ones)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    if (party_quantity_value(load, quantity, KEY, &code, err))
        return err->status;
    for (size_t h = 0; h < party->n_heroes; h++)
        ones[h] = party->trait[column].code[h] == code;
    *value = ones;
    *exact = (struct party_decimals){0};
    return STATUS_OK;
}

static party_wide units_at(const double *value, const struct party_decimals *exact,
                           size_t h)
{
    return exact->units ? exact->units[h] : (party_wide)value[h];
}

/* Prices that are never negative: what each hero has above the least of the pool or, of the
 * most, lacks to it. */
static enum status shift(struct party_loading *load, const double *value,
                         const struct party_decimals *exact, struct error *err)
{
    struct party *party = load->party;
    size_t n = party->n_heroes;
    party_wide sign = party->objective.maximise ? -1 : 1;
    party_wide least = sign * units_at(value, exact, 0);
    double *price = ARENA_NEW(load->perm, double, n + 1);
    party_wide *units = ARENA_NEW(load->perm, party_wide, n + 1);
    if (!price || !units)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    for (size_t h = 1; h < n; h++)
        if (sign * units_at(value, exact, h) < least)
            least = sign * units_at(value, exact, h);
    for (size_t h = 0; h < n; h++) {
        units[h] = sign * units_at(value, exact, h) - least;
        price[h] = party_decimal_value(units[h], exact->decimals);
    }
    party->price = price;
    party->exact_price = (struct party_decimals){units, exact->decimals};
    party->objective.offset = (party_wide)party->n_places * least;
    if (!exact->units && party_decimals_fit(price, n))
        party->exact_price.units = NULL; /* doubles are faster */
    return STATUS_OK;
}

static enum status load_synergy(struct party *party, struct error *err)
{
    if (!party->most_points)
        return error_at(err, "party.objective.measure",
                        "the most synergy is sought, but no edge can give points");
    party->price = party->coins;
    party->exact_price = party->exact_coins;
    party->objective =
        (struct party_objective){.name = "synergy", .maximise = true, .synergy = true};
    return STATUS_OK;
}

static enum status load_objective(struct party_loading *load,
                                  const struct party_target *goal, struct error *err)
{
    const char *given = load->keys->objective.goal;
    struct party *party = load->party;
    struct party_decimals exact;
    const double *value;
    party->price = party->coins;
    party->exact_price = party->exact_coins;
    if (goal->synergy)
        return load_synergy(party, err);
    party->objective.maximise = given ? !strcmp(given, "max") : !goal->price;
    if (goal->price && !party->objective.maximise)
        return STATUS_OK;
    party->objective.name =
        goal->price ? "price" : party_quantity_name(&goal->quantity, load->perm);
    party->objective.mean = !goal->price && goal->quantity.mean;
    if (!party->objective.name)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    if (column_of(load, goal, &value, &exact, err))
        return err->status;
    return shift(load, value, &exact, err);
}

enum status party_goal_load(struct party_loading *load, const struct party_target *goal,
                            struct error *err)
{
    struct party *party = load->party;
    double budget = load->keys->budget;
    if (load_objective(load, goal, err) || isnan(budget))
        return err->status;
    const struct party_number coins = {
        .name = "price", .value = party->coins, .exact = party->exact_coins};
    char number[NUMBER_BYTES], text[NUMBER_BYTES + 10];
    uint32_t column;
    number_text(budget, number);
    snprintf(text, sizeof text, "price <= %s", number);
    if (party_pool_hidden_number(load, &coins, "party.budget", &column, err))
        return err->status;
    return party_quantity_bound_sum(load, column, -INFINITY, budget, text,
                                    "party.budget", err);
}
