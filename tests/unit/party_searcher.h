/* An exact search of a party, slice by slice, and what it finds. Includers use CUnit.
 */
#ifndef SKERRY_TEST_PARTY_SEARCHER_H
#define SKERRY_TEST_PARTY_SEARCHER_H

#include "party_operators.h"
#include "party_walk.h"

#include <CUnit/Basic.h>
#include <math.h>

/* What an exact search is made of. */
struct searcher {
    struct arena perm, scratch;
    struct reduced reduced;
    struct arrange arrange;
    struct groups groups;
    double best;
    const struct party *party;
};

static inline void searcher_init(struct searcher *s, const struct party *party)
{
    struct error err = {0};
    *s = (struct searcher){.best = INFINITY, .party = party};
    arena_init(&s->perm);
    if (reduce_init(&s->reduced, party, &s->perm, &err) ||
        arrange_init(&s->arrange, party, s->reduced.most_loss, &s->perm, &err) ||
        groups_init(&s->groups, &s->reduced, &s->arrange, walk_arrange_limit(0),
                    &s->perm, &err))
        CU_FAIL_FATAL("no memory");
    s->scratch = arena_scratch(&s->perm, walk_scratch_bytes(&s->reduced));
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
static inline void searcher_slice(struct searcher *s, struct walk_state *state,
                                  unsigned share, unsigned shares, double incumbent,
                                  uint64_t work)
{
    struct walk walk;
    walk_init(&walk, &s->groups, &s->arrange, share, shares);
    if (state->begun)
        walk.state = *state;
    walk.best = incumbent;
    walk.found = searcher_found;
    walk.context = s;
    walk_run(&walk, work, s->scratch);
    if (state->begun && walk.state.bound < state->bound)
        CU_FAIL("the bound fell");
    *state = walk.state;
}

#endif
