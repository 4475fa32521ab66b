/* Random weights of pairs of values, for parties that tests make. */
#ifndef SKERRY_TEST_PARTY_PAIR_TABLE_H
#define SKERRY_TEST_PARTY_PAIR_TABLE_H

#include "party.h"
#include "rng.h"

#include <string.h>

enum { PAIR_VALUES = 12 };

struct pair_table {
    struct party_pair_weights pairs;
    uint16_t number[PAIR_VALUES];
    uint8_t weight[(PAIR_VALUES + 1) * (PAIR_VALUES + 1)];
};

/* Sets most_weight of a trait of at most PAIR_VALUES values; with a chance of `rate`
 * some of its values, perhaps all, get pairs of weights up to `most`. The table must
 * stay where it is. */
static inline void pair_table_make(struct pair_table *table, struct rng *rng,
                                   double rate, int most, struct party_trait *trait)
{
    uint32_t n = 1;
    memset(table, 0, sizeof *table);
    trait->most_weight = trait->weight;
    if (!rng_chance(rng, rate))
        return;
    double named = rng_unit(rng), given = rng_unit(rng);
    for (uint32_t v = 0; v < trait->n_values; v++)
        table->number[v] = (uint16_t)(rng_chance(rng, named) ? n++ : 0);
    for (uint32_t a = 1; a < n; a++)
        for (uint32_t b = 1; b <= a; b++) {
            int weight = a == b ? trait->weight : 0;
            if (rng_chance(rng, given))
                weight = (int)rng_below(rng, (uint64_t)most + 1);
            table->weight[a * n + b] = table->weight[b * n + a] = (uint8_t)weight;
            if (weight > trait->most_weight)
                trait->most_weight = weight;
        }
    table->pairs = (struct party_pair_weights){n, table->number, table->weight};
    trait->pairs = &table->pairs;
}

#endif
