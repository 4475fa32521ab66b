/* Linear relaxations of a team rating (party_rating.h), and its division into parts where they are
 * tighter.
 *
 * Sum and excess must be at least n min - 1/2 together. If the mean is at least m, the excess is at
 * most the sum of what each number exceeds m by, so that r + max(0, r - m) summed over the party must
 * be as much: the better the nearer m is to the mean. So the search is divided by the sum into parts,
 * each with an m of its own and an upper bound on the sum, so that the excess has a lower one.
 *
 * Source: our own; the division is that of piecewise relaxations, as in R. Karuppiah, I. Grossmann,
 * Global optimization for the synthesis of integrated water systems in chemical processes, Computers
 * and Chemical Engineering 30, 2006. */
#ifndef SKERRY_PARTY_RATING_RELAXATION_H
#define SKERRY_PARTY_RATING_RELAXATION_H

#include "party_reduced.h"

/* Parts at most; by hand. */
enum { PARTY_RATING_PARTS = 48 };

/* Fills the limits and the constraints for a requirement of kind RATING; returns how many
 * constraints, up to three. False in `possible`: it cannot hold. */
size_t party_rating_relax(const struct party *party, uint32_t requirement,
                          struct party_rating_limits *limits,
                          struct party_constraint *out, bool *possible);

/* The requirement by which the search is divided: the first team rating with a least alone; NULL:
 * none. */
const struct party_requirement *party_rating_divided(const struct party *party);

/* The parts into which the exact search divides a party without either/or: copies that differ in
 * sum_from and sum_to, or the party alone. In perm. STATUS_MEMORY. */
enum status party_rating_divide(const struct party *party, struct arena *perm,
                                const struct party **parts, size_t *n,
                                struct error *err);

#endif
