/* Connectedness by the directed cut formulation of Steiner arborescences: a tree leads
 * from a root to all open cells, so that one arc enters each of them but the root, and
 * the arcs that enter a set of cells without the root are at least as many as any cell
 * in it is open.
 *
 * Its linear relaxation is stronger than partition cuts (level_partition_cuts.h), but
 * needs a variable for each arc. It is meant for programs in which much is fixed:
 * closed cells have no arcs, and connected cells that are sure to be open are
 * contracted to one node.
 *
 * Source: R. Wong, A dual ascent approach for Steiner tree problems on a directed
 * graph, Mathematical Programming 28, 1984; T. Koch, A. Martin, Solving Steiner tree
 * problems in graphs to optimality, Networks 32, 1998, for back cuts, nested cuts and
 * creep flow. Differs: cells are open or not, so demands are fractional.
 *
 * Cost: a few maximum flows (augmenting paths, O(n) each) for each node, at most
 * MAX_CUTS cuts a call. Local. */
#ifndef SKERRY_LEVEL_STEINER_ARC_CUTS_H
#define SKERRY_LEVEL_STEINER_ARC_CUTS_H

#include "level_cell_model.h"

struct level_steiner_arcs {
    struct level_cell_model *model; /* NULL: not built */
    tile_set passing;
    uint32_t n_nodes, n_arcs, root;
    uint32_t *node;  /* of each cell; UINT32_MAX: none, closed */
    uint32_t *cell;  /* of each node: one of its cells, the only one unless sure */
    bool *sure;      /* of each node: open in all solutions */
    uint32_t *order; /* of nodes: the root, others that are sure, the rest */
    /* Arcs, by the node they leave: those of node u are from first[u] on. */
    uint32_t *first, *from, *to, *twin; /* twin: the reverse arc */
    int *col;                           /* its variable */
};

/* Adds the variables of the arcs, and how many enter each cell. False when no cell is
 * sure to be open (by the bounds of the program), and when memory ran out. Everything
 * is in the program's arena.
 *
 * passing  tiles that do not block */
bool level_steiner_arcs_init(struct level_steiner_arcs *arcs,
                             struct level_cell_model *model, tile_set passing);

/* Adds constraints that a solution breaks; returns how many.
 *
 * x      the value of each variable
 * open   how far each cell is passable in it
 * arena  for the work */
size_t level_steiner_arcs_cut(struct level_steiner_arcs *arcs, const double *x,
                              const double *open, struct arena *arena);

#endif
