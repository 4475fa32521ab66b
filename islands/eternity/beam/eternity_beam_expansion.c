#include "eternity_beam_expansion.h"

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

/* Pseudorandom number in [0, most), a function of seed, state and tile. */
static inline int32_t noise_of(uint64_t seed, uint64_t hash, int32_t most)
{
    uint64_t x = (hash ^ seed) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (int32_t)((x >> 32) * (uint64_t)most >> 32);
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
        eternity_beam_candidates_count_sampled(&beam->candidates, value);
        return;
    }
    if (value > beam->candidates.limit)
        return;
    hash ^= beam->key[eternity_entry_piece(entry)] ^
            position_key(beam, view->row, eternity_entry_east(entry)) ^
            position_key(beam, view->column, eternity_entry_south(entry));
    const struct eternity_beam_candidate candidate = {
        .hash = {(uint32_t)hash, (uint32_t)(hash >> 32)},
        .value = value + noise_of(beam->seed, hash, beam->most_noise),
        .parent = (uint32_t)parent,
        .entry = entry};
    if (beam->take)
        beam->take(beam->taker, &candidate);
    else
        eternity_beam_candidates_push(&beam->candidates, candidate);
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
    value_batch(beam, colour_eval, matrix_eval, beam->candidates.limit + most, tiles);
    for (unsigned i = 0; i < tiles->entries; i++) {
        int32_t value = tiles->value[i];
        if (matrix_eval)
            value += eternity_transfer_matrix_value(&beam->matrix, matrix_eval,
                                                    tiles->entry[i]);
        if (value <= beam->candidates.limit + most)
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

void eternity_beam_expand(struct eternity_beam *beam, size_t parent)
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
              beam->candidates.limit;
    while (tiles.entries) {
        add_batch(beam, parent, &colour_eval, matrix_eval, hash, &tiles);
        from = gather_batch(beam, used, from, list.end[0], &tiles);
    }
    for (from = list.end[0]; broken && from < list.end[1];) {
        from = gather_batch(beam, used, from, list.end[1], &tiles);
        add_batch(beam, parent, &colour_eval, matrix_eval, hash, &tiles);
    }
}

void eternity_beam_estimate_limit(struct eternity_beam *beam)
{
    const double width = (double)beam->candidates.width;
    if (beam->states < (size_t)SAMPLE_STRIDE * SAMPLE_LEAST)
        return;
    beam->sampling = true;
    for (size_t state = 0; state < beam->states; state += SAMPLE_STRIDE)
        eternity_beam_expand(beam, state);
    beam->sampling = false;
    eternity_beam_candidates_end_sampling(
        &beam->candidates, 1 + (size_t)(SAMPLE_MARGIN * width / SAMPLE_STRIDE));
}
