#include "party_nested.h"
#include "party_nested_parts.h"

#include <math.h>
#include <string.h>

/* The factor of a step after some that did not raise the bound, one of so many; by hand. */
static const double SHRINK = 0.7;
enum { PATIENCE = 40 };

/* Steps of the multipliers that do not depend on a node, and how far above the bound they aim; by hand. */
enum { ROOT_STEPS = 200 };
static const double ROOT_AIM = 0.05;

/* The heroes of the party of the bound count in the gradient. */
static void count_hero(const struct party_nested_table *t, uint32_t i, size_t points,
                       double *gradient)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_levels *levels = x->levels;
    const struct party_reduced *r = levels->reduced;
    size_t kind = 0;
    party_nested_place_price(t, levels->kinds[i], &kind);
    gradient[x->at_kinds + kind] -= 1;
    for (size_t k = 0; k < levels->n_traits; k++)
        t->used[k][r->party->trait[levels->trait[k].trait].code[r->row[i]]]++;
    for (size_t l = 0; l < levels->n_sums; l++)
        gradient[l] += levels->value[l * r->n + i];
    if (x->side >= 0) {
        const struct party_levels_trait *side = &levels->trait[x->side];
        uint32_t v = r->party->trait[side->trait].code[r->row[i]];
        size_t level = t->level[v * x->n_points + points];
        points += party_levels_points(side, v, level);
        if (level > 0)
            gradient[x->at_claims + v * side->n + level - 1] += 1;
    }
    gradient[x->at_points] -=
        points < (size_t)levels->full ? (double)points : levels->full;
}

static void trace_group(const struct party_nested_table *t, uint32_t outer,
                        size_t heroes, double *gradient)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places + 1,
           level = party_nested_level(x, x->outer, outer, heroes);
    for (size_t j = t->first[outer + 1], left = heroes; j-- > t->first[outer];) {
        const double *last = party_nested_ahead(t, outer, j, level);
        size_t here = 0, low, high;
        double best = INFINITY;
        low = t->low[x->inner][t->value[j]], high = t->high[x->inner][t->value[j]];
        for (size_t k = low; k <= high && k <= left; k++) {
            double price = party_nested_sums(t, j, k, level)[k] + last[left - k];
            if (price < best) {
                best = price;
                here = k;
            }
        }
        size_t points = party_nested_points(x, t->value[j], here, level);
        for (size_t k = 0; k < here; k++)
            count_hero(
                t,
                t->heroes.hero[t->hero[(t->value[j] * x->n_points + points) * n + k]],
                points, gradient);
        left -= here;
    }
}

static void trace_sides(const struct party_nested_table *t, double *gradient)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places, left = n;
    const struct party_levels_trait *side = &x->levels->trait[x->side];
    for (uint32_t v = side->n_values; v-- > 0;) {
        const double *last = t->sides + v * (n + 1),
                     *m = t->multiplier + x->at_claims + v * side->n;
        size_t low, high, here = 0;
        double best = INFINITY;
        low = t->low[x->side][v], high = t->high[x->side][v];
        for (size_t k = low; k <= high && k <= left; k++) {
            size_t level = party_nested_level(x, (size_t)x->side, v, k);
            double price = last[left - k] - (level > 0 ? (double)k * m[level - 1] : 0);
            if (price < best) {
                best = price;
                here = k;
            }
        }
        size_t level = party_nested_level(x, (size_t)x->side, v, here);
        if (level > 0)
            gradient[x->at_claims + v * side->n + level - 1] -= (double)here;
        left -= here;
    }
}

/* Counts what the heroes of the bound add to each relaxed constraint. */
static void trace_heroes(const struct party_nested_table *t, double *gradient)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_levels *levels = x->levels;
    size_t n = levels->n_places, left = n;
    memset(gradient, 0, x->n_multipliers * sizeof *gradient);
    for (size_t i = 0; i < levels->n_traits; i++)
        memset(t->used[i], 0, levels->trait[i].n_values);
    for (uint32_t o = levels->trait[x->outer].n_values; o-- > 0;) {
        const double *last = t->before + o * (n + 1), *group = t->group + o * (n + 1);
        size_t here = 0;
        for (size_t k = 1; k <= left; k++)
            if (last[left - k] + group[k] < last[left - here] + group[here])
                here = k;
        trace_group(t, o, here, gradient);
        left -= here;
    }
}

bool party_nested_choose(struct party_nested_table *t, size_t *i, uint32_t *value)
{
    const struct party_levels_nested *x = t->nested;
    double most = 0;
    trace_heroes(t, t->gradient);
    for (size_t k = 0; k < x->levels->n_traits; k++)
        for (uint32_t v = 0; v < x->levels->trait[k].n_values; v++) {
            const struct party_levels_trait *trait = &x->levels->trait[k];
            if (t->node->level[k][v] != 1 || t->node->demand[k][v] > 0)
                continue;
            double here = t->used[k][v] >= trait->heroes[1] ? t->used[k][v] : 0;
            if ((int)k == x->side) {
                double claims = t->gradient[x->at_claims + v * trait->n];
                here = claims < trait->heroes[1] ? (double)PARTY_MAX_PLACES * claims
                                                 : here;
            }
            if (here > most) {
                most = here;
                *value = v;
                *i = k;
            }
        }
    return most > 0;
}

/* The subgradient of the bound; returns the square of its length, to scale. */
static double find_gradient(const struct party_nested_table *t, double *gradient)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_levels *levels = x->levels;
    double length = 0;
    trace_heroes(t, gradient);
    for (size_t k = 0; k < levels->n_kinds; k++)
        gradient[x->at_kinds + k] += x->in_kind[k];
    gradient[x->at_points] += levels->reduced->chemistry_min;
    if (x->side >= 0)
        trace_sides(t, gradient);
    for (size_t l = 0; l < levels->n_sums; l++) {
        double below = levels->lo[l] - gradient[l], above = levels->hi[l] - gradient[l],
               m = t->multiplier[l];
        gradient[l] = m > 0 || below > 0 ? below : m < 0 || above < 0 ? above : 0;
    }
    if (t->multiplier[x->at_points] <= 0 && gradient[x->at_points] < 0)
        gradient[x->at_points] = 0;
    for (size_t m = 0; m < x->n_multipliers; m++)
        length += gradient[m] * gradient[m] * x->scale[m] * x->scale[m];
    return length;
}

static void step_by(struct party_nested_table *t, const double *gradient, double step)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_levels *levels = x->levels;
    for (size_t m = 0; m < x->n_multipliers; m++)
        t->multiplier[m] += step * gradient[m] * x->scale[m] * x->scale[m];
    for (size_t l = 0; l < levels->n_sums; l++)
        if ((t->multiplier[l] > 0 && isinf(levels->lo[l])) ||
            (t->multiplier[l] < 0 && isinf(levels->hi[l])))
            t->multiplier[l] = 0;
    t->multiplier[x->at_points] = fmax(0, t->multiplier[x->at_points]);
}

size_t party_nested_tune(struct party_nested_table *t, double limit, int steps)
{
    double best = t->bound, factor = 1, length;
    size_t work = 0, bytes = t->nested->n_multipliers * sizeof *t->best;
    memcpy(t->best, t->multiplier, bytes);
    int failures = 0;
    for (int step = 0; step < steps && isfinite(t->bound) && best <= limit; step++) {
        length = find_gradient(t, t->gradient);
        if (length == 0)
            break;
        step_by(t, t->gradient, factor * (limit + 1 - t->bound) / length);
        work += party_nested_renew(t);
        if (t->bound > best) {
            best = t->bound;
            memcpy(t->best, t->multiplier, bytes);
        } else if (++failures > steps / PATIENCE) {
            factor *= SHRINK;
            failures = 0;
        }
    }
    if (t->bound < best) {
        memcpy(t->multiplier, t->best, bytes);
        work += party_nested_renew(t);
    }
    return work;
}

void party_nested_tune_root(struct party_levels_nested *x, struct party_nested_table *t,
                            const struct party_levels_node *node, const uint32_t *hero,
                            size_t n)
{
    party_nested_solve(t, node, hero, n);
    party_nested_tune(t, t->bound * (1 + ROOT_AIM), ROOT_STEPS);
    memcpy(x->root, t->multiplier, sizeof x->root);
    x->tuned = true;
}

/* The least prices of outer values from each on, by number of heroes. */
static void find_after(struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places, n_outer = x->levels->trait[x->outer].n_values;
    for (size_t k = 0; k <= n; k++)
        t->after[n_outer * (n + 1) + k] = k ? INFINITY : 0;
    for (size_t o = n_outer; o-- > 0;)
        for (size_t k = 0; k <= n; k++) {
            double *least = &t->after[o * (n + 1) + k];
            *least = INFINITY;
            for (size_t here = 0; here <= k; here++)
                *least = fmin(*least, t->group[o * (n + 1) + here] +
                                          t->after[(o + 1) * (n + 1) + k - here]);
        }
}

/* The least price of the rest of a party with so many heroes of inner values of an outer one, if these are
 * as many as its level allows. */
static void find_rest(const struct party_nested_table *t, uint32_t o, size_t level,
                      double *rest)
{
    size_t n = t->nested->levels->n_places, low, high;
    party_nested_heroes(t, o, level, &low, &high);
    for (size_t k = 0; k <= n; k++) {
        rest[k] = INFINITY;
        for (size_t a = 0; k >= low && k <= high && a + k <= n; a++)
            rest[k] = fmin(rest[k], t->before[o * (n + 1) + a] +
                                        t->after[(o + 1) * (n + 1) + n - k - a]);
    }
}

/* Goes back over inner value j: what it and those after it, and the rest of the party, cost at least after so many
 * heroes of those before it; and what a party with one more hero of it costs without that one. */
static void enter(struct party_nested_table *t, uint32_t o, size_t j, size_t level,
                  double *rest)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places, low, high;
    const double *ahead = party_nested_ahead(t, o, j, level);
    double next[PARTY_MAX_PLACES + 1];
    low = t->low[x->inner][t->value[j]], high = t->high[x->inner][t->value[j]];
    for (size_t k = 0; k <= n; k++)
        next[k] = INFINITY;
    for (size_t here = low; here <= high && here <= n; here++) {
        const double *sum = party_nested_sums(t, j, here, level);
        double *with =
            &t->with[x->inner][t->value[j] * (x->levels->trait[x->inner].n + 1U) +
                               party_nested_level(x, x->inner, t->value[j], here)];
        double *entry = &t->entry[t->value[j] * x->n_points +
                                  party_nested_points(x, t->value[j], here, level)];
        double least = INFINITY;
        for (size_t k = 0; k + here <= n; k++) {
            next[k] = fmin(next[k], sum[here] + rest[k + here]);
            least = fmin(least, ahead[k] + rest[k + here]);
        }
        *with = fmin(*with, least + sum[here] + t->constant);
        if (here > 0)
            *entry = fmin(*entry, least + sum[here - 1]);
    }
    memcpy(rest, next, (n + 1) * sizeof *rest);
}

/* The least price of a party with each level of side values. */
static void find_sides(struct party_nested_table *t)
{
    const struct party_levels_nested *x = t->nested;
    size_t n = x->levels->n_places, i = (size_t)x->side;
    const struct party_levels_trait *side = &x->levels->trait[i];
    double after[PARTY_MAX_PLACES + 1], next[PARTY_MAX_PLACES + 1];
    double rest = t->bound - t->sides[side->n_values * (n + 1) + n];
    for (size_t k = 0; k <= n; k++)
        after[k] = k ? INFINITY : 0;
    for (uint32_t v = side->n_values; v-- > 0;) {
        const double *before = t->sides + v * (n + 1),
                     *claim = t->multiplier + x->at_claims + v * side->n;
        for (size_t k = 0; k <= n; k++)
            next[k] = INFINITY;
        for (size_t here = t->low[i][v]; here <= t->high[i][v]; here++) {
            size_t level = party_nested_level(x, i, v, here);
            double price = level > 0 ? -(double)here * claim[level - 1] : 0,
                   *with = &t->with[i][v * (side->n + 1U) + level];
            for (size_t k = here; k <= n; k++) {
                next[k] = fmin(next[k], after[k - here] + price);
                *with = fmin(*with, before[n - k] + price + after[k - here] + rest);
            }
        }
        memcpy(after, next, (n + 1) * sizeof *after);
    }
}

size_t party_nested_shrink(struct party_nested_table *t, double limit, uint32_t *hero,
                           size_t n_heroes)
{
    const struct party_levels_nested *x = t->nested;
    const struct party_levels_trait *in = &x->levels->trait[x->inner],
                                    *out = &x->levels->trait[x->outer];
    const struct party_reduced *r = x->levels->reduced;
    const uint16_t *inner = r->party->trait[in->trait].code;
    const uint16_t *side =
        x->side < 0 ? NULL : r->party->trait[x->levels->trait[x->side].trait].code;
    double rest[PARTY_MAX_PLACES + 1];
    size_t kept = 0, n = x->levels->n_places;
    for (size_t k = 0; k < in->n_values * x->n_points; k++)
        t->entry[k] = INFINITY;
    for (size_t i = 0; i < x->levels->n_traits; i++)
        for (size_t k = 0;
             k < x->levels->trait[i].n_values * (x->levels->trait[i].n + 1U); k++)
            t->with[i][k] = INFINITY;
    if (x->side >= 0)
        find_sides(t);
    find_after(t);
    for (uint32_t o = 0; o < out->n_values; o++)
        for (size_t level = 0; level <= out->n; level++) {
            size_t low, high;
            party_nested_heroes(t, o, level, &low, &high);
            find_rest(t, o, level, rest);
            for (size_t k = low; k <= high; k++) {
                double *with = &t->with[x->outer][o * (out->n + 1U) + level];
                *with = fmin(*with, rest[k] + t->group[o * (n + 1) + k] + t->constant);
            }
            for (size_t j = t->first[o + 1]; low <= high && j-- > t->first[o];)
                enter(t, o, j, level, rest);
        }
    for (size_t j = 0; j < n_heroes; j++) {
        uint32_t i = hero[j], row = r->row[i];
        double least = INFINITY;
        for (size_t s = 0; s < x->n_points; s++)
            least = fmin(least, t->entry[inner[row] * x->n_points + s] +
                                    t->claim[(side ? side[row] * x->n_points : 0) + s]);
        if (least + party_nested_hero_price(t, i) + t->constant > limit)
            continue;
        hero[j] = hero[kept];
        hero[kept++] = i;
    }
    return kept;
}
