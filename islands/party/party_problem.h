/* The table of operations (problem.h) of party building. */
#ifndef SKERRY_PARTY_PROBLEM_H
#define SKERRY_PARTY_PROBLEM_H

#include "party_descriptors.h"
#include "party_draw.h"

/* What `self` points to; the party is its first member, so self is a struct party
 * too. */
struct party_instance {
    struct party party;
    const struct party_keys *keys; /* borrowed */
    struct party_draw_layout layout;
    struct party_descriptor objective[MAX_OBJECTIVES - 1]; /* further ones */
    struct party_descriptor descriptor[MAX_DESCRIPTORS];
};

extern const struct problem party_problem;

#endif
