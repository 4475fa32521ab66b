/* Random number generator PCG-XSL-RR 128/64 ("pcg64"), inline: 128 bits of state, 64 bits of
 * output, 2^127 streams of period 2^128, one stream per replica, island and purpose (see
 * rng_init).
 *
 * Source: M. O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation, HMC-CS-2014-0905, 2014. The tests compare it with
 * the published sequence and with the reference library (tests/unit/base/test_rng.c,
 * tests/golden/test_pcg_reference.cc).
 * Cost: one 128-bit multiplication per number; 32 bytes per stream. */
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

/* The multiplier of the reference library. */
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

/* Seeds like the reference library: the same seed and stream give its sequence. */
static inline void rng_seed(struct rng *rng, rng_word seed, rng_word stream)
{
    rng->increment = stream << 1 | 1;
    rng->state = (rng->increment + seed) * RNG_MULTIPLIER + rng->increment;
}

/* An unbiased integer in 0..n-1, n >= 1. Source: D. Lemire, Fast Random Integer Generation
 * in an Interval, ACM Transactions on Modeling and Computer Simulation 29 (1), 2019. */
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

/* The purpose of a stream; different purposes have different streams. */
enum rng_purpose {
    RNG_ALGORITHM = 1, /* of an island: all random numbers of its algorithm */
    RNG_MIGRATION = 2, /* of a replica, the same on all ranks */
    RNG_PROBLEM = 3    /* generation of instances */
};

/* Seeds the stream of a replica, island and purpose. */
void rng_init(struct rng *rng, uint64_t seed, uint64_t replica, uint64_t island,
              enum rng_purpose purpose);

/* Shuffles items[0..n-1] uniformly. O(n). Source: Fisher and Yates, as algorithm P of
 * D. Knuth, The Art of Computer Programming 2, section 3.4.2. */
void rng_shuffle(struct rng *rng, uint32_t *items, size_t n);

#ifdef __cplusplus
}
#endif

#endif
