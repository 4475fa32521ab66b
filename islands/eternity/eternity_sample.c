#include "eternity_sample.h"

#include <string.h>

int16_t eternity_pile_draw(const struct eternity_instance *instance,
                           struct eternity_pile *pile, unsigned cell, struct rng *rng)
{
    unsigned class = instance->cell_class[cell];
    unsigned drawn = (unsigned)rng_below(rng, 4u * pile->count[class]);
    int16_t *tile = pile->tile[class];
    int16_t taken = tile[drawn / 4];
    tile[drawn / 4] = tile[--pile->count[class]];
    return eternity_facing(instance, eternity_turned(taken, drawn % 4), cell);
}

/* Random tiles of the pile in all empty cells. */
static void fill(const struct eternity_instance *instance, struct eternity_pile *pile,
                 struct rng *rng, int16_t *board)
{
    for (unsigned cell = 0; cell < instance->puzzle.cells; cell++)
        if (board[cell] == ETERNITY_NONE)
            board[cell] = eternity_pile_draw(instance, pile, cell, rng);
}

/* What a tile has to show to fit a cell: its sides under the mask. */
struct demand {
    uint32_t mask, sides;
    unsigned greys; /* in all */
};

static struct demand demand_of(const struct eternity_instance *instance,
                               const int16_t *board, unsigned cell)
{
    const struct eternity *puzzle = &instance->puzzle;
    const int step[N_SIDES] = {-(int)puzzle->cols, 1, (int)puzzle->cols, -1};
    uint8_t mask[N_SIDES] = {0}, sides[N_SIDES] = {0};
    struct demand demand = {.greys = eternity_rims(puzzle, cell)};
    for (unsigned side = 0; side < N_SIDES; side++) {
        if (instance->rim[cell] >> side & 1) {
            mask[side] = 0xff;
            continue;
        }
        int16_t neighbour = board[(int)cell + step[side]];
        if (neighbour == ETERNITY_NONE)
            continue;
        mask[side] = 0xff;
        sides[side] = puzzle->sides[neighbour][(side + 2) % N_SIDES];
    }
    memcpy(&demand.mask, mask, sizeof mask);
    memcpy(&demand.sides, sides, sizeof sides);
    return demand;
}

/* The piece in the turn that fits, or ETERNITY_NONE. */
static int16_t fitting(const struct eternity *puzzle, unsigned piece,
                       struct demand demand)
{
    if (puzzle->greys[piece] != demand.greys)
        return ETERNITY_NONE;
    for (unsigned tile = 4 * piece; tile < 4 * piece + N_SIDES; tile++) {
        uint32_t sides;
        memcpy(&sides, puzzle->sides[tile], sizeof sides);
        if ((sides & demand.mask) == demand.sides)
            return (int16_t)tile;
    }
    return ETERNITY_NONE;
}

static void fill_with_knowledge(const struct eternity_instance *instance,
                                struct rng *rng, int16_t *board)
{
    const struct eternity *puzzle = &instance->puzzle;
    uint32_t list[ETERNITY_MAX_CELLS];
    unsigned n = 0;
    for (unsigned piece = 0; piece < puzzle->cells; piece++)
        if (!instance->is_clue[piece])
            list[n++] = piece;
    rng_shuffle(rng, list, n);
    for (unsigned at = 0; at < puzzle->cells; at++) {
        unsigned cell = instance->spiral[at], i = 0;
        if (board[cell] != ETERNITY_NONE)
            continue;
        struct demand demand = demand_of(instance, board, cell);
        while (i < n && board[cell] == ETERNITY_NONE)
            board[cell] = fitting(puzzle, list[i++], demand);
        if (board[cell] != ETERNITY_NONE)
            memmove(&list[i - 1], &list[i], (--n - (i - 1)) * sizeof *list);
    }
}

bool eternity_sample(const void *self, struct rng *rng, struct arena scratch,
                     void *genome)
{
    const struct eternity_instance *instance = self;
    const struct eternity *puzzle = &instance->puzzle;
    int16_t *board = genome;
    struct eternity_pile pile;
    bool used[ETERNITY_MAX_CELLS] = {false};
    (void)scratch;
    memcpy(board, puzzle->clue, puzzle->cells * sizeof *board);
    if (instance->keys->initialization == SAMPLING_KNOWLEDGE)
        fill_with_knowledge(instance, rng, board);
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        if (board[cell] != ETERNITY_NONE)
            used[eternity_piece(board[cell])] = true;
    memset(pile.count, 0, sizeof pile.count);
    for (unsigned piece = 0; piece < puzzle->cells; piece++)
        if (!used[piece])
            eternity_pile_add(instance, &pile, (int16_t)(4 * piece));
    fill(instance, &pile, rng, board);
    return true;
}
