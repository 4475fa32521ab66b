/* Connectedness said by arcs: a tree leads from a root to all open cells, so that one
 * arc enters each of them but the root, and the arcs that enter a set of cells without
 * the root are at least as many as any cell in it is open.
 *
 * This says more of fractions than walls between regions do (`level_partition_cuts`),
 * but needs variables of its own. It is meant for programs of which much is fixed:
 * closed cells have no arcs, and cells that are sure to be open and hang together are
 * one node.
 *
 * Source: the directed cuts of Steiner trees (Wong, A dual ascent approach for Steiner
 * tree problems on a directed graph, 1984; Koch and Martin, Solving Steiner tree
 * problems in graphs to optimality, 1998, for how to choose many cuts at once). Local.
 */
#ifndef SKERRY_LEVEL_STEINER_ARC_CUTS_H
#define SKERRY_LEVEL_STEINER_ARC_CUTS_H

#include "level_cell_model.h"

struct level_steiner_arcs {
    struct level_cell_model *model; /* NULL: not open */
    tile_set passing;
    uint32_t n_nodes, n_arcs, root;
    uint32_t *node;  /* of each cell; UINT32_MAX: none, closed */
    uint32_t *cell;  /* of each node: one of its cells, the only one unless sure */
    bool *sure;      /* of each node: open in all solutions */
    uint32_t *order; /* of nodes: the root, others that are sure, the rest */
    /* Arcs, by the node they leave: those of node u are from first[u] on. */
    uint32_t *first, *from, *to, *twin; /* twin: the arc back */
    int *col;                           /* its variable */
};

/* Adds the variables of the arcs, and how many enter each cell. False when no cell is
 * sure to be open (see the bounds of the program), and when memory ran out. Everything
 * is in the program's arena.
 *
 * passing  tiles that do not block */
bool level_steiner_arcs_init(struct level_steiner_arcs *arcs,
                             struct level_cell_model *model, tile_set passing);

/* Adds constraints that a solution breaks which it should not; returns how many.
 *
 * x      a value a variable
 * open   share of each cell that is passable in it
 * arena  for the work */
size_t level_steiner_arcs_cut(struct level_steiner_arcs *arcs, const double *x,
                              const double *open, struct arena *arena);

#endif
