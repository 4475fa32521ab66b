#include "party_value_limits.h"

#include <limits.h>
#include <math.h>

static int whole_between(double value, int low, int high)
{
    if (value <= low)
        return low;
    return value >= high ? high : (int)value;
}

static struct party_value_limits *limits_of(struct party_reduced *r, uint32_t trait)
{
    for (size_t i = 0; i < r->n_limits; i++)
        if (r->limits[i].trait == trait)
            return &r->limits[i];
    int n = (int)r->n_places;
    r->limits[r->n_limits] =
        (struct party_value_limits){.trait = trait, .distinct_max = n, .same_max = n};
    return &r->limits[r->n_limits++];
}

void party_value_limits_add(struct party_reduced *r, const struct party_requirement *q)
{
    struct party_value_limits *s = limits_of(r, q->column);
    int n = (int)r->n_places;
    int low = whole_between(ceil(q->min), 0, n + 1);
    int high = whole_between(floor(q->max), -1, n);
    int *least = q->kind == PARTY_DISTINCT ? &s->distinct_min : &s->same_min;
    int *most = q->kind == PARTY_DISTINCT ? &s->distinct_max : &s->same_max;
    if (low > *least)
        *least = low;
    if (high < *most)
        *most = high;
    if (*least > *most)
        r->impossible = true;
    s->unique |= q->unique;
}

void party_value_limits_add_chemistry(struct party_reduced *r,
                                      const struct party_requirement *q)
{
    bool total = q->kind == PARTY_CHEMISTRY;
    int *least = total ? &r->chemistry_min : &r->chemistry_least;
    int low = whole_between(ceil(q->min), 0, INT_MAX);
    int high = whole_between(floor(q->max), -1, INT_MAX);
    if (!r->chemistry)
        r->chemistry_max = INT_MAX;
    r->chemistry = r->party->chemistry;
    if (low > *least)
        *least = low;
    if (total && high < r->chemistry_max)
        r->chemistry_max = high;
    r->impossible |= r->chemistry_max < r->chemistry_min || high < 0;
}

int party_value_limits_unique(const struct party_reduced *r)
{
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++)
        for (size_t k = 0; k < r->n_limits; k++)
            if (r->limits[k].unique &&
                r->limits[k].trait == r->chemistry->trait[i].trait)
                return -1;
    for (size_t i = 0; i < r->n_limits; i++)
        if (r->limits[i].unique &&
            !(r->synergy && r->party->trait[r->limits[i].trait].most_weight > 0))
            return (int)r->limits[i].trait;
    return -1;
}

void party_value_limits_drop_unique(struct party_reduced *r, const uint32_t *row,
                                    size_t n, uint32_t *count)
{
    int unique = party_value_limits_unique(r);
    if (unique < 0)
        return;
    const uint16_t *code = r->party->trait[unique].code;
    bool repeats = false;
    for (size_t i = 0; i < n; i++)
        repeats |= count[code[row[i]]]++ > 0;
    for (size_t i = 0; i < r->n_limits && !repeats; i++)
        if ((int)r->limits[i].trait == unique) {
            r->limits[i] = r->limits[--r->n_limits];
            return;
        }
}

void party_value_limits_choose_diverse(struct party_reduced *r)
{
    r->diverse = -1;
    for (size_t i = 0; i < r->n_limits; i++) {
        const struct party_value_limits *s = &r->limits[i];
        int n = (int)r->n_places, least = s->distinct_min, repeats = 0;
        if (s->same_max > 0 && (n + s->same_max - 1) / s->same_max > least)
            least = (n + s->same_max - 1) / s->same_max;
        const uint16_t *code = r->party->trait[s->trait].code;
        for (size_t f = 0; f < r->n_fixed; f++)
            for (size_t g = 0; g < f; g++)
                if (code[r->fixed_row[f]] == code[r->fixed_row[g]]) {
                    repeats++;
                    break;
                }
        repeats = n - least - repeats;
        r->impossible |= repeats < 0 || s->same_max < 1;
        if (r->heavy[s->trait] || repeats > PARTY_REDUCED_MOST_REPEATS || repeats < 0)
            continue;
        bool last = s->unique && r->diverse >= 0;
        if (r->diverse < 0 || r->limits[r->diverse].unique ||
            (!last && repeats < (int)r->repeats)) {
            r->diverse = (int)i;
            r->repeats = (uint32_t)repeats;
        }
    }
}

enum status party_value_limits_count_supply(struct party_reduced *r, struct arena *perm,
                                            struct error *err)
{
    int n = (int)r->n_places;
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++) {
        const struct party_chemistry_trait *rule = &r->chemistry->trait[i];
        const struct party_trait *trait = &r->party->trait[rule->trait];
        int most = (int)party_reduced_most_alike(r, rule->trait);
        r->supply[i] = ARENA_NEW(perm, uint8_t, trait->n_values + 1);
        if (!r->supply[i])
            return error_set(err, STATUS_MEMORY, "no memory for chemistry");
        for (size_t h = 0; h < r->n + r->n_fixed; h++) {
            uint32_t hero = h < r->n ? r->row[h] : r->fixed_row[h - r->n];
            uint8_t *supply = &r->supply[i][trait->code[hero]];
            *supply = (uint8_t)(*supply < most ? *supply + 1 : most);
        }
        for (int heroes = 1; heroes <= n; heroes++)
            for (int k = 1; k <= heroes && k <= most; k++) {
                int points = r->fresh[i][heroes - k] + k * rule->points[k];
                if (points > r->fresh[i][heroes])
                    r->fresh[i][heroes] = points;
            }
    }
    return STATUS_OK;
}
