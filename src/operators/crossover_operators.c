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

/* A share of 1/2 takes one random bit per gene, other shares one random number. Inlined for
 * each gene size, so that copying a gene is one instruction. */
static inline void halves(const char *a, const char *b, size_t n,
                          const size_t gene_bytes, struct rng *rng, char *child)
{
    for (size_t i = 0; i < n; i += 64) {
        uint64_t bits = rng_next(rng);
        size_t m = n - i < 64 ? n - i : 64;
        for (size_t k = 0; k < m; k++) {
            size_t at = (i + k) * gene_bytes;
            memcpy(child + at, (bits >> k & 1 ? b : a) + at, gene_bytes);
        }
    }
}

static void halves_of(const void *a, const void *b, size_t n, size_t gene_bytes,
                      struct rng *rng, void *child)
{
    switch (gene_bytes) {
    case 1:
        halves(a, b, n, 1, rng, child);
        break;
    case 4:
        halves(a, b, n, 4, rng, child);
        break;
    case 8:
        halves(a, b, n, 8, rng, child);
        break;
    default:
        halves(a, b, n, gene_bytes, rng, child);
        break;
    }
}

void skerry_crossover_uniform(const void *a, const void *b, size_t n, size_t gene_bytes,
                              double share, struct rng *rng, void *child)
{
    if (share == 0.5) {
        halves_of(a, b, n, gene_bytes, rng, child);
        return;
    }
    for (size_t i = 0; i < n; i++)
        copy(child, rng_chance(rng, share) ? b : a, i, i + 1, gene_bytes);
}
