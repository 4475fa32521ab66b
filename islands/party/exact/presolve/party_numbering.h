/* Numbers of heroes by their values: heroes alike in all chosen traits have the same number.
 *
 * Source: radix sort by counting (D. Knuth, The Art of Computer Programming 3, 1998, section
 * 5.2.5). Cost: O(traits (heroes + values)). */
#ifndef SKERRY_PARTY_NUMBERING_H
#define SKERRY_PARTY_NUMBERING_H

#include "party_value_classes.h"

/* Heroes, and the order that they are brought into. */
struct party_numbering {
    const uint32_t *row; /* borrowed */
    size_t n;
    uint32_t *order, *spare; /* indices into row */
    uint32_t *count;         /* by value */
};

/* Borrows n rows of the pool; memory from the arena. False without memory. */
bool party_numbering_init(struct party_numbering *x, const uint32_t *row, size_t n,
                          struct arena *arena);

/* Numbers heroes 0, 1, ... in the lexicographic order of their values of the chosen traits, or of
 * classes of these, and of their place classes if `placed`. Returns how many numbers there are.
 *
 * classes   by trait; NULL: none
 * x->order  out: indices in that order, rising among heroes alike
 * number    out: by index */
size_t party_numbering_by(const struct party *party, const bool *chosen,
                          struct party_value_classes *const *classes, bool placed,
                          struct party_numbering *x, uint32_t *number);

#endif
