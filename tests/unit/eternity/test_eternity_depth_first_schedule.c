/* Eternity: the schedules of the depth-first search. */
#include "eternity_depth_first_schedule.h"
#include "eternity_planted.h"
#include "suite.h"

static struct eternity puzzle;
static struct eternity_break_schedule schedule;

static void make_puzzle(uint64_t seed, unsigned rows, unsigned cols, unsigned ring,
                        unsigned inner)
{
    int16_t solution[ETERNITY_MAX_CELLS];
    struct rng rng;
    rng_seed(&rng, seed, 7);
    planted_puzzle(&rng, rows, cols, ring, inner, &puzzle, solution);
}

/* How many breaks are allowed: none before `free`, all after `last`, one by one. */
static void breaks_come_one_by_one(void)
{
    for (unsigned cells = 4; cells <= ETERNITY_MAX_CELLS; cells += 37)
        for (unsigned breaks = 0; breaks <= 40; breaks++) {
            const double free = 0.77, last = 0.93;
            eternity_depth_first_set_breaks(cells, free, last, breaks, &schedule);
            for (unsigned depth = 0; depth <= cells; depth++) {
                const unsigned allowed = schedule.breaks[depth];
                CU_ASSERT(allowed <= breaks);
                CU_ASSERT(depth > free * cells || allowed == 0);
                CU_ASSERT(depth <= last * cells || allowed == breaks);
                CU_ASSERT(depth == 0 || allowed >= schedule.breaks[depth - 1]);
                if (breaks > 0 && breaks < 0.16 * cells / 2 && depth > 0)
                    CU_ASSERT(allowed <= schedule.breaks[depth - 1] + 1u);
            }
        }
}

static void breaks_are_those_of_the_published_solver(void)
{
    /* The cells from which on each is allowed, libblackwood's scenario for 470. */
    static const unsigned published[10] = {197, 203, 210, 216, 221,
                                           225, 229, 233, 236, 238};
    eternity_depth_first_set_breaks(256, 197 / 256., 238.5 / 256, 10, &schedule);
    for (unsigned depth = 0, k = 0; depth < 256; depth++)
        if (schedule.breaks[depth + 1] > schedule.breaks[depth]) {
            CU_ASSERT_FATAL(k < 10);
            CU_ASSERT(depth + 2 >= published[k] && depth <= published[k] + 2);
            k++;
        }
    CU_ASSERT_EQUAL(schedule.breaks[256], 10);
}

static bool is_of_ring(unsigned colour, unsigned ring)
{
    return colour <= ring;
}

static void colours_are_of_the_ring_and_the_inside(void)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const unsigned ring = 2 + (unsigned)seed % 3, inner = 3 + (unsigned)seed % 5;
        const unsigned most[2] = {(unsigned)seed % 3, (unsigned)seed % 4};
        unsigned drawn[2] = {0, 0};
        struct rng rng;
        make_puzzle(seed, 8, 8, ring, inner);
        rng_seed(&rng, seed, 8);
        const uint64_t early =
            eternity_depth_first_draw_colours(&puzzle, most[0], most[1], &rng);
        CU_ASSERT((early & 1) == 0);
        CU_ASSERT(early >> puzzle.colours == 0);
        for (unsigned colour = 1; colour < puzzle.colours; colour++)
            drawn[!is_of_ring(colour, ring)] += early >> colour & 1;
        CU_ASSERT(drawn[0] == most[0] && drawn[1] == most[1]);
    }
}

/* Sides of the early colours in all pieces. */
static unsigned sides_of(uint64_t early)
{
    unsigned n = 0;
    for (unsigned piece = 0; piece < puzzle.cells; piece++)
        for (unsigned side = 0; side < N_SIDES; side++)
            n += early >> puzzle.sides[4 * piece][side] & 1;
    return n;
}

static void demand_grows_up_to_its_end(void)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const double demand = (double)(seed % 5) / 4;
        struct rng rng;
        make_puzzle(seed, 2 + (unsigned)seed % 15, 2 + (unsigned)seed % 13, 3, 6);
        rng_seed(&rng, seed, 8);
        const uint64_t early = eternity_depth_first_draw_colours(&puzzle, 1, 2, &rng);
        const unsigned end =
            eternity_depth_first_set_early(&puzzle, early, demand, &schedule);
        CU_ASSERT(end <= puzzle.cells);
        for (unsigned depth = 0; depth <= puzzle.cells; depth++) {
            CU_ASSERT(depth > puzzle.cols || schedule.early[depth] == 0);
            CU_ASSERT(schedule.early[depth] <= demand * sides_of(early));
            CU_ASSERT(depth == 0 || depth > end ||
                      schedule.early[depth] >= schedule.early[depth - 1]);
            CU_ASSERT(depth <= end || schedule.early[depth] == 0);
        }
        CU_ASSERT(end == 0 || schedule.early[end] > 0);
    }
}

/* As many as J. Blackwood's solver asks for with 26 to 160 cells before the next. */
static void demand_is_that_of_the_published_solver(void)
{
    static const unsigned at[5][2] = {
        {26, 28}, {56, 71}, {76, 89}, {102, 106}, {160, 119}};
    make_puzzle(1, 16, 16, 5, 17);
    struct rng rng;
    rng_seed(&rng, 1, 8);
    const uint64_t early = eternity_depth_first_draw_colours(&puzzle, 1, 2, &rng);
    const unsigned all = sides_of(early);
    CU_ASSERT_EQUAL(eternity_depth_first_set_early(&puzzle, early, 1, &schedule), 161);
    for (unsigned i = 0; i < 5; i++) {
        const double exact = all * at[i][1] / 122.0;
        CU_ASSERT_DOUBLE_EQUAL(schedule.early[at[i][0] + 1], exact, 1.0);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(breaks_come_one_by_one),
        SUITE_TEST(breaks_are_those_of_the_published_solver),
        SUITE_TEST(colours_are_of_the_ring_and_the_inside),
        SUITE_TEST(demand_grows_up_to_its_end),
        SUITE_TEST(demand_is_that_of_the_published_solver),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_depth_first_schedule", NULL, NULL, tests);
}
