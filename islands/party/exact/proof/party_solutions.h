/* The cheapest parties that differ, one after another, each proven.
 *
 * After each party the requirement is added that at most n - apart of its heroes are in the next
 * one; the exact search then finds the cheapest party that is left. So they come in order of cost,
 * and once none is left within a limit, the list is complete: every other party of that cost
 * shares more than n - apart heroes with one of the list. Parties of the same heroes in other
 * places do not differ.
 *
 * Source: E. Lawler, A procedure for computing the k best solutions to discrete optimization
 * problems, Management Science 18, 1972, for excluding what was found; here by one constraint a
 * party instead of a partition, so that any distance is one constraint.
 *
 * Cost: one exact search a party, with a sum more for each one before. */
#ifndef SKERRY_PARTY_SOLUTIONS_H
#define SKERRY_PARTY_SOLUTIONS_H

#include "party.h"

enum { PARTY_MAX_SOLUTIONS = PARTY_MAX_NUMBERS };

struct party_solutions {
    size_t n;
    bool complete; /* no further one within the limit */
    bool
        open; /* a search ended without a proof, by its work or an interrupt, or coarse */
    bool coarse; /* as of struct party_cheapest */
    int32_t hero[PARTY_MAX_SOLUTIONS][PARTY_MAX_PLACES]; /* rows of the pool */
    double cost[PARTY_MAX_SOLUTIONS];                    /* party_objective.h */
};

struct party_solutions_wanted {
    size_t count;         /* at most party_solutions_most(party) */
    size_t apart;         /* heroes of each that are not in another one, at least 1 */
    double amount, share; /* above the best cost: the limit is the larger of both */
    uint64_t work;        /* nodes of each search */
};

/* How many can be asked for: each takes a requirement and a number. */
size_t party_solutions_most(const struct party *party);

/* Local. err  STATUS_MEMORY */
enum status party_solutions_find(const struct party *party,
                                 const struct party_solutions_wanted *wanted,
                                 struct party_solutions *out, struct error *err);

#endif
