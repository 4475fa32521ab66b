#include "crossover_operators.h"

#include <string.h>

static void copy(void *to, const void *from, size_t first, size_t last,
                 size_t gene_bytes)
{
    memcpy((char *)to + first * gene_bytes, (const char *)from + first * gene_bytes,
           (last - first) * gene_bytes);
}

void skerry_crossover_one_point(const void *a, const void *b, size_t n,
                                size_t gene_bytes, struct rng *rng, void *child)
{
    size_t cut = n > 1 ? 1 + (size_t)rng_below(rng, n - 1) : 1;
    copy(child, a, 0, cut, gene_bytes);
    copy(child, b, cut, n, gene_bytes);
}

void skerry_crossover_two_point(const void *a, const void *b, size_t n,
                                size_t gene_bytes, struct rng *rng, void *child)
{
    copy(child, a, 0, n, gene_bytes);
    if (n == 1)
        return;
    size_t first = (size_t)rng_below(rng, n),
           length = 1 + (size_t)rng_below(rng, n - 1);
    size_t last = first + length;
    copy(child, b, first, last < n ? last : n, gene_bytes);
    if (last > n)
        copy(child, b, 0, last - n, gene_bytes);
}

/* A half costs one random bit a gene; other shares one random number. */
static void halves(const char *a, const char *b, size_t n, size_t gene_bytes,
                   struct rng *rng, char *child)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < n; i++, bits >>= 1) {
        if (i % 64 == 0)
            bits = rng_next(rng);
        memcpy(child + i * gene_bytes, (bits & 1 ? b : a) + i * gene_bytes, gene_bytes);
    }
}

void skerry_crossover_uniform(const void *a, const void *b, size_t n, size_t gene_bytes,
                              double share, struct rng *rng, void *child)
{
    if (share == 0.5) {
        halves(a, b, n, gene_bytes, rng, child);
        return;
    }
    for (size_t i = 0; i < n; i++)
        copy(child, rng_chance(rng, share) ? b : a, i, i + 1, gene_bytes);
}
