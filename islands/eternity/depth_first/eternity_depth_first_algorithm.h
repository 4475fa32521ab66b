/* The algorithm `depth_first`: depth-first searches with few, late breaks, as the
 * published solvers of Eternity II have them, started again and again in other orders.
 *
 * A round of an island shuffles the candidates and draws early colours
 * (eternity_depth_first_schedule.h), and searches from the empty board, rows first, the
 * last ones by columns. With `width` above 0 a beam (eternity_beam.h) fills the first
 * cells instead, and the round searches from the best of its states one after another,
 * without early colours. A search ends after `restart` placements, or when all is
 * searched.
 *
 * When a whole board is found, one break less than it has is allowed from then on, so
 * that every board is better than the one before; the breaks that are left are spread
 * over the same cells. The deepest board of each step is filled up, its last cells by
 * branch and bound, and improved like the boards of the population
 * (eternity_population_lns.h). A search that ends before early colours have been used up
 * asks for a tenth less of them from then on: the schedule is that of Eternity II, and
 * other puzzles, or clues, may not leave so many.
 *
 * An evaluation is a placement. A checkpoint holds the running search, and the seed from
 * which a resume fills the lists and repeats the beam.
 *
 * With `fitness: combined` or `rim: free` boards are still made by the score and with a
 * grey rim.
 *
 * Source: J. Blackwood's published solver of Eternity II (470 of 480 joints) for the
 * search, its early colours and its breaks; see eternity_backtracker.h. Lowering the
 * breaks by each board found, the completion, and searching below a beam are our own.
 * Cost: exponential; results in results/eternity/experiments.md, Depth first. */
#ifndef SKERRY_ETERNITY_DEPTH_FIRST_ALGORITHM_H
#define SKERRY_ETERNITY_DEPTH_FIRST_ALGORITHM_H

#include "algorithm.h"

/* The section `depth_first:`; what each key means stands in
 * eternity_depth_first_algorithm.c. */
struct eternity_depth_first_keys {
    int64_t individuals, work, restart, breaks, columns, ring_colours, inner_colours,
        width, states, regions, assignments;
    double free, last, demand, trunk;
};

extern const struct algorithm eternity_depth_first_algorithm;

#endif
