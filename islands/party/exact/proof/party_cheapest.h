/* The cheapest party of all, by the exact search from the beginning to the end or until its work is
 * done (party_parts.h). Local. */
#ifndef SKERRY_PARTY_CHEAPEST_H
#define SKERRY_PARTY_CHEAPEST_H

#include "party.h"

struct party_cheapest {
    double
        cost; /* in: of the incumbent, +INFINITY: none; out: the least known (party_objective.h) */
    int32_t *
        hero; /* of the party of that cost, where one cheaper than the incumbent was found: rows of
                      the pool, room for n_places; NULL: not kept */
    double
        bound; /* out: no party costs less; where finished it is `cost`; -INFINITY: none is known */
    bool impossible; /* out: of party_parts_are_impossible */
    bool
        finished; /* out: not ended by the work or by an interrupt, also of its preparation, nor coarse */
    bool
        coarse; /* out: all parties are excluded but those that prices do not tell apart (party_objective_proven) */
};

/* Searches for about `work` (in nodes). Not for the most synergy. Memory from perm, where the party has
 * no shared solvers (party_shared_solvers.h) as much as a presolve takes. STATUS_MEMORY. */
enum status party_cheapest_search(const struct party *party, uint64_t work,
                                  struct arena *perm, struct party_cheapest *cheapest,
                                  struct error *err);

#endif
