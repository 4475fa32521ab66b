#include "eternity_beam.h"

#include "interrupt.h"

#include <string.h>

/* Values to a bin; the margin for values better than the first candidate's; and a limit
 * that excludes nothing. All bins span 64 units of the logarithm; values beyond fall
 * into the outer ones. Chosen by hand. */
enum {
    BIN_VALUES = ETERNITY_HEURISTIC_UNIT / 512,
    BETTER = 24 * ETERNITY_HEURISTIC_UNIT,
    NO_LIMIT = INT32_MAX / 2
};
/* The first quarter of the cells is early; up to half is worse
 * (results/eternity/experiments.md, Noise). */
enum { EARLY = 4 };
/* Capacity for each state of the width: the search tree is compacted and candidates are
 * dropped when it is exhausted; the hash table is at most three quarters full. Chosen
 * by hand, for memory. */
enum { NODES_A_STATE = 16, CANDIDATES_A_STATE = 3, SLOTS_A_STATE = 4 };

/* The initial limit of a depth is estimated from a sample: one state in SAMPLE_STRIDE
 * is expanded if that makes at least SAMPLE_LEAST. SAMPLE_MARGIN candidates for each
 * state kept should lie below it, since some are duplicates. They affect time, and
 * results where the estimate is too low; chosen by hand. */
enum { SAMPLE_STRIDE = 64, SAMPLE_LEAST = 64 };
static const double SAMPLE_MARGIN = 1.3;

/* A batch of tiles evaluated together, with their values. */
enum { BATCH = 64 };
struct batch {
    unsigned entries;
    eternity_entry entry[BATCH + ETERNITY_FILTER_LANES];
    int32_t value[BATCH];
};

static inline uint64_t position_key(const struct eternity_beam *beam, unsigned position,
                                    unsigned colour)
{
    return beam->key[eternity_beam_keys_at(&beam->heuristic, position) + colour];
}

static size_t slots_for(size_t width)
{
    size_t n = 16;
    while (n < SLOTS_A_STATE * width)
        n *= 2;
    return n;
}

static enum status take_memory(struct eternity_beam *beam, struct arena *perm,
                               struct error *err)
{
    const struct eternity *puzzle = beam->heuristic.puzzle;
    size_t width = beam->widest;
    bool tree = eternity_beam_tree_init(&beam->tree,
                                        NODES_A_STATE * width + puzzle->cells, perm);
    beam->pool = arena_take_array(perm, width, beam->stride);
    beam->place = ARENA_NEW(perm, uint32_t, width);
    beam->by_value = ARENA_NEW(perm, uint32_t, width);
    beam->candidate =
        ARENA_NEW(perm, struct eternity_beam_candidate, CANDIDATES_A_STATE * width);
    beam->bin = ARENA_NEW(perm, uint32_t, ETERNITY_BEAM_BINS);
    beam->slot = ARENA_NEW(perm, uint64_t, slots_for(width));
    beam->key =
        ARENA_NEW(perm, uint64_t,
                  eternity_beam_keys_at(&beam->heuristic, beam->heuristic.positions));
    if (!tree || !beam->pool || !beam->place || !beam->by_value || !beam->candidate ||
        !beam->bin || !beam->slot || !beam->key)
        return error_set(err, STATUS_MEMORY, "no memory for a beam of %zu states",
                         width);
    return STATUS_OK;
}

enum status eternity_beam_init(struct eternity_beam *beam,
                               const struct eternity_fill_plan *plan, size_t widest,
                               double weight, double early_noise, double noise,
                               struct arena *perm, struct error *err)
{
    *beam = (struct eternity_beam){.plan = plan,
                                   .widest = widest,
                                   .early_noise = eternity_heuristic_value(early_noise),
                                   .noise = eternity_heuristic_value(noise)};
    if (eternity_colour_heuristic_init(&beam->heuristic, plan->table->puzzle,
                                       plan->order, weight, perm, err) ||
        eternity_transfer_matrix_init(&beam->matrix, plan, &beam->heuristic, perm, err))
        return err->status;
    beam->stride = eternity_beam_stride(&beam->heuristic);
    return take_memory(beam, perm, err);
}

void eternity_beam_set_depth(struct eternity_beam *beam)
{
    memset(beam->bin, 0, ETERNITY_BEAM_BINS * sizeof *beam->bin);
    memset(beam->slot, 0, (beam->slot_mask + 1) * sizeof *beam->slot);
    beam->limit = NO_LIMIT;
    beam->parent = beam->candidates = beam->binned = 0;
    beam->buffered = 0;
    beam->blocked = false;
    beam->last_bin = ETERNITY_BEAM_BINS - 1;
    beam->lookahead = eternity_lookahead_cells(beam->plan, beam->depth);
    beam->graded = beam->lookahead && beam->plan->schedule.breaks[beam->depth + 1] > 0;
    if (beam->states && beam->depth < beam->plan->schedule.goal)
        eternity_colour_heuristic_set_depth(
            &beam->heuristic, beam->depth,
            eternity_beam_frontier_of(beam, eternity_beam_state_at(beam, 0)));
    if (beam->depth < beam->heuristic.puzzle->cells)
        eternity_transfer_matrix_set_depth(&beam->matrix, beam->depth);
    beam->graded &= !beam->matrix.counts;
    beam->least = NO_LIMIT;
    beam->most_noise = beam->depth < beam->heuristic.puzzle->cells / EARLY
                           ? beam->early_noise
                           : beam->noise;
}

/* Places a tile on the next cell of a state: updates pieces, frontier and search
 * tree. */
static void place_tile(struct eternity_beam *beam, struct eternity_beam_state *state,
                       int16_t tile)
{
    unsigned piece = eternity_piece(tile);
    eternity_beam_used_of(state)[piece / 64] |= UINT64_C(1) << piece % 64;
    eternity_colour_heuristic_lay(&beam->heuristic, beam->depth, tile,
                                  eternity_beam_frontier_of(beam, state));
    eternity_transfer_matrix_lay(
        &beam->matrix, tile, eternity_beam_frontier_of(beam, state),
        eternity_beam_used_of(state), eternity_beam_prefix_of(beam, state));
    state->node = eternity_beam_tree_add(&beam->tree, state->node, tile);
}

/* Breaks of a tile with what lies left of the next cell and above it. */
static unsigned breaks_of(struct eternity_beam *beam, struct eternity_beam_state *state,
                          int16_t tile)
{
    const struct eternity_colour_view *view = &beam->heuristic.view[beam->depth];
    const uint8_t *sides = beam->heuristic.puzzle->sides[tile];
    return (unsigned)(eternity_beam_colours_of(beam, state)[view->row] != sides[WEST]) +
           (eternity_beam_colours_of(beam, state)[view->column] != sides[NORTH]);
}

void eternity_beam_begin(struct eternity_beam *beam, size_t width, const int16_t *tiles,
                         unsigned n, uint64_t seed)
{
    const struct eternity_colour_heuristic *heuristic = &beam->heuristic;
    struct eternity_beam_state *first = eternity_beam_stored_at(beam, 0);
    struct rng rng;
    beam->width = width;
    beam->slot_mask = slots_for(width) - 1;
    eternity_beam_tree_begin(&beam->tree,
                             NODES_A_STATE * width + heuristic->puzzle->cells);
    beam->candidate_capacity = CANDIDATES_A_STATE * width;
    rng_seed(&rng, seed, 0);
    for (size_t i = 0; i < eternity_beam_keys_at(heuristic, heuristic->positions); i++)
        beam->key[i] = rng_next(&rng);
    eternity_transfer_matrix_begin(&beam->matrix);
    memset(first, 0, beam->stride);
    memcpy(eternity_beam_frontier_of(beam, first).supply, heuristic->supply,
           heuristic->types * sizeof(uint16_t));
    beam->place[0] = 0;
    beam->states = 1;
    beam->expanded = beam->work = 0;
    beam->more = 0;
    beam->seed = rng_next(&rng);
    for (beam->depth = 0; beam->depth < n; beam->depth++) {
        eternity_transfer_matrix_set_depth(&beam->matrix, beam->depth);
        first->breaks =
            (uint16_t)(first->breaks + breaks_of(beam, first, tiles[beam->depth]));
        place_tile(beam, first, tiles[beam->depth]);
    }
    eternity_beam_set_depth(beam);
}

static inline unsigned bin_of(const struct eternity_beam *beam, int32_t value)
{
    int32_t bin = (value - beam->low) / BIN_VALUES;
    if (bin < 0)
        return 0;
    return bin < ETERNITY_BEAM_BINS - 1 ? (unsigned)bin : ETERNITY_BEAM_BINS - 1;
}

/* An entry of the hash table holds a candidate's index + 1 in its lower half, and the
 * upper half of the hash. */
static inline uint64_t hash_of(const struct eternity_beam_candidate *candidate)
{
    return candidate->hash[0] | (uint64_t)candidate->hash[1] << 32;
}

static inline uint64_t slot_entry(uint64_t hash, size_t number)
{
    return (hash & ~(uint64_t)UINT32_MAX) | number;
}

/* The slot of the candidate with this hash, or the free slot for it: linear probing. */
static uint64_t *find(const struct eternity_beam *beam, uint64_t hash)
{
    size_t i = hash & beam->slot_mask;
    for (; beam->slot[i]; i = (i + 1) & beam->slot_mask)
        if ((beam->slot[i] ^ hash) <= UINT32_MAX &&
            hash_of(&beam->candidate[(uint32_t)beam->slot[i] - 1]) == hash)
            break;
    return &beam->slot[i];
}

/* Number of candidates of the last bin that are kept. */
static size_t capacity_of_last(const struct eternity_beam *beam)
{
    return beam->width - (beam->binned - beam->bin[beam->last_bin]);
}

/* Removes candidates beyond the limit; of the last bin the first ones stay, so that
 * there is always capacity even where all values are equal. */
static void compact_candidates(struct eternity_beam *beam)
{
    size_t kept = 0, room = capacity_of_last(beam);
    uint32_t in_last = 0;
    memset(beam->slot, 0, (beam->slot_mask + 1) * sizeof *beam->slot);
    for (size_t i = 0; i < beam->candidates; i++) {
        unsigned bin = bin_of(beam, beam->candidate[i].value);
        if (bin > beam->last_bin || (bin == beam->last_bin && in_last == room))
            continue;
        in_last += bin == beam->last_bin;
        uint64_t hash = hash_of(&beam->candidate[i]);
        beam->candidate[kept++] = beam->candidate[i];
        *find(beam, hash) = slot_entry(hash, kept);
    }
    beam->candidates = kept;
    beam->binned = kept;
    beam->bin[beam->last_bin] = in_last;
}

/* Lowers the limit while at least `room` candidates stay under it. */
static void lower_limit(struct eternity_beam *beam, size_t room)
{
    while (beam->last_bin > 0 && beam->binned - beam->bin[beam->last_bin] >= room)
        beam->binned -= beam->bin[beam->last_bin--];
    if (beam->last_bin < ETERNITY_BEAM_BINS - 1)
        beam->limit = beam->low + (int32_t)(beam->last_bin + 1) * BIN_VALUES;
}

static void count(struct eternity_beam *beam, unsigned bin)
{
    beam->bin[bin]++;
    beam->binned++;
    lower_limit(beam, beam->width);
}

/* Adds a candidate; of duplicates the better one stays. */
static void add_candidate(struct eternity_beam *beam,
                          struct eternity_beam_candidate new)
{
    if (!beam->candidates && beam->limit == NO_LIMIT)
        beam->low = new.value - BETTER;
    unsigned bin = bin_of(beam, new.value);
    if (bin > beam->last_bin)
        return;
    const uint64_t hash = hash_of(&new);
    uint64_t *slot = find(beam, hash);
    if (*slot) {
        struct eternity_beam_candidate *old = &beam->candidate[(uint32_t)*slot - 1];
        unsigned old_bin = bin_of(beam, old->value);
        if (new.value >= old->value)
            return;
        beam->bin[old_bin] -= old_bin <= beam->last_bin;
        beam->binned -= old_bin <= beam->last_bin;
        *old = new;
        count(beam, bin);
        return;
    }
    if (beam->candidates == beam->candidate_capacity) {
        compact_candidates(beam);
        slot = find(beam, hash);
    }
    if (beam->candidates == beam->candidate_capacity)
        return;
    beam->candidate[beam->candidates++] = new;
    *slot = slot_entry(hash, beam->candidates);
    count(beam, bin);
}

/* Candidates are buffered until their hash table entries have been prefetched. */
static void add_buffered(struct eternity_beam *beam)
{
    for (unsigned i = 0; i < beam->buffered; i++)
        if (beam->buffer[i].value <= beam->limit)
            add_candidate(beam, beam->buffer[i]);
    beam->buffered = 0;
}

/* Pseudorandom number in [0, most), a function of seed, state and tile. */
static inline int32_t noise_of(uint64_t seed, uint64_t hash, int32_t most)
{
    uint64_t x = (hash ^ seed) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (int32_t)((x >> 32) * (uint64_t)most >> 32);
}

static void count_sampled(struct eternity_beam *beam, int32_t value)
{
    if (!beam->binned)
        beam->low = value - BETTER;
    beam->bin[bin_of(beam, value)]++;
    beam->binned++;
}

/* Lookahead to the cells after a child's. Where breaks are allowed, the number of ways
 * to fill the next one improves its value; false when the child has no children. */
static bool passes_lookahead(struct eternity_beam *beam,
                             struct eternity_beam_state *state, eternity_entry entry,
                             int32_t *value)
{
    const unsigned after = beam->depth + 1 + beam->lookahead;
    const struct eternity_lookahead_parent parent = {
        .plan = beam->plan,
        .view = beam->heuristic.view,
        .used = eternity_beam_used_of(state),
        .words = beam->matrix.words,
        .colours_at = eternity_beam_colours_of(beam, state),
        .depth = beam->depth};
    unsigned most = beam->graded ? ETERNITY_LOOKAHEAD_MOST : 1;
    unsigned ways = eternity_lookahead_ways(&parent, entry, beam->lookahead, most);
    if (!ways && state->breaks + eternity_entry_breaks(entry) >=
                     beam->plan->schedule.breaks[after] + beam->more) {
        beam->blocked = true;
        return false;
    }
    if (beam->graded)
        *value -= eternity_lookahead_worth[ways];
    return true;
}

/* Adds the candidate of a tile, unless its value is beyond the limit. */
static void add_tile(struct eternity_beam *beam, size_t parent, eternity_entry entry,
                     int32_t value, uint64_t hash)
{
    const struct eternity_colour_view *view = &beam->heuristic.view[beam->depth];
    if (beam->lookahead &&
        !passes_lookahead(beam, eternity_beam_state_at(beam, parent), entry, &value))
        return;
    if (beam->sampling) {
        count_sampled(beam, value);
        return;
    }
    if (value > beam->limit)
        return;
    hash ^= beam->key[eternity_entry_piece(entry)] ^
            position_key(beam, view->row, eternity_entry_east(entry)) ^
            position_key(beam, view->column, eternity_entry_south(entry));
    __builtin_prefetch(&beam->slot[hash & beam->slot_mask]);
    beam->buffer[beam->buffered++] = (struct eternity_beam_candidate){
        .hash = {(uint32_t)hash, (uint32_t)(hash >> 32)},
        .value = value + noise_of(beam->seed, hash, beam->most_noise),
        .parent = (uint32_t)parent,
        .entry = entry};
    if (beam->buffered == ETERNITY_BEAM_BUFFERED)
        add_buffered(beam);
}

/* Evaluates a batch of tiles by colours and keeps those that can be within the limit,
 * without data-dependent branches. `matrix_eval`, or NULL: its lower bound is used for
 * the test, but is not part of the values. */
static void value_batch(struct eternity_beam *beam,
                        const struct eternity_colour_evaluation *colour_eval,
                        const struct eternity_transfer_evaluation *matrix_eval,
                        int32_t reach, struct batch *tiles)
{
    unsigned kept = 0;
    int32_t least = beam->least,
            base = colour_eval->base + (matrix_eval ? matrix_eval->base : 0);
    for (unsigned i = 0; i < tiles->entries; i++) {
        /* Vector stores have written it, which the analyzer does not see. */
        eternity_entry entry = tiles->entry[i]; /* NOLINT(clang-analyzer-core.*) */
        unsigned breaks = eternity_entry_breaks(entry);
        int32_t value = eternity_colour_heuristic_value(
            &beam->heuristic, colour_eval, eternity_entry_tile(entry), breaks);
        int32_t chains = matrix_eval ? eternity_transfer_matrix_lower_bound(
                                           &beam->matrix, matrix_eval, entry)
                                     : 0;
        int32_t more =
            value + chains - base - beam->heuristic.break_worth * (int32_t)breaks;
        least = more < least ? more : least;
        /* Not part of `least`, which decides whether breaks are tried. */
        int32_t above =
            matrix_eval
                ? eternity_transfer_matrix_least_more(&beam->matrix, matrix_eval, entry)
                : 0;
        tiles->entry[kept] = entry;
        tiles->value[kept] = value;
        kept += value + chains + above <= reach;
    }
    tiles->entries = kept;
    beam->least = least;
}

/* Adds the candidates of a batch. */
static void add_batch(struct eternity_beam *beam, size_t parent,
                      const struct eternity_colour_evaluation *colour_eval,
                      const struct eternity_transfer_evaluation *matrix_eval,
                      uint64_t hash, struct batch *tiles)
{
    const int32_t most =
        beam->graded ? eternity_lookahead_worth[ETERNITY_LOOKAHEAD_MOST] : 0;
    value_batch(beam, colour_eval, matrix_eval, beam->limit + most, tiles);
    for (unsigned i = 0; i < tiles->entries; i++) {
        int32_t value = tiles->value[i];
        if (matrix_eval)
            value += eternity_transfer_matrix_value(&beam->matrix, matrix_eval,
                                                    tiles->entry[i]);
        if (value <= beam->limit + most)
            add_tile(beam, parent, tiles->entry[i], value, hash);
    }
}

/* Gathers tiles of free pieces of a list from index `from` on; returns where it
 * stopped. */
static uint32_t gather_batch(const struct eternity_beam *beam, const uint64_t *used,
                             uint32_t from, uint32_t end, struct batch *tiles)
{
    const eternity_entry *entry = beam->plan->table->entry;
    tiles->entries = 0;
    while (from < end && !tiles->entries) {
        unsigned n = end - from < BATCH ? end - from : BATCH;
        tiles->entries = eternity_filter_gather(entry + from, n, used,
                                                beam->matrix.words, tiles->entry);
        from += n;
    }
    return from;
}

/* The hash of a state without the two colours that the next cell covers. */
static uint64_t hash_before(const struct eternity_beam *beam,
                            struct eternity_beam_state *state)
{
    const struct eternity_colour_view *view = &beam->heuristic.view[beam->depth];
    const uint8_t *colours_at = eternity_beam_colours_of(beam, state);
    return state->hash ^ position_key(beam, view->row, colours_at[view->row]) ^
           position_key(beam, view->column, colours_at[view->column]);
}

/* Expands a state: candidates that fit, then those with a break, unless they are beyond
 * the limit. */
static void add_children(struct eternity_beam *beam, size_t parent)
{
    const struct eternity_fill_plan *plan = beam->plan;
    const struct eternity_colour_view *view = &beam->heuristic.view[beam->depth];
    struct eternity_beam_state *state = eternity_beam_state_at(beam, parent);
    const uint64_t *used = eternity_beam_used_of(state);
    const uint8_t *colours_at = eternity_beam_colours_of(beam, state);
    struct eternity_candidate_list list = *eternity_fill_plan_list(
        plan, beam->depth, colours_at[view->row], colours_at[view->column]);
    unsigned allowed = plan->schedule.breaks[beam->depth + 1] + beam->more;
    bool broken = state->breaks < allowed;
    beam->blocked |= state->breaks >= allowed;
    if (state->breaks > allowed)
        return;
    struct batch tiles;
    uint32_t from = gather_batch(beam, used, list.first, list.end[0], &tiles);
    if (!tiles.entries && !broken)
        return;
    uint64_t hash = hash_before(beam, state);
    struct eternity_colour_evaluation colour_eval;
    struct eternity_transfer_evaluation evaluated,
        *matrix_eval = beam->matrix.counts ? &evaluated : NULL;
    eternity_colour_heuristic_evaluate(&beam->heuristic,
                                       eternity_beam_frontier_of(beam, state),
                                       state->breaks, &colour_eval);
    if (matrix_eval)
        eternity_transfer_matrix_evaluate(
            &beam->matrix, eternity_beam_frontier_of(beam, state), used,
            eternity_beam_prefix_of(beam, state), matrix_eval);
    broken &= colour_eval.base + (matrix_eval ? matrix_eval->base : 0) + beam->least +
                  beam->heuristic.break_worth <=
              beam->limit;
    while (tiles.entries) {
        add_batch(beam, parent, &colour_eval, matrix_eval, hash, &tiles);
        from = gather_batch(beam, used, from, list.end[0], &tiles);
    }
    for (from = list.end[0]; broken && from < list.end[1];) {
        from = gather_batch(beam, used, from, list.end[1], &tiles);
        add_batch(beam, parent, &colour_eval, matrix_eval, hash, &tiles);
    }
}

/* Estimates the final limit of this depth from a sample of states, so that few
 * candidates are stored in vain. */
static void estimate_limit(struct eternity_beam *beam)
{
    size_t room = 1 + (size_t)(SAMPLE_MARGIN * (double)beam->width / SAMPLE_STRIDE);
    if (beam->states < (size_t)SAMPLE_STRIDE * SAMPLE_LEAST)
        return;
    beam->sampling = true;
    for (size_t state = 0; state < beam->states; state += SAMPLE_STRIDE)
        add_children(beam, state);
    beam->sampling = false;
    lower_limit(beam, room);
    memset(beam->bin, 0, ETERNITY_BEAM_BINS * sizeof *beam->bin);
    beam->binned = 0;
}

void eternity_beam_compact_nodes(struct eternity_beam *beam)
{
    eternity_beam_tree_clear(&beam->tree);
    for (size_t i = 0; i < beam->states; i++)
        eternity_beam_tree_mark(&beam->tree, eternity_beam_state_at(beam, i)->node);
    eternity_beam_tree_sweep(&beam->tree);
    for (size_t i = 0; i < beam->states; i++) {
        struct eternity_beam_state *state = eternity_beam_state_at(beam, i);
        state->node = eternity_beam_tree_moved(&beam->tree, state->node);
    }
}

/* Selects the candidates that become states, in their order: moves them to the front,
 * refers them to the places of their parents, and counts those of each place in slot[].
 * Returns how many there are. */
static size_t select_candidates(struct eternity_beam *beam)
{
    size_t selected = 0, of_last = capacity_of_last(beam);
    size_t room = beam->tree.capacity - beam->tree.nodes;
    room = beam->width < room ? beam->width : room;
    memset(beam->slot, 0, beam->width * sizeof *beam->slot);
    for (size_t i = 0; i < beam->candidates && selected < room; i++) {
        struct eternity_beam_candidate candidate = beam->candidate[i];
        unsigned bin = bin_of(beam, candidate.value);
        if (bin > beam->last_bin || (bin == beam->last_bin && of_last == 0))
            continue;
        of_last -= bin == beam->last_bin;
        candidate.parent = beam->place[candidate.parent];
        beam->slot[candidate.parent]++;
        beam->candidate[selected++] = candidate;
    }
    return selected;
}

/* A selected candidate's place in the pool: that of its parent after the last child of
 * that, otherwise the next one from *free on that has neither children to come nor been
 * taken; there is always one, since there are no more states than places. */
static uint32_t take_place(struct eternity_beam *beam, uint32_t parent, uint32_t *free)
{
    uint64_t *children = beam->slot;
    if (--children[parent] == 0) {
        children[parent] = 1; /* taken */
        return parent;
    }
    while (children[*free])
        ++*free;
    memcpy(eternity_beam_stored_at(beam, *free), eternity_beam_stored_at(beam, parent),
           beam->stride);
    return (*free)++;
}

/* States that are prefetched before they are needed; chosen by hand. */
enum { AHEAD = 4 };

static void prefetch_place(const struct eternity_beam *beam, size_t place)
{
    const char *state = (const char *)eternity_beam_stored_at(beam, place);
    for (size_t line = 0; line < beam->stride; line += 64)
        __builtin_prefetch(state + line, 1);
}

/* Creates the states of the next depth from the candidates. */
static void advance(struct eternity_beam *beam)
{
    uint32_t free = 0;
    if (beam->tree.nodes + beam->width > beam->tree.capacity)
        eternity_beam_compact_nodes(beam);
    size_t selected = select_candidates(beam);
    for (size_t i = 0; i < selected; i++) {
        const struct eternity_beam_candidate *candidate = &beam->candidate[i];
        if (i + AHEAD < selected)
            prefetch_place(beam, candidate[AHEAD].parent);
        beam->place[i] = take_place(beam, candidate->parent, &free);
        struct eternity_beam_state *child = eternity_beam_state_at(beam, i);
        child->hash = hash_of(candidate);
        child->value = candidate->value;
        child->breaks =
            (uint16_t)(child->breaks + eternity_entry_breaks(candidate->entry));
        place_tile(beam, child, eternity_entry_tile(candidate->entry));
    }
    beam->states = selected;
    beam->depth++;
    eternity_beam_set_depth(beam);
}

/* Where no state has a child under the schedule, allows one more break from here on. */
static void allow_more(struct eternity_beam *beam)
{
    beam->more++;
    beam->parent = 0;
    beam->blocked = false;
}

/* States between two checks for an interrupt. */
enum { ASK_EVERY = 256 };

bool eternity_beam_run(struct eternity_beam *beam, size_t work)
{
    const unsigned goal = beam->plan->schedule.goal;
    const uint64_t end =
        work < UINT64_MAX - beam->work ? beam->work + work : UINT64_MAX;
    while (beam->depth < goal && beam->states) {
        if (beam->work >= end)
            return false;
        if (beam->parent == 0)
            estimate_limit(beam);
        for (; beam->parent < beam->states && beam->work < end; beam->work++) {
            if (beam->work % ASK_EVERY == 0)
                (void)interrupt_pending();
            if (beam->parent + AHEAD < beam->states)
                prefetch_place(beam, beam->place[beam->parent + AHEAD]);
            add_children(beam, beam->parent++);
        }
        if (beam->parent < beam->states)
            return false;
        add_buffered(beam);
        beam->expanded += beam->states;
        beam->work += ETERNITY_BEAM_DEPTH_WORK;
        if (!beam->candidates && beam->blocked)
            allow_more(beam);
        else
            advance(beam);
    }
    return true;
}

unsigned eternity_beam_breaks(const struct eternity_beam *beam, size_t state)
{
    return eternity_beam_state_at(beam, state)->breaks;
}

/* Counting sort of the states by value. */
const uint32_t *eternity_beam_by_value(struct eternity_beam *beam)
{
    uint32_t sum = 0;
    beam->low = INT32_MAX;
    for (size_t i = 0; i < beam->states; i++) {
        int32_t value = eternity_beam_value(beam, i);
        beam->low = value < beam->low ? value : beam->low;
    }
    memset(beam->bin, 0, ETERNITY_BEAM_BINS * sizeof *beam->bin);
    for (size_t i = 0; i < beam->states; i++)
        beam->bin[bin_of(beam, eternity_beam_value(beam, i))]++;
    for (unsigned bin = 0; bin < ETERNITY_BEAM_BINS; bin++) {
        uint32_t n = beam->bin[bin];
        beam->bin[bin] = sum;
        sum += n;
    }
    for (size_t i = 0; i < beam->states; i++)
        beam->by_value[beam->bin[bin_of(beam, eternity_beam_value(beam, i))]++] =
            (uint32_t)i;
    return beam->by_value;
}

int32_t eternity_beam_value(const struct eternity_beam *beam, size_t state)
{
    return eternity_beam_state_at(beam, state)->value;
}

void eternity_beam_tiles(const struct eternity_beam *beam, size_t state, int16_t *tiles)
{
    eternity_beam_tree_tiles(&beam->tree, eternity_beam_state_at(beam, state)->node,
                             beam->depth, tiles);
}
