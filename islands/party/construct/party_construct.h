/* Algorithm 1: parties built hero by hero, guided by synergy.
 *
 * Places are visited in a random order. For each, the look-ahead
 * (party_forward_checking.h) says who may come; of those the hero who brings most
 * points beside the occupied neighbours is taken, one at random among equals; beside
 * none, any at random. Source: party paper IV.B, Algorithm 1.
 *
 * The best match is found without a scan: lists of the index (party_index.h) are
 * visited by the most points that they could bring, until none can bring more than what
 * was found. In a list where all reach that bound a hero is drawn by chance.
 *
 * Local, all of it. */
#ifndef SKERRY_PARTY_CONSTRUCT_H
#define SKERRY_PARTY_CONSTRUCT_H

#include "party_forward_checking.h"
#include "party_index.h"
#include "party_match.h"

/* What party->index points to. */
struct party_construct_state {
    struct party_forward_rules rules;
    struct party_index index;
    int attempts; /* of Algorithm 1, for a sample */
    bool hard;    /* attempts hardly ever succeed */
};

/* Builds party->index, in perm; everything else of the party is complete.
 * scratch_bytes  out: the most that the operations below take */
enum status party_construct_prepare(struct party *party, struct arena *perm,
                                    size_t *scratch_bytes, struct error *err);

/* Scratch bytes that the operations take, once prepared. */
size_t party_construct_bytes(const struct party *party);

/* One attempt of Algorithm 1 from a partial party.
 *
 * guided  whether to take the best match; false: any hero that the look-ahead admits
 * hero    in/out: n_places rows, -1 for an open place; complete on return: where the
 *         attempt ended early, with any heroes
 * points  out: synergy reached
 * Returns whether all linear requirements hold. */
bool party_construct_attempt(const struct party *party, bool guided, struct rng *rng,
                             struct arena scratch, int32_t *hero, int *points);

/* Fills open places by best match so that COUNT, DISTINCT and SAME hold, whatever sums
 * and synergy say. False when the look-ahead leaves nobody; hero is then unchanged. */
bool party_construct_fill(const struct party *party, struct rng *rng,
                          struct arena scratch, int32_t *hero);

/* Attempts from nothing but the fixed places until one is feasible, a bounded number of
 * times; hero is complete even so. Differs: the paper attempts without end. */
bool party_construct_sample(const struct party *party, struct rng *rng,
                            struct arena scratch, int32_t *hero);

/* The same in pieces, for operators that complete one party after another. */

/* A partial party, taken from scratch. */
struct party_match *party_construct_open(const struct party *party, struct rng *rng,
                                         struct arena *scratch);

/* Up to so many attempts of Algorithm 1 from `hero`, -1 for an open place, without the
 * heroes in partial->barred. partial->hero out. Returns whether one was feasible. */
bool party_construct_complete(struct party_match *partial, const int32_t *hero,
                              int attempts, struct arena scratch);

/* Gives each open place of partial->hero any hero who is not in the party. */
void party_construct_fill_up(struct party_match *partial);

/* party_construct_sample, with nobody barred. */
bool party_construct_sample_in(struct party_match *partial, struct arena scratch,
                               int32_t *hero);

/* Whether Algorithm 1 as good as never succeeds, as tried beforehand. */
bool party_construct_is_hard(const struct party *party);

/* What COUNT and SAME allow of each value. */
const struct party_forward_rules *party_construct_rules(const struct party *party);

#endif
