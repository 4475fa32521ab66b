#include "party_cases.h"
#include "party_local_search.h"

#include "party_variation.h"

#include <string.h>

/* Cases that are tried where one fails; by hand, not measured. */
enum { MOST_TRIED = 8 };

/* The case of a random bit of a set that is not empty. */
static size_t random_case(uint64_t cases, struct rng *rng)
{
    uint64_t skip = rng_below(rng, (uint64_t)__builtin_popcountll(cases));
    while (skip-- > 0)
        cases &= cases - 1;
    return (size_t)__builtin_ctzll(cases);
}

/* The cases that a genome meets; none if a place has no hero of the pool. */
static uint64_t cases_met(const struct party *party, const int32_t *hero)
{
    for (size_t p = 0; p < party->n_places; p++)
        if (hero[p] < 0 || (size_t)hero[p] >= party->n_heroes)
            return 0;
    return party_cases_met(party, hero);
}

static size_t case_of(const struct party *party, uint64_t met, struct rng *rng)
{
    return met ? random_case(met, rng) : (size_t)rng_below(rng, party->n_cases);
}

const struct party *party_cases_choose(const struct party *party, const int32_t *hero,
                                       struct rng *rng)
{
    if (!party->n_either)
        return party;
    uint64_t met = cases_met(party, hero);
    return met ? &party->cases[random_case(met, rng)] : NULL;
}

bool party_cases_sample(const void *self, struct rng *rng, struct arena scratch,
                        void *genome)
{
    const struct party *party = self;
    if (!party->n_either)
        return party_variation_sample(party, rng, scratch, genome);
    size_t first = (size_t)rng_below(rng, party->n_cases);
    for (size_t i = 0; i < party->n_cases && i < MOST_TRIED; i++)
        if (party_variation_sample(&party->cases[(first + i) % party->n_cases], rng,
                                   scratch, genome) ||
            party_is_feasible(party, genome, NULL)) /* in another case */
            return true;
    return false;
}

bool party_cases_heal(const void *self, struct rng *rng, struct arena scratch,
                      void *genome)
{
    const struct party *party = self;
    int32_t given[PARTY_MAX_PLACES];
    size_t bytes = party->n_places * sizeof *given;
    if (!party->n_either)
        return party_variation_heal(party, rng, scratch, genome);
    if (party_is_feasible(party, genome, NULL))
        return true;
    memcpy(given, genome, bytes);
    size_t first = case_of(party, cases_met(party, given), rng);
    for (size_t i = 0; i < party->n_cases && i < MOST_TRIED; i++) {
        memcpy(genome, given, bytes);
        if (party_variation_heal(&party->cases[(first + i) % party->n_cases], rng,
                                 scratch, genome) ||
            party_is_feasible(party, genome, NULL))
            return true;
    }
    return false;
}

bool party_cases_recombine(const void *self, const void *a, const void *b, double rate,
                           struct rng *rng, struct arena scratch, void *child)
{
    const struct party *party = self;
    if (!party->n_either)
        return party_variation_recombine(party, a, b, rate, rng, scratch, child);
    size_t c = case_of(party, cases_met(party, a) | cases_met(party, b), rng);
    return party_variation_recombine(&party->cases[c], a, b, rate, rng, scratch,
                                     child) ||
           party_cases_sample(party, rng, scratch, child);
}

enum status party_cases_prepare(struct party *party, struct arena *perm,
                                size_t *scratch_bytes, struct error *err)
{
    size_t build_bytes = 0, search_bytes = 0;
    *scratch_bytes = 0;
    for (size_t i = 0; i < party_n_cases(party); i++) {
        struct party *one = party_own_case(party, i);
        if (party_construct_prepare(one, perm, &build_bytes, err) ||
            party_local_search_prepare(one, perm, &search_bytes, err))
            return err->status;
        size_t most = build_bytes > search_bytes ? build_bytes : search_bytes;
        *scratch_bytes = most > *scratch_bytes ? most : *scratch_bytes;
    }
    return STATUS_OK;
}
