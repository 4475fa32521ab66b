#include "party_levels.h"

#include "party_nested.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Doublings of a multiplier until its constraint holds, bisections, and passes over all
 * multipliers; by hand. */
enum { DOUBLINGS = 30, HALVINGS = 12, ROUNDS = 3 };

/* A trait whose party may have so few different values that each is decided; by hand. */
enum { FEW = 3 };

static const struct party_value_limits *limits_of(const struct party_reduced *r,
                                                  uint32_t trait)
{
    for (size_t i = 0; i < r->n_limits; i++)
        if (r->limits[i].trait == trait)
            return &r->limits[i];
    return NULL;
}

/* The most heroes out of position: they have no points. */
static int most_out(const struct party_reduced *r)
{
    int full = r->chemistry->most;
    if (full == 0)
        return (int)r->n_places;
    int spare = full * (int)r->n_places - r->chemistry_min;
    return r->chemistry_least > 0 || spare < 0 ? 0 : spare / full;
}

/* The trait of the pool by whose values heroes share those of a trait of chemistry. */
static uint32_t base_of(const struct party *party, uint32_t trait)
{
    for (uint32_t t = 0; t < party->n_traits; t++)
        if (party->trait[t].linked == trait + 1)
            return t;
    return trait;
}

/* The limits of a trait, as they are for heroes in position: of the others there are at most so many. */
static struct party_value_limits limits_in(const struct party_reduced *r, uint32_t base,
                                           int out)
{
    const struct party_value_limits *given = limits_of(r, base);
    int n = (int)r->n_places;
    struct party_value_limits limits = {.distinct_max = n, .same_max = n};
    if (!given)
        return limits;
    limits = *given;
    if (out > 0) {
        limits.same_min -= out;
        limits.distinct_max = n;
    }
    return limits;
}

/* Lists the levels of a trait; false if there are too many.
 *
 * out     heroes out of position, at most
 * points  NULL for none */
static bool list_levels(const struct party_reduced *r,
                        const struct party_value_limits *limits, int out,
                        struct party_levels_trait *t, const uint16_t *points)
{
    size_t most = limits->same_max >= 0 ? (size_t)limits->same_max : r->n_places;
    t->same_min = limits->same_min;
    t->distinct_max = (size_t)limits->distinct_max;
    t->few =
        t->distinct_max <= FEW && out == 0; /* those out of position have no level */
    t->n = 0;
    t->points[0] = points ? points[1] : 0;
    for (size_t k = 1; k <= most; k++) {
        bool more = points && k > 1 && points[k] > points[k - 1];
        if (!more && !(t->few && k == 1) && (int)k != t->same_min)
            continue;
        if (k == 1 && !t->few)
            continue;
        if (t->n == PARTY_LEVELS_MOST)
            return false;
        t->heroes[++t->n] = (uint8_t)k;
        t->points[t->n] = points ? points[k] : 0;
    }
    t->first = t->few || t->n == 0 ? 1 : 2;
    if (t->same_min > 1 && t->n > 0 && t->heroes[1] >= t->same_min)
        t->first = 1;
    return true;
}

/* Heroes left of each value; none of that of heroes out of position, which reaches no level. */
static bool count_supply(const struct party_reduced *r, struct party_levels_trait *t,
                         struct arena *perm)
{
    const struct party_trait *trait = &r->party->trait[t->trait];
    uint8_t *supply = ARENA_NEW(perm, uint8_t, trait->n_values + 1);
    t->n_values = trait->n_values;
    t->unlinked = trait->unlinked;
    for (size_t h = 0; supply && h < r->n + r->n_fixed; h++) {
        uint32_t row = h < r->n ? r->row[h] : r->fixed_row[h - r->n];
        uint8_t *left = &supply[trait->code[row]];
        if (*left < r->n_places && !party_is_unlinked(trait, trait->code[row]))
            ++*left;
    }
    t->supply = supply;
    return supply != NULL;
}

/* The largest number of heroes that must have one value of a trait, but for `out` of them. */
static void find_wanted(const struct party *party, uint32_t trait, int out,
                        struct party_levels_trait *t)
{
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *q = &party->requirement[i];
        if (q->kind != PARTY_COUNT || q->column != trait ||
            !(q->min > t->wanted + out) || q->min > (double)party->n_places)
            continue;
        t->wanted = (uint8_t)(ceil(q->min) - out);
        t->wanted_value = q->value;
    }
}

/* Adds a trait, those with few values first. */
static void add_trait(struct party_levels *x, const struct party_levels_trait *own)
{
    const struct party_trait *trait = x->reduced->party->trait;
    size_t k = x->n_traits++;
    for (; k > 0 && trait[x->trait[k - 1].trait].n_values > trait[own->trait].n_values;
         k--)
        x->trait[k] = x->trait[k - 1];
    x->trait[k] = *own;
}

/* The traits whose values have levels, those of chemistry and then others; false if there are too
 * many of chemistry, or one has too many levels. */
static bool find_traits(struct party_levels *x)
{
    const struct party_reduced *r = x->reduced;
    size_t most = r->party->other ? PARTY_LEVELS_TRAITS : PARTY_LEVELS_OWN_TRAITS;
    uint32_t chemical = 0;
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++) {
        const struct party_chemistry_trait *rule = &r->chemistry->trait[i];
        struct party_levels_trait own = {.trait = rule->trait};
        uint32_t base = base_of(r->party, rule->trait);
        int out = base != rule->trait ? most_out(r) : 0;
        struct party_value_limits limits = limits_in(r, base, out);
        find_wanted(r->party, base, out, &own);
        find_wanted(r->party, rule->trait, 0, &own);
        chemical |= 1U << rule->trait | (uint32_t)(out == 0) << base;
        if (x->n_traits == PARTY_LEVELS_OWN_TRAITS ||
            !list_levels(r, &limits, out, &own, rule->points))
            return false;
        add_trait(x, &own);
    }
    for (uint32_t t = 0; t < r->party->n_traits; t++) {
        int out = r->party->trait[t].unlinked ? (int)r->n_places : 0;
        struct party_value_limits limits = limits_in(r, t, out);
        struct party_levels_trait own = {.trait = t};
        find_wanted(r->party, t, 0, &own);
        bool limited =
            limits_of(r, t) && (limits.same_min > 1 || limits.distinct_max <= FEW);
        if (!(chemical >> t & 1) && (own.wanted || limited) && x->n_traits < most &&
            list_levels(r, &limits, out, &own, NULL))
            add_trait(x, &own);
    }
    return true;
}

static void find_points(struct party_levels *x)
{
    const struct party_reduced *r = x->reduced;
    x->spare = -1;
    if (!r->chemistry)
        return;
    x->full = r->chemistry->most;
    x->least = r->chemistry_least;
    int spare = x->full * (int)r->n_places - r->chemistry_min;
    if (r->chemistry_min > 0 && spare >= 0 && spare < 64 && x->full < 8)
        x->spare = spare;
}

/* Free places of the same heroes are of one kind. */
static enum status find_kinds(struct party_levels *x, struct arena *perm,
                              struct error *err)
{
    const struct party_reduced *r = x->reduced;
    const struct party *party = r->party;
    size_t size[PARTY_MAX_PLACES] = {0}, first[PARTY_MAX_PLACES];
    x->kinds = ARENA_NEW(perm, uint64_t, r->n + 1);
    if (!x->kinds)
        return error_set(err, STATUS_MEMORY, "no memory for places");
    for (size_t p = 0; p < party->n_places; p++) {
        if (party->fixed[p] >= 0)
            continue;
        size_t k = 0;
        for (; k < x->n_kinds; k++) {
            bool same = true;
            for (size_t c = 0; same && party->place_class && c < party->n_place_classes;
                 c++)
                same = (party->class_places[c] >> p & 1) ==
                       (party->class_places[c] >> first[k] & 1);
            if (same)
                break;
        }
        if (k == x->n_kinds)
            first[x->n_kinds++] = p;
        size[k]++;
    }
    /* Kinds of several places come first: there the bound takes one hero twice. */
    for (size_t n = r->n_places; n > 0; n--)
        for (size_t k = 0; k < x->n_kinds; k++)
            for (size_t i = 0; size[k] == n && i < n; i++)
                x->kind[x->n_places++] = (uint8_t)k;
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < x->n_kinds; k++)
            if (party_may_stand(party, (int32_t)r->row[i], first[k])) {
                x->kinds[i] |= (uint64_t)1 << k;
                x->n_pairs++;
            }
    return STATUS_OK;
}

/* The constraints to relax: not those of chemistry and places. */
static enum status find_sums(struct party_levels *x, struct arena *perm,
                             struct error *err)
{
    const struct party_reduced *r = x->reduced;
    x->value = ARENA_NEW(perm, double, r->n_constraints * r->n + 1);
    if (!x->value)
        return error_set(err, STATUS_MEMORY, "no memory for sums");
    for (size_t i = 0; i < r->n; i++)
        x->dearest = fmax(x->dearest, (double)r->n_places * r->coins[i]);
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *c = &r->constraint[l];
        if (c->requirement >= party_given(r->party) ||
            r->party->requirement[c->requirement].kind == PARTY_CHEMISTRY)
            continue;
        x->lo[x->n_sums] = c->lo - c->fixed;
        x->hi[x->n_sums] = c->hi - c->fixed;
        x->size[x->n_sums] = c->size;
        for (size_t i = 0; i < r->n; i++)
            x->value[x->n_sums * r->n + i] =
                party_constraint_value(r->party, c, r->row[i]);
        x->n_sums++;
    }
    return STATUS_OK;
}

/* Multipliers > 0 for a lower bound, < 0 for an upper one. */
struct relaxation {
    const struct party_levels *levels;
    uint32_t *hero; /* the cheapest of those alike in places and all sums */
    size_t n_heroes;
    double multiplier[PARTY_MAX_REQUIREMENTS];
    double bound, constant;
    double sum[PARTY_MAX_REQUIREMENTS]; /* of each, at the minimizer */
};

static int by_likeness(const void *a, const void *b, void *context)
{
    const struct party_levels *x = context;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    if (x->kinds[i] != x->kinds[k])
        return x->kinds[i] < x->kinds[k] ? -1 : 1;
    for (size_t l = 0; l < x->n_sums; l++) {
        double v = x->value[l * x->reduced->n + i], w = x->value[l * x->reduced->n + k];
        if (v != w)
            return v < w ? -1 : 1;
    }
    return 0;
}

static int by_likeness_and_coins(const void *a, const void *b, void *context)
{
    const struct party_levels *x = context;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    int order = by_likeness(a, b, context);
    if (order == 0)
        order = (x->reduced->coins[i] > x->reduced->coins[k]) -
                (x->reduced->coins[i] < x->reduced->coins[k]);
    return order ? order : (i > k) - (i < k);
}

static void choose_cheapest(struct relaxation *q)
{
    const struct party_levels *x = q->levels;
    for (size_t i = 0; i < x->reduced->n; i++)
        q->hero[i] = (uint32_t)i;
    qsort_r(q->hero, x->reduced->n, sizeof *q->hero, by_likeness_and_coins, (void *)x);
    for (size_t i = 0; i < x->reduced->n; i++)
        if (i == 0 || by_likeness(&q->hero[i], &q->hero[q->n_heroes - 1], (void *)x))
            q->hero[q->n_heroes++] = q->hero[i];
}

double party_levels_price(const struct party_levels *x, const double *multiplier,
                          size_t hero)
{
    const struct party_reduced *r = x->reduced;
    double price = r->coins[hero];
    for (size_t l = 0; l < x->n_sums; l++)
        price -= multiplier[l] * x->value[l * r->n + hero];
    return price;
}

double party_levels_constant(const struct party_levels *x, const double *multiplier)
{
    double constant = x->reduced->fixed_coins, size = x->dearest;
    for (size_t l = 0; l < x->n_sums; l++) {
        double m = multiplier[l];
        if (m == 0)
            continue;
        constant += m * (m > 0 ? x->lo[l] : x->hi[l]);
        size += 2 * fabs(m) * x->size[l];
    }
    return constant - PARTY_SLACK * (size + fabs(constant));
}

/* Solves the relaxation without levels: the cheapest heroes of each kind of places. */
static void relax(struct relaxation *q)
{
    const struct party_levels *x = q->levels;
    double best[PARTY_MAX_PLACES];
    uint32_t hero[PARTY_MAX_PLACES];
    memset(q->sum, 0, sizeof q->sum);
    q->constant = party_levels_constant(x, q->multiplier);
    for (size_t k = 0; k < x->n_kinds; k++)
        best[k] = INFINITY;
    for (size_t j = 0; j < q->n_heroes; j++) {
        uint32_t i = q->hero[j];
        double price = party_levels_price(x, q->multiplier, i);
        for (uint64_t k = x->kinds[i]; k; k &= k - 1) {
            size_t at = (size_t)__builtin_ctzll(k);
            if (price < best[at]) {
                best[at] = price;
                hero[at] = i;
            }
        }
    }
    double bound = 0;
    for (size_t p = 0; p < x->n_places; p++) {
        double price = best[x->kind[p]];
        bound += price;
        if (isinf(price))
            break;
        for (size_t l = 0; l < x->n_sums; l++)
            q->sum[l] += x->value[l * x->reduced->n + hero[x->kind[p]]];
    }
    q->bound = bound + q->constant;
}

/* Sets the multiplier of one constraint, the others given, where the subgradient changes its
 * sign. */
static void tune(struct relaxation *q, size_t l)
{
    const struct party_levels *x = q->levels;
    q->multiplier[l] = 0;
    relax(q);
    double sign = q->sum[l] < x->lo[l] ? 1 : q->sum[l] > x->hi[l] ? -1 : 0;
    if (sign == 0 || isinf(q->bound))
        return;
    double target = sign > 0 ? x->lo[l] : x->hi[l];
    double low = 0, high = 1e-3 * (1 + fmax(0, q->bound)) / (1 + fabs(target));
    bool kept = false;
    for (int i = 0; i < DOUBLINGS && !kept; i++) {
        low = i ? high : 0;
        high *= 2;
        q->multiplier[l] = sign * high;
        relax(q);
        kept = sign * (q->sum[l] - target) >= 0;
    }
    double best = -INFINITY, at = 0;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        q->multiplier[l] = sign * middle;
        relax(q);
        if (q->bound > best) {
            best = q->bound;
            at = sign * middle;
        }
        if (sign * (q->sum[l] - target) >= 0)
            high = middle;
        else
            low = middle;
    }
    q->multiplier[l] = at;
}

static void tune_all(struct party_levels *x, uint32_t *hero)
{
    struct relaxation q = {.levels = x, .hero = hero};
    double multiplier[PARTY_MAX_REQUIREMENTS] = {0};
    choose_cheapest(&q);
    relax(&q);
    double best = q.bound;
    for (int round = 0; round < ROUNDS; round++) {
        double before = best;
        for (size_t l = 0; l < x->n_sums; l++) {
            tune(&q, l);
            relax(&q);
            if (q.bound > best) {
                best = q.bound;
                memcpy(multiplier, q.multiplier, sizeof multiplier);
            }
        }
        if (x->n_sums < 2 || best <= before * (1 + 1e-6))
            break;
    }
    memcpy(x->multiplier, multiplier, sizeof multiplier);
    x->bound = best;
    x->coins = 0;
    if (x->bound > 0)
        x->coins = x->bound < PARTY_COINS_NONE - 1 ? (int32_t)ceil(x->bound)
                                                   : PARTY_COINS_NONE - 1;
}

bool party_levels_are_for(const struct party_reduced *r)
{
    return !r->synergy && !r->impossible &&
           (r->chemistry || r->n_ratings > 0 || r->party->place_class) &&
           r->n_free > 0 && r->n_free <= PARTY_LEVELS_PLACES && r->n >= 2 * r->n_free;
}

enum status party_levels_init(struct party_levels **levels,
                              const struct party_reduced *r, struct arena *perm,
                              struct error *err)
{
    *levels = NULL;
    if (!party_levels_are_for(r))
        return STATUS_OK;
    struct party_levels *x = ARENA_NEW(perm, struct party_levels, 1);
    if (!x)
        return error_set(err, STATUS_MEMORY, "no memory for levels");
    *x = (struct party_levels){.reduced = r};
    if (!find_traits(x))
        return STATUS_OK;
    for (size_t t = 0; t < x->n_traits; t++)
        if (!count_supply(r, &x->trait[t], perm))
            return error_set(err, STATUS_MEMORY, "no memory for levels");
    find_points(x);
    if (find_kinds(x, perm, err) || find_sums(x, perm, err))
        return err->status;
    uint32_t *hero = malloc((r->n + 1) * sizeof *hero);
    if (!hero)
        return error_set(err, STATUS_MEMORY, "no memory for levels");
    tune_all(x, hero);
    free(hero);
    *levels = x;
    return party_nested_init(x, perm, err);
}
