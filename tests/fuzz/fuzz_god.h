/* What fuzz_sliding.c asks of god's numbers, in plain numbers. */
#ifndef SKERRY_TESTS_FUZZ_GOD_H
#define SKERRY_TESTS_FUZZ_GOD_H

#include "fuzz.h"

enum { FUZZ_MOST_LEVELS = 256, FUZZ_MOST_VERTICES = 32 };

/* Of the target, and of its component. */
struct fuzz_god {
    char error[512];
    unsigned eccentricity;
    uint64_t reached, levels[FUZZ_MOST_LEVELS];
    unsigned char farthest[FUZZ_MOST_VERTICES];
    uint64_t placements, number; /* of all components that are alike; 0: unknown */
    unsigned low, high;          /* of the diameter */
    bool has_pair;
    unsigned char far[2][FUZZ_MOST_VERTICES]; /* `low` moves apart */
    uint64_t all_placements;                  /* of all components */
};

/* diameter, searches: as `skerry god` takes them. False: refused, see error. */
bool fuzz_god(unsigned d, unsigned k, unsigned rings, const unsigned char *target,
              bool diameter, unsigned searches, struct fuzz_god *out);

#endif
