/* Eternity: chains of free pieces along the line, and the loops over free pieces, beside
 * slow counts on the board itself. */
#include "eternity_chain.h"
#include "eternity_planted.h"

#include <CUnit/Basic.h>
#include <math.h>

/* A puzzle filled row by row along its solution, with chains. */
static struct eternity puzzle;
static int16_t solution[ETERNITY_MAX_CELLS];
static struct eternity_order order;
static struct eternity_lists lists;
static struct eternity_course course;
static struct eternity_outlook outlook;
static struct eternity_chain chain;
static struct arena perm;

static void open_chain(uint64_t seed, unsigned rows, unsigned cols, unsigned breaks)
{
    struct rng rng;
    struct error err = {0};
    rng_seed(&rng, seed, 3);
    planted_puzzle(&rng, rows, cols, 3, 4, &puzzle, solution);
    if (seed % 2)
        planted_clue(&puzzle, solution, (unsigned)rng_below(&rng, puzzle.cells));
    eternity_order_set(&puzzle, 0, 0, &order);
    arena_init(&perm);
    CU_ASSERT_EQUAL_FATAL(eternity_lists_init(&lists, &puzzle, &perm, &err), STATUS_OK);
    eternity_lists_fill(&lists, 0, &rng);
    eternity_course_set(&course, &lists, &order);
    for (unsigned depth = breaks; depth <= puzzle.cells; depth++)
        course.rules.breaks[depth] = 1;
    CU_ASSERT_EQUAL_FATAL(
        eternity_outlook_init(&outlook, &puzzle, &order, 4, &perm, &err), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(eternity_chain_init(&chain, &course, &outlook, &perm, &err),
                          STATUS_OK);
    eternity_chain_begin(&chain);
}

/* Whether a tile may lie on a cell below a colour, its piece not among the solution's
 * first ones. */
static bool may_lie(int16_t tile, unsigned cell, unsigned above, unsigned laid)
{
    const uint8_t *side = puzzle.sides[tile];
    unsigned row = cell / puzzle.cols, col = cell % puzzle.cols;
    bool is_clue = false;
    for (unsigned before = 0; before < laid; before++)
        if (eternity_piece(solution[before]) == eternity_piece(tile))
            return false;
    for (unsigned c = 0; c < puzzle.cells; c++)
        is_clue |= puzzle.clue[c] >= 0 &&
                   eternity_piece(puzzle.clue[c]) == eternity_piece(tile);
    if (puzzle.clue[cell] >= 0 ? puzzle.clue[cell] != tile : is_clue)
        return false;
    if (col + 1 < puzzle.cols && puzzle.clue[cell + 1] >= 0 &&
        side[EAST] != puzzle.sides[puzzle.clue[cell + 1]][WEST])
        return false;
    if (row + 1 < puzzle.rows && puzzle.clue[cell + puzzle.cols] >= 0 &&
        side[SOUTH] != puzzle.sides[puzzle.clue[cell + puzzle.cols]][NORTH])
        return false;
    return side[NORTH] == above && (side[WEST] == 0) == (col == 0) &&
           (side[EAST] == 0) == (col + 1 == puzzle.cols) &&
           (side[SOUTH] == 0) == (row + 1 == puzzle.rows);
}

/* Chains of a row below the solution's former one, from the left rim up to a cell that
 * ends with a colour east; the cell of a column saw the pieces laid up to the one above
 * it, and that of column `last` all `laid`, and lies below a colour of its own. */
static double slow_strand(unsigned cell, unsigned east, unsigned last, unsigned above,
                          unsigned laid)
{
    unsigned over = cell - puzzle.cols;
    double ways = 0;
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle.cells); tile++) {
        const uint8_t *side = puzzle.sides[tile];
        bool at_end = cell == last;
        if (side[EAST] != east && !at_end)
            continue;
        if (may_lie(tile, cell, at_end ? above : puzzle.sides[solution[over]][SOUTH],
                    at_end ? laid : over + 1))
            ways += cell % puzzle.cols == 0
                        ? 1
                        : slow_strand(cell - 1, side[WEST], last, above, laid);
    }
    return ways;
}

/* Chains from a cell to the right rim, with a colour west. */
static double slow_rest(unsigned cell, unsigned west, unsigned laid)
{
    double ways = 0;
    if (cell % puzzle.cols == 0)
        return west == ETERNITY_GREY;
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle.cells); tile++) {
        const uint8_t *side = puzzle.sides[tile];
        unsigned above =
            cell < puzzle.cols ? 0 : puzzle.sides[solution[cell - puzzle.cols]][SOUTH];
        if (side[WEST] == west && may_lie(tile, cell, above, laid))
            ways += slow_rest(cell + 1, side[EAST], laid);
    }
    return ways;
}

/* Sides of free pieces that a cell's north side can be, clues' pieces among them. */
static unsigned slow_supply(unsigned cell, unsigned colour, unsigned laid)
{
    bool left_or_right = cell % puzzle.cols % (puzzle.cols - 1) == 0;
    bool bottom = cell / puzzle.cols == puzzle.rows - 1;
    unsigned n = 0;
    for (unsigned at = laid; at < puzzle.cells; at++) {
        unsigned piece = eternity_piece(solution[at]);
        const uint8_t *side = puzzle.sides[4 * piece];
        for (unsigned s = 0; s < N_SIDES; s++) {
            bool beside = side[(s + 1) % 4] == 0 || side[(s + 3) % 4] == 0;
            bool inward = !beside && side[(s + 2) % 4] == 0;
            n += side[s] == colour && (left_or_right ? beside
                                       : bottom      ? inward
                                                     : puzzle.greys[piece] == 0);
        }
    }
    return n;
}

static double log_chains(double ways)
{
    return eternity_chain_weight * log(ways > 0 ? ways : 1e-3);
}

/* What asking for the line's colours costs, the next cell's tile laid. */
static double slow_asks(unsigned depth, int16_t tile)
{
    unsigned col = depth % puzzle.cols;
    double sum = 0;
    for (unsigned c = 0; c < puzzle.cols; c++) {
        unsigned cell = depth - col + c + (c <= col ? puzzle.cols : 0);
        if (cell < puzzle.cols || cell >= chain.cells)
            continue;
        int16_t over = c == col ? tile : solution[cell - puzzle.cols];
        sum += log(slow_supply(cell, puzzle.sides[over][SOUTH], depth) + 0.1);
    }
    return eternity_chain_pieces * sum;
}

static double slow_value(unsigned depth, int16_t tile)
{
    unsigned below = depth + puzzle.cols;
    const uint8_t *side = puzzle.sides[tile];
    double value = slow_asks(depth, tile);
    if (depth % puzzle.cols)
        value -= log_chains(slow_rest(depth + 1, side[EAST], depth));
    else
        value -= log_chains(depth == 0 ? 0
                                       : slow_strand(below - 1, 0, below, 0, depth));
    if (below < chain.cells)
        value -= log_chains(slow_strand(below, 0, below, side[SOUTH], depth));
    return value;
}

/* The solution's tile and some others, whether they fit or not. */
static void check_depth(unsigned depth, const struct eternity_link *link)
{
    const unsigned ring = order.cell[depth] % puzzle.cols;
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle.cells); tile++) {
        const uint8_t *side = puzzle.sides[tile];
        if ((side[WEST] == 0) != (ring == 0) ||
            (side[EAST] == 0) != (ring == puzzle.cols - 1) ||
            (side[SOUTH] == 0) != (depth / puzzle.cols == puzzle.rows - 1))
            continue;
        eternity_entry entry = (uint32_t)tile | (uint32_t)side[EAST] << 12 |
                               (uint32_t)side[SOUTH] << 18;
        double value = (double)eternity_chain_value(&chain, link, entry);
        CU_ASSERT_DOUBLE_EQUAL(value / ETERNITY_UNIT, slow_value(depth, tile), 2e-3);
    }
}

static void chain_counts_ways(void)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        uint64_t used[1] = {0};
        uint16_t supply[ETERNITY_INKS], ways[ETERNITY_MAX_COLOURS] = {0}, octaves = 0;
        uint8_t asked[ETERNITY_INKS] = {0}, slots[ETERNITY_SLOTS] = {0};
        struct eternity_line line = {supply, asked, slots};
        struct eternity_strand strand = {ways, &octaves};
        struct eternity_link link;
        open_chain(seed, 6, 4 + (unsigned)seed % 3, seed > 4 ? 15 : 1000);
        memcpy(supply, outlook.supply, outlook.inks * sizeof *supply);
        for (unsigned depth = 0; depth < chain.cells; depth++) {
            eternity_chain_turn(&chain, depth);
            eternity_chain_look(&chain, line, used, strand, &link);
            check_depth(depth, &link);
            used[0] |= UINT64_C(1) << eternity_piece(solution[depth]);
            eternity_outlook_lay(&outlook, depth, solution[depth], line);
            eternity_chain_lay(&chain, depth, solution[depth], used, strand);
        }
        arena_free(&perm);
    }
}

/* Whole rows before breaks are allowed. */
static void chain_ends_before_breaks(void)
{
    open_chain(2, 6, 5, 19);
    CU_ASSERT_EQUAL(chain.cells, 15);
    eternity_chain_turn(&chain, 14);
    CU_ASSERT(eternity_chain_counts(&chain));
    eternity_chain_turn(&chain, 15);
    CU_ASSERT(!eternity_chain_counts(&chain));
    arena_free(&perm);
    open_chain(2, 6, 5, 1000);
    CU_ASSERT_EQUAL(chain.cells, 30);
    arena_free(&perm);
}

/* Lists of all lengths up to four times as many as are looked at together. */
static void free_pieces_are_found(void)
{
    struct rng rng;
    rng_seed(&rng, 1, 1);
    for (unsigned n = 0; n <= 4 * ETERNITY_AT_ONCE; n++) {
        eternity_entry entry[4 * ETERNITY_AT_ONCE];
        eternity_entry fast[5 * ETERNITY_AT_ONCE], slow[5 * ETERNITY_AT_ONCE];
        uint16_t number[ETERNITY_MAX_COLOURS];
        unsigned words = 1 + (unsigned)rng_below(&rng, 16);
        unsigned colours = 1 + (unsigned)rng_below(&rng, ETERNITY_MAX_COLOURS);
        uint64_t used[16];
        for (unsigned i = 0; i < words; i++)
            used[i] = rng_next(&rng);
        for (unsigned i = 0; i < colours; i++)
            number[i] = (uint16_t)rng_next(&rng);
        for (unsigned i = 0; i < n; i++)
            entry[i] = (uint32_t)rng_below(&rng, 256 * words) |
                       (uint32_t)rng_below(&rng, 64) << 12 |
                       (uint32_t)rng_below(&rng, colours) << 18 |
                       (uint32_t)rng_below(&rng, 32) << 27;
        unsigned but = n ? entry_piece(entry[n / 2]) : 0;
        unsigned kept = eternity_gather_plainly(entry, n, used, slow);
        CU_ASSERT_EQUAL(eternity_gather_free(entry, n, used, words, fast), kept);
        CU_ASSERT(!memcmp(fast, slow, kept * sizeof *slow));
        CU_ASSERT_EQUAL(eternity_count_free(entry, n, used, words, but),
                        eternity_count_plainly(entry, n, used, but));
        CU_ASSERT_EQUAL(eternity_sum_free(entry, n, used, words, number, colours),
                        eternity_sum_plainly(entry, n, used, number));
    }
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("eternity_chain", NULL, NULL);
    CU_add_test(suite, "chain_counts_ways", chain_counts_ways);
    CU_add_test(suite, "chain_ends_before_breaks", chain_ends_before_breaks);
    CU_add_test(suite, "free_pieces_are_found", free_pieces_are_found);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures ? 1 : 0;
}
