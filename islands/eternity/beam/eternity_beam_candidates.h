/* The candidates of a beam's next depth: children of its states, of which the `width` of
 * least value are selected. Only these are created.
 *
 * Candidates of equal hash are the same state, and the better one stays: a hash table
 * with linear probing. Values are counted in bins, so that nothing is sorted: as soon as
 * the bins up to some value hold `width` candidates, those of greater values are dropped
 * (limit). Before that a sample of the states may be counted, for a first limit.
 *
 * To use: begin, once for a search; for each depth clear, then count_sampled and
 * end_sampling or neither, push of all candidates, flush, select.
 *
 * Results depend on the order of candidates: of equal values in the last bin the first
 * ones stay. Cost: O(1) a candidate, with a cache miss that is prefetched; O(slots +
 * bins) a depth. Memory: for each state of the width three candidates of 20 bytes, and
 * four to eight slots of 8 bytes. Nothing fails but init. */
#ifndef SKERRY_ETERNITY_BEAM_CANDIDATES_H
#define SKERRY_ETERNITY_BEAM_CANDIDATES_H

#include "arena.h"
#include "eternity_candidate_table.h"
#include "eternity_colour_matching_heuristic.h"

/* A child of a state, not created yet. The hash is in two halves, which saves padding. */
struct eternity_beam_candidate {
    uint32_t hash[2];
    int32_t value;   /* in units of ETERNITY_HEURISTIC_UNIT, low is good */
    uint32_t parent; /* a state; once the candidate is selected, where that is stored */
    eternity_entry entry;
};

/* ETERNITY_BEAM_NO_LIMIT excludes no value. All bins together span 64 units of the
 * logarithm; values beyond fall into the outer ones. Chosen by hand. */
enum {
    ETERNITY_BEAM_BINS = 1 << 15,
    ETERNITY_BEAM_BIN_VALUES = ETERNITY_HEURISTIC_UNIT / 512,
    ETERNITY_BEAM_NO_LIMIT = INT32_MAX / 2,
    ETERNITY_BEAM_BUFFERED = 32
};

struct eternity_beam_candidates {
    size_t width; /* most that are selected */
    struct eternity_beam_candidate *candidate;
    size_t n, capacity;
    uint32_t *bin;     /* ETERNITY_BEAM_BINS: candidates by value */
    size_t binned;     /* in bins 0..last_bin */
    unsigned last_bin; /* candidates in later bins are dropped */
    bool has_low;      /* low is set */
    int32_t low;       /* value of bin 0 */
    int32_t limit;     /* greater values are dropped */
    struct eternity_beam_candidate buffer[ETERNITY_BEAM_BUFFERED];
    unsigned buffered;
    /* Hash table: an entry holds a candidate's index + 1 in its lower half, and the upper
     * half of the hash; 0 is free. After select, how many selected candidates have their
     * parent stored at each place. */
    uint64_t *slot;
    size_t slot_mask; /* its number of slots, less one */
};

/* Takes memory from perm for widths up to `widest`; false when there is none. */
bool eternity_beam_candidates_init(struct eternity_beam_candidates *candidates,
                                   size_t widest, struct arena *perm);

/* Sets the width, at most that of init. */
void eternity_beam_candidates_begin(struct eternity_beam_candidates *candidates,
                                    size_t width);

/* Removes all candidates, and the limit. */
void eternity_beam_candidates_clear(struct eternity_beam_candidates *candidates);

/* Counts a value of the sample; nothing is added. */
void eternity_beam_candidates_count_sampled(struct eternity_beam_candidates *candidates,
                                            int32_t value);

/* Sets the limit such that at least `expected` values of the sample are within it,
 * expected >= 1. */
void eternity_beam_candidates_end_sampling(struct eternity_beam_candidates *candidates,
                                           size_t expected);

/* Adds those pushed since the last call, unless they are beyond the limit. */
void eternity_beam_candidates_flush(struct eternity_beam_candidates *candidates);

static inline uint64_t
eternity_beam_candidate_hash(const struct eternity_beam_candidate *candidate)
{
    return candidate->hash[0] | (uint64_t)candidate->hash[1] << 32;
}

/* Adds a candidate, later: it is buffered until its slot has been prefetched. */
static inline void
eternity_beam_candidates_push(struct eternity_beam_candidates *candidates,
                              struct eternity_beam_candidate new)
{
    const uint64_t hash = eternity_beam_candidate_hash(&new);
    __builtin_prefetch(&candidates->slot[hash & candidates->slot_mask]);
    candidates->buffer[candidates->buffered++] = new;
    if (candidates->buffered == ETERNITY_BEAM_BUFFERED)
        eternity_beam_candidates_flush(candidates);
}

/* For a beam that islands share, whose bins are counted together: sets the value of bin 0 before
 * anything is counted; the limit to the end of a bin, and empties the bins. */
void eternity_beam_candidates_set_low(struct eternity_beam_candidates *candidates,
                                      int32_t low);
void eternity_beam_candidates_set_last_bin(struct eternity_beam_candidates *candidates,
                                           unsigned last_bin);

/* The same at the end of a depth: removes the candidates beyond a bin, and those of that bin
 * after the first `of_last`. */
void eternity_beam_candidates_cut(struct eternity_beam_candidates *candidates,
                                  unsigned last_bin, size_t of_last);

/* Selects at most `width` and at most `room` candidates, in their order: moves them to
 * the front, replaces their parents by where these are stored, place[parent], and counts
 * those of each place in slot[]. Returns how many there are. */
size_t eternity_beam_candidates_select(struct eternity_beam_candidates *candidates,
                                       size_t room, const uint32_t *place);

/* The bin of a value, 0 <= bin < ETERNITY_BEAM_BINS. */
static inline unsigned
eternity_beam_bin_of(const struct eternity_beam_candidates *candidates, int32_t value)
{
    int32_t bin = (value - candidates->low) / ETERNITY_BEAM_BIN_VALUES;
    if (bin < 0)
        return 0;
    return bin < ETERNITY_BEAM_BINS - 1 ? (unsigned)bin : ETERNITY_BEAM_BINS - 1;
}

#endif
