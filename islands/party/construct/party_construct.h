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
 * Signatures of sample, heal and recombine are those of problem.h; self is a struct
 * party, a genome n_places rows of heroes. Local. */
#ifndef SKERRY_PARTY_CONSTRUCT_H
#define SKERRY_PARTY_CONSTRUCT_H

#include "party_forward_checking.h"
#include "party_index.h"

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

/* Attempts from nothing but the fixed places until one is feasible. Where a bounded
 * number fails, local search mends one (party_local_search_repair), when it is there
 * and the party is guided. Differs: the paper attempts without end. */
bool party_construct_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome);

/* Leaves a feasible party alone. Else takes out heroes who break a rule of places, then
 * some of the others, more with each try, and completes by Algorithm 1. False after a
 * bounded number of tries. */
bool party_construct_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome);

/* Uniform crossover without repetition, each gene then removed with chance `rate`; the
 * removed heroes do not come back to this child; open places are filled by Algorithm 1,
 * or in the end the child is a new random party. Differs: where Algorithm 1 as good as
 * never succeeds, local search mends the child first. Equal parents and rate 0 give
 * that parent. Source: party paper V.A.2 and 3. */
bool party_construct_recombine(const void *self, const void *a, const void *b,
                               double rate, struct rng *rng, struct arena scratch,
                               void *child);

#endif
