/* Algorithm 1 of the paper: randomized greedy construction with forward checking.
 *
 * Places are filled in a random order. Forward checking (party_forward_checking.h)
 * decides which heroes are admissible; of those the one with most points in the
 * adjacent occupied places is taken, ties broken at random; without occupied
 * neighbours, any at random. The best match is found without scanning the pool
 * (party_match.h).
 *
 * Source: the paper (party.h), section IV.B, Algorithm 1. Differs: an attempt ends early
 * once even the best edges to open places could not reach the synergy.
 *
 * Cost of an attempt: the paper's is O(k N M) for k requirements, N places and M
 * heroes; here N (degree^3 + heroes scanned), where only buckets that can hold the best
 * match are scanned. Local. */
#ifndef SKERRY_PARTY_CONSTRUCT_H
#define SKERRY_PARTY_CONSTRUCT_H

#include "party_forward_checking.h"
#include "party_index.h"
#include "party_match.h"

/* What party->index points to. */
struct party_construct_state {
    struct party_forward_rules rules;
    struct party_index index;
    int attempts; /* of Algorithm 1 for a sample */
    bool hard;    /* attempts hardly ever succeed */
};

/* Builds party->index, in perm; the rest of the party must be complete.
 * scratch_bytes  out: the most that the operations below take */
enum status party_construct_prepare(struct party *party, struct arena *perm,
                                    size_t *scratch_bytes, struct error *err);

/* Scratch bytes that the operations take, once prepared. */
size_t party_construct_bytes(const struct party *party);

/* One attempt of Algorithm 1 from a partial party.
 *
 * guided  take the best match; false: a random admissible hero
 * hero    in/out: n_places rows, -1 for an open place; complete on return, with random
 *         heroes if the attempt ended early
 * points  out: synergy reached
 *
 * Returns whether all requirements hold, of sums up to their slack; it may also be false though
 * they do, if the attempt ended early. */
bool party_construct_attempt(const struct party *party, bool guided, struct rng *rng,
                             struct arena scratch, int32_t *hero, int *points);

/* Fills open places by best match so that COUNT, DISTINCT and SAME hold, regardless of
 * sums and synergy. False if a place has no admissible hero; hero is then unchanged. */
bool party_construct_fill(const struct party *party, struct rng *rng,
                          struct arena scratch, int32_t *hero);

/* Attempts from the fixed heroes alone until one is feasible, a bounded number of
 * times; hero is complete on failure too. Source: IV.B, where the number is "typically" 10 or
 * less; differs: here it is larger, unless they hardly ever succeed (`party.attempts`). */
bool party_construct_sample(const struct party *party, struct rng *rng,
                            struct arena scratch, int32_t *hero);

/* The parts of these, for operators that complete one party after another. */

/* A partial party, taken from scratch. */
struct party_match *party_construct_open(const struct party *party, struct rng *rng,
                                         struct arena *scratch);

/* Up to `attempts` attempts of Algorithm 1 from `hero`, -1 for an open place, without
 * the heroes in partial->barred; the result is partial->hero. Returns whether it is
 * feasible. */
bool party_construct_complete(struct party_match *partial, const int32_t *hero,
                              int attempts, struct arena scratch);

/* Fills each open place of partial->hero with a random hero not in the party. */
void party_construct_fill_up(struct party_match *partial);

/* party_construct_sample, with no hero barred. */
bool party_construct_sample_in(struct party_match *partial, struct arena scratch,
                               int32_t *hero);

/* Whether Algorithm 1 hardly ever succeeds, measured by party_construct_prepare. */
bool party_construct_is_hard(const struct party *party);

/* Bounds of COUNT and SAME on the heroes of each value. */
const struct party_forward_rules *party_construct_rules(const struct party *party);

#endif
