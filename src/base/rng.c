#include "rng.h"

void rng_init(struct rng *rng, uint64_t seed, uint64_t replica, uint64_t island,
              enum rng_purpose purpose)
{
    /* Replica and purpose share the upper half of the stream's number, the island is
     * the lower: no two combinations that a run can have are alike. */
    rng_word stream = (rng_word)((uint64_t)purpose << 56 | (replica & 0xffffffffffffff))
                      << 64;
    rng_seed(rng, seed, stream | island);
    /* Neighbouring streams start alike; a few steps part them. */
    for (int i = 0; i < 16; i++)
        rng_next(rng);
}

void rng_shuffle(struct rng *rng, uint32_t *items, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)rng_below(rng, i);
        uint32_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}
