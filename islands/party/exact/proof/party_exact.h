/* `algorithm: exact`: the cheapest party with a proof, or a proof that there is none;
 * and the problem's lower bound, proof and diagnosis.
 *
 * Branch and bound (party_branch_and_bound.h) on the presolved instance
 * (party_presolve.h): groups of similar heroes first, with dynamic programming over
 * price and the leading constraint as bound, then heroes, then their placement. Each
 * island searches its share of the subproblems; all prune with the cheapest party known
 * anywhere at the last migration. The cases of either/or (party.h) share the incumbent; each
 * step continues the unfinished case of the least bound.
 *
 * Prices are compared as the doubles nearest to exact sums (party_decimal.h); what these hide of another objective than
 * the price is not called proven (party_objective_proven).
 *
 * Source: our own method. The paper (party.h) has heuristics only and states that
 * optima cannot be proven by them (V.E); party_bound is the Lagrangian bound of M.
 * Fisher, The Lagrangian relaxation method for solving integer programming problems,
 * Management Science 27, 1981.
 *
 * Cost: exponential in general; src/notes/0006-exact-party.md has measured times. */
#ifndef SKERRY_PARTY_EXACT_H
#define SKERRY_PARTY_EXACT_H

#include "algorithm.h"
#include "party.h"
#include "party_bnb_state.h"

/* The section `exact:`; party_exact.c describes its keys. */
struct party_exact_keys {
    int64_t individuals;
    int64_t work; /* of a step; read at each step */
    double effort;
    struct party_bnb_thresholds thresholds; /* each a key */
    int64_t counts_from;
};

extern const struct algorithm party_exact_algorithm;

/* The rest of party_exact_algorithm.start, for a population made otherwise: begins the search
 * of the island's share. `self` as init made it. */
void party_exact_begin(void *self, struct island *island);

/* The work of the search so far (struct party_bnb_state). */
uint64_t party_exact_work(const void *self);

/* A Lagrangian bound on the price from sums, counts and team ratings alone, without synergy, chemistry, DISTINCT, SAME
 * and rules for places but for sums that follow from these (party_relaxation_tune). At least 0, never NaN.
 * Cost: some hundred passes over the pool for each constraint. */
double party_bound_price(const struct party *party);

/* The same, with the multiplier of each requirement, by index, unless NULL: > 0 of its lower bound, < 0 of its upper
 * one. Those of others are left as they are. */
double party_bound_multipliers(const struct party *party, double *multiplier);

/* problem.bound: the same as a bound on the cost; with either/or the least of all cases. */
double party_bound(const void *self);

/* problem.prove: the exact search with `best` as incumbent, of one case after another. Allocates its own memory;
 * -INFINITY without memory, or for no work. */
double party_prove(const void *self, double best, double seconds, void *better,
                   bool *found);

/* problem.diagnose: tries to prove that no party exists, and names an irreducible
 * infeasible subset of the rules (party_infeasible_subset.h), with either/or one for each case
 * that those before do not refute. `seconds` is converted
 * into an amount of work, so that the outcome depends on the instance alone. verdict is
 * unchanged if nothing is proven. */
void party_diagnose(void *self, double seconds, struct verdict *verdict);

#endif
