#include "sliding_instance.h"

#include "rng.h"

/* Requires instance->steps. */
static void fill_within(struct sliding_instance *instance)
{
    const struct sliding *puzzle = &instance->puzzle;
    for (unsigned n = 0; n <= puzzle->d; n++)
        for (unsigned v = 0; v < puzzle->vertices; v++) {
            instance->within[n][v] = 0;
            for (unsigned from = 0; from < puzzle->vertices; from++)
                if (instance->steps[from ^ v] <= n)
                    instance->within[n][v] |= VERTEX(from);
        }
}

enum status sliding_instance_prepare(struct sliding_instance *instance,
                                     struct arena *perm, struct error *err)
{
    const struct sliding *puzzle = &instance->puzzle;
    struct rng rng;
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    for (unsigned v = 0; v < puzzle->vertices; v++)
        instance->steps[v] =
            (uint8_t)(((unsigned)__builtin_popcount(v) + puzzle->k - 1) / puzzle->k);
    fill_within(instance);
    for (size_t i = 0; i < (size_t)puzzle->rings << puzzle->d; i++)
        instance->key[i] = rng_next(&rng);
    return sliding_perimeter_init(&instance->perimeter, puzzle, instance->key, perm,
                                  err);
}

uint64_t sliding_key(const struct sliding_instance *instance, const uint8_t *at)
{
    return sliding_zobrist_key(&instance->puzzle, instance->key, at);
}
