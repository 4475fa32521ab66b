/* The rating of a team: the sum of its heroes' numbers plus what those above their mean exceed it
 * by, rounded to a whole number (halves up), divided by the number of places, without the rest.
 *
 *     rating = floor(round(sum + excess) / n), excess = sum of max(0, r - sum / n)
 *
 * All in integers: with N = n sum + sum of max(0, n r - sum), which is n (sum + excess), it is
 * floor((2 N + n) / (2 n^2)). It never falls when a number rises.
 *
 * Source: the formula that players of football games with squad building challenges found and use
 * (github.com/Regista6/EA-FC-Automated-SBC-Solving and others, after
 * reddit.com/r/FIFA/comments/5osq7k). Differs: any number of places, where they have 11. */
#ifndef SKERRY_PARTY_RATING_H
#define SKERRY_PARTY_RATING_H

#include "party.h"

#include <assert.h>

enum { PARTY_RATING_MOST = 1000000 }; /* of a hero; by hand: sums fit 64 bits */

/* 2 (n sum + the sum of max(0, n r - sum)) + n, which divided by 2 n^2 is the rating before it is
 * rounded down. */
int64_t party_rating_units(const int64_t *number, size_t n);

static inline int64_t party_rating_of(const int64_t *number, size_t n)
{
    assert(n > 0);
    return party_rating_units(number, n) / (2 * (int64_t)n * (int64_t)n);
}

/* The rating of a complete formation by a number of heroes. */
int64_t party_rating(const struct party *party, uint32_t column, const int32_t *hero);

#endif
