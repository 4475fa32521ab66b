#include "party_variation.h"

#include "party_construct.h"
#include "party_local_search.h"

#include <string.h>

enum { HEAL_TRIES = 20 /* by hand, not measured */ };

/* Whether local search may repair; not for unguided construction. */
static bool can_repair(const struct party *party)
{
    return party->guided && party->mend && party->search;
}

/* A new party, from the fixed heroes alone. */
static bool sample_on(struct party_match *partial, struct arena scratch, int32_t *hero)
{
    const struct party *party = partial->party;
    int32_t whole[PARTY_MAX_PLACES];
    memcpy(whole, party->fixed, sizeof whole);
    if (!can_repair(party) ||
        !party_local_search_complete(party, partial->rng, scratch, whole)) {
        bool done = party_construct_sample_in(partial, scratch, hero);
        if (done || !can_repair(party))
            return done;
        if (!party_local_search_repair(party, partial->rng, scratch, whole))
            return false;
    }
    memcpy(hero, whole, party->n_places * sizeof *hero);
    return true;
}

bool party_variation_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome)
{
    struct party_match *partial = party_construct_open(self, rng, &scratch);
    return sample_on(partial, scratch, genome);
}

/* Whether a place has a hero that is not fixed. */
static bool is_removable(const struct party *party, const int32_t *hero, size_t place)
{
    return hero[place] >= 0 && party->fixed[place] < 0;
}

/* Removes banned and repeated heroes, those who may not stand in their places, and those in
 * excess of COUNT and SAME. */
static void remove_violating(const struct party *party, int32_t *hero)
{
    const struct party_forward_rules *rules = party_construct_rules(party);
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0)
            hero[p] = party->fixed[p];
        else if (hero[p] < 0 || (size_t)hero[p] >= party->n_heroes ||
                 party->banned[hero[p]] || !party_may_stand(party, hero[p], p) ||
                 party_has_hero(hero, p, hero[p]))
            hero[p] = -1;
    for (size_t i = 0; i < rules->n_columns; i++) {
        const struct party_forward_column *column = &rules->column[i];
        for (size_t p = party->n_places; p-- > 0;) {
            int count = 0;
            for (size_t q = 0; q < party->n_places && is_removable(party, hero, p); q++)
                count += hero[q] >= 0 && column->code[hero[q]] == column->code[hero[p]];
            if (count && count > rules->most[column->first + column->code[hero[p]]])
                hero[p] = -1;
        }
    }
}

/* Empties random places until `open` of them are empty, or no more can be. */
static void remove_random(const struct party *party, struct rng *rng, size_t open,
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
        if (!is_removable(party, hero, order[i]))
            continue;
        hero[order[i]] = -1;
        n_open++;
    }
}

bool party_variation_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome)
{
    const struct party *party = self;
    int32_t kept[PARTY_MAX_PLACES], *hero = genome;
    if (party_is_feasible(party, hero, NULL))
        return true;
    struct party_match *partial = party_construct_open(party, rng, &scratch);
    memcpy(kept, hero, party->n_places * sizeof *kept);
    remove_violating(party, kept);
    for (size_t try = 0; try < HEAL_TRIES; try++) {
        int32_t emptied[PARTY_MAX_PLACES];
        memcpy(emptied, kept, sizeof emptied);
        remove_random(party, rng, try * party->n_places / HEAL_TRIES, emptied);
        bool done =
            party_construct_complete(partial, emptied, party->completions, scratch);
        party_construct_fill_up(partial);
        memcpy(hero, partial->hero, party->n_places * sizeof *hero);
        if (done)
            return true;
    }
    return false;
}

/* Whether a hero may join the child in a place. */
static bool may_join(const struct party *party, const int32_t *child, size_t place,
                     int32_t row)
{
    return party_may_stand(party, row, place) &&
           !party_has_either(party, child, party->n_places, row);
}

/* Each place from a random parent, in a random order; empty if both parents' heroes are
 * in the child already, or may not stand there. */
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
        if (may_join(party, child, p, (second ? b : a)[p]))
            child[p] = (second ? b : a)[p];
        else if (may_join(party, child, p, (second ? a : b)[p]))
            child[p] = (second ? a : b)[p];
    }
}

static bool is_barred(const struct party_match *partial, int32_t hero)
{
    for (size_t i = 0; i < partial->n_barred; i++)
        if (party_is_same_hero(partial->party, partial->barred[i], hero))
            return true;
    return false;
}

/* Fills the open places with random heroes that are neither banned, barred nor in the party
 * already; whether the result is feasible. */
static bool refill_random(struct party_match *partial, const int32_t *open,
                          int32_t *hero)
{
    const struct party *party = partial->party;
    size_t n = party->n_places;
    memcpy(hero, open, n * sizeof *hero);
    for (size_t p = 0; p < n; p++) {
        if (hero[p] >= 0)
            continue;
        int32_t drawn = (int32_t)rng_below(partial->rng, party->n_heroes);
        if (party->banned[drawn] || is_barred(partial, drawn) ||
            party_has_hero(hero, n, drawn))
            return false;
        hero[p] = drawn;
    }
    return party_is_feasible(party, hero, NULL);
}

bool party_variation_recombine(const void *self, const void *a, const void *b,
                               double rate, struct rng *rng, struct arena scratch,
                               void *child)
{
    const struct party *party = self;
    struct party_match *partial = party_construct_open(party, rng, &scratch);
    int32_t hero[PARTY_MAX_PLACES];
    cross(party, a, b, rng, hero);
    for (size_t p = 0; p < party->n_places; p++) {
        if (!is_removable(party, hero, p) || !rng_chance(rng, rate))
            continue;
        partial->barred[partial->n_barred++] = hero[p];
        hero[p] = -1;
    }
    if (party->refill && refill_random(partial, hero, child))
        return true;
    if (can_repair(party) && party_local_search_complete(party, rng, scratch, hero)) {
        memcpy(child, hero, party->n_places * sizeof *hero);
        return true;
    }
    if (party_construct_complete(partial, hero, party->completions, scratch)) {
        memcpy(child, partial->hero, party->n_places * sizeof *hero);
        return true;
    }
    if (can_repair(party) && (party_construct_is_hard(party) || party->penalty) &&
        party_local_search_repair(party, rng, scratch, hero)) {
        memcpy(child, hero, party->n_places * sizeof *hero);
        return true;
    }
    return sample_on(partial, scratch, child);
}
