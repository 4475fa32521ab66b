/* Data structures of the beam search: states and search tree. For eternity_beam.c,
 * eternity_beam_branch.c and tests; others use eternity_beam.h.
 *
 * A state takes about 1,000 bytes for Eternity II, with its share of candidates and
 * nodes. Hashes are Zobrist hashes: the exclusive or of random words, one for each
 * piece used and for each colour at a frontier position.
 *
 * Source: A. Zobrist, A new hashing method with application for game playing, 1970. */
#ifndef SKERRY_ETERNITY_BEAM_STATE_H
#define SKERRY_ETERNITY_BEAM_STATE_H

#include "eternity_lookahead.h"
#include "eternity_transfer_matrix_heuristic.h"

/* A node of the search tree: a tile, and the node of the tile placed before it. */
struct eternity_beam_node {
    uint32_t parent;
    uint32_t tile;
};

/* A child of a state, not created yet. */
struct eternity_beam_candidate {
    uint64_t hash;
    int32_t value;
    uint32_t parent;
    eternity_entry entry;
};

enum { ETERNITY_BEAM_BINS = 1 << 15, ETERNITY_BEAM_BUFFERED = 32 };
/* Work of advancing to the next depth, in units of a state: in proportion to CPU time,
 * mostly for filling tables. Chosen by hand. */
enum { ETERNITY_BEAM_DEPTH_WORK = 500 };

struct eternity_beam {
    const struct eternity_fill_plan *plan;
    struct eternity_colour_heuristic heuristic;
    struct eternity_transfer_matrix matrix;
    size_t widest, width; /* most states of a depth: capacity; of this search */
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
    unsigned char *now, *next;
    unsigned char *kept; /* states that branches begin with: eternity_beam_branch.h */
    struct eternity_beam_node *node;
    size_t nodes, node_capacity;
    size_t kept_nodes; /* nodes that stay: kept states refer to them */
    /* Of node_capacity: new indices of nodes while the tree is compacted; states by
     * value. */
    uint32_t *remap;
    struct eternity_beam_candidate *candidate;
    size_t candidates, candidate_capacity;
    uint32_t *bin;      /* ETERNITY_BEAM_BINS: candidates by value */
    size_t binned;      /* in bins 0..last_bin */
    unsigned last_bin;  /* candidates in later bins are dropped */
    int32_t low;        /* value of bin 0 */
    int32_t limit;      /* greater values are dropped */
    int32_t least;      /* least value that a tile adds, of those seen */
    unsigned lookahead; /* cells of lookahead after the next one */
    bool graded;        /* whether the number of ways to fill them counts */
    bool sampling;      /* values are only counted */
    struct eternity_beam_candidate buffer[ETERNITY_BEAM_BUFFERED];
    unsigned buffered;
    uint64_t *slot;   /* hash table of candidates, see eternity_beam.c */
    size_t slot_mask; /* its number of slots, less one */
    uint64_t *key;    /* random words: by piece, then by position and colour */
};

/* A state. Behind it lie the supply by side type (uint16_t), the prefix product by
 * colour (the same), the words of used pieces, the demand by side type, the colours by
 * position. */
struct eternity_beam_state {
    uint64_t hash;
    int32_t value;
    uint32_t node;
    uint16_t breaks;
    int16_t exponent; /* of its prefix product */
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

/* Where the keys of a position's colours begin, behind those of pieces; for the
 * position after the last one, how many keys there are. */
static inline size_t
eternity_beam_keys_at(const struct eternity_colour_heuristic *heuristic,
                      unsigned position)
{
    return heuristic->puzzle->cells + (size_t)position * heuristic->puzzle->colours;
}

#endif
