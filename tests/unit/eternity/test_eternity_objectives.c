/* Eternity: objectives, first boards and region operators, against slow
 * and obvious twins, on random puzzles of many sizes. */
#include "eternity_objectives.h"
#include "eternity_operators.h"
#include "eternity_planted.h"
#include "eternity_tile_fit.h"
#include "suite.h"

#include <stdio.h>

enum { PUZZLES = 60, BOARDS = 20, SEED = 61 };

struct world {
    struct rng rng;
    struct eternity_keys keys;
    struct eternity_instance instance;
    int16_t solution[ETERNITY_MAX_CELLS];
    struct arena none;
};

static void world_make(struct world *world, uint64_t seed)
{
    rng_init(&world->rng, seed, 0, 0, RNG_PROBLEM);
    struct rng *rng = &world->rng;
    bool large = rng_chance(rng, 0.1);
    unsigned rows = 2 + (unsigned)rng_below(rng, large ? 31 : 11);
    unsigned cols = 2 + (unsigned)rng_below(rng, large ? 31 : 11);
    world->keys = (struct eternity_keys){.rim = (int)rng_below(rng, 2),
                                         .fitness = (int)rng_below(rng, 2),
                                         .initialization = (int)rng_below(rng, 2),
                                         .path = (int)rng_below(rng, 3),
                                         .rotation = (int)rng_below(rng, 2)};
    planted_puzzle(rng, rows, cols, 1 + (unsigned)rng_below(rng, 4),
                   1 + (unsigned)rng_below(rng, 6), &world->instance.puzzle,
                   world->solution);
    for (uint64_t clues = rng_below(rng, 3); clues > 0; clues--) {
        unsigned cell = (unsigned)rng_below(rng, rows * cols);
        if (world->instance.puzzle.clue[cell] < 0)
            planted_clue(&world->instance.puzzle, world->solution, cell);
    }
    world->keys.count = (int)rng_below(rng, 2);
    eternity_instance_prepare(&world->instance, &world->keys);
}

/* What the key `count` makes score, joint by joint. */
static unsigned slow_score(const struct world *world, const int16_t *board)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    unsigned score = 0, skipped = world->keys.count == ETERNITY_COUNT_450;
    for (unsigned row = 0; row + skipped < puzzle->rows; row++)
        for (unsigned col = 0; col + skipped < puzzle->cols; col++) {
            unsigned cell = row * puzzle->cols + col;
            const uint8_t *here = puzzle->sides[board[cell]];
            if (col + 1 < puzzle->cols && here[EAST])
                score += here[EAST] == puzzle->sides[board[cell + 1]][WEST];
            if (row + 1 < puzzle->rows && here[SOUTH])
                score +=
                    here[SOUTH] == puzzle->sides[board[cell + puzzle->cols]][NORTH];
        }
    return score;
}

static void over_worlds(void (*promise)(struct world *world))
{
    for (uint64_t i = 0; i < PUZZLES; i++) {
        static struct world world;
        unsigned before = CU_get_number_of_failures();
        memset(&world, 0, sizeof world);
        world_make(&world, SEED + i);
        promise(&world);
        if (CU_get_number_of_failures() != before)
            printf("  above: seed %llu\n", (unsigned long long)(SEED + i));
    }
}

/* Each piece once, clues kept, and on a strict rim grey there and only there. */
static bool keeps_rules(const struct world *world, const int16_t *board)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    bool used[ETERNITY_MAX_CELLS] = {false};
    if (world->instance.strict)
        return planted_keeps_rules(puzzle, board);
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        unsigned piece = eternity_piece(board[cell]);
        if (board[cell] < 0 || piece >= puzzle->cells || used[piece] ||
            (puzzle->clue[cell] >= 0 && puzzle->clue[cell] != board[cell]))
            return false;
        used[piece] = true;
    }
    return true;
}

static void sample(struct world *world, int16_t *board)
{
    CU_ASSERT(eternity_sample(&world->instance, &world->rng, world->none, board));
}

/* Whether a cell's side matches: the same colour next to it; grey on the rim. */
static bool side_matches(const struct eternity *puzzle, const int16_t *board,
                         unsigned cell, unsigned side)
{
    static const int step[N_SIDES][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    int row = (int)(cell / puzzle->cols) + step[side][0];
    int col = (int)(cell % puzzle->cols) + step[side][1];
    uint8_t own = puzzle->sides[board[cell]][side];
    if (row < 0 || col < 0 || row == (int)puzzle->rows || col == (int)puzzle->cols)
        return own == 0;
    int16_t other = board[(unsigned)row * puzzle->cols + (unsigned)col];
    return own != 0 && own == puzzle->sides[other][(side + 2) % N_SIDES];
}

static struct eternity_objectives slow_weigh(const struct world *world,
                                             const int16_t *board)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    struct eternity_objectives objectives = {slow_score(world, board), 0, 0};
    if (world->keys.count == ETERNITY_COUNT_480)
        CU_ASSERT_EQUAL(objectives.score, eternity_score(puzzle, board));
    unsigned cols = puzzle->cols;
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        bool all = true;
        for (unsigned side = 0; side < N_SIDES; side++)
            all = all && side_matches(puzzle, board, cell, side);
        objectives.tiles += all;
        if (cell % cols + 1 < cols && cell + cols < puzzle->cells)
            objectives.blocks += side_matches(puzzle, board, cell, EAST) &&
                                 side_matches(puzzle, board, cell, SOUTH) &&
                                 side_matches(puzzle, board, cell + cols + 1, NORTH) &&
                                 side_matches(puzzle, board, cell + cols + 1, WEST);
    }
    return objectives;
}

static void compare_worth(const struct world *world, const int16_t *board)
{
    struct eternity_objectives fast = eternity_objectives_of(&world->instance, board);
    struct eternity_objectives slow = slow_weigh(world, board);
    CU_ASSERT_EQUAL(fast.score, slow.score);
    CU_ASSERT_EQUAL(fast.blocks, slow.blocks);
    CU_ASSERT_EQUAL(fast.tiles, slow.tiles);
}

static void worth_is_that_of_the_twin(struct world *world)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    int16_t board[ETERNITY_MAX_CELLS];
    for (int i = 0; i < BOARDS; i++) {
        sample(world, board);
        compare_worth(world, board);
    }
    compare_worth(world, world->solution);
    struct eternity_objectives all =
        eternity_objectives_of(&world->instance, world->solution);
    CU_ASSERT_EQUAL(all.score, world->instance.most_score);
    CU_ASSERT_EQUAL(all.score, world->keys.count == ETERNITY_COUNT_480
                                   ? puzzle->best_score
                                   : 2 * (puzzle->rows - 1) * (puzzle->cols - 1));
    CU_ASSERT_EQUAL(all.blocks, (puzzle->rows - 1) * (puzzle->cols - 1));
    CU_ASSERT_EQUAL(all.tiles, puzzle->cells);
}

static void value_is_joints_or_the_mean(struct world *world)
{
    int16_t board[ETERNITY_MAX_CELLS];
    double cost[3];
    sample(world, board);
    struct eternity_objectives w = slow_weigh(world, board);
    eternity_evaluate(&world->instance, board, 1, world->none, cost);
    double mean = (w.score / (double)world->instance.most_score +
                   w.blocks / (double)world->instance.most_blocks +
                   w.tiles / (double)world->instance.puzzle.cells) /
                  3;
    bool combined = world->keys.fitness == ETERNITY_FITNESS_COMBINED;
    CU_ASSERT_DOUBLE_EQUAL(cost[0], combined ? -mean : -(double)w.score, 1e-12);
    CU_ASSERT_EQUAL(cost[1], -(double)w.blocks);
    CU_ASSERT_EQUAL(cost[2], -(double)w.tiles);
}

static void first_boards_keep_rules(struct world *world)
{
    int16_t board[ETERNITY_MAX_CELLS];
    for (int i = 0; i < BOARDS; i++) {
        sample(world, board);
        CU_ASSERT(keeps_rules(world, board));
    }
}

static void children_keep_rules(struct world *world)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    int16_t a[ETERNITY_MAX_CELLS], b[ETERNITY_MAX_CELLS], child[ETERNITY_MAX_CELLS];
    size_t bytes = puzzle->cells * sizeof *a;
    sample(world, a);
    for (int i = 0; i < BOARDS; i++) {
        sample(world, b);
        eternity_crossover(&world->instance, a, b, &world->rng, world->none, child);
        CU_ASSERT(keeps_rules(world, child));
        eternity_crossover(&world->instance, b, b, &world->rng, world->none, child);
        CU_ASSERT(!memcmp(child, b, bytes));
        eternity_mutate(&world->instance, 1, &world->rng, world->none, child);
        CU_ASSERT(keeps_rules(world, child));
        memcpy(a, child, bytes);
    }
}

/* Each cell of a child holds what a parent has there, or takes one of a's tiles. */
static void children_have_one_region_of_b(struct world *world)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    int16_t a[ETERNITY_MAX_CELLS], b[ETERNITY_MAX_CELLS], child[ETERNITY_MAX_CELLS];
    sample(world, a);
    sample(world, b);
    eternity_crossover(&world->instance, a, b, &world->rng, world->none, child);
    unsigned foreign = 0, most = ETERNITY_CROSS_MOST * ETERNITY_CROSS_MOST;
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        foreign += child[cell] != a[cell] && child[cell] != b[cell];
    CU_ASSERT(foreign <= most); /* holes that the region's own tiles have left */
}

static unsigned draw_length(struct rng *rng, unsigned room)
{
    unsigned least = room < ETERNITY_CROSS_LEAST ? room : ETERNITY_CROSS_LEAST;
    unsigned most = room < ETERNITY_CROSS_MOST ? room : ETERNITY_CROSS_MOST;
    return least + (unsigned)rng_below(rng, most - least + 1);
}

static bool holds(const int16_t *tile, unsigned n, unsigned piece)
{
    for (unsigned i = 0; i < n; i++)
        if (eternity_piece(tile[i]) == piece)
            return true;
    return false;
}

/* Algorithm 1 to the letter: the region's tiles of b, and the list of what is left of
 * a's, are searched from end to end. */
static void slow_crossover(const struct eternity_instance *instance, const int16_t *a,
                           const int16_t *b, struct rng *rng, int16_t *child)
{
    const struct eternity *puzzle = &instance->puzzle;
    int16_t inside[ETERNITY_CROSS_MOST * ETERNITY_CROSS_MOST];
    int16_t list[ETERNITY_CLASSES][ETERNITY_CROSS_MOST * ETERNITY_CROSS_MOST];
    unsigned n = 0, listed[ETERNITY_CLASSES] = {0};
    unsigned height = draw_length(rng, puzzle->rows);
    unsigned width = draw_length(rng, puzzle->cols);
    unsigned row = (unsigned)rng_below(rng, puzzle->rows - height + 1);
    unsigned col = (unsigned)rng_below(rng, puzzle->cols - width + 1);
    bool in[ETERNITY_MAX_CELLS];
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        unsigned r = cell / puzzle->cols, c = cell % puzzle->cols;
        in[cell] = r >= row && r < row + height && c >= col && c < col + width;
        if (in[cell])
            inside[n++] = b[cell];
    }
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        child[cell] = in[cell] ? b[cell] : a[cell];
        unsigned piece = eternity_piece(a[cell]), class = instance->piece_class[piece];
        if (in[cell] && !holds(inside, n, piece))
            list[class][listed[class]++] = a[cell];
    }
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        unsigned class = instance->cell_class[cell];
        if (in[cell] || !holds(inside, n, eternity_piece(a[cell])))
            continue;
        unsigned drawn = (unsigned)rng_below(rng, listed[class]);
        child[cell] = eternity_instance_facing(instance, list[class][drawn], cell);
        list[class][drawn] = list[class][--listed[class]];
    }
}

static void crossover_is_that_of_the_twin(struct world *world)
{
    int16_t a[ETERNITY_MAX_CELLS], b[ETERNITY_MAX_CELLS];
    int16_t child[ETERNITY_MAX_CELLS], slow[ETERNITY_MAX_CELLS];
    size_t bytes = world->instance.puzzle.cells * sizeof *a;
    sample(world, a);
    for (int i = 0; i < BOARDS; i++) {
        sample(world, b);
        struct rng same = world->rng;
        slow_crossover(&world->instance, a, b, &same, slow);
        eternity_crossover(&world->instance, a, b, &world->rng, world->none, child);
        CU_ASSERT(!memcmp(child, slow, bytes));
        CU_ASSERT_EQUAL(rng_next(&same), rng_next(&world->rng));
        memcpy(a, child, bytes);
    }
}

/* Whether a tile may lie in a cell beside those placed: side by side. */
static bool slow_fits(const struct eternity *puzzle, const int16_t *board,
                      unsigned cell, const uint8_t *side)
{
    unsigned cols = puzzle->cols, row = cell / cols, col = cell % cols;
    const int beside[N_SIDES] = {row > 0 ? board[cell - cols] : -2,
                                 col + 1 < cols ? board[cell + 1] : -2,
                                 row + 1 < puzzle->rows ? board[cell + cols] : -2,
                                 col > 0 ? board[cell - 1] : -2};
    for (unsigned k = 0; k < N_SIDES; k++) {
        bool on_rim = beside[k] == -2;
        if (on_rim != (side[k] == ETERNITY_GREY))
            return false;
        if (beside[k] >= 0 && puzzle->sides[beside[k]][(k + 2) % N_SIDES] != side[k])
            return false;
    }
    return true;
}

/* Each cell empty in turn, with about half of the others. */
static void fit_is_that_of_the_twin(struct world *world)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    int16_t board[ETERNITY_MAX_CELLS];
    unsigned fitted = 0;
    for (unsigned cell = 0; cell < puzzle->cells; cell++) {
        memcpy(board, world->solution, puzzle->cells * sizeof *board);
        for (unsigned other = 0; other < puzzle->cells; other++)
            if (other == cell || rng_chance(&world->rng, 0.5))
                board[other] = ETERNITY_NONE;
        struct eternity_fit_constraint constraint =
            eternity_fit_constraint_of(&world->instance, board, cell);
        for (unsigned piece = 0; piece < puzzle->cells; piece++) {
            unsigned from = (unsigned)rng_below(&world->rng, N_SIDES + 1);
            int16_t first = ETERNITY_NONE;
            for (unsigned turn = N_SIDES; turn-- > from;)
                if (slow_fits(puzzle, board, cell, puzzle->sides[4 * piece + turn]))
                    first = (int16_t)(4 * piece + turn);
            CU_ASSERT_EQUAL(eternity_fit_tile(puzzle, piece, from, constraint), first);
            fitted += first != ETERNITY_NONE;
        }
    }
    CU_ASSERT(fitted > 0);
}

/* Region moves against their definition, on a free rim without clues: cell by cell. */
static void regions_move_as_drawn(struct world *world)
{
    struct eternity_instance *instance = &world->instance;
    unsigned rows = instance->puzzle.rows, cols = instance->puzzle.cols;
    int16_t board[ETERNITY_MAX_CELLS], before[ETERNITY_MAX_CELLS];
    for (unsigned cell = 0; cell < instance->puzzle.cells; cell++)
        instance->puzzle.clue[cell] = ETERNITY_NONE;
    world->keys.rim = ETERNITY_RIM_FREE;
    eternity_instance_prepare(instance, &world->keys);
    memset(instance->is_clue, 0, sizeof instance->is_clue);
    sample(world, board);
    memcpy(before, board, sizeof before);
    unsigned size = 1 + (unsigned)rng_below(&world->rng, rows < cols ? rows : cols);
    struct eternity_rectangle square = {
        (unsigned)rng_below(&world->rng, rows - size + 1),
        (unsigned)rng_below(&world->rng, cols - size + 1), size, size};
    CU_ASSERT(eternity_operators_rotate(instance, square, 1, board));
    for (unsigned i = 0; i < size; i++)
        for (unsigned k = 0; k < size; k++)
            CU_ASSERT_EQUAL(
                board[(square.row + k) * cols + square.col + size - 1 - i],
                eternity_turned(before[(square.row + i) * cols + square.col + k], 1));
    eternity_operators_rotate(instance, square, 2, board);
    eternity_operators_rotate(instance, square, 1, board);
    size_t bytes = instance->puzzle.cells * sizeof *board;
    CU_ASSERT(!memcmp(board, before, bytes));

    struct eternity_rectangle top = {0, 0, rows / 2, cols}, bottom = top;
    bottom.row = rows - rows / 2;
    CU_ASSERT(eternity_operators_exchange(instance, top, bottom, board));
    size_t half = rows / 2 * cols;
    CU_ASSERT(!memcmp(board, before + bottom.row * cols, half * sizeof *board));
    CU_ASSERT(!memcmp(board + bottom.row * cols, before, half * sizeof *board));
}

static void distance_counts_cells(struct world *world)
{
    unsigned cells = world->instance.puzzle.cells, differ = 0;
    int16_t a[ETERNITY_MAX_CELLS], b[ETERNITY_MAX_CELLS];
    sample(world, a);
    sample(world, b);
    for (unsigned cell = 0; cell < cells; cell++)
        differ += a[cell] != b[cell];
    CU_ASSERT_DOUBLE_EQUAL(eternity_distance(&world->instance, a, b, world->none),
                           (double)differ / cells, 1e-15);
    CU_ASSERT_EQUAL(eternity_distance(&world->instance, a, a, world->none), 0);
}

/* From the corner along the rim and inwards: each cell once, neighbours in a row, and
 * the rim before the rest. */
static void spiral_goes_along_the_rim(struct world *world)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    const uint16_t *spiral = world->instance.spiral;
    bool seen[ETERNITY_MAX_CELLS] = {false};
    unsigned on_rim = 2 * (puzzle->rows + puzzle->cols) - 4;
    CU_ASSERT_EQUAL(spiral[0], 0);
    for (unsigned i = 0; i < puzzle->cells; i++) {
        CU_ASSERT_FATAL(spiral[i] < puzzle->cells && !seen[spiral[i]]);
        seen[spiral[i]] = true;
        CU_ASSERT_EQUAL(i<on_rim, eternity_rim_sides(puzzle, spiral[i])> 0);
        if (i == 0)
            continue;
        int rows = spiral[i] / (int)puzzle->cols - spiral[i - 1] / (int)puzzle->cols;
        int cols = spiral[i] % (int)puzzle->cols - spiral[i - 1] % (int)puzzle->cols;
        CU_ASSERT_EQUAL(rows * rows + cols * cols, 1);
    }
}

static void path_is_that_of_its_key(struct world *world)
{
    const struct eternity *puzzle = &world->instance.puzzle;
    const uint16_t *path = world->instance.path;
    unsigned i = 0;
    if (world->keys.path == ETERNITY_PATH_SPIRAL) {
        CU_ASSERT(!memcmp(path, world->instance.spiral, puzzle->cells * sizeof *path));
        return;
    }
    for (unsigned row = 0; row < puzzle->rows; row++) {
        bool back = row % 2 == 1 && world->keys.path == ETERNITY_PATH_SNAKE;
        for (unsigned col = 0; col < puzzle->cols; col++) {
            unsigned at = back ? puzzle->cols - 1 - col : col;
            CU_ASSERT_EQUAL(path[i++], row * puzzle->cols + at);
        }
    }
}

/* Mutations that change one cell alone have turned a square of one cell. */
static void rotations_are_those_of_the_key(struct world *world)
{
    struct eternity_instance *instance = &world->instance;
    int16_t board[ETERNITY_MAX_CELLS], before[ETERNITY_MAX_CELLS];
    bool seen[N_SIDES] = {false};
    for (int i = 0; i < 10 * BOARDS; i++) {
        sample(world, board);
        memcpy(before, board, sizeof before);
        eternity_mutate(instance, 1, &world->rng, world->none, board);
        unsigned moved = 0, at = 0;
        for (unsigned cell = 0; cell < instance->puzzle.cells; cell++)
            if (board[cell] != before[cell]) {
                moved++;
                at = cell;
            }
        if (moved == 1) /* a square of one cell */
            seen[(eternity_turn(board[at]) - eternity_turn(before[at])) & 3] = true;
    }
    CU_ASSERT(!seen[0]);
    if (world->keys.rotation == ETERNITY_ROTATION_QUARTER)
        CU_ASSERT(!seen[2] && !seen[3]);
}

#define PROMISES(X)                                                                    \
    X(worth_is_that_of_the_twin)                                                       \
    X(value_is_joints_or_the_mean)                                                     \
    X(first_boards_keep_rules)                                                         \
    X(children_keep_rules)                                                             \
    X(children_have_one_region_of_b)                                                   \
    X(crossover_is_that_of_the_twin)                                                   \
    X(fit_is_that_of_the_twin)                                                         \
    X(regions_move_as_drawn)                                                           \
    X(distance_counts_cells)                                                           \
    X(spiral_goes_along_the_rim)                                                       \
    X(path_is_that_of_its_key)                                                         \
    X(rotations_are_those_of_the_key)

#define X(promise)                                                                     \
    static void all_##promise(void)                                                    \
    {                                                                                  \
        over_worlds(promise);                                                          \
    }
PROMISES(X)
#undef X

int main(void)
{
#define X(promise) {#promise, all_##promise},
    CU_TestInfo tests[] = {PROMISES(X) CU_TEST_INFO_NULL};
#undef X
    return suite_run("eternity: boards", NULL, NULL, tests);
}
