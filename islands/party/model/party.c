#include "party.h"

#include "arithmetic.h"
#include "party_chemistry.h"
#include "party_rating.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

int party_points(const struct party *party, const int32_t *hero)
{
    int points = 0;
    for (size_t e = 0; e < party->n_edges; e++)
        points +=
            party_edge_points(party, hero[party->edge[e][0]], hero[party->edge[e][1]]);
    return points;
}

void party_say_synergy(const struct party *party, char *out, size_t bytes)
{
    double points = party->synergy_share * party->most_points;
    bool exact = points > party->synergy_min - 1e-9; /* rounding error of the product */
    int n = snprintf(out, bytes, "synergy >= %.4g", party->synergy_share);
    if (!exact && n > 0 && (size_t)n < bytes)
        snprintf(out + n, bytes - (size_t)n, " (at least %d of %d points)",
                 party->synergy_min, party->most_points);
}

int party_most_points(const struct party *party, int least_match, int most_match)
{
    int most = party->points[least_match];
    for (int match = least_match + 1; match <= most_match; match++)
        most = party->points[match] > most ? party->points[match] : most;
    return most;
}

int party_least_points(const struct party *party, int least_match, int most_match)
{
    int least = party->points[least_match];
    for (int match = least_match + 1; match <= most_match; match++)
        least = party->points[match] < least ? party->points[match] : least;
    return least;
}

static party_wide sum_units(const struct party *party,
                            const struct party_decimals *exact, const int32_t *hero)
{
    party_wide sum = 0;
    for (size_t p = 0; p < party->n_places; p++)
        sum += exact->units[hero[p]];
    return sum;
}

bool party_sum_holds(const struct party *party, const struct party_requirement *r,
                     const int32_t *hero)
{
    const struct party_number *number = &party->number[r->column];
    assert(r->kind == PARTY_SUM);
    if (number->exact.units) {
        party_wide units = sum_units(party, &number->exact, hero);
        return r->least <= units && units <= r->most;
    }
    double sum = 0;
    for (size_t p = 0; p < party->n_places; p++)
        sum += number->value[hero[p]];
    return r->min <= sum && sum <= r->max;
}

static double sum_column(const struct party *party, const double *value,
                         const struct party_decimals *exact, const int32_t *hero)
{
    double sum = 0;
    for (size_t p = 0; p < party->n_places && !exact->units; p++)
        sum += value[hero[p]];
    return exact->units
               ? party_decimal_value(sum_units(party, exact, hero), exact->decimals)
               : sum;
}

bool party_copy(const struct party *party, struct arena *perm, struct party *out)
{
    *out = *party;
    out->exact = NULL;
    if (!party->n_either)
        return true;
    out->cases = ARENA_NEW(perm, struct party, party->n_cases);
    for (size_t i = 0; out->cases && i < party->n_cases; i++) {
        out->cases[i] = party->cases[i];
        out->cases[i].exact = NULL;
    }
    return out->cases;
}

double party_price(const struct party *party, const int32_t *hero)
{
    return sum_column(party, party->price, &party->exact_price, hero);
}

double party_coins(const struct party *party, const int32_t *hero)
{
    return sum_column(party, party->coins, &party->exact_coins, hero);
}

/* Heroes with the same value as the hero in place p. */
static size_t alike(const struct party *party, const uint16_t *code,
                    const int32_t *hero, size_t p)
{
    size_t count = 0;
    for (size_t q = 0; q < party->n_places; q++)
        count += code[hero[q]] == code[hero[p]];
    return count;
}

/* Whether place p is the first with its value. */
static bool is_first(const uint16_t *code, const int32_t *hero, size_t p)
{
    for (size_t q = 0; q < p; q++)
        if (code[hero[q]] == code[hero[p]])
            return false;
    return true;
}

/* Points of all heroes, or of the one that has the fewest. */
static double chemistry_amount(const struct party *party,
                               enum party_requirement_kind kind, const int32_t *hero)
{
    double sum = 0, least = INFINITY;
    for (size_t p = 0; p < party->n_places; p++) {
        double points = party_chemistry_of(party, hero, p);
        sum += points;
        least = points < least ? points : least;
    }
    return kind == PARTY_CHEMISTRY ? sum : least;
}

/* The team rating as it is defined. Its parts are multiples of 1 / places, so that halves come out
 * exactly and others are far from them. */
static double rating_amount(const struct party *party, uint32_t column,
                            const int32_t *hero)
{
    const double *value = party->number[column].value;
    double sum = 0, excess = 0, n = (double)party->n_places;
    for (size_t p = 0; p < party->n_places; p++)
        sum += value[hero[p]];
    for (size_t p = 0; p < party->n_places; p++)
        excess += value[hero[p]] * n > sum ? value[hero[p]] * n - sum : 0;
    return floor(floor((sum * n + excess) / n + 0.5) / n);
}

double party_amount(const struct party *party, enum party_requirement_kind kind,
                    uint32_t column, uint32_t value, const int32_t *hero)
{
    const uint16_t *code = party_is_on_trait(kind) ? party->trait[column].code : NULL;
    double amount = 0;
    if (kind == PARTY_SUM)
        return sum_column(party, party->number[column].value,
                          &party->number[column].exact, hero);
    if (party_is_chemistry(kind))
        return chemistry_amount(party, kind, hero);
    if (kind == PARTY_RATING)
        return rating_amount(party, column, hero);
    for (size_t p = 0; p < party->n_places; p++) {
        double many;
        switch (kind) {
        case PARTY_COUNT:
            amount += code[hero[p]] == value;
            break;
        case PARTY_DISTINCT:
            amount += is_first(code, hero, p);
            break;
        case PARTY_SAME:
            many = (double)alike(party, code, hero, p);
            amount = many > amount ? many : amount;
            break;
        case PARTY_SUM:
        case PARTY_CHEMISTRY:
        case PARTY_LEAST_CHEMISTRY:
        case PARTY_RATING:
            break;
        }
    }
    return amount;
}

int party_place_rule_admitted(const struct party *party, size_t rule,
                              const int32_t *hero)
{
    int admitted = 0;
    for (size_t p = 0; p < party->n_places; p++)
        if (party->place_rule[rule].places >> p & 1)
            admitted +=
                (int)(party->class_rules[party->place_class[hero[p]]] >> rule & 1);
    return admitted;
}

uint64_t party_places_of(const struct party *party, uint64_t rules, bool barred)
{
    uint64_t places = UINT64_MAX >> (PARTY_MAX_PLACES - party->n_places), out = 0;
    for (size_t i = 0; i < party->n_place_rules; i++)
        if (!(rules >> i & 1) && party->place_rule[i].unlinked)
            out |= party->place_rule[i].places;
        else if (!(rules >> i & 1) && barred)
            places &= ~party->place_rule[i].places;
    return rules & PARTY_OUT ? places & out : places & ~out;
}

struct party_requirement party_identity_requirement(const struct party *party)
{
    return (struct party_requirement){.kind = PARTY_SAME,
                                      .column = party->identity,
                                      .unique = true,
                                      .min = -INFINITY,
                                      .max = 1,
                                      .given_min = -INFINITY,
                                      .given_max = 1,
                                      .text = "every hero is in one place only",
                                      .key = "party.places"};
}

/* The violated rule on places and repetition, or NULL. */
static const char *broken_place(const struct party *party, const int32_t *hero)
{
    for (size_t p = 0; p < party->n_places; p++) {
        if (hero[p] < 0 || (size_t)hero[p] >= party->n_heroes)
            return "every place has a hero of the pool";
        for (size_t q = 0; q < p; q++)
            if (party_is_same_hero(party, hero[q], hero[p]))
                return "every hero is in one place only";
        if (party->fixed[p] >= 0 && hero[p] != party->fixed[p])
            return "fixed heroes stand in their places";
        if (party->fixed[p] < 0 && party->banned[hero[p]])
            return "excluded heroes, and those fixed elsewhere, stay out";
        if (!party_may_stand(party, hero[p], p))
            return "rules for places";
    }
    return NULL;
}

bool party_requirement_holds(const struct party *party,
                             const struct party_requirement *r, const int32_t *hero)
{
    if (r->kind == PARTY_SUM)
        return party_sum_holds(party, r, hero);
    double amount = party_amount(party, r->kind, r->column, r->value, hero);
    return r->min <= amount && amount <= r->max;
}

bool party_special_holds(const struct party *party, const int32_t *hero)
{
    for (size_t i = 0; i < party->n_requirements; i++)
        if (party_is_special(party->requirement[i].kind) &&
            !party_requirement_holds(party, &party->requirement[i], hero))
            return false;
    return true;
}

uint64_t party_cases_met(const struct party *party, const int32_t *hero)
{
    uint64_t met = UINT64_MAX >> (PARTY_MAX_CASES - party_n_cases(party));
    for (size_t i = 0; i < party->n_either; i++) {
        const struct party_either *either = &party->either[i];
        for (size_t k = either->first; k < either->first + either->n; k++)
            if (!party_requirement_holds(party, &party->alternative[k].requirement,
                                         hero))
                met &= ~party->alternative[k].cases;
    }
    return met;
}

/* The text of an either/or none of whose alternatives holds, or NULL. */
static const char *broken_either(const struct party *party, const int32_t *hero)
{
    for (size_t i = 0; i < party->n_either; i++) {
        const struct party_either *either = &party->either[i];
        bool holds = false;
        for (size_t k = either->first; k < either->first + either->n && !holds; k++)
            holds = party_requirement_holds(party, &party->alternative[k].requirement,
                                            hero);
        if (!holds)
            return either->text;
    }
    return NULL;
}

bool party_is_feasible(const struct party *party, const int32_t *hero,
                       const char **broken)
{
    const char *rule = broken_place(party, hero);
    for (size_t i = 0; i < party_given(party) && !rule; i++) {
        const struct party_requirement *r = &party->requirement[i];
        if (!party_requirement_holds(party, r, hero))
            rule = r->text;
    }
    if (!rule)
        rule = broken_either(party, hero);
    if (!rule && party_points(party, hero) < party->synergy_min)
        rule = "synergy";
    if (broken && rule)
        *broken = rule;
    return !rule;
}

double party_price_step(const struct party *party)
{
    int64_t step = 0;
    for (size_t h = 0; h < party->n_heroes; h++) {
        double price = party->price[h];
        if (!arithmetic_is_whole(price) || price > 1e15)
            return 0;
        step = arithmetic_gcd(step, (int64_t)price);
    }
    return (double)step;
}
