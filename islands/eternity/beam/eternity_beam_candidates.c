#include "eternity_beam_candidates.h"

#include <string.h>

/* The margin for values better than the first candidate's. Chosen by hand. */
enum { BETTER = 24 * ETERNITY_HEURISTIC_UNIT };
/* Capacity for each state of the width: candidates are dropped when it is exhausted; the
 * hash table is at most three quarters full. Chosen by hand, for memory. */
enum { CANDIDATES_A_STATE = 3, SLOTS_A_STATE = 4 };
_Static_assert(SLOTS_A_STATE > CANDIDATES_A_STATE,
               "a search for a slot ends at a free one");

static size_t slots_for(size_t width)
{
    size_t n = 16;
    while (n < SLOTS_A_STATE * width)
        n *= 2;
    return n;
}

bool eternity_beam_candidates_init(struct eternity_beam_candidates *candidates,
                                   size_t widest, struct arena *perm)
{
    *candidates = (struct eternity_beam_candidates){
        .candidate = ARENA_NEW(perm, struct eternity_beam_candidate,
                               CANDIDATES_A_STATE * widest),
        .bin = ARENA_NEW(perm, uint32_t, ETERNITY_BEAM_BINS),
        .slot = ARENA_NEW(perm, uint64_t, slots_for(widest))};
    return candidates->candidate && candidates->bin && candidates->slot;
}

void eternity_beam_candidates_begin(struct eternity_beam_candidates *candidates,
                                    size_t width)
{
    candidates->width = width;
    candidates->capacity = CANDIDATES_A_STATE * width;
    candidates->slot_mask = slots_for(width) - 1;
}

static void clear_slots(struct eternity_beam_candidates *candidates)
{
    memset(candidates->slot, 0, (candidates->slot_mask + 1) * sizeof *candidates->slot);
}

static void clear_bins(struct eternity_beam_candidates *candidates)
{
    memset(candidates->bin, 0, ETERNITY_BEAM_BINS * sizeof *candidates->bin);
    candidates->binned = 0;
}

void eternity_beam_candidates_clear(struct eternity_beam_candidates *candidates)
{
    clear_bins(candidates);
    clear_slots(candidates);
    candidates->n = 0;
    candidates->buffered = 0;
    candidates->limit = ETERNITY_BEAM_NO_LIMIT;
    candidates->last_bin = ETERNITY_BEAM_BINS - 1;
    candidates->has_low = false;
}

/* The margin is for values that are better than the first. */
static void set_low_by(struct eternity_beam_candidates *candidates, int32_t first)
{
    if (!candidates->has_low)
        eternity_beam_candidates_set_low(candidates, first - BETTER);
}

static inline uint64_t slot_entry(uint64_t hash, size_t number)
{
    return (hash & ~(uint64_t)UINT32_MAX) | number;
}

/* The slot of the candidate with this hash, or the free slot for it: linear probing. */
static uint64_t *find(const struct eternity_beam_candidates *candidates, uint64_t hash)
{
    const uint64_t *slot = candidates->slot;
    size_t i = hash & candidates->slot_mask;
    for (; slot[i]; i = (i + 1) & candidates->slot_mask)
        if ((slot[i] ^ hash) <= UINT32_MAX &&
            eternity_beam_candidate_hash(
                &candidates->candidate[(uint32_t)slot[i] - 1]) == hash)
            break;
    return &candidates->slot[i];
}

/* Number of candidates of the last bin that are kept. */
static size_t capacity_of_last(const struct eternity_beam_candidates *candidates)
{
    return candidates->width -
           (candidates->binned - candidates->bin[candidates->last_bin]);
}

/* Removes candidates beyond the limit; of the last bin the first ones stay, so that
 * there is always capacity even where all values are equal. */
static void compact(struct eternity_beam_candidates *candidates)
{
    size_t kept = 0, room = capacity_of_last(candidates);
    uint32_t in_last = 0;
    clear_slots(candidates);
    for (size_t i = 0; i < candidates->n; i++) {
        const struct eternity_beam_candidate *one = &candidates->candidate[i];
        unsigned bin = eternity_beam_bin_of(candidates, one->value);
        if (bin > candidates->last_bin ||
            (bin == candidates->last_bin && in_last == room))
            continue;
        in_last += bin == candidates->last_bin;
        uint64_t hash = eternity_beam_candidate_hash(one);
        candidates->candidate[kept++] = *one;
        *find(candidates, hash) = slot_entry(hash, kept);
    }
    candidates->n = kept;
    candidates->binned = kept;
    candidates->bin[candidates->last_bin] = in_last;
}

static void set_last_bin(struct eternity_beam_candidates *candidates, unsigned last_bin)
{
    candidates->last_bin = last_bin;
    if (last_bin < ETERNITY_BEAM_BINS - 1)
        candidates->limit =
            candidates->low + (int32_t)(last_bin + 1) * ETERNITY_BEAM_BIN_VALUES;
}

/* Lowers the limit while at least `room` candidates stay under it. */
static void lower_limit(struct eternity_beam_candidates *candidates, size_t room)
{
    while (candidates->last_bin > 0 &&
           candidates->binned - candidates->bin[candidates->last_bin] >= room)
        candidates->binned -= candidates->bin[candidates->last_bin--];
    set_last_bin(candidates, candidates->last_bin);
}

static void count(struct eternity_beam_candidates *candidates, unsigned bin)
{
    candidates->bin[bin]++;
    candidates->binned++;
    lower_limit(candidates, candidates->width);
}

/* Replaces a candidate by its duplicate, if that is better. */
static void replace(struct eternity_beam_candidates *candidates,
                    struct eternity_beam_candidate *old,
                    struct eternity_beam_candidate new, unsigned bin)
{
    if (new.value >= old->value)
        return;
    unsigned old_bin = eternity_beam_bin_of(candidates, old->value);
    candidates->bin[old_bin] -= old_bin <= candidates->last_bin;
    candidates->binned -= old_bin <= candidates->last_bin;
    *old = new;
    count(candidates, bin);
}

/* Adds a candidate; of duplicates the better one stays. */
static void add(struct eternity_beam_candidates *candidates,
                struct eternity_beam_candidate new)
{
    set_low_by(candidates, new.value);
    unsigned bin = eternity_beam_bin_of(candidates, new.value);
    if (bin > candidates->last_bin)
        return;
    const uint64_t hash = eternity_beam_candidate_hash(&new);
    uint64_t *slot = find(candidates, hash);
    if (*slot) {
        replace(candidates, &candidates->candidate[(uint32_t)*slot - 1], new, bin);
        return;
    }
    if (candidates->n == candidates->capacity) {
        compact(candidates);
        slot = find(candidates, hash);
    }
    if (candidates->n == candidates->capacity)
        return;
    candidates->candidate[candidates->n++] = new;
    *slot = slot_entry(hash, candidates->n);
    count(candidates, bin);
}

void eternity_beam_candidates_flush(struct eternity_beam_candidates *candidates)
{
    for (unsigned i = 0; i < candidates->buffered; i++)
        if (candidates->buffer[i].value <= candidates->limit)
            add(candidates, candidates->buffer[i]);
    candidates->buffered = 0;
}

void eternity_beam_candidates_count_sampled(struct eternity_beam_candidates *candidates,
                                            int32_t value)
{
    set_low_by(candidates, value);
    candidates->bin[eternity_beam_bin_of(candidates, value)]++;
    candidates->binned++;
}

void eternity_beam_candidates_end_sampling(struct eternity_beam_candidates *candidates,
                                           size_t expected)
{
    lower_limit(candidates, expected);
    clear_bins(candidates);
    candidates->has_low = candidates->limit < ETERNITY_BEAM_NO_LIMIT;
}

void eternity_beam_candidates_set_low(struct eternity_beam_candidates *candidates,
                                      int32_t low)
{
    candidates->low = low;
    candidates->has_low = true;
}

void eternity_beam_candidates_set_last_bin(struct eternity_beam_candidates *candidates,
                                           unsigned last_bin)
{
    clear_bins(candidates);
    set_last_bin(candidates, last_bin);
}

void eternity_beam_candidates_cut(struct eternity_beam_candidates *candidates,
                                  unsigned last_bin, size_t of_last)
{
    size_t kept = 0;
    for (size_t i = 0; i < candidates->n; i++) {
        unsigned bin = eternity_beam_bin_of(candidates, candidates->candidate[i].value);
        if (bin > last_bin || (bin == last_bin && of_last == 0))
            continue;
        of_last -= bin == last_bin;
        candidates->candidate[kept++] = candidates->candidate[i];
    }
    candidates->n = kept;
}

size_t eternity_beam_candidates_select(struct eternity_beam_candidates *candidates,
                                       size_t room, const uint32_t *place)
{
    const size_t width = candidates->width;
    size_t selected = 0, of_last = capacity_of_last(candidates);
    room = width < room ? width : room;
    memset(candidates->slot, 0, width * sizeof *candidates->slot);
    for (size_t i = 0; i < candidates->n && selected < room; i++) {
        struct eternity_beam_candidate one = candidates->candidate[i];
        unsigned bin = eternity_beam_bin_of(candidates, one.value);
        if (bin > candidates->last_bin || (bin == candidates->last_bin && of_last == 0))
            continue;
        of_last -= bin == candidates->last_bin;
        one.parent = place[one.parent];
        candidates->slot[one.parent]++;
        candidates->candidate[selected++] = one;
    }
    return selected;
}
