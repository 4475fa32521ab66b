/* An exact search of a party, slice by slice, and what it finds. Includers use CUnit.
 */
#ifndef SKERRY_TEST_PARTY_SEARCHER_H
#define SKERRY_TEST_PARTY_SEARCHER_H

#include "party_branch_and_bound.h"
#include "party_operators.h"
#include "party_presolve.h"

#include <CUnit/Basic.h>
#include <math.h>

/* What an exact search is made of. */
struct searcher {
    struct arena perm, scratch;
    struct party_reduced reduced;
    struct party_placement placement;
    struct party_aggregation groups;
    struct party_patterns patterns;
    struct party_bnb_thresholds thresholds;
    double best;
    const struct party *party;
};

static inline void searcher_init(struct searcher *s, const struct party *party)
{
    struct error err = {0};
    *s = (struct searcher){
        .best = INFINITY, .party = party, .thresholds = party_bnb_thresholds_default};
    arena_init(&s->perm);
    if (party_presolve_run(&s->reduced, party, &s->perm, &err) ||
        party_placement_init(&s->placement, party, s->reduced.most_loss, &s->perm,
                             &err) ||
        party_aggregation_init(&s->groups, &s->reduced, &s->placement,
                               (uint64_t)party_bnb_thresholds_default.placings,
                               &s->perm, &err) ||
        party_patterns_init(&s->patterns, &s->groups, &s->perm, &err))
        CU_FAIL_FATAL("no memory");
    s->scratch = arena_scratch(&s->perm, party_bnb_scratch_bytes(&s->reduced));
}

static inline void searcher_found(void *context, const int32_t *genome, double price,
                                  struct arena scratch)
{
    struct searcher *s = context;
    (void)scratch;
    CU_ASSERT_TRUE(party_is_feasible(s->party, genome, NULL));
    CU_ASSERT_EQUAL(party_price(s->party, genome), price);
    s->best = fmin(s->best, price);
}

/* One slice of a share, by a walk that knows nothing but the state, as after a resume.
 */
static inline void searcher_slice(struct searcher *s, struct party_bnb_state *state,
                                  unsigned share, unsigned shares, double incumbent,
                                  uint64_t work)
{
    struct party_bnb search;
    party_bnb_init(&search, &s->groups, &s->placement, &s->patterns, share, shares);
    search.thresholds = s->thresholds;
    if (state->begun)
        search.state = *state;
    search.best = incumbent;
    search.found = searcher_found;
    search.context = s;
    party_bnb_run(&search, work, s->scratch);
    if (state->begun && search.state.bound < state->bound)
        CU_FAIL("the bound fell");
    *state = search.state;
}

/* The whole search on one island, in slices of so much work. */
static inline void searcher_finish(struct searcher *s, uint64_t work)
{
    struct party_bnb_state state = {0};
    while (!state.finished)
        searcher_slice(s, &state, 0, 1, s->best, work);
}

#endif
