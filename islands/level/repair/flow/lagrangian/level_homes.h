/* The surroundings of the terminals' cells in the given level (their homes), by which large levels are divided first.
 *
 * A terminal that leaves its home leaves a hole, into which others move more cheaply than elsewhere. Single changes of
 * the flow do not show that, and multipliers that allow for it are low around all homes: of 200 x 200 cells whose
 * cheapest repair costs 40, the first ones gave a bound of 3, and the subgradient method, which moves them cell by
 * cell, 8. Once it is decided near which home each terminal is, if any, the costs of single changes are good
 * multipliers if they are lowered around the holes.
 *
 * Source: our own. Cost: linear in the cells and terminals. Memory: 9 bytes per cell, and 4 for each multiplier. */
#ifndef SKERRY_LEVEL_HOMES_H
#define SKERRY_LEVEL_HOMES_H

#include "level_lagrangian.h"

struct level_homes {
    /* Of each cell: 1 + the terminal whose home is nearest, within the steps that a move may take before a deletion
     * is cheaper, at most 20; 0: none. */
    uint8_t *area;
    uint32_t *steps;     /* of each cell in an area: from that home */
    int32_t *multiplier; /* those of level_homes_lower */
};

/* A division: the terminal is in the area, or not. */
struct level_home_division {
    uint32_t terminal;
    uint8_t area;
};

/* Finds the areas; false when memory runs out. */
bool level_homes_init(struct level_homes *homes, const struct level_lagrangian *dual,
                      struct arena *arena);

/* The first division that these domains of all cells leave open: the terminals' own areas before others. False:
 * none. */
bool level_homes_next(const struct level_homes *homes,
                      const struct level_lagrangian *dual, const int32_t *allowed,
                      struct level_home_division *division);

/* The number of terminals that must be outside of their own areas. */
uint32_t level_homes_left(const struct level_homes *homes,
                          const struct level_lagrangian *dual, const int32_t *allowed);

/* Writes the first multipliers of a node with these domains: those of the root, but no more than a move into the
 * hole costs where a terminal has left its area. */
void level_homes_lower(const struct level_homes *homes,
                       const struct level_lagrangian *dual, const int32_t *root,
                       const int32_t *allowed);

#endif
