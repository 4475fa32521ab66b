#include "party_patterns.h"

#include "interrupt.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <stdio.h>
#include <time.h>
#include <stdio.h>
#include <time.h>

/* By hand: the list of 34,207 patterns of ten places and two traits takes 2.5 MB, and more kinds
 * than these are worth little. */
enum { MOST_PATTERNS = 1 << 16, MOST_KINDS = 8192 };

/* Of the placement search for one pattern. */
enum { PLACINGS = 20000 };

/* Of the subgradient method, for each relaxation; by hand. */
enum { TUNING_ROUNDS = 60 };

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
                  p->n_kinds * (r->n_places + 1) * PARTY_PATTERN_PRICES);
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
        p->stride[t] = stride;
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

/* Multipliers of a step, about the slope of the least prices of all parties at their end. */
static int64_t least_slope(const struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    const int32_t *all =
        party_aggregation_rest_value(p->groups, r->n_places, r->n_places);
    int64_t slope = 0;
    for (size_t s = 0; s < r->steps && all[r->steps] < PARTY_COINS_NONE; s++) {
        int64_t rise = (int64_t)(all[r->steps] - all[s]) * PARTY_PATTERN_UNIT;
        int64_t here = rise / (int64_t)(r->steps - s);
        slope = here > slope ? here : slope;
    }
    return slope;
}

/* Takes the least relaxed price of `heroes` heroes of a group to all its kinds. */
static void lower_least(struct party_patterns *p, size_t group, size_t heroes, size_t m,
                        int64_t price)
{
    size_t row = p->groups->reduced->n_places + 1;
    for (unsigned set = 0; set < 1U << p->n_traits; set++) {
        size_t kind = 0;
        for (size_t t = 0; t < p->n_traits; t++)
            kind += set >> t & 1 ? p->key[group * p->n_traits + t] : 0;
        int64_t *out = &p->least[(kind * row + heroes) * PARTY_PATTERN_PRICES + m];
        *out = price < *out ? price : *out;
    }
}

/* The m-th relaxation: the leading constraint at a multiplier of its steps, by the value functions
 * of groups, which know the repeats of the diverse trait. */
static void relax_steps(struct party_patterns *p, size_t m, int64_t multiplier)
{
    const struct party_aggregation *g = p->groups;
    const struct party_reduced *r = g->reduced;
    p->constant[m] = (int64_t)r->steps * multiplier;
    for (size_t a = 0; a < r->n_groups; a++)
        for (size_t k = 1; k <= r->n_places; k++) {
            int64_t least = NO_PRICE;
            int picks = party_aggregation_picks(g, a, k);
            const int32_t *value =
                party_aggregation_group_value(g, a, picks < 0 ? 0 : (size_t)picks);
            for (size_t s = 0; picks >= 0 && s < g->width && value[s] < PARTY_COINS_NONE;
                 s++) {
                int64_t price = (int64_t)value[s] * PARTY_PATTERN_UNIT -
                                (int64_t)s * multiplier;
                least = price < least ? price : least;
            }
            if (least < NO_PRICE)
                lower_least(p, a, k, m, least);
        }
}

/* A multiplier for each constraint: above 0 for its lower limit, below for its upper one. */
struct multipliers {
    double of[PARTY_MAX_REQUIREMENTS];
};

/* The relaxed price of a hero. */
static double relaxed_price(const struct party_reduced *r, const struct multipliers *y,
                            uint32_t i)
{
    double price = r->coins[i];
    for (size_t l = 0; l < r->n_constraints; l++)
        price -=
            y->of[l] * party_constraint_value(r->party, &r->constraint[l], r->row[i]);
    return price * PARTY_PATTERN_UNIT;
}

/* What a constraint adds to every party at a multiplier, at least. */
static double relaxed_constant(const struct party_constraint *constraint, double y)
{
    double limit = y > 0 ? constraint->lo : constraint->hi;
    double slack = party_constraint_slack(constraint);
    return y == 0 ? 0 : y * (limit - constraint->fixed) - fabs(y) * slack;
}

/* The heroes of a group with the least relaxed prices, at most n_free, rising. */
static size_t cheapest_heroes(const struct party_reduced *r, const struct multipliers *y,
                              size_t group, uint32_t *hero, double *price)
{
    size_t n = 0;
    for (uint32_t i = r->first[group]; i < r->first[group + 1]; i++) {
        double here = relaxed_price(r, y, i);
        if (n == r->n_free && (n == 0 || here >= price[n - 1]))
            continue;
        size_t k = n < r->n_free ? n++ : n - 1;
        for (; k > 0 && price[k - 1] > here; k--) {
            price[k] = price[k - 1];
            hero[k] = hero[k - 1];
        }
        price[k] = here;
        hero[k] = i;
    }
    return n;
}

/* The m-th relaxation: all constraints at these multipliers, in integers rounded down by more than
 * the rounding of doubles. */
static void relax_constraints(struct party_patterns *p, size_t m,
                              const struct multipliers *y)
{
    const struct party_reduced *r = p->groups->reduced;
    uint32_t hero[PARTY_MAX_PLACES];
    double price[PARTY_MAX_PLACES], constant = 0;
    for (size_t l = 0; l < r->n_constraints; l++)
        constant += relaxed_constant(&r->constraint[l], y->of[l]);
    p->constant[m] = (int64_t)floor(constant * PARTY_PATTERN_UNIT) - 1;
    for (size_t a = 0; a < r->n_groups; a++) {
        size_t n = cheapest_heroes(r, y, a, hero, price);
        int64_t sum = 0;
        for (size_t k = 0; k <= n; k++) {
            size_t heroes = k + r->fixed_in[a];
            if (heroes > 0 && heroes <= r->n_places)
                lower_least(p, a, heroes, m, sum);
            sum += k < n ? (int64_t)floor(price[k]) - 1 : 0;
        }
    }
}

static void begin_relaxation(struct party_patterns *p, size_t m)
{
    size_t rows = p->n_kinds * (p->groups->reduced->n_places + 1);
    for (size_t i = 0; i < rows; i++)
        p->least[i * PARTY_PATTERN_PRICES + m] = NO_PRICE;
}

int32_t party_patterns_bound(const struct party_patterns *p, const int64_t *sum)
{
    const struct party_reduced *r = p->groups->reduced;
    int64_t best = 0;
    for (size_t m = 0; m < p->n_relaxations; m++) {
        int64_t price = sum[m] + p->constant[m];
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

static size_t count_labels(const struct party_pattern *pattern, size_t t)
{
    size_t most = 0;
    for (size_t i = 0; i < pattern->n; i++)
        most = pattern->label[t][i] > most ? pattern->label[t][i] : most;
    return most + 1;
}

/* The list while it grows: the parts so far. */
struct listing {
    struct party_patterns *patterns;
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

long HH[3][8];
bool party_patterns_admit(const struct party_patterns *p,
                          struct party_placement *placement,
                          struct party_pattern *pattern)
{
    struct party_placement_pattern ask = {.n = pattern->n, .n_blocks = pattern->n};
    if (pattern->answer == PARTY_PATTERN_UNTRIED) {
        for (size_t a = 0; a < pattern->n; a++) {
            ask.count[a] = pattern->part[a];
            for (size_t b = 0; b < pattern->n; b++)
                ask.loss[a][b] = a == b ? p->groups->least_within
                                        : party_patterns_loss(p, pattern, a, b);
        }
    uint64_t pl=0; enum party_placement_answer a = party_placement_search(placement, &ask, PLACINGS, NULL, &pl);
    extern long HH[3][8]; int b=pl<100?0:pl<300?1:pl<1000?2:pl<3000?3:pl<10000?4:pl<20000?5:6; HH[a][b]++;
    bool rejected = a == PARTY_PLACEMENT_NO;
        pattern->answer = rejected ? PARTY_PATTERN_REJECTED : PARTY_PATTERN_ADMITTED;
    }
    return pattern->answer == PARTY_PATTERN_ADMITTED;
}

/* The cheapest value for the parts with one label of trait t, by each relaxation. */
static void price_label(const struct party_patterns *p, const struct party_pattern *now,
                        size_t t, size_t label, int64_t *least, uint16_t *value)
{
    size_t n_values = p->groups->reduced->party->trait[p->trait[t]].n_values;
    for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
        least[m] = NO_PRICE;
    for (size_t v = 1; v <= n_values; v++) {
        int64_t here[PARTY_PATTERN_PRICES] = {0};
        for (size_t i = 0; i < now->n; i++) {
            if (now->label[t][i] != label)
                continue;
            const int64_t *part =
                party_patterns_least(p, v * p->stride[t], now->part[i]);
            for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
                here[m] = here[m] + part[m] < NO_PRICE ? here[m] + part[m] : NO_PRICE;
        }
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            if (here[m] < least[m]) {
                least[m] = here[m];
                value[m] = (uint16_t)v;
            }
    }
}

/* The bound that lets each label of trait t have its cheapest value. */
static int32_t price_by(const struct party_patterns *p, const struct party_pattern *now,
                        size_t t)
{
    int64_t sum[PARTY_PATTERN_PRICES] = {0}, least[PARTY_PATTERN_PRICES];
    uint16_t value[PARTY_PATTERN_PRICES];
    size_t n_labels = count_labels(now, t);
    for (size_t label = 0; label < n_labels; label++) {
        price_label(p, now, t, label, least, value);
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            sum[m] += least[m];
    }
    return party_patterns_bound(p, sum);
}

static int32_t price_pattern(const struct party_patterns *p,
                             const struct party_pattern *now)
{
    int32_t best = 0;
    for (size_t t = 0; t < p->n_traits; t++) {
        int32_t bound = price_by(p, now, t);
        best = bound > best ? bound : best;
    }
    return best;
}

static void add_pattern(struct listing *s)
{
    struct party_patterns *p = s->patterns;
    if (interrupt_pending() || p->n == MOST_PATTERNS) {
        s->stopped = true;
        return;
    }
    s->now.bound = price_pattern(p, &s->now);
    if (s->now.bound < PARTY_COINS_NONE && limits_fit(s, true))
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

/* The free heroes of the cheapest parties of a pattern in the m-th relaxation, by the values that
 * price_by chooses for the labels of trait t: adds what they have of each constraint. */
static void add_up_cheapest(const struct party_patterns *p,
                            const struct party_pattern *now, size_t m, size_t t,
                            const struct multipliers *y, double *sum)
{
    const struct party_reduced *r = p->groups->reduced;
    for (size_t i = 0; i < now->n; i++) {
        int64_t least[PARTY_PATTERN_PRICES];
        uint16_t value[PARTY_PATTERN_PRICES] = {0};
        price_label(p, now, t, now->label[t][i], least, value);
        size_t best = r->n_groups;
        int64_t price = NO_PRICE;
        for (size_t g = 0; g < r->n_groups; g++) {
            const uint32_t *key = p->key + g * p->n_traits;
            size_t kind = 0;
            for (size_t u = 0; u < p->n_traits; u++)
                kind += key[u];
            int64_t here = party_patterns_least(p, kind, now->part[i])[m];
            if (key[t] == value[m] * p->stride[t] && here < price) {
                price = here;
                best = g;
            }
        }
        if (best == r->n_groups)
            return;
        uint32_t hero[PARTY_MAX_PLACES];
        double prices[PARTY_MAX_PLACES];
        cheapest_heroes(r, y, best, hero, prices);
        for (size_t k = 0; k + r->fixed_in[best] < now->part[i]; k++)
            for (size_t l = 0; l < r->n_constraints; l++)
                sum[l] += party_constraint_value(r->party, &r->constraint[l],
                                                 r->row[hero[k]]);
    }
}

/* A step of the subgradient method (M. Held, P. Wolfe, H. Crowder, Validation of subgradient
 * optimization, Mathematical Programming 6, 1974) from the value `now` towards `target`. */
static bool move_multipliers(const struct party_patterns *p, const double *sum, double now,
                             double target, struct multipliers *y)
{
    const struct party_aggregation *g = p->groups;
    const struct party_reduced *r = g->reduced;
    double gradient[PARTY_MAX_REQUIREMENTS], norm = 0;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *q = &r->constraint[l];
        double range = g->constraint_most[l] - g->constraint_least[l];
        double below = q->lo - q->fixed - sum[l], above = q->hi - q->fixed - sum[l];
        double step = y->of[l] > 0 || (y->of[l] == 0 && below > 0)   ? below
                      : y->of[l] < 0 || (y->of[l] == 0 && above < 0) ? above
                                                                     : 0;
        gradient[l] = range > 0 ? step / range : 0;
        norm += gradient[l] * gradient[l];
    }
    if (!(norm > 1e-9))
        return false;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *q = &r->constraint[l];
        double range = g->constraint_most[l] - g->constraint_least[l];
        double before = y->of[l];
        if (gradient[l] != 0)
            y->of[l] += (target - now) / norm * gradient[l] / range;
        bool crosses = before * y->of[l] < 0;
        if (crosses || (y->of[l] > 0 && !isfinite(q->lo)) ||
            (y->of[l] < 0 && !isfinite(q->hi)))
            y->of[l] = 0;
    }
    return true;
}

/* Fills the m-th relaxation with multipliers that are good for a pattern, from those in y. */
static void tune_relaxation(struct party_patterns *p, const struct party_pattern *now,
                            size_t m, struct multipliers *y)
{
    const struct party_reduced *r = p->groups->reduced;
    struct multipliers best = *y;
    double most = -INFINITY, ahead = 0.2;
    for (int round = 0; round < TUNING_ROUNDS; round++) {
        int64_t price = 0;
        size_t by = 0;
        begin_relaxation(p, m);
        relax_constraints(p, m, y);
        for (size_t t = 0; t < p->n_traits; t++) {
            int64_t sum = p->constant[m], least[PARTY_PATTERN_PRICES];
            uint16_t value[PARTY_PATTERN_PRICES];
            for (size_t label = 0; label < count_labels(now, t); label++) {
                price_label(p, now, t, label, least, value);
                sum += least[m];
            }
            if (t == 0 || sum > price) {
                price = sum;
                by = t;
            }
        }
        double coins = (double)price / PARTY_PATTERN_UNIT;
        if (coins > most) {
            most = coins;
            best = *y;
        } else {
            ahead *= 0.9;
        }
        double sum[PARTY_MAX_REQUIREMENTS] = {0};
        add_up_cheapest(p, now, m, by, y, sum);
        if (!move_multipliers(p, sum, coins, fmax(most, coins) + ahead * (fabs(most) + 1),
                              y))
            break;
    }
    *y = best;
    begin_relaxation(p, m);
    relax_constraints(p, m, y);
    if (getenv("DBG")) { fprintf(stderr,"column %zu: bound %g, before %d; y", m, most, now->bound); for (size_t l=0;l<r->n_constraints;l++) fprintf(stderr," %g",y->of[l]); fprintf(stderr,"\n"); }
}

/* The pattern of the least bound that the formation may admit; NULL: none. */
static struct party_pattern *cheapest_pattern(struct party_patterns *p,
                                              struct party_placement *placement)
{
    for (;;) {
        struct party_pattern *best = NULL;
        for (size_t i = 0; i < p->n; i++)
            if (p->pattern[i].answer != PARTY_PATTERN_REJECTED &&
                (!best || p->pattern[i].bound < best->bound))
                best = &p->pattern[i];
        if (!best || party_patterns_admit(p, placement, best))
            return best;
    }
}

static void price_patterns(struct party_patterns *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->pattern[i].answer != PARTY_PATTERN_REJECTED) {
            int32_t bound = price_pattern(p, &p->pattern[i]);
            if (bound > p->pattern[i].bound)
                p->pattern[i].bound = bound;
        }
}

/* Each further relaxation is tuned on the pattern that is cheapest by those before. */
static bool add_relaxations(struct party_patterns *p, struct party_placement *placement)
{
    struct multipliers y = {{0}};
    while (p->n_relaxations < PARTY_PATTERN_PRICES) {
        struct party_pattern *pattern = cheapest_pattern(p, placement);
        if (!pattern || placement->interrupted || interrupt_pending())
            return !pattern;
        tune_relaxation(p, pattern, p->n_relaxations, &y);
        p->n_relaxations++;
        price_patterns(p);
    }
    return true;
}

bool party_patterns_list(struct party_patterns *p, struct party_placement *placement)
{
    /* Factors of the slope, in quarters; by hand. */
    static const int quarters[] = {0, 2, 3, 4, 5, 6, 8, 12};
    if (!p->available || p->listed)
        return p->available;
    fill_keys(p);
    fill_losses(p);
    clock_t t0=clock();
    int64_t slope = least_slope(p);
    size_t n_quarters = sizeof quarters / sizeof *quarters;
    for (size_t m = 0; m < n_quarters; m++) {
        begin_relaxation(p, m);
        relax_steps(p, m, slope * quarters[m] / 4);
    }
    p->n_relaxations = n_quarters;
    for (size_t m = n_quarters; m < PARTY_PATTERN_PRICES; m++)
        p->constant[m] = 0;
    struct listing listing = {.patterns = p, .n_traits = p->n_traits};
    p->n = 0;
    add_parts(&listing, p->groups->reduced->n_places, p->groups->reduced->n_places);
    if (getenv("DBG")) fprintf(stderr,"%zu patterns, %.2f s, losses %u %u %u %u\n",p->n,(double)(clock()-t0)/CLOCKS_PER_SEC,p->loss[0],p->loss[1],p->loss[2],p->loss[3]);
    if (listing.stopped) {
        p->available = p->n < MOST_PATTERNS;
        return false;
    }
    if (!add_relaxations(p, placement))
        return false;
    if (getenv("DBG2")) { clock_t t1=clock(); for (size_t i=0;i<p->n;i++) party_patterns_admit(p,placement,&p->pattern[i]); fprintf(stderr,"all admitted: %.2f s\n",(double)(clock()-t1)/CLOCKS_PER_SEC);
    for(int i=0;i<3;i++){for(int j=0;j<7;j++)fprintf(stderr," %ld",HH[i][j]);fprintf(stderr,"\n");}}
    if (getenv("DBG")) fprintf(stderr,"relaxed, %.2f s\n",(double)(clock()-t0)/CLOCKS_PER_SEC);
    qsort(p->pattern, p->n, sizeof *p->pattern, by_bound);
    p->listed = true;
    return true;
}
