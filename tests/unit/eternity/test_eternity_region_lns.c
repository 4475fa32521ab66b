/* Eternity: large neighbourhood search by branch and bound. */
#include "eternity_planted.h"
#include "eternity_region_lns.h"
#include "suite.h"

#include <stdio.h>

/* The solution with pieces of a few cells exchanged and turned as the rim allows. */
static void spoil(const struct eternity *puzzle, const int16_t *solution,
                  unsigned changes, struct rng *rng, int16_t *board)
{
    memcpy(board, solution, puzzle->cells * sizeof *board);
    while (changes > 0) {
        unsigned a = (unsigned)rng_below(rng, puzzle->cells);
        unsigned b = (unsigned)rng_below(rng, puzzle->cells);
        int16_t of_a = board[a], of_b = board[b];
        board[a] = eternity_turned(of_b, (unsigned)rng_below(rng, N_SIDES));
        board[b] = eternity_turned(of_a, (unsigned)rng_below(rng, N_SIDES));
        if (a != b && planted_keeps_rules(puzzle, board)) {
            changes--;
            continue;
        }
        board[a] = of_a;
        board[b] = of_b;
    }
}

static void repair_never_breaks_more(void)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct eternity puzzle;
        int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
        int16_t before[ETERNITY_MAX_CELLS];
        struct rng rng;
        rng_seed(&rng, seed, 4);
        planted_puzzle(&rng, 6, 7, 3, 5, &puzzle, solution);
        for (uint64_t clues = seed % 4; clues > 0; clues--)
            planted_clue(&puzzle, solution, (unsigned)rng_below(&rng, 42));
        spoil(&puzzle, solution, 10, &rng, board);
        for (int i = 0; i < 50; i++) {
            memcpy(before, board, sizeof before);
            unsigned score = eternity_score(&puzzle, board);
            bool changed = eternity_region_lns(&puzzle, &rng, board);
            CU_ASSERT(planted_keeps_rules(&puzzle, board));
            CU_ASSERT(eternity_score(&puzzle, board) >= score);
            CU_ASSERT_EQUAL(changed,
                            memcmp(before, board, puzzle.cells * sizeof *board) != 0);
        }
    }
}

static void repair_mends_a_few_broken_joints(void)
{
    unsigned solved = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct eternity puzzle;
        int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
        struct rng rng;
        rng_seed(&rng, seed, 5);
        planted_puzzle(&rng, 8, 8, 4, 9, &puzzle, solution);
        spoil(&puzzle, solution, 2, &rng, board);
        for (int i = 0; i < 2000; i++)
            eternity_region_lns(&puzzle, &rng, board);
        solved += eternity_score(&puzzle, board) == puzzle.best_score;
    }
    CU_ASSERT(solved >= 8);
}

static void repair_leaves_solved_boards_and_free_rims(void)
{
    struct eternity puzzle;
    int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
    struct rng rng;
    rng_seed(&rng, 1, 6);
    planted_puzzle(&rng, 6, 6, 3, 5, &puzzle, solution);
    memcpy(board, solution, sizeof board);
    CU_ASSERT(!eternity_region_lns(&puzzle, &rng, board));
    board[0] = eternity_turned(board[0], 1);
    for (int i = 0; i < 20; i++)
        CU_ASSERT(!eternity_region_lns(&puzzle, &rng, board));
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(repair_never_breaks_more),
        SUITE_TEST(repair_mends_a_few_broken_joints),
        SUITE_TEST(repair_leaves_solved_boards_and_free_rims),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_repair", NULL, NULL, tests);
}
