#include "party_chemistry_bound.h"

#include <assert.h>
#include <string.h>

enum { NONE = UINT8_MAX };

/* The heroes of the party for one trait. */
struct values {
    size_t n; /* different ones */
    uint16_t code[PARTY_MAX_PLACES];
    uint8_t count[PARTY_MAX_PLACES];
    uint8_t
        of[PARTY_MAX_PLACES]; /* by hero: index of its value; NONE out of position */
};

static void count_values(const struct party_trait *trait, const uint32_t *hero,
                         size_t n, struct values *out)
{
    const uint16_t *code = trait->code;
    out->n = 0;
    for (size_t p = 0; p < n; p++) {
        size_t k = 0;
        out->of[p] = NONE;
        if (party_is_unlinked(trait, code[hero[p]]))
            continue;
        while (k < out->n && out->code[k] != code[hero[p]])
            k++;
        if (k == out->n) {
            out->code[out->n] = code[hero[p]];
            out->count[out->n++] = 0;
        }
        out->count[k]++;
        out->of[p] = (uint8_t)k;
    }
}

/* How many heroes may have a value at the end. */
static size_t most_of(const struct party_reduced *r, size_t trait,
                      const struct values *values, size_t k, size_t left)
{
    size_t supply = r->supply[trait][values->code[k]], most = values->count[k] + left;
    assert(supply >= values->count[k]);
    return supply < most ? supply : most;
}

/* The most points that a trait gives to all heroes of the party. */
static int most_points(const struct party_reduced *r, size_t trait,
                       const struct values *values, size_t left)
{
    const uint16_t *points = r->chemistry->trait[trait].points;
    int best[PARTY_MAX_PLACES + 1];
    memcpy(best, r->fresh[trait], (left + 1) * sizeof *best);
    for (size_t k = 0; k < values->n; k++) {
        size_t count = values->count[k];
        size_t most = most_of(r, trait, values, k, left) - count;
        for (size_t x = left + 1; x-- > 0;) {
            int sum = 0;
            for (size_t more = 0; more <= most && more <= x; more++) {
                int here = best[x - more] + (int)(count + more) * points[count + more];
                sum = here > sum ? here : sum;
            }
            best[x] = sum;
        }
    }
    return best[left];
}

/* Limits the points of each hero, adds them up, and finds the fewest. */
static int sum_up(const struct party_reduced *r, int *points, size_t n, int *least)
{
    int sum = 0;
    *least = r->chemistry->most;
    for (size_t p = 0; p < n; p++) {
        points[p] = points[p] < r->chemistry->cap ? points[p] : r->chemistry->cap;
        sum += points[p];
        *least = points[p] < *least ? points[p] : *least;
    }
    return sum;
}

bool party_chemistry_may_hold(const struct party_reduced *r, const uint32_t *hero,
                              size_t n)
{
    const struct party_chemistry *rules = r->chemistry;
    int now[PARTY_MAX_PLACES] = {0}, later[PARTY_MAX_PLACES] = {0}, alone = 0, least;
    size_t left = r->n_places - n;
    for (size_t i = 0; i < rules->n; i++) {
        const struct party_chemistry_trait *trait = &rules->trait[i];
        struct values values;
        count_values(&r->party->trait[trait->trait], hero, n, &values);
        for (size_t p = 0; p < n; p++) {
            size_t k = values.of[p];
            if (k == NONE)
                continue;
            now[p] += trait->points[values.count[k]];
            later[p] += trait->points[most_of(r, i, &values, k, left)];
        }
        if (r->chemistry_min > 0)
            alone += most_points(r, i, &values, left);
    }
    int sure = sum_up(r, now, n, &least), most = sum_up(r, later, n, &least);
    return sure <= r->chemistry_max && least >= r->chemistry_least &&
           alone >= r->chemistry_min &&
           most + (int)left * rules->most >= r->chemistry_min;
}
