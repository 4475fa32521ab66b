/* Presolve of the rules: sums and counts that contradict each other, whatever else is demanded.
 *
 * A party's place in the space of constraints is a sum of heroes' points. Bounds contradict each other
 * if some weighted sum of them exceeds what the heroes with the most of it reach: a mean of at least 84
 * and one of at most 82, or the same of two columns that rise together. That is the dual of a relaxed
 * party, in which heroes may be taken in part; for a pair of bounds it is a convex function of one
 * weight. Counts of different values of a trait are added up, too: they have so many places.
 *
 * Source: J. Farkas, Theorie der einfachen Ungleichungen, Journal fuer die reine und angewandte
 * Mathematik 124, 1902; A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical
 * Programming Study 2, 1974. Differs: pairs alone, by J. Kelley's cutting
 * planes (The cutting-plane method for solving convex programs, Journal of the Society for Industrial and
 * Applied Mathematics 8, 1960), which end soon in one dimension.
 *
 * Cost: O(heroes) for each bound, and for each cut of a pair, some five of those that need any. */
#ifndef SKERRY_PARTY_CONTRADICTION_H
#define SKERRY_PARTY_CONTRADICTION_H

#include "party_reduced.h"

/* Whether bounds of the constraints contradict each other. Expects constraints, fixed heroes, and in
 * r->row the n heroes that may be chosen. */
bool party_contradiction_holds(const struct party_reduced *r);

#endif
