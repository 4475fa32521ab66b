/* Which rules of a challenge cannot hold together.
 *
 * Rules are numbered: the requirements first, then synergy, the fixed heroes and the
 * excluded ones. That a hero stands in one place only always holds. */
#ifndef SKERRY_PARTY_INFEASIBLE_SUBSET_H
#define SKERRY_PARTY_INFEASIBLE_SUBSET_H

#include "party.h"

enum {
    PARTY_RULE_SYNERGY = PARTY_MAX_REQUIREMENTS,
    PARTY_RULE_FIXED,
    PARTY_RULE_EXCLUDED,
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
    bool least; /* no rule can be left out: proven, by a party for each or by search */
};

/* All rules that the challenge has. */
party_rule_set party_infeasible_all(const struct party *party);

/* The challenge under some of its rules, every hero at price 0. Arrays from perm;
 * borrows the rest of `party`. STATUS_MEMORY. */
enum status party_infeasible_variant(const struct party *party, party_rule_set rules,
                                     struct arena *perm, struct party *variant,
                                     struct error *err);

enum party_infeasible_answer {
    PARTY_SUBSET_FEASIBLE,
    PARTY_SUBSET_INFEASIBLE,
    PARTY_SUBSET_OPEN
};

/* Whether a party exists under these rules; `work` in nodes of the exact search, what
 * is left of it on return. PARTY_SUBSET_OPEN when the work did not suffice, or the
 * memory. */
enum party_infeasible_answer party_infeasible_ask(const struct party *party,
                                                  party_rule_set rules, uint64_t *work);

/* Finds rules that cannot hold together, by leaving out one after another. False when
 * not even all rules together are proven infeasible within `work`. */
bool party_infeasible_find(const struct party *party, uint64_t work,
                           struct party_infeasible_subset *subset);

/* The core in words, at most `bytes` with the NUL. */
void party_diagnose_describe(const struct party *party,
                             const struct party_infeasible_subset *subset, char *text,
                             size_t bytes);

#endif
