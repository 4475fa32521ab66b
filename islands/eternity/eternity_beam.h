/* Beam search for boards: depth after depth, the boards of best value are kept.
 *
 * States are boards filled up to one depth: which pieces are used, the colours along
 * the line between filled and open cells, breaks; their tiles are found through parent
 * pointers. States alike in pieces and colours are one. The value is that of
 * eternity_outlook.h and eternity_ahead.h, with a little noise, so that seeds give
 * different boards.
 *
 * The course must outlive the beam; its rules say how many breaks are allowed by which
 * depth, and where the search ends (goal). Where no state can go on under them, one
 * break more is allowed from there on. */
#ifndef SKERRY_ETERNITY_BEAM_H
#define SKERRY_ETERNITY_BEAM_H

#include "eternity_ahead.h"
#include "eternity_chain.h"

/* A tile, and the place of the tile before it. */
struct eternity_trail {
    uint32_t before;
    uint32_t tile;
};

/* A state that may come next. */
struct eternity_candidate {
    uint64_t hash;
    int32_t value;
    uint32_t parent;
    eternity_entry entry;
};

enum { BEAM_BINS = 1 << 15, BEAM_WAITING = 32 };
/* Of going on to a depth, beside 1 of a state. */
enum { BEAM_DEPTH_WORK = 500 };

struct eternity_beam {
    const struct eternity_course *course;
    struct eternity_outlook outlook;
    struct eternity_chain chain;
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
    unsigned char *kept; /* states that branches begin with, see eternity_branch.h */
    struct eternity_trail *trail;
    size_t trails, trail_capacity;
    size_t settled;  /* trails that stay, since kept states come from them */
    uint32_t *moved; /* trail_capacity: where trails go when the dead ones are left out;
                      * states by value */
    struct eternity_candidate *candidate;
    size_t candidates, candidate_capacity;
    uint32_t *bin;     /* BEAM_BINS: candidates by value */
    size_t binned;     /* in bins 0..last_bin */
    unsigned last_bin; /* candidates beyond are of no use */
    int32_t low;       /* value of bin 0 */
    int32_t limit;     /* values beyond are of no use */
    int32_t least;     /* that a tile adds, of those seen */
    unsigned ahead;    /* cells after the next one that are looked at */
    bool graded;       /* and the ways to fill them count */
    bool sampling;     /* values are counted, and that is all */
    struct eternity_candidate wait[BEAM_WAITING];
    unsigned waiting;
    uint64_t *place;   /* by hash: candidates, see eternity_beam.c */
    size_t place_mask; /* there are place_mask + 1 of them */
    uint64_t *key;     /* random words: of a piece, then of a slot and colour */
};

/* Takes memory from perm for up to `widest` states of a depth.
 *
 * weight       of a break, see eternity_outlook.h
 * early_noise  the most that chance adds to the value of a state of the first quarter
 * of the cells. Searches that begin alike end alike: with 0.1 many of another seed have
 * the same first rows, with 1 hardly any, and ends are as good noise        the same,
 * of all other states */
enum status eternity_beam_init(struct eternity_beam *beam,
                               const struct eternity_course *course, size_t widest,
                               double weight, double early_noise, double noise,
                               struct arena *perm, struct error *err);

/* Starts anew, with width <= beam->widest, from given tiles of the first n cells of the
 * order, n < goal; breaks among them count. All that follows depends on these and on
 * the seed alone. */
void eternity_beam_begin(struct eternity_beam *beam, size_t width, const int16_t *tiles,
                         unsigned n, uint64_t seed);

/* Looks for the children of states until so much work is done, 1 for a state; true when
 * the goal is reached, or no state is left. In whatever shares the same work is done,
 * the same comes out. */
bool eternity_beam_run(struct eternity_beam *beam, size_t work);

/* Breaks of a state of the depth reached, 0 <= state < beam->states. */
unsigned eternity_beam_breaks(const struct eternity_beam *beam, size_t state);

/* Numbers of the states of the depth reached, those of low value first, until the beam
 * begins or goes on. */
const uint32_t *eternity_beam_by_value(struct eternity_beam *beam);

/* Its value, breaks included; low is good. See eternity_outlook.h for its unit. */
int32_t eternity_beam_value(const struct eternity_beam *beam, size_t state);

/* Its tiles, by depth; beam->depth of them. */
void eternity_beam_tiles(const struct eternity_beam *beam, size_t state,
                         int16_t *tiles);

#endif
