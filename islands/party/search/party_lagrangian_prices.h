/* What requirements are worth: the pool priced by a Lagrangian dual.
 *
 * Each side of a SUM requirement pays so many coins for a unit that a hero adds; a
 * hero's reduced price is its price less what all of them pay. The reduced prices of a
 * party plus `offset` are its value: its price, corrected for sums that it misses or
 * overshoots. Where the pays are right, the cheapest feasible party has nearly the
 * least value of all that keep the other rules. */
#ifndef SKERRY_PARTY_LAGRANGIAN_PRICES_H
#define SKERRY_PARTY_LAGRANGIAN_PRICES_H

#include "party_construct.h"

/* One side of a SUM requirement: sign * sum of numbers >= need. */
struct party_lagrangian_demand {
    const double *number; /* by row */
    double sign;          /* -1: an upper bound */
    double need;
    double unit;       /* spread of the number in the pool */
    double multiplier; /* coins a unit, >= 0 */
};

enum { PARTY_LAGRANGIAN_MAX_DEMANDS = 2 * PARTY_MAX_NUMBERS };

/* What party->search points to. */
struct party_lagrangian {
    size_t n_demands;
    struct party_lagrangian_demand demand[PARTY_LAGRANGIAN_MAX_DEMANDS];
    double step;              /* prices of parties differ by so much at least, or 0 */
    double offset;            /* sum of pays * need */
    double penalty;           /* coins a missing point of synergy, where walks begin */
    double temperature;       /* coins; how much dearer a step of a walk may be */
    double *reduced;          /* by row */
    struct party_index index; /* heroes by rising reduced price: value is -reduced */
    size_t n_groups;          /* lists of heroes alike in the two heaviest traits */
    struct party_index_list
        *group; /* of the family `groups`, the most promising first */
    const struct party_index_family *groups;
};

/* Gathers the demands; nothing is paid yet. Takes `reduced` from perm. */
enum status party_lagrangian_init(const struct party *party, struct arena *perm,
                                  struct party_lagrangian *lagrangian,
                                  struct error *err);

/* Fills reduced prices and offset from what demands pay. */
void party_lagrangian_price(const struct party *party,
                            struct party_lagrangian *lagrangian);

/* Lists the heroes by reduced price, of each pair of the two heaviest traits the
 * `most` cheapest alone; 0: all. Arrays from perm. */
enum status party_lagrangian_list(const struct party *party, size_t most,
                                  struct arena *perm,
                                  struct party_lagrangian *lagrangian,
                                  struct error *err);

/* What a hero adds to a demand. */
static inline double
party_lagrangian_supply(const struct party_lagrangian_demand *demand, int32_t row)
{
    return demand->sign * demand->number[row];
}

#endif
