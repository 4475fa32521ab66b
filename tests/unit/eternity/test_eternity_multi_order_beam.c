/* Eternity: reflected puzzles, and beam searches in several orders. */
#include "eternity_beam_state.h"
#include "eternity_multi_order_beam.h"
#include "eternity_planted.h"
#include "eternity_reflection.h"
#include "suite.h"

enum { WIDTH = 200, SEEDS = 6 };

static struct eternity puzzle;
static int16_t solution[ETERNITY_MAX_CELLS];
static struct eternity_multi_order_beam multi_order;
static struct arena perm;

static void open_puzzle(uint64_t seed, struct rng *rng)
{
    unsigned rows = 7 + (unsigned)seed % 3, cols = 6 + (unsigned)seed % 2;
    rng_seed(rng, seed, 3);
    planted_puzzle(rng, rows, cols, 3, 4, &puzzle, solution);
    for (unsigned clues = 0; clues < seed % 3; clues++)
        planted_clue(&puzzle, solution, (unsigned)rng_below(rng, puzzle.cells));
}

/* A trunk that has ended, and is kept. */
static void open_search(uint64_t seed)
{
    const struct eternity_multi_order_beam_options options = {
        .widest = WIDTH,
        .branches = ETERNITY_MULTI_ORDER_BEAM_BRANCHES,
        .weight = 4,
        .early_noise = 1,
        .noise = 0.1,
        .free = 0.5,
        .gap = 3};
    struct error err = {0};
    struct rng rng;
    open_puzzle(seed, &rng);
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(
        eternity_multi_order_beam_init(&multi_order, &puzzle, &options, &perm, &err),
        STATUS_OK);
    eternity_multi_order_beam_fill(&multi_order, seed);
    eternity_multi_order_beam_begin(&multi_order, WIDTH, NULL, 0, seed);
    CU_ASSERT_FATAL(eternity_beam_run(&multi_order.part[0].beam, SIZE_MAX));
    CU_ASSERT_EQUAL(multi_order.part[0].beam.depth, multi_order.fork);
    CU_ASSERT_FATAL(multi_order.part[0].beam.states > 1);
    eternity_multi_order_beam_keep(&multi_order);
}

static void mirror_is_the_same_puzzle(void)
{
    static struct eternity there, back;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct rng rng;
        int16_t board[ETERNITY_MAX_CELLS], reflected[ETERNITY_MAX_CELLS];
        open_puzzle(seed, &rng);
        eternity_reflect(&puzzle, &there);
        eternity_reflect(&there, &back);
        CU_ASSERT(!memcmp(&puzzle, &back, sizeof puzzle));
        memcpy(board, solution, sizeof board);
        for (unsigned cell = 0; cell < puzzle.cells; cell += 3)
            board[cell] = eternity_turned(board[cell], (unsigned)rng_below(&rng, 4));
        for (unsigned cell = 0; cell < puzzle.cells; cell++)
            reflected[eternity_reflect_cell(&puzzle, cell)] =
                eternity_reflect_tile(board[cell]);
        CU_ASSERT_EQUAL(eternity_score(&puzzle, board),
                        eternity_score(&there, reflected));
        for (unsigned cell = 0; cell < puzzle.cells; cell++)
            reflected[eternity_reflect_cell(&puzzle, cell)] =
                eternity_reflect_tile(solution[cell]);
        CU_ASSERT(planted_keeps_rules(&there, reflected));
        CU_ASSERT_EQUAL(eternity_score(&there, reflected), puzzle.best_score);
    }
}

/* The trunk's tiles of a state as a branch would have laid them. */
static void tiles_of_branch(const struct eternity_multi_order_beam_part *branch,
                            size_t state, int16_t *tiles)
{
    int16_t laid[ETERNITY_MAX_CELLS];
    eternity_beam_tiles(&branch->beam, state, laid);
    for (unsigned depth = 0; depth < multi_order.fork; depth++)
        tiles[depth] =
            branch->reflected
                ? eternity_reflect_tile(laid[eternity_reflect_cell(&puzzle, depth)])
                : laid[depth];
}

/* A branch begins with what a beam that lays the same tiles one by one has. */
static void check_first_state(const struct eternity_multi_order_beam_part *branch,
                              struct eternity_beam *twin, size_t i)
{
    int16_t tiles[ETERNITY_MAX_CELLS];
    struct eternity_beam_state *state = eternity_beam_state_at(&branch->beam, i);
    struct eternity_beam_state *other = eternity_beam_state_at(twin, 0);
    tiles_of_branch(branch, i, tiles);
    eternity_beam_begin(twin, 1, tiles, multi_order.fork, 1);
    struct eternity_frontier frontier = eternity_beam_frontier_of(&branch->beam, state),
                             same = eternity_beam_frontier_of(twin, other);
    const struct eternity_colour_heuristic *heuristic = &twin->heuristic;
    CU_ASSERT_EQUAL(state->breaks, other->breaks);
    CU_ASSERT(!memcmp(eternity_beam_used_of(state), eternity_beam_used_of(other),
                      eternity_filter_words(&puzzle) * sizeof(uint64_t)));
    CU_ASSERT(!memcmp(frontier.colours, same.colours, heuristic->positions));
    /* the last type is none */
    CU_ASSERT(!memcmp(frontier.supply, same.supply,
                      (heuristic->types - 1) * sizeof(uint16_t)));
    CU_ASSERT(!memcmp(frontier.demand, same.demand, heuristic->types - 1));
}

static void branch_begins_as_if_laid_tile_by_tile(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        open_search(seed);
        for (unsigned part = 1; part < multi_order.parts; part++) {
            struct eternity_beam twin;
            struct error err = {0};
            CU_ASSERT_EQUAL_FATAL(eternity_beam_init(&twin,
                                                     &multi_order.part[part].plan, 1, 4,
                                                     0, 0, &perm, &err),
                                  STATUS_OK);
            eternity_multi_order_beam_branch(&multi_order, part);
            CU_ASSERT_EQUAL(multi_order.part[part].beam.depth, multi_order.fork);
            for (size_t i = 0; i < multi_order.part[part].beam.states; i++)
                check_first_state(&multi_order.part[part], &twin, i);
        }
        arena_free(&perm);
    }
}

/* Breaks between cells that are not open. */
static unsigned breaks_among(const int16_t *board, const bool *open)
{
    unsigned breaks = 0;
    for (unsigned cell = 0; cell < puzzle.cells; cell++) {
        const uint8_t *sides = puzzle.sides[board[cell]];
        unsigned east = cell + 1, south = cell + puzzle.cols;
        if (open[cell])
            continue;
        if (east % puzzle.cols && !open[east])
            breaks += sides[EAST] != puzzle.sides[board[east]][WEST];
        if (south < puzzle.cells && !open[south])
            breaks += sides[SOUTH] != puzzle.sides[board[south]][NORTH];
    }
    return breaks;
}

/* The board of a state, with the pieces left laid anyhow, has each piece once, and the
 * breaks that the beam counted; its other cells keep the rules. */
static void check_board(unsigned part, size_t state)
{
    int16_t board[ETERNITY_MAX_CELLS];
    bool open[ETERNITY_MAX_CELLS] = {false}, used[ETERNITY_MAX_CELLS] = {false};
    struct eternity_region last;
    eternity_multi_order_beam_board(&multi_order, part, state, board, &last);
    CU_ASSERT_EQUAL(last.cells, puzzle.cells - multi_order.part[part].beam.depth);
    for (unsigned i = 0; i < last.cells; i++) {
        board[last.cell[i]] = (int16_t)(4 * last.piece[i]);
        open[last.cell[i]] = true;
    }
    for (unsigned cell = 0; cell < puzzle.cells; cell++) {
        const uint8_t *sides = puzzle.sides[board[cell]];
        CU_ASSERT(!used[eternity_piece(board[cell])]);
        used[eternity_piece(board[cell])] = true;
        if (open[cell])
            continue;
        CU_ASSERT(puzzle.clue[cell] < 0 || puzzle.clue[cell] == board[cell]);
        CU_ASSERT_EQUAL(sides[NORTH] == 0, cell < puzzle.cols);
        CU_ASSERT_EQUAL(sides[WEST] == 0, cell % puzzle.cols == 0);
        CU_ASSERT_EQUAL(sides[EAST] == 0, (cell + 1) % puzzle.cols == 0);
        CU_ASSERT_EQUAL(sides[SOUTH] == 0, cell + puzzle.cols >= puzzle.cells);
    }
    CU_ASSERT_EQUAL(breaks_among(board, open),
                    eternity_beam_breaks(&multi_order.part[part].beam, state));
}

/* States alike in pieces and line are one, in the mirror too. */
static void check_states_differ(struct eternity_beam *beam)
{
    for (size_t i = 0; i < beam->states; i++)
        for (size_t j = 0; j < i; j++) {
            struct eternity_beam_state *one = eternity_beam_state_at(beam, i),
                                       *other = eternity_beam_state_at(beam, j);
            CU_ASSERT(memcmp(eternity_beam_used_of(one), eternity_beam_used_of(other),
                             eternity_filter_words(&puzzle) * sizeof(uint64_t)) != 0 ||
                      memcmp(eternity_beam_colours_of(beam, one),
                             eternity_beam_colours_of(beam, other),
                             beam->heuristic.positions) != 0);
        }
}

static void branches_keep_the_rules(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        open_search(seed);
        for (unsigned part = 1; part < multi_order.parts; part++) {
            struct eternity_beam *beam = &multi_order.part[part].beam;
            eternity_multi_order_beam_branch(&multi_order, part);
            CU_ASSERT(eternity_beam_run(beam, SIZE_MAX));
            CU_ASSERT_EQUAL(beam->depth, puzzle.cells - 12);
            CU_ASSERT_FATAL(beam->states > 0);
            for (size_t state = 0; state < beam->states; state++)
                check_board(part, state);
            check_states_differ(beam);
        }
        arena_free(&perm);
    }
}

/* Runs a branch; returns its last state's board. */
static size_t run_branch(unsigned part, int16_t *board)
{
    struct eternity_beam *beam = &multi_order.part[part].beam;
    struct eternity_region last;
    eternity_multi_order_beam_branch(&multi_order, part);
    while (!eternity_beam_run(beam, 500))
        CU_ASSERT(beam->states <= WIDTH);
    CU_ASSERT_FATAL(beam->states > 0);
    memset(board, 0, puzzle.cells * sizeof *board);
    eternity_multi_order_beam_board(&multi_order, part, beam->states - 1, board, &last);
    return beam->states;
}

static void branches_do_not_depend_on_each_other(void)
{
    int16_t board[ETERNITY_MULTI_ORDER_BEAM_BRANCHES][ETERNITY_MAX_CELLS],
        again[ETERNITY_MAX_CELLS];
    size_t states[ETERNITY_MULTI_ORDER_BEAM_BRANCHES];
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        open_search(seed);
        for (unsigned part = 1; part < multi_order.parts; part++)
            states[part - 1] = run_branch(part, board[part - 1]);
        arena_free(&perm);
        open_search(seed);
        for (unsigned part = multi_order.parts; part-- > 1;) {
            CU_ASSERT_EQUAL(run_branch(part, again), states[part - 1]);
            CU_ASSERT(!memcmp(board[part - 1], again, puzzle.cells * sizeof *again));
        }
        arena_free(&perm);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(mirror_is_the_same_puzzle),
        SUITE_TEST(branch_begins_as_if_laid_tile_by_tile),
        SUITE_TEST(branches_keep_the_rules),
        SUITE_TEST(branches_do_not_depend_on_each_other),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity: beam search in several orders", NULL, NULL, tests);
}
