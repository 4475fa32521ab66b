/* Which rules of a challenge cannot hold together.
 *
 * Rules are numbered: the requirements first, then synergy, the fixed heroes and the
 * excluded ones. That a hero stands in one place only always holds. */
#ifndef SKERRY_PARTY_CORE_H
#define SKERRY_PARTY_CORE_H

#include "party.h"

enum { CORE_SYNERGY = PARTY_MAX_REQUIREMENTS, CORE_FIXED, CORE_EXCLUDED, CORE_RULES };

/* A set of rules, bit i for rule i. */
typedef uint64_t core_rules;

static inline core_rules core_rule(size_t rule)
{
    return (core_rules)1 << rule;
}

struct core {
    core_rules rules;
    bool least; /* no rule can be left out: proven, by a party for each or by search */
};

/* All rules that the challenge has. */
core_rules core_all(const struct party *party);

/* The challenge under some of its rules, every hero at price 0. Arrays from perm;
 * borrows the rest of `party`. STATUS_MEMORY. */
enum status core_variant(const struct party *party, core_rules rules,
                         struct arena *perm, struct party *variant, struct error *err);

enum core_answer { CORE_FEASIBLE, CORE_INFEASIBLE, CORE_OPEN };

/* Whether a party exists under these rules; `work` in nodes of the exact search, what
 * is left of it on return. CORE_OPEN when the work did not suffice, or the memory. */
enum core_answer core_ask(const struct party *party, core_rules rules, uint64_t *work);

/* Finds rules that cannot hold together, by leaving out one after another. False when
 * not even all rules together are proven infeasible within `work`. */
bool core_find(const struct party *party, uint64_t work, struct core *core);

/* The core in words, at most `bytes` with the NUL. */
void core_describe(const struct party *party, const struct core *core, char *text,
                   size_t bytes);

#endif
