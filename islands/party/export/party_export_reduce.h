/* What an exported program may leave out, and the counts by groups that make its linear
 * relaxation stronger.
 *
 * Let P be the start's price. A hero is left out, or a group may not be chosen in some
 * size, where every party with it costs more than P. What remains holds every party of
 * price P or less: so the optimum is the same, and infeasible would contradict the
 * start.
 *
 * The proof is a lower bound L on the price of any party that keeps the rules:
 * 1. Let H be the heavy traits: an edge whose ends do not share all of H gives at most
 * X points, X less than the most M that an edge can give. A group is all heroes alike
 *    in H. With W edges within groups the party has at most M W + X (E - W) points; so
 *    at least Wmin = ceil((need - X E) / (M - X)) of the E edges are within groups.
 * 2. k heroes of a group stand on k places, which hold at most F(k) edges (the most of
 *    any k places). So sizes k of the groups, which add up to the places, have sum of
 *    F(k) >= Wmin.
 * 3. For any numbers y of the bounded sums (sums and counts), y >= 0 where only a least
 *    and y <= 0 where only a most is asked, the price of a party that keeps them is at
 *    least sum of (price - y value) over its heroes + y bound (weak duality).
 * 4. L is the least of 3 over all choices of sizes as in 2 and, within a group, the
 *    cheapest heroes (fixed ones always): by dynamic programming over the groups. With
 * a size demanded, or a hero in place of the dearest of the cheapest, it is the bound
 *    of parties with them.
 * Every other rule is left aside, which can only lower L. A margin covers rounding. */
#ifndef SKERRY_PARTY_EXPORT_REDUCE_H
#define SKERRY_PARTY_EXPORT_REDUCE_H

#include "arena.h"
#include "party.h"

struct party_export_reduction {
    bool *kept; /* n_heroes: in the program */

    /* Where reduced: */
    bool heavy[PARTY_MAX_TRAITS]; /* H */
    size_t n_groups;
    uint32_t *group_of;                    /* n_heroes */
    bool *size_kept;                       /* n_groups x (n_places + 1) */
    int most_within[PARTY_MAX_PLACES + 1]; /* F */
    int least_within;                      /* Wmin */
    double bound;                          /* L of any party */
};

/* Fills heavy, most_within and least_within alone. False without memory. */
bool party_export_reduce_heavy(const struct party *party, struct arena *arena,
                               struct party_export_reduction *out);

/* Without `reduce` all heroes that may be chosen are kept; so are those of the start.
 * False without memory. */
bool party_export_reduce(const struct party *party, const int32_t *start, bool reduce,
                         struct arena *arena, struct party_export_reduction *out);

#endif
