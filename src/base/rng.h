/* Random numbers: PCG-XSL-RR 128/64 ("pcg64"), inline.
 *
 * 128 bits of state, 64 of output, 2^127 streams of period 2^128.
 * Source: M. O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation, HMC-CS-2014-0905. Checked in
 * tests/unit/base/test_rng.c against the published sequence and against the reference
 * library.
 *
 * One stream per replica, island and purpose: see rng_init. */
#ifndef SKERRY_BASE_RNG_H
#define SKERRY_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

__extension__ typedef unsigned __int128 rng_word;

struct rng {
    rng_word state;
    rng_word increment; /* odd; chooses the stream */
};

#define RNG_MULTIPLIER                                                                 \
    (((rng_word)2549297995355413924ULL << 64) | 4865540595714422341ULL)

/* The next 64 random bits. */
static inline uint64_t rng_next(struct rng *rng)
{
    rng->state = rng->state * RNG_MULTIPLIER + rng->increment;
    uint64_t folded = (uint64_t)(rng->state >> 64) ^ (uint64_t)rng->state;
    unsigned turn = (unsigned)(rng->state >> 122);
    return folded >> turn | folded << (-turn & 63);
}

/* Seeds as the reference library does: same seed and stream, same sequence. */
static inline void rng_seed(struct rng *rng, rng_word seed, rng_word stream)
{
    rng->increment = stream << 1 | 1;
    rng->state = (rng->increment + seed) * RNG_MULTIPLIER + rng->increment;
}

/* A whole number in 0..n-1 without bias (Lemire 2019), n >= 1. */
static inline uint64_t rng_below(struct rng *rng, uint64_t n)
{
    rng_word product = (rng_word)rng_next(rng) * n;
    if ((uint64_t)product < n) {
        uint64_t floor = -n % n;
        while ((uint64_t)product < floor)
            product = (rng_word)rng_next(rng) * n;
    }
    return (uint64_t)(product >> 64);
}

/* A real in [0, 1), a multiple of 2^-53. */
static inline double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* True with probability p. */
static inline int rng_chance(struct rng *rng, double p)
{
    return rng_unit(rng) < p;
}

/* What a stream is for: streams of different purposes never meet. */
enum rng_purpose {
    RNG_ALGORITHM = 1, /* an island's own stream: everything a generation draws */
    RNG_MIGRATION = 2, /* of a replica, the same on all ranks */
    RNG_PROBLEM = 3    /* making of instances */
};

/* The stream of one replica, island and purpose. */
void rng_init(struct rng *rng, uint64_t seed, uint64_t replica, uint64_t island,
              enum rng_purpose purpose);

/* A random order of items[0..n-1] (Fisher and Yates). */
void rng_shuffle(struct rng *rng, uint32_t *items, size_t n);

#ifdef __cplusplus
}
#endif

#endif
