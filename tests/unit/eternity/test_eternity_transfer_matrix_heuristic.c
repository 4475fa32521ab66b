/* Eternity: transfer matrices, and the filter by free pieces,
 * beside slow counts on the board itself. */
#include "eternity_planted_fill.h"
#include "eternity_transfer_matrix_heuristic.h"

#include <math.h>

/* A puzzle filled along its solution, rows and then columns, with chains. */
static struct eternity_colour_heuristic heuristic;
static struct eternity_transfer_matrix matrix;
static unsigned first_mixed; /* row of the columns */

static void open_chain(uint64_t seed, unsigned rows, unsigned cols, unsigned mixed,
                       unsigned breaks)
{
    struct error err = {0};
    first_mixed = rows - mixed;
    planted_fill_open(seed, rows, cols, (unsigned)seed % 2, mixed, 0);
    for (unsigned depth = breaks; depth <= puzzle.cells; depth++)
        plan.schedule.breaks[depth] = 1;
    CU_ASSERT_EQUAL_FATAL(
        eternity_colour_heuristic_init(&heuristic, &puzzle, &order, 4, &perm, &err),
        STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        eternity_transfer_matrix_init(&matrix, &plan, &heuristic, &perm, &err),
        STATUS_OK);
    eternity_transfer_matrix_begin(&matrix);
}

/* Where the next cell of a depth lies: its line, place there, and length of lines. */
struct site {
    bool in_row;
    unsigned line, at, length;
};

static struct site site_of(unsigned depth)
{
    unsigned row = order.cell[depth] / puzzle.cols,
             col = order.cell[depth] % puzzle.cols;
    if (row < first_mixed)
        return (struct site){true, row, col, puzzle.cols};
    return (struct site){false, col, row - first_mixed, puzzle.rows - first_mixed};
}

/* The cell at a place of a line, and the one beside it on the former line. */
static unsigned cell_of(struct site site, unsigned line, unsigned at)
{
    return site.in_row ? line * puzzle.cols + at
                       : (first_mixed + at) * puzzle.cols + line;
}

/* Colour that a cell's tile on the former line shows it, the solution lying there. */
static unsigned shown_to(struct site site, unsigned line, unsigned at)
{
    if (line == 0)
        return ETERNITY_GREY;
    int16_t tile = solution[cell_of(site, line - 1, at)];
    return puzzle.sides[tile][site.in_row ? SOUTH : EAST];
}

/* Whether a line is one with chains. */
static bool has_chains(struct site site, unsigned line)
{
    return line < (site.in_row ? matrix.rows : puzzle.cols);
}

/* Whether a tile may lie on a cell, its piece not among the first ones laid. */
static bool may_lie(int16_t tile, unsigned cell, unsigned laid)
{
    const uint8_t *side = puzzle.sides[tile];
    unsigned row = cell / puzzle.cols, col = cell % puzzle.cols;
    bool is_clue = false;
    for (unsigned before = 0; before < laid; before++)
        if (eternity_piece(solution[order.cell[before]]) == eternity_piece(tile))
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
    return (side[NORTH] == 0) == (row == 0) && (side[WEST] == 0) == (col == 0) &&
           (side[EAST] == 0) == (col + 1 == puzzle.cols) &&
           (side[SOUTH] == 0) == (row + 1 == puzzle.rows);
}

/* Sides of free pieces that a cell's side to the former line can be. */
static unsigned slow_supply(struct site site, unsigned cell, unsigned colour,
                            unsigned laid)
{
    unsigned row = cell / puzzle.cols, col = cell % puzzle.cols, n = 0;
    bool along = site.in_row ? col == 0 || col == puzzle.cols - 1
                             : row == 0 || row == puzzle.rows - 1;
    bool far = site.in_row ? row == puzzle.rows - 1 : col == puzzle.cols - 1;
    for (unsigned at = laid; at < puzzle.cells; at++) {
        unsigned piece = eternity_piece(solution[order.cell[at]]);
        const uint8_t *side = puzzle.sides[4 * piece];
        for (unsigned s = 0; s < N_SIDES; s++) {
            bool on_rim = side[(s + 1) % 4] == 0 || side[(s + 3) % 4] == 0;
            bool inward = !on_rim && side[(s + 2) % 4] == 0;
            n += side[s] == colour && (along ? on_rim
                                       : far ? inward
                                             : puzzle.greys[piece] == 0);
        }
    }
    return n;
}

/* A break, and ways by colour. */
static const double BREAK = 75 / 4096.0;
struct ways {
    double of[ETERNITY_MAX_COLOURS];
};

static double sum_of(const struct ways *ways)
{
    double sum = 0;
    for (unsigned c = 0; c < puzzle.colours; c++)
        sum += ways->of[c];
    return sum;
}

/* Ways by a tile that does not show the former line's colour: as if the colours of its
 * other sides were those of any two free sides. */
static void slow_breaks(struct site site, unsigned cell, unsigned laid,
                        const struct ways *now, struct ways *next)
{
    double sides = 0, both = 0;
    for (unsigned c = 1; c < puzzle.colours; c++) {
        unsigned n = slow_supply(site, cell, c, laid);
        sides += n;
        both += n * now->of[c];
    }
    for (unsigned c = 1; c < puzzle.colours && sides > 0; c++)
        next->of[c] += BREAK * both * slow_supply(site, cell, c, laid) / sides;
}

/* Goes on by one cell, beside a colour; every tile is tried. */
static struct ways slow_step(struct site site, unsigned cell, unsigned beside,
                             bool back, unsigned laid, const struct ways *now)
{
    struct ways next = {{0}};
    unsigned row = cell / puzzle.cols, col = cell % puzzle.cols;
    unsigned first = site.in_row ? WEST : NORTH, last = site.in_row ? EAST : SOUTH;
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle.cells); tile++) {
        const uint8_t *side = puzzle.sides[tile];
        unsigned from = side[back ? last : first], to = side[back ? first : last];
        if (!may_lie(tile, cell, laid) || side[site.in_row ? NORTH : WEST] != beside)
            continue;
        next.of[to] += now->of[from];
        if (!site.in_row && from != ETERNITY_GREY)
            next.of[to] += BREAK * sum_of(now);
    }
    if (!site.in_row && row > 0 && col > 0 && row < puzzle.rows - 1 &&
        col < puzzle.cols - 1)
        slow_breaks(site, cell, laid, now, &next);
    return next;
}

/* Chains of the line up to a place; each cell saw the pieces laid when the one beside
 * it on the former line was; but the cell at `last` sees those laid now, and a colour.
 */
static double slow_prefix(struct site site, unsigned line, unsigned to, unsigned last,
                          unsigned beside, unsigned laid)
{
    struct ways ways = {{0}};
    unsigned start = 0;
    if (!site.in_row)
        start = puzzle.sides[solution[(first_mixed - 1) * puzzle.cols + line]][SOUTH];
    ways.of[start] = 1;
    for (unsigned at = 0; at < to; at++) {
        bool now = at == last;
        ways = slow_step(
            site, cell_of(site, line, at), now ? beside : shown_to(site, line, at),
            false, now ? laid : order.depth[cell_of(site, line - 1, at)] + 1u, &ways);
    }
    return sum_of(&ways);
}

/* Chains from the end of the line to the cell after the next one, whose tile shows a
 * colour to it. */
static double slow_rest(struct site site, unsigned colour, unsigned laid)
{
    struct ways ways = {{1}};
    for (unsigned at = site.length; at-- > site.at + 1;)
        ways = slow_step(site, cell_of(site, site.line, at),
                         shown_to(site, site.line, at), true, laid, &ways);
    bool may_break = !site.in_row && site.at + 1 < site.length;
    return ways.of[colour] + (may_break ? BREAK * sum_of(&ways) : 0);
}

/* What asking for the line's colours costs, the next cell's tile laid. */
static double slow_asks(struct site site, unsigned depth, int16_t tile)
{
    double sum = 0;
    for (unsigned at = 0; at < site.length; at++) {
        unsigned line = site.line + (at <= site.at), colour;
        if (line == 0 || !has_chains(site, line))
            continue;
        colour = shown_to(site, line, at);
        if (at == site.at)
            colour = puzzle.sides[tile][site.in_row ? SOUTH : EAST];
        sum += log(slow_supply(site, cell_of(site, line, at), colour, depth) + 1);
    }
    return eternity_transfer_matrix_side_weight[!site.in_row] * sum;
}

/* What a tile adds to the value; `least` becomes the fewest ways of a product. */
static double slow_value(unsigned depth, int16_t tile, double *least)
{
    struct site site = site_of(depth);
    const uint8_t *side = puzzle.sides[tile];
    double weight = eternity_transfer_matrix_weight[!site.in_row], suffix = 1,
           prefix = 1;
    if (!site.in_row || site.at > 0)
        suffix = slow_rest(site, side[site.in_row ? EAST : SOUTH], depth);
    else
        suffix = site.line == 0
                     ? 0
                     : slow_prefix(site, site.line, site.length, site.length, 0, depth);
    if (has_chains(site, site.line + 1))
        prefix = slow_prefix(site, site.line + 1, site.at + 1, site.at,
                             side[site.in_row ? SOUTH : EAST], depth);
    *least = fmin(suffix, prefix);
    return slow_asks(site, depth, tile) - weight * log(suffix > 0 ? suffix : 1e-3) -
           weight * log(prefix > 0 ? prefix : 1e-3);
}

/* Tiles for which the second lower bound is above the first. */
static unsigned sharper;

/* All tiles that the rim allows, whether they fit or not. Where there are few ways, all
 * of them with breaks, whole numbers are too coarse. Returns how many were checked. */
static unsigned check_depth(unsigned depth,
                            const struct eternity_transfer_evaluation *matrix_eval)
{
    unsigned n = 0, cell = order.cell[depth];
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle.cells); tile++) {
        const uint8_t *side = puzzle.sides[tile];
        double least;
        if ((side[WEST] == 0) != (cell % puzzle.cols == 0) ||
            (side[EAST] == 0) != (cell % puzzle.cols == puzzle.cols - 1) ||
            (side[SOUTH] == 0) != (cell / puzzle.cols == puzzle.rows - 1))
            continue;
        eternity_entry entry =
            (uint32_t)tile | (uint32_t)side[EAST] << 12 | (uint32_t)side[SOUTH] << 18;
        int32_t value = eternity_transfer_matrix_value(&matrix, matrix_eval, entry);
        double slow = slow_value(depth, tile, &least);
        int32_t bound =
            eternity_transfer_matrix_lower_bound(&matrix, matrix_eval, entry);
        int32_t more = eternity_transfer_matrix_least_more(&matrix, matrix_eval, entry);
        CU_ASSERT(value + 16 >= bound);
        CU_ASSERT(more == 0 || value >= bound + more);
        sharper += more > 0;
        if (matrix.line == ETERNITY_LINE_COLUMN && least < 0.05)
            continue;
        n++;
        CU_ASSERT_DOUBLE_EQUAL((double)value / ETERNITY_HEURISTIC_UNIT, slow,
                               matrix.line == ETERNITY_LINE_ROW ? 2e-3 : 3e-2);
    }
    return n;
}

static void chain_counts_ways(void)
{
    const unsigned mixed[] = {0, 2, 3};
    unsigned checked[ETERNITY_LINE_KINDS] = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint64_t used[1] = {0};
        uint16_t supply[ETERNITY_SIDE_TYPES], ways[ETERNITY_MAX_COLOURS] = {0};
        int16_t exponent = 0;
        uint8_t demand[ETERNITY_SIDE_TYPES] = {0},
                colours_at[ETERNITY_FRONTIER_POSITIONS] = {0};
        struct eternity_frontier frontier = {supply, demand, colours_at};
        struct eternity_transfer_prefix prefix = {ways, &exponent};
        struct eternity_transfer_evaluation matrix_eval;
        open_chain(seed, 6, 4 + (unsigned)seed % 3, mixed[seed % 3],
                   seed > 5 ? 15 : 1000);
        memcpy(supply, heuristic.supply, heuristic.types * sizeof *supply);
        for (unsigned depth = 0; depth < puzzle.cells; depth++) {
            int16_t tile = solution[order.cell[depth]];
            eternity_transfer_matrix_set_depth(&matrix, depth);
            if (matrix.counts) {
                eternity_transfer_matrix_evaluate(&matrix, frontier, used, prefix,
                                                  &matrix_eval);
                checked[matrix.line] += check_depth(depth, &matrix_eval);
            }
            used[0] |= UINT64_C(1) << eternity_piece(tile);
            eternity_colour_heuristic_lay(&heuristic, depth, tile, frontier);
            eternity_transfer_matrix_lay(&matrix, tile, frontier, used, prefix);
        }
        arena_free(&perm);
    }
    CU_ASSERT(checked[ETERNITY_LINE_ROW] > 1000);
    CU_ASSERT(checked[ETERNITY_LINE_COLUMN] > 500);
    CU_ASSERT(sharper > 1000);
}

/* Whole rows before breaks are allowed, and columns in whole. */
static void chain_knows_its_lines(void)
{
    open_chain(2, 6, 5, 0, 19);
    CU_ASSERT_EQUAL(matrix.rows, 3);
    CU_ASSERT_EQUAL(matrix.columns, 0);
    eternity_transfer_matrix_set_depth(&matrix, 14);
    CU_ASSERT(matrix.counts);
    eternity_transfer_matrix_set_depth(&matrix, 15);
    CU_ASSERT(!matrix.counts);
    arena_free(&perm);
    open_chain(2, 6, 5, 3, 19);
    CU_ASSERT_EQUAL(matrix.rows, 3);
    CU_ASSERT_EQUAL(matrix.columns, 5);
    arena_free(&perm);
    open_chain(2, 6, 5, 2, 13);
    CU_ASSERT_EQUAL(matrix.rows, 2);
    eternity_transfer_matrix_set_depth(&matrix, 12);
    CU_ASSERT(!matrix.counts);
    eternity_transfer_matrix_set_depth(&matrix, 20);
    CU_ASSERT(matrix.counts && matrix.line == ETERNITY_LINE_COLUMN);
    arena_free(&perm);
}

/* Lists of all lengths up to four times as many as are looked at together. */
static void free_pieces_are_found(void)
{
    struct rng rng;
    rng_seed(&rng, 1, 1);
    for (unsigned n = 0; n <= 4 * ETERNITY_FILTER_LANES; n++) {
        eternity_entry entry[4 * ETERNITY_FILTER_LANES];
        eternity_entry fast[5 * ETERNITY_FILTER_LANES], slow[5 * ETERNITY_FILTER_LANES];
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
        unsigned but = n ? eternity_entry_piece(entry[n / 2]) : 0;
        unsigned kept = eternity_filter_gather_plain(entry, n, used, slow);
        CU_ASSERT_EQUAL(eternity_filter_gather(entry, n, used, words, fast), kept);
        CU_ASSERT(!memcmp(fast, slow, kept * sizeof *slow));
        CU_ASSERT_EQUAL(eternity_filter_count(entry, n, used, words, but),
                        eternity_filter_count_plain(entry, n, used, but));
        CU_ASSERT_EQUAL(eternity_filter_sum(entry, n, used, words, number, colours),
                        eternity_filter_sum_plain(entry, n, used, number));
        uint32_t sums[2][5 * ETERNITY_FILTER_LANES + 1],
            more = (uint32_t)rng_below(&rng, 99);
        eternity_filter_prefix_sums(entry, n, used, words, number, colours, more,
                                    sums[0]);
        eternity_filter_prefix_sums_plain(entry, n, used, number, more, sums[1]);
        CU_ASSERT(!memcmp(sums[0], sums[1], (n + 1) * sizeof **sums));
    }
}

/* Packed lists: all numbers of blocks, of which some are full, some have no tile; numbers
 * up to the highest, and as many pieces and colours as there may be. */
static void packed_tiles_are_summed(void)
{
    struct rng rng;
    rng_seed(&rng, 1, 2);
    for (unsigned n = 0; n <= ETERNITY_PACKED_BLOCKS; n++) {
        static struct eternity_packed_block block[ETERNITY_PACKED_BLOCKS];
        const unsigned words = 1 + (unsigned)rng_below(&rng, 4),
                       colours =
                           1 + (unsigned)rng_below(&rng, ETERNITY_PACKED_TILES - 1);
        uint64_t used[4];
        uint16_t number[ETERNITY_PACKED_TILES];
        for (unsigned i = 0; i < words; i++)
            used[i] = n % 3 ? rng_next(&rng) : 0;
        for (unsigned i = 0; i < ETERNITY_PACKED_TILES; i++)
            number[i] = n % 5 ? (uint16_t)rng_next(&rng) : UINT16_MAX;
        memset(block, 0, sizeof block);
        for (unsigned i = 0; i < n * ETERNITY_PACKED_TILES; i++)
            if (n % 2 || rng_below(&rng, 2))
                eternity_packed_put(&block[i / ETERNITY_PACKED_TILES],
                                    i % ETERNITY_PACKED_TILES,
                                    (unsigned)rng_below(&rng, 64 * (uint64_t)words),
                                    (unsigned)rng_below(&rng, colours));
        struct eternity_packed_free free;
        struct eternity_packed_numbers fast, slow;
        uint32_t sums[2][ETERNITY_PACKED_TILES],
            more = n % 7 ? (uint32_t)rng_below(&rng, 1 << 17) : 0;
        eternity_packed_set_free(used, words, &free);
        eternity_packed_set_numbers(number, colours, &fast);
        eternity_packed_set_numbers_plain(number, colours, &slow);
        CU_ASSERT(!memcmp(&fast, &slow, sizeof slow));
        CU_ASSERT_EQUAL(eternity_packed_sum(block, n, &free, &slow),
                        eternity_packed_sum_plain(block, n, &free, &slow));
        eternity_packed_lane_sums(block, n, &free, &slow, more, sums[0]);
        eternity_packed_lane_sums_plain(block, n, &free, &slow, more, sums[1]);
        CU_ASSERT(!memcmp(sums[0], sums[1], sizeof sums[0]));
    }
}

/* Compares a list's sums as it is and packed, with any pieces used; `lists` are packed. */
static void compare_list(const struct eternity_transfer_lists *lists, size_t list,
                         struct rng *rng)
{
    struct eternity_transfer_lists plain = *lists;
    struct eternity_transfer_numbers numbers = {0};
    uint64_t used[ETERNITY_PACKED_PIECES / 64];
    uint32_t next[2][ETERNITY_MAX_COLOURS], more = (uint32_t)rng_below(rng, 3) * 30000;
    plain.is_packed = false;
    for (unsigned i = 0; i < lists->words; i++)
        used[i] = rng_next(rng);
    for (unsigned c = 0; c < puzzle.colours; c++)
        numbers.number[c] = (uint16_t)rng_next(rng);
    numbers.used = used;
    eternity_transfer_lists_prepare(lists, &numbers);
    CU_ASSERT_EQUAL(eternity_transfer_lists_sum(lists, list, &numbers),
                    eternity_transfer_lists_sum(&plain, list, &numbers));
    for (unsigned way = 0; way < ETERNITY_DIRECTIONS; way++) {
        eternity_transfer_lists_multiply(lists, list, (enum eternity_direction)way,
                                         used, numbers.number, more, next[0]);
        eternity_transfer_lists_multiply(&plain, list, (enum eternity_direction)way,
                                         used, numbers.number, more, next[1]);
        CU_ASSERT(!memcmp(next[0], next[1], puzzle.colours * sizeof **next));
    }
}

/* Puzzles up to the largest that can be packed, and beyond. */
static void packed_lists_are_the_lists(void)
{
    unsigned packed = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct rng rng;
        struct error err = {0};
        rng_seed(&rng, seed, 3);
        planted_puzzle(&rng, 2 + (unsigned)rng_below(&rng, 16),
                       2 + (unsigned)rng_below(&rng, 16),
                       1 + (unsigned)rng_below(&rng, 9),
                       1 + (unsigned)rng_below(&rng, 23), &puzzle, solution);
        arena_init(&perm);
        CU_ASSERT_EQUAL_FATAL(
            eternity_candidate_table_init(&table, &puzzle, &perm, &err), STATUS_OK);
        eternity_candidate_table_fill(&table, &rng);
        for (unsigned line = 0; line < ETERNITY_LINE_KINDS; line++) {
            struct eternity_transfer_lists lists;
            CU_ASSERT_EQUAL_FATAL(
                eternity_transfer_lists_init(
                    &lists, &table, (enum eternity_line_kind)line, &perm, &err),
                STATUS_OK);
            eternity_transfer_lists_fill(&lists);
            CU_ASSERT(!lists.is_packed || eternity_packed_is_for(&puzzle));
            packed += lists.is_packed;
            for (size_t list = 0;
                 lists.is_packed && list < (size_t)table.kinds * puzzle.colours; list++)
                compare_list(&lists, list, &rng);
        }
        arena_free(&perm);
    }
    CU_ASSERT(packed > 10 || !eternity_packed_is_for(&puzzle));
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(chain_counts_ways),          SUITE_TEST(chain_knows_its_lines),
        SUITE_TEST(free_pieces_are_found),      SUITE_TEST(packed_tiles_are_summed),
        SUITE_TEST(packed_lists_are_the_lists), CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_chain", NULL, NULL, tests);
}
