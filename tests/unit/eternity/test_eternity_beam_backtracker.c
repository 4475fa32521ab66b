/* Eternity: backtracking from the states of beams. */
#include "eternity_beam_backtracker.h"
#include "eternity_planted.h"
#include "suite.h"

enum { SEEDS = 6, MANY = 2000000000 };

static struct eternity puzzle;
static struct eternity_candidate_table table;
static struct eternity_beam_backtracker search;
static struct arena perm;
static struct rng rounds;

static void init_search(struct eternity_beam_backtracker *searching)
{
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(
        eternity_beam_backtracker_init(searching, &table, 4, 1, 0.1, &perm, &err),
        STATUS_OK);
}

static void open_search(uint64_t seed, unsigned rows, unsigned cols, unsigned inner,
                        unsigned clues)
{
    int16_t solution[ETERNITY_MAX_CELLS];
    struct error err = {0};
    struct rng rng;
    rng_seed(&rng, seed, 5);
    planted_puzzle(&rng, rows, cols, 3, inner, &puzzle, solution);
    for (unsigned i = 0; i < clues; i++)
        planted_clue(&puzzle, solution, (unsigned)rng_below(&rng, puzzle.cells));
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(eternity_candidate_table_init(&table, &puzzle, &perm, &err),
                          STATUS_OK);
    eternity_candidate_table_fill(&table, &rng);
    init_search(&search);
    rng_seed(&rounds, seed, 6);
}

/* Searches in slices until a board is found, after at most MANY placements. */
static bool solve(struct eternity_beam_backtracker *searching, uint64_t slice,
                  int16_t *board)
{
    int16_t tiles[ETERNITY_MAX_CELLS];
    for (uint64_t all = 0; all < MANY; all += slice) {
        uint64_t left = slice;
        if (!eternity_beam_backtracker_run(searching, &rounds, &left, tiles))
            continue;
        for (unsigned depth = 0; depth < puzzle.cells; depth++)
            board[searching->order.cell[depth]] = tiles[depth];
        return true;
    }
    return false;
}

static void boards_have_no_breaks(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int16_t board[ETERNITY_MAX_CELLS];
        open_search(seed, 3 + (unsigned)seed % 4, 6, 4, (unsigned)seed % 3);
        CU_ASSERT_FATAL(solve(&search, 1000000, board));
        CU_ASSERT(planted_keeps_rules(&puzzle, board));
        CU_ASSERT_EQUAL(eternity_score(&puzzle, board), puzzle.best_score);
        arena_free(&perm);
    }
}

static void slices_do_not_change_the_board(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int16_t whole[ETERNITY_MAX_CELLS], sliced[ETERNITY_MAX_CELLS];
        open_search(seed, 7, 7, 5, 0);
        CU_ASSERT_FATAL(solve(&search, MANY / 2, whole));
        arena_free(&perm);
        open_search(seed, 7, 7, 5, 0);
        CU_ASSERT_FATAL(solve(&search, 1237, sliced));
        CU_ASSERT(!memcmp(whole, sliced, puzzle.cells * sizeof *whole));
        arena_free(&perm);
    }
}

static void progress_is_all_that_a_resume_needs(void)
{
    static struct eternity_beam_backtracker resumed;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int16_t tiles[ETERNITY_MAX_CELLS], whole[ETERNITY_MAX_CELLS],
            after[ETERNITY_MAX_CELLS];
        uint64_t placements = 20000 * seed;
        open_search(seed, 7, 7, 5, 0);
        if (!eternity_beam_backtracker_run(&search, &rounds, &placements, tiles)) {
            struct rng then = rounds;
            init_search(&resumed);
            resumed.progress = search.progress;
            CU_ASSERT_FATAL(solve(&search, 1000000, whole));
            rounds = then;
            CU_ASSERT_FATAL(solve(&resumed, 1000000, after));
            CU_ASSERT(!memcmp(whole, after, puzzle.cells * sizeof *whole));
        }
        arena_free(&perm);
    }
}

static void rounds_begin_with_their_first_state(void)
{
    unsigned begun = 0;
    open_search(1, 7, 7, 9, 0);
    for (unsigned call = 0; call < 100000 && begun < 4; call++) {
        int16_t tiles[ETERNITY_MAX_CELLS];
        const uint64_t seed = search.progress.seed;
        uint64_t left = 10000; /* less than a beam takes */
        if (eternity_beam_backtracker_run(&search, &rounds, &left, tiles))
            break;
        if (search.progress.seed && search.progress.seed != seed) {
            CU_ASSERT_EQUAL(search.progress.state, 1);
            begun++;
        }
    }
    CU_ASSERT(begun > 1);
    arena_free(&perm);
}

/* With many colours no state of the beam has a continuation. */
static void rounds_that_lead_nowhere_bring_pauses(void)
{
    int16_t tiles[ETERNITY_MAX_CELLS];
    unsigned idle = 0;
    open_search(1, 12, 12, 30, 0);
    for (unsigned call = 0; call < 20; call++) {
        const struct eternity_beam_backtracker_progress before = search.progress;
        uint64_t left = 1000000000;
        CU_ASSERT(!eternity_beam_backtracker_run(&search, &rounds, &left, tiles));
        CU_ASSERT(left > 0);
        idle += left == 1000000000;
        if (before.pause > 0)
            CU_ASSERT_EQUAL(search.progress.pause, before.pause - 1);
    }
    CU_ASSERT_EQUAL(idle, 15); /* rounds in calls 0, 2, 5, 10 and 19 */
    arena_free(&perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(boards_have_no_breaks),
        SUITE_TEST(slices_do_not_change_the_board),
        SUITE_TEST(progress_is_all_that_a_resume_needs),
        SUITE_TEST(rounds_begin_with_their_first_state),
        SUITE_TEST(rounds_that_lead_nowhere_bring_pauses),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_beam_backtracker", NULL, NULL, tests);
}
