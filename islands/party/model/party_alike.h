/* How many heroes of a party share values of a trait, over all pairs of places. */
#ifndef SKERRY_PARTY_ALIKE_H
#define SKERRY_PARTY_ALIKE_H

#include "party_limits.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Values of a trait by place; those behind the last place count for nothing. */
struct party_values {
    uint16_t at[PARTY_MAX_PLACES];
};

/* Vectors of both compilers that are supported, on any processor. */
enum { PARTY_LANES = 16 };
typedef uint16_t party_lanes
    __attribute__((vector_size(PARTY_LANES * sizeof(uint16_t))));

/* Of the heroes in n places, by the codes of the pool. */
static inline struct party_values party_values_of(const uint16_t *code,
                                                  const int32_t *hero, size_t n)
{
    struct party_values values = {{0}};
    for (size_t p = 0; p < n; p++)
        values.at[p] = code[hero[p]];
    return values;
}

/* By place: in how many places the same value is, itself included; sixteen places at once, for the local
 * search of squads spent three tenths of its time here. Lanes that are equal compare as -1. */
static inline void party_count_alike(const struct party_values *values, size_t n,
                                     uint16_t alike[PARTY_MAX_PLACES])
{
    for (size_t first = 0; first < n; first += PARTY_LANES) {
        party_lanes own, count = {0};
        memcpy(&own, values->at + first, sizeof own);
        for (size_t q = 0; q < n; q++)
            count -= (party_lanes)(own == values->at[q]);
        memcpy(alike + first, &count, sizeof count);
    }
}

/* How many different values there are, and in how many places the most frequent one is. */
static inline void party_count_values(const struct party_values *values, size_t n,
                                      int *distinct, int *same)
{
    *distinct = *same = 0;
    for (size_t p = 0; p < n; p++) {
        int before = 0;
        for (size_t q = 0; q < p; q++)
            before += values->at[q] == values->at[p];
        *distinct += before == 0;
        *same = before + 1 > *same ? before + 1 : *same;
    }
}

#endif
