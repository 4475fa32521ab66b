/* Reduction of an exported program: heroes and sizes of groups that no party of at most
 * the start's price contains, by a Lagrangian bound with dynamic programming.
 *
 * Let P be the start's price, E the number of edges. What remains contains every party
 * of price P or less, so the optimum is the same, and infeasible would contradict the
 * start.
 *
 * The proof is a lower bound L on the price of any party that keeps the rules:
 *
 * 1. Let H be the heavy traits: an edge whose ends do not share all of H gives at most
 *    X points, fewer than the most M of an edge. A group is all heroes alike in H. With
 *    W edges within groups a party has at most M W + X (E - W) points; so at least Wmin
 *    = ceil((points required - X E) / (M - X)) edges are within groups.
 *
 * 2. k heroes of a group occupy k places, which contain at most F(k) edges (the most of
 *    any k places). So the sizes k of the groups, which add up to the places, have a
 *    sum of F(k) of at least Wmin.
 *
 * 3. For any multipliers y of the bounded sums (sums and counts), y >= 0 without an
 *    upper and y <= 0 without a lower bound, the price of a party that keeps them is at
 *    least the sum of (price - y value) over its heroes, plus y bound (weak duality).
 *
 * 4. L is the minimum of 3 over all choices of sizes as in 2 and, within a group, the
 *    cheapest heroes (always including fixed ones), by dynamic programming over the
 *    groups. With a size prescribed, or a hero in the place of the most expensive of
 *    the cheapest, it bounds the parties that contain them.
 *
 * All other rules are relaxed, which can only lower L. A margin covers rounding.
 *
 * Source: our own bound; fixing variables by it is that of M. Fisher, The Lagrangian
 * relaxation method for solving integer programming problems, Management Science 27,
 * 1981, and goes back to G. Dantzig, R. Fulkerson, S. Johnson, Solution of a
 * large-scale traveling-salesman problem, Operations Research 2, 1954.
 *
 * Cost: up to 120 subgradient steps of O(heroes sums + groups places^2 Wmin); O(groups
 * places Wmin) memory; once party_edges_within for F. */
#ifndef SKERRY_PARTY_EXPORT_REDUCE_H
#define SKERRY_PARTY_EXPORT_REDUCE_H

#include "arena.h"
#include "party.h"

struct party_export_reduction {
    bool *kept; /* n_heroes: in the program */

    /* If reduced: */
    bool heavy[PARTY_MAX_TRAITS]; /* H */
    size_t n_groups;
    uint32_t *group_of;                    /* n_heroes */
    bool *size_kept;                       /* n_groups x (n_places + 1) */
    int most_within[PARTY_MAX_PLACES + 1]; /* F */
    int least_within;                      /* Wmin */
    double bound;                          /* L, of all parties */
};

/* Fills heavy, most_within and least_within only. False without memory. */
bool party_export_reduce_heavy(const struct party *party, struct arena *arena,
                               struct party_export_reduction *out);

/* Without `reduce` all heroes that may be chosen are kept. Those of the start always
 * are. False without memory. */
bool party_export_reduce(const struct party *party, const int32_t *start, bool reduce,
                         struct arena *arena, struct party_export_reduction *out);

#endif
