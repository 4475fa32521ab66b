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

size_t population_best(const struct population *pop)
{
    size_t best = 0;
    double least = pop->objectives == 1 ? population_least(pop) : INFINITY;
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
