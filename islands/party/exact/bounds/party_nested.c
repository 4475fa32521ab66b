#include "party_nested.h"

#include "party_nested_parts.h"

#include <math.h>
#include <string.h>

/* How many heroes of each value of a trait a party may have; false if there are not enough. */
static bool find_ranges(struct party_nested_table *t, size_t i, const uint32_t *hero,
                        size_t n_heroes)
{
    const struct party_levels *x = t->nested->levels;
    const struct party_levels_trait *trait = &x->trait[i];
    const uint16_t *code = x->reduced->party->trait[trait->trait].code;
    size_t most = party_reduced_most_alike(x->reduced, trait->trait);
    bool enough = true;
    memset(t->high[i], 0, trait->n_values);
    most = most < x->n_places ? most : x->n_places;
    for (size_t j = 0; j < n_heroes; j++) {
        uint8_t *high = &t->high[i][code[x->reduced->row[hero[j]]]];
        *high = (uint8_t)(*high + (*high < most));
    }
    for (uint32_t v = 0; v < trait->n_values; v++) {
        size_t level = t->node->level[i][v];
        t->low[i][v] = t->node->demand[i][v];
        if (level < trait->n && t->high[i][v] >= trait->heroes[level + 1] &&
            v + 1 != trait->unlinked)
            t->high[i][v] = (uint8_t)(trait->heroes[level + 1] - 1);
        enough = enough && t->low[i][v] <= t->high[i][v];
    }
    return enough;
}

/* What a hero with these points of the other traits gets by a level of a side value; INFINITY: too few points. */
static double points_price(const struct party_nested_table *t, size_t points)
{
    const struct party_levels *x = t->nested->levels;
    int here = (int)points < x->full ? (int)points : x->full;
    if (here < x->least || (x->spare >= 0 && x->full - here > x->spare))
        return INFINITY;
    return -t->multiplier[t->nested->at_points] * here;
}

/* Chooses the levels that heroes claim of each side value, by their other points. */
static void claim_levels(struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    double price[2 * PARTY_NESTED_POINTS + 1] = {0};
    for (size_t s = 0; s <= 2 * (x->n_points - 1); s++)
        price[s] = points_price(t, s);
    memcpy(t->claim, price, x->n_points * sizeof *price);
    if (x->side < 0)
        return;
    const struct party_levels_trait *side = &x->levels->trait[x->side];
    for (uint32_t v = 0; v < side->n_values; v++) {
        const double *claim = t->multiplier + x->at_claims + v * side->n;
        double *best = t->claim + v * x->n_points;
        for (size_t s = 0; s < x->n_points; s++) {
            best[s] = INFINITY;
            size_t i = (size_t)x->side,
                   highest = party_nested_level(x, i, v, t->high[i][v]);
            for (size_t level = party_nested_level(x, i, v, t->low[i][v]);
                 t->high[i][v] > 0 && level <= highest; level++) {
                size_t own_points = party_levels_points(side, v, level);
                size_t points =
                    s + (own_points < x->n_points ? own_points : x->n_points - 1);
                double own = price[points] + (level > 0 ? claim[level - 1] : 0);
                if (own < best[s]) {
                    best[s] = own;
                    t->level[v * x->n_points + s] = (uint8_t)level;
                }
            }
        }
    }
}

/* The least that levels of side values cost, as they are claimed. */
static double solve_sides(struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places;
    if (x->side < 0)
        return 0;
    const struct party_levels_trait *side = &x->levels->trait[x->side];
    for (size_t k = 0; k <= n; k++)
        t->sides[k] = k ? INFINITY : 0;
    for (uint32_t v = 0; v < side->n_values; v++) {
        const double *last = t->sides + v * (n + 1),
                     *claim = t->multiplier + x->at_claims + v * side->n;
        double *next = t->sides + (v + 1) * (n + 1);
        if (t->high[x->side][v] == 0) {
            memcpy(next, last, (n + 1) * sizeof *next);
            continue;
        }
        for (size_t k = 0; k <= n; k++)
            next[k] = INFINITY;
        for (size_t here = t->low[x->side][v]; here <= t->high[x->side][v]; here++) {
            size_t level = party_nested_level(x, (size_t)x->side, v, here);
            double price = level > 0 ? (double)here * claim[level - 1] : 0;
            for (size_t k = here; k <= n; k++)
                if (last[k - here] - price < next[k])
                    next[k] = last[k - here] - price;
        }
    }
    return t->sides[side->n_values * (n + 1) + n];
}

double party_nested_place_price(const struct party_nested_table *t, uint64_t kinds,
                                size_t *kind)
{
    const struct party_levels_nested *x = t->nested;
    double most = -INFINITY;
    for (uint64_t k = kinds; k; k &= k - 1) {
        size_t at = (size_t)__builtin_ctzll(k);
        if (t->multiplier[x->at_kinds + at] > most) {
            most = t->multiplier[x->at_kinds + at];
            *kind = at;
        }
    }
    return most;
}

double party_nested_hero_price(const struct party_nested_table *t, uint32_t hero)
{
    size_t kind;
    double price = party_levels_price(t->nested->levels, t->multiplier, hero) -
                   party_nested_place_price(t, t->nested->levels->kinds[hero], &kind);
    for (size_t f = 0; f < t->n_forced; f++)
        if (t->forced[f] == hero)
            return price - PARTY_NESTED_FORCE;
    return price;
}

size_t party_nested_points(const struct party_levels_nested *x, uint32_t inner,
                           size_t n_inner, size_t outer_level)
{
    const struct party_levels_trait *in = &x->levels->trait[x->inner],
                                    *out = &x->levels->trait[x->outer];
    if (inner + 1 == in->unlinked)
        return 0;
    size_t points =
        in->points[x->level_of[x->inner][n_inner]] + (size_t)out->points[outer_level];
    return points < x->n_points ? points : x->n_points - 1;
}

const double *party_nested_sums(const struct party_nested_table *t, size_t j,
                                size_t n_inner, size_t outer_level)
{
    const struct party_levels_nested *x = t->nested;
    size_t s = party_nested_points(x, t->value[j], n_inner, outer_level);
    return t->sum + (t->value[j] * x->n_points + s) * (x->levels->n_places + 1);
}

double *party_nested_ahead(const struct party_nested_table *t, uint32_t outer, size_t j,
                           size_t level)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places + 1;
    return t->ahead + ((j + outer) * (x->levels->trait[x->outer].n + 1U) + level) * n;
}

/* Of up to `most` heroes before and in value j. */
static void add_value(const struct party_nested_table *t, size_t j, size_t level,
                      size_t most, const double *last, double *next)
{
    size_t i = t->nested->inner, n = t->nested->levels->n_places;
    uint32_t v = t->value[j];
    for (size_t k = 0; k <= n; k++)
        next[k] = INFINITY;
    for (size_t here = t->low[i][v]; here <= t->high[i][v]; here++) {
        double price = party_nested_sums(t, j, here, level)[here];
        if (isinf(price))
            continue;
        for (size_t k = here; k <= most; k++)
            if (last[k - here] + price < next[k])
                next[k] = last[k - here] + price;
    }
}

void party_nested_heroes(const struct party_nested_table *t, uint32_t outer,
                         size_t level, size_t *low, size_t *high)
{
    const struct party_levels_trait *out = &t->nested->levels->trait[t->nested->outer];
    *low = t->low[t->nested->outer][outer];
    *high = t->high[t->nested->outer][outer];
    if (outer + 1 == out->unlinked) { /* no level, however many there are */
        *high = level == 0 ? *high : 0;
        *low = level == 0 ? *low : 1;
        return;
    }
    if (*low < out->heroes[level])
        *low = out->heroes[level];
    if (level < out->n && *high >= out->heroes[level + 1])
        *high = out->heroes[level + 1] - 1U;
}

/* The levels that an outer value may have, as bits. */
static unsigned levels_of(const struct party_nested_table *t, uint32_t outer)
{
    unsigned levels = 0;
    for (size_t level = 0; level <= t->nested->levels->trait[t->nested->outer].n;
         level++) {
        size_t low, high;
        party_nested_heroes(t, outer, level, &low, &high);
        levels |= (unsigned)(low <= high) << level;
    }
    return levels;
}

/* The points that heroes of an inner value may have by it and the levels of its outer one, as bits. */
static uint8_t points_of(const struct party_nested_table *t, uint32_t inner,
                         unsigned outer_levels)
{
    const struct party_levels_nested *x = t->nested;
    unsigned points = 0;
    for (size_t k = t->low[x->inner][inner]; k <= t->high[x->inner][inner]; k++)
        for (unsigned left = outer_levels; left; left &= left - 1)
            points |=
                1U << party_nested_points(x, inner, k, (size_t)__builtin_ctz(left));
    return (uint8_t)points;
}

/* Lists the inner values that heroes have, of which a party has no more than of the outer one. */
static void list_values(struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    uint32_t n = 0, n_outer = x->levels->trait[x->outer].n_values;
    for (uint32_t o = 0; o < n_outer; o++) {
        unsigned levels = levels_of(t, o);
        t->first[o] = n;
        for (size_t j = x->first[o]; j < x->first[o + 1]; j++) {
            uint32_t v = x->value[j];
            uint8_t *high = &t->high[x->inner][v];
            if (*high > t->high[x->outer][o])
                *high = t->high[x->outer][o];
            if (*high == 0)
                continue;
            t->points[v] = points_of(t, v, levels);
            t->value[n++] = v;
        }
    }
    t->first[n_outer] = n;
}

/* The least prices of an outer value, by number of heroes; returns the work. */
static size_t solve_group(struct party_nested_table *t, uint32_t outer)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places, work = 0;
    double *group = t->group + outer * (n + 1);
    for (size_t k = 0; k <= n; k++)
        group[k] = INFINITY;
    for (size_t level = 0; level <= x->levels->trait[x->outer].n; level++) {
        size_t low, high;
        party_nested_heroes(t, outer, level, &low, &high);
        if (low > high)
            continue;
        double *last = party_nested_ahead(t, outer, t->first[outer], level);
        for (size_t k = 0; k <= n; k++)
            last[k] = k ? INFINITY : 0;
        for (size_t j = t->first[outer]; j < t->first[outer + 1];
             j++, work += n * n / 2) {
            double *next = party_nested_ahead(t, outer, j + 1, level);
            add_value(t, j, level, high, last, next);
            last = next;
        }
        for (size_t k = low; k <= high && k <= n; k++)
            group[k] = last[k];
    }
    return work;
}

/* What the relaxed rules add to the price of a party, less the rounding error of its sum. */
static double constant_of(const struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    const double *m = t->multiplier;
    double constant = m[x->at_points] * x->levels->reduced->chemistry_min, most = 0;
    double size = fabs(m[x->at_points]) * (double)(x->n_points * x->levels->n_places);
    for (size_t k = 0; k < x->levels->n_kinds; k++)
        constant += m[x->at_kinds + k] * x->in_kind[k];
    for (size_t k = x->at_kinds; k < x->n_multipliers; k++)
        most = fmax(most, fabs(m[k]));
    constant += PARTY_NESTED_FORCE * (double)t->n_forced;
    size += (most + PARTY_NESTED_FORCE * (t->n_forced > 0)) *
            (double)(4 * x->levels->n_places);
    return party_levels_constant(x->levels, m) + constant - PARTY_SLACK * size;
}

uint8_t party_nested_highest(const struct party_nested_table *t, size_t i,
                             uint32_t value, double limit)
{
    size_t n = t->nested->levels->trait[i].n;
    uint8_t level = t->node->level[i][value];
    while (level > 0 && t->with[i][value * (n + 1) + level] > limit)
        level--;
    return level;
}

static size_t work_of(const struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    return t->n_heroes * (x->levels->n_sums + x->n_points) +
           x->n_multipliers * x->levels->n_places / 2;
}

size_t party_nested_renew(struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places, n_outer = x->levels->trait[x->outer].n_values;
    size_t work = work_of(t);
    claim_levels(t);
    t->constant = solve_sides(t) + constant_of(t);
    party_nested_heroes_list(t);
    for (size_t k = 0; k <= n; k++)
        t->before[k] = k ? INFINITY : 0;
    for (uint32_t o = 0; o < n_outer; o++) {
        const double *last = t->before + o * (n + 1), *group = t->group + o * (n + 1);
        double *next = t->before + (o + 1) * (n + 1);
        work += solve_group(t, o);
        for (size_t k = 0; k <= n; k++) {
            next[k] = INFINITY;
            for (size_t here = 0; here <= k; here++)
                if (last[k - here] + group[here] < next[k])
                    next[k] = last[k - here] + group[here];
        }
    }
    t->bound = t->constant + t->before[n_outer * (n + 1) + n];
    return work;
}

size_t party_nested_solve(struct party_nested_table *t,
                          const struct party_levels_node *node, const uint32_t *hero,
                          size_t n_heroes)
{
    const struct party_levels_nested *x = t->nested;
    t->node = node;
    t->n_heroes = n_heroes;
    t->bound = INFINITY;
    for (size_t i = 0; i < x->levels->n_traits; i++)
        if (!find_ranges(t, i, hero, n_heroes))
            return work_of(t);
    list_values(t);
    party_nested_heroes_take(t, hero, n_heroes);
    return party_nested_renew(t);
}
