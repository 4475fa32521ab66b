/* Large-neighbourhood moves: the surroundings of broken joints solved again, exactly.
 */
#ifndef SKERRY_ETERNITY_REGION_LNS_H
#define SKERRY_ETERNITY_REGION_LNS_H

#include "eternity_region_branch_and_bound.h"
#include "rng.h"

/* Takes a few cells at broken joints of the board and some of their neighbours, and
 * lays their pieces anew with at most as many breaks. True when the board changed;
 * grey stays on the rim where it is there, and clues stay. A board without breaks, or
 * with grey elsewhere, is left alone. */
bool eternity_region_lns(const struct eternity *puzzle, struct rng *rng,
                         int16_t *board);

#endif
