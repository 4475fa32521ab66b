/* All sets of heroes that may be a party of one challenge within a price.
 *
 * They keep the rules for heroes; whether they can stand so that synergy and rules for places hold is not
 * known. Listed by enumeration of heroes in the order of their reduced prices: prices less what they add to sums
 * and counts, at the multipliers of party_bound_multipliers. No set costs less than its reduced prices.
 *
 * Source: A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical Programming Study 2, 1974,
 * for the bound; the enumeration is our own.
 *
 * Cost: the steps that are allowed; up to 5 MB or, with many places, 20 MB. */
#ifndef SKERRY_PARTY_DISJOINT_LIST_H
#define SKERRY_PARTY_DISJOINT_LIST_H

#include "party.h"

/* A set of heroes. */
struct party_disjoint_set {
    double price;  /* that of the list */
    int32_t *hero; /* n_places rows of the pool, fixed ones in their places */
    size_t number; /* in the order of enumeration, by which equal prices are sorted */
};

struct party_disjoint_list {
    size_t n;
    struct party_disjoint_set *set; /* by rising price, n */
    bool complete;                  /* false: there may be others */
};

/* Lists the sets that cost at most `limit`, and few that cost a little more. Of a challenge in which heroes may
 * stand out of position none are listed, and the list is not complete, nor is it after so many steps, or of more than
 * 65,536 sets or 4,096 heroes within the limit. In perm. Local.
 * STATUS_MEMORY. */
enum status party_disjoint_list_make(const struct party *party, double limit,
                                     size_t most_steps, struct arena *perm,
                                     struct party_disjoint_list *out,
                                     struct error *err);

#endif
