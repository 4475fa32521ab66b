/* The best matching hero for a place of a partial party.
 *
 * Buckets (party_candidate_buckets.h) are visited by falling upper bound until none can
 * exceed the best points found; in a long list whose bound no other reaches, a few
 * random draws are tried first, which keeps the choice uniform among equals.
 *
 * Source: the paper (party.h), section IV.B.2; our own search by bounds, nearest to
 * Fagin et al. (party_candidate_buckets.h). Cost: the buckets of the place and the
 * heroes of those visited; the paper scans all M heroes. */
#ifndef SKERRY_PARTY_MATCH_H
#define SKERRY_PARTY_MATCH_H

#include "party_candidate_buckets.h"
#include "party_forward_checking.h"

/* A partial party under construction. */
struct party_match {
    const struct party *party;
    const struct party_index *index;
    struct rng *rng;
    int32_t hero[PARTY_MAX_PLACES];   /* -1: open */
    int32_t barred[PARTY_MAX_PLACES]; /* heroes that may not be chosen */
    size_t n_barred;
    size_t place;                /* that is being filled */
    struct party_forward filter; /* state of the heroes placed */
    int32_t *ties;               /* n_eligible: the best found so far */
    size_t n_ties;
    int best; /* their points */
    struct party_candidate_bucket *buckets;
    struct party_candidate_neighbours neighbours;
};

/* Scratch bytes of a partial party. */
size_t party_match_bytes(const struct party_index *index,
                         const struct party_forward_rules *rules);

/* An empty party; arrays from scratch. */
void party_match_init(struct party_match *partial, const struct party *party,
                      const struct party_index *index,
                      const struct party_forward_rules *rules, struct rng *rng,
                      struct arena *scratch);

/* The hero with most points with the occupied neighbours of a place among those that may
 * stand there and that the filter admits (party_forward_check was true), uniformly among
 * equals; -1 if there is none. */
int32_t party_match_best(struct party_match *partial, size_t place);

/* A random hero that may stand in a place and that the filter admits; -1 if there is none. */
int32_t party_match_any(struct party_match *partial, size_t place);

#endif
