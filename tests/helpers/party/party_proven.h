/* The proof of a party (party_prove) with what it hands over checked. Includers use CUnit. */
#ifndef SKERRY_TEST_PARTY_PROVEN_H
#define SKERRY_TEST_PARTY_PROVEN_H

#include "party_exact.h"
#include "party_objective.h"

#include <math.h>

/* The bound; a party that is found is feasible, and costs less than `best` and no less than the bound.
 *
 * least  out: its cost, or `best` */
static inline double prove_checked(const struct party *party, double best,
                                   double seconds, double *least)
{
    int32_t hero[PARTY_MAX_PLACES];
    bool found = true;
    *least = best;
    double bound = party_prove(party, best, seconds, hero, &found);
    CU_ASSERT_FALSE(isnan(bound) || bound > best);
    if (found) {
        *least = party_objective_cost(party, hero);
        CU_ASSERT_TRUE(party_is_feasible(party, hero, NULL));
        CU_ASSERT_TRUE(*least < best && *least >= bound - 1e-9 * (1 + fabs(bound)));
    }
    return bound;
}

#endif
