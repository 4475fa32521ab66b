/* The exact search: a depth-first walk over items, the groups of their other parts, and
 * at last the heroes, that can stop after any node and go on later.
 *
 * It goes in rounds, each up to a higher price, so that without a good incumbent it
 * does not get lost among dear parties, and its bound rises all the time.
 *
 * What is left to do is the path to the next node in fixed numberings, so that a
 * checkpoint needs nothing else; tables are made anew. The result depends on the state
 * and the incumbents alone. */
#ifndef SKERRY_PARTY_BRANCH_AND_BOUND_H
#define SKERRY_PARTY_BRANCH_AND_BOUND_H

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

/* Bytes of scratch that party_bnb_run takes at most. */
size_t party_bnb_scratch_bytes(const struct party_reduced *reduced);

/* A walk before its first node. Borrows all that it is given. */
void party_bnb_init(struct party_bnb *search, const struct party_aggregation *groups,
                    struct party_placement *placement, unsigned share, unsigned shares);

/* Walks about `work` further, about as much as so many nodes, unless interrupted; sets
 * state.finished when the share is done: then every party of it costs at least
 * state.bound (+INFINITY: there is none). */
void party_bnb_run(struct party_bnb *search, uint64_t work, struct arena scratch);

/* Arrangement work allowed in a pass. */
uint64_t party_bnb_placement_limit(uint64_t pass);

#endif
