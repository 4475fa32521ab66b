/* Eternity: the beam search, and the outlook that it follows. */
#include "eternity_beam.h"
#include "eternity_planted.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>

/* A puzzle with a beam on it. */
static struct eternity puzzle;
static int16_t solution[ETERNITY_MAX_CELLS];
static struct eternity_order order;
static struct eternity_lists lists;
static struct eternity_course course;
static struct eternity_beam beam;
static struct arena perm;

static void open_beam(uint64_t seed, unsigned side, size_t width, unsigned clues)
{
    struct rng rng;
    struct error err = {0};
    rng_seed(&rng, seed, 3);
    planted_puzzle(&rng, side, side, 3, 4, &puzzle, solution);
    for (unsigned i = 0; i < clues; i++)
        planted_clue(&puzzle, solution, (unsigned)rng_below(&rng, puzzle.cells));
    eternity_order_set(&puzzle, side / 2, 2, &order);
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(eternity_lists_init(&lists, &puzzle, &perm, &err), STATUS_OK);
    eternity_lists_fill(&lists, 0, &rng);
    eternity_course_set(&course, &lists, &order);
    CU_ASSERT_EQUAL_FATAL(
        eternity_beam_init(&beam, &course, width, 5, 0.1, &perm, &err), STATUS_OK);
}

/* The state's tiles keep the rules of the cells they fill, and break so many joints. */
static void check_state(size_t state)
{
    int16_t tiles[ETERNITY_MAX_CELLS];
    bool used[ETERNITY_MAX_CELLS] = {false};
    unsigned breaks = 0;
    eternity_beam_tiles(&beam, state, tiles);
    for (unsigned depth = 0; depth < beam.depth; depth++) {
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
    CU_ASSERT_EQUAL(breaks, eternity_beam_breaks(&beam, state));
}

static void run_keeps_the_rules(void)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        open_beam(seed, 6, 200, (unsigned)seed % 3);
        for (unsigned depth = 0; depth <= puzzle.cells; depth++)
            course.rules.breaks[depth] = (uint16_t)(depth < 12 ? 0 : (depth - 10) / 2);
        course.rules.goal = 32;
        eternity_beam_begin(&beam, seed);
        CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
        CU_ASSERT_EQUAL(beam.depth, 32);
        CU_ASSERT(beam.states > 0 && beam.states <= 200);
        for (size_t state = 0; state < beam.states; state++)
            check_state(state);
        arena_free(&perm);
    }
}

static void run_is_the_same_in_slices(void)
{
    int16_t whole[ETERNITY_MAX_CELLS], sliced[ETERNITY_MAX_CELLS];
    open_beam(5, 7, 300, 1);
    for (unsigned depth = 0; depth <= puzzle.cells; depth++)
        course.rules.breaks[depth] = (uint16_t)(depth / 4);
    course.rules.goal = 40;
    eternity_beam_begin(&beam, 11);
    CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
    size_t states = beam.states;
    CU_ASSERT_FATAL(states > 1);
    eternity_beam_tiles(&beam, states - 1, whole);
    eternity_beam_begin(&beam, 12);
    eternity_beam_run(&beam, 5000);
    eternity_beam_begin(&beam, 11);
    while (!eternity_beam_run(&beam, 37))
        CU_ASSERT(beam.states <= 300);
    CU_ASSERT_EQUAL_FATAL(beam.states, states);
    eternity_beam_tiles(&beam, states - 1, sliced);
    CU_ASSERT(!memcmp(whole, sliced, beam.depth * sizeof *whole));
    arena_free(&perm);
}

static void run_solves_planted_puzzles(void)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        open_beam(seed, 5, 20000, 0);
        eternity_beam_begin(&beam, seed);
        CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
        CU_ASSERT(beam.states > 0 && beam.depth == puzzle.cells);
        check_state(0);
        arena_free(&perm);
    }
}

/* Every way to fill the first cells without a break is a state when the beam is wide,
 * but those alike in pieces and in the colours along the line. */
static size_t slow_states(unsigned goal)
{
    static struct eternity_fill fill;
    static uint64_t seen[20000];
    size_t n = 0;
    course.rules.goal = (uint16_t)goal;
    eternity_fill_begin(&course, NULL, 0, &fill);
    while (eternity_fill_run(&course, &fill, UINT64_MAX / 2) == FILL_REACHED) {
        int16_t tiles[ETERNITY_MAX_CELLS];
        uint8_t line[ETERNITY_SLOTS] = {0};
        uint64_t sum = 0;
        eternity_fill_tiles(&fill, tiles);
        for (unsigned depth = 0; depth < goal; depth++) {
            unsigned cell = order.cell[depth];
            line[cell % puzzle.cols] = puzzle.sides[tiles[depth]][SOUTH];
            line[puzzle.cols + cell / puzzle.cols] = puzzle.sides[tiles[depth]][EAST];
            sum += UINT64_C(1) << eternity_piece(tiles[depth]);
        }
        for (unsigned i = 0; i < puzzle.rows + puzzle.cols; i++)
            sum = sum * UINT64_C(6364136223846793005) + line[i] + 1;
        size_t i = 0;
        while (i < n && seen[i] != sum)
            i++;
        if (i == n && n < 20000)
            seen[n++] = sum;
    }
    return n;
}

static void run_keeps_all_when_wide(void)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        open_beam(seed, 5, 50000, 0);
        course.rules.goal = 8;
        eternity_beam_begin(&beam, seed);
        eternity_beam_run(&beam, SIZE_MAX);
        size_t states = beam.states;
        CU_ASSERT_EQUAL(states, slow_states(8));
        CU_ASSERT(states > 10);
        arena_free(&perm);
    }
}

/* The value as the header says it, from the solution's first cells. */
static double slow_value(unsigned depth, const uint16_t *supply)
{
    unsigned colours = puzzle.colours;
    double miss = exp(-5), value = 0, total[N_CLASSES] = {0};
    const struct eternity_view *view = &beam.outlook.view[depth];
    for (unsigned class = 0; class < N_CLASSES; class ++)
        for (unsigned c = 0; c < colours; c++)
            total[class] += supply[class * colours + c];
    for (unsigned side = 0; side < N_SIDES; side++)
        if (view->class_of[side] >= 0)
            total[view->class_of[side]]--;
    double inner = 0, inward = 0, ring = 0;
    for (unsigned c = 0; c < colours; c++) {
        double n = supply[c], e = supply[colours + c], r = supply[2 * colours + c];
        inner += n * (n - 1);
        inward += n * e;
        ring += r * (r - 1);
    }
    value -= view->joints[0] * log(inner + total[0] * total[0] * miss);
    value -= view->joints[1] * log(inward + total[0] * total[1] * miss);
    value -= view->joints[2] * log(ring + total[2] * total[2] * miss);
    for (unsigned i = 0; i < view->asking; i++) {
        unsigned slot = view->slot[i], class = view->asks[i];
        unsigned cell = 0, colour = 0; /* the last filled cell of its column or row */
        for (unsigned d = 0; d < depth; d++) {
            cell = order.cell[d];
            if (slot == cell % puzzle.cols)
                colour = puzzle.sides[solution[cell]][SOUTH];
            if (slot == puzzle.cols + cell / puzzle.cols)
                colour = puzzle.sides[solution[cell]][EAST];
        }
        value -= log(supply[class * colours + colour] + fmax(total[class], 1) * miss);
    }
    return value;
}

static void outlook_is_what_it_says(void)
{
    open_beam(2, 6, 10, 0);
    static struct eternity_prices prices;
    uint16_t supply[ETERNITY_INKS];
    uint8_t slots[ETERNITY_SLOTS] = {0};
    memcpy(supply, beam.outlook.supply, beam.outlook.inks * sizeof *supply);
    for (unsigned depth = 0; depth < 30; depth++) {
        unsigned cell = order.cell[depth];
        int16_t tile = solution[cell];
        eternity_outlook_turn(&beam.outlook, depth, supply);
        eternity_outlook_price(&beam.outlook, supply, slots, 0, &prices);
        CU_ASSERT_DOUBLE_EQUAL(prices.base, slow_value(depth, supply), 1e-3);
        for (unsigned side = 0; side < N_SIDES; side++)
            supply[beam.outlook.ink[tile][side]]--;
        slots[cell % puzzle.cols] = puzzle.sides[tile][SOUTH];
        slots[puzzle.cols + cell / puzzle.cols] = puzzle.sides[tile][EAST];
    }
    arena_free(&perm);
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("eternity_beam", NULL, NULL);
    CU_add_test(suite, "run_keeps_the_rules", run_keeps_the_rules);
    CU_add_test(suite, "run_is_the_same_in_slices", run_is_the_same_in_slices);
    CU_add_test(suite, "run_solves_planted_puzzles", run_solves_planted_puzzles);
    CU_add_test(suite, "run_keeps_all_when_wide", run_keeps_all_when_wide);
    CU_add_test(suite, "outlook_is_what_it_says", outlook_is_what_it_says);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures ? 1 : 0;
}
