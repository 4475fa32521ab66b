#include "bit_operators.h"

void skerry_bit_flip(uint8_t *bits, size_t n, double rate, struct rng *rng)
{
    struct skerry_choice choice = skerry_choice(rate);
    for (size_t i = skerry_choice_next(&choice, rng, 0); i < n;
         i = skerry_choice_next(&choice, rng, i + 1))
        bits[i] ^= 1;
}
