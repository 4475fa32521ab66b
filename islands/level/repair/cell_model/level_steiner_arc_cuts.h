/* Connectedness by the directed cut formulation of Steiner arborescences: an
 * arborescence leads from a root to all open cells, so that one arc enters each of them
 * but the root, and the arcs that enter a set of cells without the root are at least as
 * many as the value of any of its cells.
 *
 * Its linear relaxation is stronger than partition cuts (level_partition_cuts.h), but
 * needs a variable for each arc. It is meant for programs in which many variables are
 * fixed: closed cells have no arcs, and connected cells that are certain to be open are
 * contracted to one node.
 *
 * Source: R. Wong, A dual ascent approach for Steiner tree problems on a directed
 * graph, Mathematical Programming 28, 1984; T. Koch, A. Martin, Solving Steiner tree
 * problems in graphs to optimality, Networks 32, 1998, for back cuts, nested cuts and
 * creep flow. Differs: cells are open or not, so that demands are fractional.
 *
 * Cost: a few maximum flows for each node, by augmenting paths of O(n) each, until
 * MAX_CUTS cuts are found. Memory: four variables per cell, and O(n) for the flow. */
#ifndef SKERRY_LEVEL_STEINER_ARC_CUTS_H
#define SKERRY_LEVEL_STEINER_ARC_CUTS_H

#include "level_cell_model.h"

struct level_steiner_arcs {
    struct level_cell_model *model; /* NULL: not built */
    tile_set passing;
    uint32_t n_nodes, n_arcs, root;
    uint32_t *node; /* of each cell; UINT32_MAX: none, closed */
    uint32_t *cell; /* of each node: one of its cells, the only one unless it is sure */
    bool *sure;     /* of each node: its cells are open in all solutions */
    uint32_t *order; /* of nodes: the root, other sure ones, the rest */
    /* Arcs, by the node they leave: those of node u are from first[u] on. */
    uint32_t *first, *from, *to, *twin; /* twin: the reverse arc */
    int *col;                           /* its variable */
};

/* Adds the variables of the arcs, and the constraints on how many arcs enter each cell.
 * False if no cell is certain to be open (by the bounds of the program), or when memory
 * runs out. All memory is from the program's arena.
 *
 * passing  tiles that do not block */
bool level_steiner_arcs_init(struct level_steiner_arcs *arcs,
                             struct level_cell_model *model, tile_set passing);

/* Adds constraints that a solution violates; returns how many.
 *
 * x      the value of each variable
 * open   of each cell: its value of being passable
 * arena  for working memory */
size_t level_steiner_arcs_cut(struct level_steiner_arcs *arcs, const double *x,
                              const double *open, struct arena *arena);

#endif
