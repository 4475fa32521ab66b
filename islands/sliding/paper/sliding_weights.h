/* Hash table of weights of placements, of fixed size, with a default for those that it
 * does not hold: the function w of rl. O(1) a lookup, keys as in sliding_zobrist.h.
 * Source: the paper, Algorithm 4; the fixed size is our own. */
#ifndef SKERRY_SLIDING_WEIGHTS_H
#define SKERRY_SLIDING_WEIGHTS_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

struct sliding_weights {
    uint64_t *key; /* 0: free */
    double *weight;
    size_t size; /* a power of 2 */
    size_t used, most;
    double unknown;
};

/* Takes an empty table for at most `most` placements from perm, 20 to 40 bytes each;
 * false when there is no memory. */
bool sliding_weights_init(struct sliding_weights *weights, size_t most, double unknown,
                          struct arena *perm);

/* key: of a placement, see sliding_instance.h. */
double sliding_weights_get(const struct sliding_weights *weights, uint64_t key);

bool sliding_weights_has(const struct sliding_weights *weights, uint64_t key);

/* Ignored for a new placement when the table is full. */
void sliding_weights_set(struct sliding_weights *weights, uint64_t key, double weight);

#endif
