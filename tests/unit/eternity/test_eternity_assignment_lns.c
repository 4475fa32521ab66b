/* Eternity: optimal assignment of cells that do not touch, against all ways. */
#include "eternity_assignment_lns.h"
#include "eternity_planted.h"
#include "suite.h"

#include <stdio.h>

enum { ROUNDS = 60 };

/* Random cells without neighbours among them, at most `most`; returns how many. */
static unsigned apart(const struct eternity *puzzle, unsigned most, struct rng *rng,
                      uint16_t *cells)
{
    unsigned n = 0;
    for (unsigned tries = 0; tries < 200 && n < most; tries++) {
        unsigned cell = (unsigned)rng_below(rng, puzzle->cells);
        bool fits = puzzle->clue[cell] < 0;
        for (unsigned i = 0; i < n; i++) {
            unsigned a = cells[i], rows = a / puzzle->cols > cell / puzzle->cols
                                              ? a / puzzle->cols - cell / puzzle->cols
                                              : cell / puzzle->cols - a / puzzle->cols;
            unsigned cols = a % puzzle->cols > cell % puzzle->cols
                                ? a % puzzle->cols - cell % puzzle->cols
                                : cell % puzzle->cols - a % puzzle->cols;
            fits = fits && rows + cols > 1;
        }
        if (fits)
            cells[n++] = (uint16_t)cell;
    }
    return n;
}

/* The best score over all ways to lay the pieces, turned anyhow. */
static unsigned slow_best(const struct eternity *puzzle, const uint16_t *cells,
                          const int16_t *tiles, unsigned n, unsigned depth,
                          unsigned used, int16_t *board)
{
    unsigned best = 0;
    if (depth == n)
        return planted_keeps_rules(puzzle, board) ? eternity_score(puzzle, board) : 0;
    for (unsigned p = 0; p < n; p++)
        for (unsigned turn = 0; turn < N_SIDES && !(used >> p & 1); turn++) {
            board[cells[depth]] = eternity_turned(tiles[p], turn);
            unsigned score =
                slow_best(puzzle, cells, tiles, n, depth + 1, used | 1u << p, board);
            best = score > best ? score : best;
        }
    return best;
}

/* The solution with pieces exchanged and turned where the rim allows it. */
static void spoil(const struct eternity *puzzle, const int16_t *solution,
                  struct rng *rng, int16_t *board)
{
    memcpy(board, solution, puzzle->cells * sizeof *board);
    for (unsigned i = 0; i < 20 * puzzle->cells; i++) {
        unsigned a = (unsigned)rng_below(rng, puzzle->cells);
        unsigned b = (unsigned)rng_below(rng, puzzle->cells);
        int16_t of_a = board[a], of_b = board[b];
        board[a] = eternity_turned(of_b, (unsigned)rng_below(rng, N_SIDES));
        board[b] = eternity_turned(of_a, (unsigned)rng_below(rng, N_SIDES));
        if (a != b && planted_keeps_rules(puzzle, board))
            continue;
        board[a] = of_a;
        board[b] = of_b;
    }
}

static void assign_finds_the_best_way(void)
{
    unsigned grew = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct eternity puzzle;
        int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
        int16_t slow[ETERNITY_MAX_CELLS], tiles[5];
        uint16_t cells[5];
        struct rng rng;
        rng_seed(&rng, seed, 7);
        planted_puzzle(&rng, 4, 5, 2, 3, &puzzle, solution);
        for (uint64_t clues = seed % 3; clues > 0; clues--)
            planted_clue(&puzzle, solution, (unsigned)rng_below(&rng, 20));
        spoil(&puzzle, solution, &rng, board);
        unsigned n = apart(&puzzle, 5, &rng, cells);
        for (unsigned i = 0; i < n; i++)
            tiles[i] = board[cells[i]];
        memcpy(slow, board, sizeof slow);
        unsigned score = eternity_score(&puzzle, board);
        unsigned best = slow_best(&puzzle, cells, tiles, n, 0, 0, slow);
        int more = eternity_assignment_lns_solve(&puzzle, cells, n, board);
        CU_ASSERT(planted_keeps_rules(&puzzle, board));
        CU_ASSERT_EQUAL(eternity_score(&puzzle, board), best);
        CU_ASSERT_EQUAL(more, (int)(best - score));
        if (eternity_score(&puzzle, board) != best)
            printf("seed %llu\n", (unsigned long long)seed);
        grew += best > score;
    }
    CU_ASSERT(grew > ROUNDS / 4);
}

static void some_never_lowers_the_score(void)
{
    unsigned changes = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct eternity puzzle;
        int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
        struct rng rng;
        rng_seed(&rng, seed, 8);
        planted_puzzle(&rng, 12, 13, 3, 6, &puzzle, solution);
        planted_clue(&puzzle, solution, 70);
        spoil(&puzzle, solution, &rng, board);
        for (int i = 0; i < 50; i++) {
            unsigned score = eternity_score(&puzzle, board);
            changes += eternity_assignment_lns(&puzzle, &rng, board);
            CU_ASSERT(planted_keeps_rules(&puzzle, board));
            CU_ASSERT(eternity_score(&puzzle, board) >= score);
        }
    }
    CU_ASSERT(changes > 100);
}

static void assign_leaves_a_rim_that_is_amiss(void)
{
    struct eternity puzzle;
    int16_t solution[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
    struct rng rng;
    rng_seed(&rng, 1, 9);
    planted_puzzle(&rng, 6, 6, 3, 5, &puzzle, solution);
    memcpy(board, solution, sizeof board);
    board[0] = solution[14];
    board[14] = solution[0];
    const uint16_t cells[] = {0, 3, 8};
    CU_ASSERT_EQUAL(eternity_assignment_lns_solve(&puzzle, cells, 3, board), -1);
    CU_ASSERT(board[0] == solution[14] && board[14] == solution[0]);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(assign_finds_the_best_way),
        SUITE_TEST(some_never_lowers_the_score),
        SUITE_TEST(assign_leaves_a_rim_that_is_amiss),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_assign", NULL, NULL, tests);
}
