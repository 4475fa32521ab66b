/* A planted puzzle with the order in which it is filled and what tiles may follow, for tests of beams and
 * heuristics; one at a time. */
#ifndef SKERRY_TESTS_ETERNITY_PLANTED_FILL_H
#define SKERRY_TESTS_ETERNITY_PLANTED_FILL_H

#include "eternity_beam.h"
#include "eternity_planted.h"
#include "suite.h"

static struct eternity puzzle;
static int16_t solution[ETERNITY_MAX_CELLS];
static struct eternity_scan_order order;
static struct eternity_candidate_table table;
static struct eternity_fill_plan plan;
static struct arena perm;

/* Opens a puzzle of three ring colours and four others: mixed and corner
 * as of eternity_scan_order_set. arena_free(&perm) closes it. */
static inline void planted_fill_open(uint64_t seed, unsigned rows, unsigned cols,
                                     unsigned clues, unsigned mixed, unsigned corner)
{
    struct rng rng;
    struct error err = {0};
    rng_seed(&rng, seed, 3);
    planted_puzzle(&rng, rows, cols, 3, 4, &puzzle, solution);
    for (unsigned i = 0; i < clues; i++)
        planted_clue(&puzzle, solution, (unsigned)rng_below(&rng, puzzle.cells));
    eternity_scan_order_set(&puzzle, mixed, corner, &order);
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(eternity_candidate_table_init(&table, &puzzle, &perm, &err),
                          STATUS_OK);
    eternity_candidate_table_fill(&table, &rng);
    eternity_fill_plan_set(&plan, &table, &order);
}

/* A state's tiles keep the rules of the cells they fill, and break so many joints. */
static inline void planted_fill_check(const struct eternity_beam *beam, size_t state)
{
    int16_t tiles[ETERNITY_MAX_CELLS];
    bool used[ETERNITY_MAX_CELLS] = {false};
    unsigned breaks = 0;
    eternity_beam_tiles(beam, state, tiles);
    for (unsigned depth = 0; depth < beam->depth; depth++) {
        unsigned cell = order.cell[depth];
        const uint8_t *side = puzzle.sides[tiles[depth]];
        CU_ASSERT(!used[eternity_piece(tiles[depth])]);
        used[eternity_piece(tiles[depth])] = true;
        CU_ASSERT(puzzle.clue[cell] < 0 || puzzle.clue[cell] == tiles[depth]);
        CU_ASSERT_EQUAL(side[SOUTH] == 0, cell / puzzle.cols == puzzle.rows - 1);
        if (cell % puzzle.cols)
            breaks += puzzle.sides[tiles[order.depth[cell - 1]]][EAST] != side[WEST];
        if (cell >= puzzle.cols)
            breaks += puzzle.sides[tiles[order.depth[cell - puzzle.cols]]][SOUTH] !=
                      side[NORTH];
    }
    CU_ASSERT_EQUAL(breaks, eternity_beam_breaks(beam, state));
}

#endif
