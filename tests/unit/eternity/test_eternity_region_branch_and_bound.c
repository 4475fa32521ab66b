/* Eternity: a part of a board solved exactly, against all ways to lay its pieces. */
#include "eternity_planted.h"
#include "eternity_region_branch_and_bound.h"
#include "suite.h"

#include <inttypes.h>
#include <stdio.h>

enum { ROUNDS = 60 };

/* Each piece on a random cell of its kind, with grey where it belongs. */
static void random_board(const struct eternity *puzzle, const int16_t *solution,
                         struct rng *rng, int16_t *board)
{
    memcpy(board, solution, puzzle->cells * sizeof *board);
    for (unsigned i = 0; i < 20 * puzzle->cells; i++) {
        unsigned a = (unsigned)rng_below(rng, puzzle->cells);
        unsigned b = (unsigned)rng_below(rng, puzzle->cells);
        int16_t changed[ETERNITY_MAX_CELLS];
        memcpy(changed, board, sizeof changed);
        changed[a] = eternity_turned(board[b], (unsigned)rng_below(rng, 4));
        changed[b] = eternity_turned(board[a], (unsigned)rng_below(rng, 4));
        if (a != b && planted_keeps_rules(puzzle, changed))
            memcpy(board, changed, sizeof changed);
    }
}

static void random_region(const struct eternity *puzzle, const int16_t *board,
                          unsigned cells, struct rng *rng,
                          struct eternity_region *region)
{
    uint32_t order[ETERNITY_MAX_CELLS];
    for (uint32_t cell = 0; cell < puzzle->cells; cell++)
        order[cell] = cell;
    rng_shuffle(rng, order, puzzle->cells);
    region->cells = cells;
    for (unsigned i = 0; i < cells; i++) {
        region->cell[i] = (uint16_t)order[i];
        region->piece[cells - 1 - i] = (uint16_t)eternity_piece(board[order[i]]);
    }
}

/* The best score over all ways to lay the region's pieces. */
static unsigned slow_best(const struct eternity *puzzle,
                          const struct eternity_region *region, unsigned depth,
                          int16_t *board, unsigned used)
{
    unsigned best = 0;
    if (depth == region->cells)
        return planted_keeps_rules(puzzle, board) ? eternity_score(puzzle, board) : 0;
    for (unsigned p = 0; p < region->cells; p++)
        for (unsigned turn = 0; turn < 4 && !(used >> p & 1); turn++) {
            board[region->cell[depth]] = (int16_t)(4 * region->piece[p] + turn);
            unsigned score =
                slow_best(puzzle, region, depth + 1, board, used | 1u << p);
            best = score > best ? score : best;
        }
    return best;
}

/* As many tiles as it took when this was written: what prunes less finds the same,
 * later. Where it takes fewer, the numbers follow. */
static void check_laid(uint64_t laid, uint64_t most)
{
    CU_ASSERT(laid <= most);
    if (laid > most)
        printf("%" PRIu64 " tiles laid\n", laid);
}

static void solve_finds_the_fewest_breaks(void)
{
    uint64_t laid = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct eternity puzzle;
        struct eternity_region region;
        int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
        int16_t slow[ETERNITY_MAX_CELLS];
        struct rng rng;
        rng_seed(&rng, seed, 2);
        planted_puzzle(&rng, 4, 4, 2, 2, &puzzle, solution);
        for (uint64_t clues = seed % 3; clues > 0; clues--)
            planted_clue(&puzzle, solution, (unsigned)rng_below(&rng, 16));
        random_board(&puzzle, solution, &rng, board);
        random_region(&puzzle, board, 4, &rng, &region);
        memcpy(slow, board, sizeof slow);
        unsigned score = eternity_score(&puzzle, board);
        unsigned breaks = eternity_region_breaks(&puzzle, &region, board);
        unsigned best = slow_best(&puzzle, &region, 0, slow, 0);
        uint64_t nodes = UINT64_MAX;
        unsigned fewest =
            eternity_region_solve(&puzzle, &region, breaks + 1, board, &nodes);
        laid += UINT64_MAX - nodes;
        CU_ASSERT(planted_keeps_rules(&puzzle, board));
        CU_ASSERT_EQUAL(eternity_score(&puzzle, board), best);
        CU_ASSERT_EQUAL(breaks - fewest, best - score);
        if (eternity_score(&puzzle, board) != best)
            printf("seed %llu\n", (unsigned long long)seed);
    }
    check_laid(laid, 480);
}

static void solve_leaves_what_it_cannot_better(void)
{
    struct eternity puzzle;
    struct eternity_region region;
    int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
    struct rng rng;
    rng_seed(&rng, 7, 2);
    planted_puzzle(&rng, 5, 5, 2, 3, &puzzle, solution);
    random_board(&puzzle, solution, &rng, board);
    random_region(&puzzle, board, 6, &rng, &region);
    uint64_t nodes = UINT64_MAX;
    unsigned fewest = eternity_region_solve(&puzzle, &region, 100, board, &nodes);
    int16_t before[ETERNITY_MAX_CELLS];
    memcpy(before, board, sizeof before);
    CU_ASSERT_EQUAL(eternity_region_solve(&puzzle, &region, fewest, board, &nodes),
                    fewest);
    CU_ASSERT(!memcmp(board, before, puzzle.cells * sizeof *board));
}

/* The whole of a solved 4x4 board: 16 cells, the most there can be. */
static void solve_completes_a_whole_board(void)
{
    uint64_t laid = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct eternity puzzle;
        struct eternity_region region = {.cells = 16};
        int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS] = {0};
        struct rng rng;
        rng_seed(&rng, seed, 2);
        planted_puzzle(&rng, 4, 4, 3, 4, &puzzle, solution);
        for (unsigned i = 0; i < 16; i++)
            region.cell[i] = region.piece[i] = (uint16_t)i;
        uint64_t nodes = UINT64_MAX;
        CU_ASSERT_EQUAL(eternity_region_solve(&puzzle, &region, 3, board, &nodes), 0);
        CU_ASSERT_EQUAL(eternity_score(&puzzle, board), puzzle.best_score);
        laid += UINT64_MAX - nodes;
        uint64_t few = 10;
        eternity_region_solve(&puzzle, &region, 3, board, &few);
        CU_ASSERT_EQUAL(few, 0);
    }
    check_laid(laid, 11547);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(solve_finds_the_fewest_breaks),
        SUITE_TEST(solve_leaves_what_it_cannot_better),
        SUITE_TEST(solve_completes_a_whole_board),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_region", NULL, NULL, tests);
}
