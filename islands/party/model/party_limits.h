/* How large a challenge may be; arrays are sized by it. */
#ifndef SKERRY_PARTY_LIMITS_H
#define SKERRY_PARTY_LIMITS_H

enum {
    PARTY_MAX_PLACES = 64,
    PARTY_MAX_EDGES = 512,
    PARTY_MAX_TRAITS = 16,
    PARTY_MAX_NUMBERS = 16,
    PARTY_MAX_REQUIREMENTS = 32
};

#endif
