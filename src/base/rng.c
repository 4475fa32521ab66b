#include "rng.h"

void rng_init(struct rng *rng, uint64_t seed, uint64_t replica, uint64_t island,
              enum rng_purpose purpose)
{
    /* Replica and purpose form the upper half of the stream number, the island the lower
     * half, so that the streams of a run are distinct. */
    rng_word stream = (rng_word)((uint64_t)purpose << 56 | (replica & 0xffffffffffffff))
                      << 64;
    rng_seed(rng, seed, stream | island);
    /* Streams with neighbouring numbers begin similarly; a few steps decorrelate them. */
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
