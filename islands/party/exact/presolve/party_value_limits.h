/* Limits on how heroes share values, as presolve takes them from the requirements: DISTINCT and
 * SAME of traits, chemistry with what the heroes left can supply of it, the trait whose values are
 * unique, and the diverse trait. */
#ifndef SKERRY_PARTY_VALUE_LIMITS_H
#define SKERRY_PARTY_VALUE_LIMITS_H

#include "party_reduced.h"

/* Tightens the limits of a trait by a DISTINCT or SAME requirement. */
void party_value_limits_add(struct party_reduced *reduced,
                            const struct party_requirement *requirement);

/* Tightens the bounds of chemistry by a requirement on it. Only the least points of a hero are
 * bounded above at the end alone. */
void party_value_limits_add_chemistry(struct party_reduced *reduced,
                                      const struct party_requirement *requirement);

/* The trait whose values are unique in a party, if heroes need not be equal in it for another
 * reason; -1: none. */
int party_value_limits_unique(const struct party_reduced *reduced);

/* Forgets the limits of the unique trait if no two of n heroes (rows, the fixed ones included) share
 * a value of it; fills `count` (by value, 0 initially) with how many have it. */
void party_value_limits_drop_unique(struct party_reduced *reduced, const uint32_t *row,
                                    size_t n, uint32_t *count);

/* Chooses the diverse trait: the light one that allows the fewest repeats, the unique one only if
 * there is no other. */
void party_value_limits_choose_diverse(struct party_reduced *reduced);

/* Heroes that are left of each value of chemistry, and tables for its bound, from perm.
 * STATUS_MEMORY. */
enum status party_value_limits_count_supply(struct party_reduced *reduced,
                                            struct arena *perm, struct error *err);

#endif
