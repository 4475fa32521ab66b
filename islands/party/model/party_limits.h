/* Size limits of a challenge; fixed arrays have these sizes. Chosen by hand, well above
 * the paper's instances: 10 places, some 20 edges, up to 8 properties of a hero
 * (sections III and IV.A). */
#ifndef SKERRY_PARTY_LIMITS_H
#define SKERRY_PARTY_LIMITS_H

enum {
    PARTY_MAX_PLACES = 64,
    PARTY_MAX_EDGES = 512,
    PARTY_MAX_TRAITS = 16,
    PARTY_MAX_NUMBERS = 16,
    PARTY_MAX_REQUIREMENTS = 32,
    PARTY_MAX_PLACE_RULES = 32,
    PARTY_MAX_CASES = 64 /* of either/or; a set of them is a 64-bit word */
};

#endif
