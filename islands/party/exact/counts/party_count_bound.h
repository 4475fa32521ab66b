/* A lower bound on the price of a party by counts instead of places: k heroes that share a value have at most
 * as many edges among them as k places of the formation (party_edges_within.h).
 *
 * Of the two heaviest traits whose equal values count, heroes alike in both are a group, and groups are cells of
 * a table, a value of the one by a value of the other. Points are bounded by so many for every edge, for an edge
 * that shares the one trait, the other, both, and a third trait; further traits are taken as shared wherever that
 * helps. A Lagrangian relaxes sums and points. The rest, which heroes, is decomposed (party_count_relaxation.h): a copy
 * with the edges within rows and groups, one with those within columns, and one with those within values of the
 * third trait, each solved by dynamic programming (party_count_tables.h). SAME limits the heroes of a value;
 * DISTINCT, and who may stand where, are not used.
 *
 * Multipliers are tuned by the subgradient method. What they are does not matter for the proof: prices of heroes
 * are rounded down to whole units, after which all is in integers.
 *
 * Source: our own. M. Guignard, S. Kim, Lagrangean decomposition, Mathematical Programming 39, 1987, for copies of
 * variables; B. Polyak, Minimization of unsmooth functionals, USSR Computational Mathematics and Mathematical
 * Physics 9, 1969, for steps.
 *
 * Cost: PARTY_COUNT_STEPS passes over the heroes, with O(groups places^2) each. */
#ifndef SKERRY_PARTY_COUNT_BOUND_H
#define SKERRY_PARTY_COUNT_BOUND_H

#include "party_reduced.h"

/* By hand. */
enum { PARTY_COUNT_STEPS = 800 };

struct party_count_bound;

/* Prepares the bound, in perm; borrows `reduced`. NULL where no trait counts, without synergy or without memory. Cost: a
 * pass over the heroes. */
struct party_count_bound *party_count_bound_prepare(const struct party_reduced *reduced,
                                                    struct arena *perm);

/* The bound, once; takes no memory. Ends early when interrupted.
 *
 * known       another lower bound: steps aim at somewhat more
 * multiplier  by requirement: where they begin, those of SUM and COUNT; > 0 of the lower bound, < 0 of the upper one */
double party_count_bound_tune(struct party_count_bound *bound, double known,
                              const double *multiplier);

/* Both with memory of its own; -INFINITY where there is none to prepare. */
double party_count_bound(const struct party_reduced *reduced, double known,
                         const double *multiplier);

#endif
