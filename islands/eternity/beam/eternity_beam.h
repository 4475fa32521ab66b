/* Beam search for boards: depth after depth, the boards of best value are kept.
 *
 * States are boards filled up to one depth: which pieces are used, the colours along
 * the line between filled and open cells, breaks; their tiles are found through parent
 * pointers. States alike in pieces and colours are one. The value is that of
 * eternity_colour_matching_heuristic.h and eternity_lookahead.h, with a little noise, so that seeds give
 * different boards.
 *
 * The course must outlive the beam; its rules say how many breaks are allowed by which
 * depth, and where the search ends (goal). Where no state can go on under them, one
 * break more is allowed from there on. */
#ifndef SKERRY_ETERNITY_BEAM_H
#define SKERRY_ETERNITY_BEAM_H

#include "eternity_beam_state.h"

/* Takes memory from perm for up to `widest` states of a depth.
 *
 * weight       of a break, see eternity_colour_matching_heuristic.h
 * early_noise  the most that chance adds to the value of a state of the first quarter
 * of the cells. Searches that begin alike end alike: with 0.1 many of another seed have
 * the same first rows, with 1 hardly any, and ends are as good noise        the same,
 * of all other states */
enum status eternity_beam_init(struct eternity_beam *beam,
                               const struct eternity_fill_plan *plan, size_t widest,
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

/* Its value, breaks included; low is good. See eternity_colour_matching_heuristic.h for its unit. */
int32_t eternity_beam_value(const struct eternity_beam *beam, size_t state);

/* Its tiles, by depth; beam->depth of them. */
void eternity_beam_tiles(const struct eternity_beam *beam, size_t state,
                         int16_t *tiles);

/* For eternity_beam_branch.c: */

/* Gets ready to look for the children of the states of a depth. */
void eternity_beam_set_depth(struct eternity_beam *beam);

/* Leaves out the trails that no state comes from, but those settled. */
void eternity_beam_drop_trails(struct eternity_beam *beam);

#endif
