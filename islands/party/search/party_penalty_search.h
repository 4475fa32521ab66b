/* Local search for parties with requirements that construction and Lagrangian prices do not know
 * (party_special_holds): simulated annealing over complete parties, where each violated rule costs a
 * penalty.
 *
 * A move replaces a hero, mostly by a cheap one, half of the time by one that shares a trait with
 * another of the party; or it swaps two places, where it matters who stands where. The penalty rises
 * while the party violates a rule and falls while it does not, so that the trajectory crosses the
 * boundary of feasibility repeatedly.
 *
 * Source: S. Kirkpatrick, C. Gelatt, M. Vecchi, Optimization by simulated annealing, Science 220,
 * 1983; M. Gendreau, A. Hertz, G. Laporte (party_ruin_recreate.h) for the penalty. Differs: the
 * penalty adapts at each step.
 *
 * Cost of a step: O(requirements places + traits places^2). Memory: O(heroes traits). */
#ifndef SKERRY_PARTY_PENALTY_SEARCH_H
#define SKERRY_PARTY_PENALTY_SEARCH_H

#include "party.h"

/* Fills party->penalty, in perm, or leaves it NULL where there are no such requirements. */
enum status party_penalty_prepare(struct party *party, struct arena *perm,
                                  struct error *err);

/* A walk of so many steps from any complete or partial party (-1: open); whether it met a feasible
 * one. It ends at the first one if `first`, at its last step, or when interrupted.
 * hero  in/out: the cheapest feasible party met, else unchanged */
bool party_penalty_walk(const struct party *party, uint64_t steps, bool first,
                        struct rng *rng, int32_t *hero);

/* Steps of all walks of a party's cases so far, in this process. */
uint64_t party_penalty_steps(const struct party *party);

/* Steps of a repair, and of a local search at effort 1. */
uint64_t party_penalty_repair_steps(const struct party *party);
uint64_t party_penalty_search_steps(const struct party *party, double effort);

#endif
