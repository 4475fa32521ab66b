/* Eternity: the beam search, its colour-matching heuristic and its lookahead. */
#include "eternity_backtracker.h"
#include "eternity_planted_fill.h"

#include <math.h>
#include <stdio.h>

static struct eternity_beam beam; /* on a planted puzzle */

static void open_heavy_beam(uint64_t seed, unsigned side, size_t width, unsigned clues,
                            double weight)
{
    struct error err = {0};
    planted_fill_open(seed, side, side, clues, side / 2, 2);
    CU_ASSERT_EQUAL_FATAL(
        eternity_beam_init(&beam, &plan, width, weight, 0.1, 0.1, &perm, &err),
        STATUS_OK);
}

static void open_beam(uint64_t seed, unsigned side, size_t width, unsigned clues)
{
    open_heavy_beam(seed, side, width, clues, 5);
}

static void run_keeps_the_rules(void)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        open_beam(seed, 6, 1000, (unsigned)seed % 2);
        for (unsigned depth = 0; depth <= puzzle.cells; depth++)
            plan.schedule.breaks[depth] = (uint16_t)(depth < 12 ? 0 : (depth - 10) / 2);
        plan.schedule.goal = 32;
        eternity_beam_begin(&beam, beam.widest, NULL, 0, seed);
        CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
        CU_ASSERT_EQUAL(beam.depth, 32);
        CU_ASSERT(beam.states > 0 && beam.states <= 1000);
        for (size_t state = 0; state < beam.states; state++)
            planted_fill_check(&beam, state);
        arena_free(&perm);
    }
}

/* Without chance many values are alike; there are more candidates than room, and what
 * is left out makes room for others. */
static void run_is_full_where_values_are_alike(void)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        open_beam(seed, 9, 50, 0);
        beam.noise = beam.early_noise = 0;
        plan.schedule.goal = 30;
        for (unsigned depth = 0; depth <= puzzle.cells; depth++)
            plan.schedule.breaks[depth] = (uint16_t)(depth / 4);
        eternity_beam_begin(&beam, 50, NULL, 0, seed);
        CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
        CU_ASSERT_EQUAL(beam.states, 50);
        for (size_t state = 0; state < beam.states; state++)
            planted_fill_check(&beam, state);
        arena_free(&perm);
    }
}

/* So narrow a beam finds no board without breaks; it continues with as few as possible.
 */
static void run_goes_on_where_rules_end(void)
{
    unsigned broken = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        open_beam(seed, 8, 1, 0);
        plan.schedule.goal = 50;
        eternity_beam_begin(&beam, 1, NULL, 0, seed);
        CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
        CU_ASSERT_EQUAL_FATAL(beam.depth, 50);
        CU_ASSERT_FATAL(beam.states > 0);
        planted_fill_check(&beam, 0);
        broken += eternity_beam_breaks(&beam, 0);
        arena_free(&perm);
    }
    CU_ASSERT(broken > 0);
}

/* All states, those of low value first, but for a 512th of a unit. */
static void by_value_sorts_all_states(void)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        bool seen[1000] = {false};
        open_beam(seed, 7, 1000, 0);
        plan.schedule.goal = 20;
        eternity_beam_begin(&beam, 1000, NULL, 0, seed);
        CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
        CU_ASSERT_FATAL(beam.states > 100);
        const uint32_t *state = eternity_beam_by_value(&beam);
        for (size_t i = 0; i < beam.states; i++) {
            CU_ASSERT_FATAL(state[i] < beam.states && !seen[state[i]]);
            seen[state[i]] = true;
            if (i > 0)
                CU_ASSERT(eternity_beam_value(&beam, state[i]) +
                              ETERNITY_HEURISTIC_UNIT / 512 >
                          eternity_beam_value(&beam, state[i - 1]));
        }
        arena_free(&perm);
    }
}

static void run_is_the_same_in_slices(void)
{
    int16_t whole[ETERNITY_MAX_CELLS], sliced[ETERNITY_MAX_CELLS];
    open_beam(5, 7, 300, 1);
    for (unsigned depth = 0; depth <= puzzle.cells; depth++)
        plan.schedule.breaks[depth] = (uint16_t)(depth / 4);
    plan.schedule.goal = 40;
    eternity_beam_begin(&beam, 300, NULL, 0, 11);
    CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
    size_t states = beam.states;
    CU_ASSERT_FATAL(states > 1);
    eternity_beam_tiles(&beam, states - 1, whole);
    eternity_beam_begin(&beam, 100, NULL, 0, 12);
    eternity_beam_run(&beam, 5000);
    eternity_beam_begin(&beam, 300, NULL, 0, 11);
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
        eternity_beam_begin(&beam, beam.widest, NULL, 0, seed);
        CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
        CU_ASSERT(beam.states > 0 && beam.depth == puzzle.cells);
        planted_fill_check(&beam, 0);
        arena_free(&perm);
    }
}

/* Every way to fill the first cells without a break is a state when the beam is wide,
 * but those alike in pieces and in the colours along the line. */
static size_t slow_states(unsigned goal)
{
    static struct eternity_backtracker backtracker;
    static uint64_t seen[20000];
    size_t n = 0;
    plan.schedule.goal = (uint16_t)goal;
    eternity_backtracker_begin(&plan, NULL, 0, &backtracker);
    while (eternity_backtracker_run(&plan, &backtracker, NULL, UINT64_MAX / 2) ==
           ETERNITY_BACKTRACKER_REACHED) {
        int16_t tiles[ETERNITY_MAX_CELLS];
        uint8_t line[ETERNITY_FRONTIER_POSITIONS] = {0};
        uint64_t sum = 0;
        eternity_backtracker_tiles(&backtracker, tiles);
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
        plan.schedule.goal = 8;
        eternity_beam_begin(&beam, beam.widest, NULL, 0, seed);
        eternity_beam_run(&beam, SIZE_MAX);
        size_t states = beam.states;
        CU_ASSERT_EQUAL(states, slow_states(8));
        CU_ASSERT(states > 10);
        arena_free(&perm);
    }
}

static void run_goes_on_from_a_part(void)
{
    int16_t part[ETERNITY_MAX_CELLS], tiles[ETERNITY_MAX_CELLS];
    open_beam(6, 6, 500, 0);
    for (unsigned depth = 0; depth < 20; depth++)
        part[depth] = solution[order.cell[depth]];
    eternity_beam_begin(&beam, 500, part, 20, 1);
    CU_ASSERT(eternity_beam_run(&beam, SIZE_MAX));
    CU_ASSERT_EQUAL_FATAL(beam.depth, puzzle.cells);
    CU_ASSERT_FATAL(beam.states > 0);
    planted_fill_check(&beam, 0);
    eternity_beam_tiles(&beam, 0, tiles);
    CU_ASSERT(!memcmp(part, tiles, 20 * sizeof *part));
    arena_free(&perm);
}

/* A board with the solution on its first cells and a tile on the next one. */
struct start {
    uint64_t used[1];
    uint8_t colours_at[ETERNITY_FRONTIER_POSITIONS];
    struct eternity_lookahead_parent board;
    eternity_entry entry; /* of the tile */
};

static void lay_on(struct start *start, int16_t tile, unsigned depth)
{
    unsigned cell = order.cell[depth];
    start->used[0] |= UINT64_C(1) << eternity_piece(tile);
    start->colours_at[cell % puzzle.cols] = puzzle.sides[tile][SOUTH];
    start->colours_at[puzzle.cols + cell / puzzle.cols] = puzzle.sides[tile][EAST];
}

static void set_start(struct start *start, unsigned depth)
{
    int16_t tile = solution[order.cell[depth]];
    *start = (struct start){0};
    for (unsigned before = 0; before < depth; before++)
        lay_on(start, solution[order.cell[before]], before);
    start->board = (struct eternity_lookahead_parent){.plan = &plan,
                                                      .view = beam.heuristic.view,
                                                      .used = start->used,
                                                      .words = 1,
                                                      .colours_at = start->colours_at,
                                                      .depth = depth};
    start->entry = (uint32_t)tile | (uint32_t)puzzle.sides[tile][EAST] << 12 |
                   (uint32_t)puzzle.sides[tile][SOUTH] << 18;
}

/* Every tile on every cell, on a copy of the line. */
static unsigned slow_ways(const struct start *start, unsigned depth, unsigned cells)
{
    unsigned n = 0, cell = order.cell[depth];
    unsigned row = cell / puzzle.cols, col = cell % puzzle.cols;
    if (cells == 0)
        return 1;
    for (int16_t tile = 0; tile < (int16_t)(4 * puzzle.cells); tile++) {
        const uint8_t *side = puzzle.sides[tile];
        struct start after = *start;
        if (start->used[0] >> eternity_piece(tile) & 1 ||
            side[WEST] != start->colours_at[puzzle.cols + row] ||
            side[NORTH] != start->colours_at[col] ||
            (side[EAST] == 0) != (col + 1 == puzzle.cols) ||
            (side[SOUTH] == 0) != (row + 1 == puzzle.rows))
            continue;
        lay_on(&after, tile, depth);
        n += slow_ways(&after, depth + 1, cells - 1);
    }
    return n;
}

static void ahead_counts_ways(void)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        open_beam(seed, 7, 10, 0);
        for (unsigned depth = 0; depth + 3 < puzzle.cells; depth++)
            for (unsigned cells = 1; cells <= 2; cells++) {
                struct start start, after;
                set_start(&start, depth);
                after = start;
                lay_on(&after, eternity_entry_tile(start.entry), depth);
                unsigned all = slow_ways(&after, depth + 1, cells);
                unsigned most = 1 + depth % 5;
                CU_ASSERT(all > 0);
                CU_ASSERT_EQUAL(eternity_lookahead_ways(&start.board, start.entry,
                                                        cells, UINT32_MAX),
                                all);
                CU_ASSERT_EQUAL(
                    eternity_lookahead_ways(&start.board, start.entry, cells, most),
                    all < most ? all : most);
            }
        arena_free(&perm);
    }
}

/* 6 x 6, three rows and then columns of three; breaks from depth 20, goal 32. */
static void ahead_looks_to_the_ends_of_lines(void)
{
    open_beam(1, 6, 10, 0);
    for (unsigned depth = 20; depth <= puzzle.cells; depth++)
        plan.schedule.breaks[depth] = 1;
    plan.schedule.goal = 32;
    for (unsigned depth = 0; depth < puzzle.cells; depth++) {
        unsigned cells = 0;
        for (unsigned n = 2; n > 0; n--) {
            unsigned cell = order.cell[depth + n < puzzle.cells ? depth + n : depth];
            if (depth + n < 32 && (cell % 6 == 5 || cell / 6 == 5))
                cells = n;
        }
        if (depth + 1 >= 20)
            cells = depth + 1 < 32;
        CU_ASSERT_EQUAL(eternity_lookahead_cells(&plan, depth), cells);
    }
    arena_free(&perm);
}

/* Sides that a part of the solution leaves, and those that it asks for; by class and
 * colour, counted on the board itself. */
struct tally {
    unsigned left[ETERNITY_SIDE_CLASSES][ETERNITY_MAX_COLOURS],
        demand[ETERNITY_SIDE_CLASSES][ETERNITY_MAX_COLOURS];
};

static unsigned class_at(unsigned cell, unsigned side)
{
    unsigned row = cell / puzzle.cols, col = cell % puzzle.cols;
    bool rim[N_SIDES] = {row == 0, col == puzzle.cols - 1, row == puzzle.rows - 1,
                         col == 0};
    if (!(rim[0] || rim[1] || rim[2] || rim[3]))
        return ETERNITY_SIDE_INNER;
    return rim[(side + 2) % N_SIDES] && !rim[(side + 1) % N_SIDES] &&
                   !rim[(side + 3) % N_SIDES]
               ? ETERNITY_SIDE_INWARD
               : ETERNITY_SIDE_RING;
}

static struct tally tally_of(unsigned depth)
{
    struct tally tally = {0};
    for (unsigned cell = 0; cell < puzzle.cells; cell++)
        for (unsigned side = 0; side < N_SIDES; side++) {
            unsigned colour = puzzle.sides[solution[cell]][side];
            int other = side == EAST    ? (int)cell + 1
                        : side == SOUTH ? (int)(cell + puzzle.cols)
                                        : -1;
            if (colour == ETERNITY_GREY)
                continue;
            if (order.depth[cell] >= depth)
                tally.left[class_at(cell, side)][colour]++;
            else if (other >= 0 && order.depth[other] >= depth)
                tally.demand[class_at((unsigned)other, (side + 2) % N_SIDES)][colour]++;
        }
    return tally;
}

/* log(n! / ((n - a) / 2)!) */
static double log_ways(unsigned n, unsigned a)
{
    return lgamma(n + 1.0) - lgamma((n - a) / 2.0 + 1);
}

/* The colour-matching heuristic without breaks, from the solution's first cells. */
static double slow_heuristic(unsigned depth)
{
    struct tally tally = tally_of(depth);
    double sum = 0;
    for (unsigned c = 1; c < puzzle.colours; c++) {
        unsigned inward = tally.left[ETERNITY_SIDE_INWARD][c];
        unsigned met = tally.demand[ETERNITY_SIDE_INWARD][c];
        sum += log_ways(tally.left[ETERNITY_SIDE_INNER][c],
                        tally.demand[ETERNITY_SIDE_INNER][c] + inward - met);
        sum += lgamma(inward + 1.0) - lgamma(inward - met + 1.0);
        sum += log_ways(tally.left[ETERNITY_SIDE_RING][c],
                        tally.demand[ETERNITY_SIDE_RING][c]);
    }
    return sum;
}

/* With a heavy break only ways without one count. */
static void heuristic_counts_ways_without_breaks(void)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        static struct eternity_colour_evaluation colour_eval;
        uint16_t supply[ETERNITY_SIDE_TYPES];
        uint8_t demand[ETERNITY_SIDE_TYPES] = {0},
                colours_at[ETERNITY_FRONTIER_POSITIONS] = {0};
        struct eternity_frontier frontier = {supply, demand, colours_at};
        open_heavy_beam(seed, 7, 10, 0, 60);
        memcpy(supply, beam.heuristic.supply, beam.heuristic.types * sizeof *supply);
        for (unsigned depth = 0; depth < puzzle.cells; depth++) {
            int16_t tile = solution[order.cell[depth]];
            eternity_colour_heuristic_set_depth(&beam.heuristic, depth, frontier);
            eternity_colour_heuristic_evaluate(&beam.heuristic, frontier, 2,
                                               &colour_eval);
            int32_t value =
                eternity_colour_heuristic_value(&beam.heuristic, &colour_eval, tile, 1);
            CU_ASSERT_DOUBLE_EQUAL((double)value / ETERNITY_HEURISTIC_UNIT,
                                   3 * 60 - slow_heuristic(depth + 1), 1e-2);
            CU_ASSERT_EQUAL(value, eternity_colour_heuristic_value(
                                       &beam.heuristic, &colour_eval, tile, 1));
            eternity_colour_heuristic_lay(&beam.heuristic, depth, tile, frontier);
        }
        arena_free(&perm);
    }
}

/* A break that leaves two colours odd is worse than one that leaves none. */
static void heuristic_sees_odd_colours(void)
{
    static struct eternity_colour_evaluation colour_eval;
    uint8_t demand[ETERNITY_SIDE_TYPES] = {0},
            colours_at[ETERNITY_FRONTIER_POSITIONS] = {0};
    uint16_t supply[ETERNITY_SIDE_TYPES] = {0};
    struct eternity_frontier frontier = {supply, demand, colours_at};
    int32_t worth[2];
    open_beam(3, 7, 10, 0);
    for (unsigned odd = 0; odd < 2; odd++) {
        supply[0] = (uint16_t)(8 + odd);
        supply[1] = (uint16_t)(8 - odd);
        eternity_colour_heuristic_set_depth(&beam.heuristic, 0, frontier);
        eternity_colour_heuristic_evaluate(&beam.heuristic, frontier, 0, &colour_eval);
        worth[odd] = colour_eval.base;
    }
    CU_ASSERT(worth[1] > worth[0] + ETERNITY_HEURISTIC_UNIT);
    arena_free(&perm);
}

enum { TREE = 1000 };

/* A random tree, with the depth of each node. */
static void grow_tree(struct rng *rng, struct eternity_beam_tree *tree, unsigned *depth)
{
    eternity_beam_tree_begin(tree, TREE);
    depth[0] = 0;
    for (unsigned i = 1; i < TREE; i++) {
        uint32_t parent = (uint32_t)(i - 1 - rng_below(rng, i < 40 ? i : 40));
        CU_ASSERT_EQUAL(
            eternity_beam_tree_add(tree, parent, (int16_t)rng_below(rng, 4096)), i);
        depth[i] = depth[parent] + 1;
    }
}

/* Marked nodes have the tiles that they had; all that stay are theirs, or kept. */
static void tree_keeps_what_is_marked(void)
{
    struct eternity_beam_tree tree;
    struct rng rng;
    rng_seed(&rng, 1, 1);
    arena_init(&perm);
    CU_ASSERT_FATAL(eternity_beam_tree_init(&tree, TREE, &perm));
    for (unsigned round = 0; round < 50; round++) {
        static int16_t before[TREE][TREE], after[TREE];
        unsigned depth[TREE], marked[TREE], n = 0, expected = 0;
        bool stays[TREE] = {false};
        grow_tree(&rng, &tree, depth);
        tree.kept = round % 3 ? rng_below(&rng, 300) : 64 * (round % 5);
        eternity_beam_tree_clear(&tree);
        for (unsigned i = 0; i < TREE; i++) {
            stays[i] = i < tree.kept;
            if (rng_below(&rng, 20) && i + 1 < TREE)
                continue;
            eternity_beam_tree_tiles(&tree, i, depth[i], before[n]);
            eternity_beam_tree_mark(&tree, i);
            marked[n++] = i;
            stays[i] = true;
        }
        for (unsigned i = TREE; i-- > 1;)
            if (stays[i])
                stays[eternity_beam_tree_parent(&tree, i)] = true;
        eternity_beam_tree_sweep(&tree);
        for (unsigned i = 0; i < TREE; i++)
            expected += stays[i];
        CU_ASSERT_EQUAL(tree.nodes, expected);
        for (unsigned i = 0; i < n; i++) {
            uint32_t node = eternity_beam_tree_moved(&tree, marked[i]);
            CU_ASSERT_FATAL(node < tree.nodes);
            CU_ASSERT(marked[i] >= tree.kept || node == marked[i]);
            eternity_beam_tree_tiles(&tree, node, depth[marked[i]], after);
            CU_ASSERT(!memcmp(after, before[i], depth[marked[i]] * sizeof *after));
        }
    }
    arena_free(&perm);
}

/* Parents beyond 16 bits. */
static void tree_knows_far_parents(void)
{
    struct eternity_beam_tree tree;
    arena_init(&perm);
    CU_ASSERT_FATAL(eternity_beam_tree_init(&tree, 200000, &perm));
    eternity_beam_tree_begin(&tree, 200000);
    for (uint32_t i = 1; i < 200000; i++)
        eternity_beam_tree_add(&tree, i - 1, 0);
    for (uint32_t i = 1; i < 200000; i += 9999)
        CU_ASSERT_EQUAL(eternity_beam_tree_parent(&tree, i), i - 1);
    arena_free(&perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(run_keeps_the_rules),
        SUITE_TEST(run_is_full_where_values_are_alike),
        SUITE_TEST(run_goes_on_where_rules_end),
        SUITE_TEST(by_value_sorts_all_states),
        SUITE_TEST(run_is_the_same_in_slices),
        SUITE_TEST(run_solves_planted_puzzles),
        SUITE_TEST(run_keeps_all_when_wide),
        SUITE_TEST(run_goes_on_from_a_part),
        SUITE_TEST(tree_keeps_what_is_marked),
        SUITE_TEST(tree_knows_far_parents),
        SUITE_TEST(ahead_counts_ways),
        SUITE_TEST(ahead_looks_to_the_ends_of_lines),
        SUITE_TEST(heuristic_counts_ways_without_breaks),
        SUITE_TEST(heuristic_sees_odd_colours),
        CU_TEST_INFO_NULL,
    };
    return suite_run("eternity_beam", NULL, NULL, tests);
}
