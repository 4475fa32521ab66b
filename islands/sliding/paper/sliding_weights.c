#include "sliding_weights.h"

bool sliding_weights_init(struct sliding_weights *weights, size_t most, double unknown,
                          struct arena *perm)
{
    size_t size = 4;
    while (size < most + most / 4)
        size *= 2;
    *weights = (struct sliding_weights){.key = ARENA_NEW(perm, uint64_t, size),
                                        .weight = ARENA_NEW(perm, double, size),
                                        .size = size,
                                        .most = most,
                                        .unknown = unknown};
    return weights->key && weights->weight;
}

/* The slot of the key, or the free slot for it. */
static size_t find(const struct sliding_weights *weights, uint64_t key)
{
    size_t at = key & (weights->size - 1);
    while (weights->key[at] && weights->key[at] != key)
        at = (at + 1) & (weights->size - 1);
    return at;
}

/* Key 0 marks a free slot, so it is replaced by 1. */
static uint64_t never_free(uint64_t key)
{
    return key ? key : 1;
}

double sliding_weights_get(const struct sliding_weights *weights, uint64_t key)
{
    size_t at = find(weights, never_free(key));
    return weights->key[at] ? weights->weight[at] : weights->unknown;
}

bool sliding_weights_has(const struct sliding_weights *weights, uint64_t key)
{
    return weights->key[find(weights, never_free(key))] != 0;
}

void sliding_weights_set(struct sliding_weights *weights, uint64_t key, double weight)
{
    size_t at = find(weights, never_free(key));
    if (!weights->key[at]) {
        if (weights->used == weights->most)
            return;
        weights->used++;
        weights->key[at] = never_free(key);
    }
    weights->weight[at] = weight;
}
