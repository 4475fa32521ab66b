#include "party_dependency.h"
#include "party_nested.h"
#include "party_nested_parts.h"

#include <math.h>
#include <string.h>

static size_t greater(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Finds two traits of chemistry, one of which determines the other, and the third. */
static bool find_nesting(struct party_levels_nested *x)
{
    const struct party_levels *levels = x->levels;
    for (x->inner = 0; x->inner < levels->n_traits; x->inner++)
        for (x->outer = 0; x->outer < levels->n_traits; x->outer++) {
            const struct party_levels_trait *in = &levels->trait[x->inner],
                                            *out = &levels->trait[x->outer];
            if (x->inner == x->outer || in->n == 0 || out->n == 0 ||
                !party_reduced_determines(levels->reduced, in->trait, out->trait))
                continue;
            x->side = -1;
            for (size_t i = 0; i < levels->n_traits; i++)
                if (i != x->inner && i != x->outer)
                    x->side = (int)i;
            return true;
        }
    return false;
}

/* Whether a value is demanded from the beginning: then the first bound is as good, and faster (eleven of one league:
 * 1.4 and 3.5 CPU seconds). */
static bool has_demands(const struct party_levels *levels)
{
    for (size_t i = 0; i < levels->n_traits; i++)
        if (levels->trait[i].wanted > 0 || levels->trait[i].same_min > 1)
            return true;
    return false;
}

static bool fits_tables(const struct party_levels_nested *x)
{
    const struct party_levels_trait *in = &x->levels->trait[x->inner],
                                    *out = &x->levels->trait[x->outer];
    size_t n = x->levels->n_places + 1, width = greater(x->n_points, out->n + 1) * n;
    size_t n_values = 0;
    for (size_t i = 0; i < x->levels->n_traits; i++)
        n_values += x->levels->trait[i].n_values;
    if (n_values > PARTY_NESTED_VALUES)
        return false;
    if ((in->n_values + out->n_values + 1) * width > PARTY_NESTED_ENTRIES)
        return false;
    if (x->side < 0)
        return true;
    const struct party_levels_trait *side = &x->levels->trait[x->side];
    return (side->n_values + 1) * greater(x->n_points, n) <= PARTY_NESTED_ENTRIES &&
           x->at_claims + side->n_values * side->n <= PARTY_NESTED_MULTIPLIERS;
}

/* Sorts inner values by outer ones. */
static bool sort_values(struct party_levels_nested *x, struct arena *perm)
{
    const struct party_reduced *r = x->levels->reduced;
    const struct party_levels_trait *in = &x->levels->trait[x->inner],
                                    *out = &x->levels->trait[x->outer];
    const uint16_t *inner = r->party->trait[in->trait].code,
                   *outer = r->party->trait[out->trait].code;
    uint32_t *of = ARENA_NEW(perm, uint32_t, in->n_values + 1);
    x->value = ARENA_NEW(perm, uint32_t, in->n_values + 1);
    x->first = ARENA_NEW(perm, uint32_t, out->n_values + 1);
    if (!of || !x->value || !x->first)
        return false;
    for (uint32_t v = 0; v < in->n_values; v++)
        of[v] = UINT32_MAX; /* no hero has it */
    for (size_t i = 0; i < r->n; i++)
        of[inner[r->row[i]]] = outer[r->row[i]];
    uint32_t n = 0;
    for (uint32_t o = 0; o < out->n_values; o++) {
        x->first[o] = n;
        for (uint32_t v = 0; v < in->n_values; v++)
            if (of[v] == o)
                x->value[n++] = v;
    }
    x->first[out->n_values] = n;
    return true;
}

/* The scale of a sum is the deviation of a hero from the mean. */
static void set_scales(struct party_levels_nested *x)
{
    const struct party_levels *levels = x->levels;
    size_t n = levels->reduced->n;
    for (size_t m = 0; m < x->n_multipliers; m++)
        x->scale[m] = 1;
    for (size_t l = 0; l < levels->n_sums; l++) {
        const double *value = levels->value + l * n;
        double mean = 0, square = 0;
        for (size_t i = 0; i < n; i++)
            mean += value[i] / (double)n;
        for (size_t i = 0; i < n; i++)
            square += (value[i] - mean) * (value[i] - mean) / (double)n;
        x->scale[l] = square > 0 ? 1 / sqrt(square) : 1;
        x->root[l] = levels->multiplier[l];
    }
}

enum status party_nested_init(struct party_levels *levels, struct arena *perm,
                              struct error *err)
{
    const struct party_reduced *r = levels->reduced;
    struct party_levels_nested own = {.levels = levels,
                                      .n_points = (size_t)levels->full + 1};
    levels->nested = NULL;
    if (!r->chemistry || r->chemistry_min + r->chemistry_least == 0 || r->n_fixed > 0 ||
        levels->full > PARTY_NESTED_POINTS || has_demands(levels) ||
        levels->n_traits > PARTY_LEVELS_OWN_TRAITS || !find_nesting(&own))
        return STATUS_OK;
    own.at_points = levels->n_sums;
    own.at_kinds = own.at_points + 1;
    own.at_claims = own.n_multipliers = own.at_kinds + levels->n_kinds;
    if (!fits_tables(&own))
        return STATUS_OK;
    if (own.side >= 0)
        own.n_multipliers +=
            levels->trait[own.side].n_values * levels->trait[own.side].n;
    for (size_t p = 0; p < levels->n_places; p++)
        own.in_kind[levels->kind[p]]++;
    for (size_t i = 0; i < levels->n_traits; i++)
        for (size_t k = 0, level = 0; k <= levels->n_places; k++) {
            level +=
                level < levels->trait[i].n && levels->trait[i].heroes[level + 1] <= k;
            own.level_of[i][k] = (uint8_t)level;
        }
    struct party_levels_nested *x = ARENA_NEW(perm, struct party_levels_nested, 1);
    if (!x || !sort_values(&own, perm))
        return error_set(err, STATUS_MEMORY, "no memory for levels");
    if (party_nested_sort_heroes(&own, perm, err))
        return err->status;
    set_scales(&own);
    *x = own;
    levels->nested = x;
    return STATUS_OK;
}

size_t party_nested_bytes(const struct party_reduced *r)
{
    return r->chemistry
               ? (size_t)PARTY_NESTED_ENTRIES *
                         (9 * sizeof(double) + 3 * sizeof(uint32_t) + 8) +
                     sizeof(struct party_nested_table) + 32 * ARENA_ALIGN +
                     2 * PARTY_NESTED_VALUES +
                     PARTY_NESTED_VALUES * (PARTY_LEVELS_MOST + 1) * sizeof(double) +
                     party_nested_heroes_bytes(r)
               : 0;
}

void party_nested_begin(struct party_nested_table *t,
                        const struct party_levels_nested *x, struct arena *scratch)
{
    const struct party_levels_trait *in = &x->levels->trait[x->inner],
                                    *out = &x->levels->trait[x->outer];
    size_t n = x->levels->n_places + 1, inner = in->n_values, outer = out->n_values;
    size_t side = x->side < 0 ? 1 : x->levels->trait[x->side].n_values;
    t->nested = x;
    party_nested_heroes_begin(t, scratch);
    memcpy(t->multiplier, x->root, sizeof t->multiplier);
    t->value = ARENA_NEW(scratch, uint32_t, inner + 1);
    t->first = ARENA_NEW(scratch, uint32_t, outer + 1);
    for (size_t i = 0; i < x->levels->n_traits; i++) {
        t->low[i] = ARENA_NEW(scratch, uint8_t, x->levels->trait[i].n_values);
        t->used[i] = ARENA_NEW(scratch, uint8_t, x->levels->trait[i].n_values);
        t->with[i] =
            ARENA_NEW(scratch, double,
                      x->levels->trait[i].n_values *(x->levels->trait[i].n + 1U));
        t->high[i] = ARENA_NEW(scratch, uint8_t, x->levels->trait[i].n_values);
    }
    t->n_forced = 0;
    t->points = ARENA_NEW(scratch, uint8_t, inner + 1);
    t->claim = ARENA_NEW(scratch, double, side * x->n_points);
    t->level = ARENA_NEW(scratch, uint8_t, side * x->n_points);
    t->price = ARENA_NEW(scratch, double, inner * x->n_points * n);
    t->hero = ARENA_NEW(scratch, uint32_t, inner * x->n_points * n);
    t->sum = ARENA_NEW(scratch, double, inner * x->n_points * n);
    t->ahead = ARENA_NEW(scratch, double, (inner + outer) * (out->n + 1) * n);
    t->group = ARENA_NEW(scratch, double, outer *n);
    t->before = ARENA_NEW(scratch, double, (outer + 1) * n);
    t->after = ARENA_NEW(scratch, double, (outer + 1) * n);
    t->entry = ARENA_NEW(scratch, double, inner * x->n_points);
    t->sides = ARENA_NEW(scratch, double, (side + 1) * n);
}
