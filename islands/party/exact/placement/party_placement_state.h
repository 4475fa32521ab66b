/* A search of party_placement.h in progress, in two steps. First blocks of classes are
 * assigned to places, at the least loss between any classes of two blocks
 * (party_placement_tree.h); then, if that is within the limit, classes of their block
 * (party_placement_classes.h). If every block is one class, the first step suffices: then
 * what is said here of blocks is said of classes.
 *
 * For the files party_placement_*.c. It takes 54 KB, and lies on the stack of
 * party_placement_search, which owns all of it but what the pointers refer to. Places are
 * numbered by the order of the placement, 0..n_places-1, except where a name says
 * otherwise; losses are in points. */
#ifndef SKERRY_PARTY_PLACEMENT_STATE_H
#define SKERRY_PARTY_PLACEMENT_STATE_H

#include "interrupt.h"
#include "party_placement_pairs.h"

struct party_placement_state {
    struct party_placement *placement;
    const struct party_placement_pattern *pattern; /* of blocks */
    const struct party_placement_pattern *classes; /* NULL: first step only */
    uint64_t left;                                 /* placings allowed */
    bool limit_reached;                            /* the limit was reached */
    uint8_t unused[PARTY_MAX_PLACES], reserved[PARTY_MAX_PLACES];
    /* An earlier class with the same losses, or the class itself. */
    uint8_t twin[PARTY_MAX_PLACES];
    uint8_t at[PARTY_MAX_PLACES]; /* block by order */
    unsigned class_bits, count_bits;
    /* For open places: the loss of each class to the placed neighbours, the least over
     * the classes left, and the sum of these over all open places. */
    unsigned ahead[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
    unsigned least_ahead[PARTY_MAX_PLACES], least_sum;
    struct party_placement_pairs pairs; /* of the heroes left */

    /* The second step. */
    uint8_t free_of[PARTY_MAX_PLACES];  /* unused heroes by class */
    int16_t assigned[PARTY_MAX_PLACES]; /* class by order, -1: none yet */
    uint8_t tight[PARTY_MAX_PLACES]; /* order of places whose class affects the loss */
    size_t n_tight;
    uint32_t row_least[PARTY_MAX_PLACES][PARTY_MAX_PLACES]; /* class against block */
    uint32_t row_most[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
};

/* Whether the search is to end; asks for an interrupt at every 4096th placing. */
static inline bool party_placement_is_interrupted(struct party_placement_state *s)
{
    struct party_placement *a = s->placement;
    if (s->left % 4096 == 0 && interrupt_pending())
        a->interrupted = true;
    return a->interrupted;
}

#endif
