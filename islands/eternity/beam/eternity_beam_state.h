/* What a state of a beam is in memory: for eternity_beam.c and eternity_beam_branch.c alone.
 */
#ifndef SKERRY_ETERNITY_BEAM_STATE_H
#define SKERRY_ETERNITY_BEAM_STATE_H

#include "eternity_lookahead.h"
#include "eternity_transfer_matrix_heuristic.h"

/* A tile, and the place of the tile before it. */
struct eternity_beam_trail {
    uint32_t before;
    uint32_t tile;
};

/* A state that may come next. */
struct eternity_beam_candidate {
    uint64_t hash;
    int32_t value;
    uint32_t parent;
    eternity_entry entry;
};

enum { ETERNITY_BEAM_BINS = 1 << 15, ETERNITY_BEAM_WAITING = 32 };
/* Of going on to a depth, beside 1 of a state. */
enum { ETERNITY_BEAM_DEPTH_WORK = 500 };

struct eternity_beam {
    const struct eternity_fill_plan *plan;
    struct eternity_colour_heuristic heuristic;
    struct eternity_transfer_matrix matrix;
    size_t widest, width; /* most states of a depth: that memory holds; of this search
                           */
    int32_t early_noise, noise, most_noise; /* see eternity_beam_init; of this depth */
    uint64_t seed;
    unsigned depth;
    size_t states, parent; /* of this depth; the next to have children */
    uint64_t looked, work; /* states since begin; the same, and that of depths */
    unsigned more;         /* breaks allowed beyond the rules */
    bool held;             /* some state would have had children with more breaks */
    size_t stride;         /* bytes of a state */
    unsigned char *now, *next;
    unsigned char
        *kept; /* states that branches begin with, see eternity_beam_branch.h */
    struct eternity_beam_trail *trail;
    size_t trails, trail_capacity;
    size_t settled;  /* trails that stay, since kept states come from them */
    uint32_t *moved; /* trail_capacity: where trails go when the dead ones are left out;
                      * states by value */
    struct eternity_beam_candidate *candidate;
    size_t candidates, candidate_capacity;
    uint32_t *bin;      /* ETERNITY_BEAM_BINS: candidates by value */
    size_t binned;      /* in bins 0..last_bin */
    unsigned last_bin;  /* candidates beyond are of no use */
    int32_t low;        /* value of bin 0 */
    int32_t limit;      /* values beyond are of no use */
    int32_t least;      /* that a tile adds, of those seen */
    unsigned lookahead; /* cells after the next one that are looked at */
    bool graded;        /* and the ways to fill them count */
    bool sampling;      /* values are counted, and that is all */
    struct eternity_beam_candidate wait[ETERNITY_BEAM_WAITING];
    unsigned waiting;
    uint64_t *place;   /* by hash: candidates, see eternity_beam.c */
    size_t place_mask; /* there are place_mask + 1 of them */
    uint64_t *key;     /* random words: of a piece, then of a slot and colour */
};

/* A state; behind it, supply by ink (uint16_t), the ways of its strand by colour (the
 * same), words of used pieces, what is asked for by ink, slots. */
struct eternity_beam_state {
    uint64_t hash;
    int32_t value;
    uint32_t trail;
    uint16_t breaks;
    int16_t exponent; /* of its strand */
};

static inline size_t
eternity_beam_used_offset(const struct eternity_colour_heuristic *heuristic)
{
    unsigned halves = heuristic->types + heuristic->puzzle->colours;
    return sizeof(struct eternity_beam_state) + (halves * sizeof(uint16_t) + 7) / 8 * 8;
}

static inline size_t
eternity_beam_demand_offset(const struct eternity_colour_heuristic *heuristic)
{
    return eternity_beam_used_offset(heuristic) +
           eternity_filter_words(heuristic->puzzle) * sizeof(uint64_t);
}

static inline size_t
eternity_beam_colours_offset(const struct eternity_colour_heuristic *heuristic)
{
    return eternity_beam_demand_offset(heuristic) + heuristic->types;
}

static inline struct eternity_beam_state *
eternity_beam_state_at(const struct eternity_beam *beam, unsigned char *states,
                       size_t i)
{
    return (struct eternity_beam_state *)(void *)(states + i * beam->stride);
}

static inline uint64_t *eternity_beam_used_of(const struct eternity_beam *beam,
                                              struct eternity_beam_state *state)
{
    return (uint64_t *)(void *)((unsigned char *)state +
                                eternity_beam_used_offset(&beam->heuristic));
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
    return (struct eternity_frontier){.supply = (uint16_t *)(void *)(state + 1),
                                      .demand =
                                          (unsigned char *)state +
                                          eternity_beam_demand_offset(&beam->heuristic),
                                      .colours = eternity_beam_colours_of(beam, state)};
}

static inline struct eternity_transfer_prefix
eternity_beam_prefix_of(const struct eternity_beam *beam,
                        struct eternity_beam_state *state)
{
    return (struct eternity_transfer_prefix){.ways = (uint16_t *)(void *)(state + 1) +
                                                     beam->heuristic.types,
                                             .exponent = &state->exponent};
}

/* Where the keys of a slot's colours begin, behind those of pieces; of the slot after
 * the last one: how many keys there are. */
static inline size_t
eternity_beam_keys_at(const struct eternity_colour_heuristic *heuristic,
                      unsigned position)
{
    return heuristic->puzzle->cells + (size_t)position * heuristic->puzzle->colours;
}

#endif
