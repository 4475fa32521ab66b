#include "party_multipliers.h"

#include "arithmetic.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Prices of more digits get no multipliers: with these, sums of 64 prices would not fit 38 digits. */
static const double MOST_UNITS = 1e30;

/* By hand: finer multipliers than some millionth of the sum change no answer. */
static const double FINEST = 0x1p-20;

/* A multiplier is at most so many quanta: prices stay integers below 2^53 / 64, as party_decimal.h wants. */
enum { MOST_QUANTA = 1 << 22 };

static bool fits(const struct party *party, double quantum)
{
    const struct party_decimals *exact = &party->exact_price;
    double unit = exact->units ? pow(10, -exact->decimals) : 1;
    double most = exact->units ? MOST_UNITS : 0x1p46;
    double room = quantum / unit * MOST_QUANTA;
    for (size_t h = 0; h < party->n_heroes; h++) {
        double units = exact->units ? (double)exact->units[h] : party->price[h];
        if (units + room > most)
            return false;
    }
    return true;
}

/* The quantum where all prices are integers: their greatest common divisor, doubled until it is coarse
 * enough. 0: they are not, or all are 0. */
static double whole_quantum(const struct party *const *party, size_t n, double scale)
{
    int64_t divisor = 0;
    for (size_t i = 0; i < n; i++) {
        double own = party_price_step(party[i]);
        if (!(own > 0))
            return 0;
        divisor = arithmetic_gcd(divisor, (int64_t)own);
    }
    double step = (double)divisor;
    while (step < scale * FINEST)
        step *= 2;
    return step;
}

/* A power of ten that is a multiple of the unit of each party's prices. */
static double decimal_quantum(const struct party *const *party, size_t n, double scale)
{
    int decimals = INT_MAX;
    for (size_t i = 0; i < n; i++) {
        const struct party_decimals *exact = &party[i]->exact_price;
        int own = exact->units ? exact->decimals : 0;
        decimals = own < decimals ? own : decimals;
    }
    double enough = fmax(-ceil(log10(fmax(scale, FINEST) * FINEST)), 0);
    return pow(10, -fmin(decimals, enough));
}

enum status party_multipliers_init(struct party_multipliers *m,
                                   const struct party *const *party, size_t n,
                                   double scale, struct arena *perm, struct error *err)
{
    m->n_heroes = party_n_listed(party[0]);
    m->count = ARENA_NEW(perm, int64_t, m->n_heroes);
    m->tuned = ARENA_NEW(perm, double, m->n_heroes);
    if (!m->count || !m->tuned)
        return error_set(err, STATUS_MEMORY, "no memory for multipliers");
    party_multipliers_reset(m);
    m->quantum = whole_quantum(party, n, scale);
    if (!(m->quantum > 0))
        m->quantum = decimal_quantum(party, n, scale);
    for (size_t i = 0; i < n; i++)
        if (!fits(party[i], m->quantum))
            m->quantum = 0;
    return STATUS_OK;
}

int64_t party_multipliers_tune(struct party_multipliers *m, int32_t hero, double price)
{
    int64_t before = m->count[hero];
    if (!(m->quantum > 0))
        return 0;
    m->tuned[hero] = fmin(fmax(price, 0), m->quantum * MOST_QUANTA);
    m->count[hero] = llround(m->tuned[hero] / m->quantum);
    return m->count[hero] - before;
}

void party_multipliers_reset(struct party_multipliers *m)
{
    memset(m->count, 0, m->n_heroes * sizeof *m->count);
    memset(m->tuned, 0, m->n_heroes * sizeof *m->tuned);
}

double party_multipliers_sum(const struct party_multipliers *m)
{
    int64_t sum = 0;
    for (size_t h = 0; h < m->n_heroes; h++)
        sum += m->count[h];
    return (double)sum * m->quantum;
}

double party_multipliers_price(const struct party_multipliers *m,
                               const struct party *party, const int32_t *hero)
{
    int64_t sum = 0;
    for (size_t p = 0; p < party->n_places; p++)
        sum += m->count[party_listed(party, hero[p])];
    return party_price(party, hero) + (double)sum * m->quantum;
}

/* Prices with multipliers, as doubles and as decimals. */
static bool raise_prices(const struct party_multipliers *m, const struct party *party,
                         struct arena *perm, struct party *out)
{
    const struct party_decimals *exact = &party->exact_price;
    size_t n = party->n_heroes;
    double *price = ARENA_NEW(perm, double, n);
    party_wide *units = exact->units ? ARENA_NEW(perm, party_wide, n) : NULL;
    if (!price || (exact->units && !units))
        return false;
    /* Up to 10^23, far above what 64 bits hold; that beyond 2^53 it is rounded is within PARTY_DISJOINT_ROUNDING. */
    party_wide quantum =
        units ? (party_wide)round(m->quantum * pow(10, exact->decimals)) : 0;
    for (size_t h = 0; h < n; h++) {
        int64_t count = m->count[party_listed(party, (int32_t)h)];
        if (units)
            units[h] = exact->units[h] + count * quantum;
        price[h] = units ? party_decimal_value(units[h], exact->decimals)
                         : party->price[h] + (double)count * m->quantum;
    }
    out->price = price;
    out->exact_price.units = units;
    return true;
}

enum status party_multipliers_apply(const struct party_multipliers *m,
                                    const struct party *party, const uint8_t *banned,
                                    struct arena *perm, struct party *out,
                                    struct error *err)
{
    if (!party_copy(party, perm, out) || !raise_prices(m, party, perm, out))
        return error_set(err, STATUS_MEMORY, "no memory for a challenge");
    out->banned = banned;
    for (size_t i = 0; i < party_n_cases(out); i++) {
        struct party *one = party_own_case(out, i);
        one->banned = banned;
        one->price = out->price;
        one->exact_price = out->exact_price;
    }
    return STATUS_OK;
}
