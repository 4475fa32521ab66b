/* Pseudo-costs: by how much the bound of a node increased where it was divided in a way
 * before, as an estimate for the next time.
 *
 * A way to divide is a row or column for a terminal, or a cell. Each has an average of
 * the gains on either side: of its kind (rows of a terminal, its columns, all cells),
 * and for a cell, once it was divided, its own as well.
 *
 * Source: M. Benichou, J. Gauthier, P. Girodet, G. Hentges, G. Ribiere, O. Vincent,
 * Experiments in mixed-integer linear programming, Mathematical Programming 1, 1971;
 * the product of both sides is from T. Achterberg, T. Koch, A. Martin, Branching rules
 * revisited, Operations Research Letters 33, 2005. Differs: gains are not divided by
 * fractions; the average of the kind counts like some gains of the cell.
 *
 * Cost: O(1) for each gain and estimate. Memory: 32 bytes for each cell. */
#ifndef SKERRY_LEVEL_PSEUDO_COSTS_H
#define SKERRY_LEVEL_PSEUDO_COSTS_H

#include "arena.h"
#include "level_lagrangian.h"

/* Kinds of divisions: rows of each terminal, its columns, then cells. */
enum {
    LEVEL_PSEUDO_COSTS_CELLS = 2 * LEVEL_LAGRANGIAN_MAX_TERMINALS,
    LEVEL_PSEUDO_COSTS_KINDS
};

struct level_pseudo_cost {
    double sum; /* of gains, in units of cost */
    uint32_t n;
};

/* A way to divide a node. */
struct level_division {
    uint32_t kind, cell; /* cell: of kind LEVEL_PSEUDO_COSTS_CELLS */
};

struct level_pseudo_costs {
    struct level_pseudo_cost kind[2][LEVEL_PSEUDO_COSTS_KINDS]; /* [side] */
    struct level_pseudo_cost *cell[2];                          /* [side][cell] */
};

/* Without any gains; false when memory runs out. */
bool level_pseudo_costs_init(struct level_pseudo_costs *costs, uint32_t n_cells,
                             struct arena *arena);

/* Adds the gain of a child, in units of cost, to side 0 or 1 of its division. */
void level_pseudo_costs_add(struct level_pseudo_costs *costs,
                            struct level_division division, int side, double gain);

/* The geometric mean of the gains expected on both sides; > 0. */
double level_pseudo_costs_gain(const struct level_pseudo_costs *costs,
                               struct level_division division);

#endif
