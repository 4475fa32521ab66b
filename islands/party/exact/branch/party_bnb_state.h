/* Where a branch and bound stands, and what it works on. */
#ifndef SKERRY_PARTY_BNB_STATE_H
#define SKERRY_PARTY_BNB_STATE_H

#include "party_aggregation.h"
#include "party_completion_bound.h"

enum {
    PARTY_BNB_PATH = 2 * PARTY_MAX_PLACES + 2,
    PARTY_BNB_WORK_A_SECOND =
        2000000 /* work that one processor does in a second, about */
};

/* Where a walk stands; plain bytes. */
struct party_bnb_state {
    uint64_t begun; /* 0: not made by party_bnb_init */
    uint64_t item;  /* the next one of this share, by number in groups->item */
    uint32_t depth; /* entries of `at` in use: choices on the way to the next node */
    uint32_t at[PARTY_BNB_PATH];
    uint64_t nodes; /* choices gone into */
    uint64_t work;  /* in nodes, with tables and arrangements */
    uint64_t round; /* each looks at dearer parties than the one before */
    uint64_t pass;  /* each allows arrangements more work than the one before */
    double doubt; /* cheapest party whose arrangement was left undecided in this pass */
    double bound; /* proven for this share */
    bool finished;
};

struct party_bnb {
    const struct party_reduced *reduced;
    const struct party_aggregation *groups;
    struct party_placement *placement;
    unsigned share, shares; /* items share, share + shares, ... are this walk's */
    bool feasibility;       /* any party will do: stop at the first */

    bool interrupted; /* the last slice ended so, and not inside a step; what it left
                         undecided is open still */

    struct party_bnb_state state;
    double best; /* price to beat: own and others' */

    /* Called with each better party. */
    void (*found)(void *context, const int32_t *genome, double price,
                  struct arena scratch);
    void *context;

    /* Of the slice in work. */
    struct party_bnb_slice *now;
};

/* Placings that one question about an arrangement may take in the first pass, and how
 * much more in each further one. */
enum { PARTY_PLACEMENT_LIMIT = 20000, PARTY_PLACEMENT_GROWTH = 8 };

/* Arrangement work allowed in a pass. */
static inline uint64_t party_bnb_placement_limit(uint64_t pass)
{
    uint64_t limit = PARTY_PLACEMENT_LIMIT;
    while (pass-- > 0 && limit < UINT64_MAX / PARTY_PLACEMENT_GROWTH)
        limit *= PARTY_PLACEMENT_GROWTH;
    return limit;
}

#endif
