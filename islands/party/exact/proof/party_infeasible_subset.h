/* An irreducible infeasible subset of the rules of a challenge, by the deletion filter.
 *
 * Rules are numbered: the requirements first, then synergy, the fixed heroes, the
 * excluded ones and the rules for places. Each is dropped in turn, and stays out if the
 * others are still proven infeasible by the exact search with all prices 0. That no hero
 * is repeated always holds.
 *
 * Source: J. Chinneck, E. Dravnieks, Locating minimal infeasible constraint sets in
 * linear programs, ORSA Journal on Computing 3, 1991. Differs: single rules are tried
 * first, which finds the subsets of one rule at once; where searches without prices prove nothing, those by sums
 * are tried, too; each proof has a share of the work, and the subset is marked as not irreducible if one did not finish.
 *
 * Cost: up to two exact searches for each rule, within the given work. */
#ifndef SKERRY_PARTY_INFEASIBLE_SUBSET_H
#define SKERRY_PARTY_INFEASIBLE_SUBSET_H

#include "party.h"

enum {
    PARTY_RULE_SYNERGY = PARTY_MAX_REQUIREMENTS,
    PARTY_RULE_FIXED,
    PARTY_RULE_EXCLUDED,
    PARTY_RULE_PLACES, /* all rules for places together */
    PARTY_RULES
};

/* A set of rules, bit i for rule i. */
typedef uint64_t party_rule_set;

static inline party_rule_set party_rule_bit(size_t rule)
{
    return (party_rule_set)1 << rule;
}

struct party_infeasible_subset {
    party_rule_set rules;
    bool least; /* proven irreducible: without any one rule there is a party */
};

/* All rules of the challenge. */
party_rule_set party_infeasible_all(const struct party *party);

/* The challenge with only these rules, all prices 0. Arrays from perm; borrows the rest
 * of `party`. STATUS_MEMORY. */
enum status party_infeasible_variant(const struct party *party, party_rule_set rules,
                                     struct arena *perm, struct party *variant,
                                     struct error *err);

enum party_infeasible_answer {
    PARTY_SUBSET_FEASIBLE,
    PARTY_SUBSET_INFEASIBLE,
    PARTY_SUBSET_OPEN
};

/* Whether a party exists under these rules. work: in/out, nodes of the exact search
 * allowed and left. PARTY_SUBSET_OPEN if work or memory did not suffice. */
enum party_infeasible_answer party_infeasible_ask(const struct party *party,
                                                  party_rule_set rules, uint64_t *work);

/* The same by searches for the most or the least of each sum that is bounded, among parties that keep the other rules:
 * where a bound lies beyond it there is none. Proves what prices of 0 cannot where sums and synergy pull against each
 * other: two of the challenges of results/party/experiments.md, in 0.9 and 0.4 million nodes. The tightest bound has half
 * of the work, the next half of the rest. Of whole numbers only. */
enum party_infeasible_answer party_infeasible_ask_by_sums(const struct party *party,
                                                          party_rule_set rules,
                                                          uint64_t *work);

/* The deletion filter. False if even all rules together are not proven infeasible
 * within `work`. */
bool party_infeasible_find(const struct party *party, uint64_t work,
                           struct party_infeasible_subset *subset);

/* Describes the subset in words, in at most `bytes` with the NUL. */
void party_diagnose_describe(const struct party *party,
                             const struct party_infeasible_subset *subset, char *text,
                             size_t bytes);

#endif
