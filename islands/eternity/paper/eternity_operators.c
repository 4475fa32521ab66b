#include "eternity_operators.h"

#include <string.h>

enum {
    TRIES = 64
}; /* of a mutation without effect: clues can forbid every move; chosen by hand */

static unsigned draw_length(struct rng *rng, unsigned least, unsigned most,
                            unsigned room)
{
    most = most < room ? most : room;
    least = least < most ? least : most;
    return least + (unsigned)rng_below(rng, most - least + 1);
}

static void draw_place(const struct eternity *puzzle, struct rng *rng,
                       struct eternity_rectangle *region)
{
    region->row = (unsigned)rng_below(rng, puzzle->rows - region->height + 1);
    region->col = (unsigned)rng_below(rng, puzzle->cols - region->width + 1);
}

static bool overlap(struct eternity_rectangle a, struct eternity_rectangle b)
{
    return a.row < b.row + b.height && b.row < a.row + a.height &&
           a.col < b.col + b.width && b.col < a.col + a.width;
}

/* A bit a cell. */
struct cells {
    uint64_t word[(ETERNITY_MAX_CELLS + 63) / 64];
};

/* The cells of a board whose pieces are marked. No branch depends on the board: where
 * the marks are is as good as random. */
static void find_marked(const struct eternity *puzzle, const int16_t *board,
                        const uint8_t *marked, struct cells *cells)
{
    for (unsigned from = 0; from < puzzle->cells; from += 64) {
        unsigned n = puzzle->cells - from < 64 ? puzzle->cells - from : 64;
        uint64_t word = 0;
        for (unsigned i = n; i-- > 0;)
            word = word << 1 | marked[eternity_piece(board[from + i])];
        cells->word[from / 64] = word;
    }
}

/* Takes the tiles inside the region from b, and puts those of the child that are not
 * marked on the pile. The region's cells are no holes. */
static void fill_region(const struct eternity_instance *instance,
                        struct eternity_rectangle region, const int16_t *b,
                        const uint8_t *marked, int16_t *child, struct cells *holes,
                        struct eternity_sample_pile *pile)
{
    unsigned cols = instance->puzzle.cols;
    for (unsigned row = region.row; row < region.row + region.height; row++)
        for (unsigned i = 0; i < region.width; i++) {
            unsigned cell = row * cols + region.col + i;
            unsigned piece = eternity_piece(child[cell]);
            unsigned class = instance->piece_class[piece];
            pile->tile[class][pile->count[class]] = child[cell];
            pile->count[class] += !marked[piece];
            child[cell] = b[cell];
            holes->word[cell / 64] &= ~((uint64_t)1 << cell % 64);
        }
}

void eternity_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                        struct arena scratch, void *child)
{
    const struct eternity_instance *instance = self;
    const struct eternity *puzzle = &instance->puzzle;
    const int16_t *other = b;
    struct eternity_sample_pile pile;
    struct cells holes;
    uint8_t marked[ETERNITY_MAX_CELLS]; /* pieces of b inside the region */
    int16_t *out = child;
    (void)scratch;
    struct eternity_rectangle region = {
        .height =
            draw_length(rng, ETERNITY_CROSS_LEAST, ETERNITY_CROSS_MOST, puzzle->rows),
        .width =
            draw_length(rng, ETERNITY_CROSS_LEAST, ETERNITY_CROSS_MOST, puzzle->cols)};
    draw_place(puzzle, rng, &region);
    memcpy(out, a, puzzle->cells * sizeof *out);
    memset(marked, 0, puzzle->cells);
    for (unsigned row = region.row; row < region.row + region.height; row++)
        for (unsigned i = 0; i < region.width; i++)
            marked[eternity_piece(other[row * puzzle->cols + region.col + i])] = 1;
    memset(pile.count, 0, sizeof pile.count);
    find_marked(puzzle, out, marked, &holes);
    fill_region(instance, region, other, marked, out, &holes, &pile);
    for (unsigned from = 0; from < puzzle->cells; from += 64)
        for (uint64_t left = holes.word[from / 64]; left; left &= left - 1) {
            unsigned cell = from + (unsigned)__builtin_ctzll(left);
            out[cell] = eternity_sample_pile_draw(instance, &pile, cell, rng);
        }
}

bool eternity_operators_exchange(const struct eternity_instance *instance,
                                 struct eternity_rectangle one,
                                 struct eternity_rectangle other, int16_t *board)
{
    unsigned cols = instance->puzzle.cols;
    bool moved = false;
    for (unsigned row = 0; row < one.height; row++)
        for (unsigned col = 0; col < one.width; col++) {
            unsigned a = (one.row + row) * cols + one.col + col;
            unsigned b = (other.row + row) * cols + other.col + col;
            uint8_t class = instance->cell_class[a];
            if (class == ETERNITY_CLUED || class != instance->cell_class[b])
                continue;
            int16_t tile = board[a];
            board[a] = eternity_instance_facing(instance, board[b], a);
            board[b] = eternity_instance_facing(instance, tile, b);
            moved = true;
        }
    return moved;
}

/* The orbit of a cell under quarter turns of the square. */
static void orbit_of(struct eternity_rectangle square, unsigned cols, unsigned row,
                     unsigned col, unsigned orbit[N_SIDES])
{
    for (unsigned k = 0; k < N_SIDES; k++) {
        unsigned next = square.height - 1 - row;
        orbit[k] = (square.row + row) * cols + square.col + col;
        row = col;
        col = next;
    }
}

bool eternity_operators_rotate(const struct eternity_instance *instance,
                               struct eternity_rectangle square, unsigned quarters,
                               int16_t *board)
{
    const uint8_t *class = instance->cell_class;
    unsigned size = square.height, orbit[N_SIDES];
    bool moved = false;
    for (unsigned row = 0; row < (size + 1) / 2; row++) {
        bool middle = row >= size / 2; /* it has the centre, an orbit of its own */
        for (unsigned col = 0; col < size / 2 + middle; col++) {
            orbit_of(square, instance->puzzle.cols, row, col, orbit);
            uint8_t common = class[orbit[0]];
            if (common == ETERNITY_CLUED || class[orbit[1]] != common ||
                class[orbit[2]] != common || class[orbit[3]] != common)
                continue;
            int16_t tile[N_SIDES];
            for (unsigned k = 0; k < N_SIDES; k++)
                tile[k] = eternity_turned(board[orbit[k]], quarters);
            for (unsigned k = 0; k < N_SIDES; k++) {
                unsigned cell = orbit[(k + quarters) % N_SIDES];
                int16_t put = eternity_instance_facing(instance, tile[k], cell);
                moved |= put != board[cell];
                board[cell] = put;
            }
        }
    }
    return moved;
}

static bool try_exchange(const struct eternity_instance *instance, struct rng *rng,
                         int16_t *board)
{
    const struct eternity *puzzle = &instance->puzzle;
    struct eternity_rectangle one, other;
    do {
        one.height =
            draw_length(rng, ETERNITY_MUTATE_LEAST, ETERNITY_MUTATE_MOST, puzzle->rows);
        one.width =
            draw_length(rng, ETERNITY_MUTATE_LEAST, ETERNITY_MUTATE_MOST, puzzle->cols);
    } while (2 * one.height > puzzle->rows && 2 * one.width > puzzle->cols);
    other = one;
    do {
        draw_place(puzzle, rng, &one);
        draw_place(puzzle, rng, &other);
    } while (overlap(one, other));
    return eternity_operators_exchange(instance, one, other, board);
}

static bool try_rotation(const struct eternity_instance *instance, struct rng *rng,
                         int16_t *board)
{
    const struct eternity *puzzle = &instance->puzzle;
    unsigned room = puzzle->rows < puzzle->cols ? puzzle->rows : puzzle->cols;
    unsigned size = draw_length(rng, ETERNITY_MUTATE_LEAST, ETERNITY_MUTATE_MOST, room);
    struct eternity_rectangle square = {.height = size, .width = size};
    draw_place(puzzle, rng, &square);
    unsigned quarters = 1;
    if (instance->keys->rotation == ETERNITY_ROTATION_ANY)
        quarters += (unsigned)rng_below(rng, 3);
    return eternity_operators_rotate(instance, square, quarters, board);
}

void eternity_mutate(const void *self, double rate, struct rng *rng,
                     struct arena scratch, void *genome)
{
    const struct eternity_instance *instance = self;
    (void)scratch;
    if (!rng_chance(rng, rate))
        return;
    bool exchange = rng_next(rng) >> 63, moved = false;
    for (int try = 0; try < TRIES && !moved; try++)
        moved = exchange ? try_exchange(instance, rng, genome)
                         : try_rotation(instance, rng, genome);
}

double eternity_distance(const void *self, const void *a, const void *b,
                         struct arena scratch)
{
    const struct eternity_instance *instance = self;
    const int16_t *one = a, *other = b;
    unsigned cells = instance->puzzle.cells, differ = 0;
    (void)scratch;
    for (unsigned cell = 0; cell < cells; cell++)
        differ += one[cell] != other[cell];
    return (double)differ / cells;
}
