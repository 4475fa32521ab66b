#include "party_branch_and_bound.h"

#include "party_bnb_node.h"

#include <assert.h>
#include <math.h>

/* By hand. The list of patterns takes up to two seconds, the work before it some 0.1 s. Below its
 * work a round takes two seconds or so. On three squads of 20,000 players 300 to 5,000 heroes make
 * no clear difference, 60 are slower. */
const struct party_bnb_thresholds party_bnb_thresholds_default = {.patterns_after =
                                                                      300000,
                                                                  .round_work = 4000000,
                                                                  .few_heroes = 1500,
                                                                  .placings = 20000};

void party_bnb_init(struct party_bnb *w, const struct party_aggregation *groups,
                    struct party_placement *placement, struct party_patterns *patterns,
                    unsigned share, unsigned shares)
{
    assert(shares >= 1 && share < shares);
    *w = (struct party_bnb){.reduced = groups->reduced,
                            .groups = groups,
                            .placement = placement,
                            .patterns = patterns,
                            .share = share,
                            .shares = shares,
                            .thresholds = party_bnb_thresholds_default,
                            .best = INFINITY};
    bool whole = patterns && patterns->available;
    w->state = (struct party_bnb_state){.begun = whole ? PARTY_BNB_ALL_PARTITIONS
                                                       : PARTY_BNB_PARTITIONS,
                                        .subproblem = whole ? 0 : share,
                                        .undecided = INFINITY,
                                        .bound = -INFINITY};
    if (groups->levels)
        w->state.bound = party_bnb_bound_of_coins(w, groups->levels->coins);
}

/* Has a search that takes long divide its subproblems, patterns where there are such: the round
 * begins anew. False if the list of patterns was interrupted. */
static bool divide(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    if (state->begun == PARTY_BNB_PARTITIONS ||
        (state->begun == PARTY_BNB_ALL_PARTITIONS &&
         state->work < (uint64_t)w->thresholds.patterns_after))
        return true;
    bool listed = party_patterns_list(w->patterns, w->placement);
    if (!listed && w->patterns->available)
        return false;
    if (state->begun == PARTY_BNB_ALL_PARTITIONS) {
        state->begun = listed ? PARTY_BNB_PATTERNS : PARTY_BNB_PARTITIONS;
        state->put_off.ceiling = 0; /* of other subproblems */
        party_bnb_begin_round(w);
    }
    return true;
}

/* The search by levels is one, which the first share has: its first choices depend on the limit, which
 * other shares may not have in the same round, so that a party could be in none of theirs. */
static size_t n_subproblems(const struct party_bnb *w)
{
    if (w->groups->levels)
        return w->groups->n_subproblems > 0;
    return w->state.begun == PARTY_BNB_PATTERNS ? w->patterns->n_subproblems
                                                : w->groups->n_subproblems;
}

static int32_t subproblem_bound(const struct party_bnb *w, uint64_t i)
{
    if (w->groups->levels)
        return party_bnb_first_bound(w);
    return w->state.begun == PARTY_BNB_PATTERNS ? w->patterns->subproblem[i].bound
                                                : w->groups->subproblem[i].bound;
}

/* Whether subproblems are by rising bound: with choices they are so within each alone. */
static bool is_sorted(const struct party_bnb *w)
{
    return w->state.begun != PARTY_BNB_PATTERNS || w->patterns->n_choices == 1;
}

static bool branch_on(struct party_bnb *w, uint64_t i)
{
    if (w->groups->levels)
        return party_bnb_levels(w);
    return w->state.begun == PARTY_BNB_PATTERNS
               ? party_bnb_pattern(w, &w->patterns->subproblem[i])
               : party_bnb_partition(w, &w->groups->subproblem[i]);
}

void party_bnb_run(struct party_bnb *w, uint64_t work, struct arena scratch)
{
    struct party_bnb_state *state = &w->state;
    if (w->reduced->impossible) {
        state->finished = true;
        state->bound = INFINITY;
    }
    if (state->finished)
        return;
    if (!divide(w)) {
        w->interrupted = true;
        return;
    }
    party_bnb_begin_slice(w, work, &scratch);
    uint64_t stride = state->begun == PARTY_BNB_ALL_PARTITIONS ? 1 : w->shares;
    for (; state->subproblem < n_subproblems(w); state->subproblem += stride) {
        int32_t coins = subproblem_bound(w, state->subproblem);
        if (coins > w->now->limit && is_sorted(w))
            break;
        if (coins > w->now->limit) {
            w->now->resume = 0; /* the path was into this one */
            continue;
        }
        double bound =
            fmin(fmin(party_bnb_bound_of_coins(w, coins), state->undecided), w->best);
        if (is_sorted(w))
            state->bound = fmax(state->bound, bound);
        w->state.work++;
        if ((!w->now->resume && party_bnb_is_interrupted(w)) ||
            !branch_on(w, state->subproblem) || w->now->stopped) {
            party_bnb_lower_limit(w);
            return;
        }
        w->now->resume = 0;
    }
    assert(stride == 1 || state->subproblem % stride == w->share);
    party_bnb_end_round(w);
}
