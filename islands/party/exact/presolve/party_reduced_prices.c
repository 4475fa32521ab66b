#include "party_reduced_prices.h"

#include "party_presolve.h"
#include "party_relaxation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By hand: coins of a unit of prices; steps of the subgradient method; and by how much of the bound of the leading
 * constraint all others have to raise it. */
enum { COINS_A_UNIT = 64, STEPS = 100 };

/* Of more heroes a sample of so many tunes multipliers, whatever they are being valid; by hand. */
enum { MOST_TUNED = 50000 };

static const double GAIN = 0.005;

/* The constraints of the relaxation, the leading one first, and their multipliers, that of the leading one 0; false
 * if they are of no use. */
static bool find_multipliers(struct party_relaxation *x, const struct party_reduced *r,
                             const uint32_t *row, size_t n, double *multiplier)
{
    *x = (struct party_relaxation){
        .party = r->party, .row = row, .n = n, .n_free = r->n_free};
    for (size_t f = 0; f < r->n_fixed; f++)
        x->fixed_price += r->party->price[r->fixed_row[f]];
    if (r->leading >= 0) {
        x->constraint[x->n_constraints++] = r->constraint[r->leading];
        party_relaxation_tune(x);
    }
    double leading = x->bound;
    /* The search by groups keeps exactly what groups settle. */
    for (size_t l = 0; l < r->n_constraints; l++)
        if ((int)l != r->leading &&
            !party_integer_scaling_is_settled(r, &r->constraint[l]))
            x->constraint[x->n_constraints++] = r->constraint[l];
    party_relaxation_tune(x);
    party_relaxation_climb(x, STEPS);
    bool any = false;
    for (size_t l = 0; l < x->n_constraints; l++) {
        multiplier[l] = l == 0 && r->leading >= 0 ? 0 : x->best[l];
        any |= multiplier[l] != 0;
    }
    return any && x->bound > leading * (1 + GAIN) + r->unit * GAIN;
}

/* Every k-th hero, at most MOST_TUNED; NULL without memory. */
static const uint32_t *sample(const struct party_reduced *r, struct arena *perm,
                              size_t *n)
{
    size_t stride = (r->n + MOST_TUNED - 1) / MOST_TUNED;
    *n = r->n;
    if (stride <= 1)
        return r->row;
    uint32_t *row = ARENA_NEW(perm, uint32_t, MOST_TUNED);
    for (*n = 0; row && *n * stride < r->n; ++*n)
        row[*n] = r->row[*n * stride];
    return row;
}

/* The reduced price of a hero, or less: rounding never makes it more. */
static double price_of(const struct party_relaxation *x, const double *multiplier,
                       uint32_t hero)
{
    double size, price = party_relaxation_price(x, multiplier, hero, &size);
    return price - 2 * PARTY_SLACK * size;
}

struct order {
    const struct party_reduced *r;
    const uint16_t *diverse; /* values of the diverse trait, by row; NULL: none */
};

/* By group, value of the diverse trait and coins; else as before. */
static int by_coins(const void *a, const void *b, void *context)
{
    const struct order *order = context;
    const struct party_reduced *r = order->r;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    if (r->group[i] != r->group[k])
        return r->group[i] < r->group[k] ? -1 : 1;
    if (order->diverse && order->diverse[r->row[i]] != order->diverse[r->row[k]])
        return order->diverse[r->row[i]] < order->diverse[r->row[k]] ? -1 : 1;
    if (r->coins[i] != r->coins[k])
        return r->coins[i] < r->coins[k] ? -1 : 1;
    return i < k ? -1 : i > k;
}

/* Orders the heroes of each group by coins. Interchangeable ones have equal coins, and stay side by side. */
static enum status order_heroes(struct party_reduced *r, struct arena *perm,
                                struct error *err)
{
    struct order order = {.r = r};
    if (r->diverse >= 0)
        order.diverse = r->party->trait[r->limits[r->diverse].trait].code;
    uint32_t *at = ARENA_NEW(perm, uint32_t, r->n + 1);
    uint32_t *row = ARENA_NEW(perm, uint32_t, r->n + 1);
    int32_t *coins = ARENA_NEW(perm, int32_t, r->n + 1);
    bool *twin = ARENA_NEW(perm, bool, r->n + 1);
    if (!at || !row || !coins || !twin)
        return error_set(err, STATUS_MEMORY, "no memory to order %zu heroes", r->n);
    for (size_t i = 0; i < r->n; i++)
        at[i] = (uint32_t)i;
    qsort_r(at, r->n, sizeof *at, by_coins, &order);
    for (size_t i = 0; i < r->n; i++) {
        row[i] = r->row[at[i]];
        coins[i] = r->coins[at[i]];
        twin[i] = r->twin[at[i]];
    }
    r->row = row;
    r->coins = coins;
    r->twin = twin;
    return STATUS_OK;
}

/* Whether the dynamic programs of groups are what bounds prices: with a team rating the parts of the search have
 * multipliers of their own, and without synergy the search by levels has. */
static bool suits(const struct party_reduced *r)
{
    bool levels = !r->synergy && (r->chemistry || r->party->place_class);
    return !r->impossible && r->n_constraints > 1 && r->n_free > 0 &&
           r->n_ratings == 0 && !levels;
}

enum status party_reduced_prices(struct party_reduced *r, struct arena *perm,
                                 struct error *err)
{
    struct party_relaxation x;
    double multiplier[PARTY_MAX_REQUIREMENTS], low = 0, high = 0;
    size_t n;
    if (!suits(r))
        return STATUS_OK;
    const uint32_t *row = sample(r, perm, &n);
    if (!row)
        return error_set(err, STATUS_MEMORY, "no memory for a sample of heroes");
    if (!find_multipliers(&x, r, row, n, multiplier))
        return STATUS_OK;
    for (size_t i = 0; i < r->n + r->n_fixed; i++) {
        uint32_t hero = i < r->n ? r->row[i] : r->fixed_row[i - r->n];
        double price = price_of(&x, multiplier, hero);
        low = fmin(low, price);
        high = fmax(high, price);
    }
    /* Coins are at least 0. */
    r->offset = -low * (double)r->n_places;
    for (size_t l = 0; l < x.n_constraints; l++) {
        double to = party_constraint_bound(&x.constraint[l], multiplier[l]);
        double part = multiplier[l] == 0 ? 0 : multiplier[l] * to;
        r->offset -= part - PARTY_SLACK * fabs(part);
    }
    r->fine = fmax(r->unit / (r->whole ? COINS_A_UNIT : 1),
                   (high - low) * (double)r->n_places / (PARTY_COINS_NONE / 2.0));
    for (size_t i = 0; i < r->n; i++)
        r->coins[i] =
            (int32_t)floor((price_of(&x, multiplier, r->row[i]) - low) / r->fine);
    r->fixed_coins = 0;
    for (size_t f = 0; f < r->n_fixed; f++)
        r->fixed_coins +=
            (int32_t)floor((price_of(&x, multiplier, r->fixed_row[f]) - low) / r->fine);
    return order_heroes(r, perm, err);
}
