/* Lagrangian relaxation of the sums: reduced prices of all heroes.
 *
 * Each finite side of a SUM requirement is a demand with a multiplier, in coins for a
 * unit of its number. A hero's reduced price is the price minus the multipliers times
 * what the hero contributes; the reduced prices of a party plus `offset` (multipliers
 * times needs) are its Lagrangian value: its price plus a penalty for demands that it
 * misses, minus a credit for those that it exceeds. At good multipliers the cheapest
 * feasible party has nearly the least value among the parties that keep the other
 * rules.
 *
 * Source: A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical
 * Programming Study 2, 1974. Differs: multipliers come from party_multiplier_tuning.h;
 * the value guides the local search and, by weak duality, prunes its exchanges.
 *
 * Cost: O(heroes demands) to price, O(heroes log heroes) to build the lists. */
#ifndef SKERRY_PARTY_LAGRANGIAN_PRICES_H
#define SKERRY_PARTY_LAGRANGIAN_PRICES_H

#include "party_construct.h"

/* One side of a SUM requirement, sign * (sum of numbers) >= need. */
struct party_lagrangian_demand {
    const double *number; /* by row */
    double sign;          /* -1: an upper bound */
    double need;
    double unit;       /* standard deviation of the number in the pool */
    double multiplier; /* coins for 1 of the number, >= 0 */
};

enum { PARTY_LAGRANGIAN_MAX_DEMANDS = 2 * PARTY_MAX_NUMBERS };

/* What party->search points to. */
struct party_lagrangian {
    size_t n_demands;
    struct party_lagrangian_demand demand[PARTY_LAGRANGIAN_MAX_DEMANDS];
    double step;              /* common divisor of all prices, 0 if there is none */
    double offset;            /* sum of multiplier * need */
    double penalty;           /* coins for a missing point of synergy, initially */
    double temperature;       /* coins; scale of the cost increases accepted */
    double *reduced;          /* by row */
    struct party_index index; /* heroes by rising reduced price: value is -reduced */
    size_t n_groups;          /* lists of heroes alike in the two heaviest traits */
    /* Lists of the family `groups`, by rising mean reduced price of their cheapest. */
    struct party_index_list *group;
    const struct party_index_family *groups;
    uint64_t failed; /* work of repairs in vain so far (party_local_search.h) */
};

/* Collects the demands, with multipliers 0; `reduced` from perm. */
enum status party_lagrangian_init(const struct party *party, struct arena *perm,
                                  struct party_lagrangian *lagrangian,
                                  struct error *err);

/* Fills reduced prices and offset at the present multipliers. */
void party_lagrangian_price(const struct party *party,
                            struct party_lagrangian *lagrangian);

/* Builds the index by reduced price, of the `most` cheapest heroes of each pair of
 * values of the two heaviest traits; 0: of all heroes. Arrays from perm. */
enum status party_lagrangian_list(const struct party *party, size_t most,
                                  struct arena *perm,
                                  struct party_lagrangian *lagrangian,
                                  struct error *err);

/* The contribution of a hero to a demand. */
static inline double
party_lagrangian_supply(const struct party_lagrangian_demand *demand, int32_t row)
{
    return demand->sign * demand->number[row];
}

/* Whether demands d and d + 1 are the two sides of one sum. */
static inline bool party_lagrangian_is_pair(const struct party_lagrangian *lagrangian,
                                            size_t d)
{
    const struct party_lagrangian_demand *demand = &lagrangian->demand[d];
    return d + 1 < lagrangian->n_demands && demand[0].number == demand[1].number &&
           demand[0].sign == 1 && demand[1].sign == -1;
}

#endif
