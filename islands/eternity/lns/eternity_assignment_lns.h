/* Large neighbourhood search by assignment: many cells that do not touch are freed and
 * filled again optimally.
 *
 * No two of the cells are neighbours, so the cost of a piece in a cell, in its best
 * rotation, does not depend on the other pieces: the best placement is the solution of
 * a linear assignment problem (assignment.h), found in O(n^3). Source: P. Schaus, Y.
 * Deville, Hybridization of CP and VLNS for Eternity II, 2008. */
#ifndef SKERRY_ETERNITY_ASSIGNMENT_LNS_H
#define SKERRY_ETERNITY_ASSIGNMENT_LNS_H

#include "eternity.h"
#include "rng.h"

enum { ETERNITY_ASSIGNMENT_LNS_CELLS = 64 }; /* at most; chosen by hand */

/* Reassigns the pieces of n different cells, no two of them neighbours and none with a
 * clue, so that as many of their joints match as possible; grey lies on the rim and
 * only there. Ties are broken by the order of the cells. Returns how much the score
 * grew, less or even below 0 where grey touched grey before; -1 where grey cannot be placed
 * so, and the board is then unchanged. */
int eternity_assignment_lns_solve(const struct eternity *puzzle, const uint16_t *cell,
                                  unsigned n, int16_t *board);

/* Reassigns the pieces of random cells that do not touch. True when the board changed;
 * its score never falls. */
bool eternity_assignment_lns(const struct eternity *puzzle, struct rng *rng,
                             int16_t *board);

#endif
