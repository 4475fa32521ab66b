/* Dynamic programming of the bound by counts (party_count_bound.h): how many heroes to take of each group,
 * where groups are cells of a table of the values of two traits, and neighbours are rewarded that share one of
 * them or both.
 *
 * All amounts are whole, in units of the caller's: no rounding. */
#ifndef SKERRY_PARTY_COUNT_TABLES_H
#define SKERRY_PARTY_COUNT_TABLES_H

#include "party.h"

#include <stdint.h>

/* What cannot be reached. Amounts that a table adds up stay below half of it. */
#define PARTY_COUNT_NONE ((int64_t)1 << 61)

/* One structure: its outer values are the rows of the table of groups, or its columns. */
struct party_count_structure {
    size_t n_places, outer, inner;     /* values of the outer and of the other trait */
    size_t outer_stride, inner_stride; /* group: i outer_stride + j inner_stride */
    size_t most;                       /* heroes of an outer value, at most n_places */
    int64_t reward_outer,
        reward_group;     /* of an edge within an outer value, within a group; >= 0 */
    const int *within;    /* party_edges_within.h */
    const int64_t *price; /* groups x (n_places + 1): of so many heroes of a group */
    const uint8_t *available; /* by group: heroes that there are, at most n_places */
    /* Tables, of the caller: outer x inner x (n_places + 1), (outer + 1) x (n_places + 1) twice, and
     * (inner + 1) x (n_places + 1). */
    uint8_t *inner_choice, *outer_choice;
    int64_t *outer_least, *inner_least;
};

/* The least price less rewards of n_places heroes; PARTY_COUNT_NONE: there are none. `taken`, by group: how
 * many of each. Cost: O(outer inner places^2). */
int64_t party_count_tables_solve(const struct party_count_structure *structure,
                                 uint8_t *taken);

#endif
