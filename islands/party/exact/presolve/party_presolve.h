/* Presolve: from a challenge to the reduced one that the exact search works on. */
#ifndef SKERRY_PARTY_PRESOLVE_H
#define SKERRY_PARTY_PRESOLVE_H

#include "party_reduced.h"

/* Fills `reduced` with arrays from perm; borrows party. Local; STATUS_MEMORY. */
enum status party_presolve_run(struct party_reduced *reduced, const struct party *party,
                               struct arena *perm, struct error *err);

/* Its first steps alone: all up to the dependencies, before any hero is left out for
 * another's sake; row and n are then all usable heroes. */
enum status party_presolve_rules(struct party_reduced *reduced,
                                 const struct party *party, struct arena *perm,
                                 struct error *err);

/* Its last steps, of party_integer_scaling.c: coins of all heroes; the leading line and
 * steps. */
enum status party_integer_scaling_prices(struct party_reduced *reduced,
                                         struct arena *perm, struct error *err);
enum status party_integer_scaling_steps(struct party_reduced *reduced,
                                        struct arena *perm, struct error *err);

/* The most coins that a party cheaper than `price` can cost. */
int32_t party_integer_scaling_limit(const struct party_reduced *reduced, double price);

#endif
