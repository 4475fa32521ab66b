/* An irreducible infeasible subset of the rules of a challenge, by the deletion filter.
 *
 * Each rule (party_infeasible_ask.h) is dropped in turn, and stays out if the others are still
 * proven infeasible.
 *
 * Source: J. Chinneck, E. Dravnieks, Locating minimal infeasible constraint sets in
 * linear programs, ORSA Journal on Computing 3, 1991. Differs: single rules are tried
 * first, which finds the subsets of one rule at once; where searches without prices prove nothing,
 * those by sums are tried, too; each proof has a share of the work, and the subset is marked as not
 * irreducible if one did not finish.
 *
 * Cost: up to two exact searches for each rule, within the given work. */
#ifndef SKERRY_PARTY_INFEASIBLE_SUBSET_H
#define SKERRY_PARTY_INFEASIBLE_SUBSET_H

#include "party_infeasible_ask.h"

struct party_infeasible_subset {
    party_rule_set rules;
    bool least; /* proven irreducible: without any one rule there is a party */
};

/* The deletion filter. False if even all rules together are not proven infeasible
 * within `work`. */
bool party_infeasible_find(const struct party *party, uint64_t work,
                           struct party_infeasible_subset *subset);

/* Describes the subset in words, in at most `bytes` with the NUL. */
void party_diagnose_describe(const struct party *party,
                             const struct party_infeasible_subset *subset, char *text,
                             size_t bytes);

#endif
