#include "party_count_relaxation.h"

#include <math.h>

/* Whole amounts: of one hero or toll at most MOST_OF_ONE, of all rewards MOST_REWARD. Doubles of the first are off by
 * less than half a unit after three operations; rounding down takes one more. */
#define MOST_OF_ONE ((int64_t)1 << 50)
#define MOST_REWARD ((int64_t)1 << 56)

/* The reduced price of a hero, or less: rounding never makes it more. */
static double reduced_price(const struct party_count_relaxation *x, size_t hero)
{
    const double *amount = x->amount + hero * x->n_amounts;
    double price = amount[0], size = price;
    for (size_t l = 1; l < x->n_amounts; l++) {
        double part = x->now.sum[l - 1] * amount[l];
        price -= part;
        size += fabs(part);
    }
    return price - PARTY_SLACK * size;
}

/* Keeps a hero of a bin if it is one of the cheapest. */
static void offer(const struct party_count_relaxation *x, struct party_count_bins *bins,
                  size_t bin, double key, size_t hero)
{
    double *keys = bins->key + bin * x->row;
    uint32_t *chosen = bins->chosen + bin * x->row;
    size_t n = bins->available[bin];
    if (n == x->r->n_places && !(key < keys[n - 1]))
        return;
    size_t k = n < x->r->n_places ? bins->available[bin]++ : n - 1;
    for (; k > 0 && keys[k - 1] > key; k--) {
        keys[k] = keys[k - 1];
        chosen[k] = chosen[k - 1];
    }
    keys[k] = key;
    chosen[k] = (uint32_t)hero;
}

static void choose_heroes(struct party_count_relaxation *x)
{
    double share = party_count_main_share(x);
    for (size_t b = 0; b <= x->n_light; b++)
        for (size_t i = 0; i < x->bins[b].n; i++)
            x->bins[b].available[i] = 0;
    for (size_t g = 0; g < x->n_groups; g++)
        for (size_t h = x->first[g]; h < x->first[g + 1]; h++) {
            double price = reduced_price(x, h), rest = share * price;
            for (size_t j = 0; j < x->n_light; j++) {
                size_t value = x->value[h * x->n_light + j];
                double toll = x->now.light[j][g * x->n_values[j] + value];
                offer(x, &x->bins[1 + j], value, PARTY_COUNT_LIGHT_SHARE * price + toll,
                      h);
                rest -= toll;
            }
            offer(x, &x->bins[0], g, rest, h);
        }
}

/* Sums of the least prices of a bin, each rounded down; false if one is too low. */
static bool add_up(const struct party_count_relaxation *x,
                   struct party_count_bins *bins, size_t bin)
{
    int64_t *least = bins->least + bin * x->row;
    least[0] = 0;
    for (size_t k = 0; k < bins->available[bin]; k++) {
        double units = floor(bins->key[bin * x->row + k] / x->unit) - 1;
        if (!(units > -(double)MOST_OF_ONE))
            return false;
        least[k + 1] = least[k] + (int64_t)fmin(units, (double)MOST_OF_ONE);
    }
    return true;
}

/* Divides the prices of a group between the copies by rows and columns: half each, and tolls. */
static void divide_prices(struct party_count_relaxation *x, size_t group)
{
    const int64_t *least = x->bins[0].least + group * x->row;
    int64_t tolls = 0;
    for (size_t k = 0; k <= x->bins[0].available[group]; k++) {
        size_t at = group * x->row + k;
        double units = k ? x->now.toll[at] / x->unit : 0;
        tolls += (int64_t)fmin(fmax(units, -(double)MOST_OF_ONE), (double)MOST_OF_ONE);
        x->price[0][at] = least[k] - least[k] / 2 + tolls;
        x->price[1][at] = least[k] / 2 - tolls;
    }
}

static bool price_heroes(struct party_count_relaxation *x)
{
    choose_heroes(x);
    for (size_t b = 0; b <= x->n_light; b++)
        for (size_t i = 0; i < x->bins[b].n; i++)
            if (!add_up(x, &x->bins[b], i))
                return false;
    for (size_t g = 0; g < x->n_groups; g++)
        divide_prices(x, g);
    return true;
}

double party_count_relaxation_value(struct party_count_relaxation *x)
{
    const struct party_reduced *r = x->r;
    const struct party *party = r->party;
    double units = x->now.points / x->unit;
    if (units * fmax(1, r->best_points) * fmax(1, (double)party->n_edges) >
            (double)MOST_REWARD ||
        !price_heroes(x))
        return -INFINITY;
    int64_t points = (int64_t)units;
    int64_t missing = party->synergy_min - (int64_t)party->n_edges * x->every;
    int64_t whole = points * missing;
    x->structure[0].reward_outer = points * x->of_row;
    x->structure[0].reward_group = points * x->of_both;
    x->structure[1].reward_outer = points * x->of_column;
    for (size_t j = 0; j < x->n_light; j++)
        x->structure[2 + j].reward_outer = points * x->of_light[j];
    for (size_t i = 0; i < 2 + x->n_light; i++) {
        int64_t least = party_count_tables_solve(&x->structure[i], x->taken[i]);
        if (least == PARTY_COUNT_NONE)
            return -INFINITY;
        whole += least;
    }
    double value = (double)whole * x->unit, size = fabs(value);
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *c = &r->constraint[l];
        double part = x->now.sum[l] > 0   ? x->now.sum[l] * c->lo
                      : x->now.sum[l] < 0 ? x->now.sum[l] * c->hi
                                          : 0;
        value += part;
        size += fabs(part);
    }
    return value - PARTY_SLACK * size;
}

/* The sum of a constraint over the heroes that a copy takes of some bins. */
static double sum_of_copy(const struct party_count_relaxation *x, size_t copy, size_t l)
{
    const struct party_count_bins *bins = &x->bins[copy > 1 ? copy - 1 : 0];
    double sum = 0;
    for (size_t i = 0; i < bins->n; i++)
        for (size_t k = 0; k < x->taken[copy][i]; k++)
            sum += x->amount[bins->chosen[i * x->row + k] * x->n_amounts + 1 + l];
    return sum;
}

double party_count_lack_of_sum(const struct party_count_relaxation *x, size_t l)
{
    const struct party_constraint *c = &x->r->constraint[l];
    double now = x->now.sum[l], sum = 0;
    for (size_t i = 0; i < 2 + x->n_light; i++)
        sum += sum_of_copy(x, i, l) *
               (i > 1 ? PARTY_COUNT_LIGHT_SHARE : party_count_main_share(x) / 2);
    if (now > 0 || (now == 0 && sum < c->lo))
        return c->lo - sum;
    return now < 0 || sum > c->hi ? c->hi - sum : 0;
}

double party_count_lack_of_points(const struct party_count_relaxation *x)
{
    double points = (double)x->r->party->n_edges * x->every;
    for (size_t i = 0; i < 2 + x->n_light; i++) {
        const struct party_count_structure *s = &x->structure[i];
        int of_outer = i == 0 ? x->of_row : i == 1 ? x->of_column : x->of_light[i - 2];
        for (size_t a = 0; a < s->outer; a++) {
            size_t together = 0;
            for (size_t b = 0; b < s->inner; b++) {
                size_t n = x->taken[i][a * s->outer_stride + b * s->inner_stride];
                together += n;
                points += i == 0 ? (double)x->of_both * x->within[n] : 0;
            }
            points += (double)of_outer * x->within[together];
        }
    }
    return x->r->party->synergy_min - points;
}
