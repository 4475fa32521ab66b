/* Data structures of the beam search: states, and where they are stored. For the files
 * eternity_beam_*.c and tests; others use eternity_beam.h.
 *
 * A state takes about 560 bytes for Eternity II, with its share of candidates and
 * nodes. Hashes are Zobrist hashes: the exclusive or of random words, one for each
 * piece used and for each colour at a frontier position.
 *
 * Source: A. Zobrist, A new hashing method with application for game playing, 1970. */
#ifndef SKERRY_ETERNITY_BEAM_STATE_H
#define SKERRY_ETERNITY_BEAM_STATE_H

#include "eternity_beam_candidates.h"
#include "eternity_beam_tree.h"
#include "eternity_lookahead.h"
#include "eternity_transfer_matrix_heuristic.h"

/* Work of advancing to the next depth, in units of a state: in proportion to CPU time,
 * mostly for filling tables. Chosen by hand. */
enum { ETERNITY_BEAM_DEPTH_WORK = 500 };

struct eternity_beam {
    const struct eternity_fill_plan *plan;
    struct eternity_colour_heuristic heuristic;
    struct eternity_transfer_matrix matrix;
    size_t widest; /* most states of a depth; of this search: candidates.width */
    int32_t early_noise, noise, most_noise; /* see eternity_beam_init; of this depth */
    uint64_t seed;
    unsigned depth;
    size_t states, parent;   /* of this depth; the next one to expand */
    uint64_t expanded, work; /* states expanded since begin; the same with the work
                                of depths */
    unsigned more;           /* breaks allowed beyond the schedule */
    bool blocked;            /* some state has children with more breaks than
                                 allowed */
    size_t stride;           /* bytes of a state */
    /* States are stored in any order, since a state's last child takes its place:
     * state i of this depth is the place[i]-th in the pool. */
    unsigned char *pool;
    uint32_t *place, *by_value; /* by_value: see eternity_beam_by_value */
    unsigned char *kept; /* states that branches begin with: eternity_beam_branch.h */
    struct eternity_beam_tree tree;
    struct eternity_beam_candidates candidates;
    int32_t least;      /* least value that a tile adds, of those seen */
    unsigned lookahead; /* cells of lookahead after the next one */
    bool graded;        /* whether the number of ways to fill them counts */
    bool sampling;      /* values are only counted */
    /* Of a beam that islands share, eternity_shared_beam.h: takes the candidates; else NULL. */
    void (*take)(void *taker, const struct eternity_beam_candidate *candidate);
    void *taker;
    uint64_t *key; /* random words: by piece, then by position and colour */
};

/* A state. Behind it lie the words of used pieces, the colours by position, the prefix
 * product by colour (uint16_t), the supply by side type (the same), the demand by side
 * type. What is read by vectors, which may be longer, is not last, so that they do not
 * reach into another state. All after the colours follows from what is before, where
 * rows are full. */
struct eternity_beam_state {
    uint64_t hash;
    int32_t value;
    uint32_t node;
    uint16_t breaks;
    int16_t exponent; /* of its prefix product */
};

static inline size_t
eternity_beam_colours_offset(const struct eternity_colour_heuristic *heuristic)
{
    return sizeof(struct eternity_beam_state) +
           eternity_filter_words(heuristic->puzzle) * sizeof(uint64_t);
}

/* Bytes of a state up to its prefix product, which branches begin with. */
static inline size_t
eternity_beam_kept_bytes(const struct eternity_colour_heuristic *heuristic)
{
    return eternity_beam_colours_offset(heuristic) + heuristic->positions;
}

static inline size_t
eternity_beam_ways_offset(const struct eternity_colour_heuristic *heuristic)
{
    return (eternity_beam_kept_bytes(heuristic) + 1) / 2 * 2;
}

static inline size_t
eternity_beam_supply_offset(const struct eternity_colour_heuristic *heuristic)
{
    return eternity_beam_ways_offset(heuristic) +
           heuristic->puzzle->colours * sizeof(uint16_t);
}

static inline size_t
eternity_beam_demand_offset(const struct eternity_colour_heuristic *heuristic)
{
    return eternity_beam_supply_offset(heuristic) + heuristic->types * sizeof(uint16_t);
}

/* Bytes of a state, a multiple of 8. */
static inline size_t
eternity_beam_stride(const struct eternity_colour_heuristic *heuristic)
{
    return (eternity_beam_demand_offset(heuristic) + heuristic->types + 7) / 8 * 8;
}

static inline struct eternity_beam_state *
eternity_beam_stored_at(const struct eternity_beam *beam, size_t place)
{
    return (struct eternity_beam_state *)(void *)(beam->pool + place * beam->stride);
}

/* States that are prefetched before they are needed; chosen by hand. */
enum { ETERNITY_BEAM_AHEAD = 4 };

static inline void eternity_beam_prefetch_place(const struct eternity_beam *beam,
                                                size_t place)
{
    const char *state = (const char *)eternity_beam_stored_at(beam, place);
    for (size_t line = 0; line < beam->stride; line += 64)
        __builtin_prefetch(state + line, 1);
}

/* The i-th state of the current depth. */
static inline struct eternity_beam_state *
eternity_beam_state_at(const struct eternity_beam *beam, size_t i)
{
    return eternity_beam_stored_at(beam, beam->place[i]);
}

static inline uint64_t *eternity_beam_used_of(struct eternity_beam_state *state)
{
    return (uint64_t *)(void *)(state + 1);
}

static inline uint8_t *eternity_beam_colours_of(const struct eternity_beam *beam,
                                                struct eternity_beam_state *state)
{
    return (unsigned char *)state + eternity_beam_colours_offset(&beam->heuristic);
}

static inline struct eternity_frontier
eternity_beam_frontier_of(const struct eternity_beam *beam,
                          struct eternity_beam_state *state)
{
    unsigned char *at = (unsigned char *)state;
    return (struct eternity_frontier){
        .supply =
            (uint16_t *)(void *)(at + eternity_beam_supply_offset(&beam->heuristic)),
        .demand = at + eternity_beam_demand_offset(&beam->heuristic),
        .colours = at + eternity_beam_colours_offset(&beam->heuristic)};
}

static inline struct eternity_transfer_prefix
eternity_beam_prefix_of(const struct eternity_beam *beam,
                        struct eternity_beam_state *state)
{
    return (struct eternity_transfer_prefix){
        .ways = (uint16_t *)(void *)((unsigned char *)state +
                                     eternity_beam_ways_offset(&beam->heuristic)),
        .exponent = &state->exponent};
}

/* Where the keys of a position's colours begin, behind those of pieces; for the
 * position after the last one, how many keys there are. */
static inline size_t
eternity_beam_keys_at(const struct eternity_colour_heuristic *heuristic,
                      unsigned position)
{
    return heuristic->puzzle->cells + (size_t)position * heuristic->puzzle->colours;
}

#endif
