/* From which size of a level, and after how much work, the parts of the method are used. Tests change these numbers,
 * so that small levels, whose repair is known, go through all parts: no value of them makes a result wrong. */
#ifndef SKERRY_LEVEL_FLOW_TUNING_H
#define SKERRY_LEVEL_FLOW_TUNING_H

#include <stddef.h>
#include <stdint.h>

struct level_flow_tuning {
    uint64_t
        separator_nodes; /* of branching on separators, then Lagrangian branching */
    /* Levels of so many cells are divided by homes (level_homes.h), after so few nodes of
     * branching on separators. */
    size_t homes_cells;
    uint64_t homes_nodes;
    size_t
        share_bound_cells; /* levels of so many cells are bounded by level_share_bound.h */
    size_t crossing_cells; /* ... have prices of crossings (level_flow_crossings.h) */
    /* ... if so many of the cells that block are walls one cell thick, between two passable ones. */
    double thin_share;
    /* Rounds of either relaxation before the better one is chosen (level_node_bound.h); 0: always
     * with prices of crossings. */
    uint32_t compared_rounds;
    size_t potential_cells; /* ... prepare potentials for new prices */
    /* Rounds of the subgradient method at the root, which starts without multipliers, and
     * at other nodes. */
    uint32_t first_rounds, rounds;
    /* Terminals of the Steiner tree, 1 to LEVEL_LAGRANGIAN_MAX_TERMINALS. */
    uint32_t terminals;
    /* While no level is known, the share of the time limit after which any level is sought
     * first. */
    double feasibility_share;
};

/* Measured on 300 levels of zelda-walls, mean 12.2 ms (results/level/experiments.md):
 *
 * separator_nodes  15.6 ms with 0, 12.3 with 100, 15.0 with 1000
 * first_rounds     11.5 ms with 40, 13.5 with 300
 * rounds           12.8 ms with 6, 14.7 with 24
 *
 * share_bound_cells: smaller levels are proven soon without that bound, which takes 0.6 ms of
 * 7 for 117 cells. potential_cells: on 300 levels of zelda-walls, of 117 cells, that gains
 * nothing (5.5 ms in the mean). All others are chosen by hand, not measured. */
static const struct level_flow_tuning LEVEL_FLOW_TUNING = {.separator_nodes = 300,
                                                           .homes_cells = 2500,
                                                           .homes_nodes = 50,
                                                           .share_bound_cells = 1000,
                                                           .crossing_cells = 2500,
                                                           .thin_share = 0.5,
                                                           .compared_rounds = 3,
                                                           .potential_cells = 1000,
                                                           .first_rounds = 120,
                                                           .rounds = 12,
                                                           .terminals = 5,
                                                           .feasibility_share = 0.5};

#endif
