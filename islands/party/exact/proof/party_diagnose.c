#include "party_infeasible_subset.h"

#include "party_chemistry.h"
#include "party_dependency.h"
#include "party_presolve.h"
#include "party_rating.h"
#include "party_sum_gap.h"
#include "plural.h"
#include "utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text buffer; what exceeds it is dropped. */
struct words {
    char *text;
    size_t bytes, used;
};

static void __attribute__((format(printf, 2, 3)))
say(struct words *words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(words->text + words->used, words->bytes - words->used, format,
                      arguments);
    va_end(arguments);
    if (n > 0)
        words->used += (size_t)n;
    if (words->used >= words->bytes)
        words->used = words->bytes - 1;
}

static void say_rule(struct words *words, const struct party *party, size_t rule)
{
    char synergy[64];
    if (rule < PARTY_MAX_REQUIREMENTS)
        say(words, "%s", party->requirement[rule].text);
    else if (rule == PARTY_RULE_SYNERGY) {
        party_say_synergy(party, synergy, sizeof synergy);
        say(words, "%s", synergy);
    } else
        say(words, "%s",
            rule == PARTY_RULE_FIXED    ? "fixed heroes"
            : rule == PARTY_RULE_PLACES ? "rules for places"
                                        : "excluded heroes");
}

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x > y ? -1 : x < y;
}

/* The numbers of as many heroes as there are places (or fewer in the pool), the largest (sign 1) or
 * the least (sign -1). False without memory. */
static bool extreme_numbers(const struct party *party, uint32_t column, double sign,
                            double *out)
{
    size_t n = party_n_listed(party);
    double *value = malloc((n + 1) * sizeof *value);
    if (!value)
        return false;
    for (size_t h = 0; h < n; h++)
        value[h] = sign * party->number[column].value[h];
    qsort(value, n, sizeof *value, falling);
    for (size_t p = 0; p < party->n_places; p++)
        out[p] = p < n ? sign * value[p] : 0;
    free(value);
    return true;
}

/* The most (sign 1) or least (sign -1) that n heroes sum to. */
static double extreme_sum(const struct party *party, uint32_t column, double sign)
{
    double sum = 0, number[PARTY_MAX_PLACES];
    if (!extreme_numbers(party, column, sign, number))
        return NAN;
    for (size_t p = 0; p < party->n_places; p++)
        sum += number[p];
    return sum;
}

/* The most or least rating: it never falls when a number rises (party_rating.h). */
static double extreme_rating(const struct party *party, uint32_t column, double sign)
{
    double number[PARTY_MAX_PLACES];
    int64_t whole[PARTY_MAX_PLACES];
    if (party_n_listed(party) < party->n_places ||
        !extreme_numbers(party, column, sign, number))
        return NAN;
    for (size_t p = 0; p < party->n_places; p++)
        whole[p] = (int64_t)number[p];
    return (double)party_rating_of(whole, party->n_places);
}

/* Heroes of each value of a trait, falling; returns how many values occur. */
static size_t count_values(const struct party *party, uint32_t trait, double *count)
{
    size_t n = 0;
    for (size_t v = 0; v < party->trait[trait].n_values; v++)
        count[v] = 0;
    for (size_t h = 0; h < party_n_listed(party); h++)
        count[party->trait[trait].code[h]]++;
    qsort(count, party->trait[trait].n_values, sizeof *count, falling);
    while (n < party->trait[trait].n_values && count[n] > 0)
        n++;
    return n;
}

/* The most or least possible for DISTINCT or SAME, for any party of the pool. */
static double extreme_values(const struct party *party,
                             const struct party_requirement *r, double sign)
{
    double *count = malloc((party->trait[r->column].n_values + 1) * sizeof *count);
    double places = (double)party->n_places, answer = 0, held = 0;
    if (!count)
        return NAN;
    size_t n = count_values(party, r->column, count);
    if (r->kind == PARTY_DISTINCT && sign > 0)
        answer = fmin(places, (double)n);
    else if (r->kind == PARTY_DISTINCT)
        for (; answer < (double)n && held < places; answer++)
            held += count[(size_t)answer];
    else if (sign > 0)
        answer = n ? fmin(places, count[0]) : 0;
    else
        while (held < places && answer < places) {
            answer++;
            held = 0;
            for (size_t v = 0; v < n; v++)
                held += fmin(answer, count[v]);
        }
    free(count);
    return answer;
}

static double extreme_count(const struct party *party,
                            const struct party_requirement *r, double sign)
{
    double with = 0, places = (double)party->n_places;
    for (size_t h = 0; h < party_n_listed(party); h++)
        with += party->trait[r->column].code[h] == r->value;
    double without = (double)party_n_listed(party) - with;
    return sign > 0 ? fmin(places, with) : fmax(0, places - without);
}

/* Whether a sum or count is of heroes in position alone: what is possible depends on who may be where, not on the
 * numbers and values of the pool. */
static bool is_of_positions(const struct party *party,
                            const struct party_requirement *r)
{
    if (r->kind == PARTY_COUNT)
        return party->trait[r->column].unlinked > 0;
    for (size_t c = 0; c < party->n_numbers && r->kind == PARTY_SUM; c++)
        if (party->number[c].in_position == r->column + 1)
            return true;
    return false;
}

/* A requirement that is infeasible alone, with the extreme value possible if that is known. */
static void say_single(struct words *words, const struct party *party,
                       const struct party_requirement *r)
{
    bool known = !party_is_chemistry(r->kind) && !is_of_positions(party, r);
    for (int sign = 1; sign >= -1 && known; sign -= 2) {
        double most = r->kind == PARTY_SUM      ? extreme_sum(party, r->column, sign)
                      : r->kind == PARTY_RATING ? extreme_rating(party, r->column, sign)
                      : r->kind == PARTY_COUNT  ? extreme_count(party, r, sign)
                                                : extreme_values(party, r, sign);
        if (!(sign > 0 ? most < r->min : most > r->max))
            continue;
        if (r->mean)
            most /= (double)party->n_places;
        say(words, "%s cannot hold: the %s possible is %.15g", r->text,
            sign > 0 ? "most" : "least", most);
        return;
    }
    double gap[2];
    struct party whole = *party; /* it cannot hold whoever is fixed or excluded */
    whole.banned = NULL;
    for (size_t p = 0; p < party->n_places; p++)
        whole.fixed[p] = -1;
    if (r->kind == PARTY_SUM && party_sum_gap(&whole, r, gap))
        say(words, "%s cannot hold: no %s over %zu hero%s is between %.15g and %.15g",
            r->text, r->mean ? "mean" : "sum", party->n_places,
            plural_es(party->n_places), gap[0], gap[1]);
    else
        say(words, "%s cannot hold in %zu place%s", r->text, party->n_places,
            plural_s(party->n_places));
}

static size_t count_rules(party_rule_set rules)
{
    size_t n = 0;
    for (; rules; rules &= rules - 1)
        n++;
    return n;
}

static bool weighs(const struct party *party,
                   const struct party_infeasible_subset *subset, size_t trait)
{
    return subset->rules & party_rule_bit(PARTY_RULE_SYNERGY) &&
           party->trait[trait].most_weight > 0;
}

/* Whether a requirement of the subset bounds a trait. */
static bool is_required(const struct party *party,
                        const struct party_infeasible_subset *subset, size_t trait)
{
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *r = &party->requirement[i];
        if (subset->rules & party_rule_bit(i) && party_is_on_trait(r->kind) &&
            r->column == trait)
            return true;
    }
    return false;
}

/* Whether all heroes of the pool that are alike in trait a are alike in trait b. */
static bool is_of_pool(const struct party *party, size_t a, size_t b,
                       struct arena *arena)
{
    const uint16_t *from = party->trait[a].code, *to = party->trait[b].code;
    uint32_t *value = ARENA_NEW(arena, uint32_t, party->trait[a].n_values); /* 1 + it */
    for (size_t h = 0; value && h < party_n_listed(party); h++) {
        if (value[from[h]] && value[from[h]] != to[h] + 1U)
            return false;
        value[from[h]] = to[h] + 1U;
    }
    return value != NULL;
}

/* The dependencies between traits that the rules of the subset use, among the heroes
 * that these rules admit: they are not apparent from the rules. */
static void say_dependencies(struct words *words, const struct party *party,
                             const struct party_infeasible_subset *subset)
{
    struct arena arena;
    struct party variant;
    struct party_reduced r;
    struct error err = {0};
    bool said = false;
    arena_init(&arena);
    if (party_infeasible_variant(party, subset->rules, &arena, &variant, &err) ==
            STATUS_OK &&
        party_presolve_rules(&r, &variant, &arena, &err) == STATUS_OK)
        for (size_t a = 0; a < party->n_traits; a++)
            for (size_t b = 0; b < party->n_traits; b++) {
                if (!party_reduced_determines(&r, a, b) || r.constant[b] ||
                    r.most_alike[a] < 2 || !is_required(party, subset, b) ||
                    !(weighs(party, subset, a) || is_required(party, subset, a)))
                    continue;
                say(words, "%s heroes of the same %s%s are all of the same %s",
                    said ? ";" : ":", party->trait[a].name,
                    is_of_pool(party, a, b, &arena) ? "" : " that these rules admit",
                    party->trait[b].name);
                said = true;
            }
    arena_free(&arena);
}

static void say_several(struct words *words, const struct party *party,
                        const struct party_infeasible_subset *subset)
{
    size_t left = count_rules(subset->rules);
    for (size_t i = 0; i < PARTY_RULES; i++) {
        if (!(subset->rules & party_rule_bit(i)))
            continue;
        left--;
        say_rule(words, party, i);
        say(words, "%s", left > 1 ? "; " : left == 1 ? "; and " : "");
    }
    say(words, " cannot hold together in %zu place%s%s", party->n_places,
        plural_s(party->n_places),
        subset->least ? "" : " (a subset of them may suffice)");
    say_dependencies(words, party, subset);
}

void party_diagnose_describe(const struct party *party,
                             const struct party_infeasible_subset *subset, char *text,
                             size_t bytes)
{
    struct words words = {.text = text, .bytes = bytes};
    size_t usable = 0, n = count_rules(subset->rules), heroes = party_n_listed(party);
    text[0] = '\0';
    for (size_t h = 0; h < heroes; h++)
        usable += !(party->banned && party->banned[h]);
    if (n == 0)
        say(&words,
            "%zu place%s, but the pool has %zu hero%s, and no hero may be repeated",
            party->n_places, plural_s(party->n_places), heroes, plural_es(heroes));
    else if (subset->rules == party_rule_bit(PARTY_RULE_EXCLUDED))
        say(&words, "%zu place%s, but all heroes except %zu are excluded",
            party->n_places, plural_s(party->n_places), usable);
    else if (n == 1 && subset->rules < party_rule_bit(PARTY_MAX_REQUIREMENTS))
        for (size_t i = 0; i < party->n_requirements; i++) {
            if (subset->rules == party_rule_bit(i))
                say_single(&words, party, &party->requirement[i]);
        }
    else if (n == 1) {
        say_rule(
            &words, party,
            subset->rules == party_rule_bit(PARTY_RULE_SYNERGY)  ? PARTY_RULE_SYNERGY
            : subset->rules == party_rule_bit(PARTY_RULE_PLACES) ? PARTY_RULE_PLACES
                                                                 : PARTY_RULE_FIXED);
        say(&words, " cannot hold in this formation");
    } else
        say_several(&words, party, subset);
    utf8_drop_part(text);
}
