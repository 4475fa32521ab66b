/* Dominance: among heroes equal in all traits that matter, one is removed when as many others as a
 * party can hold are at most as expensive and at least as good in every constraint.
 *
 * Source: T. Ibaraki, The power of dominance relations in branch-and-bound algorithms, Journal of
 * the ACM 24, 1977; H. Kellerer, U. Pferschy, D. Pisinger, Knapsack Problems, 2004, section 11.2
 * (dominated items of classes).
 *
 * Cost: O(heroes log heroes) plus at most 1,024 comparisons for each hero. */
#ifndef SKERRY_PARTY_DOMINANCE_H
#define SKERRY_PARTY_DOMINANCE_H

#include "party_reduced.h"

/* Sets the traits (of PARTY_MAX_TRAITS flags, false initially) in which a hero must equal the one it
 * replaces; both are of one place class, too, or, where heroes have second rows, it may stand wherever that one may. */
void party_dominance_traits(const struct party_reduced *reduced, bool *matters);

/* An order in which heroes (rows) come before those that they dominate: by price, then by each
 * constraint, the better value first. Below, at or above 0, as of a comparison for qsort. */
int party_dominance_order(const struct party_reduced *reduced, uint32_t a, uint32_t b);

/* Orders heroes by place class and all traits that matter, likewise. */
int party_dominance_order_by_traits(const struct party_reduced *reduced,
                                    const bool *matters, uint32_t a, uint32_t b);

/* Removes dominated heroes. `group` is then of the size of those kept, from perm. STATUS_MEMORY. */
enum status party_dominance_keep(struct party_reduced *reduced, struct arena *perm,
                                 struct error *err);

#endif
