/* Large-neighbourhood moves: many cells that do not touch are laid again, optimally.
 *
 * Cells no two of which are neighbours can exchange their pieces, each turned as fits
 * best, and what a piece is worth in a cell does not depend on the others: so the best
 * way is an assignment problem, solved exactly in n^3 steps.
 * Source: P. Schaus, Y. Deville, Hybridization of CP and VLNS for Eternity II, 2008. */
#ifndef SKERRY_ETERNITY_ASSIGNMENT_LNS_H
#define SKERRY_ETERNITY_ASSIGNMENT_LNS_H

#include "eternity.h"
#include "rng.h"

enum { ETERNITY_ASSIGNMENT_LNS_CELLS = 64 }; /* at most */

/* Lays the pieces of n different cells anew, no two of them neighbours and none with a
 * clue, so that as many of their joints match as can be; grey lies on the rim and only
 * there. Among equals the order of the cells decides. Returns how much the score grew;
 * -1 where grey cannot be laid so, and the board is then unchanged. */
int eternity_assignment_lns_solve(const struct eternity *puzzle, const uint16_t *cell,
                                  unsigned n, int16_t *board);

/* Takes random cells that do not touch and assigns
 * their pieces. True when the board changed; its score never falls. */
bool eternity_assignment_lns(const struct eternity *puzzle, struct rng *rng,
                             int16_t *board);

#endif
