#include "real_operators.h"

#include "bit_operators.h"

static double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

double skerry_real_normal(struct rng *rng)
{
    double x, y, square;
    do {
        x = 2 * rng_unit(rng) - 1;
        y = 2 * rng_unit(rng) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * sqrt(-2 * log(square) / square);
}

/* The least difference of genes that are crossed: NSGA-II's threshold for equal genes, of narrower bounds a share
 * of their width. */
static double sbx_least(double low, double high)
{
    return 1e-14 * fmin(1, high - low);
}

/* A random spread factor that respects a bound at `room` times the parents' distance. */
static double sbx_spread(double room, double index, double unit)
{
    double alpha = 2 - pow(1 + 2 * room, -(index + 1));
    double drawn = unit * alpha;
    return pow(drawn <= 1 ? drawn : 1 / (2 - drawn), 1 / (index + 1));
}

void skerry_real_sbx(const double *a, const double *b, size_t n, const double *low,
                     const double *high, double index, struct rng *rng, double *child)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t coins = rng_next(rng);
        double least = fmin(a[i], b[i]), most = fmax(a[i], b[i]), wide = most - least;
        child[i] = a[i];
        if (coins & 1 || wide <= 0 || wide < sbx_least(low[i], high[i]))
            continue;
        double unit = rng_unit(rng), middle = least + wide / 2;
        double drawn =
            coins & 2
                ? middle - sbx_spread((least - low[i]) / wide, index, unit) * wide / 2
                : middle + sbx_spread((high[i] - most) / wide, index, unit) * wide / 2;
        child[i] = within(drawn, low[i], high[i]);
    }
}

/* Reflects a number at its bounds until it lies between them. */
static double reflected(double value, double low, double high)
{
    double wide = high - low;
    if (!(wide > 0))
        return low;
    double at = fmod(fabs(value - low), 2 * wide);
    return within(low + (at > wide ? 2 * wide - at : at), low, high);
}

void skerry_real_gaussian(double *genes, size_t n, const double *low,
                          const double *high, double deviation, double rate,
                          struct rng *rng)
{
    struct skerry_choice choice = skerry_choice(rate);
    for (size_t i = skerry_choice_next(&choice, rng, 0); i < n;
         i = skerry_choice_next(&choice, rng, i + 1)) {
        double step = deviation * (high[i] - low[i]) * skerry_real_normal(rng);
        genes[i] = reflected(genes[i] + step, low[i], high[i]);
    }
}

/* The displacement of a gene in units of the width of its bounds. below, above: distances
 * to the bounds in the same unit. */
static double polynomial_step(double below, double above, double index, double unit)
{
    double power = 1 / (index + 1);
    if (unit < 0.5)
        return pow(2 * unit + (1 - 2 * unit) * pow(1 - below, index + 1), power) - 1;
    return 1 - pow(2 * (1 - unit) + (2 * unit - 1) * pow(1 - above, index + 1), power);
}

void skerry_real_polynomial(double *genes, size_t n, const double *low,
                            const double *high, double index, double rate,
                            struct rng *rng)
{
    struct skerry_choice choice = skerry_choice(rate);
    for (size_t i = skerry_choice_next(&choice, rng, 0); i < n;
         i = skerry_choice_next(&choice, rng, i + 1)) {
        double wide = high[i] - low[i];
        if (!(wide > 0))
            continue;
        double step =
            polynomial_step((genes[i] - low[i]) / wide, (high[i] - genes[i]) / wide,
                            index, rng_unit(rng));
        genes[i] = within(genes[i] + step * wide, low[i], high[i]);
    }
}

void skerry_real_differential(const double *target, const double *base,
                              const double *plus, const double *minus, size_t n,
                              const double *low, const double *high, double weight,
                              double cross, struct rng *rng, double *child)
{
    size_t always = (size_t)rng_below(rng, n);
    for (size_t i = 0; i < n; i++) {
        child[i] = target[i];
        if (!rng_chance(rng, cross) && i != always)
            continue;
        double moved = base[i] + weight * (plus[i] - minus[i]);
        child[i] = moved < low[i]    ? (base[i] + low[i]) / 2
                   : moved > high[i] ? (base[i] + high[i]) / 2
                                     : moved;
    }
}
