#include "party_levels.h"

#include "party_nested.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Keys of classes: a slot of each trait, and the points missing. */
enum {
    KEY_BASE = PARTY_LEVELS_DEMANDS + 1,
    KEYS = KEY_BASE * KEY_BASE * KEY_BASE * KEY_BASE * 8
};

size_t party_levels_bytes(const struct party_reduced *r)
{
    size_t values = 0, pairs = 1, kind = sizeof(double) + sizeof(uint32_t);
    if (!party_levels_are_for(r))
        return 0;
    for (size_t t = 0; t < r->party->n_traits; t++)
        if (r->party->trait[t].n_values > values)
            values = r->party->trait[t].n_values;
    for (size_t i = 0; i < r->n; i++)
        pairs += r->party->place_class
                     ? (size_t)__builtin_popcountll(
                           r->party->class_places[r->party->place_class[r->row[i]]])
                     : 1;
    return pairs * sizeof(uint32_t) +
           (r->n + 1) * (sizeof(double) + sizeof(uint16_t) + 2 * sizeof(uint32_t)) +
           PARTY_LEVELS_CLASSES *
               (sizeof(struct party_levels_class) + r->n_places * kind) +
           (size_t)KEYS * sizeof(uint16_t) + (size_t)PARTY_LEVELS_STATES * 3 +
           (r->n_places + 1) * PARTY_LEVELS_STATES * sizeof(double) +
           3 * PARTY_LEVELS_TRAITS * (values + 1) +
           (11 + 3 * PARTY_LEVELS_TRAITS) * ARENA_ALIGN + party_nested_bytes(r);
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
        t->price[t->active[j]] =
            party_levels_price(t->levels, multiplier, t->active[j]);
    t->constant = party_levels_constant(t->levels, multiplier);
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
        points += party_levels_points(trait, code, level);
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
    uint32_t hero[PARTY_MAX_PLACES] = {0};
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
