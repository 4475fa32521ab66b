/* The schedules of the depth-first search, scaled to any size of board: how many breaks
 * are allowed, and how many sides of early colours have to be used, up to which depth.
 *
 * Source: J. Blackwood's published solver of Eternity II, in the settings with which
 * libblackwood (J. Bucas) repeats his 470: breaks from cells 197 to 238 on, ever closer;
 * one colour of the ring and two of the inside, of whose 122 sides 28, 71, 89, 106 and
 * 119 have to be used with 26, 56, 76, 102 and 160 cells. Differs: scaled; colours are
 * drawn, not chosen by hand; breaks on the rim are not forbidden. */
#ifndef SKERRY_ETERNITY_DEPTH_FIRST_SCHEDULE_H
#define SKERRY_ETERNITY_DEPTH_FIRST_SCHEDULE_H

#include "eternity_fill_plan.h"

/* Allows `breaks` breaks, one after another: the first for the cell after `free` of all
 * cells, the last after `last` of them; 0 <= free <= last <= 1. */
void eternity_depth_first_set_breaks(unsigned cells, double free, double last,
                                     unsigned breaks,
                                     struct eternity_break_schedule *schedule);

/* Draws early colours, a bit each: so many of the ring, those between pieces of the rim,
 * and so many of the others, as far as there are. */
uint64_t eternity_depth_first_draw_colours(const struct eternity *puzzle, unsigned ring,
                                           unsigned inner, struct rng *rng);

/* Asks for the sides of the colours `early` to be used up early, as a share of all their
 * sides by depth times `demand`, in [0, 1]. Returns the depth after which it asks for no
 * more; 0: it asks for none. */
unsigned eternity_depth_first_set_early(const struct eternity *puzzle, uint64_t early,
                                        double demand,
                                        struct eternity_break_schedule *schedule);

#endif
