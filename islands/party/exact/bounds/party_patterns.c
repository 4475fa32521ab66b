#include "party_patterns.h"

#include "interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <time.h>

/* By hand: the list of 34,207 patterns of ten places and two traits takes 2.5 MB, and more kinds
 * than these are worth little. */
enum { MOST_PATTERNS = 1 << 16, MOST_KINDS = 8192 };

/* Above any price, and few enough to be added up. */
static const int64_t NO_PRICE = INT64_MAX / 64;

static bool choose_traits(struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    const struct party *party = r->party;
    for (size_t t = 0; t < party->n_traits; t++) {
        if (!r->heavy[t])
            continue;
        if (r->classes[t] || p->n_traits == PARTY_PATTERN_TRAITS)
            return false;
        p->trait[p->n_traits++] = (uint32_t)t;
    }
    p->n_kinds = 1;
    for (size_t i = 0; i < p->n_traits; i++) {
        p->n_kinds *= (size_t)party->trait[p->trait[i]].n_values + 1;
        if (p->n_kinds > MOST_KINDS)
            return false;
    }
    return r->synergy && !r->impossible && p->n_traits > 0 &&
           r->n_places <= PARTY_PATTERN_PLACES && p->groups->n_subproblems > 0;
}

static uint32_t first_hero(const struct party_reduced *r, size_t group)
{
    if (r->first[group] < r->first[group + 1])
        return r->row[r->first[group]];
    for (size_t f = 0; f < r->n_fixed; f++)
        if (r->fixed_group[f] == group)
            return r->fixed_row[f];
    return 0;
}

enum status party_patterns_init(struct party_patterns *p,
                                const struct party_aggregation *groups,
                                struct arena *perm, struct error *err)
{
    const struct party_reduced *r = groups->reduced;
    *p = (struct party_patterns){.groups = groups};
    p->available = choose_traits(p);
    if (!p->available)
        return STATUS_OK;
    p->key = ARENA_NEW(perm, uint32_t, r->n_groups * p->n_traits);
    p->least =
        ARENA_NEW(perm, int64_t,
                  p->n_kinds * (r->n_places + 1) * PARTY_PATTERN_MULTIPLIERS);
    p->pattern = ARENA_NEW(perm, struct party_pattern, MOST_PATTERNS);
    if (!p->key || !p->least || !p->pattern)
        return error_set(err, STATUS_MEMORY, "no memory for patterns of groups");
    return STATUS_OK;
}

static void fill_keys(struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    uint32_t stride = 1;
    for (size_t t = 0; t < p->n_traits; t++) {
        const struct party_trait *trait = &r->party->trait[p->trait[t]];
        for (size_t g = 0; g < r->n_groups; g++)
            p->key[g * p->n_traits + t] =
                (trait->code[first_hero(r, g)] + 1U) * stride;
        stride *= trait->n_values + 1;
    }
}

/* What two groups share, as a set of the pattern's traits. */
static unsigned shared_set(const struct party_patterns *p, size_t a, size_t b)
{
    unsigned set = 0;
    for (size_t t = 0; t < p->n_traits; t++)
        if (p->key[a * p->n_traits + t] == p->key[b * p->n_traits + t])
            set |= 1U << t;
    return set;
}

static void fill_losses(struct party_patterns *p)
{
    const struct party_aggregation *g = p->groups;
    for (size_t s = 0; s < (size_t)1 << p->n_traits; s++)
        p->loss[s] = PARTY_PLACEMENT_EDGE_LOSS;
    for (size_t a = 0; a < g->reduced->n_groups; a++)
        for (size_t b = a + 1; b < g->reduced->n_groups; b++) {
            uint32_t loss = party_aggregation_loss(g, a, b),
                     *least = &p->loss[shared_set(p, a, b)];
            *least = loss < *least ? loss : *least;
        }
}

/* Multipliers about the slope of the least prices of all parties at their end; the factors, in
 * quarters, by hand. */
static void choose_multipliers(struct party_patterns *p)
{
    static const int quarters[PARTY_PATTERN_MULTIPLIERS] = {0, 2, 3, 4, 5, 6, 8, 12};
    const struct party_reduced *r = p->groups->reduced;
    const int32_t *all =
        party_aggregation_rest_value(p->groups, r->n_places, r->n_places);
    int64_t slope = 0;
    for (size_t s = 0; s < r->steps && all[r->steps] < PARTY_COINS_NONE; s++) {
        int64_t rise = (int64_t)(all[r->steps] - all[s]) * PARTY_PATTERN_UNIT;
        int64_t here = rise / (int64_t)(r->steps - s);
        slope = here > slope ? here : slope;
    }
    for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++)
        p->multiplier[m] = slope * quarters[m] / 4;
}

static void lower_least(struct party_patterns *p, size_t kind, size_t heroes,
                        const int64_t *least)
{
    size_t row = p->groups->reduced->n_places + 1;
    int64_t *out = p->least + (kind * row + heroes) * PARTY_PATTERN_MULTIPLIERS;
    for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++)
        out[m] = least[m] < out[m] ? least[m] : out[m];
}

/* The least price less the multiplier for each step, of k heroes of a group. */
static bool price_group(const struct party_patterns *p, size_t group, size_t heroes,
                        int64_t *least)
{
    const struct party_aggregation *g = p->groups;
    int picks = party_aggregation_picks(g, group, heroes);
    if (picks < 0)
        return false;
    const int32_t *value = party_aggregation_group_value(g, group, (size_t)picks);
    for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++) {
        least[m] = NO_PRICE;
        for (size_t s = 0; s < g->width && value[s] < PARTY_COINS_NONE; s++) {
            int64_t price = (int64_t)value[s] * PARTY_PATTERN_UNIT -
                            (int64_t)s * p->multiplier[m];
            least[m] = price < least[m] ? price : least[m];
        }
    }
    return true;
}

static bool fill_prices(struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t entries = p->n_kinds * (r->n_places + 1) * PARTY_PATTERN_MULTIPLIERS;
    for (size_t i = 0; i < entries; i++)
        p->least[i] = NO_PRICE;
    for (size_t g = 0; g < r->n_groups; g++) {
        if (interrupt_pending())
            return false;
        for (size_t k = 1; k <= r->n_places; k++) {
            int64_t least[PARTY_PATTERN_MULTIPLIERS];
            if (!price_group(p, g, k, least))
                continue;
            for (unsigned set = 0; set < 1U << p->n_traits; set++) {
                size_t kind = 0;
                for (size_t t = 0; t < p->n_traits; t++)
                    kind += set >> t & 1 ? p->key[g * p->n_traits + t] : 0;
                lower_least(p, kind, k, least);
            }
        }
    }
    return true;
}

int32_t party_patterns_bound(const struct party_patterns *p, const int64_t *sum)
{
    const struct party_reduced *r = p->groups->reduced;
    int64_t best = 0;
    for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++) {
        int64_t price = sum[m] + (int64_t)r->steps * p->multiplier[m];
        best = price > best ? price : best;
    }
    best = (best + PARTY_PATTERN_UNIT - 1) / PARTY_PATTERN_UNIT + r->fixed_coins;
    return best < PARTY_COINS_NONE ? (int32_t)best : PARTY_COINS_NONE;
}

uint32_t party_patterns_loss(const struct party_patterns *p,
                             const struct party_pattern *pattern, size_t a, size_t b)
{
    unsigned set = 0;
    assert(a != b && a < pattern->n && b < pattern->n);
    for (size_t t = 0; t < p->n_traits; t++)
        if (pattern->label[t][a] == pattern->label[t][b])
            set |= 1U << t;
    return p->loss[set];
}

/* The list while it grows: the parts so far. */
struct listing {
    struct party_patterns *patterns;
    struct party_placement *placement;
    uint64_t limit;
    size_t n_traits;
    struct party_pattern now;
    uint8_t n_labels[PARTY_PATTERN_TRAITS];
    bool stopped; /* interrupted, or too many */
};

/* A reordering of the first parts under construction: the new name of each label. */
struct renaming {
    uint8_t name[PARTY_PATTERN_TRAITS][PARTY_PATTERN_PLACES]; /* UINT8_MAX: none yet */
    uint8_t n_names[PARTY_PATTERN_TRAITS];
    bool used[PARTY_PATTERN_PLACES];
};

static bool is_lone_label(const struct party_pattern *p, size_t t, size_t part)
{
    for (size_t i = 0; i < p->n; i++)
        if (i != part && p->label[t][i] == p->label[t][part])
            return false;
    return true;
}

/* Whether exchanging two parts changes nothing but the names of labels. */
static bool are_exchangeable(const struct party_pattern *p, size_t n_traits, size_t a,
                             size_t b)
{
    if (p->part[a] != p->part[b])
        return false;
    for (size_t t = 0; t < n_traits; t++)
        if (p->label[t][a] != p->label[t][b] &&
            !(is_lone_label(p, t, a) && is_lone_label(p, t, b)))
            return false;
    return true;
}

/* Compares part q, put at position i under the renaming, with the part that is there: -1, 0, 1. */
static int compare_part(const struct listing *s, const struct renaming *r, size_t i,
                        size_t q)
{
    for (size_t t = 0; t < s->n_traits; t++) {
        uint8_t name = r->name[t][s->now.label[t][q]];
        if (name == UINT8_MAX)
            name = r->n_names[t];
        if (name != s->now.label[t][i])
            return name < s->now.label[t][i] ? -1 : 1;
    }
    return 0;
}

/* Whether some order of the parts from position i on gives a lesser pattern. */
static bool has_lesser(const struct listing *s, const struct renaming *r, size_t i)
{
    const struct party_pattern *now = &s->now;
    for (size_t q = 0; i < now->n && q < now->n; q++) {
        if (r->used[q] || now->part[q] != now->part[i])
            continue;
        bool is_second = false;
        for (size_t e = 0; e < q && !is_second; e++)
            is_second = !r->used[e] && are_exchangeable(now, s->n_traits, e, q);
        if (is_second)
            continue;
        int order = compare_part(s, r, i, q);
        if (order < 0)
            return true;
        if (order > 0)
            continue;
        struct renaming next = *r;
        next.used[q] = true;
        for (size_t t = 0; t < s->n_traits; t++) {
            uint8_t *name = &next.name[t][now->label[t][q]];
            if (*name == UINT8_MAX)
                *name = next.n_names[t]++;
        }
        if (has_lesser(s, &next, i + 1))
            return true;
    }
    return false;
}

static bool is_least(const struct listing *s)
{
    struct renaming none = {0};
    memset(none.name, UINT8_MAX, sizeof none.name);
    return !has_lesser(s, &none, 0);
}

/* Whether the limits on the pattern's traits allow its classes. */
static bool limits_fit(const struct listing *s, bool whole)
{
    const struct party_reduced *r = s->patterns->groups->reduced;
    for (size_t l = 0; l < r->n_limits; l++)
        for (size_t t = 0; t < s->n_traits; t++) {
            const struct party_value_limits *q = &r->limits[l];
            int size[PARTY_PATTERN_PLACES] = {0}, most = 0;
            if (q->trait != s->patterns->trait[t])
                continue;
            for (size_t i = 0; i < s->now.n; i++) {
                int *here = &size[s->now.label[t][i]];
                *here += s->now.part[i];
                most = *here > most ? *here : most;
            }
            if (most > q->same_max || s->n_labels[t] > q->distinct_max ||
                (whole && (most < q->same_min || s->n_labels[t] < q->distinct_min)))
                return false;
        }
    return true;
}

static bool formation_fits(const struct listing *s)
{
    const struct party_pattern *now = &s->now;
    struct party_placement_pattern pattern = {.n = now->n, .n_blocks = now->n};
    for (size_t a = 0; a < now->n; a++) {
        pattern.count[a] = now->part[a];
        for (size_t b = 0; b < now->n; b++)
            pattern.loss[a][b] =
                a == b ? s->patterns->groups->least_within
                       : party_patterns_loss(s->patterns, now, a, b);
    }
    return party_placement_search(s->placement, &pattern, s->limit, NULL, NULL) !=
           PARTY_PLACEMENT_NO;
}

/* Adds the least over the values of trait t for the parts with one label. */
static void add_label(const struct party_patterns *p, const struct party_pattern *now,
                      size_t t, size_t stride, size_t label, int64_t *sum)
{
    size_t n_values = p->groups->reduced->party->trait[p->trait[t]].n_values;
    int64_t least[PARTY_PATTERN_MULTIPLIERS];
    for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++)
        least[m] = NO_PRICE;
    for (size_t v = 1; v <= n_values; v++) {
        int64_t here[PARTY_PATTERN_MULTIPLIERS] = {0};
        for (size_t i = 0; i < now->n; i++) {
            if (now->label[t][i] != label)
                continue;
            const int64_t *part = party_patterns_least(p, v * stride, now->part[i]);
            for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++)
                here[m] = here[m] + part[m] < NO_PRICE ? here[m] + part[m] : NO_PRICE;
        }
        for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++)
            least[m] = here[m] < least[m] ? here[m] : least[m];
    }
    for (size_t m = 0; m < PARTY_PATTERN_MULTIPLIERS; m++)
        sum[m] += least[m];
}

/* The best over traits of a bound that lets each label have its cheapest value. */
static int32_t price_pattern(const struct listing *s)
{
    const struct party_patterns *p = s->patterns;
    int32_t best = 0;
    size_t stride = 1;
    for (size_t t = 0; t < s->n_traits; t++) {
        int64_t sum[PARTY_PATTERN_MULTIPLIERS] = {0};
        for (size_t label = 0; label < s->n_labels[t]; label++)
            add_label(p, &s->now, t, stride, label, sum);
        int32_t bound = party_patterns_bound(p, sum);
        best = bound > best ? bound : best;
        stride *= (size_t)p->groups->reduced->party->trait[p->trait[t]].n_values + 1;
    }
    return best;
}

static void add_pattern(struct listing *s)
{
    struct party_patterns *p = s->patterns;
    if (interrupt_pending() || s->placement->interrupted || p->n == MOST_PATTERNS) {
        s->stopped = true;
        return;
    }
    s->now.bound = price_pattern(s);
    if (s->now.bound < PARTY_COINS_NONE && limits_fit(s, true) && formation_fits(s))
        p->pattern[p->n++] = s->now;
}

static void add_parts(struct listing *s, size_t left, size_t most);

/* Labels of the last part from trait t on, then further parts. */
static void add_labels(struct listing *s, size_t t, size_t left)
{
    size_t last = s->now.n - 1U;
    if (t == s->n_traits) {
        for (size_t i = 0; i < last; i++) {
            bool same = true;
            for (size_t u = 0; u < s->n_traits; u++)
                same = same && s->now.label[u][i] == s->now.label[u][last];
            if (same)
                return;
        }
        if (limits_fit(s, false) && is_least(s))
            add_parts(s, left, s->now.part[last]);
        return;
    }
    uint8_t n_labels = s->n_labels[t];
    for (uint8_t label = 0; label <= n_labels && !s->stopped; label++) {
        s->now.label[t][last] = label;
        s->n_labels[t] = (uint8_t)(n_labels + (label == n_labels));
        add_labels(s, t + 1, left);
    }
    s->n_labels[t] = n_labels;
}

static void add_parts(struct listing *s, size_t left, size_t most)
{
    if (left == 0) {
        add_pattern(s);
        return;
    }
    for (size_t part = left < most ? left : most; part > 0 && !s->stopped; part--) {
        s->now.part[s->now.n++] = (uint8_t)part;
        add_labels(s, 0, left - part);
        s->now.n--;
    }
}

static int by_bound(const void *a, const void *b)
{
    const struct party_pattern *x = a, *y = b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? -1 : 1;
    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    int order = memcmp(x->part, y->part, x->n);
    for (size_t t = 0; order == 0 && t < PARTY_PATTERN_TRAITS; t++)
        order = memcmp(x->label[t], y->label[t], x->n);
    return order;
}

bool party_patterns_list(struct party_patterns *p, struct party_placement *placement,
                         uint64_t limit)
{
    if (!p->available || p->listed)
        return p->available;
    fill_keys(p);
    fill_losses(p);
    choose_multipliers(p);
    if (!fill_prices(p))
        return false;
    struct listing listing = {.patterns = p,
                              .placement = placement,
                              .limit = limit,
                              .n_traits = p->n_traits};
    p->n = 0;
    clock_t t0=clock();
    add_parts(&listing, p->groups->reduced->n_places, p->groups->reduced->n_places);
    if (getenv("DBG")) fprintf(stderr,"%zu patterns, %.2f s, losses %u %u %u %u\n",p->n,(double)(clock()-t0)/CLOCKS_PER_SEC,p->loss[0],p->loss[1],p->loss[2],p->loss[3]);
    if (listing.stopped) {
        p->available = p->n < MOST_PATTERNS;
        return false;
    }
    qsort(p->pattern, p->n, sizeof *p->pattern, by_bound);
    p->listed = true;
    return true;
}
