/* Beam search for boards: breadth first in a scan order; of each depth the states of
 * best value are kept, duplicates merged.
 *
 * A state is a board filled up to one depth: the pieces used, the colours on the
 * frontier, and its breaks; its tiles are found through parent pointers. States that
 * agree in pieces and colours are the same state, and the better one stays. The value
 * is that of the colour-matching heuristic, the transfer matrices and the lookahead,
 * with a little noise, so that different seeds give different boards.
 *
 * The plan must outlive the beam; its schedule says how many breaks are allowed up to
 * which depth, and where the search ends (goal). Where no state has a child under the
 * schedule, one more break is allowed from there on.
 *
 * Cost: time is linear in width * cells * candidates (1.1 CPU seconds for 20,000
 * states of Eternity II by colours alone, 2.5 with transfer matrices), memory some
 * 560 bytes a state. Children are selected by counting values in bins, without
 * sorting.
 * Source: B. Lowerre, The HARPY speech recognition system, 1976, for beam search; P.
 * Ow, T. Morton, Filtered beam search in scheduling, 1988, for filtering children by a
 * cheap value first, as here by a lower bound. */
#ifndef SKERRY_ETERNITY_BEAM_H
#define SKERRY_ETERNITY_BEAM_H

#include "eternity_beam_state.h"

/* Most states of a depth: nodes of the search tree have numbers of 32 bits. */
enum { ETERNITY_BEAM_MOST = 268000000 };

/* Takes memory from perm for up to `widest` states of a depth, at most ETERNITY_BEAM_MOST.
 *
 * weight       of a break, see eternity_colour_matching_heuristic.h
 * early_noise  most that chance adds to the value of a state in the first quarter of
 *              the cells. Searches that begin alike end alike: with 0.1 many seeds
 *              give the same first rows, with 1 hardly any, and results are as good
 * noise        the same for all other states */
enum status eternity_beam_init(struct eternity_beam *beam,
                               const struct eternity_fill_plan *plan, size_t widest,
                               double weight, double early_noise, double noise,
                               struct arena *perm, struct error *err);

/* Starts a new search, width <= beam->widest, from given tiles of the first n cells of
 * the order, n <= goal; breaks among them count. Everything that follows is a function
 * of these and the seed. */
void eternity_beam_begin(struct eternity_beam *beam, size_t width, const int16_t *tiles,
                         unsigned n, uint64_t seed);

/* Expands states until the given work is done, where a state is 1; true when the goal
 * is reached, or no state is left. The result does not depend on how the work is
 * divided into calls. */
bool eternity_beam_run(struct eternity_beam *beam, size_t work);

/* Takes work that is done from work that is left, in the same units; at least 0 stays. */
static inline void eternity_beam_spend(uint64_t *left, uint64_t done)
{
    *left -= done < *left ? done : *left;
}

/* Breaks of a state of the current depth, 0 <= state < beam->states. */
unsigned eternity_beam_breaks(const struct eternity_beam *beam, size_t state);

/* Indices of the states of the current depth, lowest value first, to a bin of
 * ETERNITY_BEAM_BIN_VALUES; valid until the beam begins or runs again. */
const uint32_t *eternity_beam_by_value(struct eternity_beam *beam);

/* Its value, breaks included; low is good. In units of ETERNITY_HEURISTIC_UNIT. */
int32_t eternity_beam_value(const struct eternity_beam *beam, size_t state);

/* Its tiles, by depth; beam->depth of them. */
void eternity_beam_tiles(const struct eternity_beam *beam, size_t state,
                         int16_t *tiles);

/* For eternity_beam_branch.c and eternity_shared_beam.c: */

/* Prepares to expand the states of the current depth. Their values are relative to one of them,
 * the first; eternity_beam_set_depth_by: to the given one. */
void eternity_beam_set_depth(struct eternity_beam *beam);
void eternity_beam_set_depth_by(struct eternity_beam *beam,
                                struct eternity_beam_state *first);

/* Replaces the states by the first n candidates, as eternity_beam_candidates_select leaves them:
 * parents are places, and slot[] counts the candidates of each place; after that it is not 0 for
 * those that are taken. Returns a place before which none is free. There must be room in the tree. */
uint32_t eternity_beam_make_states(struct eternity_beam *beam, size_t n);

/* Makes a state the child that a candidate is of it, but for its node of the tree. */
void eternity_beam_become(struct eternity_beam *beam, struct eternity_beam_state *state,
                          const struct eternity_beam_candidate *candidate);

/* Removes nodes that no state refers to from the search tree, except kept ones. */
void eternity_beam_compact_nodes(struct eternity_beam *beam);

#endif
