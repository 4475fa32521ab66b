#include "party_most_synergy.h"

#include "party_exact.h"
#include "party_parts.h"
#include "party_solver.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Work for a question at first, and the factor by which it grows; by hand. */
enum { FIRST_LIMIT = 1000000, LIMIT_GROWTH = 4 };

enum { NO_QUESTION = -1 };

void party_most_synergy_begin(struct party_most_synergy *state,
                              const struct party *party)
{
    *state = (struct party_most_synergy){.begun = 1,
                                         .least = party->synergy_min - 1,
                                         .target = NO_QUESTION,
                                         .limit = FIRST_LIMIT};
    for (size_t i = 0; i < party_n_cases(party); i++)
        state->most[i] = party->most_points;
}

int party_most_synergy_bound(const struct party_most_synergy *state,
                             const struct party *party)
{
    int most = state->least;
    for (size_t i = 0; i < party_n_cases(party); i++)
        most = state->most[i] > most ? state->most[i] : most;
    return most;
}

/* The next question: for the case that has the largest bound, whether there is a party at all, or
 * midway between the points that are known and the bound, rounded up. */
static void ask_next(struct party_most_synergy *state, const struct party *party)
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < party_n_cases(party); i++)
        if (state->most[i] > state->most[at])
            at = i;
    state->finished = state->most[at] <= state->least;
    state->in_case = at;
    state->target = state->least + (state->least < party->synergy_min
                                        ? 1
                                        : (state->most[at] - state->least + 1) / 2);
    state->walk = (struct party_bnb_state){0};
}

void party_most_synergy_know(struct party_most_synergy *state, int points)
{
    if (points <= state->least)
        return;
    state->least = points;
    if (state->target <= points)
        state->target = NO_QUESTION;
}

struct answer {
    int32_t hero[PARTY_MAX_PLACES];
    size_t n_places;
    bool found;
};

static void keep(void *context, const int32_t *genome, double price,
                 struct arena scratch)
{
    struct answer *answer = context;
    (void)price;
    (void)scratch;
    memcpy(answer->hero, genome, answer->n_places * sizeof *genome);
    answer->found = true;
}

/* The case of the question with its least points, without its budget; returns a price just above that. */
static double fill_question(const struct party_most_synergy *state,
                            const struct party *party, struct party *question)
{
    *question = *party_case(party, state->in_case);
    question->objective = (struct party_objective){0};
    question->synergy_min = state->target;
    return party_take_budget(question);
}

/* A slice of the search for an answer; false if it could not be made. */
static bool search(struct party_most_synergy *state, const struct party *party,
                   uint64_t work, struct arena *own, struct answer *answer)
{
    struct party question;
    struct party_solver solver;
    struct party_bnb bnb;
    struct error err = {0};
    double limit = fill_question(state, party, &question);
    if (!state->walk.begun && party_bound_price(&question) >= limit) {
        state->walk.finished = true; /* without a search */
        return true;
    }
    if (party_solver_init(&solver, &question, own, &err))
        return false;
    struct arena scratch = arena_scratch(own, party_bnb_scratch_bytes(&solver.reduced));
    if (!scratch.at)
        return false;
    party_solver_begin(&solver, &bnb);
    if (state->walk.begun)
        bnb.state = state->walk;
    bnb.first = true;
    bnb.best = limit;
    bnb.found = keep;
    bnb.context = answer;
    uint64_t before = bnb.state.work, stop = before + work;
    while (!bnb.state.finished && !bnb.interrupted && !answer->found &&
           bnb.state.work < stop)
        party_bnb_run(&bnb, stop - bnb.state.work, scratch);
    state->walk = bnb.state;
    state->work += bnb.state.work - before;
    return !bnb.interrupted;
}

/* A question that takes longer than the limit: one of more points, or a larger limit. */
static void put_off(struct party_most_synergy *state)
{
    int32_t most = state->most[state->in_case];
    state->walk = (struct party_bnb_state){0};
    if (state->target < most) {
        state->target += (most - state->target + 1) / 2;
        return;
    }
    state->limit = state->limit < UINT64_MAX / LIMIT_GROWTH
                       ? state->limit * LIMIT_GROWTH
                       : state->limit;
    state->target = NO_QUESTION;
}

/* Takes the answer, if there is one. */
static void conclude(struct party_most_synergy *state, const struct party *party,
                     const struct answer *answer, int32_t *hero)
{
    if (answer->found) {
        int points = party_points(party, answer->hero);
        assert(points >= state->target);
        state->least = points;
        state->target = NO_QUESTION;
        memcpy(hero, answer->hero, party->n_places * sizeof *hero);
    } else if (state->walk.finished) {
        state->most[state->in_case] = state->target - 1;
        state->target = NO_QUESTION;
    } else if (state->walk.work >= state->limit) {
        put_off(state);
    }
    if (state->target == NO_QUESTION)
        ask_next(state, party);
}

bool party_most_synergy_run(struct party_most_synergy *state, const struct party *party,
                            uint64_t work, int32_t *hero, bool *found)
{
    struct answer answer = {.n_places = party->n_places};
    struct arena own;
    *found = false;
    if (state->target == NO_QUESTION)
        ask_next(state, party);
    if (state->finished)
        return true;
    assert(state->target > state->least &&
           state->target <= state->most[state->in_case]);
    uint64_t spent = state->walk.begun ? state->walk.work : 0;
    uint64_t left = state->limit > spent ? state->limit - spent : 1;
    arena_init(&own);
    bool done = search(state, party, work < left ? work : left, &own, &answer);
    arena_free(&own);
    *found = answer.found;
    if (done || answer.found)
        conclude(state, party, &answer, hero);
    return done;
}
