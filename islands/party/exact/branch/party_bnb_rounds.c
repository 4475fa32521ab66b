#include "party_bnb_rounds.h"

#include "party_presolve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The price limit of the first round is this share above the first bound; the distance
 * doubles in each further round. By hand: 0.005 leaves one of nine challenges unproven
 * after 20 s; 0.1 takes a third of the nodes and the same time
 * (results/party/experiments.md). */
static const double FIRST_ROUND = 0.02;

/* A round that takes more than round_work and so many times the work of those before gets a lower
 * limit, as far above the last one divided by LOWER_LIMIT: with each coin a search takes more work. It
 * goes on where it is; once rounds have reached its former limit, it goes on from there with that. By
 * hand. */
enum { MORE_WORK = 8, LOWER_LIMIT = 4, MOST_COINS = PARTY_COINS_NONE - 1 };

double party_bnb_bound_of_coins(const struct party_bnb *w, int32_t coins)
{
    return party_integer_scaling_price(w->reduced, coins);
}

int32_t party_bnb_first_bound(const struct party_bnb *w)
{
    if (w->groups->levels)
        return w->groups->levels->coins;
    return w->groups->n_subproblems ? w->groups->subproblem[0].bound : 0;
}

/* The least distance between the limits of two rounds. */
static int32_t least_rise(const struct party_bnb *w)
{
    const struct party_reduced *r = w->reduced;
    double shift = r->fine > 0 ? r->offset / r->fine : 0; /* coins of no price */
    return (int32_t)ceil((fmax(party_bnb_first_bound(w) - shift, 0) + 1) * FIRST_ROUND);
}

void party_bnb_set_limit(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    if (state->ceiling == 0) {
        state->completed = party_bnb_first_bound(w);
        state->ceiling = party_bnb_first_bound(w) + least_rise(w);
        if (w->feasibility || state->ceiling > MOST_COINS)
            state->ceiling = MOST_COINS;
    }
    int32_t limit = party_integer_scaling_limit(w->reduced, w->best);
    w->now->limit = limit < state->ceiling ? limit : state->ceiling;
    assert(w->now->limit <= state->ceiling && state->ceiling <= MOST_COINS);
}

void party_bnb_begin_round(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    state->subproblem = state->begun == PARTY_BNB_ALL_PARTITIONS ? 0 : w->share;
    state->depth = 0;
    state->undecided = INFINITY;
    state->work_before = state->work;
}

/* Puts the round off, to go on with a lower limit first. */
static void put_off_round(struct party_bnb_state *state)
{
    state->put_off.ceiling = state->ceiling;
    state->put_off.subproblem = state->subproblem;
    state->put_off.undecided = state->undecided;
    state->put_off.depth = state->depth;
    memcpy(state->put_off.at, state->at, sizeof state->at);
}

/* Goes on with the round that was put off. */
static void go_on_with_round(struct party_bnb_state *state)
{
    state->subproblem = state->put_off.subproblem;
    state->undecided = state->put_off.undecided;
    state->depth = state->put_off.depth;
    memcpy(state->at, state->put_off.at, sizeof state->at);
    state->put_off.ceiling = 0;
}

/* The next round: twice as far above the first bound, but after a limit that was lowered no more than
 * twice as far above the last one, and no further than the round that was put off. */
static void begin_next_round(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    int64_t whole = (int64_t)state->ceiling - party_bnb_first_bound(w);
    int64_t twice = 2 * ((int64_t)state->ceiling - state->completed);
    int64_t ceiling = state->ceiling + (whole < twice ? whole : twice);
    state->completed = state->ceiling;
    state->ceiling = ceiling < MOST_COINS ? (int32_t)ceiling : MOST_COINS;
    party_bnb_begin_round(w);
    if (state->put_off.ceiling && state->put_off.ceiling <= state->ceiling) {
        state->ceiling = state->put_off.ceiling;
        go_on_with_round(state);
    }
}

void party_bnb_lower_limit(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    uint64_t work = state->work - state->work_before;
    int32_t rise = state->ceiling - state->completed;
    if (w->interrupted || w->now->stopped || w->now->limit < state->ceiling ||
        rise <= least_rise(w) || work < (uint64_t)w->thresholds.round_work ||
        work / MORE_WORK < state->work_before)
        return;
    if (!state->put_off.ceiling)
        put_off_round(state);
    rise /= LOWER_LIMIT;
    state->ceiling = state->completed + (rise > least_rise(w) ? rise : least_rise(w));
    state->work_before = state->work;
}

void party_bnb_end_round(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    const struct party_bnb_slice *now = w->now;
    double beyond = fmin(w->best, party_bnb_bound_of_coins(w, state->ceiling + 1));
    if (now->limit == MOST_COINS)
        beyond = w->best;
    state->bound = fmax(state->bound, fmin(beyond, state->undecided));
    if (state->undecided < w->best) {
        state->pass++;
        party_bnb_begin_round(w);
    } else if (now->limit < party_integer_scaling_limit(w->reduced, w->best) &&
               now->limit < MOST_COINS) {
        begin_next_round(w);
    } else {
        state->finished = true;
        party_bnb_begin_round(w);
    }
}
