#include "party_levels.h"

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

/* Lists the levels of a trait; false if there are too many. `points`: NULL for none. */
static bool list_levels(const struct party_reduced *r, struct party_levels_trait *t,
                        const uint16_t *points)
{
    const struct party_value_limits *limits = limits_of(r, t->trait);
    size_t n = r->n_places, most = party_reduced_most_alike(r, t->trait);
    t->same_min = limits ? limits->same_min : 0;
    t->distinct_max = limits ? (size_t)limits->distinct_max : n;
    t->few = t->distinct_max <= FEW;
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

/* Heroes left of each value. */
static bool count_supply(const struct party_reduced *r, struct party_levels_trait *t,
                         struct arena *perm)
{
    const struct party_trait *trait = &r->party->trait[t->trait];
    uint8_t *supply = ARENA_NEW(perm, uint8_t, trait->n_values + 1);
    t->n_values = trait->n_values;
    for (size_t h = 0; supply && h < r->n + r->n_fixed; h++) {
        uint32_t row = h < r->n ? r->row[h] : r->fixed_row[h - r->n];
        supply[trait->code[row]] += supply[trait->code[row]] < r->n_places;
    }
    t->supply = supply;
    return supply != NULL;
}

/* The largest number of heroes that must have one value of a trait; 0: none. */
static uint8_t find_wanted(const struct party *party, uint32_t trait, uint32_t *value)
{
    uint8_t most = 0;
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *q = &party->requirement[i];
        if (q->kind != PARTY_COUNT || q->column != trait || !(q->min > most) ||
            q->min > (double)party->n_places)
            continue;
        most = (uint8_t)ceil(q->min);
        *value = q->value;
    }
    return most;
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
    uint32_t chemical = 0;
    for (size_t i = 0; r->chemistry && i < r->chemistry->n; i++) {
        const struct party_chemistry_trait *rule = &r->chemistry->trait[i];
        struct party_levels_trait own = {.trait = rule->trait};
        own.wanted = find_wanted(r->party, rule->trait, &own.wanted_value);
        chemical |= 1U << rule->trait;
        if (x->n_traits == PARTY_LEVELS_TRAITS || !list_levels(r, &own, rule->points))
            return false;
        add_trait(x, &own);
    }
    for (uint32_t t = 0; t < r->party->n_traits; t++) {
        const struct party_value_limits *limits = limits_of(r, t);
        struct party_levels_trait own = {.trait = t};
        own.wanted = find_wanted(r->party, t, &own.wanted_value);
        bool limited = limits && (limits->same_min > 1 || limits->distinct_max <= FEW);
        if (!(chemical >> t & 1) && (own.wanted || limited) &&
            x->n_traits < PARTY_LEVELS_TRAITS && list_levels(r, &own, NULL))
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

static double reduced_price(const struct party_levels *x, const double *multiplier,
                            size_t hero)
{
    const struct party_reduced *r = x->reduced;
    double price = r->coins[hero];
    for (size_t l = 0; l < x->n_sums; l++)
        price -= multiplier[l] * x->value[l * r->n + hero];
    return price;
}

/* What is added to the reduced prices of the free heroes, less the rounding error of the sum. */
static double constant_of(const struct party_levels *x, const double *multiplier)
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
    q->constant = constant_of(x, q->multiplier);
    for (size_t k = 0; k < x->n_kinds; k++)
        best[k] = INFINITY;
    for (size_t j = 0; j < q->n_heroes; j++) {
        uint32_t i = q->hero[j];
        double price = reduced_price(x, q->multiplier, i);
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
    double best = -INFINITY;
    choose_cheapest(&q);
    relax(&q);
    double multiplier[PARTY_MAX_REQUIREMENTS] = {0};
    best = q.bound;
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

/* Whether a search by levels is for this challenge. */
static bool is_for(const struct party_reduced *r)
{
    return !r->synergy && !r->impossible &&
           (r->chemistry || r->n_ratings > 0 || r->party->place_class) && r->n_free > 0;
}

enum status party_levels_init(struct party_levels **levels,
                              const struct party_reduced *r, struct arena *perm,
                              struct error *err)
{
    *levels = NULL;
    if (!is_for(r))
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
    return STATUS_OK;
}

/* Keys of classes: a slot of each trait, and the points missing. */
enum { KEY_BASE = PARTY_LEVELS_DEMANDS + 1, KEYS = KEY_BASE * KEY_BASE * KEY_BASE * 8 };

size_t party_levels_bytes(const struct party_reduced *r)
{
    size_t values = 0, pairs = 1, kind = sizeof(double) + sizeof(uint32_t);
    if (!is_for(r))
        return 0;
    for (size_t t = 0; t < r->party->n_traits; t++)
        if (r->party->trait[t].n_values > values)
            values = r->party->trait[t].n_values;
    for (size_t i = 0; i < r->n; i++)
        pairs += r->party->place_class
                     ? __builtin_popcountll(
                           r->party->class_places[r->party->place_class[r->row[i]]])
                     : 1;
    return pairs * sizeof(uint32_t) +
           (r->n + 1) * (sizeof(double) + sizeof(uint16_t) + 2 * sizeof(uint32_t)) +
           PARTY_LEVELS_CLASSES *
               (sizeof(struct party_levels_class) + r->n_places * kind) +
           (size_t)KEYS * sizeof(uint16_t) + (size_t)PARTY_LEVELS_STATES * 3 +
           (r->n_places + 1) * PARTY_LEVELS_STATES * sizeof(double) +
           3 * PARTY_LEVELS_TRAITS * (values + 1) +
           (11 + 3 * PARTY_LEVELS_TRAITS) * ARENA_ALIGN;
}

void party_levels_begin(struct party_levels_table *t, const struct party_levels *x,
                        struct party_levels_node *node, struct arena *scratch)
{
    *t = (struct party_levels_table){.levels = x};
    t->price = ARENA_NEW(scratch, double, x->reduced->n + 1);
    t->active = ARENA_NEW(scratch, uint32_t, x->reduced->n + 1);
    t->class_of = ARENA_NEW(scratch, uint16_t, x->reduced->n + 1);
    t->class = ARENA_NEW(scratch, struct party_levels_class, PARTY_LEVELS_CLASSES);
    t->number = ARENA_NEW(scratch, uint16_t, KEYS);
    t->best = ARENA_NEW(scratch, double, PARTY_LEVELS_CLASSES * x->n_kinds);
    t->best_hero = ARENA_NEW(scratch, uint32_t, PARTY_LEVELS_CLASSES * x->n_kinds);
    t->open = ARENA_NEW(scratch, uint16_t, PARTY_LEVELS_STATES);
    t->missing = ARENA_NEW(scratch, uint8_t, PARTY_LEVELS_STATES);
    t->least = ARENA_NEW(scratch, double, (x->n_places + 1) * PARTY_LEVELS_STATES);
    for (size_t i = 0; i < x->n_traits; i++) {
        size_t values = x->trait[i].n_values;
        node->level[i] = ARENA_NEW(scratch, uint8_t, values + 1);
        node->demand[i] = ARENA_NEW(scratch, uint8_t, values + 1);
        memset(node->level[i], 0, values + 1);
        memset(node->demand[i], 0, values + 1);
    }
    for (uint32_t i = 0; i < x->reduced->n; i++)
        t->active[t->n_active++] = i;
    party_levels_reduce(t, x->multiplier);
}

void party_levels_reduce(struct party_levels_table *t, const double *multiplier)
{
    memmove(t->multiplier, multiplier, sizeof t->multiplier);
    for (size_t j = 0; j < t->n_active; j++)
        t->price[t->active[j]] = reduced_price(t->levels, multiplier, t->active[j]);
    t->constant = constant_of(t->levels, multiplier);
}

/* Which demands the table keeps: the largest of each trait, as many as fit. */
struct kept {
    uint16_t code[PARTY_LEVELS_TRAITS * PARTY_LEVELS_DEMANDS];
    uint8_t trait[PARTY_LEVELS_TRAITS * PARTY_LEVELS_DEMANDS];
};

static void lay_out(struct party_levels_table *t, const struct party_levels_node *node,
                    struct kept *kept)
{
    const struct party_levels *x = t->levels;
    size_t in_trait[PARTY_LEVELS_TRAITS] = {0};
    t->n_demands = 0;
    t->missing_stride = 1;
    t->n_states = x->spare >= 0 ? (size_t)x->spare + 1 : 1;
    for (size_t size = x->reduced->n_places; size > 0; size--)
        for (size_t i = 0; i < x->n_traits; i++)
            for (uint32_t v = 0; v < x->trait[i].n_values; v++) {
                if (node->demand[i][v] != size || in_trait[i] == PARTY_LEVELS_DEMANDS ||
                    t->n_states * (size + 1) > PARTY_LEVELS_STATES)
                    continue;
                size_t d = t->n_demands++;
                t->slot_of[i][in_trait[i]++] = (uint8_t)(d + 1);
                kept->code[d] = (uint16_t)v;
                kept->trait[d] = (uint8_t)i;
                t->needed[d] = (uint8_t)size;
                t->stride[d] = (uint32_t)t->n_states;
                t->n_states *= size + 1;
            }
    t->start = 0;
    for (size_t d = 0; d < t->n_demands; d++)
        t->start += t->needed[d] * t->stride[d];
    for (uint32_t s = 0; s < t->n_states; s++) {
        t->open[s] = 0;
        t->missing[s] = x->spare >= 0 ? (uint8_t)(s % ((size_t)x->spare + 1)) : 0;
        for (size_t d = 0; d < t->n_demands; d++)
            if (s / t->stride[d] % (t->needed[d] + 1U) > 0)
                t->open[s] |= (uint16_t)(1U << d);
    }
}

/* The class of a hero; false if the assumptions bar it. */
static bool class_of_row(const struct party_levels_table *t,
                         const struct party_levels_node *node, const struct kept *kept,
                         uint32_t row, struct party_levels_class *class, size_t *key)
{
    const struct party_levels *x = t->levels;
    int points = 0;
    *key = 0;
    memset(class, 0, sizeof *class);
    for (size_t i = 0; i < x->n_traits; i++) {
        const struct party_levels_trait *trait = &x->trait[i];
        uint16_t code = x->reduced->party->trait[trait->trait].code[row];
        size_t level = node->level[i][code], slot = 0;
        if (trait->few && level == 0)
            return false;
        points += trait->points[level];
        for (size_t d = 0; node->demand[i][code] && d < t->n_demands; d++)
            if (kept->trait[d] == i && kept->code[d] == code) {
                class->slot[i] = (uint8_t)(d + 1);
                while (t->slot_of[i][slot] != d + 1)
                    slot++;
                slot++;
            }
        *key = *key * KEY_BASE + slot;
    }
    points = points < x->full ? points : x->full;
    class->missing = x->spare >= 0 ? (uint8_t)(x->full - points) : 0;
    *key = *key * 8 + class->missing;
    return points >= x->least && (x->spare < 0 || x->full - points <= x->spare);
}

static size_t number_class(struct party_levels_table *t,
                           const struct party_levels_class *class, size_t key)
{
    size_t n_kinds = t->levels->n_kinds;
    if (t->number[key] == 0) {
        assert(t->n_classes < PARTY_LEVELS_CLASSES);
        size_t c = t->n_classes++;
        t->class[c] = *class;
        t->number[key] = (uint16_t)(c + 1);
        for (size_t k = 0; k < n_kinds; k++)
            t->best[c * n_kinds + k] = INFINITY;
    }
    return t->number[key] - 1U;
}

/* Classes, and the cheapest hero of each for each kind of places. */
static void classify(struct party_levels_table *t, const struct party_levels_node *node,
                     const struct kept *kept)
{
    const struct party_levels *x = t->levels;
    t->n_classes = 0;
    memset(t->number, 0, KEYS * sizeof *t->number);
    for (size_t j = 0; j < t->n_active; j++) {
        uint32_t i = t->active[j];
        struct party_levels_class class;
        size_t key;
        t->class_of[i] = PARTY_LEVELS_CLASSES;
        if (!class_of_row(t, node, kept, x->reduced->row[i], &class, &key))
            continue;
        size_t c = number_class(t, &class, key);
        t->class_of[i] = (uint16_t)c;
        for (uint64_t k = x->kinds[i]; k; k &= k - 1) {
            size_t at = c * x->n_kinds + (size_t)__builtin_ctzll(k);
            if (t->price[i] < t->best[at]) {
                t->best[at] = t->price[i];
                t->best_hero[at] = i;
            }
        }
    }
}

size_t party_levels_solve(struct party_levels_table *t,
                          const struct party_levels_node *node)
{
    const struct party_levels *x = t->levels;
    const struct party_reduced *r = x->reduced;
    struct kept kept;
    lay_out(t, node, &kept);
    classify(t, node, &kept);
    t->bound = INFINITY;
    size_t work = t->n_active * (1 + x->n_traits);
    for (size_t f = 0; f < r->n_fixed; f++) {
        struct party_levels_class class;
        size_t key;
        if (!class_of_row(t, node, &kept, r->fixed_row[f], &class, &key))
            return work;
        t->start = party_levels_next(t, t->start, &class);
        if (t->start == PARTY_LEVELS_STATES)
            return work;
    }
    double *least = t->least + x->n_places * PARTY_LEVELS_STATES;
    for (size_t s = 0; s < t->n_states; s++)
        least[s] = t->open[s] ? INFINITY : 0;
    for (size_t p = x->n_places; p-- > 0;) {
        const double *after = t->least + (p + 1) * PARTY_LEVELS_STATES;
        least = t->least + p * PARTY_LEVELS_STATES;
        for (uint32_t s = 0; s < t->n_states; s++)
            least[s] = INFINITY;
        for (size_t c = 0; c < t->n_classes; c++) {
            double price = t->best[c * x->n_kinds + x->kind[p]];
            if (isinf(price))
                continue;
            for (uint32_t s = 0; s < t->n_states; s++) {
                uint32_t next = party_levels_next(t, s, &t->class[c]);
                if (next < PARTY_LEVELS_STATES && price + after[next] < least[s])
                    least[s] = price + after[next];
            }
        }
    }
    t->bound = t->least[t->start] + t->constant;
    return work + x->n_places * t->n_states * t->n_classes;
}

void party_levels_trace(const struct party_levels_table *t, uint32_t *hero)
{
    const struct party_levels *x = t->levels;
    uint32_t s = t->start;
    assert(isfinite(t->bound));
    for (size_t p = 0; p < x->n_places; p++) {
        const double *after = t->least + (p + 1) * PARTY_LEVELS_STATES;
        double best = INFINITY;
        uint32_t to = s;
        for (size_t c = 0; c < t->n_classes; c++) {
            size_t at = c * x->n_kinds + x->kind[p];
            uint32_t next = party_levels_next(t, s, &t->class[c]);
            if (next == PARTY_LEVELS_STATES || !(t->best[at] + after[next] < best))
                continue;
            best = t->best[at] + after[next];
            hero[p] = t->best_hero[at];
            to = next;
        }
        s = to;
    }
}

/* Whether a hero is in no class, or in none of its places near enough to the best of it. */
static bool is_out(const struct party_levels_table *t, uint32_t i, double excess)
{
    const struct party_levels *x = t->levels;
    uint16_t c = t->class_of[i];
    for (uint64_t k = c < PARTY_LEVELS_CLASSES ? x->kinds[i] : 0; k; k &= k - 1)
        if (t->price[i] - t->best[c * x->n_kinds + (size_t)__builtin_ctzll(k)] <=
            excess)
            return false;
    return true;
}

size_t party_levels_shrink(struct party_levels_table *t, double limit)
{
    size_t kept = 0;
    for (size_t j = 0; j < t->n_active; j++) {
        uint32_t i = t->active[j];
        if (is_out(t, i, limit - t->bound))
            continue;
        t->active[j] = t->active[kept];
        t->active[kept++] = i;
    }
    return kept;
}

/* The subgradient of the bound, each part relative to the size of its sum; returns the square of
 * its length. */
static double find_gradient(const struct party_levels_table *t, double *gradient)
{
    const struct party_levels *x = t->levels;
    uint32_t hero[PARTY_MAX_PLACES];
    double length = 0;
    party_levels_trace(t, hero);
    for (size_t l = 0; l < x->n_sums; l++) {
        double sum = 0;
        for (size_t p = 0; p < x->n_places; p++)
            sum += x->value[l * x->reduced->n + hero[p]];
        double below = x->lo[l] - sum, above = x->hi[l] - sum;
        gradient[l] = t->multiplier[l] > 0 || below > 0   ? below
                      : t->multiplier[l] < 0 || above < 0 ? above
                                                          : 0;
        length += gradient[l] * gradient[l];
    }
    return length;
}

/* The factor of a step after one that did not raise the bound; by hand. */
static const double TUNING_SHRINK = 0.6;

size_t party_levels_tune(struct party_levels_table *t,
                         const struct party_levels_node *node, double limit, int steps)
{
    const struct party_levels *x = t->levels;
    double best = t->bound, factor = 1, multiplier[PARTY_MAX_REQUIREMENTS],
           gradient[PARTY_MAX_REQUIREMENTS];
    size_t work = 0;
    memcpy(multiplier, t->multiplier, sizeof multiplier);
    for (int step = 0; step < steps && isfinite(t->bound) && t->bound <= limit;
         step++) {
        double length = find_gradient(t, gradient), next[PARTY_MAX_REQUIREMENTS] = {0};
        if (length == 0)
            break;
        for (size_t l = 0; l < x->n_sums; l++) {
            next[l] = t->multiplier[l] +
                      factor * (limit + 1 - t->bound) / length * gradient[l];
            if ((next[l] > 0 && isinf(x->lo[l])) || (next[l] < 0 && isinf(x->hi[l])))
                next[l] = 0;
        }
        party_levels_reduce(t, next);
        work += t->n_active * x->n_sums + party_levels_solve(t, node);
        if (t->bound > best) {
            best = t->bound;
            memcpy(multiplier, t->multiplier, sizeof multiplier);
        } else {
            factor *= TUNING_SHRINK;
        }
    }
    if (t->bound < best) {
        party_levels_reduce(t, multiplier);
        work += t->n_active * x->n_sums + party_levels_solve(t, node);
    }
    return work;
}
