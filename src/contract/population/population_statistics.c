/* Statistics of the first costs of a population, of independent lanes that the processor computes
 * side by side: which costs are added to one another depends on their rows alone, so that the
 * outcome is the same on any processor. */
#include "population.h"

#include <math.h>

enum { LANES = 8 };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t lane_mask __attribute__((vector_size(LANES * sizeof(int64_t))));

/* The first costs of so many rows from this one on; `rest` behind the last. */
static inline lanes costs_from(const struct population *pop, size_t row, double rest)
{
    lanes costs;
    if (pop->objectives == 1 && row + LANES <= pop->count) {
        memcpy(&costs, pop->costs + row, sizeof costs);
        return costs;
    }
    for (size_t k = 0; k < LANES; k++)
        costs[k] = row + k < pop->count ? population_cost(pop, row + k)[0] : rest;
    return costs;
}

static inline lanes choose(lane_mask where, lanes one, lanes other)
{
    return (lanes)(((lane_mask)one & where) | ((lane_mask)other & ~where));
}

static inline lane_mask are_finite(lanes costs)
{
    return costs - costs == 0;
}

static inline double sum_of(lanes terms)
{
    double sum = 0;
    for (size_t k = 0; k < LANES; k++)
        sum += terms[k];
    return sum;
}

double population_least(const struct population *pop)
{
    lanes least = (lanes){0} + INFINITY;
    double all = INFINITY;
    for (size_t row = 0; row < pop->count; row += LANES) {
        lanes costs = costs_from(pop, row, INFINITY);
        least = choose(costs < least, costs, least);
    }
    for (size_t k = 0; k < LANES; k++)
        all = least[k] < all ? least[k] : all;
    return all;
}

double population_greatest(const struct population *pop)
{
    const lanes infinite = (lanes){0} + INFINITY;
    lanes greatest = -infinite;
    double all = -INFINITY;
    for (size_t row = 0; row < pop->count; row += LANES) {
        lanes costs = costs_from(pop, row, -INFINITY);
        costs = choose(costs == costs, costs, infinite);
        greatest = choose(costs > greatest, costs, greatest);
    }
    for (size_t k = 0; k < LANES; k++)
        all = greatest[k] > all ? greatest[k] : all;
    return pop->count ? all : INFINITY;
}

/* Moments are computed of costs times a power of two, which is exact: 1, and where squares
 * overflow, as those of penalties of 1e300 do, SMALL. */
#define SMALL 0x1p-600

/* The sum of the finite first costs times `scale`. n: out, how many there are. */
static inline double sum_of_finite(const struct population *pop, double scale,
                                   double *n)
{
    lanes sum = {0};
    lane_mask found = {0};
    *n = 0;
    for (size_t row = 0; row < pop->count; row += LANES) {
        lanes costs = costs_from(pop, row, NAN);
        lane_mask finite = are_finite(costs);
        sum += choose(finite, costs * scale, (lanes){0});
        found -= finite; /* true is -1 */
    }
    for (size_t k = 0; k < LANES; k++)
        *n += (double)found[k];
    return sum_of(sum);
}

static size_t moments_of(const struct population *pop, double scale, double *mean,
                         double *deviation)
{
    double n, sum = sum_of_finite(pop, scale, &n), middle = n > 0 ? sum / n : NAN;
    lanes squares = {0};
    for (size_t row = 0; row < pop->count; row += LANES) {
        lanes costs = costs_from(pop, row, NAN), away = costs * scale - middle;
        squares += choose(are_finite(costs), away * away, (lanes){0});
    }
    *mean = middle / scale;
    *deviation = n > 0 ? sqrt(sum_of(squares) / n) / scale : NAN;
    return (size_t)n;
}

size_t population_moments(const struct population *pop, double *mean, double *deviation)
{
    size_t n = moments_of(pop, 1, mean, deviation);
    return n && !isfinite(*deviation) ? moments_of(pop, SMALL, mean, deviation) : n;
}

double population_mean(const struct population *pop)
{
    double n, sum = sum_of_finite(pop, 1, &n), mean = n > 0 ? sum / n : NAN, deviation;
    if (n > 0 && !isfinite(mean)) /* the sum overflows */
        (void)population_moments(pop, &mean, &deviation);
    return mean;
}

struct moments population_spread(const struct population *pop)
{
    struct moments moments;
    moments.n = (double)population_moments(pop, &moments.mean, &moments.deviation);
    return moments;
}

static const struct moments *part_at(const struct moments *parts, size_t i,
                                     size_t stride)
{
    return (const struct moments *)((const char *)parts + i * stride);
}

static struct moments union_of(const struct moments *parts, size_t n, size_t stride,
                               double scale)
{
    struct moments all = {0};
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        const struct moments *part = part_at(parts, i, stride);
        all.n += part->n;
        sum += part->n > 0 ? part->n * (part->mean * scale) : 0;
    }
    double middle = all.n > 0 ? sum / all.n : NAN;
    for (size_t i = 0; i < n; i++) {
        const struct moments *part = part_at(parts, i, stride);
        double away = part->mean * scale - middle, own = part->deviation * scale;
        squares += part->n > 0 ? part->n * (own * own + away * away) : 0;
    }
    all.mean = middle / scale;
    all.deviation = all.n > 0 ? sqrt(squares / all.n) / scale : NAN;
    return all;
}

struct moments moments_union(const struct moments *parts, size_t n, size_t stride)
{
    struct moments all = union_of(parts, n, stride, 1);
    return all.n > 0 && !isfinite(all.deviation) ? union_of(parts, n, stride, SMALL)
                                                 : all;
}

double moments_diversity(struct moments moments)
{
    if (moments.n < 2 || !(moments.deviation > 0) || moments.mean == 0)
        return 0;
    return fmin(moments.deviation / fabs(moments.mean) / sqrt(moments.n - 1), 1);
}
