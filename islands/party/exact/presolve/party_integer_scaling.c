#include "party_presolve.h"

#include "arithmetic.h"

#include <math.h>
#include <stdlib.h>

/* Range used if prices or resources are not integers: half of the limits, which leaves
 * room for rounding up. */
enum { COINS_FULL = PARTY_COINS_NONE / 2, COARSE_STEPS = PARTY_REDUCED_MOST_STEPS / 2 };

/* The largest unit that every price is a multiple of: prices in whole coins, tenths,
 * hundredths or thousandths. False when there is none. */
static bool find_unit(struct party_reduced *r)
{
    for (int scale = 1; scale <= 1000; scale *= 10) {
        int64_t divisor = 0;
        bool whole = true;
        for (size_t i = 0; whole && i < r->n + r->n_fixed; i++) {
            uint32_t h = i < r->n ? r->row[i] : r->fixed_row[i - r->n];
            /* n / scale is rounded as the decimal is when it is read */
            double price = r->party->price[h], n = round(price * scale);
            whole = n < 0x1p53 && n / scale == price;
            if (whole)
                divisor = arithmetic_gcd((int64_t)n, divisor);
        }
        r->unit_whole = divisor ? (double)divisor : 1;
        r->unit_scale = divisor ? scale : 1;
        r->unit = r->unit_whole / r->unit_scale;
        if (whole)
            return true;
    }
    return false;
}

static int32_t coins_of(const struct party_reduced *r, uint32_t hero)
{
    double coins = r->party->price[hero] / r->unit;
    return (int32_t)(r->whole ? round(coins) : floor(coins));
}

/* Coins so small that no party reaches PARTY_COINS_NONE. */
enum status party_integer_scaling_prices(struct party_reduced *r, struct arena *perm,
                                         struct error *err)
{
    double dearest = 0;
    for (size_t i = 0; i < r->n + r->n_fixed; i++) {
        uint32_t h = i < r->n ? r->row[i] : r->fixed_row[i - r->n];
        dearest = r->party->price[h] > dearest ? r->party->price[h] : dearest;
    }
    r->whole = find_unit(r);
    double finest = dearest * (double)r->n_places / COINS_FULL;
    if (!r->whole || r->unit < finest) {
        r->whole = false;
        r->unit = finest > 0 ? finest : 1;
    }
    r->coins = ARENA_NEW(perm, int32_t, r->n + 1);
    if (!r->coins)
        return error_set(err, STATUS_MEMORY, "no memory for prices");
    for (size_t i = 0; i < r->n; i++)
        r->coins[i] = coins_of(r, r->row[i]);
    for (size_t f = 0; f < r->n_fixed; f++)
        r->fixed_coins += coins_of(r, r->fixed_row[f]);
    return STATUS_OK;
}

/* The most coins of the prices themselves that a party cheaper than `price`, below PARTY_COINS_NONE coins, has. */
static int32_t whole_limit(const struct party_reduced *r, double price)
{
    /* `price` need not be a multiple of the unit: heroes that are left out count in it
     * too. What is less by however little is still cheaper. */
    int32_t limit = (int32_t)(price / r->unit) + 1;
    while (limit >= 0 && limit * r->unit_whole / r->unit_scale >= price)
        limit--;
    return limit;
}

int32_t party_integer_scaling_limit(const struct party_reduced *r, double price)
{
    double coins = price / r->unit;
    if (!(coins < PARTY_COINS_NONE))
        return PARTY_COINS_NONE - 1;
    if (r->fine > 0) {
        if (r->whole)
            price = whole_limit(r, price) * r->unit_whole / r->unit_scale;
        coins = (price + r->offset) / r->fine;
        return (int32_t)fmin(fmax(floor(coins + 1e-6), -1), PARTY_COINS_NONE - 1);
    }
    if (!r->whole) /* rounded down, coins may equal those of a more expensive party */
        return (int32_t)floor(coins + 1e-6);
    return whole_limit(r, price);
}

double party_integer_scaling_price(const struct party_reduced *r, int32_t coins)
{
    if (r->fine > 0) {
        double whole = coins * r->fine,
               price = whole - r->offset - PARTY_SLACK * (whole + fabs(r->offset));
        if (!r->whole)
            return price;
        return ceil(price / r->unit * (1 - PARTY_SLACK)) * r->unit_whole /
               r->unit_scale;
    }
    return r->whole ? coins * r->unit_whole / r->unit_scale
                    : coins * r->unit * (1 - PARTY_SLACK);
}

/* Distance of a constraint's bound from an average party, in standard deviations of a
 * hero. */
static double tightness(const struct party_reduced *r,
                        const struct party_constraint *constraint, double sign)
{
    double target = sign > 0 ? constraint->lo : -constraint->hi;
    if (!isfinite(target) || !r->n)
        return -INFINITY;
    double sum = 0, squares = 0, n = (double)r->n;
    for (size_t i = 0; i < r->n; i++) {
        double v = sign * party_constraint_value(r->party, constraint, r->row[i]);
        sum += v;
        squares += v * v;
    }
    double deviation = sqrt(fmax(0, squares / n - sum / n * (sum / n)));
    double need = target - sign * constraint->fixed - (double)r->n_free * sum / n;
    return deviation > 0 ? need / deviation : -INFINITY;
}

bool party_integer_scaling_is_settled(const struct party_reduced *r,
                                      const struct party_constraint *constraint)
{
    for (size_t i = 1; i < r->n; i++)
        if (r->group[i] == r->group[i - 1] &&
            party_constraint_value(r->party, constraint, r->row[i]) !=
                party_constraint_value(r->party, constraint, r->row[i - 1]))
            return false;
    return true;
}

static void measure_steps(struct party_reduced *r, double sign)
{
    const struct party_constraint *constraint = &r->constraint[r->leading];
    double least = INFINITY, most = -INFINITY, free = (double)r->n_free;
    bool whole = true;
    for (size_t i = 0; i < r->n; i++) {
        double v = sign * party_constraint_value(r->party, constraint, r->row[i]);
        least = fmin(least, v);
        most = fmax(most, v);
        whole = whole && arithmetic_is_whole(v);
    }
    double target =
        (sign > 0 ? constraint->lo : -constraint->hi) - sign * constraint->fixed;
    double need = target - free * least;
    need -= PARTY_SLACK * (fabs(target) + fabs(free * least) + fabs(constraint->fixed));
    double width = 1;
    if (!whole || need > PARTY_REDUCED_MOST_STEPS - 1)
        width = fmax(need, most - least) / COARSE_STEPS;
    r->impossible |= need > free * (most - least);
    if (need <= 0 || r->impossible)
        return;
    r->steps = (uint32_t)ceil(need / width);
    /* Rounded up, so that the relaxation holds. */
    for (size_t i = 0; i < r->n; i++) {
        double v = sign * party_constraint_value(r->party, constraint, r->row[i]);
        r->step[i] = (uint16_t)fmin(r->steps, ceil((v - least) / width));
    }
}

void party_integer_scaling_lead(struct party_reduced *r)
{
    double best = -INFINITY;
    r->leading = -1;
    for (size_t i = 0; i < r->n_constraints; i++) {
        if (party_integer_scaling_is_settled(r, &r->constraint[i]))
            continue;
        for (int sign = 1; sign >= -1; sign -= 2) {
            double tight = tightness(r, &r->constraint[i], sign);
            if (tight > best) {
                best = tight;
                r->leading = (int)i;
                r->leading_sign = sign;
            }
        }
    }
}

enum status party_integer_scaling_steps(struct party_reduced *r, struct arena *perm,
                                        struct error *err)
{
    r->step = ARENA_NEW(perm, uint16_t, r->n + 1);
    if (!r->step)
        return error_set(err, STATUS_MEMORY, "no memory for steps");
    if (r->leading >= 0)
        measure_steps(r, r->leading_sign);
    return STATUS_OK;
}
