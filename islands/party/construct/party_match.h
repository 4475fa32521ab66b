/* The best matching hero for one place of a partial party. */
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
    int32_t barred[PARTY_MAX_PLACES]; /* heroes who may not come */
    size_t n_barred;
    struct party_forward filter; /* of those in place */
    int32_t *ties;               /* n_eligible: the best found so far */
    size_t n_ties;
    int best; /* their points */
    struct party_candidate_bucket *buckets;
    struct party_candidate_neighbours neighbours;
};

/* Scratch bytes of a site. */
size_t party_match_bytes(const struct party_index *index,
                         const struct party_forward_rules *rules);

/* An empty party; arrays from scratch. */
void party_match_init(struct party_match *partial, const struct party *party,
                      const struct party_index *index,
                      const struct party_forward_rules *rules, struct rng *rng,
                      struct arena *scratch);

/* The hero with most points beside the occupied neighbours of a place among those whom
 * the filter admits (party_forward_check was true), uniformly among equals; -1 when
 * nobody is left. */
int32_t party_match_best(struct party_match *partial, size_t place);

/* Any hero whom the filter admits; -1 when nobody is left. */
int32_t party_match_any(struct party_match *partial);

#endif
