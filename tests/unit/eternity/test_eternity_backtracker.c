/* Eternity: scan orders, candidate lists and the backtracker, against plain twins. */
#include "eternity_backtracker.h"
#include "eternity_planted.h"
#include "suite.h"

#include <stdio.h>

enum { ROUNDS = 30 };

/* A puzzle with all that the backtracker needs. */
struct world {
    struct eternity puzzle;
    int16_t solution[ETERNITY_MAX_CELLS];
    struct eternity_scan_order order;
    struct eternity_candidate_table table;
    struct eternity_fill_plan plan;
    struct eternity_backtracker backtracker;
    struct eternity_backtracker_cut cut;
    struct arena perm;
};

static struct world world;

static void open_world(uint64_t seed, unsigned rows, unsigned cols, unsigned ring,
                       unsigned inner, unsigned clues)
{
    struct rng rng;
    struct error err = {0};
    rng_seed(&rng, seed, 1);
    planted_puzzle(&rng, rows, cols, ring, inner, &world.puzzle, world.solution);
    for (unsigned i = 0; i < clues; i++)
        planted_clue(&world.puzzle, world.solution,
                     (unsigned)rng_below(&rng, rows * cols));
    eternity_scan_order_set(&world.puzzle, (unsigned)rng_below(&rng, rows + 1),
                            (unsigned)rng_below(&rng, cols + 1), &world.order);
    arena_init(&world.perm);
    CU_ASSERT_EQUAL_FATAL(
        eternity_candidate_table_init(&world.table, &world.puzzle, &world.perm, &err),
        STATUS_OK);
    eternity_candidate_table_fill(&world.table, &rng);
    CU_ASSERT_EQUAL_FATAL(
        eternity_backtracker_cut_init(&world.cut, &world.table,
                                      (unsigned)rng_below(&rng, rows * cols),
                                      &world.perm, &err),
        STATUS_OK);
    eternity_fill_plan_set(&world.plan, &world.table, &world.order);
}

/* Fills the lists again, after a change of early colours. */
static void fill_lists(uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 2);
    eternity_candidate_table_fill(&world.table, &rng);
}

static void close_world(void)
{
    arena_free(&world.perm);
}

static void order_puts_neighbours_first(void)
{
    for (unsigned rows = 2; rows <= 7; rows++)
        for (unsigned cols = 2; cols <= 7; cols++)
            for (unsigned mixed = 0; mixed <= rows + 1; mixed++)
                for (unsigned corner = 0; corner <= cols + 1; corner++) {
                    struct eternity puzzle = {
                        .rows = rows, .cols = cols, .cells = rows * cols};
                    struct eternity_scan_order order;
                    bool seen[64] = {false};
                    eternity_scan_order_set(&puzzle, mixed, corner, &order);
                    CU_ASSERT_EQUAL(order.cells, rows * cols);
                    for (unsigned depth = 0; depth < order.cells; depth++) {
                        unsigned cell = order.cell[depth];
                        CU_ASSERT(!seen[cell] && order.depth[cell] == depth);
                        CU_ASSERT(cell % cols == 0 || seen[cell - 1]);
                        CU_ASSERT(cell < cols || seen[cell - cols]);
                        seen[cell] = true;
                    }
                }
}

static void order_mixes_the_last_rows(void)
{
    struct eternity puzzle = {.rows = 3, .cols = 4, .cells = 12};
    static const uint16_t expected[12] = {0, 1, 2, 3, 4, 8, 5, 9, 6, 7, 10, 11};
    struct eternity_scan_order order;
    eternity_scan_order_set(&puzzle, 2, 2, &order);
    CU_ASSERT(!memcmp(order.cell, expected, sizeof expected));
}

/* Whether clues leave the tile to the cell, and it has grey where the rim is. */
static bool slow_suits(const struct eternity *puzzle, unsigned cell, int16_t tile)
{
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    bool rim[N_SIDES] = {row == 0, col == puzzle->cols - 1, row == puzzle->rows - 1,
                         col == 0};
    const uint8_t *sides = puzzle->sides[tile];
    for (unsigned side = 0; side < N_SIDES; side++)
        if ((sides[side] == 0) != rim[side])
            return false;
    if (puzzle->clue[cell] >= 0)
        return puzzle->clue[cell] == tile;
    for (unsigned other = 0; other < puzzle->cells; other++)
        if (puzzle->clue[other] >= 0 &&
            eternity_piece(puzzle->clue[other]) == eternity_piece(tile))
            return false;
    if (!rim[EAST] && puzzle->clue[cell + 1] >= 0 &&
        puzzle->sides[puzzle->clue[cell + 1]][WEST] != sides[EAST])
        return false;
    return rim[SOUTH] || puzzle->clue[cell + puzzle->cols] < 0 ||
           puzzle->sides[puzzle->clue[cell + puzzle->cols]][NORTH] == sides[SOUTH];
}

/* Sides of a tile that have an early colour. */
static unsigned slow_early(int16_t tile)
{
    unsigned n = 0;
    for (unsigned colour = 0; colour < world.puzzle.colours; colour++)
        for (unsigned side = 0; side < N_SIDES; side++)
            n += (world.table.early >> colour & 1) &&
                 world.puzzle.sides[tile][side] == colour;
    return n;
}

/* Checks one list: what is in it, and in which order. */
static void check_list(unsigned cell, unsigned left, unsigned above)
{
    const struct eternity *puzzle = &world.puzzle;
    const struct eternity_candidate_list *list =
        eternity_candidate_table_list(&world.table, cell, left, above);
    bool in_list[ETERNITY_MAX_TILES] = {false};
    for (uint32_t i = list->first; i < list->end[1]; i++) {
        eternity_entry entry = world.table.entry[i];
        const uint8_t *sides = puzzle->sides[eternity_entry_tile(entry)];
        CU_ASSERT(!in_list[eternity_entry_tile(entry)]);
        in_list[eternity_entry_tile(entry)] = true;
        CU_ASSERT_EQUAL(eternity_entry_piece(entry),
                        eternity_piece(eternity_entry_tile(entry)));
        CU_ASSERT_EQUAL(eternity_entry_east(entry), sides[EAST]);
        CU_ASSERT_EQUAL(eternity_entry_south(entry), sides[SOUTH]);
        CU_ASSERT_EQUAL(eternity_entry_breaks(entry), i >= list->end[0]);
        CU_ASSERT_EQUAL(eternity_entry_early(entry),
                        slow_early(eternity_entry_tile(entry)));
        if (i != list->first && i != list->end[0])
            CU_ASSERT(eternity_entry_early(entry) <=
                      eternity_entry_early(world.table.entry[i - 1]));
    }
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle->cells); tile++) {
        const uint8_t *sides = puzzle->sides[tile];
        unsigned breaks = (unsigned)(sides[WEST] != left) + (sides[NORTH] != above);
        CU_ASSERT_EQUAL(in_list[tile], slow_suits(puzzle, cell, tile) && breaks <= 1);
    }
}

static void lists_hold_what_fits(void)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        open_world(seed, 4, 5, 2, 3, (unsigned)seed - 1);
        world.table.early = seed % 2 ? 0 : 2 * seed; /* colour 2, 3, both */
        fill_lists(seed);
        for (unsigned cell = 0; cell < world.puzzle.cells; cell++)
            for (unsigned left = 0; left < world.puzzle.colours; left++)
                for (unsigned above = 0; above < world.puzzle.colours; above++)
                    if ((left == 0) == (cell % world.puzzle.cols == 0) &&
                        (above == 0) == (cell < world.puzzle.cols))
                        check_list(cell, left, above);
        close_world();
    }
}

/* Ways to fill the first goal cells under the rules, one after another in one sum. */
struct tally {
    uint64_t ways, sum;
};

static void tally_board(struct tally *tally, const int16_t *tiles, unsigned n)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < n; i++)
        hash = hash * UINT64_C(1099511628211) + (uint64_t)(tiles[i] + 1);
    tally->ways++;
    tally->sum += hash;
}

static void slow_fill(struct tally *tally, int16_t *tiles, unsigned depth,
                      unsigned breaks, unsigned early)
{
    const struct eternity_break_schedule *schedule = &world.plan.schedule;
    const struct eternity *puzzle = &world.puzzle;
    if (depth == schedule->goal) {
        tally_board(tally, tiles, depth);
        return;
    }
    unsigned cell = world.order.cell[depth];
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle->cells); tile++) {
        const uint8_t *sides = puzzle->sides[tile];
        unsigned more = 0;
        bool free = slow_suits(puzzle, cell, tile);
        for (unsigned d = 0; d < depth; d++)
            free = free && eternity_piece(tiles[d]) != eternity_piece(tile);
        if (cell % puzzle->cols)
            more +=
                sides[WEST] != puzzle->sides[tiles[world.order.depth[cell - 1]]][EAST];
        if (cell >= puzzle->cols)
            more += sides[NORTH] !=
                    puzzle->sides[tiles[world.order.depth[cell - puzzle->cols]]][SOUTH];
        const unsigned used = early + slow_early(tile);
        if (!free || more > 1 || breaks + more > schedule->breaks[depth + 1] ||
            used < schedule->early[depth + 1])
            continue;
        tiles[depth] = tile;
        slow_fill(tally, tiles, depth + 1, breaks + more, used);
    }
}

/* All ways, found in slices of so many placements. */
static struct tally fast_fill(uint64_t slice, struct eternity_backtracker_cut *cut)
{
    struct tally tally = {0};
    int16_t tiles[ETERNITY_MAX_CELLS];
    enum eternity_backtracker_result pause;
    eternity_backtracker_begin(&world.plan, NULL, 0, &world.backtracker);
    while ((pause = eternity_backtracker_run(&world.plan, &world.backtracker, cut,
                                             slice)) != ETERNITY_BACKTRACKER_DONE)
        if (pause == ETERNITY_BACKTRACKER_REACHED) {
            eternity_backtracker_tiles(&world.backtracker, tiles);
            tally_board(&tally, tiles, world.backtracker.depth);
        }
    return tally;
}

static void fill_finds_all_ways(void)
{
    uint64_t ways = 0, early = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        unsigned rows = 2 + (unsigned)seed % 3, cols = 3 + (unsigned)seed % 2;
        open_world(seed, rows, cols, 3, 3, (unsigned)seed % 3);
        struct eternity_break_schedule *schedule = &world.plan.schedule;
        schedule->goal = (uint16_t)(seed % 4 ? rows * cols : rows * cols - 1);
        for (unsigned depth = 0; depth <= schedule->goal; depth++) {
            schedule->breaks[depth] = (uint16_t)(depth * 3 > schedule->goal * 2);
        }
        if (seed % 5 < 3) { /* two colours, of whose sides some come early */
            world.table.early = UINT64_C(1) << (1 + seed % 3) | 1 << (4 + seed % 2);
            fill_lists(seed);
            for (unsigned depth = 3; depth < schedule->goal; depth++)
                schedule->early[depth] = (uint16_t)(depth + seed % 5);
        }
        struct tally slow = {0}, whole = fast_fill(UINT64_MAX / 2, NULL),
                     sliced = fast_fill(7, NULL),
                     cut = fast_fill(UINT64_MAX / 2, &world.cut),
                     both = fast_fill(1 + seed % 9, &world.cut);
        int16_t tiles[ETERNITY_MAX_CELLS];
        slow_fill(&slow, tiles, 0, 0, 0);
        if (slow.ways != whole.ways)
            printf("seed %llu: %llu ways, %llu expected\n", (unsigned long long)seed,
                   (unsigned long long)whole.ways, (unsigned long long)slow.ways);
        CU_ASSERT(slow.ways == whole.ways && slow.sum == whole.sum);
        CU_ASSERT(slow.ways == sliced.ways && slow.sum == sliced.sum);
        CU_ASSERT(slow.ways == cut.ways && slow.sum == cut.sum);
        CU_ASSERT(slow.ways == both.ways && slow.sum == both.sum);
        ways += slow.ways;
        early += world.table.early ? slow.ways : 0;
        close_world();
    }
    CU_ASSERT(ways > ROUNDS && early > 0);
}

static void fill_solves_planted_puzzles(void)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        open_world(seed, 6, 6, 3, 5, seed % 2);
        int16_t tiles[ETERNITY_MAX_CELLS], board[ETERNITY_MAX_CELLS];
        eternity_backtracker_begin(&world.plan, NULL, 0, &world.backtracker);
        CU_ASSERT_EQUAL(
            eternity_backtracker_run(&world.plan, &world.backtracker, NULL, 100000000),
            ETERNITY_BACKTRACKER_REACHED);
        eternity_backtracker_tiles(&world.backtracker, tiles);
        for (unsigned depth = 0; depth < world.puzzle.cells; depth++)
            board[world.order.cell[depth]] = tiles[depth];
        CU_ASSERT(planted_keeps_rules(&world.puzzle, board));
        CU_ASSERT_EQUAL(eternity_score(&world.puzzle, board), world.puzzle.best_score);
        close_world();
    }
}

static void fill_keeps_a_given_prefix(void)
{
    open_world(3, 5, 5, 4, 5, 0);
    int16_t prefix[ETERNITY_MAX_CELLS], tiles[ETERNITY_MAX_CELLS];
    for (unsigned depth = 0; depth < 25; depth++)
        prefix[depth] = world.solution[world.order.cell[depth]];
    eternity_backtracker_begin(&world.plan, prefix, 10, &world.backtracker);
    CU_ASSERT_EQUAL(
        eternity_backtracker_run(&world.plan, &world.backtracker, NULL, 10000000),
        ETERNITY_BACKTRACKER_REACHED);
    eternity_backtracker_tiles(&world.backtracker, tiles);
    CU_ASSERT(!memcmp(prefix, tiles, 10 * sizeof *tiles));
    while (eternity_backtracker_run(&world.plan, &world.backtracker, NULL, 10000000) ==
           ETERNITY_BACKTRACKER_REACHED)
        CU_ASSERT_EQUAL(world.backtracker.depth, 25);
    CU_ASSERT_EQUAL(world.backtracker.depth, 10);
    CU_ASSERT_EQUAL(world.backtracker.deepest, 25);
    close_world();
}

/* One slice without cut lists and one with: both place the same tiles. False when all is
 * searched. */
static bool slices_agree(struct eternity_backtracker *plain,
                         struct eternity_backtracker *cut, uint64_t slice)
{
    int16_t a[ETERNITY_MAX_CELLS], b[ETERNITY_MAX_CELLS];
    const enum eternity_backtracker_result pause =
        eternity_backtracker_run(&world.plan, plain, NULL, slice);
    CU_ASSERT_EQUAL(pause,
                    eternity_backtracker_run(&world.plan, cut, &world.cut, slice));
    CU_ASSERT_EQUAL(plain->depth, cut->depth);
    CU_ASSERT_EQUAL(plain->placements, cut->placements);
    eternity_backtracker_tiles(plain, a);
    eternity_backtracker_tiles(cut, b);
    CU_ASSERT(!memcmp(a, b, plain->depth * sizeof *a));
    return pause != ETERNITY_BACKTRACKER_DONE;
}

/* Two searches take turns with the lists, so that each finds those of the other. */
static void cut_lists_change_nothing(void)
{
    static struct eternity_backtracker plain[2], cut[2];
    for (uint64_t seed = 1; seed <= 3 * ROUNDS; seed++) {
        const unsigned cells = 36, given = (unsigned)(seed * 7 % (cells - 4));
        bool more[2] = {true, true};
        int16_t prefix[ETERNITY_MAX_CELLS];
        open_world(seed, 6, 6, 3, 4, (unsigned)(seed % 3));
        for (unsigned depth = 0; depth < cells; depth++) {
            prefix[depth] = world.solution[world.order.cell[depth]];
            world.plan.schedule.breaks[depth + 1] =
                (uint16_t)(depth < given + 2 ? 0 : (depth - given) / 4);
        }
        for (unsigned i = 0; i < 2; i++) {
            eternity_backtracker_begin(&world.plan, prefix, given + 3 * i, &plain[i]);
            eternity_backtracker_begin(&world.plan, prefix, given + 3 * i, &cut[i]);
        }
        for (unsigned i = 0; i < 200; i++)
            if (more[i % 2])
                more[i % 2] =
                    slices_agree(&plain[i % 2], &cut[i % 2], 1 + (seed + i) * i % 500);
        close_world();
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(order_puts_neighbours_first), SUITE_TEST(order_mixes_the_last_rows),
        SUITE_TEST(lists_hold_what_fits),        SUITE_TEST(fill_finds_all_ways),
        SUITE_TEST(fill_solves_planted_puzzles), SUITE_TEST(fill_keeps_a_given_prefix),
        SUITE_TEST(cut_lists_change_nothing),    CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_fill", NULL, NULL, tests);
}
