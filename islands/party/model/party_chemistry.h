/* Chemistry: heroes that share values of some traits, wherever they stand, give each other points.
 * A hero has points for each of these traits, by how many heroes of the party have its value of it,
 * summed over the traits and limited for a hero.
 *
 * Source: the rules of squad building challenges of football games, as their players describe
 * them: 2, 4 and 7 of a club, 3, 5 and 8 of a league, 2, 5 and 8 of a nation give 1, 2 and 3 points,
 * at most 3 a hero. Differs: any traits, thresholds and limit; a hero counts
 * wherever it stands, unless a rule for places has it out of position there. */
#ifndef SKERRY_PARTY_CHEMISTRY_H
#define SKERRY_PARTY_CHEMISTRY_H

#include "party.h"

struct party_chemistry_trait {
    uint32_t trait;
    /* Of a hero, by how many of the party have its value, itself included: never falling. */
    uint16_t points[PARTY_MAX_PLACES + 1];
};

struct party_chemistry {
    size_t n; /* traits */
    struct party_chemistry_trait trait[PARTY_MAX_TRAITS];
    int cap;  /* the most points of a hero that count */
    int most; /* that a hero can have in this formation */
    /* By hero: at most these, with all of the pool that share its values. */
    const uint16_t *potential;
};

/* Points of the hero in a place of a complete formation: the reference, O(places traits). */
int party_chemistry_of(const struct party *party, const int32_t *hero, size_t place);

/* Points of all heroes, by place: the same in one pass for each trait. */
void party_chemistry_count(const struct party *party, const int32_t *hero, int *points);

#endif
