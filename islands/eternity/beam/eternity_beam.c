#include "eternity_beam.h"

#include "eternity_beam_expansion.h"
#include "interrupt.h"

#include <string.h>

/* The first quarter of the cells is early; up to half is worse
 * (results/eternity/experiments.md, Noise). */
enum { EARLY = 4 };
/* Capacity for each state of the width: the search tree is compacted when it is
 * exhausted. Chosen by hand, for memory. */
enum { NODES_A_STATE = 16 };

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
    bool candidates = eternity_beam_candidates_init(&beam->candidates, width, perm);
    beam->key =
        ARENA_NEW(perm, uint64_t,
                  eternity_beam_keys_at(&beam->heuristic, beam->heuristic.positions));
    if (!tree || !beam->pool || !beam->place || !beam->by_value || !candidates ||
        !beam->key)
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

void eternity_beam_set_depth_by(struct eternity_beam *beam,
                                struct eternity_beam_state *first)
{
    eternity_beam_candidates_clear(&beam->candidates);
    beam->parent = 0;
    beam->blocked = false;
    beam->lookahead = eternity_lookahead_cells(beam->plan, beam->depth);
    beam->graded = beam->lookahead && beam->plan->schedule.breaks[beam->depth + 1] > 0;
    if (first && beam->depth < beam->plan->schedule.goal)
        eternity_colour_heuristic_set_depth(&beam->heuristic, beam->depth,
                                            eternity_beam_frontier_of(beam, first));
    if (beam->depth < beam->heuristic.puzzle->cells)
        eternity_transfer_matrix_set_depth(&beam->matrix, beam->depth);
    beam->graded &= !beam->matrix.counts;
    beam->least = ETERNITY_BEAM_NO_LIMIT;
    beam->most_noise = beam->depth < beam->heuristic.puzzle->cells / EARLY
                           ? beam->early_noise
                           : beam->noise;
}

void eternity_beam_set_depth(struct eternity_beam *beam)
{
    eternity_beam_set_depth_by(beam,
                               beam->states ? eternity_beam_state_at(beam, 0) : NULL);
}

/* Places a tile on the next cell of a state: updates pieces and frontier. */
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
    eternity_beam_candidates_begin(&beam->candidates, width);
    eternity_beam_tree_begin(&beam->tree,
                             NODES_A_STATE * width + heuristic->puzzle->cells);
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
        first->node =
            eternity_beam_tree_add(&beam->tree, first->node, tiles[beam->depth]);
    }
    eternity_beam_set_depth(beam);
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

/* A selected candidate's place in the pool: that of its parent after the last child of
 * that, otherwise the next one from *free on that has neither children to come nor been
 * taken; there is always one, since there are no more states than places. */
static uint32_t take_place(struct eternity_beam *beam, uint32_t parent, uint32_t *free)
{
    uint64_t *children = beam->candidates.slot;
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

void eternity_beam_become(struct eternity_beam *beam, struct eternity_beam_state *state,
                          const struct eternity_beam_candidate *candidate)
{
    state->hash = eternity_beam_candidate_hash(candidate);
    state->value = candidate->value;
    state->breaks = (uint16_t)(state->breaks + eternity_entry_breaks(candidate->entry));
    place_tile(beam, state, eternity_entry_tile(candidate->entry));
}

uint32_t eternity_beam_make_states(struct eternity_beam *beam, size_t n)
{
    uint32_t free = 0;
    for (size_t i = 0; i < n; i++) {
        const struct eternity_beam_candidate *candidate =
            &beam->candidates.candidate[i];
        if (i + ETERNITY_BEAM_AHEAD < n)
            eternity_beam_prefetch_place(beam, candidate[ETERNITY_BEAM_AHEAD].parent);
        beam->place[i] = take_place(beam, candidate->parent, &free);
        struct eternity_beam_state *child = eternity_beam_state_at(beam, i);
        eternity_beam_become(beam, child, candidate);
        child->node = eternity_beam_tree_add(&beam->tree, child->node,
                                             eternity_entry_tile(candidate->entry));
    }
    beam->states = n;
    return free;
}

/* Creates the states of the next depth from the candidates. */
static void advance(struct eternity_beam *beam)
{
    if (beam->tree.nodes + beam->candidates.width > beam->tree.capacity)
        eternity_beam_compact_nodes(beam);
    size_t selected = eternity_beam_candidates_select(
        &beam->candidates, beam->tree.capacity - beam->tree.nodes, beam->place);
    eternity_beam_make_states(beam, selected);
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
            eternity_beam_estimate_limit(beam);
        for (; beam->parent < beam->states && beam->work < end; beam->work++) {
            if (beam->work % ASK_EVERY == 0)
                (void)interrupt_pending();
            if (beam->parent + ETERNITY_BEAM_AHEAD < beam->states)
                eternity_beam_prefetch_place(
                    beam, beam->place[beam->parent + ETERNITY_BEAM_AHEAD]);
            eternity_beam_expand(beam, beam->parent++);
        }
        if (beam->parent < beam->states)
            return false;
        eternity_beam_candidates_flush(&beam->candidates);
        beam->expanded += beam->states;
        beam->work += ETERNITY_BEAM_DEPTH_WORK;
        if (!beam->candidates.n && beam->blocked)
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

/* Counting sort of the states by value, in the bins of candidates. */
const uint32_t *eternity_beam_by_value(struct eternity_beam *beam)
{
    struct eternity_beam_candidates *bins = &beam->candidates;
    uint32_t sum = 0;
    bins->low = INT32_MAX;
    for (size_t i = 0; i < beam->states; i++) {
        int32_t value = eternity_beam_value(beam, i);
        bins->low = value < bins->low ? value : bins->low;
    }
    memset(bins->bin, 0, ETERNITY_BEAM_BINS * sizeof *bins->bin);
    for (size_t i = 0; i < beam->states; i++)
        bins->bin[eternity_beam_bin_of(bins, eternity_beam_value(beam, i))]++;
    for (unsigned bin = 0; bin < ETERNITY_BEAM_BINS; bin++) {
        uint32_t n = bins->bin[bin];
        bins->bin[bin] = sum;
        sum += n;
    }
    for (size_t i = 0; i < beam->states; i++)
        beam->by_value[bins->bin[eternity_beam_bin_of(
            bins, eternity_beam_value(beam, i))]++] = (uint32_t)i;
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
