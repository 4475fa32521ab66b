#include "population.h"

#include <math.h>

enum status population_init(struct population *pop, const struct shape *shape,
                            size_t capacity, struct arena *perm, struct error *err)
{
    size_t align = shape->genome_bytes >= ARENA_ALIGN ? ARENA_ALIGN : 8;
    *pop = (struct population){.capacity = capacity, .objectives = shape->objectives};
    pop->stride = (shape->genome_bytes + align - 1) / align * align;
    pop->genomes = arena_take_array(perm, capacity, pop->stride);
    pop->costs = arena_take_array(perm, capacity, shape->objectives * sizeof(double));
    if (!pop->genomes || !pop->costs)
        return error_set(err, STATUS_MEMORY,
                         "no memory for a population of %zu genomes of %zu bytes",
                         capacity, pop->stride);
    return STATUS_OK;
}

/* Merges two sorted runs of row numbers; the left one wins ties. */
static void merge(const struct population *pop, const uint32_t *in, size_t left,
                  size_t middle, size_t right, uint32_t *out)
{
    size_t i = left, j = middle;
    for (size_t k = left; k < right; k++) {
        bool take_left =
            j >= right || (i < middle && !population_better(pop, in[j], in[i]));
        out[k] = take_left ? in[i++] : in[j++];
    }
}

void population_order(const struct population *pop, struct arena scratch,
                      uint32_t *order)
{
    size_t n = pop->count;
    uint32_t *other = ARENA_NEW(&scratch, uint32_t, n);
    uint32_t *from = order, *to = other;
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t left = 0; left < n; left += 2 * width) {
            size_t middle = left + width < n ? left + width : n;
            size_t right = left + 2 * width < n ? left + 2 * width : n;
            merge(pop, from, left, middle, right, to);
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != order)
        memcpy(order, from, n * sizeof *order);
}

/* The least of n numbers, NaN left out; INFINITY if there is none. Of independent lanes, which the
 * compiler computes side by side. */
static double least_of(const double *number, size_t n)
{
    enum { LANES = 8 };
    double lane[LANES], least = INFINITY;
    for (size_t k = 0; k < LANES; k++)
        lane[k] = INFINITY;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            lane[k] = number[i + k] < lane[k] ? number[i + k] : lane[k];
    for (size_t k = 0; k < LANES; k++)
        least = lane[k] < least ? lane[k] : least;
    for (; i < n; i++)
        least = number[i] < least ? number[i] : least;
    return least;
}

size_t population_best(const struct population *pop)
{
    size_t best = 0;
    double least = pop->objectives == 1 ? least_of(pop->costs, pop->count) : INFINITY;
    if (least < INFINITY) {
        while (pop->costs[best] != least)
            best++;
        return best;
    }
    for (size_t i = 1; i < pop->count; i++)
        if (population_better(pop, i, best))
            best = i;
    return best;
}

size_t population_worst(const struct population *pop)
{
    size_t worst = 0;
    for (size_t i = 1; i < pop->count; i++)
        if (population_better(pop, worst, i))
            worst = i;
    return worst;
}

/* Moments are computed of costs times a power of two, which is exact: 1, and where squares
 * overflow, as those of penalties of 1e300 do, SMALL. */
#define SMALL 0x1p-600

static size_t moments_of(const struct population *pop, double scale, double *mean,
                         double *deviation)
{
    double sum = 0, squares = 0;
    size_t n = 0;
    for (size_t i = 0; i < pop->count; i++) {
        double cost = population_cost(pop, i)[0];
        if (isfinite(cost)) {
            sum += cost * scale;
            n++;
        }
    }
    double middle = n ? sum / (double)n : NAN;
    for (size_t i = 0; i < pop->count; i++) {
        double cost = population_cost(pop, i)[0];
        if (isfinite(cost))
            squares += (cost * scale - middle) * (cost * scale - middle);
    }
    *mean = middle / scale;
    *deviation = n ? sqrt(squares / (double)n) / scale : NAN;
    return n;
}

size_t population_moments(const struct population *pop, double *mean, double *deviation)
{
    size_t n = moments_of(pop, 1, mean, deviation);
    return n && !isfinite(*deviation) ? moments_of(pop, SMALL, mean, deviation) : n;
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
