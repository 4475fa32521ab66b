/* Splits an exported challenge into cases that are much smaller together: every party
 * as cheap as the start is in one of them.
 *
 * Let P be the start's price, M the most points of an edge, E the number of edges, and
 * H the heavy traits: those without which an edge gives fewer than M points.
 *
 * 1. An edge whose ends share exactly the traits S of H loses at least loss(S) of M
 *    points. delta_t are chosen so that the sum of delta_t over H \ S is at most
 *    loss(S) for every S. So a party loses at least the sum over t of delta_t times the
 *    edges whose ends do not share t, and may lose M E minus the points required.
 *
 * 2. Let a be the number of heroes with the most frequent value of t. k places contain
 *    at most F(k) edges. Edges whose ends share t lie within sets of places of equal
 *    value, none larger than a: there are at most G(a) of them, the maximum of F(a) +
 *    F(k2) + F(k3) + ... over a >= k2 >= k3 >= ... that add up to the places.
 *
 * 3. Every party has a mode (a most frequent value) of each trait of H; any of them if
 *    several tie. Given the modes, each hero is in one of 2^|H| categories: which modes
 *    it has. The counts of heroes by category give a of each trait, and by 1 and 2 most
 *    counts lose too many points. A case is a choice of modes with counts that do not.
 *
 * 4. For any multipliers y of the bounded sums, y >= 0 without an upper and y <= 0
 *    without a lower bound, a party of a case costs at least the sum of its categories'
 *    cheapest heroes by price - y value (always including fixed ones), plus y bound
 *    (weak duality). A case is left out if that exceeds P, and a hero if it does with
 *    the hero in the place of the most expensive of its category. A margin covers
 *    rounding.
 *
 * Source: our own; 4 is Lagrangian variable fixing (M. Fisher, The Lagrangian
 * relaxation method for solving integer programming problems, Management Science 27,
 * 1981).
 *
 * Cost: for each choice of modes, up to 100 subgradient steps of O(heroes sums +
 * counts), and 30 more for each count that remains. */
#ifndef SKERRY_PARTY_EXPORT_CASES_H
#define SKERRY_PARTY_EXPORT_CASES_H

#include "arena.h"
#include "party.h"

enum {
    PARTY_EXPORT_CASE_TRAITS = 3,
    PARTY_EXPORT_CASE_CATEGORIES = 1 << PARTY_EXPORT_CASE_TRAITS
};

struct party_export_case {
    uint16_t mode[PARTY_EXPORT_CASE_TRAITS];     /* values of the heavy traits */
    uint8_t count[PARTY_EXPORT_CASE_CATEGORIES]; /* bit i of the index: has mode i */
    double bound;                                /* lower bound on the price, by 4 */
    size_t n_kept;
    const uint32_t *kept; /* heroes, by row */
};

struct party_export_cases {
    size_t n_heavy; /* 0: a single case, reduced by 4 alone */
    size_t heavy[PARTY_EXPORT_CASE_TRAITS];
    int most_within[PARTY_MAX_PLACES + 1];  /* F */
    int most_sharing[PARTY_MAX_PLACES + 1]; /* G; -1 for 0 */
    double price;                           /* P */
    size_t n;
    struct party_export_case *item;
};

/* The category of a hero. */
size_t party_export_cases_category(const struct party *party,
                                   const struct party_export_cases *cases,
                                   const struct party_export_case *one, size_t hero);

/* Finds the cases, with fewer heavy traits if there would be too many cases. `start` is
 * a feasible party. False without memory. */
bool party_export_cases_find(const struct party *party, const int32_t *start,
                             struct arena *arena, struct party_export_cases *cases);

#endif
