#include "integer_operators.h"

#include "bit_operators.h"

/* A uniform integer in least..most other than the present one. */
static int32_t other(int32_t now, int64_t least, int64_t most, struct rng *rng)
{
    if (least >= most)
        return now;
    int64_t drawn = least + (int64_t)rng_below(rng, (uint64_t)(most - least));
    return (int32_t)(drawn >= now ? drawn + 1 : drawn);
}

void skerry_integer_creep(int32_t *genes, size_t n, const int32_t *low,
                          const int32_t *high, int32_t step, double rate,
                          struct rng *rng)
{
    struct skerry_choice choice = skerry_choice(rate);
    for (size_t i = skerry_choice_next(&choice, rng, 0); i < n;
         i = skerry_choice_next(&choice, rng, i + 1)) {
        int64_t least = (int64_t)genes[i] - step, most = (int64_t)genes[i] + step;
        genes[i] = other(genes[i], least < low[i] ? low[i] : least,
                         most > high[i] ? high[i] : most, rng);
    }
}

void skerry_integer_reset(int32_t *genes, size_t n, const int32_t *low,
                          const int32_t *high, double rate, struct rng *rng)
{
    struct skerry_choice choice = skerry_choice(rate);
    for (size_t i = skerry_choice_next(&choice, rng, 0); i < n;
         i = skerry_choice_next(&choice, rng, i + 1))
        genes[i] = other(genes[i], low[i], high[i], rng);
}
