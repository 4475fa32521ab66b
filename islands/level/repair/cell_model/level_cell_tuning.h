/* From which size of a level, and after how much work, the parts of the method are used. Tests change these numbers,
 * so that small levels, whose repair is known, go through all parts: no value of them makes a result wrong. */
#ifndef SKERRY_LEVEL_CELL_TUNING_H
#define SKERRY_LEVEL_CELL_TUNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct level_cell_tuning {
    /* Levels of so many cells are constructed first; those of games with `apart` or `paths`. */
    size_t construct_cells, room_cells;
    size_t window_cells; /* levels of so many cells take turns of windows */
    /* Of the smallest windows for local cuts, and of those in which a level is improved. */
    size_t cut_radius, search_radius;
    /* Rounds of cuts, while they are violated: of minimum cuts before the first integer
     * program, of partition cuts before the heuristic, and of all cuts after it. */
    int minimum_rounds, first_rounds, rounds;
    /* Variables are fixed by reduced costs until they are more than this share of all; then
     * the relaxation is loaded again without redundant constraints. */
    double many_fixed;
    uint32_t
        regions;   /* terminals of level_region_bound.h, up to 15; 0: no such bound */
    bool flows;    /* to tiles that occur once come before other cuts */
    bool branches; /* branch and cut is for all games of small whole costs */
    double far_share, far_until_found; /* level_branch_and_cut.h */
};

/* Measured on the 8 levels of pacman-regions, of which 2.55 to 2.75 s are the mean with these
 * values (results/level/experiments.md):
 *
 * first_rounds  2.77 s with 2, 2.88 with 10
 * many_fixed    2.90 s with 0.02, 2.65 with 0.2
 *
 * far_share and far_until_found: on dungeons (results/level/experiments.md).
 *
 * window_cells: smaller levels take one integer program less time, measured on a few levels
 * of pacman-paper. All others are chosen by hand, not measured. */
static const struct level_cell_tuning LEVEL_CELL_TUNING = {.construct_cells = 1000,
                                                           .room_cells = 400,
                                                           .window_cells = 200,
                                                           .cut_radius = 3,
                                                           .search_radius = 4,
                                                           .minimum_rounds = 60,
                                                           .first_rounds = 5,
                                                           .rounds = 60,
                                                           .many_fixed = 0.05,
                                                           .regions = 15,
                                                           .flows = true,
                                                           .far_share = 0.25,
                                                           .far_until_found = 0.5};

#endif
