/* Operators of the plain problems, inline, so that a plain loop can do the same work as
 * the engine. Mutation visits each place with chance `rate`, drawing the gap to the
 * next place visited from the geometric distribution; log_missed is log(1 - rate). */
#ifndef SKERRY_BENCH_PLAIN_OPERATORS_H
#define SKERRY_BENCH_PLAIN_OPERATORS_H

#include "rng.h"

#include <math.h>
#include <string.h>

enum { PLAIN_NUMBERS = 256 }; /* match: values of a gene */

/* Places up to the next one visited; at least `left` when there is none among them. */
static inline size_t plain_gap(struct rng *rng, double log_missed, size_t left)
{
    double gap = log(1 - rng_unit(rng)) / log_missed;
    return gap < (double)left ? (size_t)gap : left;
}

/* Two cuts, 0 <= first < second <= n, every pair equally likely. */
static inline void plain_cuts(struct rng *rng, size_t n, size_t *first, size_t *second)
{
    size_t a = rng_below(rng, n + 1), b = rng_below(rng, n);
    b += b >= a;
    *first = a < b ? a : b;
    *second = a < b ? b : a;
}

static inline void onemax_cross(size_t words, const uint64_t *a, const uint64_t *b,
                                struct rng *rng, uint64_t *child)
{
    for (size_t i = 0; i < words; i++) {
        uint64_t mask = rng_next(rng);
        child[i] = (a[i] & mask) | (b[i] & ~mask);
    }
}

static inline void onemax_flip(size_t bits, double log_missed, struct rng *rng,
                               uint64_t *genome)
{
    for (size_t i = plain_gap(rng, log_missed, bits); i < bits;
         i += 1 + plain_gap(rng, log_missed, bits - i))
        genome[i / 64] ^= (uint64_t)1 << i % 64;
}

static inline double onemax_zeros(size_t words, const uint64_t *genome)
{
    unsigned ones = 0;
    size_t i = 0;
    /* By four, since for few words the compiler's vectors take longer. */
    for (; i + 4 <= words; i += 4)
        for (size_t k = i; k < i + 4; k++)
            ones += (unsigned)__builtin_popcountll(genome[k]);
    for (; i < words; i++)
        ones += (unsigned)__builtin_popcountll(genome[i]);
    return (double)(words * 64 - ones);
}

static inline void match_cross(size_t n, const int32_t *a, const int32_t *b,
                               struct rng *rng, int32_t *child)
{
    size_t first, second;
    plain_cuts(rng, n, &first, &second);
    memcpy(child, b, first * sizeof *child);
    memcpy(child + first, a + first, (second - first) * sizeof *child);
    memcpy(child + second, b + second, (n - second) * sizeof *child);
}

static inline void match_redraw(size_t n, double log_missed, struct rng *rng,
                                int32_t *genome)
{
    for (size_t i = plain_gap(rng, log_missed, n); i < n;
         i += 1 + plain_gap(rng, log_missed, n - i))
        genome[i] = (int32_t)rng_below(rng, PLAIN_NUMBERS);
}

static inline double match_wrong(size_t n, const int32_t *genome, const int32_t *target)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i++)
        wrong += genome[i] != target[i];
    return wrong;
}

/* Order crossover: a's items between the cuts stay in place, the others follow in b's
 * order, both read round from the second cut. Source: L. Davis, Applying adaptive
 * algorithms to epistatic domains, IJCAI 1985. */
static inline void permutation_cross(size_t n, const uint8_t *a, const uint8_t *b,
                                     struct rng *rng, uint8_t *child)
{
    size_t first, second, k = 0;
    uint8_t used[256] = {0}, rest[257];
    plain_cuts(rng, n, &first, &second);
    for (size_t i = first; i < second; i++)
        used[a[i]] = 1;
    for (size_t i = second; i < n; i++) {
        rest[k] = b[i];
        k += !used[b[i]];
    }
    for (size_t i = 0; i < second; i++) {
        rest[k] = b[i];
        k += !used[b[i]];
    }
    memcpy(child + first, a + first, second - first);
    memcpy(child + second, rest, n - second);
    memcpy(child, rest + (n - second), first);
}

static inline void permutation_swap(size_t n, double log_missed, struct rng *rng,
                                    uint8_t *genome)
{
    for (size_t i = plain_gap(rng, log_missed, n); i < n;
         i += 1 + plain_gap(rng, log_missed, n - i)) {
        size_t j = rng_below(rng, n);
        uint8_t item = genome[i];
        genome[i] = genome[j];
        genome[j] = item;
    }
}

static inline double permutation_wrong(size_t n, const uint8_t *genome,
                                       const uint8_t *target)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i++)
        wrong += genome[i] != target[i];
    return wrong;
}

#endif
