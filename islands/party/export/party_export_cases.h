/* Splits an exported challenge into cases that are much smaller together: every party
 * as cheap as the start is in one of them.
 *
 * Let P be the start's price, M the most points of an edge, and H the heavy traits:
 * those without which an edge gives fewer than M points.
 * 1. An edge whose ends share exactly the traits S of H loses at least loss(S) of M
 *    points. delta_t are chosen so that the sum of delta_t over H \ S is at most
 * loss(S) for every S. So a party loses at least the sum over t of delta_t x (edges
 * whose ends do not share t), and may lose M E - need.
 * 2. Let a be the heroes that share the commonest value of t. k places hold at most
 * F(k) edges. Edges whose ends share t lie within sets of places of equal value, none
 *    larger than a: at most G(a), the most of F(a) + F(k2) + F(k3) + ... over a >= k2
 * >=
 *    ..., which add up to the places.
 * 3. Every party has a commonest value of each trait of H, its leads (any, where
 * several tie). Given leads, each hero falls in one of 2^|H| categories: which leads it
 * has. Counts of heroes by category give a of each trait, and by 1 and 2 most counts
 *    lose too much. A case is leads with counts that do not.
 * 4. For any numbers y of the bounded sums, y >= 0 where only a least and y <= 0 where
 *    only a most is asked, a party of a case costs at least the sum of its categories'
 *    cheapest heroes by price - y value (fixed ones always), plus y bound (weak
 *    duality). A case is left out where that exceeds P, and a hero where it does with
 *    him in the place of the dearest of his category's cheapest. A margin covers
 *    rounding. */
#ifndef SKERRY_PARTY_EXPORT_CASES_H
#define SKERRY_PARTY_EXPORT_CASES_H

#include "arena.h"
#include "party.h"

enum {
    PARTY_EXPORT_CASE_TRAITS = 3,
    PARTY_EXPORT_CASE_CATEGORIES = 1 << PARTY_EXPORT_CASE_TRAITS
};

struct party_export_case {
    uint16_t lead[PARTY_EXPORT_CASE_TRAITS];     /* values of the heavy traits */
    uint8_t count[PARTY_EXPORT_CASE_CATEGORIES]; /* bit i: has lead i */
    double bound;                                /* of its parties' prices, by 4 */
    size_t n_kept;
    const uint32_t *kept; /* heroes, by number */
};

struct party_export_cases {
    size_t n_heavy; /* 0: one case, by 4 alone */
    size_t heavy[PARTY_EXPORT_CASE_TRAITS];
    int most_within[PARTY_MAX_PLACES + 1];  /* F */
    int most_sharing[PARTY_MAX_PLACES + 1]; /* G; -1: no such sets */
    double price;                           /* P */
    size_t n;
    struct party_export_case *item;
};

/* Which category a hero is in. */
size_t party_export_cases_category(const struct party *party,
                                   const struct party_export_cases *cases,
                                   const struct party_export_case *one, size_t hero);

/* Finds the cases, with fewer heavy traits where there would be too many. `start` is a
 * feasible party. False without memory. */
bool party_export_cases_find(const struct party *party, const int32_t *start,
                             struct arena *arena, struct party_export_cases *cases);

#endif
