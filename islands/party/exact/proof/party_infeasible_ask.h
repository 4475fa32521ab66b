/* Whether a party exists under some of a challenge's rules, by the exact search.
 *
 * Rules are numbered: the requirements first, then synergy, the fixed heroes, the excluded ones and
 * the rules for places. That no hero is repeated always holds.
 *
 * Cost: of the exact search, within the given work, and a presolve for each search. */
#ifndef SKERRY_PARTY_INFEASIBLE_ASK_H
#define SKERRY_PARTY_INFEASIBLE_ASK_H

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

/* Whether a party exists under these rules, with all prices 0, or those of coins where a budget limits
 * them. PARTY_SUBSET_OPEN if work or memory did not suffice.
 *
 * work  in/out: nodes of the exact search allowed and left */
enum party_infeasible_answer party_infeasible_ask(const struct party *party,
                                                  party_rule_set rules, uint64_t *work);

/* The same by searches for the most or the least of each sum that is bounded, among parties that keep the other rules:
 * where a bound lies beyond it there is none. Proves what prices of 0 cannot where sums and synergy pull against each
 * other (results/party/experiments.md, challenges drawn at random). The tightest bound has half of the work, the next half
 * of the rest. Of whole numbers only. */
enum party_infeasible_answer party_infeasible_ask_by_sums(const struct party *party,
                                                          party_rule_set rules,
                                                          uint64_t *work);

#endif
