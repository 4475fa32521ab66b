#include "party_construct.h"

#include <string.h>

/* Chosen by hand; measured in results/party/experiments.md, constants. RARE = 20 makes
 * one instance of seven take three times as long and find its least price in 9 runs of
 * 10 instead of 2; RARE = 320 finds no optimum of another in 10 runs instead of 5. 100
 * easy attempts, and 1 or 40 hard ones, make no clear difference. */
enum {
    TRIALS = 200,        /* attempts that estimate the success rate, up to SUCCESSES */
    SUCCESSES = 5,       /* by hand, not measured, as TRIALS */
    RARE = 80,           /* an instance is hard below one success in RARE */
    EASY_ATTEMPTS = 300, /* of a sample */
    HARD_ATTEMPTS = 10   /* of a sample of a hard instance, before a repair */
};

static const struct party_construct_state *plan_of(const struct party *party)
{
    return party->index;
}

size_t party_construct_bytes(const struct party *party)
{
    const struct party_construct_state *plan = plan_of(party);
    return sizeof(struct party_match) + party_match_bytes(&plan->index, &plan->rules) +
           plan->rules.n_values + 3 * ARENA_ALIGN;
}

bool party_construct_is_hard(const struct party *party)
{
    return plan_of(party)->hard;
}

const struct party_forward_rules *party_construct_rules(const struct party *party)
{
    return &plan_of(party)->rules;
}

/* The partial party from which every attempt starts. */
struct start {
    int32_t hero[PARTY_MAX_PLACES];
    uint32_t open[PARTY_MAX_PLACES];
    size_t n_open;
    struct party_forward filter;
};

struct party_match *party_construct_open(const struct party *party, struct rng *rng,
                                         struct arena *scratch)
{
    const struct party_construct_state *plan = plan_of(party);
    struct party_match *partial = ARENA_NEW(scratch, struct party_match, 1);
    party_match_init(partial, party, &plan->index, &plan->rules, rng, scratch);
    return partial;
}

/* `hero` holds -1 in open places. */
static void start_from(const struct party *party, const int32_t *hero,
                       struct start *start, struct arena *scratch)
{
    start->n_open = 0;
    party_forward_init(&start->filter, &plan_of(party)->rules, party->n_places,
                       scratch);
    for (size_t p = 0; p < party->n_places; p++) {
        start->hero[p] = hero[p];
        if (hero[p] < 0)
            start->open[start->n_open++] = (uint32_t)p;
        else
            party_forward_add(&start->filter, hero[p]);
    }
}

static int points_of(const struct party_match *partial)
{
    int points = 0;
    for (size_t e = 0; e < partial->party->n_edges; e++)
        points += party_index_pair_points(partial->index,
                                          partial->hero[partial->party->edge[e][0]],
                                          partial->hero[partial->party->edge[e][1]]);
    return points;
}

/* Points of a partial party if all edges to open places were the best possible, minus
 * `least`. */
static int spare_points(const struct party *party, const int32_t *hero, int least)
{
    const struct party_index *index = &plan_of(party)->index;
    int spare = -least;
    for (size_t e = 0; e < party->n_edges; e++) {
        int32_t a = hero[party->edge[e][0]], b = hero[party->edge[e][1]];
        spare += a < 0 || b < 0 ? party_index_most_points(index)
                                : party_index_pair_points(index, a, b);
    }
    return spare;
}

/* Reduction of spare_points by a hero in an open place. */
static int points_lost(const struct party_match *partial, size_t place, int32_t row)
{
    const struct party *party = partial->party;
    int lost = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = partial->hero[party->neighbour[place][i]];
        if (other >= 0)
            lost += party_index_most_points(partial->index) -
                    party_index_pair_points(partial->index, row, other);
    }
    return lost;
}

/* Lower bound on the reduction by any hero in an open place: it shares both of the
 * heaviest traits only with neighbours that are alike in them. Not with weights of pairs. */
static int unavoidable_loss(const struct party_match *partial, size_t place)
{
    const struct party *party = partial->party;
    uint32_t pair[PARTY_MAX_PLACES];
    int n = 0, most = 0;
    if (partial->index->paired)
        return 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = partial->hero[party->neighbour[place][i]];
        if (other < 0)
            continue;
        pair[n] = (uint32_t)*party_index_key(partial->index, other);
        int alike = 1;
        for (int j = 0; j < n; j++)
            alike += pair[j] == pair[n];
        n++;
        most = alike > most ? alike : most;
    }
    return (n - most) * (partial->index->most[0] - partial->index->most_unpaired);
}

/* Puts a hero into an open place; returns the reduction of the spare points, here and
 * in adjacent open places. `unavoidable` is updated for these. */
static int place_hero(struct party_match *partial, size_t place, int32_t row,
                      int *unavoidable)
{
    const struct party *party = partial->party;
    int lost = points_lost(partial, place, row) - unavoidable[place];
    partial->hero[place] = row;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        size_t other = party->neighbour[place][i];
        if (partial->hero[other] >= 0)
            continue;
        int now = unavoidable_loss(partial, other);
        lost += now - unavoidable[other];
        unavoidable[other] = now;
    }
    return lost;
}

/* One pass over the open places. False if a place has no admissible hero, or `least` >
 * 0 points cannot be reached any more. */
static bool attempt(struct party_match *partial, struct start *start, bool guided,
                    int least)
{
    int unavoidable[PARTY_MAX_PLACES];
    int spare = least > 0 ? spare_points(partial->party, start->hero, least) : 0;
    memcpy(partial->hero, start->hero, sizeof partial->hero);
    party_forward_copy(&partial->filter, &start->filter);
    rng_shuffle(partial->rng, start->open, start->n_open);
    for (size_t i = 0; i < start->n_open && least > 0; i++) {
        unavoidable[start->open[i]] = unavoidable_loss(partial, start->open[i]);
        spare -= unavoidable[start->open[i]];
    }
    for (size_t i = 0; i < start->n_open && spare >= 0; i++) {
        size_t place = start->open[i];
        if (!party_forward_check(&partial->filter))
            return false;
        int32_t row =
            guided ? party_match_best(partial, place) : party_match_any(partial, place);
        if (row < 0)
            return false;
        if (least > 0)
            spare -= place_hero(partial, place, row, unavoidable);
        partial->hero[place] = row;
        party_forward_add(&partial->filter, row);
    }
    return spare >= 0 && party_forward_holds(&partial->filter) &&
           party_special_holds(partial->party, partial->hero);
}

/* Attempts until one is feasible, or the number is reached. */
static bool complete(struct party_match *partial, struct start *start, int attempts)
{
    const struct party *party = partial->party;
    for (int i = 0; i < attempts; i++) {
        if (attempt(partial, start, party->guided, party->synergy_min))
            return true;
        if (!start->n_open)
            return false;
    }
    return false;
}

bool party_construct_complete(struct party_match *partial, const int32_t *hero,
                              int attempts, struct arena scratch)
{
    struct start start;
    start_from(partial->party, hero, &start, &scratch);
    return complete(partial, &start, attempts);
}

void party_construct_fill_up(struct party_match *partial)
{
    const struct party *party = partial->party;
    const int32_t *row = partial->index->all.row;
    size_t n = partial->index->n_eligible, n_places = party->n_places;
    for (size_t p = 0; p < n_places; p++) {
        if (partial->hero[p] >= 0)
            continue;
        size_t at = n ? (size_t)rng_below(partial->rng, n) : 0;
        for (size_t i = 1;
             i < n && party_has_either(party, partial->hero, n_places, row[at]); i++)
            at = (at + 1) % n;
        partial->hero[p] = n ? party_row_in(party, row[at], p) : 0;
    }
}

bool party_construct_attempt(const struct party *party, bool guided, struct rng *rng,
                             struct arena scratch, int32_t *hero, int *points)
{
    struct start start;
    struct party_match *partial = party_construct_open(party, rng, &scratch);
    start_from(party, hero, &start, &scratch);
    bool holds = attempt(partial, &start, guided, 0);
    party_construct_fill_up(partial);
    memcpy(hero, partial->hero, party->n_places * sizeof *hero);
    *points = points_of(partial);
    return holds;
}

bool party_construct_fill(const struct party *party, struct rng *rng,
                          struct arena scratch, int32_t *hero)
{
    struct start start;
    struct party_match *partial = party_construct_open(party, rng, &scratch);
    start_from(party, hero, &start, &scratch);
    memcpy(partial->hero, start.hero, sizeof partial->hero);
    party_forward_copy(&partial->filter, &start.filter);
    rng_shuffle(rng, start.open, start.n_open);
    for (size_t i = 0; i < start.n_open; i++) {
        if (!party_forward_check_columns(&partial->filter))
            return false;
        int32_t row = party_match_best(partial, start.open[i]);
        if (row < 0)
            return false;
        partial->hero[start.open[i]] = row;
        party_forward_add(&partial->filter, row);
    }
    memcpy(hero, partial->hero, party->n_places * sizeof *hero);
    return true;
}

bool party_construct_sample_in(struct party_match *partial, struct arena scratch,
                               int32_t *hero)
{
    const struct party *party = partial->party;
    struct start start;
    partial->n_barred = 0;
    start_from(party, party->fixed, &start, &scratch);
    bool done = complete(partial, &start, plan_of(party)->attempts);
    party_construct_fill_up(partial);
    memcpy(hero, partial->hero, party->n_places * sizeof *hero);
    return done;
}

/* Estimates the success rate of an attempt. */
static enum status try_attempts(const struct party *party,
                                struct party_construct_state *plan, struct error *err)
{
    struct arena temporary;
    struct rng rng;
    struct start start;
    int done = 0, tried = 0;
    arena_init(&temporary);
    rng_init(&rng, 0, 0, 0, RNG_PROBLEM);
    struct arena scratch = arena_scratch(&temporary, party_construct_bytes(party));
    if (!scratch.at)
        return error_set(err, STATUS_MEMORY, "party: no memory for the index");
    struct party_match *partial = party_construct_open(party, &rng, &scratch);
    start_from(party, party->fixed, &start, &scratch);
    for (; tried < TRIALS && done < SUCCESSES; tried++)
        done += complete(partial, &start, 1);
    plan->hard = done * RARE < tried;
    plan->attempts =
        plan->hard && party->guided && party->mend ? HARD_ATTEMPTS : EASY_ATTEMPTS;
    if (party->attempts)
        plan->attempts = party->attempts;
    arena_free(&temporary);
    return STATUS_OK;
}

enum status party_construct_prepare(struct party *party, struct arena *perm,
                                    size_t *scratch_bytes, struct error *err)
{
    struct party_construct_state *plan =
        ARENA_NEW(perm, struct party_construct_state, 1);
    if (!plan)
        return error_set(err, STATUS_MEMORY, "party: no memory for the index");
    enum status status = party_forward_rules_init(party, perm, &plan->rules, err);
    if (!status)
        status = party_index_build(party, party->banned,
                                   plan->rules.n_sums ? plan->rules.sum[0].value : NULL,
                                   NULL, perm, &plan->index, err);
    party->index = plan;
    if (!status)
        status = try_attempts(party, plan, err);
    *scratch_bytes = status ? 0 : party_construct_bytes(party);
    return status;
}

bool party_construct_sample(const struct party *party, struct rng *rng,
                            struct arena scratch, int32_t *hero)
{
    struct party_match *partial = party_construct_open(party, rng, &scratch);
    return party_construct_sample_in(partial, scratch, hero);
}
