#include "party_construct.h"

#include "party_local_search.h"
#include "party_match.h"

#include <string.h>

enum {
    COMPLETIONS = 10, /* "typically a value of 10 or less": paper IV.B */
    HEAL_TRIES = 20,
    TRIALS = 200, /* attempts that tell how often one succeeds */
    RARE = 80,    /* fewer than one success in so many makes a puzzle hard */
    EASY_ATTEMPTS = 300,
    HARD_ATTEMPTS = 10 /* before local search mends one */
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

/* A partial party from which attempts start again. */
struct start {
    int32_t hero[PARTY_MAX_PLACES];
    uint32_t open[PARTY_MAX_PLACES];
    size_t n_open;
    struct party_forward filter;
};

static struct party_match *open_partial(const struct party *party, struct rng *rng,
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

/* Points that a partial party would have with the best of edges to open places, less
 * `least`. */
static int spare_points(const struct party *party, const int32_t *hero, int least)
{
    const struct party_index *index = &plan_of(party)->index;
    int spare = -least;
    for (size_t e = 0; e < party->n_edges; e++) {
        int32_t a = hero[party->edge[e][0]], b = hero[party->edge[e][1]];
        spare += a < 0 || b < 0 ? index->most[0] : party_index_pair_points(index, a, b);
    }
    return spare;
}

/* What spare_points loses by a hero in an open place. */
static int lost_points(const struct party_match *partial, size_t place, int32_t row)
{
    const struct party *party = partial->party;
    int lost = 0;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = partial->hero[party->neighbour[place][i]];
        if (other >= 0)
            lost += partial->index->most[0] -
                    party_index_pair_points(partial->index, row, other);
    }
    return lost;
}

/* What any hero in an open place will lose: it shares the two heaviest traits with
 * those neighbours only who are alike in them. */
static int doomed_points(const struct party_match *partial, size_t place)
{
    const struct party *party = partial->party;
    uint32_t pair[PARTY_MAX_PLACES];
    int n = 0, most = 0;
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

/* Puts a hero into an open place; returns what spare points are lost, here and in the
 * open places beside. `doomed` is kept for open places. */
static int settle(struct party_match *partial, size_t place, int32_t row, int *doomed)
{
    const struct party *party = partial->party;
    int lost = lost_points(partial, place, row) - doomed[place];
    partial->hero[place] = row;
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        size_t beside = party->neighbour[place][i];
        if (partial->hero[beside] >= 0)
            continue;
        int now = doomed_points(partial, beside);
        lost += now - doomed[beside];
        doomed[beside] = now;
    }
    return lost;
}

/* One pass over the open places. Ends with false when the look-ahead left nobody, or
 * more than `least` > 0 points are out of reach. */
static bool attempt(struct party_match *partial, struct start *start, bool guided,
                    int least)
{
    int doomed[PARTY_MAX_PLACES];
    int spare = least > 0 ? spare_points(partial->party, start->hero, least) : 0;
    memcpy(partial->hero, start->hero, sizeof partial->hero);
    party_forward_copy(&partial->filter, &start->filter);
    rng_shuffle(partial->rng, start->open, start->n_open);
    for (size_t i = 0; i < start->n_open && least > 0; i++) {
        doomed[start->open[i]] = doomed_points(partial, start->open[i]);
        spare -= doomed[start->open[i]];
    }
    for (size_t i = 0; i < start->n_open && spare >= 0; i++) {
        size_t place = start->open[i];
        if (!party_forward_check(&partial->filter))
            return false;
        int32_t row =
            guided ? party_match_best(partial, place) : party_match_any(partial);
        if (row < 0)
            return false;
        if (least > 0)
            spare -= settle(partial, place, row, doomed);
        partial->hero[place] = row;
        party_forward_add(&partial->filter, row);
    }
    return spare >= 0 && party_forward_holds(&partial->filter);
}

/* Attempts until one is feasible. */
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

static bool is_in(const int32_t *hero, size_t n, int32_t row)
{
    for (size_t p = 0; p < n; p++)
        if (hero[p] == row)
            return true;
    return false;
}

/* Gives each open place any hero who is not in the party. */
static void fill_up(struct party_match *partial)
{
    const struct party_index_family *all = &partial->index->all;
    size_t n = partial->index->n_eligible, n_places = partial->party->n_places;
    for (size_t p = 0; p < n_places; p++) {
        if (partial->hero[p] >= 0)
            continue;
        size_t at = n ? (size_t)rng_below(partial->rng, n) : 0;
        for (size_t i = 1; i < n && is_in(partial->hero, n_places, all->row[at]); i++)
            at = (at + 1) % n;
        partial->hero[p] = n ? all->row[at] : 0;
    }
}

bool party_construct_attempt(const struct party *party, bool guided, struct rng *rng,
                             struct arena scratch, int32_t *hero, int *points)
{
    struct start start;
    struct party_match *partial = open_partial(party, rng, &scratch);
    start_from(party, hero, &start, &scratch);
    bool holds = attempt(partial, &start, guided, 0);
    fill_up(partial);
    memcpy(hero, partial->hero, party->n_places * sizeof *hero);
    *points = points_of(partial);
    return holds;
}

bool party_construct_fill(const struct party *party, struct rng *rng,
                          struct arena scratch, int32_t *hero)
{
    struct start start;
    struct party_match *partial = open_partial(party, rng, &scratch);
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

/* Whether local search may step in: it is no part of an unguided party, and is not
 * there yet while it prepares itself. */
static bool can_repair(const struct party *party)
{
    return party->guided && party->mend && party->search;
}

/* A new party, from the fixed places alone. */
static bool sample_on(struct party_match *partial, int attempts, struct arena scratch,
                      int32_t *hero)
{
    const struct party *party = partial->party;
    struct start start;
    struct arena rest = scratch;
    partial->n_barred = 0;
    start_from(party, party->fixed, &start, &rest);
    bool done = complete(partial, &start, attempts);
    fill_up(partial);
    memcpy(hero, partial->hero, party->n_places * sizeof *hero);
    if (done || !can_repair(party))
        return done;
    int32_t repaired[PARTY_MAX_PLACES];
    memcpy(repaired, party->fixed, sizeof repaired);
    if (!party_local_search_repair(party, partial->rng, scratch, repaired))
        return false;
    memcpy(hero, repaired, party->n_places * sizeof *hero);
    return true;
}

/* Finds out how often an attempt succeeds. */
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
    struct party_match *partial = open_partial(party, &rng, &scratch);
    start_from(party, party->fixed, &start, &scratch);
    for (; tried < TRIALS && done < 5; tried++)
        done += complete(partial, &start, 1);
    plan->hard = done * RARE < tried;
    plan->attempts =
        plan->hard && party->guided && party->mend ? HARD_ATTEMPTS : EASY_ATTEMPTS;
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

bool party_construct_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome)
{
    const struct party *party = self;
    struct party_match *partial = open_partial(party, rng, &scratch);
    return sample_on(partial, plan_of(party)->attempts, scratch, genome);
}

/* Whether a place has a hero who is not fixed there. */
static bool can_leave(const struct party *party, const int32_t *hero, size_t place)
{
    return hero[place] >= 0 && party->fixed[place] < 0;
}

/* Empties the places whose heroes cannot stay: banned ones, those in two places, and
 * those beyond what COUNT and SAME allow. */
static void drop_offenders(const struct party *party, int32_t *hero)
{
    const struct party_forward_rules *rules = &plan_of(party)->rules;
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0)
            hero[p] = party->fixed[p];
        else if (hero[p] < 0 || (size_t)hero[p] >= party->n_heroes ||
                 party->banned[hero[p]] || is_in(hero, p, hero[p]))
            hero[p] = -1;
    for (size_t i = 0; i < rules->n_columns; i++) {
        const struct party_forward_column *column = &rules->column[i];
        for (size_t p = party->n_places; p-- > 0;) {
            int count = 0;
            for (size_t q = 0; q < party->n_places && can_leave(party, hero, p); q++)
                count += hero[q] >= 0 && column->code[hero[q]] == column->code[hero[p]];
            if (count && count > rules->most[column->first + column->code[hero[p]]])
                hero[p] = -1;
        }
    }
}

/* Empties random places until `open` of them are, or no more can be. */
static void drop_random(const struct party *party, struct rng *rng, size_t open,
                        int32_t *hero)
{
    uint32_t order[PARTY_MAX_PLACES];
    size_t n_open = 0;
    for (size_t p = 0; p < party->n_places; p++) {
        order[p] = (uint32_t)p;
        n_open += hero[p] < 0;
    }
    rng_shuffle(rng, order, party->n_places);
    for (size_t i = 0; i < party->n_places && n_open < open; i++) {
        if (!can_leave(party, hero, order[i]))
            continue;
        hero[order[i]] = -1;
        n_open++;
    }
}

bool party_construct_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome)
{
    const struct party *party = self;
    int32_t kept[PARTY_MAX_PLACES], *hero = genome;
    if (party_is_feasible(party, hero, NULL))
        return true;
    struct party_match *partial = open_partial(party, rng, &scratch);
    memcpy(kept, hero, party->n_places * sizeof *kept);
    drop_offenders(party, kept);
    for (size_t try = 0; try < HEAL_TRIES; try++) {
        struct start start;
        struct arena rest = scratch;
        int32_t emptied[PARTY_MAX_PLACES];
        memcpy(emptied, kept, sizeof emptied);
        drop_random(party, rng, try * party->n_places / HEAL_TRIES, emptied);
        start_from(party, emptied, &start, &rest);
        bool done = complete(partial, &start, COMPLETIONS);
        fill_up(partial);
        memcpy(hero, partial->hero, party->n_places * sizeof *hero);
        if (done)
            return true;
    }
    return false;
}

/* Each place from either parent by chance, in a random order; empty where that hero and
 * the other parent's are in the child already. */
static void cross(const struct party *party, const int32_t *a, const int32_t *b,
                  struct rng *rng, int32_t *child)
{
    uint32_t order[PARTY_MAX_PLACES];
    for (size_t p = 0; p < party->n_places; p++) {
        order[p] = (uint32_t)p;
        child[p] = party->fixed[p];
    }
    rng_shuffle(rng, order, party->n_places);
    uint64_t sides = rng_next(rng);
    for (size_t i = 0; i < party->n_places; i++) {
        size_t p = order[i];
        bool second = sides >> i & 1;
        if (child[p] >= 0)
            continue;
        if (!is_in(child, party->n_places, (second ? b : a)[p]))
            child[p] = (second ? b : a)[p];
        else if (!is_in(child, party->n_places, (second ? a : b)[p]))
            child[p] = (second ? a : b)[p];
    }
}

bool party_construct_recombine(const void *self, const void *a, const void *b,
                               double rate, struct rng *rng, struct arena scratch,
                               void *child)
{
    const struct party *party = self;
    struct party_match *partial = open_partial(party, rng, &scratch);
    struct arena rest = scratch;
    int32_t hero[PARTY_MAX_PLACES];
    struct start start;
    cross(party, a, b, rng, hero);
    for (size_t p = 0; p < party->n_places; p++) {
        if (!can_leave(party, hero, p) || !rng_chance(rng, rate))
            continue;
        partial->barred[partial->n_barred++] = hero[p];
        hero[p] = -1;
    }
    start_from(party, hero, &start, &rest);
    if (complete(partial, &start, COMPLETIONS)) {
        memcpy(child, partial->hero, party->n_places * sizeof *hero);
        return true;
    }
    if (can_repair(party) && plan_of(party)->hard &&
        party_local_search_repair(party, rng, scratch, hero)) {
        memcpy(child, hero, party->n_places * sizeof *hero);
        return true;
    }
    return sample_on(partial, plan_of(party)->attempts, scratch, child);
}
