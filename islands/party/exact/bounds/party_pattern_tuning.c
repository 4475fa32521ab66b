#include "party_pattern_prices.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Rounds of the subgradient method for each relaxation; by hand. */
enum { TUNING_ROUNDS = 60 };

/* The most that a multiplier may change the price of a hero, in coins: relaxed prices of parties are
 * then below 2^48 units, and doubles hold them to a small part of one. */
static const double MOST_CHANGE = 1 << 30;

/* The m-th relaxation's price of a pattern in coins, without marks; `by` gets the trait that gives
 * it. */
static double relaxed_pattern(const struct party_patterns *p,
                              const struct party_pattern *pattern, size_t m, size_t *by)
{
    struct party_pattern_sum most;
    size_t trait[PARTY_PATTERN_PRICES];
    party_pattern_sum_most(p, pattern, &most, trait);
    *by = trait[m];
    return (double)(most.of[0][m] + p->constant[m]) / PARTY_PATTERN_UNIT;
}

/* The group of a value of trait t that gives part i its least price; n_groups: none. */
static size_t cheapest_group(const struct party_patterns *p,
                             const struct party_pattern *pattern, size_t m, size_t t,
                             size_t i)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t n_values = r->party->trait[p->trait[t]].n_values, value = 0,
           best = r->n_groups;
    int64_t price = PARTY_PATTERN_NO_PRICE, least = PARTY_PATTERN_NO_PRICE;
    for (size_t v = 0; v < n_values; v++) {
        struct party_pattern_sum here;
        party_pattern_sum_empty(p, &here);
        party_pattern_sum_add_label(p, pattern, t, pattern->label[t][i], v, &here);
        if (here.of[0][m] < price) {
            price = here.of[0][m];
            value = v;
        }
    }
    for (size_t g = 0; g < r->n_groups; g++) {
        size_t kind = party_pattern_kind(p, g, UINT_MAX);
        int64_t here = party_pattern_entries(p, kind, pattern->part[i])[m];
        if (p->key[g * p->n_traits + t] == (value + 1) * p->stride[t] && here < least) {
            least = here;
            best = g;
        }
    }
    return best;
}

/* What the free heroes of the cheapest party of a pattern have of each constraint, without marks.
 * False if there is none. */
static bool add_up_cheapest(const struct party_patterns *p,
                            const struct party_pattern *pattern, size_t m, size_t t,
                            double *sum)
{
    const struct party_reduced *r = p->groups->reduced;
    memset(sum, 0, r->n_constraints * sizeof *sum);
    for (size_t i = 0; i < pattern->n; i++) {
        struct party_pattern_cheapest all = {.n = 0};
        size_t group = cheapest_group(p, pattern, m, t, i);
        if (group == r->n_groups)
            return false;
        for (uint32_t h = r->first[group]; h < r->first[group + 1]; h++)
            party_pattern_keep_cheapest(
                &all, r->n_free, h,
                party_pattern_relaxed_price(r, p->multiplier[m], h));
        for (size_t k = 0; k < all.n && k + r->fixed_in[group] < pattern->part[i]; k++)
            for (size_t l = 0; l < r->n_constraints; l++)
                sum[l] += party_constraint_value(r->party, &r->constraint[l],
                                                 r->row[all.hero[k]]);
    }
    return true;
}

/* A step of the subgradient method that would raise the price by `rise` if it were linear. False at
 * a maximum. */
static bool move_multipliers(const struct party_aggregation *g, const double *sum,
                             double rise, double *y)
{
    const struct party_reduced *r = g->reduced;
    double gradient[PARTY_MAX_REQUIREMENTS], norm = 0;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *q = &r->constraint[l];
        double range = g->constraint_most[l] - g->constraint_least[l];
        double below = q->lo - q->fixed - sum[l], above = q->hi - q->fixed - sum[l];
        bool lower = y[l] > 0 || (y[l] == 0 && below > 0);
        bool upper = y[l] < 0 || (y[l] == 0 && above < 0);
        double step = lower ? below : upper ? above : 0;
        gradient[l] = range > 0 ? step / range : 0;
        norm += gradient[l] * gradient[l];
    }
    if (!(norm > 1e-9))
        return false;
    for (size_t l = 0; l < r->n_constraints; l++) {
        double range = g->constraint_most[l] - g->constraint_least[l], before = y[l];
        if (gradient[l] != 0)
            y[l] += rise / norm * gradient[l] / range;
        double size = fmax(fabs(g->constraint_least[l]), fabs(g->constraint_most[l]));
        if (fabs(y[l]) * size > MOST_CHANGE)
            y[l] = 0;
        if (before * y[l] < 0 || (y[l] > 0 && !isfinite(r->constraint[l].lo)) ||
            (y[l] < 0 && !isfinite(r->constraint[l].hi)))
            y[l] = 0;
    }
    return true;
}

/* Multiplies the multipliers by the factor that is best with the marks, and leaves out that of the
 * marked count, which is exact. */
static void scale_multipliers(struct party_patterns *p,
                              const struct party_pattern *pattern, size_t m, double *y)
{
    static const double factors[] = {1, 0.7, 1.4, 2, 2.8};
    const struct party_reduced *r = p->groups->reduced;
    double from[PARTY_MAX_REQUIREMENTS], best_factor = 1;
    int64_t most = INT64_MIN;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_requirement *q =
            &r->party->requirement[r->constraint[l].requirement];
        bool exact = q->kind == PARTY_COUNT && p->n_choices == 1 &&
                     (int)q->column == p->mark && q->value == p->value[0];
        from[l] = exact && y[l] > 0 ? 0 : y[l];
    }
    for (size_t i = 0; i <= sizeof factors / sizeof *factors; i++) {
        bool last = i == sizeof factors / sizeof *factors;
        struct party_pattern_sum sum;
        for (size_t l = 0; l < r->n_constraints; l++)
            y[l] = from[l] * (last ? best_factor : factors[i]);
        party_pattern_prices_relax(p, m);
        if (last)
            break;
        party_pattern_sum_most(p, pattern, &sum, NULL);
        int64_t price = sum.of[party_pattern_marked_needed(p)][m] + p->constant[m];
        if (price > most) {
            most = price;
            best_factor = factors[i];
        }
    }
}

void party_pattern_prices_tune(struct party_patterns *p,
                               const struct party_pattern *pattern)
{
    const struct party_reduced *r = p->groups->reduced;
    size_t m = p->n_relaxations++;
    double *y = p->multiplier[m], best[PARTY_MAX_REQUIREMENTS];
    double most = -INFINITY, ahead = 0.2;
    assert(m < PARTY_PATTERN_PRICES);
    for (size_t l = 0; l < r->n_constraints; l++)
        y[l] = best[l] = m > p->n_by_steps ? p->multiplier[m - 1][l] : 0;
    for (int round = 0; round < TUNING_ROUNDS; round++) {
        double sum[PARTY_MAX_REQUIREMENTS];
        size_t by = 0;
        party_pattern_prices_relax(p, m);
        double price = relaxed_pattern(p, pattern, m, &by);
        if (price >= PARTY_COINS_NONE)
            break;
        if (price > most) {
            most = price;
            memcpy(best, y, sizeof best);
        } else {
            ahead *= 0.9;
        }
        if (!add_up_cheapest(p, pattern, m, by, sum) ||
            !move_multipliers(p->groups, sum, most - price + ahead * (fabs(most) + 1),
                              y))
            break;
    }
    memcpy(y, best, sizeof best);
    scale_multipliers(p, pattern, m, y);
}
